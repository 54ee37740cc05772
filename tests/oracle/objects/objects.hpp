// Uses each object that SuiteSparse predefines besides the C API once; the results are printed, one
// a line.
#pragma once

#include "oracle/objects/domains.hpp"

namespace grb::oracle {

void print_unary_operators();
void print_binary_operators();
void print_all_casts();
void print_monoids();
void print_semirings();
void print_positions();

} // namespace grb::oracle
