/// Products of sparse matrices on the GPU through the public calls. Triangles: C⟨L⟩ = L ⊕.⊗ U' by
/// plus_pair, then the sum of C, for a given L: the edges from the smaller to the larger degree
/// ("upward": C⟨L⟩ = L·L'), or below the diagonal of the graph as it is numbered ("lower") or
/// numbered by degrees ("sorted"), with U = L' (C⟨L⟩ = L·U'). Sampled products: C⟨A⟩ = X·Y' with X
/// and Y full of F columns (FP32), A the graph. Prints one JSON line per graph and kind: medians in
/// microseconds of the product and of product and sum. Shows the gain of a mask (Yang 2019, chapter
/// 7): the "sorted" product by masked dots, by hash tables under the mask and without it, and under
/// every tenth and hundredth entry of L.
///
/// usage: device_mxm [--rounds N] [--calls N] [--ablations] [--columns F,F,...] GRAPH...
///   --columns  of X and Y; none are made without it
///   GRAPH      a SPEC; its edges count in both directions

#include "bench/device_bench.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <stdexcept>

using namespace grb::tool;

namespace {

/// Each edge once, between different vertices, smaller vertex first; and the degrees.
struct Edges {
    GrB_Index n = 0;
    std::vector<std::pair<GrB_Index, GrB_Index>> ends;
    std::vector<GrB_Index> degrees;

    explicit Edges(const EdgeList &list) : n(list.nrows), degrees(n) {
        ends.reserve(list.size());
        for (std::size_t k = 0; k < list.size(); k++) {
            const GrB_Index i = list.rows[k], j = list.cols[k];
            if (i != j) ends.emplace_back(std::min(i, j), std::max(i, j));
        }
        std::sort(ends.begin(), ends.end());
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        for (const auto &[i, j] : ends) {
            degrees[i]++;
            degrees[j]++;
        }
    }
    /// The positions of the vertices in ascending order of degree.
    std::vector<GrB_Index> ranks() const {
        std::vector<GrB_Index> order(n), ranks(n);
        std::iota(order.begin(), order.end(), GrB_Index{0});
        std::stable_sort(order.begin(), order.end(),
                         [this](GrB_Index a, GrB_Index b) { return degrees[a] < degrees[b]; });
        for (GrB_Index k = 0; k < n; k++) ranks[order[k]] = k;
        return ranks;
    }
};

GrB_Matrix pattern(GrB_Index n, const std::vector<GrB_Index> &rows,
                   const std::vector<GrB_Index> &columns) {
    GrB_Matrix L = nullptr;
    const auto values = std::make_unique<bool[]>(rows.size());
    CHECK(GrB_Matrix_new(&L, GrB_BOOL, n, n));
    CHECK(
        GrB_Matrix_build_BOOL(L, rows.data(), columns.data(), values.get(), rows.size(), GrB_LOR));
    // Makes the values iso.
    CHECK(GrB_Matrix_assign_BOOL(L, L, nullptr, true, GrB_ALL, n, GrB_ALL, n, GrB_DESC_S));
    return L;
}

/// A product C⟨M⟩ = A ⊕.⊗ B' and the arguments of its call.
struct Product {
    std::string name, variant; // of the registry
    GrB_Matrix M, A, B;        // M null: no mask
    GrB_Semiring semiring;
    GrB_Type type;
    GrB_Descriptor descriptor = GrB_DESC_RST1;
};

/// Times the product by its variant.
void time_product(const std::string &graph, const Product &product, const BenchCommand &command) {
    GrB_Matrix C = nullptr;
    GrB_Index m = 0, n = 0;
    CHECK(GrB_Matrix_nrows(&m, product.M != nullptr ? product.M : product.A));
    CHECK(GrB_Matrix_ncols(&n, product.M != nullptr ? product.M : product.B));
    CHECK(GrB_Matrix_new(&C, product.type, m, n));
    const auto call = [&] {
        CHECK(GrB_mxm(C, product.M, nullptr, product.semiring, product.A, product.B,
                      product.descriptor));
    };
    double sum = 0;
    const auto add_up = [&] {
        std::int64_t count = 0;
        if (product.type == GrB_INT64) {
            CHECK(GrB_Matrix_reduce_INT64(&count, nullptr, GrB_PLUS_MONOID_INT64, C, nullptr));
            sum = static_cast<double>(count);
        } else {
            CHECK(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, C, nullptr));
        }
    };
    const auto wait = [&] { CHECK(GrB_Matrix_wait(C, GrB_MATERIALIZE)); };
    const std::string rule = "mxm:" + product.variant;
    force(rule);
    call();
    if (last_variant() != product.variant)
        throw std::runtime_error(product.variant + " did not run but " + last_variant());
    add_up();
    const auto prepare = [rule] { force(rule); };
    std::vector<Contender> contenders{{"product", prepare, call, wait, {}},
                                      {"product and sum",
                                       prepare,
                                       [&] {
                                           call();
                                           add_up();
                                       },
                                       wait,
                                       {}}};
    time_by_turns(contenders, command.rounds, command.calls);
    force("");
    std::string times;
    for (Contender &contender : contenders)
        times += fmt::format("{}\"{}\": {:.1f}", times.empty() ? "" : ", ", contender.name,
                             median(contender));
    GrB_Index entries = 0;
    if (product.M != nullptr) CHECK(GrB_Matrix_nvals(&entries, product.M));
    fmt::print(
        "{{\"graph\": \"{}\", \"product\": \"{}\", \"n\": {}, \"mask\": {}, \"sum\": {:.17g}, "
        "\"us\": {{{}}}}}\n",
        graph, product.name, m, entries, sum, times);
    std::fflush(stdout);
    CHECK(GrB_Matrix_free(&C));
}

void time_triangles(const std::string &graph, const Edges &edges, const BenchCommand &command) {
    GrB_Semiring count = nullptr;
    CHECK(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64));
    const std::vector<GrB_Index> ranks = edges.ranks();
    for (const std::string kind : {"upward", "lower", "sorted"}) {
        std::vector<GrB_Index> rows, columns;
        for (const auto &[i, j] : edges.ends) {
            const bool is_up = ranks[i] < ranks[j];
            if (kind == "upward") {
                rows.push_back(is_up ? i : j);
                columns.push_back(is_up ? j : i);
            } else if (kind == "lower") {
                rows.push_back(j);
                columns.push_back(i);
            } else {
                rows.push_back(std::max(ranks[i], ranks[j]));
                columns.push_back(std::min(ranks[i], ranks[j]));
            }
        }
        GrB_Matrix L = pattern(edges.n, rows, columns), U = L;
        if (kind != "upward") U = pattern(edges.n, columns, rows);
        time_product(graph,
                     {"triangles, " + kind, "cuda/mxm_masked_dot", L, L, U, count, GrB_INT64},
                     command);
        if (U != L) CHECK(GrB_Matrix_free(&U));
        CHECK(GrB_Matrix_free(&L));
    }
    CHECK(GrB_Semiring_free(&count));
}

/// Every `step`-th entry of L.
GrB_Matrix share_of(GrB_Index n, const std::vector<GrB_Index> &rows,
                    const std::vector<GrB_Index> &columns, std::size_t step) {
    std::vector<GrB_Index> some_rows, some_columns;
    for (std::size_t k = 0; k < rows.size(); k += step) {
        some_rows.push_back(rows[k]);
        some_columns.push_back(columns[k]);
    }
    return pattern(n, some_rows, some_columns);
}

void time_ablations(const std::string &graph, const Edges &edges, const BenchCommand &command) {
    GrB_Semiring count = nullptr;
    CHECK(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64));
    const std::vector<GrB_Index> ranks = edges.ranks();
    std::vector<GrB_Index> rows, columns;
    for (const auto &[i, j] : edges.ends) {
        rows.push_back(std::max(ranks[i], ranks[j]));
        columns.push_back(std::min(ranks[i], ranks[j]));
    }
    GrB_Matrix L = pattern(edges.n, rows, columns), U = pattern(edges.n, columns, rows);
    const auto time = [&](const std::string &name, const std::string &variant, GrB_Matrix M) {
        const bool is_dot = variant == "cuda/mxm_masked_dot";
        time_product(graph,
                     {name, variant, M, L, is_dot ? U : L, count, GrB_INT64,
                      is_dot         ? GrB_DESC_RST1
                      : M != nullptr ? GrB_DESC_RS
                                     : nullptr},
                     command);
    };
    for (const std::size_t step : {1, 10, 100}) {
        GrB_Matrix M = share_of(edges.n, rows, columns, step);
        const std::string share = step == 1 ? "all of L" : fmt::format("1/{} of L", step);
        time("dots under " + share, "cuda/mxm_masked_dot", M);
        time("hashed under " + share, "cuda/mxm_hash", M);
        CHECK(GrB_Matrix_free(&M));
    }
    time("hashed, no mask", "cuda/mxm_hash", nullptr);
    CHECK(GrB_Matrix_free(&L));
    CHECK(GrB_Matrix_free(&U));
    CHECK(GrB_Semiring_free(&count));
}

void time_sampled(const std::string &graph, const Edges &edges, GrB_Index columns,
                  const BenchCommand &command) {
    std::vector<GrB_Index> rows, positions;
    for (const auto &[i, j] : edges.ends) {
        rows.insert(rows.end(), {i, j});
        positions.insert(positions.end(), {j, i});
    }
    GrB_Matrix A = pattern(edges.n, rows, positions), X = nullptr;
    CHECK(GrB_Matrix_new(&X, GrB_FP32, edges.n, columns));
    CHECK(GrB_Matrix_assign_FP32(X, nullptr, nullptr, 0.5F, GrB_ALL, edges.n, GrB_ALL, columns,
                                 nullptr));
    // Keeps X from being iso: its values would not be read.
    CHECK(GrB_Matrix_setElement_FP32(X, 0.25F, 0, 0));
    time_product(graph,
                 {fmt::format("sampled, {} columns", columns), "cuda/mxm_sampled", A, X, X,
                  GrB_PLUS_TIMES_SEMIRING_FP32, GrB_FP32},
                 command);
    CHECK(GrB_Matrix_free(&A));
    CHECK(GrB_Matrix_free(&X));
}

} // namespace

int main(int argc, char **argv) {
    std::vector<GrB_Index> columns;
    bool has_ablations = false;
    BenchCommand command{"device_mxm"};
    command.flags = {{"--ablations", &has_ablations}};
    command.values = {{"--columns", [&](const std::string &text) { columns = number_list(text); }}};
    return bench_main(argc, argv, command, [&](const std::string &name, const EdgeList &list) {
        const Edges edges(list);
        time_triangles(name, edges, command);
        if (has_ablations) time_ablations(name, edges, command);
        for (const GrB_Index count : columns) time_sampled(name, edges, count, command);
    });
}
