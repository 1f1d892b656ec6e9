#include "intake/traffic/traffic_toml.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "base/time.h"
#include "base/toml.h"

namespace accelprep::intake {
namespace {

using base::Result;
using base::TomlReader;
using base::TomlValue;
using records::LengthCell;
using records::TrafficModel;

constexpr std::size_t kMostLevels = 1'000'000;
constexpr std::size_t kWeekHours = 168;
constexpr std::string_view kSchema = "accelprep.traffic/1";

std::optional<double> number_of(const TomlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value.value); number != nullptr && std::isfinite(*number)) return *number;
  return std::nullopt;
}

// An array of numbers of at least 0.
std::vector<double> numbers(TomlReader& reader, std::string_view key) {
  std::vector<double> out;
  const auto* found = reader.any(key);
  if (found == nullptr) return out;
  const auto* array = std::get_if<base::TomlArray>(&found->value);
  if (array == nullptr) {
    reader.complain(key, "expected an array of numbers");
    return out;
  }
  for (const auto& item : *array) {
    const auto number = number_of(item);
    if (!number || *number < 0) {
      reader.complain(key, "expected numbers of at least 0");
      return {};
    }
    out.push_back(*number);
  }
  return out;
}

// Rows of five numbers.
std::vector<LengthCell> cells(TomlReader& reader) {
  const auto* found = reader.any("lengths");
  if (found == nullptr) return {};
  std::vector<LengthCell> out;
  const auto* rows = std::get_if<base::TomlArray>(&found->value);
  if (rows == nullptr) {
    reader.complain("lengths", "expected rows of [input class, output class, count, input tokens, output tokens]");
    return out;
  }
  for (const auto& row : *rows) {
    const auto* values = std::get_if<base::TomlArray>(&row.value);
    std::vector<double> read;
    if (values != nullptr) {
      for (const auto& value : *values) read.push_back(number_of(value).value_or(-1));
    }
    const bool fits = read.size() == 5 && read[0] >= 0 && read[0] < 128 && read[1] >= 0 && read[1] < 128 && read[2] >= 1 &&
                      read[2] < 1e15 && read[3] >= 0 && read[4] >= 0;
    if (!fits) {
      reader.complain("lengths", "expected rows of [input class, output class, count, input tokens, output tokens]");
      return {};
    }
    out.push_back({.input_class = static_cast<std::int64_t>(read[0]),
                   .output_class = static_cast<std::int64_t>(read[1]),
                   .count = static_cast<std::int64_t>(read[2]),
                   .input_sum = read[3],
                   .output_sum = read[4]});
  }
  return out;
}

std::string number_text(double value) { return fmt::format("{:.10g}", value); }

// Twelve to a line.
template <class Values>
std::string array_text(const Values& values, std::string_view form) {
  std::string out = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += i % 12 == 0 ? "\n  " : " ";
    out += fmt::format(fmt::runtime(form), values[i]) + ",";
  }
  return out + "\n]\n";
}

std::string lengths_text(const std::vector<LengthCell>& lengths) {
  std::string out =
      "\n# [input class, output class, requests, input tokens, output tokens]; class k holds 2^((k-1)/4) to below 2^(k/4) tokens.\nlengths "
      "= [\n";
  for (const auto& cell : lengths) {
    out +=
        fmt::format("  [{}, {}, {}, {:.0f}, {:.0f}],\n", cell.input_class, cell.output_class, cell.count, cell.input_sum, cell.output_sum);
  }
  return out + "]\n";
}

// What TOML wants behind all plain keys.
std::string tables_text(const TrafficModel& model) {
  std::string out;
  if (model.prefix) {
    out += fmt::format(
        "\n[prefix]           # [blocks of a cache, share of the prompts' blocks that it holds]\nblock_tokens = {}\nby_session = "
        "{}\ncaches = [\n",
        model.prefix->block_tokens, model.prefix->by_session);
    for (const auto& [blocks, share] : model.prefix->caches) out += fmt::format("  [{}, {}],\n", number_text(blocks), number_text(share));
    out += "]\n";
  }
  if (model.sessions) {
    out += fmt::format(
        "\n[sessions]         # turns of one, and seconds before each but the first: least, every twentieth, largest\nper_request = "
        "{}\nturns = {}think_s = {}",
        number_text(model.sessions->per_request), array_text(model.sessions->turns, "{:.10g}"),
        array_text(model.sessions->think_s, "{:.10g}"));
  }
  return out;
}

std::optional<TrafficModel::Prefix> prefix_of(TomlReader& above) {
  const auto* table = above.table("prefix");
  if (table == nullptr) return std::nullopt;
  TomlReader reader(*table, above.path(), "[prefix]");
  TrafficModel::Prefix out{
      .block_tokens = reader.integer("block_tokens").value_or(0), .by_session = reader.boolean("by_session").value_or(false), .caches = {}};
  const auto* found = reader.any("caches");
  const auto* rows = found != nullptr ? std::get_if<base::TomlArray>(&found->value) : nullptr;
  for (std::size_t i = 0; rows != nullptr && i < rows->size(); ++i) {
    const auto* row = std::get_if<base::TomlArray>(&(*rows)[i].value);
    const auto blocks = row != nullptr && row->size() == 2 ? number_of((*row)[0]) : std::nullopt;
    const auto share = blocks ? number_of((*row)[1]) : std::nullopt;
    if (!share || *blocks < 0 || *share < 0 || *share > 1) {
      reader.complain("caches", "expected rows of [blocks, share of 0 to 1]");
      break;
    }
    out.caches.push_back({*blocks, *share});
  }
  if (auto done = reader.finish(); !done) above.keep(done.error());
  return out;
}

std::optional<TrafficModel::Sessions> sessions_of(TomlReader& above) {
  const auto* table = above.table("sessions");
  if (table == nullptr) return std::nullopt;
  TomlReader reader(*table, above.path(), "[sessions]");
  TrafficModel::Sessions out{
      .per_request = reader.require_number("per_request"), .turns = numbers(reader, "turns"), .think_s = numbers(reader, "think_s")};
  if (out.per_request < 0 || out.per_request > 1) reader.complain("per_request", "expected 0 to 1");
  if (auto done = reader.finish(); !done) above.keep(done.error());
  return out;
}

void check(TomlReader& reader, const TrafficModel& model) {
  if (!(model.rate_per_s > 0)) reader.complain("rate_per_s", "expected a rate above 0");
  if (model.step_s < 1 || model.step_s > 21600) reader.complain("step_s", "expected 1 to 21600 seconds");
  if (model.levels.empty() || model.levels.size() > kMostLevels)
    reader.complain("levels", fmt::format("expected 1 to {} levels", kMostLevels));
  if (!model.hour_of_week.empty() && model.hour_of_week.size() != kWeekHours) reader.complain("hour_of_week", "expected 168 hours");
  if (model.gap_cv < 0 || model.batch_s < 0) reader.complain("gap_cv", "expected 0 or more");
}

}  // namespace

std::string traffic_toml(const TrafficModel& model, std::string_view fit) {
  std::string out = fmt::format("# Traffic of {}, fitted by accelprep profile.\n# {}\nschema = \"{}\"\nlog = \"{}\"\n", model.log, fit,
                                kSchema, base::replaced(base::replaced(model.log, "\\", "\\\\"), "\"", "\\\""));
  out += fmt::format("rate_per_s = {}      # mean over the log\nspan_s = {}\n", number_text(model.rate_per_s), number_text(model.span_s));
  if (model.has_calendar) out += fmt::format("starts_at = {}\n", base::format_time(model.starts_at_ns));
  out += fmt::format("seed = {}            # whose draw is most like the log\n", model.seed);
  out += fmt::format("gap_cv = {}          # of the gaps within a step: 1 Poisson, 0 paced\n", number_text(model.gap_cv));
  if (model.batch_s > 0) out += fmt::format("batch_s = {}         # stamps are multiples of it\n", number_text(model.batch_s));
  out += fmt::format(
      "\n# The rate of each step over the mean, in the log's order, without what chance adds to counts.\nstep_s = {}\nlevels = {}",
      model.step_s, array_text(model.levels, "{:.4g}"));
  if (!model.hour_of_week.empty()) {
    out += "\n# Mean of each hour of the week over the overall mean, Monday 00:00 first.\nhour_of_week = " +
           array_text(model.hour_of_week, "{:.4g}");
  }
  if (!model.lengths.empty()) out += lengths_text(model.lengths);
  return out + tables_text(model);
}

Result<TrafficModel> parse_traffic_toml(std::string_view text, const std::string& path) {
  TRY_ASSIGN(const auto table, base::parse_toml(text, path));
  TomlReader reader(table, path);
  TrafficModel model;
  if (const auto schema = reader.require_text("schema"); !schema.empty() && schema != kSchema) {
    reader.complain("schema", fmt::format("expected \"{}\"", kSchema));
  }
  model.log = reader.text("log").value_or("");
  model.rate_per_s = reader.require_number("rate_per_s");
  model.span_s = reader.number("span_s").value_or(0);
  model.gap_cv = reader.number("gap_cv").value_or(1);
  model.batch_s = reader.number("batch_s").value_or(0);
  model.step_s = reader.integer("step_s").value_or(0);
  model.seed = static_cast<std::uint64_t>(std::max<std::int64_t>(reader.integer("seed").value_or(1), 0));
  if (const auto start = reader.date("starts_at")) {
    const auto at = base::parse_time(*start);
    if (!at) reader.complain("starts_at", "expected a time such as 2026-11-02T00:00:00Z");
    if (at) model.starts_at_ns = at->ns, model.has_calendar = true;
  }
  model.levels = numbers(reader, "levels");
  model.hour_of_week = numbers(reader, "hour_of_week");
  model.lengths = cells(reader);
  model.prefix = prefix_of(reader);
  model.sessions = sessions_of(reader);
  check(reader, model);
  TRY(reader.finish());
  if (model.span_s <= 0) model.span_s = static_cast<double>(model.step_s) * static_cast<double>(model.levels.size());
  return model;
}

Result<TrafficModel> read_traffic_toml(const std::string& path) {
  TRY_ASSIGN(const auto text, base::read_file(path));
  return parse_traffic_toml(text, path);
}

}  // namespace accelprep::intake
