// Pictures of graphs and recorded runs.
#pragma once

#include "pictures/picture.h"
#include "recorder.h"
#include "roofline.h"

#include "io/edge_list.h"

namespace grb::tool {

/// The positions of the matrix's entries: darker where they are denser.
Picture spy_plot(const EdgeList &edges, const std::string &name);

/// The number of vertices by out-degree, in powers of two.
Picture degree_histogram(const EdgeList &edges, const std::string &name);

/// The time, the estimate and the direction of each step.
Picture step_times(const Recording &recording);

/// Resident memory while the algorithm ran.
Picture memory_over_time(const Recording &recording);

/// The rates of the variants against the limits of memory and cores.
Picture roofline(const Recording &recording, const Roofs &roofs);

} // namespace grb::tool
