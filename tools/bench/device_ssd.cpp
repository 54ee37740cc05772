/// Pruning by top-k and the sparse-sparse-dense product on the GPU (FP32): GrX_Matrix_maxk of a full n×F matrix,
/// then C = 0, C += A·X with X row-balanced, by each variant and by turns, through the public calls. Prints one
/// JSON line per graph and number of kept entries: medians in microseconds, the bytes that must move (A, C once)
/// and those that are gathered (values and columns of X).
///
/// usage: device_ssd [--rounds N] [--calls N] [--columns F] [--kept K,K,...] SPEC...

#include "bench/device_bench.hpp"
#include "io/graph_spec.h"
#include "io/random.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <sstream>
#include <stdexcept>

using namespace grb::tool;

namespace {

struct Options {
    int rounds = 5, calls = 5;
    GrB_Index columns = 256;
    std::vector<GrB_Index> kept{2, 4, 8, 16, 32, 64};
};

constexpr const char *rules[] = {"cuda/ssd_coupled",
                                 "cuda/ssd_decoupled:long_groups",
                                 "cuda/ssd_decoupled:paper",
                                 "cuda/ssd_decoupled:atomic",
                                 "cuda/ssd_decoupled:one_slot",
                                 "cuda/ssd_decoupled:one_slot_atomic"};

/// Values that differ, so that each row keeps columns of its own.
GrB_Matrix random_matrix(GrB_Index n, GrB_Index columns) {
    const RandomStream random(5, 7);
    const GrB_Index cells = n * columns;
    auto *values = static_cast<float *>(std::malloc(cells * sizeof(float)));
    if (values == nullptr) throw std::bad_alloc();
    for (GrB_Index p = 0; p < cells; p++)
        values[p] = static_cast<float>(random.below(p, 1U << 24)) / static_cast<float>(1U << 24);
    GrB_Matrix X = nullptr;
    void *array = values; // becomes the matrix's
    CHECK(GrX_Matrix_import_full(&X, GrB_FP32, n, columns, &array, cells * sizeof(float), nullptr));
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

void run(const std::string &text, const Options &options) {
    const EdgeList edges = load_graph(text);
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
            CHECK(GrB_mxm(C, nullptr, GrB_PLUS_FP32, GrB_PLUS_TIMES_SEMIRING_FP32, A, X, nullptr));
        };
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
        }
        time_by_turns(contenders, options.rounds, options.calls);
        force("");
        const auto entries = static_cast<double>(nvals), rows = static_cast<double>(n);
        const double place = columns <= 256 ? 1 : 2;
        std::string times;
        for (Contender &contender : contenders)
            times += fmt::format("{}\"{}\": {:.2f}", times.empty() ? "" : ", ", contender.name,
                                 median(contender));
        fmt::print("{{\"graph\": \"{}\", \"n\": {}, \"nvals\": {}, \"columns\": {}, \"kept\": {}, "
                   "\"bytes\": {:.0f}, \"gathered\": {:.0f}, \"us\": {{{}}}}}\n",
                   text, n, nvals, columns, kept,
                   entries * 8 + rows * (4 + 4 * static_cast<double>(columns)),
                   entries * static_cast<double>(kept) * (4 + place), times);
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
    std::vector<std::string> graphs;
    try {
        for (int k = 1; k < argc; k++) {
            const std::string argument = argv[k];
            const bool has_value = k + 1 < argc;
            if (argument == "--rounds" && has_value) {
                options.rounds = std::max(1, std::atoi(argv[++k]));
            } else if (argument == "--calls" && has_value) {
                options.calls = std::max(1, std::atoi(argv[++k]));
            } else if (argument == "--columns" && has_value) {
                options.columns = std::stoul(argv[++k]);
            } else if (argument == "--kept" && has_value) {
                options.kept.clear();
                std::istringstream list(argv[++k]);
                for (std::string part; std::getline(list, part, ',');)
                    options.kept.push_back(std::stoul(part));
            } else {
                graphs.push_back(argument);
            }
        }
        CHECK(GrB_init(GrB_NONBLOCKING));
        GrB_Index devices = 0;
        CHECK(GrX_Device_count(&devices));
        if (devices == 0) throw std::runtime_error("no GPU");
        for (const std::string &graph : graphs) run(graph, options);
        CHECK(GrB_finalize());
    } catch (const std::exception &error) {
        fmt::print(stderr, "device_ssd: {}\n", error.what());
        return 1;
    }
    return 0;
}
