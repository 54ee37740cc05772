/// Matrix-vector products on the GPU: each variant of ours through the public call, and cuSPARSE,
/// in one process by turns. Prints one JSON line per graph and problem: medians in microseconds,
/// and the bytes that must move. cuSPARSE always computes the product in FP32 with values.
///
/// usage: device_spmv [--rounds N] [--calls N] [--chosen | --rows NAME,...] [--first] GRAPH...
///   GRAPH     a SPEC, or ~NAME: a random graph of the sizes of one in gnn_graphs.tsv
///   --chosen  of ours only the variant that the library chooses
///   --rows    beside that one these
///   --first   of the problems only plus_times in FP32

#include "bench/device_bench.hpp"
#include "io/random.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace grb::tool;

namespace {

/// cuSPARSE's product with one algorithm, preprocessed.
class Peer {
public:
    Peer(cusparseHandle_t handle, const Csr &csr, const std::vector<float> &values,
         const std::vector<float> &x, cusparseSpMVAlg_t algorithm)
        : handle_(handle), algorithm_(algorithm), n_(static_cast<int64_t>(x.size())) {
        offsets_ = copy_to_device(csr.offsets);
        indices_ = copy_to_device(csr.indices);
        values_ = copy_to_device(values);
        x_ = copy_to_device(x);
        y_ = copy_to_device(x);
        CHECK(cusparseCreateCsr(&A_, n_, n_, static_cast<int64_t>(values.size()), offsets_,
                                indices_, values_, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
        CHECK(cusparseCreateDnVec(&vx_, n_, x_, CUDA_R_32F));
        CHECK(cusparseCreateDnVec(&vy_, n_, y_, CUDA_R_32F));
        std::size_t bytes = 0;
        CHECK(cusparseSpMV_bufferSize(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, A_, vx_,
                                      &zero_, vy_, CUDA_R_32F, algorithm_, &bytes));
        CHECK(cudaMalloc(&buffer_, std::max<std::size_t>(bytes, 8)));
        CHECK(cusparseSpMV_preprocess(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, A_, vx_,
                                      &zero_, vy_, CUDA_R_32F, algorithm_, buffer_));
    }
    ~Peer() {
        cusparseDestroySpMat(A_);
        cusparseDestroyDnVec(vx_);
        cusparseDestroyDnVec(vy_);
        for (void *pointer : {offsets_, indices_, values_, x_, y_, buffer_}) cudaFree(pointer);
    }
    Peer(const Peer &) = delete;
    Peer &operator=(const Peer &) = delete;

    void run() {
        CHECK(cusparseSpMV(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, A_, vx_, &zero_, vy_,
                           CUDA_R_32F, algorithm_, buffer_));
    }
    void wait() { CHECK(cudaDeviceSynchronize()); }
    std::vector<float> result() const {
        std::vector<float> y(static_cast<std::size_t>(n_));
        CHECK(cudaMemcpy(y.data(), y_, y.size() * 4, cudaMemcpyDeviceToHost));
        return y;
    }

private:
    cusparseHandle_t handle_;
    cusparseSpMVAlg_t algorithm_;
    int64_t n_;
    float one_ = 1, zero_ = 0;
    void *offsets_ = nullptr, *indices_ = nullptr, *values_ = nullptr, *x_ = nullptr, *y_ = nullptr,
         *buffer_ = nullptr;
    cusparseSpMatDescr_t A_ = nullptr;
    cusparseDnVecDescr_t vx_ = nullptr, vy_ = nullptr;
};

std::vector<std::string> pulling_variants() {
    std::vector<std::string> names = device_variants("mxv");
    std::erase_if(names, [](const std::string &name) { return name.find("push") != name.npos; });
    return names;
}

void print(const std::string &graph, const char *problem, GrB_Index n, GrB_Index nvals,
           double bytes, std::vector<Contender> &contenders) {
    std::string times;
    for (Contender &contender : contenders) {
        const double time = median(contender);
        times += fmt::format("{}\"{}\": {{{}, \"gbs\": {:.0f}}}", times.empty() ? "" : ", ",
                             contender.name, spread(contender), bytes / time * 1e-3);
    }
    fmt::print(
        "{{\"graph\": \"{}\", \"problem\": \"{}\", \"n\": {}, \"nvals\": {}, \"bytes\": {:.0f}, "
        "\"times\": {{{}}}}}\n",
        graph, problem, n, nvals, bytes, times);
    std::fflush(stdout);
}

struct Options {
    int rounds = 5, calls = 20;
    bool only_chosen = false, only_first = false;
    std::vector<std::string> variants; // empty: all
};

GrB_Matrix in_type(GrB_Matrix A, GrB_Index n, GrB_Type type) {
    GrB_Matrix result = nullptr;
    CHECK(GrB_Matrix_new(&result, type, n, n));
    CHECK(GrB_Matrix_assign(result, nullptr, nullptr, A, GrB_ALL, n, GrB_ALL, n, nullptr));
    return result;
}
GrB_Vector in_type(GrB_Vector u, GrB_Index n, GrB_Type type) {
    GrB_Vector result = nullptr;
    CHECK(GrB_Vector_new(&result, type, n));
    CHECK(GrB_Vector_assign(result, nullptr, nullptr, u, GrB_ALL, n, nullptr));
    return result;
}

/// A graph's matrix with random values, its pattern, and full vectors; on the GPU for cuSPARSE,
/// too.
struct Operands {
    Operands(const EdgeList &edges, cusparseHandle_t handle);
    ~Operands() {
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&pattern);
        GrB_Vector_free(&u);
        GrB_Vector_free(&w);
    }
    Operands(const Operands &) = delete;
    Operands &operator=(const Operands &) = delete;

    GrB_Index n, nvals = 0;
    GrB_Matrix A = nullptr, pattern = nullptr;
    GrB_Vector u = nullptr, w = nullptr;
    Csr csr;
    std::optional<Peer> first, second;
};

Operands::Operands(const EdgeList &edges, cusparseHandle_t handle) : n(edges.nrows) {
    const RandomStream random(3, 77);
    std::vector<float> values(edges.size());
    for (std::size_t k = 0; k < values.size(); k++)
        values[k] = 1 + static_cast<float>(random.below(k, 1000)) / 1000;
    CHECK(GrB_Matrix_new(&A, GrB_FP32, n, n));
    CHECK(GrB_Matrix_build_FP32(A, edges.rows.data(), edges.cols.data(), values.data(),
                                edges.size(), GrB_PLUS_FP32));
    CHECK(GrB_Matrix_nvals(&nvals, A));
    CHECK(GrB_Matrix_new(&pattern, GrB_BOOL, n, n));
    CHECK(GrB_Matrix_apply_BinaryOp2nd_BOOL(pattern, nullptr, nullptr, GrB_ONEB_BOOL, A, true,
                                            nullptr));
    csr = rows_of(A, n, nvals);
    values.resize(nvals);
    CHECK(GrB_Matrix_extractTuples_FP32(nullptr, nullptr, values.data(), &nvals, A));
    std::vector<float> x(n);
    for (GrB_Index k = 0; k < n; k++)
        x[k] = static_cast<float>(random.below(k + n, 1000)) / 500 - 1;
    CHECK(GrB_Vector_new(&u, GrB_FP32, n));
    CHECK(GrB_Vector_new(&w, GrB_FP32, n));
    std::vector<GrB_Index> all(n);
    for (GrB_Index k = 0; k < n; k++) all[k] = k;
    CHECK(GrB_Vector_build_FP32(u, all.data(), x.data(), n, nullptr));
    first.emplace(handle, csr, values, x, CUSPARSE_SPMV_CSR_ALG1);
    second.emplace(handle, csr, values, x, CUSPARSE_SPMV_CSR_ALG2);
}

/// to = M ⊕.⊗ from; M has values of value_bytes, or is a pattern without values.
struct Problem {
    const char *name;
    GrB_Matrix M;
    GrB_Semiring semiring;
    GrB_Vector to, from;
    double value_bytes;
    bool is_pattern;

    void call() const { CHECK(GrB_mxv(to, nullptr, nullptr, semiring, M, from, nullptr)); }
    void wait() const { CHECK(GrB_Vector_wait(to, GrB_MATERIALIZE)); }
};

/// Our variants that accept the problem (unless only_chosen), and the library's choice; then
/// cuSPARSE.
std::vector<Contender> contenders_of(const Problem &problem, Operands &o, const Options &options) {
    std::vector<Contender> contenders;
    const auto call = [problem] { problem.call(); };
    const auto wait = [problem] { problem.wait(); };
    std::vector<std::string> variants = options.variants;
    if (variants.empty() && !options.only_chosen) variants = pulling_variants();
    for (const std::string &variant : variants) {
        force("mxv:" + variant);
        call();
        if (last_variant() != variant) continue;
        contenders.push_back({variant, [variant] { force("mxv:" + variant); }, call, wait, {}});
    }
    contenders.push_back({"chosen", [] { force(""); }, call, wait, {}});
    for (Peer *peer : {&*o.first, &*o.second})
        contenders.push_back({peer == &*o.first ? "cusparse_alg1" : "cusparse_alg2",
                              [] {},
                              [peer] { peer->run(); },
                              [peer] { peer->wait(); },
                              {}});
    return contenders;
}

void measure(const std::string &graph, const Problem &problem, Operands &o,
             const Options &options) {
    std::vector<Contender> contenders = contenders_of(problem, o, options);
    force("");
    // The library builds its cached forms over many calls.
    constexpr int most_until_settled = 60;
    for (int k = 0; k < most_until_settled; k++) problem.call();
    const std::string chosen = last_variant();
    time_by_turns(contenders, options.rounds, options.calls);
    const auto entries = static_cast<double>(o.nvals), size = static_cast<double>(o.n);
    const double bytes = entries * (4 + (problem.is_pattern ? 0 : problem.value_bytes)) +
                         4 * (size + 1) + 2 * problem.value_bytes * size;
    print(graph + " -> " + chosen, problem.name, o.n, o.nvals, bytes, contenders);
}

/// Measures the operands as values of another type.
void measure_in_type(const std::string &graph, const char *name, bool is_pattern, GrB_Type type,
                     GrB_Semiring semiring, double value_bytes, Operands &o,
                     const Options &options) {
    GrB_Matrix M = is_pattern ? o.pattern : in_type(o.A, o.n, type);
    GrB_Vector from = in_type(o.u, o.n, type), to = in_type(o.u, o.n, type);
    measure(graph, {name, M, semiring, to, from, value_bytes, is_pattern}, o, options);
    if (!is_pattern) CHECK(GrB_Matrix_free(&M));
    CHECK(GrB_Vector_free(&from));
    CHECK(GrB_Vector_free(&to));
}

/// Throws if the library's product differs from cuSPARSE's: the times would be meaningless.
void compare_products(Operands &o) {
    std::vector<float> ours(o.n, 0);
    std::vector<GrB_Index> where(o.n);
    GrB_Index count = o.n;
    CHECK(GrB_mxv(o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, o.A, o.u, nullptr));
    CHECK(GrB_Vector_extractTuples_FP32(where.data(), ours.data(), &count, o.w));
    o.first->run();
    const std::vector<float> theirs = o.first->result();
    for (GrB_Index k = 0; k < count; k++) {
        const float difference = std::abs(ours[k] - theirs[where[k]]);
        const auto terms =
            static_cast<float>(o.csr.offsets[where[k] + 1] - o.csr.offsets[where[k]]);
        if (difference > 1e-6F * (1 + terms) * 3)
            throw std::runtime_error(
                fmt::format("row {}: {} and {}", where[k], ours[k], theirs[where[k]]));
    }
}

void run(const std::string &graph, const EdgeList &edges, cusparseHandle_t handle,
         const Options &options) {
    Operands o(edges, handle);
    const auto add = [&](const char *name, GrB_Matrix M, GrB_Semiring semiring, bool is_pattern) {
        measure(graph, {name, M, semiring, o.w, o.u, 4, is_pattern}, o, options);
    };
    const auto add_in = [&](const char *name, bool is_pattern, GrB_Type type, GrB_Semiring semiring,
                            double value_bytes) {
        measure_in_type(graph, name, is_pattern, type, semiring, value_bytes, o, options);
    };
    add("plus_times fp32", o.A, GrB_PLUS_TIMES_SEMIRING_FP32, false);
    compare_products(o);
    if (options.only_first) return;
    GrB_Semiring plus_second = nullptr, plus_second_double = nullptr;
    CHECK(GrB_Semiring_new(&plus_second, GrB_PLUS_MONOID_FP32, GrB_SECOND_FP32));
    CHECK(GrB_Semiring_new(&plus_second_double, GrB_PLUS_MONOID_FP64, GrB_SECOND_FP64));
    add("plus_second fp32, pattern", o.pattern, plus_second, true);
    add("min_second fp32, pattern", o.pattern, GrB_MIN_SECOND_SEMIRING_FP32, true);
    add_in("lor_land bool, pattern", true, GrB_BOOL, GrB_LOR_LAND_SEMIRING_BOOL, 1);
    add_in("plus_second fp64, pattern", true, GrB_FP64, plus_second_double, 8);
    add_in("min_plus int32", false, GrB_INT32, GrB_MIN_PLUS_SEMIRING_INT32, 4);
    add_in("max_plus fp64", false, GrB_FP64, GrB_MAX_PLUS_SEMIRING_FP64, 8);
    CHECK(GrB_Semiring_free(&plus_second));
    CHECK(GrB_Semiring_free(&plus_second_double));
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    cusparseHandle_t handle = nullptr;
    BenchCommand command{"device_spmv"};
    command.calls = 20;
    command.flags = {{"--chosen", &options.only_chosen}, {"--first", &options.only_first}};
    command.values = {
        {"--rows", [&](const std::string &text) { options.variants = split_list(text); }}};
    command.start = [&] {
        options.rounds = command.rounds;
        options.calls = command.calls;
        CHECK(cusparseCreate(&handle));
    };
    return bench_main(argc, argv, command, [&](const std::string &name, const EdgeList &edges) {
        run(name, edges, handle, options);
    });
}
