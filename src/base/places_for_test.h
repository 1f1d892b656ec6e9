// Where tests find the repository they were built in, and the recordings beside it.
#pragma once

#include <climits>
#include <cstdlib>
#include <string>
#include <unistd.h>

#include "base/file.h"

namespace accelprep::base {

// The folder above the test program that holds the sources; "" where there is none.
inline std::string repository_for_test() {
  char path[PATH_MAX];
  const auto length = readlink("/proc/self/exe", path, sizeof path);
  std::string folder = length > 0 ? directory_of(std::string(path, static_cast<std::size_t>(length))) : "/";
  while (folder != "/" && !file_exists(join_path(folder, "src/base/result.h"))) folder = directory_of(folder);
  return folder == "/" ? "" : folder;
}

// A path among the shared recordings: beside the repository, or where ACCELPREP_SHARED points.
inline std::string shared_for_test(const std::string& path) {
  const char* named = std::getenv("ACCELPREP_SHARED");
  return join_path(named != nullptr ? std::string(named) : join_path(repository_for_test(), "../shared"), path);
}

}  // namespace accelprep::base
