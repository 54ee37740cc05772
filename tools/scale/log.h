// The operations in a log of the library.
#pragma once

#include "log_line.h"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace grb::scale {

/// A matrix, or a vector (one row), of a log line.
struct Operand {
    double rows = 0, columns = 0, entries = 0;
    double value_bytes = 0; ///< of an entry's value; 0 if iso
    bool is_full = false;   ///< every position has an entry
    bool is_there = false;

    bool is_vector() const { return rows == 1; }
    double elements() const { return rows * columns; }
};

/// An operation of the log, or an inner step of one.
struct Operation {
    std::string name;    ///< "mxv"
    std::string variant; ///< "cuda/mxv_pull_masked"
    double seconds = 0;  ///< without the inner steps
    Operand A, B, u, T;  ///< those in the line
    bool is_transposed = false;
    bool gives_scalar = false; ///< a reduction to one value
};

/// Reads the operations in the order of the log's lines; skips other lines. Throws tool::InputError
/// with the name, the line and the fault.
std::vector<Operation> read_log(std::istream &file, const std::string &name);

} // namespace grb::scale
