// Typed facts from the tables under catalog/, each with its source and date; loaded once and read-only afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace accelprep::catalog {

using base::Result;

// Where a fact was read, and when it held.
struct Citation {
  std::string source;  // "stas00/ml-engineering@744d01e18b79 network/README.md; https://..."
  std::string as_of;   // "2026", "2026-08" or "2026-08-22"
};

struct Accelerator {
  std::string id;    // "h100-sxm"
  std::string name;  // "H100 SXM5 80GB"
  std::string vendor;
  std::string arch;  // "hopper"
  std::string form_factor;
  std::vector<std::string> aliases;            // as tools print it: "NVIDIA H100 80GB HBM3"
  std::string family;                          // "h100": what may stand in for it in a price comparison
  double memory_bytes = 0;                     // 0: not known, or sold in several sizes under one name
  std::optional<double> memory_visible_bytes;  // what the driver shows; prefer it
  double memory_bandwidth_bytes_per_s = 0;     // 0: not known
  std::map<std::string, double> flops;         // dense, by dtype: "bf16"
  std::optional<double> tdp_w;
  std::string compute_capability;       // "9.0"; empty for other vendors
  std::string gfx;                      // "gfx942"; AMD
  std::string interconnect;             // "NVLink 4"; empty where there is no link beyond PCIe, or none is known
  double interconnect_bytes_per_s = 0;  // one direction; the PCIe slot's where there is no link; 0: not known
  std::int64_t scale_up_world = 1;
  std::optional<std::int64_t> pcie_generation;
  std::int64_t devices_per_package = 1;   // 2: software sees each package as two devices
  std::optional<bool> data_center;        // NVIDIA's forward compatibility is for data-centre parts
  std::optional<double> max_operating_c;  // absolute, where known; derived from T.Limit margins where that is what is published
  std::optional<double> slowdown_c;
  std::optional<double> memory_max_c;
  std::vector<std::string> unverified;  // keys whose figure no public source was read for: "tdp_w", "dense_flops.fp8"
  Citation citation;
  std::string note;
};

struct CudaRelease {    // a CUDA toolkit or major: which driver it needs
  std::string version;  // "12.4.1"
  std::string driver_shipped;
  std::string driver_floor;  // Linux, by minor-version compatibility
  bool minor_version_compatible = true;
  Citation citation;
  std::string note;
};

struct ArchRow {                   // compute capability -> toolkits that compile for it
  std::string compute_capability;  // "12.0"; "12.0a" for code of this chip alone, "12.0f" for its family
  std::string architecture;        // "Blackwell, RTX"
  std::string first_toolkit;       // "12.8"
  std::string last_toolkit;        // "" while still supported
  std::string min_driver;          // the GPU's own floor: "570.26"; "" where none is known
  Citation citation;
  std::string note;
};

struct FrameworkBuild {     // a wheel that is published: which CUDA it brings and which code it carries
  std::string framework;    // "torch", "vllm"
  std::string release;      // "2.9" for every 2.9.x, or one release: "0.12.0"
  std::string cuda;         // "12.8"; "" for a CPU build
  std::string platform;     // "x86_64", "aarch64" (Linux), "windows-x86_64"
  bool is_default = false;  // what a plain `pip install` gives
  std::string torch;        // the torch release it pins: "2.9.0"; "" where none is known, and for torch itself
  std::string cudnn;
  std::vector<std::string> sass;  // compute capabilities: "8.0"; empty where not known
  std::vector<std::string> ptx;
  std::string certainty;  // "sourced", "likely", "uncertain"
  Citation citation;
};

struct CudnnRule {
  std::string rule;
  std::string text;
  Citation citation;
};

struct Circuit {
  std::string id;  // "us-208v-3ph-30a"
  std::string name;
  double volts = 0;
  std::int64_t phases = 1;
  double breaker_a = 0;
  double continuous_factor = 1;
  Citation citation;
  std::string note;
};

struct Node {
  std::string id;  // "dgx-h100"
  std::string name;
  std::string accelerator;  // catalog id
  std::int64_t accelerators = 0;
  std::optional<double> peak_w, sustained_w, idle_w;
  std::string basis;  // "specified" or "imported"
  std::optional<std::int64_t> psu_count, psus_needed;
  std::optional<double> psu_rating_w;
  std::string cooling;  // "air", "liquid"
  Citation citation;
  std::string note;
};

struct Price {
  std::string provider;
  std::string instance;
  std::string accelerator;  // catalog id; "" where the name could not be resolved
  std::int64_t count = 0;
  std::string region;    // "any" where one price holds everywhere, "" where not stated
  std::string kind;      // "on_demand", "reserved_1y", "reserved_3y", "spot", "purchase"
  double usd_per_h = 0;  // of the whole instance; for "purchase" USD, once
  Citation citation;
  std::string note;
};

// The files of a catalog in memory.
struct CatalogText {
  std::string directory;                                  // for error messages
  std::map<std::string, std::string, std::less<>> files;  // "cuda.csv" to its text
};

class Catalog {
 public:
  // `directory` holds sources.csv, accelerators.toml, cuda.csv, architectures.csv, frameworks.csv, cudnn.csv, circuits.csv, nodes.toml,
  // prices.csv. An unreadable or mistyped row is an error with file and line: the catalog is ours, and half of it is worse than none.
  static Result<Catalog> load(const std::string& directory);
  static Result<Catalog> parse(const CatalogText& text);

  [[nodiscard]] const std::vector<Accelerator>& accelerators() const { return accelerators_; }
  [[nodiscard]] const std::vector<CudaRelease>& cuda_releases() const { return cuda_releases_; }
  [[nodiscard]] const std::vector<ArchRow>& architectures() const { return architectures_; }
  [[nodiscard]] const std::vector<FrameworkBuild>& framework_builds() const { return framework_builds_; }
  [[nodiscard]] const std::vector<CudnnRule>& cudnn_rules() const { return cudnn_rules_; }
  [[nodiscard]] const std::vector<Circuit>& circuits() const { return circuits_; }
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Price>& prices() const { return prices_; }

  // By id, or by a name as tools print it ("NVIDIA H100 80GB HBM3"). Several ("A100") are an error that lists them, an unknown one is
  // an error that names the nearest ids.
  [[nodiscard]] Result<const Accelerator*> accelerator(std::string_view id_or_name) const;
  // Everything a name may mean, by the first of these that finds any: id, alias, either without "NVIDIA ", "Tesla ", "GeForce " and the
  // like, family or the beginning of an id. Case, blanks and hyphens count as one from the third on.
  [[nodiscard]] std::vector<const Accelerator*> candidates(std::string_view id_or_name) const;

 private:
  std::vector<Accelerator> accelerators_;
  std::vector<CudaRelease> cuda_releases_;
  std::vector<ArchRow> architectures_;
  std::vector<FrameworkBuild> framework_builds_;
  std::vector<CudnnRule> cudnn_rules_;
  std::vector<Circuit> circuits_;
  std::vector<Node> nodes_;
  std::vector<Price> prices_;
};

// The first that exists of: `override_directory` (an error where it does not), ../share/accelprep/catalog beside the binary's folder,
// the source tree that holds the build folder the binary lies in (../../catalog, ../catalog).
Result<std::string> find_catalog(const std::string& binary_path, const std::string& override_directory);

}  // namespace accelprep::catalog
