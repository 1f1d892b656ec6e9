#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <glob.h>
#include <unistd.h>

namespace accelprep::base {
namespace {

namespace fs = std::filesystem;

std::string reason() { return std::strerror(errno); }

ErrorKind kind_of_errno() { return errno == ENOENT || errno == ENOTDIR ? ErrorKind::not_found : ErrorKind::io; }

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Status write_and_sync(const std::string& path, std::string_view contents) {
  const File file(std::fopen(path.c_str(), "wb"));
  if (!file) return fail(kind_of_errno(), "cannot be written: " + reason(), path);
  if (std::fwrite(contents.data(), 1, contents.size(), file.get()) != contents.size() || std::fflush(file.get()) != 0 ||
      fsync(fileno(file.get())) != 0) {
    return fail(ErrorKind::io, "cannot be written: " + reason(), path);
  }
  return {};
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes) {
  if (is_directory(path)) return fail(ErrorKind::invalid_input, "is a folder; expected a file", path);
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    return fail(kind_of_errno(), errno == ENOENT ? "no such file" : "cannot be read: " + reason(), path);
  }
  std::string contents;
  char block[1U << 16U];
  std::size_t got = 0;
  while ((got = std::fread(block, 1, sizeof block, file.get())) > 0) {
    contents.append(block, got);
    if (contents.size() > max_bytes) {
      return fail(ErrorKind::unsupported, fmt::format("is larger than the {} bytes this kind of file may have", max_bytes), path);
    }
  }
  if (std::ferror(file.get()) != 0) return fail(ErrorKind::io, "cannot be read: " + reason(), path);
  return contents;
}

Status write_file(const std::string& path, std::string_view contents) {
  const std::string temporary = fmt::format("{}.{}.part", path, getpid());
  if (auto written = write_and_sync(temporary, contents); !written) {
    std::remove(temporary.c_str());
    auto error = written.error();
    error.place = path;
    return std::unexpected(error);
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const std::string why = reason();
    std::remove(temporary.c_str());
    return fail(ErrorKind::io, "cannot be written: " + why, path);
  }
  return {};
}

bool file_exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_directory(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

Result<std::uint64_t> file_size(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) return fail(ErrorKind::not_found, error.message(), path);
  return size;
}

Status make_directories(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return fail(ErrorKind::io, "cannot be made: " + error.message(), path);
  return {};
}

std::string directory_of(const std::string& path) {
  const auto parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

std::string file_name_of(const std::string& path) { return fs::path(path).filename().string(); }

std::string join_path(const std::string& directory, const std::string& path) {
  if (directory.empty() || directory == "." || path.starts_with('/')) return path;
  return (fs::path(directory) / path).lexically_normal().string();
}

std::vector<std::string> list_directory(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::vector<std::string>> expand_globs(const std::vector<std::string>& patterns, const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& pattern : patterns) {
    const std::string full = join_path(directory, pattern);
    if (file_exists(full)) {  // also a file whose name holds glob characters
      files.push_back(full);
      continue;
    }
    glob_t matches{};
    const int outcome = glob(full.c_str(), GLOB_BRACE | GLOB_TILDE, nullptr, &matches);
    for (std::size_t i = 0; outcome == 0 && i < matches.gl_pathc; ++i) files.emplace_back(matches.gl_pathv[i]);
    globfree(&matches);
    if (outcome != 0) {
      const bool is_pattern = full.find_first_of("*?[{") != std::string::npos;
      return fail(ErrorKind::not_found, is_pattern ? "no file matches this pattern" : "no such file", full);
    }
  }
  return files;
}

}  // namespace accelprep::base
