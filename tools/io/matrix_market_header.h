// The header of Matrix Market files.
#pragma once

#include "edge_list.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace grb::tool {

enum class Symmetry { general, symmetric, skew };

struct MatrixMarketHeader {
    bool is_array = false;
    Field field = Field::real;
    bool is_complex = false; ///< two numbers per value; the field is pattern
    bool is_unsigned = false;
    Symmetry symmetry = Symmetry::general;
    uint64_t nrows = 0;
    uint64_t ncols = 0;
    uint64_t count = 0;     ///< the number of entry lines that must follow
    uint64_t size_line = 0; ///< the line with the counts, from 1
    size_t body = 0;        ///< the offset of the entries in the text
};

/// Returns whether a text begins with the banner; accepts one percent sign, which some writers use.
bool begins_as_matrix_market(std::string_view text);

/// Throws InputError if a file with this start has no banner, before the rest is read.
void check_matrix_market_start(std::string_view text, const std::string &name);

/// Throws InputError.
MatrixMarketHeader parse_matrix_market_header(std::string_view text, const std::string &name);

} // namespace grb::tool
