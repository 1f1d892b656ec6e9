// Progress on a terminal's stderr: a bar, a rate, the time left. Silent elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "base/progress.h"

namespace accelprep::cli {

// Ctrl-C sets a flag that cancelled() reports; a second one ends the program at once.
void catch_interrupts();
bool interrupted();

class TerminalProgress final : public base::Progress {
 public:
  explicit TerminalProgress(bool shown);
  ~TerminalProgress() override;
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void stage(std::string_view what) override;
  void advance(double fraction) override;
  [[nodiscard]] bool cancelled() const override { return interrupted(); }
  void clear();  // before anything else is printed

 private:
  void draw(double fraction);

  using SteadyClock = std::chrono::steady_clock;
  bool shown_;
  bool drawn_ = false;
  std::string what_;
  SteadyClock::time_point stage_began_;
  SteadyClock::time_point last_drawn_;
};

}  // namespace accelprep::cli
