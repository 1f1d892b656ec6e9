#include "report/catalog_report.h"

#include <climits>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::json;

std::string directory() {
  char path[PATH_MAX];
  const auto length = readlink("/proc/self/exe", path, sizeof path);
  return catalog::find_catalog(std::string(path, length > 0 ? static_cast<std::size_t>(length) : 0), "").value_or("");
}

const catalog::Catalog& ours() {
  static const auto kCatalog = catalog::Catalog::load(directory());
  EXPECT_TRUE(kCatalog) << (kCatalog ? "" : kCatalog.error().text());
  return *kCatalog;
}

CatalogView view_of(const catalog::Selection* selection) {
  CatalogView view{.program = "accelprep", .directory = "catalog", .sizes = catalog::sizes_of(ours()), .selection = selection};
  view.envelope.context.verb = "catalog";
  return view;
}

std::string text_of(const char* kind, const char* id) {
  const auto selection = catalog::select(ours(), kind, id);
  EXPECT_TRUE(selection) << (selection ? "" : selection.error().text());
  return catalog_text(view_of(&*selection));
}

Json json_of(const char* kind, const char* id) {
  const auto selection = catalog::select(ours(), kind, id);
  EXPECT_TRUE(selection) << (selection ? "" : selection.error().text());
  return Json::parse(catalog_json(view_of(&*selection)));
}

void expect_narrow(const std::string& text) {
  for (const auto line : base::lines_of(text)) EXPECT_LE(display_width(std::string(line)), 100U) << line;
}

TEST(CatalogText, KeepsTo100Columns) {
  for (const auto* kind : {"accelerators", "stack", "circuits", "nodes", "prices"}) expect_narrow(text_of(kind, ""));
  for (const auto& one : ours().accelerators()) expect_narrow(text_of("accelerators", one.id.c_str()));
  for (const auto& one : ours().nodes()) expect_narrow(text_of("nodes", one.id.c_str()));
  expect_narrow(text_of("prices", "h100"));
  expect_narrow(text_of("stack", "torch"));
  expect_narrow(text_of("stack", "cudnn"));
}

TEST(CatalogText, OneRowInFullHasItsSourceAndDate) {
  const auto text = text_of("accelerators", "h100-sxm");
  EXPECT_NE(text.find("as of"), std::string::npos);
  EXPECT_NE(text.find("stas00/ml-engineering@744d01e18b79"), std::string::npos);
  EXPECT_NE(text_of("stack", "sm_120").find("570.26"), std::string::npos);
  EXPECT_NE(text_of("stack", "sm_120").find("Sources"), std::string::npos);
  EXPECT_NE(text_of("prices", "p5.48xlarge").find("$55.04 /h"), std::string::npos);
  EXPECT_NE(text_of("nodes", "dgx-h100").find("6 of 3.3 kW, 4 needed"), std::string::npos);
}

TEST(CatalogText, TheOverviewSaysHowOldTheFactsAre) {
  const auto text = catalog_text(view_of(nullptr));
  for (const auto* table : {"accelerators.toml", "cuda.csv", "prices.csv"}) EXPECT_NE(text.find(table), std::string::npos) << table;
}

TEST(CatalogJson, WhatIsNotKnownIsNullAndListedWithItsReason) {
  const auto json = json_of("accelerators", "tpu-v5e");
  EXPECT_TRUE(json["accelerators"][0]["tdp_w"].is_null());
  const auto& missing = json["missing"];
  const auto found = std::find_if(missing.begin(), missing.end(), [](const Json& item) { return item["id"] == "accelerators[].tdp_w"; });
  ASSERT_NE(found, missing.end());
  EXPECT_NE((*found)["reason"].get<std::string>().find("tpu-v5e"), std::string::npos);
  const auto host = json_of("accelerators", "cpu")["accelerators"][0];
  EXPECT_TRUE(host["memory_bytes"].is_null());
  EXPECT_TRUE(host["compute_capability"].is_null());
  EXPECT_TRUE(host["dense_flop_per_s"].empty());
}

TEST(CatalogJson, ACpuBuildCarriesNoCodeAndAnUnknownListIsNull) {
  const auto json = json_of("stack", "torch-2.9");
  ASSERT_GE(json["framework_builds"].size(), 7U);
  for (const auto& build : json["framework_builds"]) {
    if (build["cpu_build"]) {
      EXPECT_TRUE(build["cuda"].is_null());
      EXPECT_TRUE(build["sass"].is_array() && build["sass"].empty());
    } else if (build["platform"] == "aarch64") {
      EXPECT_TRUE(build["sass"].is_null());
    }
  }
}

TEST(CatalogJson, PricesArePerHourOrOnceAndPerAccelerator) {
  const auto json = json_of("prices", "");
  for (const auto& price : json["prices"]) {
    const bool bought = price["kind"] == "purchase";
    EXPECT_EQ(price.contains("usd"), bought);
    EXPECT_EQ(price.contains("usd_per_h"), !bought);
    const double whole = bought ? price["usd"] : price["usd_per_h"];
    const double each = bought ? price["usd_per_accelerator"] : price["usd_per_gpu_h"];
    EXPECT_NEAR(each * price["count"].get<double>(), whole, 1e-6 * whole);
  }
}

// Every key of the document is one that the schema names at that place, and every key the schema requires is there.
void expect_keys(const Json& document, Json schema, const Json& root) {
  if (schema.contains("$ref")) schema = root["$defs"][schema["$ref"].get<std::string>().substr(8)];
  if (document.is_array() && schema.contains("items")) {
    for (const auto& item : document) expect_keys(item, schema["items"], root);
  }
  if (!document.is_object() || !schema.contains("properties")) return;
  for (const auto& [key, value] : document.items()) {
    ASSERT_TRUE(schema["properties"].contains(key)) << key;
    expect_keys(value, schema["properties"][key], root);
  }
  for (const auto& key : schema.value("required", Json::array())) EXPECT_TRUE(document.contains(key)) << key;
}

TEST(CatalogJson, HasTheKeysOfItsSchema) {
  const auto text = base::read_file(base::join_path(directory(), "../docs/schema/catalog.json"));
  if (!text) GTEST_SKIP() << "the schemas are not beside the catalog: " << text.error().text();
  const auto schema = Json::parse(*text);
  for (const auto* kind : {"accelerators", "stack", "circuits", "nodes", "prices"}) expect_keys(json_of(kind, ""), schema, schema);
  const auto overview = Json::parse(catalog_json(view_of(nullptr)));
  expect_keys(overview, schema, schema);
  EXPECT_EQ(overview["schema"], schema["properties"]["schema"]["const"]);
}

}  // namespace
}  // namespace accelprep::report
