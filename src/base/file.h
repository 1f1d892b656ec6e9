// Files: whole reads, atomic writes, globs, and line-by-line reading of plain, gzip and zstd text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct archive;

namespace accelprep::base {

// Refuses directories and files over `max_bytes`. Compressed files are not unpacked.
Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes = std::uint64_t{1} << 30U);

// Writes beside the target and renames, so that a reader sees the old file or the new one and never a part.
Status write_file(const std::string& path, std::string_view contents);

bool file_exists(const std::string& path);
bool is_directory(const std::string& path);
Result<std::uint64_t> file_size(const std::string& path);
Status make_directories(const std::string& path);

std::string directory_of(const std::string& path);  // "." where there is none
std::string file_name_of(const std::string& path);
std::string join_path(const std::string& directory, const std::string& path);  // an absolute `path` stays itself
std::vector<std::string> list_directory(const std::string& path);              // names, sorted; empty where unreadable

// Shell patterns to files, sorted. A pattern without a match is an error that names it.
Result<std::vector<std::string>> expand_globs(const std::vector<std::string>& patterns, const std::string& directory);

// Unpacks a gzip or zstd file to its end: corrupt where it is cut off or damaged. A file that is neither passes, as one does whose check is
// stopped.
Status check_unpacks(const std::string& path, const std::stop_token& stop = {});

// Lines of a text file, unpacked on the way where it is gzip or zstd. CRLF and a missing last line end are accepted;
// a UTF-8 or UTF-16 byte order mark is understood. A line longer than `max_line_bytes` is an error.
class LineReader {
 public:
  static Result<LineReader> open(const std::string& path, std::size_t max_line_bytes = std::size_t{1} << 20U);
  static LineReader over(std::string text, std::string name);  // text already in memory

  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) noexcept;
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  // The next line without its end, valid until the next call; nothing at the end of the file. Binary content is an error.
  Result<std::optional<std::string_view>> next();
  Status skip_to_end(const std::stop_token& stop);                         // unpacks what is left; an error where it is cut off or damaged
  [[nodiscard]] std::int64_t line_number() const { return line_number_; }  // of the line last returned, from 1
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string place() const;  // "path:line"

 private:
  struct CloseArchive {
    void operator()(archive* handle) const;
  };
  LineReader() = default;
  Result<bool> fill();  // more bytes into buffer_; false at the end
  void decode_utf16();

  std::string path_;
  std::unique_ptr<archive, CloseArchive> archive_;  // null where the text is in memory
  std::string buffer_;
  std::size_t at_ = 0;
  std::size_t max_line_bytes_ = std::size_t{1} << 20U;
  std::int64_t line_number_ = 0;
  bool at_end_ = false;
  bool started_ = false;
  bool holds_binary_ = false;  // a zero byte was seen somewhere
};

}  // namespace accelprep::base
