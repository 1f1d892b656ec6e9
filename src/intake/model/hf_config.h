// A Hugging Face config.json of a dense, decoder-only transformer with multi-head or grouped-query attention and a gated
// feed-forward network. What is not that (mixtures of experts, latent attention, sliding windows, state-space layers, quantised
// weights) is refused with the key that tells, because a dense formula would be wrong by factors.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "records/model_shape.h"

namespace accelprep::intake {

base::Result<records::ModelShape> parse_hf_config(std::string_view json, const std::string& path);
base::Result<records::ModelShape> read_hf_config(const std::string& path);

}  // namespace accelprep::intake
