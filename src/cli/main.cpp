// Finds the verb, parses its arguments, runs it, and turns its outcome into output and an exit code.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "cli/version.h"

namespace accelprep::cli {
namespace {

std::string path_of_binary() {
  char path[PATH_MAX];
  const auto length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "";
}

// The name under which commands are printed so that they run as they stand.
std::string printed_program(const std::string& typed) {
  if (const char* front = std::getenv("ACCELPREP_PROGRAM"); front != nullptr && *front != '\0') return front;
  return typed.find('/') == std::string::npos ? "accelprep" : base::shell_quoted(typed);
}

int report(const base::Error& error) {
  fmt::print(stderr, "accelprep: {}\n", error.text());
  switch (error.kind) {
    case base::ErrorKind::unavailable:
      return kNotMeasurable;
    case base::ErrorKind::cancelled:
      return kInterrupted;
    default:
      return kUsage;
  }
}

const Verb* find_verb(std::string_view name) {
  const auto found = std::find_if(verbs().begin(), verbs().end(), [&](const Verb& verb) { return verb.name == name; });
  return found == verbs().end() ? nullptr : &*found;
}

base::Error unknown_verb(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& verb : verbs()) names.emplace_back(verb.name);
  return {base::ErrorKind::invalid_input,
          fmt::format("there is no verb \"{}\"{}; accelprep help lists them", name, base::did_you_mean(name, names)), ""};
}

// help, --version and completion, which are about the program itself. Nothing: the words name a verb.
std::optional<int> run_about(const std::vector<std::string>& words, const std::string& program) {
  const std::string first = words.empty() ? "--help" : words[0];
  if (first == "--version") {
    fmt::print("accelprep {}\n", kVersion);
    return kDone;
  }
  if (first == "completion") {
    const auto script = completion_for(words.size() > 1 ? words[1] : "");
    if (script.empty()) return report({base::ErrorKind::invalid_input, "completion needs one of bash, zsh, fish", ""});
    fmt::print("{}", script);
    return kDone;
  }
  const bool asked =
      std::find(words.begin(), words.end(), "--help") != words.end() || std::find(words.begin(), words.end(), "-h") != words.end();
  const bool is_help = first == "help";
  if (!asked && !is_help && !words.empty()) return std::nullopt;
  const std::string name = is_help ? (words.size() > 1 ? words[1] : "") : (first.starts_with('-') ? "" : first);
  if (name.empty()) {
    fmt::print("{}", overview(program));
    return kDone;
  }
  const auto* verb = find_verb(name);
  if (verb == nullptr) return report(unknown_verb(name));
  fmt::print("{}", help_of(*verb, program));
  return kDone;
}

int run(const std::vector<std::string>& words, const std::string& typed_program) {
  const auto program = printed_program(typed_program);
  if (const auto done = run_about(words, program)) return *done;
  const auto* verb = find_verb(words[0]);
  if (verb == nullptr) return report(unknown_verb(words[0]));
  const auto arguments = parse_arguments(*verb, {words.begin() + 1, words.end()});
  if (!arguments) return report(arguments.error());
  const bool colorless = std::getenv("NO_COLOR") != nullptr && *std::getenv("NO_COLOR") != '\0';
  base::SystemClock clock;
  TerminalProgress progress(isatty(STDERR_FILENO) != 0 && !arguments->has("quiet"));
  Invocation invocation{.arguments = *arguments,
                        .program = program,
                        .binary_path = path_of_binary(),
                        .command_line = base::join(words, " "),
                        .clock = clock,
                        .progress = progress,
                        .color = !colorless && isatty(STDOUT_FILENO) != 0 && !arguments->has("out")};
  auto outcome = verb->run(invocation);
  progress.clear();
  if (!outcome) return report(outcome.error());
  return *outcome;
}

}  // namespace

base::Status emit(const Invocation& invocation, const std::string& output) {
  const auto path = invocation.arguments.text("out");
  if (!path.empty()) return base::write_file(path, output);
  if (std::fwrite(output.data(), 1, output.size(), stdout) != output.size() || std::fflush(stdout) != 0) {
    return base::fail(base::ErrorKind::io, "standard output cannot be written");
  }
  return {};
}

}  // namespace accelprep::cli

int main(int argc, char** argv) {
  accelprep::cli::catch_interrupts();
  return accelprep::cli::run({argv + 1, argv + argc}, argv[0]);
}
