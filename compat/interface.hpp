// What the sources of libgraphblas.so.7, .9 and .10 share. Each of these libraries has the few functions and operators
// with which SuiteSparse:GraphBLAS of its version does otherwise than libgraphblast.so does under the same names; a
// program linked to it finds these first, and everything else in libgraphblast.so. Compiled once for each version, with
// GRAPHBLAST_SUITESPARSE_VERSION.
#pragma once

#include "capi/overridden.hpp"

namespace compat {

inline constexpr int version = GRAPHBLAST_SUITESPARSE_VERSION;
/// The functions of libgraphblast.so that this library defines too.
inline const grb::Overridden &engine = GrX_overridden;

/// The field that a number means to a program of this version.
int option_of(int field) noexcept;

} // namespace compat
