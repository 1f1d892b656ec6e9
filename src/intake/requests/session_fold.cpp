#include "intake/requests/session_fold.h"

#include <algorithm>
#include <cmath>

namespace accelprep::intake {

using records::Request;

void SessionFold::add(std::int64_t id, const Request& turn) {
  auto& session = sessions_[id];
  ++requests_;
  if (session.turns > 0 && turn.arrival_ns >= session.answered_ns) {
    think_.add(static_cast<double>(turn.arrival_ns - session.answered_ns) * 1e-9);
  }
  ++session.turns;
  ends_known_ = ends_known_ && turn.e2e_s.has_value();
  session.answered_ns = std::max<records::TimeNs>(session.answered_ns, turn.arrival_ns + std::llround(turn.e2e_s.value_or(0) * 1e9));
  if (!turn.input_tokens) return;
  // Ids of one session follow each other; two sessions share one by a chance of a billionth.
  const auto prompt = static_cast<std::size_t>(std::max<std::int64_t>(0, *turn.input_tokens / kSessionBlockTokens));
  const auto whole = std::max<std::int64_t>(0, *turn.input_tokens + turn.output_tokens.value_or(0)) / kSessionBlockTokens;
  blocks_.clear();
  for (std::int64_t i = 0; i < whole; ++i) {
    blocks_.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(id) * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(i)));
  }
  prefix_.add(blocks_, std::min(prompt, blocks_.size()));
}

records::Sessions SessionFold::sessions() const {
  SketchBuilder turns(1);
  for (const auto& [id, session] : sessions_) turns.add_whole(session.turns);
  auto think = think_;
  return {.count = static_cast<std::int64_t>(sessions_.size()),
          .requests = requests_,
          .turns = turns.take(),
          .think_s = think.take(),
          .ends_known = ends_known_};
}

records::PrefixReuse SessionFold::prefix() {
  auto out = prefix_.finish(kSessionBlockTokens);
  out.by_session = true;
  return out;
}

}  // namespace accelprep::intake
