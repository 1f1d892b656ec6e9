// Looks at files as they lie on the disk, on a thread of its own, while the engine reads them.
#pragma once

#include <string>
#include <thread>
#include <vector>

namespace accelprep::intake {

class FileCheck {
 public:
  explicit FileCheck(std::vector<std::string> paths);

  struct File {
    std::string path;
    std::string sha256;  // "" where it cannot be read
    bool whole = true;   // a compressed file unpacks to its end: the engine reads a cut-off one to where it breaks, and says nothing
  };
  const std::vector<File>& files();  // waits

 private:
  std::vector<File> files_;
  std::jthread thread_;  // the last member: it stops before the others go
};

}  // namespace accelprep::intake
