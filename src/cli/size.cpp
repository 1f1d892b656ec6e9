#include "base/file.h"
#include "base/text.h"
#include "capacity/memory.h"
#include "cli/session.h"
#include "cli/traffic_source.h"
#include "cli/verbs.h"
#include "intake/model/hf_config.h"
#include "report/size_report.h"
#include "statistics/quantiles.h"

namespace accelprep::cli {
namespace {

using base::ErrorKind;
using base::fail;

base::Result<std::optional<std::int64_t>> whole(const Arguments& arguments, std::string_view flag) {
  if (!arguments.has(flag)) return std::nullopt;
  const auto value = base::parse_integer(arguments.text(flag));
  if (!value || *value < 1) return fail(ErrorKind::invalid_input, "--" + std::string(flag) + ": expected a whole number of 1 or more");
  return value;
}

base::Status take_lengths(Invocation& invocation, capacity::MemoryInput& input, std::vector<evidence::Source>& sources) {
  const auto patterns = invocation.arguments.texts("requests");
  if (patterns.empty()) return {};
  TRY_ASSIGN(const auto files, base::expand_globs(patterns, ""));
  intake::RequestLogOptions options;
  if (invocation.arguments.has("map")) {
    TRY_ASSIGN(options.map, intake::parse_column_map(invocation.arguments.text("map")));
  }
  TRY_ASSIGN(const auto log, read_requests(files, options, invocation.progress));
  for (const auto& file : log.files) {
    TRY_ASSIGN(auto source, source_of(file, "request log: " + log.format));
    sources.push_back(std::move(source));
  }
  input.p50_context_tokens = statistics::quantile(log.summary.context_tokens, 0.5);
  input.p99_context_tokens = statistics::quantile(log.summary.context_tokens, 0.99);
  return {};
}

base::Result<capacity::MemoryInput> input_of(const Arguments& arguments, const catalog::Accelerator& card, const std::string& model_path) {
  capacity::MemoryInput input;
  TRY_ASSIGN(input.model, intake::read_hf_config(model_path));
  input.card_bytes = card.memory_visible_bytes.value_or(card.memory_bytes);
  if (input.card_bytes <= 0) return fail(ErrorKind::not_found, "the catalog knows no memory size of " + card.id);
  input.card_is_large = input.card_bytes >= 70.0 * 1024 * 1024 * 1024 && card.family != "a100";
  TRY_ASSIGN(const auto parallel, whole(arguments, "tensor-parallel"));
  input.tensor_parallel = parallel.value_or(1);
  input.dtype = arguments.text("dtype", input.model.dtype.empty() ? "bf16" : input.model.dtype);
  input.kv_dtype = arguments.text("kv-dtype");
  TRY_ASSIGN(input.max_model_len, whole(arguments, "max-model-len"));
  TRY_ASSIGN(const auto fraction, arguments.number("memory-fraction"));
  input.memory_fraction = fraction.value_or(0.9);
  if (input.memory_fraction <= 0 || input.memory_fraction > 1)
    return fail(ErrorKind::invalid_input, "--memory-fraction: expected a fraction above 0, up to 1");
  return input;
}

base::Result<int> run(Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  const auto model_path = arguments.text("model");
  if (model_path.empty() || !arguments.has("accelerator")) {
    return fail(ErrorKind::invalid_input, "size needs --model=config.json and --accelerator=ID; accelprep help size lists what it takes");
  }
  TRY_ASSIGN(const auto catalog, load_catalog(invocation));
  TRY_ASSIGN(const auto* card, catalog.accelerator(arguments.text("accelerator")));
  TRY_ASSIGN(auto input, input_of(arguments, *card, model_path));
  evidence::Dossier dossier{.context = context_of(invocation, "size")};
  TRY_ASSIGN(auto model_source, source_of(model_path, "model configuration", 1));
  dossier.sources.push_back(std::move(model_source));
  TRY(take_lengths(invocation, input, dossier.sources));
  TRY_ASSIGN(const auto plan, capacity::plan_memory(input));
  evidence::Origin origin{.subject = {.accelerator = card->id, .count = input.tensor_parallel},
                          .basis = records::Basis::simulated,
                          .taken_at_ns = dossier.context.started_ns};
  for (const auto& source : dossier.sources) origin.sources.push_back(source.path);
  dossier.measurements = capacity::memory_measurements(plan, origin);
  dossier.tables.push_back(capacity::memory_table(plan, input));
  TRY(keep(invocation, dossier));
  const report::SizeView view{
      .envelope = {.context = dossier.context, .sources = dossier.sources}, .plan = plan, .input = input, .accelerator = card->id};
  TRY(emit(invocation, invocation.json() ? report::size_json(view) : report::size_text(view)));
  return kDone;
}

}  // namespace

Verb size_verb() {
  return {
      .name = "size",
      .arguments = "",
      .summary = "how much of a card does the model take, and how many streams fit beside it?",
      .description =
          "Plans the memory of a dense transformer on one card: weights, KV cache, activations, overhead, and the streams that fit at the\n"
          "median, 99th percentile and longest context.",
      .examples =
          "$ size --model=examples/llama-cpu/config.json --accelerator=l4\n"
          "$ size --model=config.json --accelerator=h100-sxm --tensor-parallel=2 --requests='logs/*.csv.gz'",
      .min_positional = 0,
      .max_positional = 0,
      .flags = {{"model", "FILE", "a Hugging Face config.json"},
                {"accelerator", "ID", "catalog id or a name as nvidia-smi prints it"},
                {"tensor-parallel", "N", "cards that share the model", "1"},
                {"dtype", "TYPE", "of weights: bf16, fp16, fp32, fp8, int8", "the configuration's"},
                {"kv-dtype", "TYPE", "of the KV cache", "dtype"},
                {"max-model-len", "N", "longest context", "the configuration's"},
                {"memory-fraction", "F", "share of the card that the engine may use", "0.9"},
                {"requests", "FILES", "request log for the contexts in use", "", true},
                {"map", "ROLE=COLUMN,...", "which column of the log means what"}},
      .run = run};
}

}  // namespace accelprep::cli
