#include "readiness/assessment.h"
