// One object of every kind in a few shapes, and the contents that a call must not change.
#pragma once

#include "GraphBLAS.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace api {

/// The user-defined type of these tests.
struct Pair {
    double first, second;
};

/// Fails the test unless the call succeeds.
void require(GrB_Info info);
#define REQUIRE(call) ::api::require(call)

/// Says why calls on vectors run at once here; null where they are recorded.
const char *why_nothing_is_recorded();

/// Returns a handle to zeroed memory, as if uninitialised. Shared, never written.
void *never_initialised();
template <class Handle>
Handle fake() {
    return static_cast<Handle>(never_initialised());
}

/// Returns the entries as text, for comparison.
std::string contents(GrB_Matrix A);
std::string contents(GrB_Vector u);
std::string contents(GrB_Scalar s);

std::string error_text(GrB_Type object);
std::string error_text(GrB_UnaryOp object);
std::string error_text(GrB_BinaryOp object);
std::string error_text(GrB_IndexUnaryOp object);
std::string error_text(GrB_Monoid object);
std::string error_text(GrB_Semiring object);
std::string error_text(GrB_Descriptor object);
std::string error_text(GrB_Scalar object);
std::string error_text(GrB_Vector object);
std::string error_text(GrB_Matrix object);
inline std::string error_text(std::nullptr_t) {
    return "";
}

/// Converts any number to an enumerator, as C allows.
template <class Enumeration>
__attribute__((no_sanitize("undefined"))) Enumeration enumerator(int number) {
    Enumeration value;
    std::memcpy(&value, &number, sizeof value);
    return value;
}

struct World {
    World();
    ~World();
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    // FP64; entries at most positions.
    GrB_Matrix A{}, B{}, C{}, D{};                // 5 x 7, 7 x 4, 5 x 4, 5 x 7
    GrB_Matrix square{};                          // 5 x 5
    GrB_Matrix mask_A{}, mask_C{}, mask_square{}; // BOOL, shapes of A, C and square
    GrB_Vector u{}, v{};                          // size 7
    GrB_Vector w{}, w2{};                         // size 5
    GrB_Vector mask_u{}, mask_w{};                // BOOL
    GrB_Scalar s{}, none{};                       // FP64: 3, and empty
    // Pair
    GrB_Type pair{};
    GrB_Matrix pair_A{};      // 5 x 7
    GrB_Matrix pair_square{}; // 5 x 5
    GrB_Vector pair_u{};      // size 7
    GrB_Vector pair_w{};      // size 5
    GrB_Scalar pair_s{};
    GrB_UnaryOp pair_negate{};
    GrB_BinaryOp pair_plus{};
    GrB_IndexUnaryOp pair_is_right_of{}; // Pair x, Pair y → BOOL
    GrB_Monoid pair_monoid{};
    GrB_Semiring pair_semiring{};
    // User-defined operators on the built-in types.
    GrB_UnaryOp negate{};
    GrB_BinaryOp minus{};
    GrB_IndexUnaryOp shifted{};
    GrB_Monoid monoid{};
    GrB_Semiring semiring{};
    GrB_Descriptor desc{};

    /// Returns all of the above that a call could change.
    std::string contents() const;
};

GrB_Matrix new_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols);
GrB_Vector new_vector(GrB_Type type, GrB_Index size);
GrB_Matrix copy_of(GrB_Matrix A);
GrB_Vector copy_of(GrB_Vector u);

} // namespace api
