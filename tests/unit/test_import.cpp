// Tests the texts of import's errors: no object is there yet that could keep them for a program.
#include "base/error.hpp"
#include "storage/import.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

using Numbers = std::vector<std::uint64_t>;

/// The text for a 2 x 3 matrix by rows.
std::string text_of(const Numbers &offsets, const Numbers &indices, std::uint64_t values) {
    const std::vector<double> numbers(values);
    grb::set_current_function("GrB_Matrix_import");
    try {
        grb::import_compressed(grb::builtin_type(grb::TypeCode::fp64), 2, 3,
                               {offsets.data(), indices.data(), numbers.data(), offsets.size(),
                                indices.size(), values},
                               false);
    } catch (const grb::Error &error) {
        return error.what();
    }
    return "none";
}

TEST(Import, NamesTheWrongElement) {
    EXPECT_EQ(text_of({0, 1}, {0}, 1), "GrB_Matrix_import: offsets has 2 elements, 2 rows need 3");
    EXPECT_EQ(text_of({1, 1, 2}, {0, 1}, 2), "GrB_Matrix_import: offsets[0] is 1, not 0");
    EXPECT_EQ(text_of({0, 2, 1}, {0, 1}, 2),
              "GrB_Matrix_import: offsets[2] is 1, less than the 2 before it");
    EXPECT_EQ(text_of({0, 1, 4}, {0, 1}, 9),
              "GrB_Matrix_import: offsets[2] is 4, indices has 2 elements");
    EXPECT_EQ(text_of({0, 1, 2}, {0, 1}, 1),
              "GrB_Matrix_import: offsets[2] is 2, values has 1 elements");
    EXPECT_EQ(text_of({0, 1, 2}, {0, 3}, 2),
              "GrB_Matrix_import: indices[1] is 3, the matrix has 3 columns");
    EXPECT_EQ(text_of({0, 1, 2}, {2, 0}, 2), "none");
}

} // namespace
