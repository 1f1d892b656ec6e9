#include "intake/telemetry/file_sink.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace accelprep::intake {
namespace {

constexpr std::size_t kBatchRows = 4096;
constexpr std::string_view kTooLate = "out of order by more than 2 s";

}  // namespace

FileSink::FileSink(std::string path, const std::optional<records::TimeSpan>& window) : fold_(window), server_fold_(window) {
  files_.push_back({.path = std::move(path), .of_devices = {}, .of_servers = {}});
  file_ = &files_.back();
}

FileSink::~FileSink() {
  if (thread_.joinable()) {
    {
      const std::scoped_lock lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
}

void FileSink::reading(const std::string& path) {
  auto found = std::find_if(files_.begin(), files_.end(), [&](const auto& file) { return file.path == path; });
  if (found == files_.end()) {
    files_.push_back({.path = path, .of_devices = {}, .of_servers = {}});
    found = std::prev(files_.end());
  }
  file_ = &*found;
}

void FileSink::take(const records::DeviceSample& sample, std::int64_t line) {
  if (filling_.used == filling_.rows.size()) filling_.rows.emplace_back();
  auto& row = filling_.rows[filling_.used++];
  row.sample = sample;
  row.file = file_;
  row.line = line;
  if (filling_.used == kBatchRows) hand_over();
}

void FileSink::take(const records::ServerSample& sample, std::int64_t line) {
  switch (server_fold_.add(sample)) {
    case Taken::used:
      ++file_->of_servers.used;
      break;
    case Taken::outside_window:
      ++file_->of_servers.outside_window;
      break;
    case Taken::out_of_order:
      reject(kTooLate, line);
      break;
  }
}

std::vector<records::ServerSummary> FileSink::servers() { return server_fold_.finish(); }

FileSink::Rows FileSink::rows(const std::string& path) const {
  const auto found = std::find_if(files_.begin(), files_.end(), [&](const auto& file) { return file.path == path; });
  if (found == files_.end()) return {};
  return {.used = found->of_devices.used + found->of_servers.used,
          .outside_window = found->of_devices.outside_window + found->of_servers.outside_window};
}

void FileSink::hand_over() {
  if (!thread_.joinable()) thread_ = std::thread([this] { fold_batches(); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !handed_over_; });
  std::swap(filling_, folding_);
  filling_.used = 0;
  handed_over_ = true;
  lock.unlock();
  changed_.notify_all();
}

void FileSink::fold_batches() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return handed_over_ || ended_; });
    if (!handed_over_) return;
    lock.unlock();
    fold_rows(folding_);
    lock.lock();
    handed_over_ = false;
    changed_.notify_all();
  }
}

void FileSink::fold_rows(const Batch& batch) {
  for (std::size_t i = 0; i < batch.used; ++i) {
    const auto& row = batch.rows[i];
    switch (fold_.add(row.sample)) {
      case Taken::used:
        ++row.file->of_devices.used;
        break;
      case Taken::outside_window:
        ++row.file->of_devices.outside_window;
        break;
      case Taken::out_of_order:
        if (late_++ == 0) late_file_ = row.file, late_line_ = row.line;
        break;
    }
  }
}

void FileSink::reject(std::string_view reason, std::int64_t line) {
  const auto same = std::find_if(rejected_.begin(), rejected_.end(), [&](const auto& rows) { return rows.reason == reason; });
  if (same != rejected_.end()) {
    ++same->count;
  } else {
    rejected_.push_back({.reason = std::string(reason), .count = 1, .first = fmt::format("{}:{}", file_->path, line)});
  }
}

Folded FileSink::finish() {
  if (thread_.joinable()) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return !handed_over_; });
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  fold_rows(filling_);
  filling_.used = 0;
  if (late_ > 0) {
    records::merge(rejected_,
                   {{.reason = std::string(kTooLate), .count = late_, .first = fmt::format("{}:{}", late_file_->path, late_line_)}});
  }
  return fold_.finish();
}

}  // namespace accelprep::intake
