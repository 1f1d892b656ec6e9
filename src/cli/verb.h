// A verb of the command line: one row of a table, one file each. Help, completion and error messages come from the same row.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"

namespace accelprep::cli {

// Exit codes that scripts rely on.
enum Exit : int {
  kDone = 0,           // whatever was found to be the case
  kFails = 1,          // examined, and what was asked for fails
  kUsage = 2,          // usage or unreadable input
  kNotMeasurable = 3,  // device absent, endpoint unreachable
  kInterrupted = 130,
};

struct Flag {
  std::string_view name;   // "format", without dashes
  std::string_view value;  // "FILE"; "" for a switch
  std::string_view description;
  std::string_view default_text;
  bool repeatable = false;
};

struct Arguments {
  std::vector<std::string> positional;
  std::map<std::string, std::vector<std::string>, std::less<>> flags;  // a switch that is given has one empty text

  [[nodiscard]] bool has(std::string_view flag) const { return flags.contains(flag); }
  [[nodiscard]] std::string text(std::string_view flag, std::string_view otherwise = "") const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view flag) const;
  [[nodiscard]] base::Result<std::optional<double>> number(std::string_view flag) const;  // an error names the flag
};

// What a verb may use of the outside world. Nothing below cli prints or asks for the time.
struct Invocation {
  const Arguments& arguments;
  std::string program;  // how to call this program in printed commands: "accelprep", "./dev", "build/release/accelprep"
  std::string binary_path;
  std::string command_line;  // as typed, for the record
  base::Clock& clock;
  base::Progress& progress;
  bool color = false;

  [[nodiscard]] bool json() const { return arguments.text("format", "text") == "json"; }
};

struct Verb {
  std::string_view name;
  std::string_view arguments;    // "FILES...", "DIR"
  std::string_view summary;      // one line
  std::string_view description;  // paragraphs
  std::string_view examples;     // lines that run as they stand, with $ where the program's name goes
  std::size_t min_positional = 0;
  std::size_t max_positional = 0;
  std::vector<Flag> flags;                          // beside the common ones
  base::Result<int> (*run)(Invocation&) = nullptr;  // the exit code; an error is printed by main and exits 2 (3 for unavailable)
};

const std::vector<Verb>& verbs();
const std::vector<Flag>& common_flags();

// Writes a verb's output to --out or to standard output.
base::Status emit(const Invocation& invocation, const std::string& output);

// Reads "--key=value" words against the verb's flags. Unknown or repeated flags are errors with the nearest known one.
base::Result<Arguments> parse_arguments(const Verb& verb, const std::vector<std::string>& words);

std::string help_of(const Verb& verb, std::string_view program);
std::string overview(std::string_view program);
std::string completion_for(std::string_view shell);  // "" for an unknown shell

}  // namespace accelprep::cli
