#include "report/stack_report.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/places_for_test.h"
#include "base/text.h"
#include "intake/inventory/read_inventory.h"
#include "records/inventory_keys.h"
#include "report/text_table.h"
#include "stack/facts_for_test.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::json;

stack::Assessment judged(const std::string& toml, const stack::Target& target = {}) {
  const auto inventory = intake::read_inventory_text(toml, "inventory.toml");
  EXPECT_TRUE(inventory) << (inventory ? "" : inventory.error().text());
  return stack::assess(inventory.value_or(records::Inventory{}), target, stack::facts_for_test()).value_or(stack::Assessment{});
}

Envelope envelope() {
  Envelope out;
  out.context.verb = "stack";
  out.context.tool_version = "0.1.0";
  return out;
}

constexpr const char* kBlackwell =
    "gpus = [{name = \"NVIDIA GeForce RTX 5090\", count = 2}]\ndriver = \"570.124.06\"\nframework_version = \"2.5.1+cu124\"\n";

TEST(StackJson, HoldsVerdictFindingsAndChain) {
  const auto json = Json::parse(stack_json(judged(kBlackwell), envelope()));
  EXPECT_EQ(json["schema"], "accelprep.stack/1");
  EXPECT_EQ(json["verdict"], "will_not_run");
  EXPECT_EQ(json["target"]["accelerator"], "rtx-5090");
  EXPECT_EQ(json["target"]["count"], 2);
  EXPECT_EQ(json["findings"][0]["id"], "ARCH_NO_KERNEL_IMAGE");
  EXPECT_EQ(json["findings"][0]["severity"], "error");
  EXPECT_EQ(json["findings"][0]["evidence"][0]["source"], "inventory.toml");
  EXPECT_EQ(json["findings"][0]["evidence"][0]["line"], 3);
  ASSERT_FALSE(json["chain"].empty());
  EXPECT_EQ(json["chain"][0]["link"], "driver");
  EXPECT_EQ(json["chain"][0]["version"], "570.124.06");
  EXPECT_EQ(json["chain"][0]["status"], "ok");
  EXPECT_EQ(json["chain"][1]["link"], "cuda");
  EXPECT_EQ(json["chain"][1]["status"], "mismatch");
}

// Every null that stands for a figure has its reason.
TEST(StackJson, WhatIsNotKnownIsNullWithAReason) {
  const auto json = Json::parse(stack_json(judged("driver = \"570.124.06\"\n"), envelope()));
  EXPECT_EQ(json["verdict"], "cannot_tell");
  EXPECT_TRUE(json["performance"]["of_predicted"].is_null());
  std::vector<std::string> ids;
  for (const auto& item : json["missing"]) ids.push_back(item["id"]);
  for (const std::string id : {"target.count", "dispatch.fell_back", "compile.planned", "compile.completes", "compile.speedup",
                               "compile.expected_speedup", "performance.of_predicted"}) {
    EXPECT_NE(std::find(ids.begin(), ids.end(), id), ids.end()) << id;
  }
  for (const auto& open : json["open"]) EXPECT_FALSE(open["command"].get<std::string>().empty());
}

TEST(StackJson, LinksThatDoNotApplyAreNamedApart) {
  const auto json =
      Json::parse(stack_json(judged("framework_version = \"2.9.1\"\n", {.accelerator = "cpu", .driver = "", .count = 0}), envelope()));
  EXPECT_EQ(json["verdict"], "runs");
  EXPECT_EQ(json["chain"].size(), 1U);
  EXPECT_EQ(json["chain"][0]["link"], "framework");
  EXPECT_EQ(json["not_applicable"].size(), 9U);
}

TEST(StackText, SaysVerdictWhyFixAndPlace) {
  const auto text = stack_text(judged(kBlackwell), envelope());
  for (const char* phrase : {"will not run", "ARCH_NO_KERNEL_IMAGE", "whl/cu128", "inventory.toml:3", "NVIDIA GeForce RTX 5090", "Chain"}) {
    EXPECT_NE(text.find(phrase), std::string::npos) << phrase;
  }
}

TEST(StackText, KeepsToTheWidthOfATerminal) {
  const auto text = stack_text(judged(kBlackwell), envelope());
  for (const auto line : base::lines_of(text)) {
    const bool one_word = line.find("http") != std::string_view::npos || line.starts_with("Verdict") || line.starts_with("accelprep");
    if (!one_word) {
      EXPECT_LE(display_width(std::string(line)), 100U) << line;
    }
  }
}

TEST(StackText, NamesTheCommandThatWouldSettleIt) {
  const auto text = stack_text(judged("framework_version = \"2.9.1+cu128\"\ngpus = [{name = \"NVIDIA A10\"}]\n"), envelope());
  EXPECT_NE(text.find("cannot tell"), std::string::npos);
  EXPECT_NE(text.find("nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv"), std::string::npos);
}

TEST(InventoryDocument, NamesEveryKey) {
  const auto document = base::read_file(base::join_path(base::repository_for_test(), "docs/formats/inventory.md"));
  ASSERT_TRUE(document) << document.error().text();
  for (const auto& key : records::inventory_keys()) {
    EXPECT_NE(document->find("| `" + std::string(key.name) + "` |"), std::string::npos) << key.name;
  }
}

}  // namespace
}  // namespace accelprep::report
