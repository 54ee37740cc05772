// Objects made of malloc'ed arrays.
#pragma once

#include "api/exchange.h"

#include <cstdlib>
#include <numeric>

namespace api {

inline constexpr GrB_Index nrows = 3, ncols = 4, elements = nrows * ncols;

/// Makes the array 0, 1, 2, ... by malloc.
template <class T = double>
inline void *numbers(std::size_t count) {
    auto *array = static_cast<T *>(std::malloc(count * sizeof(T)));
    std::iota(array, array + count, T{0});
    return array;
}

inline GrB_Matrix imported() {
    GrB_Matrix A = nullptr;
    void *array = numbers(elements);
    REQUIRE(GrX_Matrix_import_full(&A, GrB_FP64, nrows, ncols, &array, elements * 8, nullptr));
    EXPECT_EQ(array, nullptr);
    return A;
}

} // namespace api
