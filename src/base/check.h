// CHECK: for our own mistakes, never for bad input. On in every build.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                                \
  do {                                                                                                  \
    if (!(condition)) {                                                                                 \
      std::fprintf(stderr, "accelprep: internal error at %s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                                     \
    }                                                                                                   \
  } while (false)
