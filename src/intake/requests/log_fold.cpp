#include "intake/requests/log_fold.h"

#include <algorithm>

#include "intake/requests/row_chunk.h"

namespace accelprep::intake {

using base::DuckChunk;
using base::TimeNs;

struct LogFold::Part {
  explicit Part(const LogFoldOptions& options) : totals(options.fold), to_utc(options.zone) {}

  void refuse(std::string_view reason, std::int64_t row) {
    auto found = std::find_if(file.refused.begin(), file.refused.end(), [&](const auto& known) { return known.reason == reason; });
    if (found == file.refused.end()) found = file.refused.insert(found, {reason, 0, row});
    ++found->count;
  }

  RowTotals totals;
  ToUtc to_utc;
  std::int64_t out_of_order = 0;
  std::optional<TimeNs> seen_ns;  // of the row that was load last
  std::int64_t rows = 0;          // of the file, whatever they are
  FileRows file;
};

LogFold::LogFold(LogFoldOptions options) : options_(options), stamps_(options.fold) {}
LogFold::~LogFold() = default;

std::unique_ptr<LogFold::Part> LogFold::take_part() {
  const std::scoped_lock lock(mutex_);
  if (parts_.empty()) return std::make_unique<Part>(options_);
  auto part = std::move(parts_.back());
  parts_.pop_back();
  return part;
}

void LogFold::add(const DuckChunk& chunk, const Hooks& hooks) {
  auto part = take_part();
  const RowChunk rows(chunk);
  std::vector<TimeNs> stamps;
  stamps.reserve(rows.size());
  if (!in_order_) part->seen_ns.reset();
  bool ascending = true;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto request = rows.request(i);
    if (const char* reason = rows.rejection(i, request)) {
      part->refuse(reason, part->rows + static_cast<std::int64_t>(i));
      continue;
    }
    request.arrival_ns = part->to_utc(request.arrival_ns);
    const auto& stretch = options_.stretch;
    if (stretch && (request.arrival_ns < stretch->from_ns || request.arrival_ns >= stretch->to_ns)) {
      part->refuse("a time of arrival a month or more from all others", part->rows + static_cast<std::int64_t>(i));
      continue;
    }
    if (hooks.repeats && hooks.repeats(i)) {
      part->refuse("a request that was there already", part->rows + static_cast<std::int64_t>(i));
      continue;
    }
    part->totals.add(request);
    if (part->seen_ns && request.arrival_ns < *part->seen_ns) {
      ++part->out_of_order;
      ascending = false;
    }
    part->seen_ns = request.arrival_ns;
    stamps.push_back(request.arrival_ns);
    if (hooks.used) hooks.used(i, request);
  }
  part->rows += static_cast<std::int64_t>(rows.size());
  part->file.used += static_cast<std::int64_t>(stamps.size());
  if (!ascending) std::sort(stamps.begin(), stamps.end());
  if (!stamps.empty()) stamps_.add(std::move(stamps));
  const std::scoped_lock lock(mutex_);
  parts_.push_back(std::move(part));
}

std::vector<Refused> LogFold::refused() const {
  std::vector<Refused> out;
  for (const auto& part : parts_) {
    for (const auto& rows : part->file.refused) {
      const auto same = std::find_if(out.begin(), out.end(), [&](const auto& known) { return known.reason == rows.reason; });
      if (same == out.end()) {
        out.push_back(rows);
      } else {
        same->count += rows.count;
      }
    }
  }
  return out;
}

LogFold::FileRows LogFold::end_file() {
  FileRows out{.used = 0, .refused = refused()};
  for (auto& part : parts_) {
    out.used += part->file.used;
    part->file = {};
    part->rows = 0;
  }
  return out;
}

records::ArrivalSummary LogFold::finish() {
  auto summary = stamps_.settled().finish();
  for (auto& part : parts_) {
    part->totals.add_to(summary);
    summary.out_of_order += part->out_of_order;
  }
  return summary;
}

}  // namespace accelprep::intake
