// Whether compressed files unpack to their ends: the engine reads a cut-off one to where it breaks, and says nothing.
#pragma once

#include <string>
#include <thread>
#include <vector>

namespace accelprep::intake {

// Looks on a thread of its own, beside the engine.
class UnpackCheck {
 public:
  explicit UnpackCheck(std::vector<std::string> paths);
  std::vector<std::string> damaged();  // waits

 private:
  std::vector<std::string> paths_, damaged_;
  std::jthread thread_;  // the last member: it stops before the others go
};

}  // namespace accelprep::intake
