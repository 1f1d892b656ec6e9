// Public cases of software stacks, read from the folder beside the repository: what they expect against what the rules find.
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

#include "base/file.h"
#include "base/places_for_test.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "intake/inventory/read_inventory.h"
#include "stack/assessment.h"
#include "stack/facts_for_test.h"

namespace accelprep::stack {
namespace {

std::string shared_folder() { return base::shared_for_test("data/stack/cases"); }

struct SharedCase {
  std::string number;
  std::string toml;
  std::set<std::string> expected;
  bool negative = false;
};

// "ARCH_NO_KERNEL_IMAGE, CPU_FALLBACK", "OK for running, ...", "FRAMEWORK_BUG (MIG enumeration)": the words in capitals.
std::set<std::string> ids_in(std::string_view text) {
  std::set<std::string> out;
  for (const auto part : base::split(text, ',')) {
    const auto word = base::trim(part).substr(0, base::trim(part).find_first_of(" :("));
    const bool capitals = word.size() >= 2 && std::all_of(word.begin(), word.end(), [](char c) {
                            return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
                          });
    if (capitals) out.insert(std::string(word));
    if (word == "OK") break;  // what follows explains it
  }
  return out;
}

SharedCase read_case(const std::string& path) {
  const auto text = base::read_file(path).value();
  SharedCase out{.number = base::file_name_of(path).substr(0, 2),
                 .toml = {},
                 .expected = {},
                 .negative = text.find("| polarity | negative |") != std::string::npos};
  const auto open = text.find("```toml\n") + 8;
  out.toml = text.substr(open, text.find("```", open) - open);
  const std::string label = "Expected finding(s): ";
  const auto at = text.find(label) + label.size();
  out.expected = ids_in(text.substr(at, text.find('\n', at) - at));
  return out;
}

std::vector<SharedCase> cases() {
  std::vector<SharedCase> out;
  for (const auto& name : base::list_directory(shared_folder())) {
    if (name.size() == 5 && name.ends_with(".md")) out.push_back(read_case(base::join_path(shared_folder(), name)));
  }
  return out;
}

struct Count {
  int hit = 0;
  int missed = 0;
  int extra = 0;
  int negatives = 0;
  int false_alarms = 0;
};

Count score(const Facts& facts, std::vector<std::string>& wrong) {
  Count count;
  for (const auto& one : cases()) {
    const auto inventory = intake::read_inventory_text(one.toml, one.number + ".toml");
    if (!inventory) {
      ADD_FAILURE() << one.number << ": " << inventory.error().text();
      continue;
    }
    const auto assessed = assess(*inventory, {}, facts);
    if (!assessed) {
      ADD_FAILURE() << one.number << ": " << assessed.error().text();
      continue;
    }
    std::set<std::string> found;
    bool alarm = false;
    for (const auto& finding : assessed->findings) {
      found.insert(finding.id);
      alarm = alarm || finding.severity != evidence::Severity::info;
    }
    count.negatives += one.negative ? 1 : 0;
    count.false_alarms += one.negative && alarm ? 1 : 0;
    std::string difference;
    for (const auto& id : one.expected) {
      (found.contains(id) ? count.hit : count.missed) += 1;
      if (!found.contains(id)) difference += " -" + id;
    }
    for (const auto& id : found) {
      if (one.expected.contains(id)) continue;
      ++count.extra;
      difference += " +" + id;
    }
    fmt::print("case {} {}: {}{}\n", one.number, one.negative ? "negative" : "positive", name_of(assessed->verdict),
               difference.empty() ? "" : ", differs:" + difference);
    if (!difference.empty()) wrong.push_back(one.number);
  }
  return count;
}

void expect_cases(const Facts& facts) {
  std::vector<std::string> wrong;
  const auto count = score(facts, wrong);
  fmt::print("expected ids found {}, missed {}; others found {}; negatives {}, false alarms {}\n", count.hit, count.missed, count.extra,
             count.negatives, count.false_alarms);
  for (const std::string_view named : {"01", "02", "27", "29", "38", "40", "49", "77"}) {
    EXPECT_EQ(std::count(wrong.begin(), wrong.end(), named), 0) << "case " << named;
  }
  EXPECT_EQ(count.missed, 0);
  EXPECT_EQ(count.extra, 0);
  EXPECT_EQ(count.false_alarms, 0);
  EXPECT_GE(count.hit, 40);
}

TEST(SharedStackCases, FactsForTestsFindWhatTheCasesExpect) {
  if (!base::is_directory(shared_folder())) GTEST_SKIP() << "no shared cases beside the repository";
  expect_cases(facts_for_test());
}

TEST(SharedStackCases, TheRepositorysCatalogFindsWhatTheCasesExpect) {
  const auto directory = base::join_path(base::repository_for_test(), "catalog");
  if (!base::is_directory(shared_folder())) GTEST_SKIP() << "no shared cases beside the repository";
  if (!base::file_exists(base::join_path(directory, "accelerators.toml"))) GTEST_SKIP() << "the repository has no catalog yet";
  const auto catalog = catalog::Catalog::load(directory);
  ASSERT_TRUE(catalog) << catalog.error().text();
  expect_cases(facts_of(*catalog));
}

}  // namespace
}  // namespace accelprep::stack
