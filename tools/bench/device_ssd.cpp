/// Pruning by top-k and the sparse-sparse-dense product on the GPU (FP32): GrX_Matrix_maxk of a
/// full n×F matrix, then C = 0, C += A·X with X row-balanced, by each variant and by turns, through
/// the public calls. Prints one JSON line per graph and number of kept entries: medians in
/// microseconds, the bytes that must move (A, C once) and the gathered ones (values and columns of
/// X). With --alone also C += A·X without C = 0 (alone_us), and the extra time of the first product
/// of a fresh A, which makes the groups of edges (groups_us).
///
/// usage: device_ssd [--rounds N] [--calls N] [--columns F] [--kept K,K,...] [--alone] GRAPH...
///   GRAPH  a SPEC, or ~NAME: a random graph of the sizes of one in gnn_graphs.tsv

#include "bench/device_bench.hpp"
#include "io/random.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <new>
#include <stdexcept>

using namespace grb::tool;

namespace {

struct Options {
    GrB_Index columns = 256;
    std::vector<GrB_Index> kept{2, 4, 8, 16, 32, 64};
    bool has_alone = false;
};

constexpr const char *rules[] = {"cuda/ssd_coupled",
                                 "cuda/ssd_decoupled:long_groups",
                                 "cuda/ssd_decoupled:paper",
                                 "cuda/ssd_decoupled:atomic",
                                 "cuda/ssd_decoupled:one_slot",
                                 "cuda/ssd_decoupled:one_slot_atomic"};

/// Distinct values, so that each row keeps different columns.
GrB_Matrix random_matrix(GrB_Index n, GrB_Index columns) {
    const RandomStream random(5, 7);
    const GrB_Index elements = n * columns;
    auto *values = static_cast<float *>(std::malloc(elements * sizeof(float)));
    if (values == nullptr) throw std::bad_alloc();
#pragma omp parallel for schedule(static)
    for (GrB_Index p = 0; p < elements; p++)
        values[p] = static_cast<float>(random.below(p, 1U << 24)) / static_cast<float>(1U << 24);
    GrB_Matrix X = nullptr;
    void *array = values; // becomes the matrix's
    CHECK(GrX_Matrix_import_full(&X, GrB_FP32, n, columns, &array, elements * sizeof(float),
                                 nullptr));
    return X;
}

/// The sum of each row of C.
std::vector<float> row_sums(GrB_Matrix C, GrB_Index n) {
    GrB_Vector sums = nullptr;
    CHECK(GrB_Vector_new(&sums, GrB_FP32, n));
    CHECK(GrB_Matrix_reduce_Monoid(sums, nullptr, nullptr, GrB_PLUS_MONOID_FP32, C, nullptr));
    std::vector<float> values(n);
    CHECK(GrB_Vector_extractTuples_FP32(nullptr, values.data(), &n, sums));
    CHECK(GrB_Vector_free(&sums));
    return values;
}

/// `"NAME": MEDIAN` of each, with commas.
std::string medians(std::vector<Contender> &contenders) {
    std::string times;
    for (Contender &contender : contenders)
        times += fmt::format("{}\"{}\": {:.2f}", times.empty() ? "" : ", ", contender.name,
                             median(contender));
    return times;
}

double microseconds_now() {
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void add_product(GrB_Matrix C, GrB_Matrix A, GrB_Matrix X) {
    CHECK(GrB_mxm(C, nullptr, GrB_PLUS_FP32, GrB_PLUS_TIMES_SEMIRING_FP32, A, X, nullptr));
}

/// The extra time of the first product of a fresh copy of A over the next one, in microseconds: the
/// median of five.
double groups_time(GrB_Matrix C, GrB_Matrix A, GrB_Matrix X, GrB_Index n) {
    force("");
    std::vector<double> more;
    for (int k = 0; k < 5; k++) {
        GrB_Matrix fresh = nullptr; // with arrays of its own: no cached form of A serves it
        CHECK(GrB_Matrix_new(&fresh, GrB_FP32, n, n));
        CHECK(GrB_Matrix_select_FP32(fresh, nullptr, nullptr, GrB_VALUEGT_FP32, A, 0, nullptr));
        CHECK(GrB_Matrix_wait(fresh, GrB_MATERIALIZE));
        force("mxm:cuda/ssd_decoupled:long_groups");
        std::vector<double> ends{microseconds_now()};
        for (int call = 0; call < 2; call++) {
            add_product(C, fresh, X);
            CHECK(GrB_Matrix_wait(C, GrB_MATERIALIZE));
            ends.push_back(microseconds_now());
        }
        force("");
        more.push_back((ends[1] - ends[0]) - (ends[2] - ends[1]));
        CHECK(GrB_Matrix_free(&fresh));
    }
    std::sort(more.begin(), more.end());
    return more[2];
}

void run(const std::string &name, const EdgeList &edges, const BenchCommand &command,
         const Options &options) {
    const GrB_Index n = edges.nrows, columns = options.columns;
    const std::vector<float> ones(edges.size(), 0.5F);
    GrB_Matrix A = nullptr, C = nullptr;
    CHECK(GrB_Matrix_new(&A, GrB_FP32, n, n));
    CHECK(GrB_Matrix_build_FP32(A, edges.rows.data(), edges.cols.data(), ones.data(), edges.size(),
                                GrB_PLUS_FP32));
    CHECK(GrB_Matrix_new(&C, GrB_FP32, n, columns));
    GrB_Index nvals = 0;
    CHECK(GrB_Matrix_nvals(&nvals, A));
    GrB_Matrix full = random_matrix(n, columns);
    for (const GrB_Index kept : options.kept) {
        GrB_Matrix X = nullptr;
        CHECK(GrB_Matrix_new(&X, GrB_FP32, n, columns));
        std::vector<Contender> contenders;
        contenders.push_back({"maxk",
                              [] { force("maxk:cuda/maxk_select"); },
                              [&] { CHECK(GrX_Matrix_maxk(X, full, kept, nullptr)); },
                              [&] { CHECK(GrB_Matrix_wait(X, GrB_MATERIALIZE)); },
                              {}});
        contenders.front().prepare();
        contenders.front().call();
        const auto call = [&] {
            CHECK(GrB_Matrix_assign_FP32(C, nullptr, nullptr, 0, GrB_ALL, n, GrB_ALL, columns,
                                         nullptr));
            add_product(C, A, X);
        };
        std::vector<Contender> alone;
        std::vector<float> expected;
        for (const std::string rule : rules) {
            force("mxm:" + rule);
            call();
            if (last_variant() != rule.substr(0, rule.find(':')))
                throw std::runtime_error(rule + " did not run but " + last_variant());
            const std::vector<float> sums = row_sums(C, n);
            if (expected.empty()) expected = sums;
            for (GrB_Index i = 0; i < n; i++) {
                if (std::abs(sums[i] - expected[i]) > 1e-3F * std::abs(expected[i]) + 1e-6F)
                    throw std::runtime_error(fmt::format("{}: row {} adds up to {}, {} before",
                                                         rule, i, sums[i], expected[i]));
            }
            contenders.push_back({rule,
                                  [rule] { force("mxm:" + rule); },
                                  call,
                                  [&] { CHECK(GrB_Matrix_wait(C, GrB_MATERIALIZE)); },
                                  {}});
            alone.push_back(contenders.back());
            alone.back().call = [&] { add_product(C, A, X); };
        }
        time_by_turns(contenders, command.rounds, command.calls);
        std::string more;
        if (options.has_alone) {
            time_by_turns(alone, command.rounds, command.calls);
            more = fmt::format(", \"alone_us\": {{{}}}, \"groups_us\": {:.2f}", medians(alone),
                               groups_time(C, A, X, n));
        }
        force("");
        const auto entries = static_cast<double>(nvals), rows = static_cast<double>(n);
        const double position_bytes = columns <= 256 ? 1 : 2;
        fmt::print("{{\"graph\": \"{}\", \"n\": {}, \"nvals\": {}, \"columns\": {}, \"kept\": {}, "
                   "\"bytes\": {:.0f}, \"gathered\": {:.0f}, \"us\": {{{}}}{}}}\n",
                   name, n, nvals, columns, kept,
                   entries * 8 + rows * (4 + 4 * static_cast<double>(columns)),
                   entries * static_cast<double>(kept) * (4 + position_bytes), medians(contenders),
                   more);
        std::fflush(stdout);
        CHECK(GrB_Matrix_free(&X));
    }
    CHECK(GrB_Matrix_free(&A));
    CHECK(GrB_Matrix_free(&C));
    CHECK(GrB_Matrix_free(&full));
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    BenchCommand command{"device_ssd"};
    command.flags = {{"--alone", &options.has_alone}};
    command.values = {
        {"--columns", [&](const std::string &text) { options.columns = whole_number(text); }},
        {"--kept", [&](const std::string &text) { options.kept = number_list(text); }}};
    return bench_main(argc, argv, command, [&](const std::string &name, const EdgeList &edges) {
        run(name, edges, command, options);
    });
}
