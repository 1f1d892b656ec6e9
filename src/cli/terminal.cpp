#include "cli/terminal.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

#include "base/time.h"

namespace accelprep::cli {
namespace {

volatile sig_atomic_t g_interrupted = 0;  // written by the signal handler, which can reach nothing else

void on_interrupt(int /*signal*/) {
  if (g_interrupted != 0) _exit(130);
  g_interrupted = 1;
}

constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);
constexpr int kBarWidth = 24;

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return g_interrupted != 0; }

TerminalProgress::TerminalProgress(bool shown) : shown_(shown) {}

TerminalProgress::~TerminalProgress() { clear(); }

void TerminalProgress::stage(std::string_view what) {
  what_ = what;
  stage_began_ = SteadyClock::now();
  last_drawn_ = {};
  draw(-1);
}

void TerminalProgress::advance(double fraction) { draw(std::clamp(fraction, 0.0, 1.0)); }

void TerminalProgress::draw(double fraction) {
  if (!shown_) return;
  const auto now = SteadyClock::now();
  if (drawn_ && now - last_drawn_ < kBetweenDrawings) return;
  last_drawn_ = now;
  std::string line = fmt::format("\r\033[K{}", what_);
  if (fraction > 0) {
    const int filled = static_cast<int>(fraction * kBarWidth);
    const double elapsed_s = std::chrono::duration<double>(now - stage_began_).count();
    line += fmt::format("  [{:#<{}}{:.<{}}] {:3.0f} %", "", filled, "", kBarWidth - filled, fraction * 100);
    if (elapsed_s > 1) line += fmt::format("  {} left", base::format_duration(elapsed_s * (1 - fraction) / fraction));
  }
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void TerminalProgress::clear() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace accelprep::cli
