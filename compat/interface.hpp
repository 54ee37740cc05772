// What the sources of libgraphblas.so.7, .9 and .10 share. Each of these libraries has the few functions and operators
// with which SuiteSparse:GraphBLAS of its version does otherwise than libgraphblast.so does under the same names; a
// program linked to it finds these first, and everything else in libgraphblast.so. Compiled once for each version, with
// GRAPHBLAST_SUITESPARSE_VERSION.
#pragma once

#include "capi/interposed.hpp"

#include <optional>

namespace compat {

inline constexpr int version = GRAPHBLAST_SUITESPARSE_VERSION;
/// The functions of libgraphblast.so that this library defines too.
inline const grb::InterposedFunctions &engine = GrX_overridden;

/// The field that a number means to a program of this version.
int option_of(int field) noexcept;

/// The answer to a field of the library that the engine does not have, by a getter of these types. Nothing: it is none.
std::optional<GrB_Info> answer_draft(int field, bool takes_real, bool takes_number,
                                     void *target) noexcept;

} // namespace compat
