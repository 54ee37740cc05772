// Operands in all shapes and formats, made anew for every call.
#pragma once

#include "GraphBLAS.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace faults {

/// Fails the test unless the call succeeds.
void require(GrB_Info info);

/// The storage of the operands before the call.
enum class Storage {
    as_made, // as the library chose: bitmap or full, for this density
    sparse,
    by_column, // sparse, as the next
    both_orientations,
    hypersparse,
    bitmap,
    wide,    // sparse with 64-bit indices
    full,    // with all entries present
    iso,     // sparse, and one value stored once
    pending, // with pending updates
    balanced,
};
constexpr Storage all_storages[] = {
    Storage::as_made,     Storage::sparse,  Storage::by_column, Storage::both_orientations,
    Storage::hypersparse, Storage::bitmap,  Storage::wide,      Storage::full,
    Storage::iso,         Storage::pending, Storage::balanced,
};
const char *name_of(Storage storage);

/// A type too large for the library's buffers on the stack, so that calling an operator takes
/// memory.
struct Big {
    double value;
    double ballast[80];
    explicit Big(double x = 0);
};

struct World {
    explicit World(Storage storage);
    ~World();
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    // FP64, small integers
    GrB_Matrix A{}, B{}, C{}, D{}, S{}; // 12 x 14, 14 x 10, 12 x 10, 12 x 14, 12 x 12
    GrB_Matrix K{}, L{};                // 3 x 2, 4 x 5
    GrB_Matrix empty{};                 // 12 x 10
    GrB_Matrix mask_A{}, mask_B{}, mask_C{}, mask_S{}; // BOOL, shapes of A, B, C and S
    GrB_Vector u{}, v{}, w{}, empty_w{};               // 14, 14, 12, 12
    GrB_Vector mask_u{}, mask_w{};                     // BOOL
    GrB_Matrix integers{};                             // INT32, shape of C
    GrB_Vector positions{};                            // INT64: 11, 10, ..., 0
    GrB_Scalar s{}, none{};                            // 3, and empty
    // Big
    GrB_Type big{};
    GrB_Matrix big_A{}, big_B{}, big_C{}, big_S{}; // 6 x 5, 5 x 4, 6 x 4, 6 x 6
    GrB_Matrix big_one_by_one{}, big_empty{};      // 1 x 1, 6 x 4
    GrB_Vector big_u{}, big_w{}, big_empty_w{};    // 5, 6, 6
    GrB_Scalar big_s{};
    GrB_UnaryOp big_negate{};
    GrB_BinaryOp big_plus{}, big_times{};
    GrB_IndexUnaryOp big_shift{}, big_is_right_of{};
    GrB_Monoid big_monoid{};
    GrB_Semiring big_semiring{};
    GrB_UnaryOp negate{};
    GrB_Descriptor desc{};

    // Outputs of calls besides these.
    GrB_Matrix made_matrix{};
    GrB_Vector made_vector{};
    GrB_Scalar made_scalar{};
    GrB_Type made_type{};
    GrB_UnaryOp made_unary{};
    GrB_BinaryOp made_binary{};
    GrB_IndexUnaryOp made_index{};
    GrB_Monoid made_monoid{};
    GrB_Semiring made_semiring{};
    GrB_Descriptor made_descriptor{};
    double number = 77;
    Big big_number{77};
    std::int32_t integer = 77;
    GrB_Index count = 400; // room in the lists
    GrB_Index counts[3] = {400, 400, 400};
    std::vector<GrB_Index> first, second, third;
    std::vector<double> values;
    std::vector<Big> big_values;
    std::vector<unsigned char> blob;
    std::size_t size = 0;
    char text[400] = "";

    /// Recomputes everything of a built-in type, so that a GPU in constant use alone holds the
    /// values. Contents do not change.
    void move_to_device();

    /// Returns the code of a recorded call that has failed, or GrB_SUCCESS.
    GrB_Info late_error() const;

    /// Returns the contents of all members above that a call could change.
    std::string contents() const;
};

inline const GrB_Index some_rows[] = {7, 2, 11, 0, 5};
inline const GrB_Index some_columns[] = {9, 1, 4, 6};
inline const GrB_Index up_to[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};

} // namespace faults
