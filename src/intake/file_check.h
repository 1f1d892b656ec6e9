// Looks at files as they lie on the disk, on a thread of its own, while they are read.
#pragma once

#include <string>
#include <thread>
#include <vector>

namespace accelprep::intake {

class FileCheck {
 public:
  // `unpack`: whether compressed files unpack to their ends, which a reader that unpacks itself knows.
  FileCheck(std::vector<std::string> paths, bool unpack);

  struct File {
    std::string path;
    std::string sha256;  // "" where it cannot be read
    bool whole = true;   // false where it was looked at and does not
  };
  const std::vector<File>& files();  // waits

 private:
  std::vector<File> files_;
  std::jthread thread_;  // the last member: it stops before the others go
};

}  // namespace accelprep::intake
