/// Products of a sparse by a full matrix on the GPU (SpMM): each variant of ours through the public
/// call, and cuSPARSE's three algorithms, preprocessed, in one process by turns. Prints one JSON
/// line per graph and number of columns: medians in microseconds, the bytes that must move and the
/// gathered ones, both rates as measured in this run, and the longer of the two resulting times.
///
/// usage: device_spmm [--rounds N] [--calls N] [--columns F,F,...] [--type TYPE]
///                    [--chosen | --choice | --rows NAME,...] GRAPH...
///   --type    of the values of all three matrices: fp32, or bf16 or fp16, with sums in FP32;
///             cuSPARSE's likewise
///   --chosen  of ours only the variant that the library chooses
///   --choice  adds the chosen variant, the best one, and the chosen one's time over the best
///             one's; a variant whose call takes 20 times the chosen one's is "hopeless" and
///             left out
///   --rows    of ours only these, with a schedule if one is wanted: cuda/spmm_vector:slice32
///   GRAPH     a SPEC, or ~NAME: a random graph of the sizes of one in gnn_graphs.tsv
/// tools/bench/spmm_table makes tables of the lines.

#include "bench/device_bench.hpp"
#include "bench/gather_rate.hpp"
#include "bench/spmm_values.hpp"
#include "io/input_error.h"
#include "io/random.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

using namespace grb::tool;

namespace {

struct Options {
    int rounds = 5, calls = 5;
    bool only_chosen = false, choice = false;
    std::string type = "fp32";
    std::vector<std::string> variants;
    std::vector<GrB_Index> columns{1, 2, 4, 8, 16, 32, 64, 128, 256};
};

/// A on the device, as cuSPARSE takes it.
struct PeerMatrix {
    PeerMatrix(const Csr &csr, GrB_Matrix A, const Values &type)
        : n(static_cast<int64_t>(csr.offsets.size()) - 1),
          nvals(static_cast<int64_t>(csr.indices.size())), offsets(copy_to_device(csr.offsets)),
          indices(copy_to_device(csr.indices)), values(entries_on_device(A, nvals, type)) {}
    int64_t n, nvals;
    DeviceMemory<void> offsets, indices, values;
};

/// cuSPARSE's product with one algorithm, preprocessed.
class Peer {
public:
    Peer(cusparseHandle_t handle, const PeerMatrix &A, int64_t columns, void *b, void *c,
         cudaDataType type, cusparseSpMMAlg_t algorithm)
        : handle_(handle), algorithm_(algorithm) {
        CHECK(cusparseCreateCsr(&A_, A.n, A.n, A.nvals, A.offsets.get(), A.indices.get(),
                                A.values.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, type));
        CHECK(cusparseCreateDnMat(&B_, A.n, columns, columns, b, type, CUSPARSE_ORDER_ROW));
        CHECK(cusparseCreateDnMat(&C_, A.n, columns, columns, c, type, CUSPARSE_ORDER_ROW));
        constexpr auto as_it_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
        std::size_t bytes = 0;
        CHECK(cusparseSpMM_bufferSize(handle_, as_it_is, as_it_is, &one_, A_, B_, &zero_, C_,
                                      CUDA_R_32F, algorithm_, &bytes));
        void *buffer = nullptr;
        CHECK(cudaMalloc(&buffer, std::max<std::size_t>(bytes, 8)));
        buffer_.reset(buffer);
        CHECK(cusparseSpMM_preprocess(handle_, as_it_is, as_it_is, &one_, A_, B_, &zero_, C_,
                                      CUDA_R_32F, algorithm_, buffer));
    }
    ~Peer() {
        cusparseDestroySpMat(A_);
        cusparseDestroyDnMat(B_);
        cusparseDestroyDnMat(C_);
    }
    Peer(const Peer &) = delete;
    Peer &operator=(const Peer &) = delete;

    void run() {
        CHECK(cusparseSpMM(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE,
                           CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, A_, B_, &zero_, C_, CUDA_R_32F,
                           algorithm_, buffer_.get()));
    }

private:
    cusparseHandle_t handle_;
    cusparseSpMMAlg_t algorithm_;
    float one_ = 1, zero_ = 0;
    DeviceMemory<void> buffer_;
    cusparseSpMatDescr_t A_ = nullptr;
    cusparseDnMatDescr_t B_ = nullptr, C_ = nullptr;
};

struct Graph {
    std::string name;
    GrB_Matrix A;
    Csr csr;
    std::vector<float> values; ///< of A
    GrB_Index n;
};

/// Checks some rows of C, including the longest of A, against sums in double precision: times of
/// wrong results are meaningless. cuSPARSE is no reference: its sums of narrow numbers are narrow,
/// so that sums of long rows stagnate.
void check_rows(GrB_Matrix C, const Graph &graph, GrB_Index columns, const Values &values,
                const std::string &variant) {
    const auto length = [&graph](GrB_Index i) {
        return graph.csr.offsets[i + 1] - graph.csr.offsets[i];
    };
    std::vector<GrB_Index> rows{0, graph.n - 1};
    GrB_Index longest = 0;
    for (GrB_Index i = 0; i < graph.n; i++)
        if (length(i) > length(longest)) longest = i;
    rows.push_back(longest);
    for (GrB_Index k = 1; k < 30; k++) rows.push_back(graph.n / 30 * k);
    GrB_Vector row = nullptr;
    CHECK(GrB_Vector_new(&row, GrB_FP32, columns));
    for (const GrB_Index i : rows) {
        CHECK(GrB_Col_extract(row, nullptr, nullptr, C, GrB_ALL, columns, i, GrB_DESC_T0));
        std::vector<float> ours(columns);
        std::vector<GrB_Index> where(columns);
        GrB_Index count = columns;
        CHECK(GrB_Vector_extractTuples_FP32(where.data(), ours.data(), &count, row));
        if (count != (length(i) != 0 ? columns : 0))
            throw std::runtime_error(fmt::format("{}: row {} has {} entries", variant, i, count));
        std::vector<double> expected(columns, 0);
        for (int p = graph.csr.offsets[i]; p < graph.csr.offsets[i + 1]; p++) {
            const auto at = static_cast<std::size_t>(p);
            const std::vector<float> factors =
                row_of_full_matrix(static_cast<GrB_Index>(graph.csr.indices[at]), columns, values);
            for (GrB_Index c = 0; c < columns; c++)
                expected[c] += static_cast<double>(graph.values[at]) * factors[c];
        }
        for (GrB_Index k = 0; k < count; k++) {
            // All terms are positive.
            if (!(std::abs(ours[k] - expected[k]) <= values.tolerance * expected[k] + 1e-6))
                throw std::runtime_error(fmt::format("{}: C({}, {}) is {}, expected {}", variant, i,
                                                     k, ours[k], expected[k]));
        }
    }
    CHECK(GrB_Vector_free(&row));
}

/// The fields that --choice adds to a line.
std::string choice_of(std::vector<Contender> ours, const std::string &chosen,
                      const std::vector<std::string> &hopeless) {
    const auto by_time = [](Contender &a, Contender &b) { return median(a) < median(b); };
    Contender &best = *std::min_element(ours.begin(), ours.end(), by_time);
    std::string list;
    for (const std::string &name : hopeless)
        list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
    return fmt::format(
        "\"chosen\": \"{}\", \"best\": \"{}\", \"loss\": {:.4f}, \"hopeless\": [{}], ", chosen,
        best.name, median(ours.front()) / median(best), list);
}

void print(const std::string &graph, const Csr &csr, GrB_Index columns, double copied_a_second,
           const Options &options, std::vector<Contender> &contenders, const std::string &choice) {
    const std::size_t value = values_of(options.type).size;
    const auto n = static_cast<double>(csr.offsets.size() - 1);
    const auto nvals = static_cast<double>(csr.indices.size());
    const auto width = static_cast<double>(columns);
    const auto size = static_cast<double>(value);
    const double bytes = nvals * (4 + size) + 4 * (n + 1) + 2 * size * n * width,
                 gathered = nvals * width * size;
    const double gathered_a_second =
        gather_rate(static_cast<unsigned>(std::max<std::size_t>(1, columns * value / 4)));
    const double bound = std::max(bytes / copied_a_second, gathered / gathered_a_second) * 1e6;
    std::string times;
    for (Contender &contender : contenders) {
        const double time = median(contender);
        times += fmt::format("{}\"{}\": {{{}, \"of_bound\": {:.3f}}}", times.empty() ? "" : ", ",
                             contender.name, spread(contender), bound / time);
    }
    fmt::print(
        "{{\"graph\": \"{}\", \"type\": \"{}\", \"columns\": {}, \"n\": {:.0f}, \"nvals\": {:.0f}, "
        "\"bytes\": {:.0f}, \"gathered\": {:.0f}, \"copy_gbs\": {:.0f}, "
        "\"gather_gbs\": {:.0f}, \"bound_us\": {:.2f}, {}\"times\": {{{}}}}}\n",
        graph, options.type, columns, n, nvals, bytes, gathered, copied_a_second * 1e-9,
        gathered_a_second * 1e-9, bound, choice, times);
    std::fflush(stdout);
}

/// C = A·B.
struct Product {
    const Graph &graph;
    GrB_Matrix B, C;
    GrB_Index columns;
    Values values;

    void call() const {
        CHECK(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, graph.A, B, nullptr));
    }
    void wait() const { CHECK(GrB_Matrix_wait(C, GrB_MATERIALIZE)); }
    double seconds() const {
        const auto begin = std::chrono::steady_clock::now();
        call();
        wait();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    void check(const std::string &variant) const { check_rows(C, graph, columns, values, variant); }
    Contender contender(const std::string &name, const std::string &rule) const {
        return {name,
                [rule] { force(rule); },
                [product = *this] { product.call(); },
                [product = *this] { product.wait(); },
                {}};
    }
};

struct Ours {
    std::vector<Contender> contenders; ///< the chosen one first, unless --rows
    std::string chosen;
    std::vector<std::string> hopeless;
};

Ours ours_of(const Product &product, const Options &options) {
    std::vector<std::string> rules = options.variants;
    if (rules.empty() && !options.only_chosen) rules = device_variants("mxm");
    std::vector<std::pair<std::string, double>> taken; // with the seconds of one call
    for (const std::string &rule : rules) {
        force("mxm:" + rule);
        product.call();
        if (last_variant() != rule.substr(0, rule.find(':'))) continue; // it refuses the problem
        product.check(rule);
        taken.emplace_back(rule, product.seconds());
    }
    force("");
    Ours ours;
    double limit = std::numeric_limits<double>::infinity();
    if (options.variants.empty()) {
        // Runs until the library has made and cached all forms that pay off.
        constexpr int most_until_settled = 60;
        for (int k = 0; k < most_until_settled; k++) product.call();
        ours.chosen = last_variant();
        product.check(ours.chosen);
        ours.contenders.push_back(product.contender("chosen (" + ours.chosen + ")", ""));
        constexpr double hopeless = 20;
        if (options.choice) limit = hopeless * product.seconds();
    }
    for (const auto &[rule, seconds] : taken) {
        if (seconds > limit)
            ours.hopeless.push_back(rule);
        else
            ours.contenders.push_back(product.contender(rule, "mxm:" + rule));
    }
    return ours;
}

void run_columns(const Graph &graph, const PeerMatrix &matrix, GrB_Index columns,
                 cusparseHandle_t handle, double copied_a_second, const Options &options) {
    const Values values = values_of(options.type);
    GrB_Matrix B = full_matrix(graph.n, columns, values), C = nullptr;
    CHECK(GrB_Matrix_new(&C, values.type, graph.n, columns));
    const DeviceMemory<void> b = values_on_device(B),
                             c = room_on_device(graph.n * columns * values.size);
    std::vector<std::unique_ptr<Peer>> peers;
    for (const auto algorithm :
         {CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3})
        peers.push_back(std::make_unique<Peer>(handle, matrix, static_cast<int64_t>(columns),
                                               b.get(), c.get(), values.peer, algorithm));
    const Product product{graph, B, C, columns, values};
    Ours ours = ours_of(product, options);
    const std::size_t count = ours.contenders.size();
    std::vector<Contender> contenders = std::move(ours.contenders);
    for (std::size_t k = 0; k < peers.size(); k++)
        contenders.push_back({fmt::format("cusparse_alg{}", k + 1),
                              [] {},
                              [peer = peers[k].get()] { peer->run(); },
                              [] { CHECK(cudaDeviceSynchronize()); },
                              {}});
    time_by_turns(contenders, options.rounds, options.calls);
    force("");
    std::string choice;
    if (options.choice)
        choice = choice_of({contenders.begin(), contenders.begin() + static_cast<int64_t>(count)},
                           ours.chosen, ours.hopeless);
    print(graph.name, graph.csr, columns, copied_a_second, options, contenders, choice);
    CHECK(GrB_Matrix_free(&B));
    CHECK(GrB_Matrix_free(&C));
}

void run(const std::string &name, const EdgeList &edges, cusparseHandle_t handle,
         double copied_a_second, const Options &options) {
    Graph graph{name, nullptr, {}, {}, edges.nrows};
    const RandomStream random(3, 77);
    std::vector<float> values(edges.size());
    for (std::size_t k = 0; k < values.size(); k++)
        values[k] = 1 + static_cast<float>(random.below(k, 1000)) / 1000;
    const Values type = values_of(options.type);
    CHECK(GrB_Matrix_new(&graph.A, type.type, graph.n, graph.n));
    CHECK(GrB_Matrix_build_FP32(graph.A, edges.rows.data(), edges.cols.data(), values.data(),
                                edges.size(), GrB_PLUS_FP32));
    GrB_Index nvals = 0;
    CHECK(GrB_Matrix_nvals(&nvals, graph.A));
    graph.csr = rows_of(graph.A, graph.n, nvals);
    graph.values.resize(nvals);
    CHECK(GrB_Matrix_extractTuples_FP32(nullptr, nullptr, graph.values.data(), &nvals, graph.A));
    const PeerMatrix matrix(graph.csr, graph.A, type);
    for (const GrB_Index columns : options.columns)
        run_columns(graph, matrix, columns, handle, copied_a_second, options);
    CHECK(GrB_Matrix_free(&graph.A));
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    cusparseHandle_t handle = nullptr;
    double copied_a_second = 0;
    BenchCommand command{"device_spmm"};
    command.flags = {{"--chosen", &options.only_chosen}, {"--choice", &options.choice}};
    command.values = {
        {"--columns", [&](const std::string &text) { options.columns = number_list(text); }},
        {"--type",
         [&](const std::string &text) {
             values_of(text);
             options.type = text;
         }},
        {"--rows", [&](const std::string &text) { options.variants = split_list(text); }}};
    command.start = [&] {
        if (options.choice && (options.only_chosen || !options.variants.empty()))
            throw InputError("--choice goes with neither --chosen nor --rows");
        options.rounds = command.rounds;
        options.calls = command.calls;
        CHECK(cusparseCreate(&handle));
        copied_a_second = copy_rate(std::size_t{1} << 30);
    };
    return bench_main(argc, argv, command, [&](const std::string &name, const EdgeList &edges) {
        run(name, edges, handle, copied_a_second, options);
    });
}
