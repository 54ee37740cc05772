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
    bool is_complex = false; ///< two numbers a value; the field is pattern
    bool is_unsigned = false;
    Symmetry symmetry = Symmetry::general;
    uint64_t nrows = 0;
    uint64_t ncols = 0;
    uint64_t count = 0;     ///< entry lines that must follow
    uint64_t size_line = 0; ///< the line that gave the counts, from 1
    size_t body = 0;        ///< where the entries begin in the text
};

/// Whether a text has the banner: with one percent sign, too, as some writers have it.
bool begins_as_matrix_market(std::string_view text);

/// Throws InputError where a file with this start has no banner: before the rest of it is read.
void check_matrix_market_start(std::string_view text, const std::string &name);

/// Throws InputError.
MatrixMarketHeader parse_matrix_market_header(std::string_view text, const std::string &name);

} // namespace grb::tool
