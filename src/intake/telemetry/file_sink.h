// One file's samples, or those of several that are read together, and what went wrong with their rows: accelerators' samples are folded on
// a thread of their own, so that reading goes on meanwhile.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "intake/telemetry/sample_fold.h"
#include "intake/telemetry/sample_sink.h"
#include "intake/telemetry/server_fold.h"

namespace accelprep::intake {

// What SampleSink has is for the reader's thread; what was found is there once the file is finished.
class FileSink final : public SampleSink {
 public:
  FileSink(std::string path, const std::optional<records::TimeSpan>& window);
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  ~FileSink() override;

  void take(const records::DeviceSample& sample, std::int64_t line) override;
  void take(const records::ServerSample& sample, std::int64_t line) override;  // few: folded at once
  void take(const records::Distribution& distribution) override { distributions_.push_back(distribution); }
  void reading(const std::string& path) override;
  void times_are(records::TimeBase base) override { times_ = base; }
  void reject(std::string_view reason, std::int64_t line) override;
  void note(std::string text) override { notes_.push_back(std::move(text)); }

  Folded finish();                                // once
  std::vector<records::ServerSummary> servers();  // once
  struct Rows {
    std::int64_t used = 0;
    std::int64_t outside_window = 0;
  };
  [[nodiscard]] Rows rows(const std::string& path) const;
  [[nodiscard]] records::TimeBase times() const { return times_; }
  [[nodiscard]] const std::vector<records::RejectedRows>& rejected() const { return rejected_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  [[nodiscard]] const std::vector<records::Distribution>& distributions() const { return distributions_; }

 private:
  struct File {
    std::string path;
    Rows of_devices;  // the folding thread's
    Rows of_servers;
  };
  struct Row {
    records::DeviceSample sample;
    File* file = nullptr;
    std::int64_t line = 0;
  };
  struct Batch {
    std::vector<Row> rows;  // kept from batch to batch, with the room of their texts
    std::size_t used = 0;
  };

  void hand_over();
  void fold_batches();
  void fold_rows(const Batch& batch);

  std::deque<File> files_;  // rows point to them
  File* file_ = nullptr;    // that is read now
  SampleFold fold_;
  ServerFold server_fold_;
  records::TimeBase times_ = records::TimeBase::calendar;
  std::vector<records::RejectedRows> rejected_;
  std::vector<std::string> notes_;
  std::vector<records::Distribution> distributions_;
  std::int64_t late_ = 0;  // accelerators' rows out of order, and the first of them
  const File* late_file_ = nullptr;
  std::int64_t late_line_ = 0;

  Batch filling_;  // by the reader
  std::mutex mutex_;
  std::condition_variable changed_;
  Batch folding_;
  bool handed_over_ = false;  // folding_ is the folding thread's
  bool ended_ = false;
  std::thread thread_;  // from the first full batch on
};

}  // namespace accelprep::intake
