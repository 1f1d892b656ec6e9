#include "report/catalog_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"
#include "report/format.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

using Align = TextTable::Align;

constexpr auto kLeft = Align::left;
constexpr auto kRight = Align::right;

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

std::string watts(const std::optional<double>& value) { return value ? format_value(*value, "W") : "-"; }

std::string celsius(const std::optional<double>& value) { return value ? format_value(*value, "degC") : "-"; }

std::string bytes(double value) { return value > 0 ? format_bytes(value) : "-"; }

// Vendors' figures have up to four digits; no more are shown, and no zeros are added.
std::string figure(double value) { return value >= 1000 ? format_count(std::llround(value)) : fmt::format("{:.4g}", value); }

std::string bandwidth(double bytes_per_s) { return bytes_per_s > 0 ? figure(bytes_per_s / 1e9) + " GB/s" : "-"; }

// The rate of half precision, which every accelerator is compared by, in TFLOPS.
std::string half_rate(const catalog::Accelerator& one) {
  for (const auto* dtype : {"bf16", "fp16"}) {
    if (const auto found = one.flops.find(dtype); found != one.flops.end()) return figure(found->second / 1e12);
  }
  return "-";
}

std::string target_of(const catalog::Accelerator& one) {
  return or_dash(one.compute_capability.empty() ? one.gfx : one.compute_capability);
}

std::string yes_no(const std::optional<bool>& value) { return !value ? "-" : (*value ? "yes" : "no"); }

std::string joined(const std::vector<std::string>& items) { return items.empty() ? "-" : base::join(items, ", "); }

// "what  value" lines of one row.
class Facts {
 public:
  void add(std::string what, std::string value) { table_.add({std::move(what), std::move(value)}); }
  void add(const catalog::Citation& citation) {
    add("as of", citation.as_of);
    add("source", citation.source);
  }
  void add_note(const std::string& note) {
    if (!note.empty()) add("note", note);
  }
  [[nodiscard]] std::string text() const { return table_.text(); }

 private:
  TextTable table_{{kLeft, kLeft}};
};

// The sources of what is listed above, each once.
class SourceList {
 public:
  void add(const catalog::Citation& citation) {
    auto line = std::vector<std::string>{citation.as_of, citation.source};
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(std::move(line));
  }
  [[nodiscard]] std::string text() const {
    TextTable table({kLeft, kLeft});
    for (const auto& line : lines_) table.add(line);
    return lines_.empty() ? "" : "\nSources, with the date each held\n" + table.text();
  }

 private:
  std::vector<std::vector<std::string>> lines_;
};

std::string accelerator_table(const catalog::Selection& selection) {
  TextTable table({kLeft, kRight, kRight, kRight, kRight, kLeft, kLeft});
  table.add({"id", "memory", "GB/s", "bf16 TFLOPS", "TDP", "target", "name"});
  for (const auto* one : selection.accelerators) {
    const double bandwidth_gb_per_s = one->memory_bandwidth_bytes_per_s / 1e9;
    table.add({one->id, bytes(one->memory_bytes), bandwidth_gb_per_s > 0 ? figure(bandwidth_gb_per_s) : "-", half_rate(*one),
               watts(one->tdp_w), target_of(*one), one->name});
  }
  return table.text() + "\nRates are peaks without sparsity; -: the catalog has no figure.\n";
}

std::string dtype_rates(const catalog::Accelerator& one) {
  std::vector<std::string> out;
  for (const auto& [dtype, flops] : one.flops) out.push_back(dtype + " " + figure(flops / 1e12));
  return joined(out);
}

std::string accelerator_facts(const catalog::Accelerator& one) {
  Facts facts;
  facts.add("name", one.name);
  facts.add("printed as", joined(one.aliases));
  facts.add("vendor", one.vendor);
  facts.add("architecture", or_dash(one.arch));
  facts.add("family", one.family);
  facts.add("form factor", or_dash(one.form_factor));
  facts.add("compute capability", or_dash(one.compute_capability));
  facts.add("gfx target", or_dash(one.gfx));
  facts.add("data-centre part", yes_no(one.data_center));
  facts.add("memory", bytes(one.memory_bytes));
  facts.add("memory the driver shows", bytes(one.memory_visible_bytes.value_or(0)));
  facts.add("memory bandwidth", bandwidth(one.memory_bandwidth_bytes_per_s));
  facts.add("dense TFLOPS", dtype_rates(one));
  facts.add("TDP", watts(one.tdp_w));
  facts.add("interconnect", or_dash(one.interconnect));
  facts.add("one direction", bandwidth(one.interconnect_bytes_per_s));
  facts.add("accelerators in a link", format_count(one.scale_up_world));
  facts.add("devices in a package", format_count(one.devices_per_package));
  facts.add("PCIe generation", one.pcie_generation ? format_count(*one.pcie_generation) : "-");
  facts.add("max operating", celsius(one.max_operating_c));
  facts.add("slowdown", celsius(one.slowdown_c));
  facts.add("memory max", celsius(one.memory_max_c));
  if (!one.unverified.empty()) facts.add("no source read for", joined(one.unverified));
  facts.add_note(one.note);
  facts.add(one.citation);
  return one.id + "\n" + facts.text();
}

std::string cuda_table(const catalog::Selection& selection, SourceList& sources) {
  if (selection.cuda_releases.empty()) return "";
  TextTable table({kLeft, kLeft, kLeft, kLeft});
  table.add({"CUDA toolkit", "driver shipped", "needs driver", "minor versions share the floor"});
  for (const auto* row : selection.cuda_releases) {
    table.add({row->version, or_dash(row->driver_shipped), row->driver_floor, row->minor_version_compatible ? "yes" : "no"});
    sources.add(row->citation);
  }
  return "\nCUDA toolkits and the drivers they need (Linux)\n" + table.text();
}

std::string architecture_table(const catalog::Selection& selection, SourceList& sources) {
  if (selection.architectures.empty()) return "";
  TextTable table({kLeft, kLeft, kLeft, kLeft, kLeft, kLeft});
  table.add({"capability", "architecture", "from CUDA", "to CUDA", "GPU needs driver", "note"});
  for (const auto* row : selection.architectures) {
    table.add({row->compute_capability, row->architecture, row->first_toolkit, row->last_toolkit.empty() ? "still" : row->last_toolkit,
               or_dash(row->min_driver), row->note});
    sources.add(row->citation);
  }
  return "\nCompute capabilities and the toolkits that compile for them\n" + table.text();
}

std::string build_table(const catalog::Selection& selection, SourceList& sources) {
  if (selection.framework_builds.empty()) return "";
  TextTable table({kLeft, kLeft, kLeft, kLeft, kLeft, kLeft});
  table.add({"build", "platform", "CUDA", "cuDNN", "certainty", "code it carries"});
  for (const auto* row : selection.framework_builds) {
    auto code = row->sass.empty() ? (row->cuda.empty() ? "none: a CPU build" : "not known") : base::join(row->sass, " ");
    if (!row->ptx.empty()) code += ", PTX " + base::join(row->ptx, " ");
    if (!row->torch.empty()) code += "; torch " + row->torch;
    const auto cuda = row->cuda.empty() ? "none" : row->cuda;
    table.add({fmt::format("{} {}", row->framework, row->release), row->platform, row->is_default ? cuda + " (default)" : cuda,
               or_dash(row->cudnn), row->certainty, code});
    sources.add(row->citation);
  }
  return "\nPublished wheels; \"default\" is what a plain pip install gives\n" + table.text();
}

std::string cudnn_table(const catalog::Selection& selection, SourceList& sources) {
  if (selection.cudnn_rules.empty()) return "";
  TextTable table({kLeft, kLeft});
  for (const auto* row : selection.cudnn_rules) {
    table.add({row->rule, row->text});
    sources.add(row->citation);
  }
  return "\ncuDNN\n" + table.text();
}

std::string stack_text(const catalog::Selection& selection) {
  SourceList sources;
  const auto tables = cuda_table(selection, sources) + architecture_table(selection, sources) + build_table(selection, sources) +
                      cudnn_table(selection, sources);
  return tables.substr(1) + (selection.id.empty() ? "" : sources.text());
}

std::string circuits_text(const catalog::Selection& selection) {
  TextTable table({kLeft, kRight, kRight, kLeft});
  table.add({"id", "nameplate", "continuous", "name"});
  SourceList sources;
  for (const auto* row : selection.circuits) {
    const double kva = row->volts * row->breaker_a * (row->phases == 3 ? std::sqrt(3.0) : 1.0) / 1000;
    table.add({row->id, significant(kva, 3) + " kVA", significant(kva * row->continuous_factor, 3) + " kVA",
               row->note.empty() ? row->name : row->name + "; " + row->note});
    sources.add(row->citation);
  }
  return table.text() + (selection.id.empty() ? "" : sources.text());
}

std::string supplies(const catalog::Node& node) {
  if (!node.psu_count) return "-";
  auto out = fmt::format("{} of {}", *node.psu_count, watts(node.psu_rating_w));
  if (node.psus_needed) out += fmt::format(", {} needed", *node.psus_needed);
  return out;
}

std::string node_table(const catalog::Selection& selection) {
  TextTable table({kLeft, kRight, kRight, kRight, kLeft, kLeft, kLeft});
  table.add({"id", "peak", "sustained", "idle", "cooling", "basis", "name"});
  for (const auto* row : selection.nodes) {
    table.add({row->id, watts(row->peak_w), watts(row->sustained_w), watts(row->idle_w), row->cooling, row->basis, row->name});
  }
  return table.text();
}

std::string node_facts(const catalog::Node& node) {
  Facts facts;
  facts.add("name", node.name);
  facts.add("accelerators", fmt::format("{} x {}", node.accelerators, node.accelerator));
  facts.add("peak", watts(node.peak_w));
  facts.add("sustained", watts(node.sustained_w));
  facts.add("idle", watts(node.idle_w));
  facts.add("power supplies", supplies(node));
  facts.add("cooling", node.cooling);
  facts.add("basis", node.basis);
  facts.add_note(node.note);
  facts.add(node.citation);
  return node.id + "\n" + facts.text();
}

std::string offer_of(const catalog::Price& price, bool with_note) {
  auto out = price.provider + " " + price.instance;
  if (!price.region.empty()) out += ", " + (price.region == "any" ? "any region" : price.region);
  if (with_note && !price.note.empty()) out += "; " + price.note;
  return out;
}

std::string prices_text(const catalog::Selection& selection) {
  const bool in_full = !selection.id.empty();
  TextTable table({kLeft, kLeft, kRight, kRight, kLeft, kLeft});
  table.add({"as of", "kind", "price", "each", "accelerators", "offer"});
  SourceList sources;
  for (const auto* row : selection.prices) {
    const auto* unit = row->kind == "purchase" ? "" : " /h";
    const double each = row->usd_per_h / static_cast<double>(row->count);
    table.add({row->citation.as_of, base::replaced(row->kind, "_", " "), format_usd(row->usd_per_h) + unit, format_usd(each) + unit,
               fmt::format("{} x {}", row->count, or_dash(row->accelerator)), offer_of(*row, in_full)});
    sources.add(row->citation);
  }
  return table.text() + (in_full ? sources.text() : "");
}

std::string overview(const CatalogView& view) {
  TextTable table({kLeft, kLeft, kRight, kLeft});
  table.add({"kind", "table", "rows", "facts as of"});
  for (const auto& size : view.sizes) {
    table.add(
        {size.kind, size.table, format_count(size.rows), size.oldest == size.newest ? size.newest : size.oldest + " to " + size.newest});
  }
  return fmt::format("The catalog in {}\n{}\n{} catalog KIND lists one\n{} catalog KIND ID shows a row with its source\n", view.directory,
                     table.text(), view.program, view.program);
}

}  // namespace

std::string catalog_text(const CatalogView& view) {
  if (view.selection == nullptr) return overview(view);
  const auto& selection = *view.selection;
  if (selection.kind == "accelerators") {
    return selection.id.empty() ? accelerator_table(selection) : accelerator_facts(*selection.accelerators.front());
  }
  if (selection.kind == "stack") return stack_text(selection);
  if (selection.kind == "circuits") return circuits_text(selection);
  if (selection.kind == "prices") return prices_text(selection);
  return selection.id.empty() ? node_table(selection) : node_facts(*selection.nodes.front());
}

}  // namespace accelprep::report
