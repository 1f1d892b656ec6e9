#include "intake/requests/unpack_check.h"

#include <stop_token>

#include "base/file.h"

namespace accelprep::intake {

UnpackCheck::UnpackCheck(std::vector<std::string> paths) : paths_(std::move(paths)) {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    for (const auto& path : paths_) {
      if (!base::check_unpacks(path, stop)) damaged_.push_back(path);
    }
  });
}

std::vector<std::string> UnpackCheck::damaged() {
  thread_.join();
  return damaged_;
}

}  // namespace accelprep::intake
