// Each predefined semiring in a small product.
#include "oracle/objects/objects.hpp"

#include <graphblast/gxb_objects.h>

namespace grb::oracle {
namespace {

constexpr GrB_Index size = 4;

template <class T>
T value_at(std::size_t k) {
    constexpr double list[] = {3, -2, 0, 1.5, 4, 1, -7, 2, 5, 0.25, -1, 6};
    constexpr std::size_t count = sizeof list / sizeof list[0];
    const double x = list[k % count];
    if constexpr (is_complex<T>) {
        using Real = typename T::value_type;
        return T(static_cast<Real>(x), static_cast<Real>(list[(k + 5) % count]));
    } else if constexpr (std::is_same_v<T, bool>) {
        return x > 0;
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(x);
    } else {
        return static_cast<T>(static_cast<std::int64_t>(x));
    }
}

/// Entries on the diagonal `first` to the right of the main one, and on `count` - 1 more.
template <class T>
std::unique_ptr<MatrixOf> diagonals(GrB_Index first, GrB_Index count, std::size_t seed) {
    std::vector<GrB_Index> rows, columns;
    Values<T> values;
    for (GrB_Index i = 0; i < size; ++i) {
        for (GrB_Index d = first; d < first + count; ++d) {
            rows.push_back(i);
            columns.push_back((i + d) % size);
            values.push_back({value_at<T>(seed++)});
        }
    }
    auto made = std::make_unique<MatrixOf>(Api<T>::type(), size, size);
    made->build(rows, columns, values);
    return made;
}

constexpr bool is_comparison(std::string_view multiply) {
    return multiply == "EQ" || multiply == "NE" || multiply == "GT" || multiply == "LT" ||
           multiply == "GE" || multiply == "LE";
}

/// At most two products a sum, so that their order decides nothing; with ANY one.
template <class Z, class T>
void print_semiring(const char *name, GrB_Semiring semiring, bool is_any) {
    const auto A = is_any ? diagonals<T>(1, 1, 0) : diagonals<T>(0, 2, 0);
    const auto B = diagonals<T>(0, 2, 3);
    const MatrixOf C(Api<Z>::type(), size, size);
    const GrB_Info info = GrB_mxm(C.get(), nullptr, nullptr, semiring, A->get(), B->get(), nullptr);
    std::printf("semiring %s code %d:%s\n", name, static_cast<int>(info),
                C.template text<Z>().c_str());
}

} // namespace

void print_semirings() {
#define GXB_SEMIRING(add, multiply, T)                                        \
    print_semiring<std::conditional_t<is_comparison(#multiply), BOOL, T>, T>( \
        #add "_" #multiply "_" #T, GxB_##add##_##multiply##_##T,              \
        #add[1] == 'N' && #add[0] == 'A');
#include <graphblast/gxb_semirings.def>
#undef GXB_SEMIRING
}

} // namespace grb::oracle
