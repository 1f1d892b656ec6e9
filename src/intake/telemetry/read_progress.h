// How far a file has been read, told every few thousand lines, and whether to go on.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/progress.h"
#include "base/result.h"

namespace accelprep::intake {

class ReadProgress {
 public:
  // `size_bytes` of the text; 0 where that is not known, as of a compressed file: then only cancelling is looked at.
  ReadProgress(base::Progress& progress, std::uint64_t size_bytes) : progress_(progress), size_bytes_(size_bytes) {}

  // After each line. An interrupt is ErrorKind::cancelled.
  base::Status passed(std::string_view line) {
    read_bytes_ += line.size() + 1;
    if ((++lines_ & 0x3FFFU) != 0) return {};
    if (progress_.cancelled()) return base::fail(base::ErrorKind::cancelled, "interrupted while reading");
    if (size_bytes_ > 0) progress_.advance(static_cast<double>(read_bytes_) / static_cast<double>(size_bytes_));
    return {};
  }

 private:
  base::Progress& progress_;
  std::uint64_t size_bytes_;
  std::uint64_t read_bytes_ = 0;
  std::uint64_t lines_ = 0;
};

}  // namespace accelprep::intake
