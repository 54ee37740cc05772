/// Products of a sparse by a full matrix on the GPU (SpMM, FP32): each variant of ours through the public call,
/// and cuSPARSE's three algorithms, preprocessed, in one process by turns. Prints one JSON line per graph and
/// number of columns: medians in microseconds, the bytes that must move and those that are gathered, both rates
/// as measured in this run, and the longer of the two times that follow.
///
/// usage: device_spmm [--rounds N] [--calls N] [--columns F,F,...] [--chosen | --choice | --rows NAME,...] GRAPH...
///   --chosen  of ours only the variant that the library chooses
///   --choice  the line says too which variant was chosen, which was the best, and the chosen one's time over
///             the best one's; one whose single call takes 20 times the chosen one's is "hopeless" and left out
///   --rows    of ours only these, with a schedule if one is wanted: cuda/spmm_vector:slice32
///   GRAPH     a SPEC, or ~NAME: a random graph of the sizes of one in gnn_graphs.tsv
/// tools/bench/spmm_table makes tables of the lines.

#include "bench/device_bench.hpp"
#include "bench/gather_rate.hpp"
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
    std::vector<std::string> rows;
    std::vector<GrB_Index> columns{1, 2, 4, 8, 16, 32, 64, 128, 256};
};

/// Frees at the end of the scope.
struct DeviceDeleter {
    void operator()(void *pointer) const { cudaFree(pointer); }
};
template <class T>
using DeviceMemory = std::unique_ptr<T, DeviceDeleter>;

/// A on the device, as cuSPARSE takes it.
struct PeerMatrix {
    PeerMatrix(const Csr &csr, const std::vector<float> &entries)
        : n(static_cast<int64_t>(csr.offsets.size()) - 1),
          nvals(static_cast<int64_t>(entries.size())), offsets(copy_to_device(csr.offsets)),
          indices(copy_to_device(csr.indices)), values(copy_to_device(entries)) {}
    int64_t n, nvals;
    DeviceMemory<void> offsets, indices, values;
};

/// cuSPARSE's product with one algorithm, preprocessed.
class Peer {
public:
    Peer(cusparseHandle_t handle, const PeerMatrix &A, int64_t columns, float *b, float *c,
         cusparseSpMMAlg_t algorithm)
        : handle_(handle), algorithm_(algorithm) {
        CHECK(cusparseCreateCsr(&A_, A.n, A.n, A.nvals, A.offsets.get(), A.indices.get(),
                                A.values.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
        CHECK(cusparseCreateDnMat(&B_, A.n, columns, columns, b, CUDA_R_32F, CUSPARSE_ORDER_ROW));
        CHECK(cusparseCreateDnMat(&C_, A.n, columns, columns, c, CUDA_R_32F, CUSPARSE_ORDER_ROW));
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

/// B(i, c) = i + c.
GrB_Matrix full_matrix(GrB_Index n, GrB_Index columns) {
    GrB_Matrix ones = nullptr, B = nullptr, numbers = nullptr;
    CHECK(GrB_Matrix_new(&ones, GrB_INT64, n, columns));
    CHECK(
        GrB_Matrix_assign_INT64(ones, nullptr, nullptr, 1, GrB_ALL, n, GrB_ALL, columns, nullptr));
    CHECK(GrB_Matrix_new(&B, GrB_FP32, n, columns));
    CHECK(GrB_Matrix_new(&numbers, GrB_FP32, n, columns));
    CHECK(
        GrB_Matrix_apply_IndexOp_INT64(B, nullptr, nullptr, GrB_ROWINDEX_INT64, ones, 0, nullptr));
    CHECK(GrB_Matrix_apply_IndexOp_INT64(numbers, nullptr, nullptr, GrB_COLINDEX_INT64, ones, 0,
                                         nullptr));
    CHECK(GrB_Matrix_eWiseAdd_BinaryOp(B, nullptr, nullptr, GrB_PLUS_FP32, B, numbers, nullptr));
    CHECK(GrB_Matrix_free(&ones));
    CHECK(GrB_Matrix_free(&numbers));
    return B;
}

/// Some rows of C, the longest of A among them, against cuSPARSE's: else the times mean nothing.
void compare(GrB_Matrix C, const float *theirs, const Csr &csr, GrB_Index columns,
             const std::string &variant) {
    const GrB_Index n = csr.offsets.size() - 1;
    const auto length = [&csr](GrB_Index i) { return csr.offsets[i + 1] - csr.offsets[i]; };
    std::vector<GrB_Index> rows{0, n - 1};
    GrB_Index longest = 0;
    for (GrB_Index i = 0; i < n; i++)
        if (length(i) > length(longest)) longest = i;
    rows.push_back(longest);
    for (GrB_Index k = 1; k < 30; k++) rows.push_back(n / 30 * k);
    GrB_Vector row = nullptr;
    CHECK(GrB_Vector_new(&row, GrB_FP32, columns));
    for (const GrB_Index i : rows) {
        CHECK(GrB_Col_extract(row, nullptr, nullptr, C, GrB_ALL, columns, i, GrB_DESC_T0));
        std::vector<float> ours(columns), expected(columns);
        std::vector<GrB_Index> where(columns);
        GrB_Index count = columns;
        CHECK(GrB_Vector_extractTuples_FP32(where.data(), ours.data(), &count, row));
        if (count != (length(i) != 0 ? columns : 0))
            throw std::runtime_error(fmt::format("{}: row {} has {} entries", variant, i, count));
        CHECK(cudaMemcpy(expected.data(), theirs + i * columns, columns * sizeof(float),
                         cudaMemcpyDeviceToHost));
        for (GrB_Index k = 0; k < count; k++) {
            // All terms are positive.
            if (std::abs(ours[k] - expected[k]) > 1e-3F * std::abs(expected[k]) + 1e-6F)
                throw std::runtime_error(fmt::format("{}: C({}, {}) is {}, cuSPARSE has {}",
                                                     variant, i, k, ours[k], expected[k]));
        }
    }
    CHECK(GrB_Vector_free(&row));
}

/// What --choice adds to a line.
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
           std::vector<Contender> &contenders, const std::string &choice) {
    const auto n = static_cast<double>(csr.offsets.size() - 1);
    const auto nvals = static_cast<double>(csr.indices.size());
    const auto width = static_cast<double>(columns);
    const double bytes = nvals * 8 + 4 * (n + 1) + 8 * n * width, gathered = nvals * width * 4;
    const double gathered_a_second = gather_rate(static_cast<unsigned>(columns));
    const double bound = std::max(bytes / copied_a_second, gathered / gathered_a_second) * 1e6;
    std::string times;
    for (Contender &contender : contenders) {
        const double time = median(contender);
        times += fmt::format("{}\"{}\": {{{}, \"of_bound\": {:.3f}}}", times.empty() ? "" : ", ",
                             contender.name, spread(contender), bound / time);
    }
    fmt::print("{{\"graph\": \"{}\", \"columns\": {}, \"n\": {:.0f}, \"nvals\": {:.0f}, "
               "\"bytes\": {:.0f}, \"gathered\": {:.0f}, \"copy_gbs\": {:.0f}, "
               "\"gather_gbs\": {:.0f}, \"bound_us\": {:.2f}, {}\"times\": {{{}}}}}\n",
               graph, columns, n, nvals, bytes, gathered, copied_a_second * 1e-9,
               gathered_a_second * 1e-9, bound, choice, times);
    std::fflush(stdout);
}

struct Graph {
    std::string name;
    GrB_Matrix A;
    Csr csr;
    GrB_Index n;
};

/// C = A·B, to be checked against cuSPARSE's.
struct Product {
    const Graph &graph;
    GrB_Matrix B, C;
    const float *theirs;
    GrB_Index columns;

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
    void check(const std::string &variant) const {
        compare(C, theirs, graph.csr, columns, variant);
    }
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
    std::vector<std::string> rules = options.rows;
    if (rules.empty() && !options.only_chosen) rules = device_rows("mxm");
    std::vector<std::pair<std::string, double>> taken; // with the seconds of one call
    for (const std::string &rule : rules) {
        force("mxm:" + rule);
        product.call();
        if (last_variant() != rule.substr(0, rule.find(':'))) continue; // it refuses
        product.check(rule);
        taken.emplace_back(rule, product.seconds());
    }
    force("");
    Ours ours;
    double limit = std::numeric_limits<double>::infinity();
    if (options.rows.empty()) {
        // Until what pays has been made and is kept with the matrix.
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
    GrB_Matrix B = full_matrix(graph.n, columns), C = nullptr;
    CHECK(GrB_Matrix_new(&C, GrB_FP32, graph.n, columns));
    const DeviceMemory<float> b(ramp(graph.n, static_cast<unsigned>(columns))),
        c(ramp(graph.n, static_cast<unsigned>(columns)));
    std::vector<std::unique_ptr<Peer>> peers;
    for (const auto algorithm :
         {CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3})
        peers.push_back(std::make_unique<Peer>(handle, matrix, static_cast<int64_t>(columns),
                                               b.get(), c.get(), algorithm));
    peers.front()->run();
    CHECK(cudaDeviceSynchronize());

    const Product product{graph, B, C, c.get(), columns};
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
    print(graph.name, graph.csr, columns, copied_a_second, contenders, choice);
    CHECK(GrB_Matrix_free(&B));
    CHECK(GrB_Matrix_free(&C));
}

void run(const std::string &name, const EdgeList &edges, cusparseHandle_t handle,
         double copied_a_second, const Options &options) {
    Graph graph{name, nullptr, {}, edges.nrows};
    const RandomStream random(3, 77);
    std::vector<float> values(edges.size());
    for (std::size_t k = 0; k < values.size(); k++)
        values[k] = 1 + static_cast<float>(random.below(k, 1000)) / 1000;
    CHECK(GrB_Matrix_new(&graph.A, GrB_FP32, graph.n, graph.n));
    CHECK(GrB_Matrix_build_FP32(graph.A, edges.rows.data(), edges.cols.data(), values.data(),
                                edges.size(), GrB_PLUS_FP32));
    GrB_Index nvals = 0;
    CHECK(GrB_Matrix_nvals(&nvals, graph.A));
    graph.csr = rows_of(graph.A, graph.n, nvals);
    values.resize(nvals);
    CHECK(GrB_Matrix_extractTuples_FP32(nullptr, nullptr, values.data(), &nvals, graph.A));
    const PeerMatrix matrix(graph.csr, values);
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
        {"--rows", [&](const std::string &text) { options.rows = split_list(text); }}};
    command.start = [&] {
        if (options.choice && (options.only_chosen || !options.rows.empty()))
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
