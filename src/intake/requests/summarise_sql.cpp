#include "intake/requests/summarise_sql.h"

#include <array>
#include <fmt/format.h>

namespace accelprep::intake {
namespace {

using base::DuckDb;
using base::Progress;
using base::Result;
using base::Status;
using records::ArrivalSummary;

Status read_totals(DuckDb& engine, ArrivalSummary& out, Progress& progress) {
  TRY_ASSIGN(auto rows,
             engine.query("SELECT count(*)::BIGINT, count(*) FILTER (NOT ok)::BIGINT, min(at_ns)::BIGINT, max(at_ns)::BIGINT FROM load",
                          progress));
  if (!rows.next() || rows.integer(0) == 0) return {};
  out.count = rows.integer(0);
  out.failed = rows.integer(1);
  out.first_ns = rows.integer(2);
  out.last_ns = rows.integer(3);
  TRY_ASSIGN(
      auto disorder,
      engine.query("SELECT count(*)::BIGINT FROM (SELECT at_ns < lag(at_ns) OVER (ORDER BY row) AS back FROM load) WHERE back", progress));
  disorder.next();
  out.out_of_order = disorder.integer(0);
  return {};
}

// Gaps between successive arrivals, sorted: moments, the longest, and per 600 s window those that lie within it.
Status read_gaps(DuckDb& engine, ArrivalSummary& out, Progress& progress) {
  TRY(engine.execute(
      fmt::format("CREATE TEMP TABLE gaps AS SELECT (at_ns - lag(at_ns) OVER w) / 1e9 AS gap, (at_ns - {0}) // 600000000000 AS win, "
                  "(lag(at_ns) OVER w - {0}) // 600000000000 AS previous_win FROM load WINDOW w AS (ORDER BY at_ns)",
                  out.origin_ns),
      progress));
  TRY_ASSIGN(auto all, engine.query("SELECT count(gap)::BIGINT, sum(gap)::DOUBLE, sum(gap * gap)::DOUBLE, max(gap)::DOUBLE, "
                                    "count(*) FILTER (gap = 0)::BIGINT FROM gaps",
                                    progress));
  if (all.next() && all.integer(0) > 0) {
    out.gap_count = all.integer(0);
    out.gap_sum_s = all.number(1);
    out.gap_sum_squared_s2 = all.number(2);
    out.longest_silence_s = all.number(3);
    out.duplicate_timestamps = all.integer(4);
  }
  TRY_ASSIGN(auto windows, engine.query("SELECT win::BIGINT, count(*)::BIGINT, sum(gap)::DOUBLE, sum(gap * gap)::DOUBLE FROM gaps "
                                        "WHERE gap IS NOT NULL AND win = previous_win GROUP BY win ORDER BY win",
                                        progress));
  while (windows.next()) out.windows.push_back({windows.integer(0), windows.integer(1), windows.number(2), windows.number(3)});
  return engine.execute("DROP TABLE gaps", progress);
}

Status read_grids(DuckDb& engine, ArrivalSummary& out, Progress& progress) {
  TRY_ASSIGN(auto seconds,
             engine.query(fmt::format("SELECT ((at_ns - {}) // 1000000000)::BIGINT AS s, count(*)::BIGINT FROM load GROUP BY s ORDER BY s",
                                      out.origin_ns),
                          progress));
  while (seconds.next()) out.seconds.push_back({seconds.integer(0), seconds.integer(1)});
  TRY_ASSIGN(auto hours, engine.query("SELECT ((at_ns // 3600000000000) * 3600000000000)::BIGINT AS h, count(*)::BIGINT, "
                                      "coalesce(sum(input), 0)::DOUBLE, coalesce(sum(output), 0)::DOUBLE FROM load GROUP BY h ORDER BY h",
                                      progress));
  while (hours.next()) out.hours.push_back({hours.integer(0), hours.integer(1), hours.number(2), hours.number(3)});
  return {};
}

Result<records::Sketch> read_sketch(DuckDb& engine, const std::string& expression, double resolution) {
  base::NoProgress quiet;
  records::Sketch sketch{.resolution = resolution};
  TRY_ASSIGN(auto rows,
             engine.query(fmt::format("SELECT CAST(round(v / {}) AS BIGINT) AS step, count(*)::BIGINT, sum(v)::DOUBLE FROM "
                                      "(SELECT CAST({} AS DOUBLE) AS v FROM load) WHERE v IS NOT NULL GROUP BY step ORDER BY step",
                                      resolution, expression),
                          quiet));
  while (rows.next()) {
    sketch.cells.push_back({rows.integer(0), rows.integer(1)});
    sketch.count += rows.integer(1);
    sketch.sum += rows.number(2);
  }
  return sketch;
}

constexpr const char* kTpot = "CASE WHEN ok AND output > 1 THEN (e2e - ttft) / (output - 1) END";

Status read_sketches(DuckDb& engine, ArrivalSummary& out) {
  TRY_ASSIGN(out.input_tokens, read_sketch(engine, "input", 1));
  TRY_ASSIGN(out.output_tokens, read_sketch(engine, "output", 1));
  TRY_ASSIGN(out.context_tokens, read_sketch(engine, "input + output", 1));
  TRY_ASSIGN(out.ttft_s, read_sketch(engine, "CASE WHEN ok THEN ttft END", out.ttft_s.resolution));
  TRY_ASSIGN(out.e2e_s, read_sketch(engine, "CASE WHEN ok THEN e2e END", out.e2e_s.resolution));
  TRY_ASSIGN(out.tpot_s, read_sketch(engine, kTpot, out.tpot_s.resolution));
  return {};
}

Status read_within_sla(DuckDb& engine, ArrivalSummary& out, const SlaLimits& sla) {
  base::NoProgress quiet;
  std::string condition = "ok";
  // A request without the figure that is asked for cannot be said to keep the limit.
  if (sla.ttft_s) condition += fmt::format(" AND coalesce(ttft <= {}, false)", *sla.ttft_s);
  if (sla.e2e_s) condition += fmt::format(" AND coalesce(e2e <= {}, false)", *sla.e2e_s);
  if (sla.tpot_s) condition += fmt::format(" AND (output <= 1 OR coalesce({} <= {}, false))", kTpot, *sla.tpot_s);
  TRY_ASSIGN(auto rows, engine.query(fmt::format("SELECT count(*) FILTER ({})::BIGINT FROM load", condition), quiet));
  rows.next();
  out.within_sla = rows.integer(0);
  return {};
}

// The step that stamps are multiples of: the largest of a ladder that divides all of them; or, where most stamps repeat (a logger
// that writes in batches, with jitter), the median distance of distinct ones.
Status read_quantum(DuckDb& engine, ArrivalSummary& out) {
  constexpr std::array<std::int64_t, 10> kLadder{3'600'000'000'000, 60'000'000'000, 1'000'000'000, 100'000'000, 10'000'000,
                                                 1'000'000,         100'000,        10'000,        1'000,       100};
  base::NoProgress quiet;
  for (const auto step : kLadder) {
    TRY_ASSIGN(auto rows,
               engine.query(fmt::format("SELECT count(*)::BIGINT FROM (SELECT 1 FROM load WHERE at_ns % {} <> 0 LIMIT 1)", step), quiet));
    rows.next();
    if (rows.integer(0) != 0) continue;
    out.quantum_s = static_cast<double>(step) * 1e-9;
    break;
  }
  if (out.duplicate_timestamps * 2 < out.count) return {};
  TRY_ASSIGN(auto rows, engine.query("SELECT median(d)::DOUBLE FROM (SELECT (at_ns - lag(at_ns) OVER (ORDER BY at_ns)) / 1e9 AS d FROM "
                                     "(SELECT DISTINCT at_ns FROM load))",
                                     quiet));
  if (rows.next() && !rows.is_null(0)) out.quantum_s = std::max(out.quantum_s, rows.number(0));
  return {};
}

}  // namespace

Result<ArrivalSummary> summarise_load(DuckDb& engine, const RequestLogOptions& options, Progress& progress) {
  ArrivalSummary out;
  TRY(read_totals(engine, out, progress));
  if (out.count == 0) return out;
  out.origin_ns = options.origin_ns.value_or(out.first_ns);
  TRY(read_gaps(engine, out, progress));
  TRY(read_grids(engine, out, progress));
  TRY(read_sketches(engine, out));
  TRY(read_within_sla(engine, out, options.sla));
  TRY(read_quantum(engine, out));
  return out;
}

}  // namespace accelprep::intake
