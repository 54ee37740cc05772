// Tests the errors of the typed families, for every form of the value.
#include "api/codes.h"
#include "api/handle_cases.h"

namespace api {
namespace {

/// Returns a place for results, to which no failing call writes.
template <class T>
T *target() {
    static T value{};
    return &value;
}

constexpr GrB_Info bad_shape = GrB_DIMENSION_MISMATCH, bad_domain = GrB_DOMAIN_MISMATCH;

/// Checks shapes and domains of the output, the mask and the accumulator.
#define VECTOR_FORM(function, op, W, WRONG, BAD, first, second)                                    \
    check_codes({                                                                                  \
        CODE(bad_shape, o.u, WORDS("w has size 7", "5"), function, o.u, nullptr, nullptr, op,      \
             first, second, nullptr),                                                              \
        CODE(bad_shape, o.W, WORDS("mask has size 7", "5"), function, o.W, o.mask_u, nullptr, op,  \
             first, second, nullptr),                                                              \
        CODE(bad_domain, o.WRONG, WORDS("result"), function, o.WRONG, nullptr, nullptr, op, first, \
             second, nullptr),                                                                     \
        CODE(bad_domain, o.W, WORDS("mask"), function, o.W, o.pair_w, nullptr, op, first, second,  \
             nullptr),                                                                             \
        CODE(bad_domain, o.W, WORDS("accumulator"), function, o.W, nullptr, BAD, op, first,        \
             second, nullptr),                                                                     \
    })
#define MATRIX_FORM(function, op, C, WRONG, BAD, first, second)                                    \
    check_codes({                                                                                  \
        CODE(bad_shape, o.B, WORDS("C is 7 x 4", "5 x 7"), function, o.B, nullptr, nullptr, op,    \
             first, second, nullptr),                                                              \
        CODE(bad_shape, o.C, WORDS("Mask is 5 x 4", "5 x 7"), function, o.C, o.mask_C, nullptr,    \
             op, first, second, nullptr),                                                          \
        CODE(bad_domain, o.WRONG, WORDS("result"), function, o.WRONG, nullptr, nullptr, op, first, \
             second, nullptr),                                                                     \
        CODE(bad_domain, o.C, WORDS("mask"), function, o.C, o.pair_A, nullptr, op, first, second,  \
             nullptr),                                                                             \
        CODE(bad_domain, o.C, WORDS("accumulator"), function, o.C, nullptr, BAD, op, first,        \
             second, nullptr),                                                                     \
    })

/// Checks the forms of one family with suffix T and value x.
#define FORMS(T, x)                                                                                \
    VECTOR_FORM(GrB_Vector_apply_BinaryOp1st_##T, o.minus, w, pair_w, o.pair_plus, x, o.w2);       \
    VECTOR_FORM(GrB_Vector_apply_BinaryOp2nd_##T, o.minus, w, pair_w, o.pair_plus, o.w2, x);       \
    VECTOR_FORM(GrB_Vector_apply_IndexOp_##T, o.shifted, w, pair_w, o.pair_plus, o.w2, x);         \
    VECTOR_FORM(GrB_Vector_select_##T, o.shifted, w, pair_w, o.pair_plus, o.w2, x);                \
    MATRIX_FORM(GrB_Matrix_apply_BinaryOp1st_##T, o.minus, A, pair_A, o.pair_plus, x, o.D);        \
    MATRIX_FORM(GrB_Matrix_apply_BinaryOp2nd_##T, o.minus, A, pair_A, o.pair_plus, o.D, x);        \
    MATRIX_FORM(GrB_Matrix_apply_IndexOp_##T, o.shifted, A, pair_A, o.pair_plus, o.D, x);          \
    MATRIX_FORM(GrB_Matrix_select_##T, o.shifted, A, pair_A, o.pair_plus, o.D, x);                 \
    check_codes({                                                                                  \
        CODE(bad_domain, o.w, WORDS("u"), GrB_Vector_apply_BinaryOp1st_##T, o.w, nullptr, nullptr, \
             o.minus, x, o.pair_w, nullptr),                                                       \
        CODE(bad_domain, o.w, WORDS("u"), GrB_Vector_apply_BinaryOp2nd_##T, o.w, nullptr, nullptr, \
             o.minus, o.pair_w, x, nullptr),                                                       \
        CODE(bad_domain, o.w, WORDS("u"), GrB_Vector_apply_IndexOp_##T, o.w, nullptr, nullptr,     \
             o.shifted, o.pair_w, x, nullptr),                                                     \
        CODE(bad_domain, o.pair_w, WORDS("u"), GrB_Vector_select_##T, o.pair_w, nullptr, nullptr,  \
             o.shifted, o.pair_w, x, nullptr),                                                     \
        CODE(bad_domain, o.A, WORDS("A"), GrB_Matrix_apply_BinaryOp1st_##T, o.A, nullptr, nullptr, \
             o.minus, x, o.pair_A, nullptr),                                                       \
        CODE(bad_domain, o.A, WORDS("A"), GrB_Matrix_apply_BinaryOp2nd_##T, o.A, nullptr, nullptr, \
             o.minus, o.pair_A, x, nullptr),                                                       \
        CODE(bad_domain, o.A, WORDS("A"), GrB_Matrix_apply_IndexOp_##T, o.A, nullptr, nullptr,     \
             o.shifted, o.pair_A, x, nullptr),                                                     \
        CODE(bad_domain, o.pair_A, WORDS("A"), GrB_Matrix_select_##T, o.pair_A, nullptr, nullptr,  \
             o.shifted, o.pair_A, x, nullptr),                                                     \
    })

/// Checks a value that the operator cannot take.
#define VALUES(T, minus, shifted, w, x, A, D, value)                                               \
    check_codes({                                                                                  \
        CODE(bad_domain, w, WORDS("type"), GrB_Vector_apply_BinaryOp1st_##T, w, nullptr, nullptr,  \
             minus, value, x, nullptr),                                                            \
        CODE(bad_domain, w, WORDS("type"), GrB_Vector_apply_BinaryOp2nd_##T, w, nullptr, nullptr,  \
             minus, x, value, nullptr),                                                            \
        CODE(bad_domain, w, WORDS("type"), GrB_Vector_apply_IndexOp_##T, w, nullptr, nullptr,      \
             shifted, x, value, nullptr),                                                          \
        CODE(bad_domain, w, WORDS("type"), GrB_Vector_select_##T, w, nullptr, nullptr, shifted, x, \
             value, nullptr),                                                                      \
        CODE(bad_domain, A, WORDS("type"), GrB_Matrix_apply_BinaryOp1st_##T, A, nullptr, nullptr,  \
             minus, value, D, nullptr),                                                            \
        CODE(bad_domain, A, WORDS("type"), GrB_Matrix_apply_BinaryOp2nd_##T, A, nullptr, nullptr,  \
             minus, D, value, nullptr),                                                            \
        CODE(bad_domain, A, WORDS("type"), GrB_Matrix_apply_IndexOp_##T, A, nullptr, nullptr,      \
             shifted, D, value, nullptr),                                                          \
        CODE(bad_domain, A, WORDS("type"), GrB_Matrix_select_##T, A, nullptr, nullptr, shifted, D, \
             value, nullptr),                                                                      \
        CODE(bad_domain, w, WORDS("type"), GrB_Vector_assign_##T, w, nullptr, nullptr, value,      \
             first_five, 5, nullptr),                                                              \
        CODE(bad_domain, A, WORDS("type"), GrB_Matrix_assign_##T, A, nullptr, nullptr, value,      \
             first_five, 5, first_five, 5, nullptr),                                               \
    })

#define ASSIGN(T, x, w, A, bad_plus)                                                              \
    check_codes({                                                                                 \
        CODE(bad_shape, w, WORDS("mask has size 7", "5"), GrB_Vector_assign_##T, w, o.mask_u,     \
             nullptr, x, first_five, 5, nullptr),                                                 \
        CODE(bad_domain, w, WORDS("mask"), GrB_Vector_assign_##T, w, o.pair_w, nullptr, x,        \
             first_five, 5, nullptr),                                                             \
        CODE(bad_domain, w, WORDS("accumulator"), GrB_Vector_assign_##T, w, nullptr, bad_plus, x, \
             first_five, 5, nullptr),                                                             \
        CODE(GrB_INDEX_OUT_OF_BOUNDS, w, WORDS("[4] is 99", "5"), GrB_Vector_assign_##T, w,       \
             nullptr, nullptr, x, far_away, 5, nullptr),                                          \
        CODE(bad_shape, A, WORDS("Mask is 5 x 4", "5 x 7"), GrB_Matrix_assign_##T, A, o.mask_C,   \
             nullptr, x, first_five, 5, first_five, 5, nullptr),                                  \
        CODE(bad_domain, A, WORDS("mask"), GrB_Matrix_assign_##T, A, o.pair_A, nullptr, x,        \
             first_five, 5, first_five, 5, nullptr),                                              \
        CODE(bad_domain, A, WORDS("accumulator"), GrB_Matrix_assign_##T, A, nullptr, bad_plus, x, \
             first_five, 5, first_five, 5, nullptr),                                              \
        CODE(GrB_INDEX_OUT_OF_BOUNDS, A, WORDS("[4] is 99", "5 rows"), GrB_Matrix_assign_##T, A,  \
             nullptr, nullptr, x, far_away, 5, first_five, 5, nullptr),                           \
        CODE(GrB_INDEX_OUT_OF_BOUNDS, A, WORDS("[4] is 99", "7 columns"), GrB_Matrix_assign_##T,  \
             A, nullptr, nullptr, x, first_five, 5, far_away, 5, nullptr),                        \
    })

#define TYPED(T, type)                                                                             \
    TEST(CodesOfFamilies, T) {                                                                     \
        FORMS(T, type{});                                                                          \
        ASSIGN(T, type{}, o.w, o.A, o.pair_plus);                                                  \
        VALUES(T, o.pair_plus, o.pair_is_right_of, o.pair_w, o.pair_w, o.pair_A, o.pair_A,         \
               type{});                                                                            \
        check_codes({                                                                              \
            CODE(bad_domain, o.u, WORDS("accumulator"), GrB_Vector_reduce_##T, target<type>(),     \
                 o.pair_plus, o.monoid, o.u, nullptr),                                             \
            CODE(bad_domain, o.A, WORDS("accumulator"), GrB_Matrix_reduce_##T, target<type>(),     \
                 o.pair_plus, o.monoid, o.A, nullptr),                                             \
            CODE(bad_domain, o.pair_u, WORDS("the sum"), GrB_Vector_reduce_##T, target<type>(),    \
                 nullptr, o.pair_monoid, o.pair_u, nullptr),                                       \
            CODE(bad_domain, o.pair_A, WORDS("the sum"), GrB_Matrix_reduce_##T, target<type>(),    \
                 nullptr, o.pair_monoid, o.pair_A, nullptr),                                       \
            CODE(bad_domain, o.pair_u, WORDS("u"), GrB_Vector_reduce_##T, target<type>(), nullptr, \
                 o.monoid, o.pair_u, nullptr),                                                     \
            CODE(bad_domain, o.pair_A, WORDS("A"), GrB_Matrix_reduce_##T, target<type>(), nullptr, \
                 o.monoid, o.pair_A, nullptr),                                                     \
        });                                                                                        \
        EXPECT_EQ(*target<type>(), type{});                                                        \
    }

FOR_TYPES(TYPED)

TEST(CodesOfFamilies, Scalar) {
    FORMS(Scalar, o.s);
    ASSIGN(Scalar, o.s, o.w, o.A, o.pair_plus);
    ASSIGN(Scalar, o.none, o.w, o.A, o.pair_plus);
    VALUES(Scalar, o.minus, o.shifted, o.w, o.w2, o.A, o.D, o.pair_s);
    VALUES(Scalar, o.pair_plus, o.pair_is_right_of, o.pair_w, o.pair_w, o.pair_A, o.pair_A, o.s);
}

TEST(CodesOfFamilies, EmptyScalar) {
#define EMPTY(name, keeper, function, ...)                                                 \
    CODE(GrB_EMPTY_OBJECT, keeper, WORDS(name " has no value"), function, keeper, nullptr, \
         nullptr, __VA_ARGS__)
    check_codes({
        EMPTY("x", o.w, GrB_Vector_apply_BinaryOp1st_Scalar, o.minus, o.none, o.w2, nullptr),
        EMPTY("y", o.w, GrB_Vector_apply_BinaryOp2nd_Scalar, o.minus, o.w2, o.none, nullptr),
        EMPTY("y", o.w, GrB_Vector_apply_IndexOp_Scalar, o.shifted, o.w2, o.none, nullptr),
        EMPTY("y", o.w, GrB_Vector_select_Scalar, o.shifted, o.w2, o.none, nullptr),
        EMPTY("x", o.A, GrB_Matrix_apply_BinaryOp1st_Scalar, o.minus, o.none, o.D, nullptr),
        EMPTY("y", o.A, GrB_Matrix_apply_BinaryOp2nd_Scalar, o.minus, o.D, o.none, nullptr),
        EMPTY("y", o.A, GrB_Matrix_apply_IndexOp_Scalar, o.shifted, o.D, o.none, nullptr),
        EMPTY("y", o.A, GrB_Matrix_select_Scalar, o.shifted, o.D, o.none, nullptr),
    });
}

/// Checks shapes with an output of the user-defined type.
#define VECTOR_SHAPES(function, op, first, second)                                             \
    check_codes({                                                                              \
        CODE(bad_shape, o.pair_u, WORDS("w has size 7", "5"), function, o.pair_u, nullptr,     \
             nullptr, op, first, second, nullptr),                                             \
        CODE(bad_shape, o.pair_w, WORDS("mask has size 7", "5"), function, o.pair_w, o.mask_u, \
             nullptr, op, first, second, nullptr),                                             \
    })
#define MATRIX_SHAPES(function, op, first, second)                                               \
    check_codes({                                                                                \
        CODE(bad_shape, o.pair_square, WORDS("C is 5 x 5", "5 x 7"), function, o.pair_square,    \
             nullptr, nullptr, op, first, second, nullptr),                                      \
        CODE(bad_shape, o.pair_A, WORDS("Mask is 5 x 4", "5 x 7"), function, o.pair_A, o.mask_C, \
             nullptr, op, first, second, nullptr),                                               \
    })

TEST(CodesOfFamilies, UDTShapes) {
    VECTOR_SHAPES(GrB_Vector_apply_BinaryOp1st_UDT, o.pair_plus, target<Pair>(), o.pair_w);
    VECTOR_SHAPES(GrB_Vector_apply_BinaryOp2nd_UDT, o.pair_plus, o.pair_w, target<Pair>());
    VECTOR_SHAPES(GrB_Vector_apply_IndexOp_UDT, o.pair_is_right_of, o.pair_w, target<Pair>());
    VECTOR_SHAPES(GrB_Vector_select_UDT, o.pair_is_right_of, o.pair_w, target<Pair>());
    MATRIX_SHAPES(GrB_Matrix_apply_BinaryOp1st_UDT, o.pair_plus, target<Pair>(), o.pair_A);
    MATRIX_SHAPES(GrB_Matrix_apply_BinaryOp2nd_UDT, o.pair_plus, o.pair_A, target<Pair>());
    MATRIX_SHAPES(GrB_Matrix_apply_IndexOp_UDT, o.pair_is_right_of, o.pair_A, target<Pair>());
    MATRIX_SHAPES(GrB_Matrix_select_UDT, o.pair_is_right_of, o.pair_A, target<Pair>());
}

TEST(CodesOfFamilies, UDT) {
    VALUES(UDT, o.minus, o.shifted, o.w, o.w2, o.A, o.D, target<Pair>());
    ASSIGN(UDT, target<Pair>(), o.pair_w, o.pair_A, o.minus);
    check_codes({
        CODE(bad_domain, o.pair_u, WORDS("accumulator"), GrB_Vector_reduce_UDT, target<Pair>(),
             o.minus, o.pair_monoid, o.pair_u, nullptr),
        CODE(bad_domain, o.pair_A, WORDS("accumulator"), GrB_Matrix_reduce_UDT, target<Pair>(),
             o.minus, o.pair_monoid, o.pair_A, nullptr),
        CODE(bad_domain, o.u, WORDS("u"), GrB_Vector_reduce_UDT, target<Pair>(), nullptr,
             o.pair_monoid, o.u, nullptr),
        CODE(bad_domain, o.A, WORDS("A"), GrB_Matrix_reduce_UDT, target<Pair>(), nullptr,
             o.pair_monoid, o.A, nullptr),
    });
}

} // namespace
} // namespace api
