#include "intake/telemetry/prometheus/scrape_log.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "base/text.h"
#include "intake/telemetry/prometheus/series_set.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

constexpr std::size_t kNamesShown = 3;

// A comment that is a time and nothing else ("# 2026-11-01T09:00:00Z") dates the scrape that follows, which the next such comment ends: it
// may be of several targets. A scrape without one ends where one of its series comes again without a time of its own, where a family is
// declared again, and at "# EOF".
class ScrapeLog {
 public:
  ScrapeLog(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink), set_(input) {}
  base::Result<RecordingFacts> read();

 private:
  struct Known {  // a series of the scrape being read
    SeriesSet::Begun begun;
    bool has_point = false;
  };
  void take(const ExpositionLine& line);
  void take_comment(std::string_view text);
  std::string_view add(const ExpositionLine& line, Known& known);
  Known& known_series(const ExpositionLine& line);
  void end_scrape();
  [[nodiscard]] base::Status nothing_known() const;
  void say_notes();

  const TelemetryInput& input_;
  SampleSink& sink_;
  SeriesSet set_;
  std::map<std::string, Known, std::less<>> series_;
  std::set<std::string, std::less<>> declared_;
  std::map<std::string, std::string, std::less<>> help_;
  std::set<std::string> unread_;
  std::optional<base::TimeNs> scraped_at_;
  std::optional<bool> dated_;  // whether the file's samples bear times
  std::int64_t scrapes_ = 0;
  bool any_known_ = false;
};

base::Result<RecordingFacts> ScrapeLog::read() {
  for (;;) {
    TRY_ASSIGN(const auto text, input_.lines.next());
    if (!text) break;
    TRY(input_.progress.passed(*text));
    take(read_exposition_line(*text));
  }
  end_scrape();
  TRY(nothing_known());
  say_notes();
  return RecordingFacts{};
}

void ScrapeLog::take(const ExpositionLine& line) {
  switch (line.kind) {
    case ExpositionKind::blank:
      return;
    case ExpositionKind::comment:
      return take_comment(line.text);
    case ExpositionKind::help:
      help_[std::string(line.text)] = line.rest;
      return;
    case ExpositionKind::type:
      if (!declared_.insert(std::string(line.text)).second && !scraped_at_) end_scrape();
      declared_.insert(std::string(line.text));
      return;
    case ExpositionKind::end:
      if (!scraped_at_) end_scrape();
      return;
    case ExpositionKind::malformed:
      return sink_.reject(line.text, input_.lines.line_number());
    case ExpositionKind::sample:
      break;
  }
  auto* known = &known_series(line);
  if (known->has_point && line.time.empty()) {
    if (scraped_at_) return sink_.reject("a series that comes again within a dated scrape", input_.lines.line_number());
    end_scrape();
    known = &known_series(line);
  }
  const auto why = known->begun.series ? add(line, *known) : known->begun.refused;
  if (!why.empty()) sink_.reject(why, input_.lines.line_number());
}

// A time has a date or many digits: "# 5" is none.
void ScrapeLog::take_comment(std::string_view text) {
  constexpr std::size_t kShortestTime = 10;
  if (text.size() < kShortestTime || text.front() < '0' || text.front() > '9') return;
  const auto at = input_.time.read(text);
  if (!at) return;
  end_scrape();
  scraped_at_ = at;
}

ScrapeLog::Known& ScrapeLog::known_series(const ExpositionLine& line) {
  const auto found = series_.find(line.series);
  if (found != series_.end()) return found->second;
  const auto help = help_.find(line.metric.name);
  auto begun = set_.begin(line.metric, help == help_.end() ? std::string_view{} : std::string_view(help->second));
  any_known_ = any_known_ || begun.series || !begun.refused.empty();
  if (!begun.series && begun.refused.empty() && unread_.size() < kNamesShown) unread_.insert(line.metric.name);
  return series_.emplace(line.series, Known{.begun = begun}).first->second;
}

std::string_view ScrapeLog::add(const ExpositionLine& line, Known& known) {
  auto at = scraped_at_;
  if (!line.time.empty()) {
    at = input_.time.read(line.time);
    if (!at) return "a time that is no number";
  }
  if (!dated_) {
    dated_ = at.has_value();
    if (!*dated_) sink_.times_are(records::TimeBase::none);
  }
  if (*dated_ && !at) return "a sample without a time among samples with times";
  if (!*dated_) at = 0;
  known.has_point = true;
  return set_.add(*known.begun.series, {.value = line.value, .at_ns = *at, .line = input_.lines.line_number()});
}

void ScrapeLog::end_scrape() {
  const bool any = std::any_of(series_.begin(), series_.end(), [](const auto& entry) { return entry.second.has_point; });
  if (any) ++scrapes_;
  set_.hand_over(sink_, dated_.value_or(true));
  series_.clear();
  declared_.clear();
  scraped_at_.reset();
}

base::Status ScrapeLog::nothing_known() const {
  if (any_known_) return {};
  return fail(
      ErrorKind::unsupported,
      fmt::format("is Prometheus text without any metric of an accelerator or of an inference server that is known (dcgm-exporter's "
                  "DCGM_FI_..., vllm:..., sglang:..., tgi_..., trtllm_..., nv_..., llamacpp:...); it has {}",
                  unread_.empty() ? "no samples" : fmt::format("{}", fmt::join(unread_, ", "))),
      input_.lines.path());
}

void ScrapeLog::say_notes() {
  const auto& path = input_.lines.path();
  if (dated_ && !*dated_ && scrapes_ == 1) {
    sink_.note(fmt::format("{}: the scrape bears no time: when it was taken is not known, and nothing is said of durations", path));
  } else if (dated_ && !*dated_) {
    sink_.note(fmt::format("{}: the {} scrapes bear no times: how far apart they are is not known, and nothing is said of durations", path,
                           scrapes_));
  }
  for (auto& note : set_.notes()) sink_.note(fmt::format("{}: {}", path, note));
}

}  // namespace

// A page that quotes a scrape in a fence is prose.
bool is_scrape_log(std::span<const std::string> head) {
  const auto is_page = [](const std::string& text) { return text.starts_with("```") || text.starts_with('|') || text.starts_with('<'); };
  if (std::any_of(head.begin(), head.end(), is_page)) return false;
  return std::any_of(head.begin(), head.end(), [](const std::string& text) {
    const auto line = read_exposition_line(text);
    if (line.kind == ExpositionKind::help || line.kind == ExpositionKind::type) return true;
    return line.kind == ExpositionKind::sample && (gpu_metric(line.metric.name) != nullptr || server_metric(line.metric) != nullptr);
  });
}

base::Result<RecordingFacts> read_scrape_log(const TelemetryInput& input, SampleSink& sink) { return ScrapeLog(input, sink).read(); }

}  // namespace accelprep::intake
