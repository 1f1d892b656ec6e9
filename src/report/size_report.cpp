#include "report/size_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/format.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;

Json count_or_null(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(nullptr); }

std::string streams_text(const std::optional<std::int64_t>& streams, const std::optional<double>& context) {
  if (!streams) return "not known: no request log with token counts (--requests)";
  return fmt::format("{} streams of {} tokens", format_count(*streams), significant(*context, 4));
}

}  // namespace

std::string size_json(const SizeView& view) {
  const auto& p = view.plan;
  auto json = begin_json(view.envelope);
  json["accelerator"] = view.accelerator;
  json["memory"] = {{"weights_bytes_per_gpu", p.weights_bytes},
                    {"kv_bytes_per_token", p.kv_bytes_per_token},
                    {"state_bytes_per_sequence", 0},
                    {"activation_peak_bytes", p.activation_bytes},
                    {"runtime_overhead_bytes", p.overhead_bytes},
                    {"kv_capacity_tokens", p.kv_capacity_tokens},
                    {"streams_at",
                     {{"p50_context", count_or_null(p.streams_at_p50)},
                      {"p99_context", count_or_null(p.streams_at_p99)},
                      {"max_context", p.streams_at_max}}},
                    {"max_context_tokens", p.max_context_tokens},
                    {"parameters", p.parameters},
                    {"fits", p.fits}};
  json["batch"] = nullptr;
  json["fleet"] = nullptr;
  json["basis"] = "simulated";
  json["calibration"] = {{"source", "activation peak fitted on 24 published start-up logs of vLLM, median error 0.06 GiB there"},
                         {"error", nullptr}};
  Envelope envelope = view.envelope;
  envelope.missing.push_back({"batch", "batching under an SLA is not simulated by this version"});
  envelope.missing.push_back({"fleet", "follows from batch"});
  envelope.missing.push_back({"calibration.error", "no measurement of this model on this card was given"});
  if (!p.streams_at_p50) envelope.missing.push_back({"memory.streams_at.p50_context", "no request log with token counts"});
  if (!p.streams_at_p99) envelope.missing.push_back({"memory.streams_at.p99_context", "no request log with token counts"});
  return finish_json(std::move(json), envelope);
}

std::string size_text(const SizeView& view) {
  const auto& p = view.plan;
  const auto& in = view.input;
  std::string out = p.fits ? fmt::format("Fits: {} tokens of KV cache beside the weights on each {}.\n\n",
                                         format_count(p.kv_capacity_tokens), view.accelerator)
                           : fmt::format("Does not fit: one sequence of {} tokens finds no room on {}.\n\n",
                                         format_count(p.max_context_tokens), view.accelerator);
  TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::left});
  table.add({"card", format_bytes(in.card_bytes), fmt::format("that the driver shows; {:.0f} % of it is used", 100 * in.memory_fraction)});
  table.add({"weights", format_bytes(p.weights_bytes),
             fmt::format("{} parameters as {}, tensor parallel {}", significant(p.parameters, 3), in.dtype, in.tensor_parallel)});
  table.add({"activations", format_bytes(p.activation_bytes), "peak, as the engine reserves it"});
  table.add({"overhead", format_bytes(p.overhead_bytes), "context, libraries, graphs"});
  table.add({"KV cache", format_bytes(p.kv_bytes), fmt::format("{} a token", format_bytes(p.kv_bytes_per_token))});
  out += table.text();
  out += fmt::format("\n  p50 context: {}\n  p99 context: {}\n  longest context: {} streams of {} tokens\n",
                     streams_text(p.streams_at_p50, in.p50_context_tokens), streams_text(p.streams_at_p99, in.p99_context_tokens),
                     format_count(p.streams_at_max), format_count(p.max_context_tokens));
  return out + "\n  Basis: simulated, by arithmetic on the configuration; an engine's own start-up log decides.\n";
}

}  // namespace accelprep::report
