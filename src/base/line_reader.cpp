#include <algorithm>
#include <archive.h>
#include <cstring>
#include <fmt/format.h>

#include "base/file.h"

namespace accelprep::base {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16U;

// BMP characters as UTF-8; surrogates become U+FFFD, since no log column that is read holds any.
void append_utf8(std::string& out, unsigned unit) {
  if (unit >= 0xD800 && unit <= 0xDFFF) unit = 0xFFFD;
  if (unit < 0x80) {
    out += static_cast<char>(unit);
  } else if (unit < 0x800) {
    out += static_cast<char>(0xC0U | (unit >> 6U));
    out += static_cast<char>(0x80U | (unit & 0x3FU));
  } else {
    out += static_cast<char>(0xE0U | (unit >> 12U));
    out += static_cast<char>(0x80U | ((unit >> 6U) & 0x3FU));
    out += static_cast<char>(0x80U | (unit & 0x3FU));
  }
}

}  // namespace

Status check_unpacks(const std::string& path, const std::stop_token& stop) {
  if (!path.ends_with(".gz") && !path.ends_with(".zst")) return {};
  TRY_ASSIGN(auto reader, LineReader::open(path));
  return reader.skip_to_end(stop);
}

void LineReader::CloseArchive::operator()(archive* handle) const { archive_read_free(handle); }

LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;
LineReader::~LineReader() = default;

Result<LineReader> LineReader::open(const std::string& path, std::size_t max_line_bytes) {
  if (!file_exists(path)) return fail(ErrorKind::not_found, "no such file", path);
  if (is_directory(path)) return fail(ErrorKind::invalid_input, "is a folder; expected a file", path);
  LineReader reader;
  reader.path_ = path;
  reader.max_line_bytes_ = max_line_bytes;
  reader.archive_.reset(archive_read_new());
  archive* handle = reader.archive_.get();
  archive_read_support_filter_gzip(handle);
  archive_read_support_filter_zstd(handle);
  archive_read_support_format_raw(handle);
  archive_read_support_format_empty(handle);
  archive_entry* entry = nullptr;
  if (archive_read_open_filename(handle, path.c_str(), kBlockBytes) != ARCHIVE_OK) {
    const char* why = archive_error_string(handle);
    return fail(ErrorKind::corrupt, fmt::format("cannot be unpacked: {}", why != nullptr ? why : "cut off"), path);
  }
  const int header = archive_read_next_header(handle, &entry);
  if (header == ARCHIVE_EOF) {
    reader.at_end_ = true;  // an empty file
  } else if (header != ARCHIVE_OK && header != ARCHIVE_WARN) {
    return fail(ErrorKind::corrupt, fmt::format("cannot be unpacked: {}", archive_error_string(handle)), path);
  }
  return reader;
}

LineReader LineReader::over(std::string text, std::string name) {
  LineReader reader;
  reader.path_ = std::move(name);
  reader.buffer_ = std::move(text);
  reader.holds_binary_ = reader.buffer_.find('\0') != std::string::npos;
  reader.at_end_ = true;
  return reader;
}

std::string LineReader::place() const { return fmt::format("{}:{}", path_, line_number_); }

Result<bool> LineReader::fill() {
  if (at_end_) return false;
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t before = buffer_.size();
  buffer_.resize(before + kBlockBytes);
  const auto got = archive_read_data(archive_.get(), buffer_.data() + before, kBlockBytes);
  buffer_.resize(before + static_cast<std::size_t>(std::max<la_ssize_t>(got, 0)));
  if (got < 0) {
    const char* why = archive_error_string(archive_.get());
    return fail(ErrorKind::corrupt, fmt::format("cannot be unpacked after line {}: {}", line_number_, why != nullptr ? why : "cut off"),
                path_);
  }
  if (got == 0) at_end_ = true;
  holds_binary_ = holds_binary_ || buffer_.find('\0', before) != std::string::npos;  // once a block: lines are short
  return got > 0;
}

Status LineReader::skip_to_end(const std::stop_token& stop) {
  for (bool more = true; more && !stop.stop_requested();) {
    at_ = buffer_.size();
    TRY_ASSIGN(more, fill());
  }
  return {};
}

void LineReader::decode_utf16() {
  std::string text;
  for (std::size_t i = 2; i + 1 < buffer_.size(); i += 2) {
    const unsigned low = static_cast<unsigned char>(buffer_[i]);
    const unsigned high = static_cast<unsigned char>(buffer_[i + 1]);
    append_utf8(text, low | (high << 8U));
  }
  buffer_ = std::move(text);
  holds_binary_ = buffer_.find('\0') != std::string::npos;
}

Result<std::optional<std::string_view>> LineReader::next() {
  if (!started_) {
    started_ = true;
    TRY(fill());
    if (buffer_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    if (buffer_.starts_with("\xFF\xFE")) {  // PowerShell's redirection; such files are short, so they are read whole
      for (bool more = true; more;) {
        TRY_ASSIGN(more, fill());
      }
      decode_utf16();
    }
  }
  std::size_t search_from = at_;
  std::size_t end = std::string::npos;
  while ((end = buffer_.find('\n', search_from)) == std::string::npos) {
    if (buffer_.size() - at_ > max_line_bytes_) {
      return fail(ErrorKind::invalid_input, fmt::format("a line is longer than {} bytes; this is no log", max_line_bytes_),
                  fmt::format("{}:{}", path_, line_number_ + 1));
    }
    const std::size_t searched = buffer_.size() - at_;
    TRY_ASSIGN(const bool more, fill());
    if (!more) break;
    search_from = at_ + searched;
  }
  if (end == std::string::npos && at_ >= buffer_.size()) return std::nullopt;
  const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
  std::string_view line(buffer_.data() + at_, stop - at_);
  at_ = std::min(buffer_.size(), stop + 1);
  ++line_number_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (holds_binary_ && line.find('\0') != std::string_view::npos) {
    return fail(ErrorKind::invalid_input, "holds binary data; expected text", place());
  }
  return line;
}

}  // namespace accelprep::base
