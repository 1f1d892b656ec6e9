#include "intake/telemetry/node/dcmi.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "intake/telemetry/node/node_sample.h"

namespace accelprep::intake {
namespace {

constexpr std::string_view kPower = "Instantaneous power reading";
constexpr std::string_view kTime = "IPMI timestamp";
constexpr std::string_view kState = "Power reading state is";

struct Block {
  std::int64_t line = 0;
  std::string power;
  std::string time;
  std::string state;
};

// "4420 Watts"; nothing of another unit.
std::optional<double> watts_of(std::string_view text) {
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos || base::trim(text.substr(blank)) != "Watts") return std::nullopt;
  return base::parse_number(text.substr(0, blank));
}

class Dcmi {
 public:
  Dcmi(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}

  base::Status read() {
    for (;;) {
      TRY_ASSIGN(const auto line, input_.lines.next());
      if (!line) break;
      TRY(input_.progress.passed(*line));
      const auto colon = line->find(':');
      if (colon == std::string_view::npos) continue;
      const auto name = base::trim(line->substr(0, colon));
      const auto value = base::trim(line->substr(colon + 1));
      if (name == kPower) {
        end_block();
        block_ = Block{.line = input_.lines.line_number(), .power = std::string(value), .time = {}, .state = {}};
      } else if (block_ && name == kTime) {
        block_->time = value;
      } else if (block_ && name == kState) {
        block_->state = value;
      }
    }
    end_block();
    sink_.note(node_note(input_.lines.path(), "the management controller (DCMI)"));
    if (without_time_)
      sink_.note(input_.lines.path() + ": some readings write no time; they are shown at 2000-01-01 and stand for no time");
    return {};
  }

 private:
  void end_block() {
    if (!block_) return;
    const auto block = *std::exchange(block_, std::nullopt);
    const auto power_w = watts_of(block.power);
    const auto at = block.time.empty() ? std::optional(kUnwrittenTimeNs) : input_.time.read(iso_time(block.time));
    if (!power_w) return sink_.reject("no power in watts", block.line);
    if (!block.state.empty() && block.state != "activated") return sink_.reject("power reading that is not activated", block.line);
    if (!at) return sink_.reject("an IPMI timestamp that is no time", block.line);
    if (const auto reason = impossible_of_node(*at, *power_w)) return sink_.reject(*reason, block.line);
    without_time_ = without_time_ || block.time.empty();
    if (without_time_) sink_.times_are(records::TimeBase::running_clock);
    sink_.take(node_sample(*at, *power_w), block.line);
  }

  const TelemetryInput& input_;
  SampleSink& sink_;
  std::optional<Block> block_;
  bool without_time_ = false;
};

}  // namespace

bool is_dcmi_text(std::span<const std::string> head) {
  return std::any_of(head.begin(), head.end(), [](const auto& line) { return base::trim(line).starts_with(kPower); });
}

base::Result<RecordingFacts> read_dcmi_text(const TelemetryInput& input, SampleSink& sink) {
  TRY(Dcmi(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake
