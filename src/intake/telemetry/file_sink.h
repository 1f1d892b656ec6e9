// One file's samples and what went wrong with its rows: folded on a thread of its own, so that reading goes on meanwhile.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "intake/telemetry/sample_fold.h"
#include "intake/telemetry/sample_sink.h"

namespace accelprep::intake {

// take, reject and note are for the reader's thread; what was found is there once the file is finished.
class FileSink final : public SampleSink {
 public:
  FileSink(std::string path, const std::optional<records::TimeSpan>& window);
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  ~FileSink() override;

  void take(const records::DeviceSample& sample, std::int64_t line) override;
  void reject(std::string_view reason, std::int64_t line) override;
  void note(std::string text) override { notes_.push_back(std::move(text)); }

  Folded finish();  // once
  [[nodiscard]] std::int64_t used() const { return fold_.used(); }
  [[nodiscard]] std::int64_t outside_window() const { return outside_window_; }
  [[nodiscard]] const std::vector<records::RejectedRows>& rejected() const { return rejected_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Row {
    records::DeviceSample sample;
    std::int64_t line = 0;
  };
  struct Batch {
    std::vector<Row> rows;  // kept from batch to batch, with the room of their texts
    std::size_t used = 0;
  };

  void hand_over();
  void fold_batches();
  void fold_rows(const Batch& batch);

  std::string path_;
  SampleFold fold_;
  std::int64_t outside_window_ = 0;
  std::vector<records::RejectedRows> rejected_;
  std::int64_t late_ = 0, first_late_ = 0;  // rows out of order, and the line of the first
  std::vector<std::string> notes_;

  Batch filling_;  // by the reader
  std::mutex mutex_;
  std::condition_variable changed_;
  Batch folding_;
  bool handed_over_ = false;  // folding_ is the folding thread's
  bool ended_ = false;
  std::thread thread_;  // from the first full batch on
};

}  // namespace accelprep::intake
