#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "cli/verb.h"

namespace accelprep::cli {
namespace {

std::string written(const Flag& flag) {
  return flag.value.empty() ? fmt::format("--{}", flag.name) : fmt::format("--{}={}", flag.name, flag.value);
}

std::string flag_lines(const std::vector<Flag>& flags) {
  std::string out;
  for (const auto& flag : flags) {
    const auto otherwise = flag.default_text.empty() ? "" : fmt::format(" (default {})", flag.default_text);
    out += fmt::format("  {:<28} {}{}\n", written(flag), flag.description, otherwise);
  }
  return out;
}

}  // namespace

const std::vector<Flag>& common_flags() {
  static const std::vector<Flag> kFlags{
      {"format", "text|json", "how to print the result", "text"},
      {"out", "FILE", "write the result there instead of to the terminal"},
      {"ledger", "FILE", "append the measurements to this ledger"},
      {"catalog", "DIR", "take the facts from there", "the built-in catalog"},
      {"seed", "N", "of every random draw (bootstrap, sampling)", "1"},
      {"quiet", "", "no progress, no notes; errors only"},
      {"keep-names", "", "keep host names and addresses as they are instead of hashed"},
  };
  return kFlags;
}

std::string help_of(const Verb& verb, std::string_view program) {
  std::string out = fmt::format("{} {}: {}\n\nUsage: {} {} {} [--flags]\n\n{}\n", program, verb.name, verb.summary, program, verb.name,
                                verb.arguments, verb.description);
  if (!verb.flags.empty()) out += "\nFlags:\n" + flag_lines(verb.flags);
  out += "\nCommon flags:\n" + flag_lines(common_flags());
  out += "\nExamples:\n";
  for (const auto line : base::lines_of(verb.examples)) out += fmt::format("  {}\n", base::replaced(line, "$", program));
  return out;
}

std::string overview(std::string_view program) {
  std::string out =
      fmt::format("{}: evidence before you buy AI accelerators\n\nUsage: {} VERB [ARGUMENTS] [--flags]\n\n", program, program);
  for (const auto& verb : verbs()) out += fmt::format("  {:<12} {}\n", verb.name, verb.summary);
  out += fmt::format(
      "  {:<12} what a verb takes, with examples\n  {:<12} for bash, zsh or fish\n\n"
      "Start with: {} init DIR   on a folder with your logs, then {} audit DIR\n",
      "help VERB", "completion", program, program);
  return out;
}

std::string completion_for(std::string_view shell) {
  std::string names;
  for (const auto& verb : verbs()) names += fmt::format("{} ", verb.name);
  names += "help completion";
  std::string cases;
  std::string fish;
  for (const auto& verb : verbs()) {
    std::string flags;
    for (const auto* table : {&verb.flags, &common_flags()}) {
      for (const auto& flag : *table) {
        flags += fmt::format("--{}{} ", flag.name, flag.value.empty() ? "" : "=");
        fish += fmt::format("complete -c accelprep -n '__fish_seen_subcommand_from {}' -l {} -d '{}'\n", verb.name, flag.name,
                            base::replaced(flag.description, "'", ""));
      }
    }
    cases += fmt::format("    {}) flags='{}' ;;\n", verb.name, flags);
    fish += fmt::format("complete -c accelprep -n __fish_use_subcommand -a {} -d '{}'\n", verb.name, base::replaced(verb.summary, "'", ""));
  }
  auto bash = fmt::format(
      "_accelprep() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}} flags=''\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then COMPREPLY=($(compgen -W '{}' -- \"$word\")); return; fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  case $word in -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")); compopt -o nospace ;; *) COMPREPLY=($(compgen -f -- "
      "\"$word\")) ;; esac\n"
      "}}\ncomplete -o filenames -F _accelprep accelprep\n",
      names, cases);
  if (shell == "bash") return bash;
  if (shell == "zsh") return "autoload -U +X bashcompinit && bashcompinit\n" + bash;
  if (shell == "fish") return "complete -c accelprep -f\n" + fish;
  return "";
}

}  // namespace accelprep::cli
