// A sketch while it grows: the steps around the values seen in an array, those far from them in a map.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "records/sketch.h"

namespace accelprep::statistics {

class SketchBuilder {
 public:
  explicit SketchBuilder(double resolution) : sketch_{.resolution = resolution} {}

  void add(double value);
  void add_whole(std::int64_t value) {  // to a sketch whose resolution is 1
    add_step(value);
    sketch_.sum += static_cast<double>(value);
  }
  [[nodiscard]] std::int64_t count() const { return sketch_.count; }
  records::Sketch take();  // once

 private:
  void add_step(std::int64_t step) {
    ++sketch_.count;
    const auto at = static_cast<std::uint64_t>(step) - static_cast<std::uint64_t>(base_);
    if (at < near_.size()) {
      ++near_[at];
    } else {
      add_far(step);
    }
  }
  void add_far(std::int64_t step);

  records::Sketch sketch_;
  std::vector<std::int64_t> near_;  // counts of base_, base_ + 1, ...
  std::int64_t base_ = 0;
  std::map<std::int64_t, std::int64_t> far_;  // steps outside of near_
};

}  // namespace accelprep::statistics
