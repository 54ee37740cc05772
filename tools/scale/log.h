#pragma once

#include "log_line.h"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace grb::scale {

/// A matrix, or a vector (one row), as a line of the log gives it.
struct Operand {
    double rows = 0, columns = 0, entries = 0;
    double value_bytes = 0; ///< of an entry's value; 0 where all entries have the same
    bool is_full = false;   ///< every place has an entry
    bool is_there = false;

    bool is_vector() const { return rows == 1; }
    double cells() const { return rows * columns; }
};

/// An operation of the log, or a part that one needed.
struct Operation {
    std::string name;    ///< "mxv"
    std::string variant; ///< "cuda/mxv_pull_masked"
    double seconds = 0;  ///< without those of the parts inside
    Operand A, B, u, T;  ///< those that the line names
    bool is_transposed = false;
    bool gives_scalar = false; ///< a reduction to one value
};

/// Operations in the order of the log's lines; lines that are none are passed over. Throws tool::InputError with the
/// name, the line and what is wrong with it.
std::vector<Operation> read_log(std::istream &file, const std::string &name);

} // namespace grb::scale
