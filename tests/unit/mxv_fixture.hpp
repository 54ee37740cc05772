// Matrix-vector problems for tests of the variants: random operands in a chosen storage, and the
// expected product, computed entry by entry by the operators alone.
#pragma once

#include "problems/problems.hpp"

#include <map>
#include <random>
#include <vector>

namespace mxv_test {

using Bytes = std::vector<unsigned char>;
/// Maps (row, column) of a matrix, or (0, index) of a vector, to a value.
using Entries = std::map<std::pair<std::uint64_t, std::uint64_t>, Bytes>;

enum class VectorForm { sparse, bitmap };

struct Storage {
    int index_width = 4;
    bool is_hyper = false;
    bool is_iso = false;
    int offset_width = 0; // 0: as wide as the indices
};

/// Makes a matrix; with is_iso every entry gets the value of the first.
grb::Ref<grb::Snapshot> make_matrix(const grb::Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                    const Entries &entries, const Storage &storage);
/// Makes a vector, which is full when all entries exist and the form is bitmap.
grb::Ref<grb::Snapshot> make_vector(const grb::Type *type, std::uint64_t size,
                                    const Entries &entries, VectorForm form,
                                    const Storage &storage);
Entries entries_of(const grb::Snapshot &snapshot);

/// Converts a small integer to a value of a built-in type, so that sums of floats are exact.
Bytes small_value(const grb::Type *type, int number);

/// Draws reproducible small values.
struct Random {
    std::mt19937_64 engine;
    explicit Random(std::uint64_t seed) : engine(seed) {}
    int below(int bound) { return static_cast<int>(engine() % static_cast<std::uint64_t>(bound)); }
    Bytes value(const grb::Type *type) { return small_value(type, below(5)); }
};

/// Owns a semiring over predefined operators.
struct OwnedSemiring {
    grb::Monoid monoid{};
    grb::Semiring semiring{};
    OwnedSemiring(grb::BinaryCode add, grb::BinaryCode multiply, grb::TypeCode type);
    OwnedSemiring(const OwnedSemiring &) = delete;
};

/// Computes the product by definition, without masked positions.
Entries expected_product(const grb::MxvProblem &problem);

} // namespace mxv_test
