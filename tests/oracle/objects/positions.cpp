// Operators on positions, in every operation that takes them.
#include "oracle/objects/objects.hpp"

#include <graphblast/gxb_objects.h>

namespace grb::oracle {
namespace {

const GrB_Descriptor descriptors[] = {nullptr, GrB_DESC_T0, GrB_DESC_T1, GrB_DESC_T0T1};
constexpr const char *descriptor_names[] = {"", "T0", "T1", "T0T1"};

/// An entry where (7 i + 3 j + seed) mod 4 is below 2.
std::unique_ptr<MatrixOf> scattered(GrB_Index m, GrB_Index n, GrB_Index seed) {
    std::vector<GrB_Index> rows, columns;
    Values<FP64> values;
    for (GrB_Index i = 0; i < m; ++i) {
        for (GrB_Index j = 0; j < n; ++j) {
            if ((7 * i + 3 * j + seed) % 4 >= 2) continue;
            rows.push_back(i);
            columns.push_back(j);
            values.push_back({100.0 + 10.0 * static_cast<double>(i) + static_cast<double>(j)});
        }
    }
    auto made = std::make_unique<MatrixOf>(GrB_FP64, m, n);
    made->build(rows, columns, values);
    return made;
}

std::unique_ptr<VectorOf> scattered(GrB_Index n) {
    std::vector<GrB_Index> indices;
    Values<FP64> values;
    for (GrB_Index i = 0; i < n; i += 2) {
        indices.push_back(i);
        values.push_back({200.0 + static_cast<double>(i)});
    }
    auto made = std::make_unique<VectorOf>(GrB_FP64, n);
    require(
        GrB_Vector_build_FP64(made->get(), indices.data(), data(values), values.size(), nullptr),
        "build");
    return made;
}

std::string text_of(const VectorOf &w, GrB_Index size) {
    GrB_Index n = size;
    std::vector<GrB_Index> indices(n);
    std::vector<std::int64_t> values(n);
    require(GrB_Vector_extractTuples_INT64(indices.data(), values.data(), &n, w.get()), "read");
    std::string all;
    for (GrB_Index k = 0; k < n; ++k)
        all += " " + std::to_string(indices[k]) + "=" + std::to_string(values[k]);
    return all;
}

void print_line(const std::string &call, const std::string &op, int descriptor, GrB_Info info,
                const std::string &result) {
    std::printf("position %s %s %s code %d:%s\n", call.c_str(), op.c_str(),
                descriptor_names[descriptor], static_cast<int>(info), result.c_str());
}

/// Calls f(A, B, C), where A is m x n and B is k x l before the descriptor transposes them.
template <class F>
void with_matrices(const std::string &call, const std::string &op, int descriptor, GrB_Type type,
                   GrB_Index m, GrB_Index n, GrB_Index k, GrB_Index l, GrB_Index rows,
                   GrB_Index columns, F f) {
    const bool t0 = (descriptor & 1) != 0, t1 = (descriptor & 2) != 0;
    const auto A = t0 ? scattered(n, m, 0) : scattered(m, n, 0);
    const auto B = t1 ? scattered(l, k, 1) : scattered(k, l, 1);
    const MatrixOf C(type, rows, columns);
    const GrB_Info info = f(A->get(), B->get(), C.get(), descriptors[descriptor]);
    print_line(call, op, descriptor, info, C.text<INT64>());
}

void print_binary(const std::string &name, GrB_BinaryOp op, GrB_Type type) {
    for (int d = 0; d < 4; ++d) {
        with_matrices("eWiseMult", name, d, type, 4, 5, 4, 5, 4, 5,
                      [&](auto A, auto B, auto C, auto desc) {
                          return GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, op, A, B, desc);
                      });
        with_matrices("eWiseAdd", name, d, type, 4, 5, 4, 5, 4, 5,
                      [&](auto A, auto B, auto C, auto desc) {
                          return GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, op, A, B, desc);
                      });
        with_matrices("kronecker", name, d, type, 2, 3, 3, 2, 6, 6,
                      [&](auto A, auto B, auto C, auto desc) {
                          return GrB_Matrix_kronecker_BinaryOp(C, nullptr, nullptr, op, A, B, desc);
                      });
        with_matrices(
            "apply2nd", name, d & 1, type, 4, 5, 1, 1, 4, 5, [&](auto A, auto, auto C, auto desc) {
                return GrB_Matrix_apply_BinaryOp2nd_INT64(C, nullptr, nullptr, op, A, 9, desc);
            });
        with_matrices(
            "apply1st", name, d & 2, type, 1, 1, 4, 5, 4, 5, [&](auto, auto B, auto C, auto desc) {
                return GrB_Matrix_apply_BinaryOp1st_INT64(C, nullptr, nullptr, op, 9, B, desc);
            });
    }
    const auto u = scattered(7), v = scattered(7);
    const VectorOf w(type, 7);
    GrB_Info info =
        GrB_Vector_eWiseMult_BinaryOp(w.get(), nullptr, nullptr, op, u->get(), v->get(), nullptr);
    print_line("eWiseMult of vectors", name, 0, info, text_of(w, 7));
    info = GrB_Vector_eWiseAdd_BinaryOp(w.get(), nullptr, nullptr, op, u->get(), v->get(), nullptr);
    print_line("eWiseAdd of vectors", name, 0, info, text_of(w, 7));
    info = GrB_Vector_apply_BinaryOp2nd_INT64(w.get(), nullptr, nullptr, op, u->get(), 9, nullptr);
    print_line("apply of a vector", name, 0, info, text_of(w, 7));

    // Operators that combine values see no positions.
    const VectorOf fresh(type, 7);
    info = GrB_Vector_assign(fresh.get(), nullptr, op, u->get(), GrB_ALL, 7, nullptr);
    print_line("accumulator", name, 0, info, "");
    const VectorOf empty(type, 7);
    const std::vector<GrB_Index> twice = {1, 1};
    const std::int64_t values[] = {1, 2};
    info = GrB_Vector_build_INT64(empty.get(), twice.data(), values, 2, op);
    print_line("dup", name, 0, info, "");
    GrB_Monoid monoid = nullptr;
    info = type == GrB_INT32 ? GrB_Monoid_new_INT32(&monoid, op, 0)
                             : GrB_Monoid_new_INT64(&monoid, op, 0);
    print_line("monoid", name, 0, info, "");
    GrB_Monoid_free(&monoid);
}

void print_products(const std::string &name, GrB_Semiring semiring, GrB_Type type) {
    for (int d = 0; d < 4; ++d) {
        with_matrices("mxm", name, d, type, 4, 5, 5, 3, 4, 3,
                      [&](auto A, auto B, auto C, auto desc) {
                          return GrB_mxm(C, nullptr, nullptr, semiring, A, B, desc);
                      });
    }
    const auto u = scattered(5);
    for (int d = 0; d < 2; ++d) {
        const auto A = d == 0 ? scattered(4, 5, 0) : scattered(5, 4, 0);
        const VectorOf w(type, 4);
        const GrB_Info info =
            GrB_mxv(w.get(), nullptr, nullptr, semiring, A->get(), u->get(), descriptors[d]);
        print_line("mxv", name, d, info, text_of(w, 4));
    }
    for (int d = 0; d < 3; d += 2) {
        const auto A = d == 0 ? scattered(5, 4, 0) : scattered(4, 5, 0);
        const VectorOf w(type, 4);
        const GrB_Info info =
            GrB_vxm(w.get(), nullptr, nullptr, semiring, u->get(), A->get(), descriptors[d]);
        print_line("vxm", name, d, info, text_of(w, 4));
    }
}

void print_unary(const std::string &name, GrB_UnaryOp op, GrB_Type type) {
    for (int d = 0; d < 2; ++d) {
        with_matrices("apply", name, d, type, 4, 5, 1, 1, 4, 5,
                      [&](auto A, auto, auto C, auto desc) {
                          return GrB_Matrix_apply(C, nullptr, nullptr, op, A, desc);
                      });
    }
    const auto u = scattered(7);
    const VectorOf w(type, 7);
    const GrB_Info info = GrB_Vector_apply(w.get(), nullptr, nullptr, op, u->get(), nullptr);
    print_line("apply to a vector", name, 0, info, text_of(w, 7));
}

} // namespace

void print_positions() {
#define ORACLE_POSITION(T, NAME) print_unary(#NAME "_" #T, GxB_##NAME##_##T, GrB_##T);
#define ORACLE_BINARY_POSITION(T, NAME)                                 \
    print_binary(#NAME "_" #T, GxB_##NAME##_##T, GrB_##T);              \
    print_products("MIN_" #NAME "_" #T, GxB_MIN_##NAME##_##T, GrB_##T); \
    print_products("PLUS_" #NAME "_" #T, GxB_PLUS_##NAME##_##T, GrB_##T);
#define ORACLE_BOTH(M, NAME) M(INT32, NAME) M(INT64, NAME)
    ORACLE_BOTH(ORACLE_POSITION, POSITIONI)
    ORACLE_BOTH(ORACLE_POSITION, POSITIONI1)
    ORACLE_BOTH(ORACLE_POSITION, POSITIONJ)
    ORACLE_BOTH(ORACLE_POSITION, POSITIONJ1)
    ORACLE_BOTH(ORACLE_BINARY_POSITION, FIRSTI)
    ORACLE_BOTH(ORACLE_BINARY_POSITION, FIRSTI1)
    ORACLE_BOTH(ORACLE_BINARY_POSITION, FIRSTJ)
    ORACLE_BOTH(ORACLE_BINARY_POSITION, FIRSTJ1)
    ORACLE_BOTH(ORACLE_BINARY_POSITION, SECONDI)
    ORACLE_BOTH(ORACLE_BINARY_POSITION, SECONDI1)
    ORACLE_BOTH(ORACLE_BINARY_POSITION, SECONDJ)
    ORACLE_BOTH(ORACLE_BINARY_POSITION, SECONDJ1)
}

} // namespace grb::oracle
