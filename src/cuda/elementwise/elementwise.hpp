// The program texts of the element-wise calls, for the pack and for tests.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/plugin/runtime.hpp"
#include "cuda/structure/structure_calls.h"

#include <string>

namespace grb::device {

Status merge_elements(const MergeCall *call);
Status map_elements(const MapCall *call);
Status reduce_elements(const ReduceCall *call);
Status reduce_to_vector(const ReduceToVectorCall *call);
Status scatter_list(const ScatterCall *call);

// Return the texts that the calls compile; they depend only on names, widths and flags of the
// calls.
std::string program_of(const MergeCall &call);
std::string program_of(const MapCall &call);
std::string program_of(const ReduceCall &call);
/// Returns the text of sum_rows, sum_columns or finish_vector.
std::string program_of(const ReduceToVectorCall &call, const char *kernel);
std::string program_of(const ScatterCall &call);

} // namespace grb::device
