// What conversations a log holds, and how much of their prompts a prefix cache would already hold.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "intake/requests/prefix_fold.h"
#include "intake/requests/row_totals.h"
#include "records/requests.h"

namespace accelprep::intake {

// Each turn is taken to repeat what came before it, prompt and answer, as chats do: an upper bound on reuse, since a log of lengths cannot
// show that it does. Blocks are of kSessionBlockTokens, whole ones only, as paged caches keep them.
inline constexpr std::int64_t kSessionBlockTokens = 256;

class SessionFold {
 public:
  void add(std::int64_t id, const records::Request& turn);  // nearly in order of arrival
  records::Sessions sessions() const;
  records::PrefixReuse prefix();

 private:
  struct Session {
    records::TimeNs answered_ns = 0;  // the last turn's end, or its arrival where that is not known
    std::int64_t turns = 0;
    std::int64_t context_tokens = 0;
  };
  std::unordered_map<std::int64_t, Session> sessions_;
  std::int64_t requests_ = 0;
  bool ends_known_ = true;
  SketchBuilder think_{records::Sessions().think_s.resolution};
  PrefixFold prefix_;
  std::vector<std::int64_t> blocks_;  // of the turn that is added now
};

}  // namespace accelprep::intake
