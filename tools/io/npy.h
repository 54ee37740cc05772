// Dense matrices in NumPy's format.
#pragma once

#include "output_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// A dense matrix by rows.
struct DenseArray {
    uint64_t nrows = 0;
    uint64_t ncols = 0;
    std::vector<float> values;
};

/// Reads a matrix in NumPy's format .npy: float32 or float64, little-endian, by rows or by columns.
/// Throws InputError.
DenseArray read_npy(const std::string &path);

/// Reads from memory; `name` is for messages. Any bytes are safe.
DenseArray parse_npy(std::string_view bytes, const std::string &name);

/// Writes float32 by rows, or int64 in one dimension; version 1.0.
void write_npy(const std::string &path, const DenseArray &array);
void write_npy(const std::string &path, const std::vector<int64_t> &array);
/// Writes into an open file, which it does not finish.
void write_npy(OutputFile &file, const std::vector<int64_t> &array);
void write_npy(OutputFile &file, const std::vector<double> &array);

} // namespace grb::tool
