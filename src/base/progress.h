// Long work tells somebody how far it is, and asks whether it shall go on. Only cli knows whether that somebody is a terminal.
#pragma once

#include <string_view>

namespace accelprep::base {

class Progress {
 public:
  virtual ~Progress() = default;
  virtual void stage(std::string_view what) = 0;     // what is being done now: "reading logs/day1.csv"
  virtual void advance(double fraction) = 0;         // 0..1 of this stage
  [[nodiscard]] virtual bool cancelled() const = 0;  // the user interrupted
};

// Says nothing, is never cancelled.
class NoProgress final : public Progress {
 public:
  void stage(std::string_view) override {}
  void advance(double) override {}
  [[nodiscard]] bool cancelled() const override { return false; }
};

}  // namespace accelprep::base
