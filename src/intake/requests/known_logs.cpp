#include "intake/requests/known_logs.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "base/text.h"

namespace accelprep::intake {
namespace {

struct Role {
  std::string_view role, column, unit;
};

struct KnownFormat {
  std::string_view name;
  std::vector<std::string_view> required;
  std::vector<Role> roles;
  std::string sql;
  std::string_view note;
  bool no_answer_is_failed = false;
  bool missing_is_unknown = false;
  std::int64_t block_tokens = 0;
  std::string_view counted = "requests";
};

// One attribute of an OpenTelemetry span in OTLP's JSON: a list of {"key", "value": {"intValue" | "stringValue" | ...}}.
std::string attribute(std::string_view key) {
  return fmt::format(
      "CAST(coalesce(json_extract_string(list_filter(json_extract(span, '$.attributes[*]'), a -> json_extract_string(a, '$.key') = '{}')"
      "[1], ['$.value.intValue', '$.value.doubleValue', '$.value.stringValue'])[1]) AS VARCHAR)",
      key);
}

std::string otlp_sql() {
  return fmt::format(
      "SELECT CAST(json_extract_string(span, '$.startTimeUnixNano') AS BIGINT) AS arrival, "
      "CAST(json_extract_string(span, '$.endTimeUnixNano') AS BIGINT) AS finish, {} AS input, {} AS output, "
      "CASE WHEN json_extract_string(span, '$.status.code') IN ('2', 'STATUS_CODE_ERROR') THEN 'error' ELSE 'ok' END AS status, "
      "{} AS session, json_extract_string(span, '$.spanId') AS id "
      "FROM (SELECT unnest(json_extract(to_json(resourceSpans), '$[*].scopeSpans[*].spans[*]')) AS span FROM log) "
      "WHERE CAST(span AS VARCHAR) LIKE '%gen_ai.%'",
      attribute("gen_ai.usage.input_tokens"), attribute("gen_ai.usage.output_tokens"), attribute("gen_ai.conversation.id"));
}

// The sources of each row: the public files of that name and their documentation; guidellm 0.8, AIPerf 0.13 and vLLM's
// `bench serve --save-detailed` as their programs write them; OpenTelemetry's semantic conventions for GenAI, OTLP 1.x in JSON.
const std::vector<KnownFormat>& traces() {
  static const std::vector<KnownFormat> kFormats{
      // All three years: 2023 (7-digit fractions, no zone), 2024 (offset, fraction dropped when zero), 2025 (T..Z and NumImages).
      {.name = "Azure LLM inference trace",
       .required = {"TIMESTAMP", "ContextTokens", "GeneratedTokens"},
       .roles = {{"arrival", "TIMESTAMP", ""}, {"input", "ContextTokens", ""}, {"output", "GeneratedTokens", ""}}},
      {.name = "accelprep requests",
       .required = {"arrival", "input_tokens", "output_tokens", "outcome"},
       .roles = {{"arrival", "arrival", ""},
                 {"input", "input_tokens", ""},
                 {"output", "output_tokens", ""},
                 {"first_token", "first_token", ""},
                 {"end", "end", ""},
                 {"status", "outcome", ""}}},
      // Seconds since midnight of the first day, local time; no answer means that the request failed.
      {.name = "BurstGPT",
       .required = {"Timestamp", "Request tokens", "Response tokens"},
       .roles = {{"arrival", "Timestamp", "s"},
                 {"input", "Request tokens", ""},
                 {"output", "Response tokens", ""},
                 {"latency", "Elapsed time", "s"},
                 {"session", "Session ID", ""}},
       .no_answer_is_failed = true},
      {.name = "Mooncake trace",
       .required = {"timestamp", "input_length", "output_length", "hash_ids"},
       .roles =
           {{"arrival", "timestamp", "ms"}, {"input", "input_length", ""}, {"output", "output_length", ""}, {"blocks", "hash_ids", ""}},
       .block_tokens = 512},
      {.name = "Alibaba GenTD26 requests",
       .required = {"gmt_create", "predict_status", "exec_time_seconds"},
       .roles = {{"arrival", "gmt_create", ""}, {"latency", "exec_time_seconds", "s"}, {"status", "predict_status", ""}}},
      {.name = "Vidur trace",
       .required = {"arrived_at", "num_prefill_tokens", "num_decode_tokens"},
       .roles = {{"arrival", "arrived_at", "s"}, {"input", "num_prefill_tokens", ""}, {"output", "num_decode_tokens", ""}}},
  };
  return kFormats;
}

// What servers and routers write for each request.
const std::vector<KnownFormat>& server_records() {
  static const std::vector<KnownFormat> kFormats{
      {.name = "vLLM request timeline",
       .required = {"arrival_time", "input_toks", "output_toks", "queued_ts", "first_token_ts", "last_token_ts"},
       .roles = {{"arrival", "arrival", ""},
                 {"input", "input", ""},
                 {"output", "output", ""},
                 {"ttft", "ttft", "s"},
                 {"latency", "latency", "s"}},
       // The stamps after the arrival are of a monotonic clock of their own.
       .sql = "SELECT arrival_time AS arrival, input_toks AS input, output_toks AS output, first_token_ts - queued_ts AS ttft, "
              "last_token_ts - queued_ts AS latency FROM log"},
      {.name = "router records",
       .required = {"timestamp", "p_tokens", "d_tokens", "ttft_s", "latency_s"},
       .roles = {{"arrival", "timestamp", ""},
                 {"input", "p_tokens", ""},
                 {"output", "d_tokens", ""},
                 {"ttft", "ttft_s", "s"},
                 {"latency", "latency_s", "s"}}},
      // `--export-metrics-to-file`: a JSON line a request, times in Unix seconds. Prompts stand in request_parameters, which is not read.
      {.name = "SGLang request metrics",
       .required = {"request_received_ts", "prompt_tokens", "completion_tokens"},
       .roles = {{"arrival", "request_received_ts", "s"},
                 {"input", "prompt_tokens", ""},
                 {"output", "completion_tokens", ""},
                 {"latency", "e2e_latency", "s"},
                 {"id", "id", ""}},
       .note = "SGLang writes requests once they are finished: those that were cut off are not among them"},
  };
  return kFormats;
}

// What load generators write.
const std::vector<KnownFormat>& tool_records() {
  static const std::vector<KnownFormat> kFormats{
      {.name = "AIPerf records",
       .required = {"metadata", "metrics"},
       .roles = {{"arrival", "arrival", "ns"},
                 {"input", "input", ""},
                 {"output", "output", ""},
                 {"ttft", "ttft", "ms"},
                 {"latency", "latency", "ms"},
                 {"status", "status", ""},
                 {"session", "session", ""},
                 {"id", "id", ""}},
       .sql =
           "SELECT CAST(json_extract_string(d, '$.request_start_ns') AS BIGINT) AS arrival, "
           "coalesce(json_extract_string(m, '$.input_sequence_length.value'), json_extract_string(m, '$.usage_prompt_tokens.value')) AS "
           "input, json_extract_string(m, '$.output_sequence_length.value') AS output, "
           "json_extract_string(m, '$.time_to_first_token.value') AS ttft, json_extract_string(m, '$.request_latency.value') AS latency, "
           "CASE WHEN json_extract_string(d, '$.was_cancelled') = 'true' THEN 'cancelled' "
           "WHEN m IS NULL OR json_extract(m, '$.request_latency') IS NULL THEN 'failed' ELSE 'ok' END AS status, "
           "json_extract_string(d, '$.conversation_id') AS session, json_extract_string(d, '$.x_request_id') AS id "
           "FROM (SELECT to_json(metadata) AS d, to_json(metrics) AS m FROM log) "
           "WHERE coalesce(json_extract_string(d, '$.benchmark_phase'), 'profiling') = 'profiling'",
       .note = "AIPerf writes when a request was sent, not when it was meant to be"},
      {.name = "guidellm benchmarks",
       .required = {"benchmarks", "metadata"},
       .roles = {{"arrival", "arrival", "s"},
                 {"input", "input", ""},
                 {"output", "output", ""},
                 {"first_token", "first_token", "s"},
                 {"end", "end", "s"},
                 {"status", "status", ""}},
       .sql = "SELECT coalesce(json_extract_string(r, '$.info.timings.targeted_start'), json_extract_string(r, "
              "'$.info.timings.request_start')) AS "
              "arrival, json_extract_string(r, '$.input_metrics.text_tokens') AS input, json_extract_string(r, "
              "'$.output_metrics.text_tokens') AS output, json_extract_string(r, '$.info.timings.first_token_iteration') AS first_token, "
              "json_extract_string(r, '$.info.timings.request_end') AS \"end\", status FROM ("
              "SELECT unnest(json_extract(b, '$[*].requests.successful[*]')) AS r, 'ok' AS status FROM (SELECT to_json(benchmarks) AS b "
              "FROM log) "
              "UNION ALL SELECT unnest(json_extract(b, '$[*].requests.errored[*]')), 'failed' FROM (SELECT to_json(benchmarks) AS b FROM "
              "log))"},
      {.name = "vLLM bench serve, detailed",
       .required = {"start_times", "input_lens", "output_lens"},
       .roles = {{"arrival", "arrival", "s"}, {"input", "input", ""}, {"output", "output", ""}},
       .sql = "SELECT unnest(start_times) AS arrival, unnest(input_lens) AS input, unnest(output_lens) AS output FROM log",
       .note = "its start times are of a clock that begins anywhere: no hour of the day can be told"},
  };
  return kFormats;
}

const std::vector<KnownFormat>& spans_and_access_logs() {
  static const std::vector<KnownFormat> kFormats{
      {.name = "OpenTelemetry GenAI spans (OTLP)",
       .required = {"resourceSpans"},
       .roles = {{"arrival", "arrival", "ns"},
                 {"input", "input", ""},
                 {"output", "output", ""},
                 {"end", "finish", "ns"},
                 {"status", "status", ""},
                 {"session", "session", ""},
                 {"id", "id", ""}},
       .sql = otlp_sql()},
      {.name = "OpenTelemetry GenAI spans",
       .required = {"start_time", "end_time", "attributes"},
       .roles = {{"arrival", "start_time", ""},
                 {"input", "input", ""},
                 {"output", "output", ""},
                 {"end", "end_time", ""},
                 {"status", "status", ""},
                 {"session", "session", ""}},
       .sql = "SELECT start_time, end_time, json_extract_string(a, '$.\"gen_ai.usage.input_tokens\"') AS input, "
              "json_extract_string(a, '$.\"gen_ai.usage.output_tokens\"') AS output, "
              "CASE WHEN json_extract_string(a, '$.\"error.type\"') IS NULL THEN 'ok' ELSE 'error' END AS status, "
              "json_extract_string(a, '$.\"gen_ai.conversation.id\"') AS session "
              "FROM (SELECT start_time, end_time, to_json(attributes) AS a FROM log) WHERE CAST(a AS VARCHAR) LIKE '%gen_ai.%'"},
      {.name = "",  // access logs name themselves
       .required = {"arrival", "latency", "status", "request"},
       .roles = {{"arrival", "arrival", "ns"}, {"latency", "latency", "s"}, {"status", "status", ""}}},
  };
  return kFormats;
}

// Rows are intervals.
const std::vector<KnownFormat>& counts() {
  static const std::vector<KnownFormat> kFormats{
      {.name = "ServeGen hourly rates",
       .required = {"hour", "mean_rate_rps"},
       .roles = {{"arrival", "hour", "h"}, {"rate", "mean_rate_rps", ""}}},
      {.name = "ServeGen client rates",
       .required = {"client", "t_s", "rate_rps"},
       .roles = {{"arrival", "t_s", "s"}, {"rate", "rate_rps", ""}}},
      // A counter's increases (a reset counts from 0), or a rate times its step; each sample stands for the time since the one before it.
      {.name = "Prometheus query_range",
       .required = {"status", "data"},
       .roles = {{"arrival", "arrival", "s"}, {"count", "amount", ""}},
       .sql = "WITH series AS (SELECT unnest(json_extract(to_json(data), '$.result[*]')) AS r FROM log), "
              "points AS (SELECT coalesce(json_extract_string(r, '$.metric.__name__'), '') AS name, CAST(json_extract(r, '$.metric') AS "
              "VARCHAR) AS labels, unnest(json_extract(r, '$.values[*]')) AS p FROM series), "
              "numbers AS (SELECT name, labels, round(CAST(json_extract_string(p, '$[0]') AS DOUBLE), 3) AS t, "
              "TRY_CAST(json_extract_string(p, '$[1]') AS DOUBLE) AS v FROM points), "
              "steps AS (SELECT name, t, v, lag(t) OVER w AS t0, lag(v) OVER w AS v0 FROM numbers WINDOW w AS (PARTITION BY labels ORDER "
              "BY t)), "
              "whole AS (SELECT *, round(t - t0, 3) AS step, min(round(t - t0, 3)) OVER () AS least FROM steps WHERE t0 IS NOT NULL) "
              "SELECT t0 AS arrival, CASE WHEN name LIKE '%\\_total' ESCAPE '\\' OR name LIKE '%\\_count' ESCAPE '\\' THEN CASE WHEN v >= "
              "v0 THEN v - v0 "
              "ELSE v END ELSE v * step END AS amount FROM whole WHERE step = least AND v IS NOT NULL",
       .note = "a metric whose name ends in _total or _count is a counter, any other a rate a second",
       .missing_is_unknown = true},
      {.name = "hourly counts",
       .required = {"hour_utc", "requests_per_hour_est"},
       .roles = {{"arrival", "hour_utc", ""}, {"count", "requests_per_hour_est", ""}}},
      {.name = "tokens a second, by minute",
       .required = {"minute", "tokens_per_s_x1"},
       .roles = {{"arrival", "minute", "min"}, {"rate", "tokens_per_s_x1", ""}},
       .counted = "tokens"},
  };
  return kFormats;
}

bool has_column(std::span<const std::string> columns, std::string_view name) {
  return std::any_of(columns.begin(), columns.end(), [&](const auto& column) { return base::equals_ignoring_case(column, name); });
}

}  // namespace

std::optional<KnownLog> recognise_log(std::span<const std::string> columns) {
  for (const auto* table : {&traces(), &server_records(), &tool_records(), &spans_and_access_logs(), &counts()}) {
    const auto found = std::find_if(table->begin(), table->end(), [&](const KnownFormat& format) {
      return std::all_of(format.required.begin(), format.required.end(), [&](auto name) { return has_column(columns, name); });
    });
    if (found == table->end()) continue;
    const auto& format = *found;
    KnownLog known{.format = std::string(format.name),
                   .map = {},
                   .sql = format.sql,
                   .note = std::string(format.note),
                   .no_answer_is_failed = format.no_answer_is_failed,
                   .missing_is_unknown = format.missing_is_unknown,
                   .block_tokens = format.block_tokens,
                   .counted = std::string(format.counted)};
    for (const auto& [role, column, unit] : format.roles) {
      if (!format.sql.empty() || has_column(columns, column)) known.map[std::string(role)] = {std::string(column), std::string(unit)};
    }
    return known;
  }
  return std::nullopt;
}

}  // namespace accelprep::intake
