// Tests masked results of many dense elements in few entries, or the reverse: more than 65,536
// elements, so that sparse operands stay sparse.
#include "api/gxb.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>

namespace api {
namespace {

using Values = std::vector<std::optional<double>>;

struct Shape {
    GrB_Index nrows, ncols;
};

/// Fills about `share` of the elements with the values -1, 0, 1, 2.
Values random_values(GrB_Index elements, double share, unsigned seed) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> number(0, 1);
    Values values(elements);
    for (auto &value : values)
        if (number(engine) < share) value = std::floor(number(engine) * 4) - 1;
    return values;
}

MatrixPointer stored(const Shape &shape, const Values &values, GrB_Type type, int format) {
    std::vector<GrB_Index> rows, columns;
    std::vector<double> listed;
    for (GrB_Index element = 0; element < values.size(); element++) {
        if (!values[element]) continue;
        rows.push_back(element / shape.ncols);
        columns.push_back(element % shape.ncols);
        listed.push_back(*values[element]);
    }
    MatrixPointer A(new_matrix(type, shape.nrows, shape.ncols));
    REQUIRE(GrB_Matrix_build_FP64(A.get(), rows.data(), columns.data(), listed.data(),
                                  listed.size(), nullptr));
    REQUIRE(GrB_Matrix_set_INT32(A.get(), format, static_cast<GrB_Field>(GrX_FORMAT)));
    std::int32_t status = 0;
    REQUIRE(GrB_Matrix_get_INT32(A.get(), &status, static_cast<GrB_Field>(GrX_FORMAT_STATUS)));
    EXPECT_EQ(status, format);
    return A;
}

/// Makes a full iso matrix.
MatrixPointer full_iso(const Shape &shape, double value) {
    MatrixPointer A(new_matrix(GrB_FP64, shape.nrows, shape.ncols));
    REQUIRE(GrB_Matrix_assign_FP64(A.get(), nullptr, nullptr, value, GrB_ALL, shape.nrows, GrB_ALL,
                                   shape.ncols, nullptr));
    return A;
}

Values values_of(GrB_Matrix A, const Shape &shape) {
    GrB_Index n = 0;
    REQUIRE(GrB_Matrix_nvals(&n, A));
    std::vector<GrB_Index> rows(n), columns(n);
    std::vector<double> listed(n);
    REQUIRE(GrB_Matrix_extractTuples_FP64(rows.data(), columns.data(), listed.data(), &n, A));
    Values values(shape.nrows * shape.ncols);
    for (GrB_Index k = 0; k < n; k++) values[rows[k] * shape.ncols + columns[k]] = listed[k];
    return values;
}

struct Case {
    bool by_structure, is_complemented, is_replace, has_accumulator;
};

Values expected(const Values &C, const Values &T, const Values &mask, const Case &one) {
    Values result = C;
    for (std::size_t element = 0; element < C.size(); element++) {
        const bool is_true = mask[element] && (one.by_structure || *mask[element] != 0);
        if (is_true == one.is_complemented) {
            if (one.is_replace) result[element].reset();
        } else if (!one.has_accumulator || !C[element]) {
            result[element] = one.has_accumulator && !T[element] ? C[element] : T[element];
        } else if (T[element]) {
            result[element] = *C[element] + *T[element];
        }
    }
    return result;
}

/// The shares of entries in C, T and the mask.
using Shares = std::array<double, 3>;

int format_of(double share) {
    return share == 1 ? GrX_FULL : share > 0.1 ? GrX_BITMAP : GrX_SPARSE;
}

/// Checks every mask and rule; is_full_iso: T is full and iso.
void check(const Shape &shape, const Shares &shares, bool is_full_iso, int mask_format,
           GrB_Type mask_type) {
    const GrB_Index elements = shape.nrows * shape.ncols;
    const Values C = random_values(elements, shares[0], 1),
                 mask = random_values(elements, shares[2], 3),
                 T = is_full_iso ? Values(elements, 1.5) : random_values(elements, shares[1], 2);
    const MatrixPointer source = is_full_iso ? full_iso(shape, 1.5)
                                             : stored(shape, T, GrB_FP64, format_of(shares[1])),
                        M = stored(shape, mask, mask_type, mask_format);
    for (int k = 0; k < 16; k++) {
        const Case one{(k & 1) != 0, (k & 2) != 0, (k & 4) != 0, (k & 8) != 0};
        const DescriptorPointer desc =
            descriptor_of({{GrB_MASK, (one.by_structure ? GrB_STRUCTURE : GrB_DEFAULT) +
                                          (one.is_complemented ? GrB_COMP : GrB_DEFAULT)},
                           {GrB_OUTP, one.is_replace ? GrB_REPLACE : GrB_DEFAULT}});
        const MatrixPointer target = stored(shape, C, GrB_FP64, format_of(shares[0]));
        REQUIRE(GrB_Matrix_set_INT32(target.get(), GrX_AUTO, static_cast<GrB_Field>(GrX_FORMAT)));
        REQUIRE(GrB_Matrix_assign(target.get(), M.get(),
                                  one.has_accumulator ? GrB_PLUS_FP64 : nullptr, source.get(),
                                  GrB_ALL, shape.nrows, GrB_ALL, shape.ncols, desc.get()));
        ASSERT_TRUE(values_of(target.get(), shape) == expected(C, T, mask, one))
            << shape.nrows << " x " << shape.ncols << ", case " << k << ", mask format "
            << mask_format;
    }
    EXPECT_TRUE(values_of(source.get(), shape) == T);
}

TEST(MaskedLarge, OfEveryShareAndMask) {
    for (const Shape shape : {Shape{1, 70001}, Shape{256, 300}}) {
        for (const Shares &shares :
             {Shares{1e-3, 1, 1e-3}, Shares{1e-3, 0.4, 0.5}, Shares{0, 1, 1e-2},
              Shares{0.4, 1e-4, 1e-3}, Shares{1, 1e-4, 0.5}, Shares{0.4, 0, 0.4}}) {
            for (const int mask_format : {GrX_SPARSE, GrX_BITMAP}) {
                check(shape, shares, false, mask_format, GrB_BOOL);
                check(shape, shares, shares[1] == 1, mask_format, GrB_FP64);
            }
        }
    }
}

} // namespace
} // namespace api
