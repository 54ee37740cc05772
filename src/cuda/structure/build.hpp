// The program texts and calls of the kernels of build.
#pragma once

#include "cuda/structure/structure_calls.h"
#include "cuda/table.h"

#include <string>

namespace grb::device {

Status build(const BuildCall *call);
Status build_elements(const BuildElementsCall *call);

/// The program text of a kernel of build: "fold_runs", "scatter_tuples" or "prepare_elements".
std::string build_program(const BuildCall &call, const char *kernel);
std::string build_program(const BuildElementsCall &call, const char *kernel);

} // namespace grb::device
