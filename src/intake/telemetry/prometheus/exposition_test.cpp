#include "intake/telemetry/prometheus/exposition.h"

#include <gtest/gtest.h>

namespace accelprep::intake {
namespace {

TEST(Exposition, ASampleHasANameLabelsAValueAndATime) {
  const auto line = read_exposition_line(R"(DCGM_FI_DEV_GPU_UTIL{gpu="3", modelName="NVIDIA H100 80GB HBM3",} 97 1793523600123)");
  ASSERT_EQ(line.kind, ExpositionKind::sample);
  EXPECT_EQ(line.metric.name, "DCGM_FI_DEV_GPU_UTIL");
  EXPECT_EQ(line.metric.label({"gpu"}), "3");
  EXPECT_EQ(line.metric.label({"model", "modelName"}), "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(line.metric.label({"UUID"}), "");
  EXPECT_EQ(line.series, R"(DCGM_FI_DEV_GPU_UTIL{gpu="3", modelName="NVIDIA H100 80GB HBM3",})");
  EXPECT_EQ(line.value, "97");
  EXPECT_EQ(line.time, "1793523600123");
}

TEST(Exposition, EscapesAreUndone) {
  const auto line = read_exposition_line(R"(x:y{a="one \"two\" \\ three\nfour \q",b=""} 1)");
  ASSERT_EQ(line.kind, ExpositionKind::sample);
  EXPECT_EQ(line.metric.label({"a"}), "one \"two\" \\ three\nfour \\q");
  EXPECT_EQ(line.metric.labels.size(), 2U);
}

TEST(Exposition, OpenMetricsEndsAndBearsExemplarsAndSeconds) {
  EXPECT_EQ(read_exposition_line("# EOF").kind, ExpositionKind::end);
  const auto line = read_exposition_line(R"(x_total 5 1793523600.25 # {trace_id="a b"} 0.7)");
  ASSERT_EQ(line.kind, ExpositionKind::sample);
  EXPECT_EQ(line.time, "1793523600.25");
  const auto exemplar_only = read_exposition_line(R"(x_bucket{le="1"} 5 # {trace_id="a"} 0.7)");
  ASSERT_EQ(exemplar_only.kind, ExpositionKind::sample);
  EXPECT_EQ(exemplar_only.time, "");
}

TEST(Exposition, CommentsDeclareFamilies) {
  const auto help = read_exposition_line("# HELP  power  Draw (in W). ");
  EXPECT_EQ(help.kind, ExpositionKind::help);
  EXPECT_EQ(help.text, "power");
  EXPECT_EQ(help.rest, "Draw (in W).");
  EXPECT_EQ(read_exposition_line("# TYPE power gauge").kind, ExpositionKind::type);
  EXPECT_EQ(read_exposition_line("#2026-11-01").kind, ExpositionKind::comment);
  EXPECT_EQ(read_exposition_line("#2026-11-01").text, "2026-11-01");
  EXPECT_EQ(read_exposition_line("   ").kind, ExpositionKind::blank);
}

TEST(Exposition, WhatIsNoSampleIsMalformed) {
  for (const auto* text : {R"(x{gpu="0",...} 1)", R"(x{gpu="0)", R"(x{gpu=0} 1)", R"(x{gpu="0"})", "x", "x one", "x 1 2 3", "9x 1",
                           "<html>", R"(x{gpu="0" UUID="a"} 1)"}) {
    EXPECT_EQ(read_exposition_line(text).kind, ExpositionKind::malformed) << text;
  }
}

TEST(Exposition, NotANumberIsAnAbsence) {
  for (const auto* text : {"NaN", "nan", "+Inf", "-Inf"}) {
    const auto value = read_metric_value(text);
    EXPECT_FALSE(value.malformed) << text;
    EXPECT_FALSE(value.number) << text;
  }
  EXPECT_EQ(read_metric_value("+5").number, 5.0);
  EXPECT_EQ(read_metric_value("9.03e+09").number, 9.03e9);
  EXPECT_TRUE(read_metric_value("5W").malformed);
}

}  // namespace
}  // namespace accelprep::intake
