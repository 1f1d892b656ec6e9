#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "cli/verb.h"

namespace accelprep::cli {
namespace {

using base::ErrorKind;
using base::fail;

std::vector<std::string> flag_names(const Verb& verb) {
  std::vector<std::string> names{"--help"};
  for (const auto& flag : verb.flags) names.push_back(fmt::format("--{}", flag.name));
  for (const auto& flag : common_flags()) names.push_back(fmt::format("--{}", flag.name));
  return names;
}

std::string see_help(const Verb& verb) { return fmt::format("; accelprep help {} lists what it takes", verb.name); }

// The values of each flag, filled by CLI11.
using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

void add_flag(CLI::App& app, const Flag& flag, Values& values) {
  const auto name = fmt::format("--{}", flag.name);
  if (flag.value.empty()) {
    app.add_flag(name);
  } else {
    app.add_option(name, values[std::string(flag.name)])
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
}

base::Status check_repeats(const CLI::App& app, const Flag& flag, const Verb& verb) {
  const auto count = app.get_option(fmt::format("--{}", flag.name))->count();
  if (count > 1 && !flag.repeatable) {
    return fail(ErrorKind::invalid_input, fmt::format("--{} is given {} times; once is all it takes{}", flag.name, count, see_help(verb)));
  }
  return {};
}

std::unexpected<base::Error> unexpected_word(const Verb& verb, const std::string& word) {
  if (!word.starts_with('-')) {
    return fail(ErrorKind::invalid_input, fmt::format("\"{}\" is one argument too many for {}{}", word, verb.name, see_help(verb)));
  }
  const auto name = word.substr(0, word.find('='));
  return fail(ErrorKind::invalid_input,
              fmt::format("{} does not know {}{}{}", verb.name, name, base::did_you_mean(name, flag_names(verb)), see_help(verb)));
}

}  // namespace

std::string Arguments::text(std::string_view flag, std::string_view otherwise) const {
  const auto found = flags.find(flag);
  return found == flags.end() || found->second.empty() ? std::string(otherwise) : found->second.back();
}

std::vector<std::string> Arguments::texts(std::string_view flag) const {
  const auto found = flags.find(flag);
  return found == flags.end() ? std::vector<std::string>{} : found->second;
}

base::Result<std::optional<double>> Arguments::number(std::string_view flag) const {
  if (!has(flag)) return std::nullopt;
  const auto value = base::parse_number(text(flag));
  if (!value) return fail(ErrorKind::invalid_input, fmt::format("--{}={}: expected a number", flag, text(flag)));
  return value;
}

base::Result<Arguments> parse_arguments(const Verb& verb, const std::vector<std::string>& words) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  Arguments out;
  Values values;
  std::vector<Flag> flags = verb.flags;
  flags.insert(flags.end(), common_flags().begin(), common_flags().end());
  for (const auto& flag : flags) add_flag(app, flag, values);
  app.add_option("positional", out.positional);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Error& error) {
    return fail(ErrorKind::invalid_input, fmt::format("{}{}", error.what(), see_help(verb)));
  }
  for (const auto& word : app.remaining()) return unexpected_word(verb, word);
  for (const auto& flag : flags) {
    TRY(check_repeats(app, flag, verb));
    if (app.get_option(fmt::format("--{}", flag.name))->count() > 0) {
      out.flags[std::string(flag.name)] = flag.value.empty() ? std::vector<std::string>{""} : values[std::string(flag.name)];
    }
  }
  if (out.positional.size() < verb.min_positional) {
    return fail(ErrorKind::invalid_input, fmt::format("{} needs {}{}", verb.name, verb.arguments, see_help(verb)));
  }
  if (out.positional.size() > verb.max_positional) return unexpected_word(verb, out.positional[verb.max_positional]);
  if (const auto format = out.text("format", "text"); format != "text" && format != "json") {
    return fail(ErrorKind::invalid_input, fmt::format("--format={}: expected text or json", format));
  }
  return out;
}

}  // namespace accelprep::cli
