#include "evidence/ledger.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "base/random.h"

namespace accelprep::evidence {
namespace {

class LedgerTest : public testing::Test {
 protected:
  void SetUp() override {
    char pattern[] = "/tmp/accelprep-ledger-XXXXXX";
    directory_ = mkdtemp(pattern);
    path_ = directory_ + "/evidence.sqlite";
  }
  void TearDown() override { std::system(("rm -rf " + directory_).c_str()); }

  // A dossier with something in every part.
  static Dossier dossier(const std::string& name) {
    Dossier d;
    d.context = {.tool_version = "0.1.0",
                 .verb = "audit",
                 .command = "audit x",
                 .host = "",
                 .system = "",
                 .audit_name = name,
                 .decision_date = "2026-11-30",
                 .audit_directory = "x",
                 .timezone = "",
                 .started_ns = 5,
                 .ended_ns = 9};
    d.target = {.accelerator = "h100-sxm", .accelerator_name = "H100 SXM", .count = 8, .nodes = 1, .power_limit_w = 700, .driver = "570"};
    d.synthetic = true;
    d.policy = {{"soak_min_s", 1800, 1800}};
    d.sources = {{"a.csv", "request log", 12, "abc", 3}};
    Measurement m;
    m.id = "sustained_utilization";
    m.subject = {.accelerator = "h100-sxm", .count = 8, .power_limit_w = std::nullopt, .setting = Setting::bench, .inlet_c = 23.5};
    m.value = 0.1;
    m.ci95 = Interval{0.05, 0.2};
    m.attributes = {{"bound", "upper"}};
    m.sources = {"a.csv"};
    m.window = Window{1, 2};
    m.taken_at_ns = 9;
    d.measurements.push_back(m);
    m.id = "arrival_pattern";
    m.value = "diurnal";
    d.measurements.push_back(m);
    m.value = Absent{"nothing recorded"};
    d.measurements.push_back(m);
    d.findings = {{"CPU_ONLY_BUILD", Severity::error, "s", "e", "f", {{"a.txt", 3, "x"}}, {{"fact", "src", "2026"}}}};
    d.checks = {{"feed_loss_a", "power", CheckStatus::fail, 10200, 9900, -300, "W", "why"}};
    d.series = {{"arrival_rate", "t", "unix_s", {1, 2}, {{"rate", "1/s", {0.5, std::nullopt}}}, {{1, 2, "gap", "l"}}}};
    d.tables = {{"offers", "Offers", {{"provider", ""}}, {{std::string("AWS")}, {3.5}, {std::monostate{}}}}};
    d.rejected = {{"failed", 3, "a.csv:7"}};
    d.notes = {"a note"};
    return d;
  }

  std::string directory_;
  std::string path_;
};

TEST_F(LedgerTest, ADossierComesBackWhole) {
  const auto written = dossier("first");
  auto ledger = Ledger::open(path_);
  ASSERT_TRUE(ledger) << ledger.error().text();
  ASSERT_TRUE(ledger->append(written));
  const auto read = ledger->read_latest();
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(*read, written);
}

TEST_F(LedgerTest, TheSameMeasurementsOfAnotherRunAddNothing) {
  auto ledger = Ledger::open(path_);
  const auto first = dossier("first");
  ASSERT_TRUE(ledger->append(first));
  ASSERT_TRUE(ledger->append(first));
  auto changed = first;
  changed.measurements[0].value = 0.4;
  ASSERT_TRUE(ledger->append(changed));
  const auto read = ledger->read_latest();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->measurements.size(), first.measurements.size() + 1);
  EXPECT_EQ(read->measurements[0].number(), 0.4);
}

TEST_F(LedgerTest, VerifiesAndNamesTheChangedRun) {
  {
    auto ledger = Ledger::open(path_);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(ledger->append(dossier("run")));
    EXPECT_TRUE(ledger->verify()->changed.empty());
    EXPECT_EQ(ledger->verify()->runs.size(), 3U);
  }
  auto database = base::SqliteDatabase::open(path_, base::SqliteDatabase::Mode::create);
  ASSERT_TRUE(database->execute("UPDATE measurement SET number = 0.9 WHERE run = 2 AND number IS NOT NULL"));
  auto ledger = Ledger::open_read_only(path_);
  const auto verified = ledger->verify();
  ASSERT_TRUE(verified);
  ASSERT_EQ(verified->changed.size(), 1U);
  EXPECT_EQ(verified->changed[0].id, 2);
}

// Every byte of every row, one at a time: each flip is found. Rows are found by the text they hold.
TEST_F(LedgerTest, FindsAFlippedByteInAnyRow) {
  {
    auto ledger = Ledger::open(path_);
    ASSERT_TRUE(ledger->append(dossier("needle-one")));
    ASSERT_TRUE(ledger->append(dossier("needle-two")));
  }
  std::stringstream whole;
  whole << std::ifstream(path_, std::ios::binary).rdbuf();
  const std::string original = whole.str();
  base::Rng rng(1);
  for (const auto* needle :
       {"sustained_utilization", "arrival_pattern", "needle-one", "needle-two", "feed_loss_a", "complete", "AWS", "a note"}) {
    for (auto at = original.find(needle); at != std::string::npos; at = original.find(needle, at + 1)) {
      auto damaged = original;
      const auto offset = at + rng.below(std::string(needle).size());
      damaged[offset] = static_cast<char>(damaged[offset] ^ 1);
      const auto copy = directory_ + "/copy.sqlite";
      std::ofstream(copy, std::ios::binary) << damaged;
      auto ledger = Ledger::open_read_only(copy);
      if (!ledger) continue;  // refused as damaged: found too
      const auto verified = ledger->verify();
      EXPECT_TRUE(!verified || !verified->changed.empty()) << needle << " at byte " << offset;
    }
  }
}

TEST_F(LedgerTest, RefusesAnotherProgramsFile) {
  auto database = base::SqliteDatabase::open(path_, base::SqliteDatabase::Mode::create);
  ASSERT_TRUE(database->execute("CREATE TABLE t(a)"));
  const auto ledger = Ledger::open(path_);
  ASSERT_FALSE(ledger);
  EXPECT_EQ(ledger.error().kind, base::ErrorKind::invalid_input);
}

TEST(Selection, PrefersRightTargetThenBasisThenNewest) {
  const auto make = [](const char* accelerator, Basis basis, TimeNs taken) {
    Measurement m;
    m.id = "node_peak_power";
    m.subject.accelerator = accelerator;
    m.basis = basis;
    m.value = 1.0;
    m.taken_at_ns = taken;
    return m;
  };
  const std::vector<Measurement> all{make("a100-80-sxm", Basis::measured, 9), make("h100-sxm", Basis::specified, 5),
                                     make("h100-sxm", Basis::imported, 3), make("h100-sxm", Basis::imported, 4)};
  const auto selection = select(all, {.id = "node_peak_power", .accelerator = "h100-sxm", .now_ns = 10});
  ASSERT_NE(selection.best, nullptr);
  EXPECT_EQ(selection.best, &all[3]);
  EXPECT_EQ(selection.passed_over.back(), &all.front());
  EXPECT_TRUE(select({all[0]}, {.id = "node_peak_power", .accelerator = "h100-sxm", .now_ns = 10}).wrong_target);
}

}  // namespace
}  // namespace accelprep::evidence
