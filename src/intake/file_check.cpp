#include "intake/file_check.h"

#include <stop_token>

#include "base/digest.h"
#include "base/file.h"

namespace accelprep::intake {

FileCheck::FileCheck(std::vector<std::string> paths, bool unpack) {
  for (auto& path : paths) files_.push_back({.path = std::move(path), .sha256 = ""});
  thread_ = std::jthread([this, unpack](const std::stop_token& stop) {
    for (auto& file : files_) {
      file.sha256 = base::sha256_of_file(file.path, stop).value_or("");
      file.whole = !unpack || base::check_unpacks(file.path, stop).has_value();
    }
  });
}

const std::vector<FileCheck::File>& FileCheck::files() {
  if (thread_.joinable()) thread_.join();
  return files_;
}

}  // namespace accelprep::intake
