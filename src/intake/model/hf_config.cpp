#include "intake/model/hf_config.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;
using Json = nlohmann::json;

const std::vector<std::string>& dense_types() {
  static const std::vector<std::string> kTypes{"llama", "mistral", "qwen2", "qwen3",     "phi3",   "granite",
                                               "olmo2", "smollm3", "gemma", "internlm2", "exaone4"};
  return kTypes;
}

// A key whose presence (and value) makes a model something else than dense attention throughout.
struct Disqualifier {
  const char* key;
  const char* what;
};
constexpr std::array<Disqualifier, 10> kDisqualifiers{{
    {"num_local_experts", "a mixture of experts"},
    {"num_experts", "a mixture of experts"},
    {"n_routed_experts", "a mixture of experts"},
    {"kv_lora_rank", "multi-head latent attention"},
    {"layer_types", "layers of several kinds"},
    {"linear_num_key_heads", "linear attention"},
    {"mamba_d_state", "state-space layers"},
    {"ssm_state_size", "state-space layers"},
    {"encoder_layers", "an encoder"},
    {"quantization_config", "quantised weights"},
}};

bool is_set(const Json& config, const char* key) {
  const auto found = config.find(key);
  if (found == config.end() || found->is_null()) return false;
  if (found->is_number()) return found->get<double>() > 0;
  if (found->is_array()) {  // layer_types: all full attention is dense after all
    return std::any_of(found->begin(), found->end(), [](const Json& one) { return one != "full_attention"; });
  }
  return true;
}

// A sliding window that is in use; Qwen2 states one and switches it off.
bool uses_sliding_window(const Json& config) { return is_set(config, "sliding_window") && config.value("use_sliding_window", true); }

base::Status check_dense(const Json& config, const std::string& path) {
  const auto type = config.value("model_type", "");
  for (const auto& [key, what] : kDisqualifiers) {
    if (is_set(config, key)) {
      return fail(ErrorKind::unsupported, fmt::format("model_type \"{}\" has {} ({}); only dense transformers are sized", type, what, key),
                  path);
    }
  }
  if (uses_sliding_window(config)) {
    return fail(ErrorKind::unsupported, fmt::format("model_type \"{}\" has a sliding window; only full attention is sized", type), path);
  }
  if (std::find(dense_types().begin(), dense_types().end(), type) == dense_types().end()) {
    return fail(
        ErrorKind::unsupported,
        fmt::format("model_type \"{}\" is not known to be a dense gated transformer; known: {}", type, base::join(dense_types(), ", ")),
        path);
  }
  return {};
}

std::string dtype_of(const Json& config) {
  const auto name = config.value("torch_dtype", config.value("dtype", ""));
  if (name == "bfloat16") return "bf16";
  if (name == "float16") return "fp16";
  return name == "float32" ? "fp32" : "";
}

// Reads whole numbers and keeps the first that is missing or absurd.
class Numbers {
 public:
  Numbers(const Json& config, std::string path) : config_(config), path_(std::move(path)) {}
  std::int64_t require(const char* key) {
    const auto found = config_.find(key);
    if (found == config_.end() || !found->is_number_integer()) return complain(key, "is missing; expected a whole number");
    const auto value = found->get<std::int64_t>();
    return value > 0 && value < std::int64_t{1} << 32 ? value : complain(key, "is out of range");
  }
  std::int64_t optional(const char* key, std::int64_t otherwise) {
    const auto found = config_.find(key);
    return found == config_.end() || found->is_null() ? otherwise : require(key);
  }
  [[nodiscard]] const base::Status& status() const { return status_; }

 private:
  std::int64_t complain(const char* key, const char* what) {
    if (status_) status_ = fail(ErrorKind::invalid_input, fmt::format("{} {}", key, what), path_);
    return 1;
  }
  const Json& config_;
  std::string path_;
  base::Status status_;
};

Result<records::ModelShape> shape_of(const Json& config, const std::string& path) {
  TRY(check_dense(config, path));
  Numbers numbers(config, path);
  records::ModelShape shape{.model_type = config.value("model_type", ""),
                            .layers = numbers.require("num_hidden_layers"),
                            .hidden = numbers.require("hidden_size"),
                            .intermediate = numbers.require("intermediate_size"),
                            .heads = numbers.require("num_attention_heads"),
                            .vocabulary = numbers.require("vocab_size"),
                            .max_position = numbers.require("max_position_embeddings"),
                            .tied_embeddings = config.value("tie_word_embeddings", false),
                            .attention_bias = config.value("attention_bias", config.value("model_type", "") == "qwen2"),
                            .dtype = dtype_of(config)};
  shape.kv_heads = numbers.optional("num_key_value_heads", shape.heads);
  shape.head_dim = numbers.optional("head_dim", std::max<std::int64_t>(1, shape.hidden / shape.heads));
  TRY(numbers.status());
  if (shape.kv_heads > shape.heads || shape.heads % shape.kv_heads != 0) {
    return fail(ErrorKind::invalid_input, "num_key_value_heads must divide num_attention_heads", path);
  }
  return shape;
}

}  // namespace

Result<records::ModelShape> parse_hf_config(std::string_view json, const std::string& path) {
  try {
    const auto config = Json::parse(json);
    if (!config.is_object()) return fail(ErrorKind::invalid_input, "is no model configuration; expected a JSON object", path);
    const auto nested = config.find("text_config");  // multimodal models keep the decoder there
    return shape_of(nested != config.end() && nested->is_object() ? *nested : config, path);
  } catch (const Json::exception& error) {
    return fail(ErrorKind::invalid_input, fmt::format("is no readable model configuration: {}", error.what()), path);
  }
}

Result<records::ModelShape> read_hf_config(const std::string& path) {
  TRY_ASSIGN(const auto text, base::read_file(path, std::uint64_t{16} << 20U));
  return parse_hf_config(text, path);
}

}  // namespace accelprep::intake
