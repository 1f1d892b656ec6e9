#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/catalog_report.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// Numbers that may be missing; what is gets one line in "missing" with the rows it is missing in.
class Numbers {
 public:
  explicit Numbers(std::string list) : list_(std::move(list)) {}
  Json operator()(const std::string& row, const std::string& key, const std::optional<double>& value) {
    if (!value) rows_[key].push_back(row);
    return number_or_null(value);
  }
  Json positive(const std::string& row, const std::string& key, double value) {  // the catalog's 0 is "not known"
    return (*this)(row, key, value > 0 ? std::optional(value) : std::nullopt);
  }
  Json whole(const std::string& row, const std::string& key, const std::optional<std::int64_t>& value) {
    if (!value) rows_[key].push_back(row);
    return value ? Json(*value) : Json(nullptr);
  }
  [[nodiscard]] std::vector<MissingItem> missing() const {
    std::vector<MissingItem> out;
    for (const auto& [key, rows] : rows_) {
      out.push_back({list_ + "[]." + key, "the catalog has no figure for " + base::join(rows, ", ")});
    }
    return out;
  }

 private:
  std::string list_;
  std::map<std::string, std::vector<std::string>> rows_;
};

void add_citation(Json& json, const catalog::Citation& citation) {
  json["source"] = citation.source;
  json["as_of"] = citation.as_of;
}

Json accelerator_json(const catalog::Accelerator& one, Numbers& numbers) {
  Json rates = Json::object();
  for (const auto& [dtype, flops] : one.flops) rates[dtype] = flops;
  Json out = {{"id", one.id},
              {"name", one.name},
              {"aliases", one.aliases},
              {"vendor", one.vendor},
              {"family", one.family},
              {"arch", text_or_null(one.arch)},
              {"compute_capability", text_or_null(one.compute_capability)},
              {"gfx", text_or_null(one.gfx)},
              {"form_factor", text_or_null(one.form_factor)},
              {"data_center", one.data_center ? Json(*one.data_center) : Json(nullptr)},
              {"devices_per_package", one.devices_per_package},
              {"memory_bytes", numbers.positive(one.id, "memory_bytes", one.memory_bytes)},
              {"memory_visible_bytes", numbers(one.id, "memory_visible_bytes", one.memory_visible_bytes)},
              {"memory_bandwidth_bytes_per_s", numbers.positive(one.id, "memory_bandwidth_bytes_per_s", one.memory_bandwidth_bytes_per_s)},
              {"dense_flop_per_s", std::move(rates)},
              {"tdp_w", numbers(one.id, "tdp_w", one.tdp_w)},
              {"interconnect", text_or_null(one.interconnect)},
              {"interconnect_bytes_per_s", numbers.positive(one.id, "interconnect_bytes_per_s", one.interconnect_bytes_per_s)},
              {"scale_up_world", one.scale_up_world},
              {"pcie_generation", numbers.whole(one.id, "pcie_generation", one.pcie_generation)},
              {"max_operating_c", numbers(one.id, "max_operating_c", one.max_operating_c)},
              {"slowdown_c", numbers(one.id, "slowdown_c", one.slowdown_c)},
              {"memory_max_c", numbers(one.id, "memory_max_c", one.memory_max_c)},
              {"unverified", one.unverified},
              {"note", text_or_null(one.note)}};
  add_citation(out, one.citation);
  return out;
}

Json cuda_json(const catalog::CudaRelease& row) {
  Json out = {{"version", row.version},
              {"driver_shipped", text_or_null(row.driver_shipped)},
              {"driver_floor", row.driver_floor},
              {"minor_version_compatible", row.minor_version_compatible},
              {"note", text_or_null(row.note)}};
  add_citation(out, row.citation);
  return out;
}

Json architecture_json(const catalog::ArchRow& row) {
  Json out = {{"compute_capability", row.compute_capability}, {"architecture", row.architecture},
              {"first_toolkit", row.first_toolkit},           {"last_toolkit", text_or_null(row.last_toolkit)},
              {"min_driver", text_or_null(row.min_driver)},   {"note", text_or_null(row.note)}};
  add_citation(out, row.citation);
  return out;
}

Json build_json(const catalog::FrameworkBuild& row) {
  Json out = {{"framework", row.framework},
              {"release", row.release},
              {"platform", row.platform},
              {"cuda", text_or_null(row.cuda)},
              {"cpu_build", row.cuda.empty()},
              {"is_default", row.is_default},
              {"torch", text_or_null(row.torch)},
              {"cudnn", text_or_null(row.cudnn)},
              {"sass", row.sass.empty() && !row.cuda.empty() ? Json(nullptr) : Json(row.sass)},
              {"ptx", row.sass.empty() && !row.cuda.empty() ? Json(nullptr) : Json(row.ptx)},
              {"certainty", row.certainty}};
  add_citation(out, row.citation);
  return out;
}

Json circuit_json(const catalog::Circuit& row) {
  Json out = {{"id", row.id},
              {"name", row.name},
              {"voltage_v", row.volts},
              {"phases", row.phases},
              {"breaker_a", row.breaker_a},
              {"continuous_factor", row.continuous_factor},
              {"note", text_or_null(row.note)}};
  add_citation(out, row.citation);
  return out;
}

Json node_json(const catalog::Node& row, Numbers& numbers) {
  Json out = {{"id", row.id},
              {"name", row.name},
              {"accelerator", row.accelerator},
              {"accelerators", row.accelerators},
              {"peak_w", numbers(row.id, "peak_w", row.peak_w)},
              {"sustained_w", numbers(row.id, "sustained_w", row.sustained_w)},
              {"idle_w", numbers(row.id, "idle_w", row.idle_w)},
              {"basis", row.basis},
              {"psu_count", numbers.whole(row.id, "psu_count", row.psu_count)},
              {"psus_needed", numbers.whole(row.id, "psus_needed", row.psus_needed)},
              {"psu_rating_w", numbers(row.id, "psu_rating_w", row.psu_rating_w)},
              {"cooling", row.cooling},
              {"note", text_or_null(row.note)}};
  add_citation(out, row.citation);
  return out;
}

Json price_json(const catalog::Price& row) {
  const double each = row.usd_per_h / static_cast<double>(row.count);
  Json out = {{"provider", row.provider}, {"instance", row.instance},           {"accelerator", text_or_null(row.accelerator)},
              {"count", row.count},       {"region", text_or_null(row.region)}, {"kind", row.kind}};
  if (row.kind == "purchase") {
    out["usd"] = row.usd_per_h;
    out["usd_per_accelerator"] = each;
  } else {
    out["usd_per_h"] = row.usd_per_h;
    out["usd_per_gpu_h"] = each;
  }
  out["note"] = text_or_null(row.note);
  add_citation(out, row.citation);
  return out;
}

template <class Row, class ToJson>
Json list_of(const std::vector<const Row*>& rows, ToJson to_json) {
  Json out = Json::array();
  for (const auto* row : rows) out.push_back(to_json(*row));
  return out;
}

void add_rows(Json& json, const catalog::Selection& selection, Numbers& numbers) {
  if (selection.kind == "accelerators") {
    json["accelerators"] = list_of(selection.accelerators, [&](const auto& row) { return accelerator_json(row, numbers); });
  } else if (selection.kind == "stack") {
    json["cuda_toolkits"] = list_of(selection.cuda_releases, cuda_json);
    json["architectures"] = list_of(selection.architectures, architecture_json);
    json["framework_builds"] = list_of(selection.framework_builds, build_json);
    json["cudnn_rules"] = list_of(selection.cudnn_rules, [](const catalog::CudnnRule& row) {
      Json rule = {{"rule", row.rule}, {"text", row.text}};
      add_citation(rule, row.citation);
      return rule;
    });
  } else if (selection.kind == "circuits") {
    json["circuits"] = list_of(selection.circuits, circuit_json);
  } else if (selection.kind == "nodes") {
    json["nodes"] = list_of(selection.nodes, [&](const auto& row) { return node_json(row, numbers); });
  } else {
    json["prices"] = list_of(selection.prices, price_json);
  }
}

}  // namespace

std::string catalog_json(const CatalogView& view) {
  auto envelope = view.envelope;
  auto json = begin_json(envelope);
  json["directory"] = view.directory;
  json["kind"] = view.selection == nullptr ? Json(nullptr) : Json(view.selection->kind);
  json["id"] = view.selection == nullptr ? Json(nullptr) : text_or_null(view.selection->id);
  if (view.selection == nullptr) {
    Json tables = Json::array();
    for (const auto& size : view.sizes) {
      tables.push_back({{"kind", size.kind}, {"table", size.table}, {"rows", size.rows}, {"oldest", size.oldest}, {"newest", size.newest}});
    }
    json["tables"] = std::move(tables);
  } else {
    Numbers numbers(view.selection->kind);
    add_rows(json, *view.selection, numbers);
    for (auto& item : numbers.missing()) envelope.missing.push_back(std::move(item));
  }
  return finish_json(std::move(json), envelope);
}

}  // namespace accelprep::report
