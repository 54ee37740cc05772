// GraphBLAS objects by name and shape, for the benchmarks.
#pragma once

#include "engine.h"

#include <cstdint>
#include <string>

namespace grb::tool {

/// The predefined object GrB_<name>, or nullptr.
void *predefined(const std::string &name);

template <class Object>
Object predefined_as(const std::string &name) {
    return static_cast<Object>(predefined(name));
}

/// "PLUS_TIMES_FP32": the monoid, the multiplication and their type. Null inside if there is no
/// such semiring.
Semiring semiring_named(const std::string &name);

struct Shape {
    uint64_t nrows = 0;
    uint64_t ncols = 0;
    uint64_t nvals = 0;
    std::string format = "auto";
    std::string type = "FP64";
    bool is_iso = false;
    bool is_full() const { return nvals >= nrows * ncols; }
};

/// "ROWSxCOLS:NVALS:FORMAT:TYPE[:iso]", or "N:NVALS:..." for one row. Returns false for other
/// texts.
bool parse_shape(const std::string &text, Shape &shape);

/// Random positions, values 1 to 8 (all 1 if iso); the same shape gives the same matrix.
Matrix random_matrix(const Shape &shape);
Vector random_vector(const Shape &shape); ///< ncols entries long

} // namespace grb::tool
