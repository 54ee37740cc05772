// Solves the simulated problems with the library, for comparison.
#include "simulation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <graphblast/algorithms.h>
#include <stdexcept>

namespace grb::weaver {

namespace {

void check(GrB_Info info, const char *call) {
    if (info != GrB_SUCCESS)
        throw std::runtime_error(fmt::format("{}: code {}", call, static_cast<int>(info)));
}

/// An object of the library, freed by the destructor.
template <class Object, GrB_Info (*release)(Object *)>
struct Owned {
    Object object = nullptr;
    Owned() = default;
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned() {
        if (object != nullptr) release(&object);
    }
};
using Matrix = Owned<GrB_Matrix, GrB_Matrix_free>;
using Vector = Owned<GrB_Vector, GrB_Vector_free>;

void build(Matrix &A, const tool::EdgeList &edges) {
    check(GrB_Matrix_new(&A.object, GrB_INT32, edges.nrows, edges.ncols), "GrB_Matrix_new");
    std::vector<int32_t> values(edges.size(), 1);
    if (!edges.is_pattern())
        for (size_t k = 0; k < values.size(); ++k)
            values[k] = static_cast<int32_t>(edges.weights[k]);
    check(GrB_Matrix_build_INT32(A.object, edges.rows.data(), edges.cols.data(), values.data(),
                                 edges.size(), nullptr),
          "GrB_Matrix_build_INT32");
}

std::vector<int32_t> whole(GrB_Vector v, uint64_t n) {
    std::vector<GrB_Index> at(n);
    std::vector<int32_t> values(n), all(n, -1);
    GrB_Index count = n;
    check(GrB_Vector_extractTuples_INT32(at.data(), values.data(), &count, v),
          "GrB_Vector_extractTuples_INT32");
    for (GrB_Index k = 0; k < count; ++k) all[at[k]] = values[k];
    return all;
}

std::vector<double> real(GrB_Vector v, uint64_t n) {
    std::vector<GrB_Index> at(n);
    std::vector<double> values(n), all(n, 0);
    GrB_Index count = n;
    check(GrB_Vector_extractTuples_FP64(at.data(), values.data(), &count, v),
          "GrB_Vector_extractTuples_FP64");
    for (GrB_Index k = 0; k < count; ++k) all[at[k]] = values[k];
    return all;
}

/// Computes C = A B, of n × 16 values.
void multiply(Matrix &C, GrB_Matrix A, GrB_Matrix B, uint64_t n) {
    check(GrB_Matrix_new(&C.object, GrB_FP64, n, feature_width), "GrB_Matrix_new");
    check(GrB_mxm(C.object, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, B, nullptr),
          "GrB_mxm");
}

std::vector<double> gcn(const tool::EdgeList &edges, bool is_pull) {
    const uint64_t n = edges.nrows, entries = edges.size();
    std::vector<uint64_t> degrees(n, 0), rows(entries), columns(entries);
    for (const uint64_t row : edges.rows) ++degrees[row];
    std::vector<double> weights(entries), coefficients(entries);
    for (size_t e = 0; e < entries; ++e) {
        rows[e] = is_pull ? edges.cols[e] : edges.rows[e];
        columns[e] = is_pull ? edges.rows[e] : edges.cols[e];
        weights[e] = edges.is_pattern() ? 1 : edges.weights[e];
        const auto of = [&](uint64_t v) {
            return static_cast<double>(std::max<uint64_t>(1, degrees[v]));
        };
        coefficients[e] = 1 / std::sqrt(of(rows[e]) * of(columns[e]));
    }
    Matrix A, S, X, middle, out;
    for (Matrix *const matrix : {&A, &S}) {
        check(GrB_Matrix_new(&matrix->object, GrB_FP64, n, n), "GrB_Matrix_new");
        check(GrB_Matrix_build_FP64(matrix->object, rows.data(), columns.data(),
                                    (matrix == &A ? weights : coefficients).data(), entries,
                                    nullptr),
              "GrB_Matrix_build_FP64");
    }
    const std::vector<float> inputs = gcn_inputs(static_cast<uint32_t>(n));
    std::vector<GrB_Index> i(inputs.size()), j(inputs.size());
    for (size_t k = 0; k < inputs.size(); ++k) {
        i[k] = k / feature_width;
        j[k] = k % feature_width;
    }
    check(GrB_Matrix_new(&X.object, GrB_FP32, n, feature_width), "GrB_Matrix_new");
    check(
        GrB_Matrix_build_FP32(X.object, i.data(), j.data(), inputs.data(), inputs.size(), nullptr),
        "GrB_Matrix_build_FP32");
    multiply(middle, A.object, X.object, n);
    multiply(out, S.object, middle.object, n);
    std::vector<double> values(inputs.size()), all(inputs.size(), 0);
    GrB_Index count = inputs.size();
    check(GrB_Matrix_extractTuples_FP64(i.data(), j.data(), values.data(), &count, out.object),
          "GrB_Matrix_extractTuples_FP64");
    for (GrB_Index k = 0; k < count; ++k) all[i[k] * feature_width + j[k]] = values[k];
    return all;
}

} // namespace

namespace {

/// Returns the active vertices of each Bellman-Ford round, with the calls that `sssp` makes.
std::vector<std::vector<uint32_t>> active_vertices(GrB_Matrix A, uint64_t n, uint64_t source) {
    Vector distances, active, reached, is_shorter;
    for (Vector *const vector : {&distances, &active, &reached})
        check(GrB_Vector_new(&vector->object, GrB_INT32, n), "GrB_Vector_new");
    check(GrB_Vector_new(&is_shorter.object, GrB_BOOL, n), "GrB_Vector_new");
    check(
        GrB_Vector_assign_INT32(distances.object, nullptr, nullptr, INT32_MAX, GrB_ALL, n, nullptr),
        "GrB_Vector_assign_INT32");
    for (const GrB_Vector vector : {distances.object, active.object})
        check(GrB_Vector_setElement_INT32(vector, 0, source), "GrB_Vector_setElement_INT32");
    std::vector<std::vector<uint32_t>> rounds;
    for (;;) {
        GrB_Index count = n;
        std::vector<GrB_Index> at(n);
        check(GrB_Vector_extractTuples_INT32(at.data(), nullptr, &count, active.object),
              "GrB_Vector_extractTuples_INT32");
        if (count == 0) return rounds;
        rounds.emplace_back(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(count));
        std::sort(rounds.back().begin(), rounds.back().end());
        check(GrB_vxm(reached.object, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_INT32, active.object,
                      A, nullptr),
              "GrB_vxm");
        check(GrB_Vector_eWiseMult_BinaryOp(is_shorter.object, nullptr, nullptr, GrB_LT_INT32,
                                            reached.object, distances.object, nullptr),
              "GrB_Vector_eWiseMult_BinaryOp");
        check(GrB_Vector_apply(active.object, is_shorter.object, nullptr, GrB_IDENTITY_INT32,
                               reached.object, GrB_DESC_R),
              "GrB_Vector_apply");
        check(GrB_Vector_assign(distances.object, active.object, nullptr, active.object, GrB_ALL, n,
                                GrB_DESC_S),
              "GrB_Vector_assign");
    }
}

/// Returns the vertices of each level.
std::vector<std::vector<uint32_t>> vertices_by_level(const std::vector<int32_t> &levels) {
    std::vector<std::vector<uint32_t>> rounds;
    for (uint32_t v = 0; v < levels.size(); ++v) {
        if (levels[v] < 0) continue;
        const auto level = static_cast<size_t>(levels[v]);
        if (rounds.size() <= level) rounds.resize(level + 1);
        rounds[level].push_back(v);
    }
    return rounds;
}

} // namespace

Values library_values(const tool::EdgeList &edges, const Setting &setting) {
    const uint64_t n = edges.nrows;
    Values values;
    if (setting.algorithm == Algorithm::gcn) {
        values.real = gcn(edges, setting.direction == Direction::pull);
        return values;
    }
    Matrix A;
    Vector result;
    build(A, edges);
    switch (setting.algorithm) {
    case Algorithm::bfs:
        check(gba_bfs_levels(&result.object, A.object, setting.source), "bfs_levels");
        values.whole = whole(result.object, n);
        values.frontiers = vertices_by_level(values.whole);
        break;
    case Algorithm::sssp:
        check(gba_sssp(&result.object, A.object, setting.source, GrB_INT32), "sssp");
        values.whole = whole(result.object, n);
        values.frontiers = active_vertices(A.object, n, setting.source);
        break;
    case Algorithm::components:
    case Algorithm::hooking: {
        Matrix pattern;
        check(gba_undirected_pattern(&pattern.object, A.object), "undirected_pattern");
        check(gba_connected_components(&result.object, pattern.object), "connected_components");
        values.whole = whole(result.object, n);
        break;
    }
    default: {
        Matrix AT;
        check(GrB_Matrix_new(&AT.object, GrB_INT32, n, n), "GrB_Matrix_new");
        check(GrB_transpose(AT.object, nullptr, nullptr, A.object, nullptr), "GrB_transpose");
        const gba_PageRankParameters parameters = {GBA_PAGERANK_DAMPING,
                                                   0,
                                                   static_cast<int>(setting.iterations),
                                                   nullptr,
                                                   0,
                                                   false,
                                                   false};
        int iterations = 0;
        check(gba_pagerank_with(&result.object, &iterations, A.object, AT.object, &parameters),
              "pagerank_with");
        values.real = real(result.object, n);
    }
    }
    return values;
}

} // namespace grb::weaver
