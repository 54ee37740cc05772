// The 13 built-in domains as C++ types: their functions of the API, values at the edges, and how a
// value is printed. Only functions that both libraries have are called.
#pragma once

#include <graphblast/gxb_complex.h>

#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace grb::oracle {

// M(prefix, SUFFIX, type)
#define ORACLE_REAL_DOMAINS(M)    \
    M(GrB, BOOL, bool)            \
    M(GrB, INT8, std::int8_t)     \
    M(GrB, UINT8, std::uint8_t)   \
    M(GrB, INT16, std::int16_t)   \
    M(GrB, UINT16, std::uint16_t) \
    M(GrB, INT32, std::int32_t)   \
    M(GrB, UINT32, std::uint32_t) \
    M(GrB, INT64, std::int64_t)   \
    M(GrB, UINT64, std::uint64_t) \
    M(GrB, FP32, float)           \
    M(GrB, FP64, double)
#define ORACLE_COMPLEX_DOMAINS(M) \
    M(GxB, FC32, GxB_FC32_t)      \
    M(GxB, FC64, GxB_FC64_t)

#define ORACLE_TYPE(P, SUFFIX, type) using SUFFIX = type;
ORACLE_REAL_DOMAINS(ORACLE_TYPE)
ORACLE_COMPLEX_DOMAINS(ORACLE_TYPE)
#undef ORACLE_TYPE

template <class T>
struct Api;
#define ORACLE_API(P, SUFFIX, c_type)                                            \
    template <>                                                                  \
    struct Api<c_type> {                                                         \
        static GrB_Type type() { return P##_##SUFFIX; }                          \
        static constexpr const char *name = #SUFFIX;                             \
        static constexpr auto build_vector = P##_Vector_build_##SUFFIX;          \
        static constexpr auto build_matrix = P##_Matrix_build_##SUFFIX;          \
        static constexpr auto vector_tuples = P##_Vector_extractTuples_##SUFFIX; \
        static constexpr auto matrix_tuples = P##_Matrix_extractTuples_##SUFFIX; \
        static constexpr auto reduce_vector = P##_Vector_reduce_##SUFFIX;        \
    };
ORACLE_REAL_DOMAINS(ORACLE_API)
ORACLE_COMPLEX_DOMAINS(ORACLE_API)
#undef ORACLE_API

template <class T>
inline constexpr bool is_complex = std::is_same_v<T, FC32> || std::is_same_v<T, FC64>;
/// std::vector<bool> has no array of bool.
template <class T>
struct Element {
    T value;
};
template <class T>
using Values = std::vector<Element<T>>;
template <class T>
const T *data(const Values<T> &values) {
    static_assert(sizeof(Element<T>) == sizeof(T));
    return &values.data()->value;
}
template <class T>
T *data(Values<T> &values) {
    return &values.data()->value;
}

inline void require(GrB_Info info, const char *what) {
    if (info == GrB_SUCCESS) return;
    std::fprintf(stderr, "%s failed with code %d\n", what, static_cast<int>(info));
    std::exit(2);
}

template <class Real>
std::string text_of_real(Real x) {
    char text[64];
    if (std::isnan(x)) return "nan"; // which one is not defined
    std::snprintf(text, sizeof text, "%a", static_cast<double>(x));
    return text;
}
template <class T>
std::string text_of(T x) {
    if constexpr (is_complex<T>) {
        return "(" + text_of_real(x.real()) + "," + text_of_real(x.imag()) + ")";
    } else if constexpr (std::is_floating_point_v<T>) {
        return text_of_real(x);
    } else {
        return std::to_string(x);
    }
}

/// 0, 1, -1, the ends of the domain, NaN, infinities, and what lies between them.
template <class T>
Values<T> edge_values() {
    Values<T> values;
    if constexpr (is_complex<T>) {
        using Real = typename T::value_type;
        constexpr Real inf = std::numeric_limits<Real>::infinity();
        constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
        for (const Real re : {Real(0), Real(1), Real(-1), Real(2.5), Real(-3), inf, -inf, nan}) {
            for (const Real im : {Real(0), Real(1), Real(-0.5), inf, nan})
                values.push_back({T(re, im)});
        }
    } else if constexpr (std::is_floating_point_v<T>) {
        using Limits = std::numeric_limits<T>;
        for (const T x :
             {T(0), T(1), T(0.5), T(2), T(2.5), T(3.75), T(1e-3), T(127), T(300), T(1e10),
              Limits::max(), Limits::min(), Limits::denorm_min(), Limits::infinity()}) {
            values.push_back({x});
            values.push_back({-x});
        }
        values.push_back({Limits::quiet_NaN()});
    } else {
        for (const long x :
             {0, 1, 2, 3, 5, 7, 8, 9, 16, 17, 31, 33, 64, 65, 100, -1, -2, -7, -9, -70})
            if (std::is_signed_v<T> || x >= 0) values.push_back({static_cast<T>(x)});
        values.push_back({std::numeric_limits<T>::min()});
        values.push_back({std::numeric_limits<T>::max()});
    }
    return values;
}

inline std::vector<GrB_Index> counting(std::size_t n) {
    std::vector<GrB_Index> indices(n);
    for (std::size_t k = 0; k < n; ++k) indices[k] = k;
    return indices;
}

/// A full vector; freed at the end.
class VectorOf {
public:
    VectorOf(GrB_Type type, GrB_Index n) { require(GrB_Vector_new(&handle_, type, n), "new"); }
    VectorOf(const VectorOf &) = delete;
    VectorOf &operator=(const VectorOf &) = delete;
    ~VectorOf() { GrB_Vector_free(&handle_); }
    template <class T>
    static std::unique_ptr<VectorOf> of(const Values<T> &values) {
        auto made = std::make_unique<VectorOf>(Api<T>::type(), values.size());
        require(Api<T>::build_vector(made->handle_, counting(values.size()).data(), data(values),
                                     values.size(), nullptr),
                "build");
        return made;
    }
    template <class T>
    Values<T> read(GrB_Index n) const {
        Values<T> values(n);
        std::vector<GrB_Index> indices(n);
        require(Api<T>::vector_tuples(indices.data(), data(values), &n, handle_), "read");
        values.resize(n);
        return values;
    }
    GrB_Vector get() const { return handle_; }

private:
    GrB_Vector handle_ = nullptr;
};

class MatrixOf {
public:
    MatrixOf(GrB_Type type, GrB_Index m, GrB_Index n) {
        require(GrB_Matrix_new(&handle_, type, m, n), "new");
    }
    MatrixOf(const MatrixOf &) = delete;
    MatrixOf &operator=(const MatrixOf &) = delete;
    ~MatrixOf() { GrB_Matrix_free(&handle_); }
    template <class T>
    void build(const std::vector<GrB_Index> &rows, const std::vector<GrB_Index> &columns,
               const Values<T> &values) {
        require(Api<T>::build_matrix(handle_, rows.data(), columns.data(), data(values),
                                     values.size(), nullptr),
                "build");
    }
    /// "i j value" of each entry, in order.
    template <class T>
    std::string text() const {
        GrB_Index n = 0;
        require(GrB_Matrix_nvals(&n, handle_), "nvals");
        std::vector<GrB_Index> rows(n), columns(n);
        Values<T> values(n);
        if (n != 0)
            require(Api<T>::matrix_tuples(rows.data(), columns.data(), data(values), &n, handle_),
                    "read");
        std::string all;
        for (GrB_Index k = 0; k < n; ++k) {
            all += " " + std::to_string(rows[k]) + "," + std::to_string(columns[k]) + "=" +
                   text_of(values[k].value);
        }
        return all;
    }
    GrB_Matrix get() const { return handle_; }

private:
    GrB_Matrix handle_ = nullptr;
};

} // namespace grb::oracle
