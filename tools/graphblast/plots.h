#pragma once

#include "pictures/picture.h"
#include "recorder.h"
#include "roofline.h"

#include "io/edge_list.h"

namespace grb::tool {

/// Where the entries of the matrix are: darker where they are denser.
Picture spy_plot(const EdgeList &edges, const std::string &name);

/// How many vertices have how many edges out, in powers of two.
Picture degree_histogram(const EdgeList &edges, const std::string &name);

/// Time, estimate and direction of each step.
Picture step_times(const Recording &recording);

/// Resident memory while the algorithm ran.
Picture memory_over_time(const Recording &recording);

/// What the variants did per second against what memory and cores allow.
Picture roofline(const Recording &recording, const Roofs &roofs);

} // namespace grb::tool
