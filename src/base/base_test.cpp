// The wrappers over libraries: files, TOML, SQLite, DuckDB.
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/duckdb.h"
#include "base/file.h"
#include "base/sqlite.h"
#include "base/toml.h"

namespace accelprep::base {
namespace {

class TempDir {
 public:
  TempDir() {
    char pattern[] = "/tmp/accelprep-test-XXXXXX";
    path_ = mkdtemp(pattern);
  }
  ~TempDir() { std::system(("rm -rf " + path_).c_str()); }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

TEST(LineReader, TakesCrlfByteOrderMarkAndAMissingLastEnd) {
  auto reader = LineReader::over(
      "\xEF\xBB\xBF"
      "a\r\nb",
      "x.csv");
  EXPECT_EQ(**reader.next(), "a");
  EXPECT_EQ(**reader.next(), "b");
  EXPECT_EQ(reader.place(), "x.csv:2");
  EXPECT_EQ(*reader.next(), std::nullopt);
}

TEST(LineReader, SaysWhereBinaryBegins) {
  auto reader = LineReader::over(std::string("a\nb\0c\n", 6), "x.bin");
  EXPECT_TRUE(reader.next().has_value());
  const auto second = reader.next();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().place, "x.bin:2");
}

TEST(LineReader, ReportsACutOffGzip) {
  const TempDir dir;
  ASSERT_EQ(
      std::system(("seq 100000 | gzip > " + dir.file("a.gz") + " && head -c 9000 " + dir.file("a.gz") + " > " + dir.file("b.gz")).c_str()),
      0);
  const auto read_all = [&]() -> Status {
    TRY_ASSIGN(auto reader, LineReader::open(dir.file("b.gz")));
    for (std::optional<std::string_view> line = ""; line;) {
      TRY_ASSIGN(line, reader.next());
    }
    return {};
  };
  const auto outcome = read_all();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::corrupt) << outcome.error().text();
}

TEST(Toml, MistakesComeWithTheirPlace) {
  const auto broken = parse_toml("a = 1\nb = = 2\n", "x.toml");
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error().place.starts_with("x.toml:2:")) << broken.error().place;

  const auto table = parse_toml("rate = 1\nhorizn = 2\n", "x.toml");
  ASSERT_TRUE(table);
  TomlReader reader(*table, "x.toml");
  EXPECT_EQ(reader.number("rate"), 1.0);
  EXPECT_EQ(reader.number("horizon"), std::nullopt);
  const auto status = reader.finish();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().place, "x.toml:2:1");
  EXPECT_NE(status.error().message.find("did you mean \"horizon\""), std::string::npos) << status.error().message;
}

TEST(Sqlite, RowsComeBackAsTheyWent) {
  const TempDir dir;
  auto database = SqliteDatabase::open(dir.file("a.sqlite"), SqliteDatabase::Mode::create);
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->execute("CREATE TABLE t(a TEXT, b REAL) STRICT"));
  ASSERT_TRUE(database->prepare("INSERT INTO t VALUES(?, ?)")->bind(1, "x'y").bind(2, 0.1).run());
  auto rows = database->prepare("SELECT a, b FROM t");
  ASSERT_TRUE(*rows->step());
  EXPECT_EQ(rows->column_text(0), "x'y");
  EXPECT_EQ(rows->column_number(1), 0.1);
  EXPECT_FALSE(*rows->step());
}

TEST(DuckDb, AScanHandsOverEveryRowOnce) {
  auto engine = DuckDb::open();
  ASSERT_TRUE(engine.has_value());
  NoProgress quiet;
  std::atomic<std::int64_t> rows = 0, sum = 0, nulls = 0;
  const auto scanned = engine->scan("SELECT CASE WHEN i % 3 = 0 THEN NULL ELSE i END, CAST(NULL AS DOUBLE) FROM range(1000000) t(i)", quiet,
                                    [&](const DuckChunk& chunk) -> Status {
                                      const auto values = chunk.integers(0);
                                      EXPECT_FALSE(chunk.validity(1).any());
                                      for (std::size_t i = 0; i < chunk.size(); ++i) {
                                        if (chunk.is_null(0, i)) {
                                          ++nulls;
                                        } else {
                                          sum += values[i];
                                        }
                                      }
                                      rows += static_cast<std::int64_t>(chunk.size());
                                      return {};
                                    });
  ASSERT_TRUE(scanned.has_value()) << scanned.error().message;
  EXPECT_EQ(rows, 1'000'000);
  EXPECT_EQ(nulls, 333'334);
  EXPECT_EQ(sum, 333'332'666'667);
}

TEST(DuckDb, AScanEndsWithItsUsersError) {
  auto engine = DuckDb::open();
  ASSERT_TRUE(engine.has_value());
  NoProgress quiet;
  const auto refuse = [](const DuckChunk&) -> Status { return fail(ErrorKind::corrupt, "enough"); };
  for (int i = 0; i < 2; ++i) {
    const auto scanned = engine->scan("SELECT i FROM range(100000) t(i)", quiet, refuse);
    ASSERT_FALSE(scanned.has_value());
    EXPECT_EQ(scanned.error().message, "enough");
  }
  EXPECT_TRUE(engine->scan("SELECT 1::BIGINT", quiet, [](const DuckChunk&) -> Status { return {}; }).has_value());
}

TEST(DuckDb, ReadsCsvJsonAndParquetWithoutTheNetwork) {
  const TempDir dir;
  auto engine = DuckDb::open();
  ASSERT_TRUE(engine) << engine.error().text();
  NoProgress quiet;
  const auto parquet = dir.file("a.parquet");
  const auto json = dir.file("a.jsonl.gz");
  ASSERT_TRUE(engine->execute("COPY (SELECT range AS x FROM range(3000)) TO " + sql_text(parquet), quiet));
  ASSERT_TRUE(engine->execute("COPY (SELECT range AS x FROM range(3)) TO " + sql_text(json) + " (FORMAT json)", quiet));
  auto rows = engine->query("SELECT sum(x)::BIGINT FROM " + sql_text(parquet), quiet);
  ASSERT_TRUE(rows) << rows.error().text();
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(rows->integer(0), 3000 * 2999 / 2);
  auto lines = engine->query("SELECT count(*)::BIGINT FROM read_json_auto(" + sql_text(json) + ")", quiet);
  ASSERT_TRUE(lines) << lines.error().text();
  ASSERT_TRUE(lines->next());
  EXPECT_EQ(lines->integer(0), 3);
  EXPECT_FALSE(engine->query("INSTALL httpfs", quiet));
}

TEST(Digest, FieldsDoNotRunTogether) {
  EXPECT_NE(Sha256().add_field("ab").add_field("c").hex(), Sha256().add_field("a").add_field("bc").hex());
  EXPECT_EQ(Sha256().add("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace accelprep::base
