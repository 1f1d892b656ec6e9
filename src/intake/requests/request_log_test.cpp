// The ways to one summary held against each other: files through the engine, rows in memory, pieces merged.
#include "intake/requests/request_log.h"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <span>
#include <unistd.h>

#include "base/duckdb.h"
#include "base/file.h"
#include "base/random.h"
#include "base/text.h"
#include "intake/requests/arrival_fold.h"
#include "intake/requests/summary_file.h"
#include "statistics/quantiles.h"

namespace accelprep::intake {
namespace {

using records::ArrivalSummary;
using records::Request;

constexpr records::TimeNs kStart = 1'762'000'000'000'000'000;  // 2025-11-01

// A folder that goes with the test.
class Folder {
 public:
  Folder() { path_ = mkdtemp(path_.data()); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    for (const auto& name : base::list_directory(path_)) unlink(base::join_path(path_, name).c_str());
    rmdir(path_.c_str());
  }
  std::string write(const std::string& name, const std::string& text) const {
    const auto path = base::join_path(path_, name);
    EXPECT_TRUE(base::write_file(path, text).has_value());
    return path;
  }

 private:
  std::string path_ = "/tmp/accelprep-test-XXXXXX";
};

std::vector<Request> traffic(std::size_t count) {
  base::Rng rng(17);
  std::vector<Request> rows;
  double at_s = 0;
  for (std::size_t i = 0; i < count; ++i) {
    at_s += rng.exponential(i % 1000 < 300 ? 2.0 : 0.2);
    const double ttft_s = rng.uniform(0.1, 0.9);
    rows.push_back({.arrival_ns = kStart + std::llround(at_s * 1e6) * 1000,
                    .input_tokens = static_cast<std::int64_t>(rng.below(5000)) + 1,
                    .output_tokens = static_cast<std::int64_t>(rng.below(400)),
                    .ttft_s = ttft_s,
                    .e2e_s = ttft_s + rng.uniform(0, 5),
                    .outcome = rng.uniform() < 0.02 ? records::Outcome::failed : records::Outcome::ok});
  }
  return rows;
}

std::string csv(std::span<const Request> rows) {
  std::string out = "ts,in,out,ttft,took,state\n";
  for (const auto& row : rows) {
    out += fmt::format("{},{},{},{:.17g},{:.17g},{}\n", row.arrival_ns / 1000, *row.input_tokens, *row.output_tokens, *row.ttft_s,
                       *row.e2e_s, row.outcome == records::Outcome::ok ? "ok" : "timeout");
  }
  return out;
}

RequestLogOptions options() {
  return {.map = *parse_column_map("arrival=ts,input=in,output=out,ttft=ttft:s,latency=took:s,status=state"),
          .sla = {.ttft_s = 0.5, .tpot_s = std::nullopt, .e2e_s = std::nullopt}};
}

ArrivalSummary read(const std::vector<std::string>& paths, const RequestLogOptions& how) {
  base::NoProgress quiet;
  auto log = read_request_log(paths, how, quiet);
  EXPECT_TRUE(log.has_value()) << (log ? "" : log.error().message);
  return log ? log->summary : ArrivalSummary{};
}

void expect_same(const ArrivalSummary& a, const ArrivalSummary& b) {
  EXPECT_EQ(a.count, b.count);
  EXPECT_EQ(a.failed, b.failed);
  EXPECT_EQ(a.within_sla, b.within_sla);
  EXPECT_EQ(a.first_ns, b.first_ns);
  EXPECT_EQ(a.last_ns, b.last_ns);
  EXPECT_EQ(a.seconds, b.seconds);
  EXPECT_EQ(a.hours, b.hours);
  EXPECT_EQ(a.lengths, b.lengths);
  EXPECT_EQ(a.gap_count, b.gap_count);
  EXPECT_EQ(a.duplicate_timestamps, b.duplicate_timestamps);
  EXPECT_EQ(a.quantum_s, b.quantum_s);
  EXPECT_NEAR(a.gap_sum_squared_s2, b.gap_sum_squared_s2, 1e-9 * b.gap_sum_squared_s2);
  for (const auto member : {&ArrivalSummary::input_tokens, &ArrivalSummary::output_tokens, &ArrivalSummary::context_tokens,
                            &ArrivalSummary::ttft_s, &ArrivalSummary::e2e_s, &ArrivalSummary::tpot_s}) {
    EXPECT_EQ((a.*member).cells, (b.*member).cells);
    EXPECT_EQ(statistics::quantile(a.*member, 0.99), statistics::quantile(b.*member, 0.99));
  }
}

TEST(RequestLog, AFileRowsInMemoryAndPiecesGiveOneSummary) {
  const Folder folder;
  const auto rows = traffic(200'000);
  const auto through_engine = read({folder.write("log.csv", csv(rows))}, options());
  const auto in_memory = fold(rows, {.sla_ttft_s = 0.5});
  expect_same(through_engine, in_memory);

  ArrivalSummary merged;
  constexpr std::size_t kPieces = 24;
  for (std::size_t i = 0; i < kPieces; ++i) {
    const auto from = rows.size() * i / kPieces;
    const auto to = rows.size() * (i + 1) / kPieces;
    auto how = options();
    how.origin_ns = in_memory.origin_ns;
    records::merge(merged, read({folder.write("piece.csv", csv(std::span(rows).subspan(from, to - from)))}, how));
  }
  expect_same(merged, in_memory);
}

TEST(RequestLog, SummariesMadeElsewhereAreMerged) {
  const Folder folder;
  const auto rows = traffic(50'000);
  std::vector<std::string> paths;
  constexpr std::size_t kPieces = 5;
  for (std::size_t i = 0; i < kPieces; ++i) {
    const auto from = rows.size() * i / kPieces;
    const auto to = rows.size() * (i + 1) / kPieces;
    auto how = options();
    how.origin_at_hour = true;
    const auto piece = read({folder.write("piece.csv", csv(std::span(rows).subspan(from, to - from)))}, how);
    paths.push_back(folder.write(fmt::format("piece{}.json", i), summary_json(piece)));
  }
  std::swap(paths[1], paths[3]);
  const auto merged = read_summaries(paths);
  ASSERT_TRUE(merged.has_value()) << merged.error().message;
  expect_same(*merged, fold(rows, {.origin_at_hour = true, .sla_ttft_s = 0.5}));
}

TEST(RequestLog, TwoServersOfOneTimeAddUpWithoutGaps) {
  const auto rows = traffic(20'000);
  std::vector<Request> even, odd;
  for (std::size_t i = 0; i < rows.size(); ++i) (i % 2 == 0 ? even : odd).push_back(rows[i]);
  auto merged = fold(even, {.origin_at_hour = true});
  records::merge(merged, fold(odd, {.origin_at_hour = true}));
  const auto whole = fold(rows, {.origin_at_hour = true});
  EXPECT_EQ(merged.seconds, whole.seconds);
  EXPECT_EQ(merged.hours, whole.hours);
  EXPECT_EQ(merged.input_tokens, whole.input_tokens);
  EXPECT_EQ(merged.gap_count, 0);
}

TEST(RequestLog, RowsFarOutOfOrderAreSortedByTheEngine) {
  const Folder folder;
  const auto rows = traffic(20'000);
  std::vector<Request> halves(rows.begin() + 10'000, rows.end());
  halves.insert(halves.end(), rows.begin(), rows.begin() + 10'000);
  auto how = options();
  how.held_stamps = 1000;
  const auto mixed = read({folder.write("log.csv", csv(halves))}, how);
  EXPECT_EQ(mixed.out_of_order, 1);
  expect_same(mixed, fold(rows, {.sla_ttft_s = 0.5}));
}

TEST(RequestLog, RowsFarOutOfOrderAreFoldedInOneReach) {
  const Folder folder;
  const auto rows = traffic(200'000);
  std::vector<Request> halves(rows.begin() + 100'000, rows.end());
  halves.insert(halves.end(), rows.begin(), rows.begin() + 100'000);
  const auto mixed = read({folder.write("log.csv", csv(halves))}, options());
  EXPECT_EQ(mixed.out_of_order, 1);
  expect_same(mixed, fold(rows, {.sla_ttft_s = 0.5}));
}

TEST(RequestLog, RowsALittleOutOfOrderAreReadInOnePass) {
  const Folder folder;
  auto rows = traffic(100'000);
  for (std::size_t i = 100; i + 60 < rows.size(); i += 500) std::swap(rows[i], rows[i + 50]);
  const auto mixed = read({folder.write("log.csv", csv(rows))}, options());
  EXPECT_GT(mixed.out_of_order, 100);
  expect_same(mixed, fold(rows, {.sla_ttft_s = 0.5}));
}

RequestLogOptions by_all_cores(RequestLogOptions how = options()) {
  how.large_file_bytes = 0;
  return how;
}

TEST(RequestLog, AllCoresCountWhatOneDoes) {
  const Folder folder;
  const auto rows = traffic(400'000);
  const auto path = folder.write("log.csv", csv(rows));
  expect_same(read({path}, by_all_cores()), fold(rows, {.sla_ttft_s = 0.5}));
}

TEST(RequestLog, RowsFarOutOfOrderAreSortedByAllCores) {
  const Folder folder;
  auto rows = traffic(100'000);
  auto shuffled = rows;
  base::Rng rng(4);
  for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[rng.below(i)]);
  auto how = by_all_cores();
  how.held_stamps = 5000;
  expect_same(read({folder.write("log.csv", csv(shuffled))}, how), fold(rows, {.sla_ttft_s = 0.5}));
}

// A late cell that is not what the first ones were: counted, with its place, and nothing else lost.
TEST(RequestLog, ALargeFileWithACellOfAnotherTypeIsReadAsText) {
  const Folder folder;
  auto text = csv(traffic(100'000));
  text += "1762099999000000,many,5,0.1,0.2,ok\n1762099999000001,7,5,0.1,0.2,ok\n1762099999000002,0,0,0.1,0.2,ok\n";
  const auto path = folder.write("log.csv", text);
  const auto summary = read({path}, by_all_cores());
  EXPECT_EQ(summary.count, 100'001);
  ASSERT_EQ(summary.rejected.size(), 2U);
  EXPECT_EQ(summary.rejected[0], (records::RejectedRows{"a token count that is no number", 1, path + ":100002"}));
  EXPECT_EQ(summary.rejected[1], (records::RejectedRows{"no tokens", 1, path + ":100004"}));
}

TEST(RequestLog, StampsAreReadAlikeByTypeAndAsText) {
  const Folder folder;
  for (const std::string stamp :
       {"2025-11-01 10:00:0{}.1234567", "2025-11-01T10:00:0{}Z", "2025-11-01 10:00:0{}.25+02:00", "2025/11/01 10:00:0{}", "176199000{}",
        "176199000{}.123456789", "176199000{}123", "176199000{}123.5", "176199000{}123456", "\"2025-11-01 10:00:0{}\""}) {
    std::string text = "ts,in,out\n";
    for (int i = 0; i < 10; ++i) text += base::replaced(stamp, "{}", std::to_string(i)) + ",12,34\n";
    const auto path = folder.write("log.csv", text);
    const RequestLogOptions how{.map = *parse_column_map("arrival=ts,input=in,output=out")};
    const auto as_text = read({path}, how);
    EXPECT_EQ(as_text.count, 10) << stamp;
    expect_same(read({path}, by_all_cores(how)), as_text);
  }
}

TEST(RequestLog, ParquetAndJsonLinesSayTheSame) {
  const Folder folder;
  const auto rows = traffic(3000);
  std::string json;
  for (const auto& row : rows) {
    json += fmt::format("{{\"ts\": {}, \"in\": {}, \"out\": {}, \"ttft\": {:.17g}, \"took\": {:.17g}, \"state\": \"{}\"}}\n",
                        row.arrival_ns / 1000, *row.input_tokens, *row.output_tokens, *row.ttft_s, *row.e2e_s,
                        row.outcome == records::Outcome::ok ? "ok" : "timeout");
  }
  const auto whole = fold(rows, {.sla_ttft_s = 0.5});
  const auto json_path = folder.write("log.jsonl", json);
  expect_same(read({json_path}, options()), whole);

  auto engine = base::DuckDb::open();
  ASSERT_TRUE(engine.has_value());
  base::NoProgress quiet;
  const auto parquet = folder.write("log.parquet", "");
  ASSERT_TRUE(
      engine->execute("COPY (SELECT * FROM read_json_auto(" + base::sql_text(json_path) + ")) TO " + base::sql_text(parquet), quiet));
  expect_same(read({parquet}, options()), whole);
  expect_same(read({parquet}, by_all_cores()), whole);
  expect_same(read({json_path}, by_all_cores()), whole);
}

TEST(RequestLog, MixedUnitsAreRefused) {
  const Folder folder;
  base::NoProgress quiet;
  const auto path = folder.write("log.csv", "ts,in,out\n1762000000,1,2\n1762000001,1,2\n1762000002000,1,2\n");
  const auto log = read_request_log({path}, {.map = *parse_column_map("arrival=ts,input=in,output=out")}, quiet);
  ASSERT_FALSE(log.has_value());
  EXPECT_NE(log.error().message.find("mixes units: 1762000000 is an epoch in s, 1762000002000 in ms"), std::string::npos)
      << log.error().message;
}

}  // namespace
}  // namespace accelprep::intake
