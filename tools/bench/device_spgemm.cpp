/// Products of two sparse matrices on the GPU (SpGEMM, FP32): C = A·A by our variant through the
/// public call, and by cuSPARSE's three algorithms with all of their steps and buffers, in one
/// process by turns. Prints one JSON line per graph: medians in microseconds, products and entries
/// of C, and device memory in bytes: our process's peak, and for cuSPARSE buffers, A and C.
///
/// usage: device_spgemm [--rounds N] [--calls N] [--row NAME] GRAPH...
///   --row  ours; cuda/mxm_hash
///   GRAPH  a SPEC; its edges count as they are given

#include "bench/device_bench.hpp"
#include "io/random.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <stdexcept>
#include <utility>

using namespace grb::tool;

namespace {

/// A stream's pool of device memory, as ours is; records the peak.
class Pool {
public:
    Pool() {
        cudaMemPool_t pool = nullptr;
        CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
        std::uint64_t all = UINT64_MAX;
        CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
    }
    void *allocate(std::size_t bytes) {
        void *pointer = nullptr;
        CHECK(cudaMallocAsync(&pointer, std::max<std::size_t>(bytes, 8), nullptr));
        sizes_[pointer] = bytes;
        held_ += bytes;
        peak = std::max(peak, held_);
        return pointer;
    }
    void release(void *pointer) {
        if (pointer == nullptr) return;
        held_ -= sizes_[pointer];
        sizes_.erase(pointer);
        cudaFreeAsync(pointer, nullptr);
    }
    std::size_t peak = 0;

private:
    std::map<void *, std::size_t> sizes_;
    std::size_t held_ = 0;
};

/// A on the device, as cuSPARSE takes it.
struct PeerMatrix {
    int64_t n, nvals;
    void *offsets, *indices, *values;

    PeerMatrix(const Csr &csr, const std::vector<float> &entries)
        : n(static_cast<int64_t>(csr.offsets.size()) - 1),
          nvals(static_cast<int64_t>(entries.size())), offsets(copy_to_device(csr.offsets)),
          indices(copy_to_device(csr.indices)), values(copy_to_device(entries)) {}
    ~PeerMatrix() {
        for (void *pointer : {offsets, indices, values}) cudaFree(pointer);
    }
    PeerMatrix(const PeerMatrix &) = delete;
    PeerMatrix &operator=(const PeerMatrix &) = delete;
    cusparseSpMatDescr_t describe() const {
        cusparseSpMatDescr_t A = nullptr;
        CHECK(cusparseCreateCsr(&A, n, n, nvals, offsets, indices, values, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
        return A;
    }
    std::size_t bytes() const { return static_cast<std::size_t>(nvals * 8 + (n + 1) * 4); }
};

/// cuSPARSE's product by one algorithm: each call runs all steps, and makes a new C.
class Peer {
public:
    Peer(cusparseHandle_t handle, const PeerMatrix &A, cusparseSpGEMMAlg_t algorithm)
        : handle_(handle), matrix_(A), algorithm_(algorithm), A_(A.describe()) {}
    ~Peer() {
        forget();
        cusparseDestroySpMat(A_);
    }
    Peer(const Peer &) = delete;
    Peer &operator=(const Peer &) = delete;

    void run() {
        forget();
        CHECK(cusparseSpGEMM_createDescr(&plan_));
        offsets_ = pool_.allocate(static_cast<std::size_t>(matrix_.n + 1) * 4);
        CHECK(cusparseCreateCsr(&C_, matrix_.n, matrix_.n, 0, offsets_, nullptr, nullptr,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                CUDA_R_32F));
        constexpr auto as_it_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
        const float one = 1, zero = 0;
        std::size_t first_bytes = 0, second_bytes = 0;
        const auto estimate = [&](void *buffer) {
            CHECK(cusparseSpGEMM_workEstimation(handle_, as_it_is, as_it_is, &one, A_, A_, &zero,
                                                C_, CUDA_R_32F, algorithm_, plan_, &first_bytes,
                                                buffer));
        };
        estimate(nullptr);
        estimate(buffers_[0] = pool_.allocate(first_bytes));
        int64_t products = 0;
        CHECK(cusparseSpGEMM_getNumProducts(plan_, &products));
        const auto compute = [&](void *buffer) {
            CHECK(cusparseSpGEMM_compute(handle_, as_it_is, as_it_is, &one, A_, A_, &zero, C_,
                                         CUDA_R_32F, algorithm_, plan_, &second_bytes, buffer));
        };
        if (algorithm_ == CUSPARSE_SPGEMM_ALG1) {
            compute(nullptr);
        } else {
            std::size_t third_bytes = 0;
            const float chunk = 0.2F;
            const auto measure = [&](void *buffer, std::size_t *bytes) {
                CHECK(cusparseSpGEMM_estimateMemory(handle_, as_it_is, as_it_is, &one, A_, A_,
                                                    &zero, C_, CUDA_R_32F, algorithm_, plan_, chunk,
                                                    &third_bytes, buffer, bytes));
            };
            measure(nullptr, nullptr);
            measure(buffers_[2] = pool_.allocate(third_bytes), &second_bytes);
            pool_.release(std::exchange(buffers_[2], nullptr));
        }
        compute(buffers_[1] = pool_.allocate(second_bytes));
        int64_t rows = 0, columns = 0;
        CHECK(cusparseSpMatGetSize(C_, &rows, &columns, &entries));
        indices_ = pool_.allocate(static_cast<std::size_t>(entries) * 4);
        values_ = pool_.allocate(static_cast<std::size_t>(entries) * 4);
        CHECK(cusparseCsrSetPointers(C_, offsets_, indices_, values_));
        CHECK(cusparseSpGEMM_copy(handle_, as_it_is, as_it_is, &one, A_, A_, &zero, C_, CUDA_R_32F,
                                  algorithm_, plan_));
        drop_plan();
    }
    /// Computes C·x, which ignores the order of entries but detects a wrong column.
    std::vector<float> times(const std::vector<float> &x) const {
        void *const input = copy_to_device(x), *const output = copy_to_device(x);
        cusparseDnVecDescr_t X = nullptr, Y = nullptr;
        CHECK(cusparseCreateDnVec(&X, matrix_.n, input, CUDA_R_32F));
        CHECK(cusparseCreateDnVec(&Y, matrix_.n, output, CUDA_R_32F));
        const float one = 1, zero = 0;
        std::size_t bytes = 0;
        CHECK(cusparseSpMV_bufferSize(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, C_, X, &zero,
                                      Y, CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, &bytes));
        void *buffer = nullptr;
        CHECK(cudaMalloc(&buffer, std::max<std::size_t>(bytes, 8)));
        CHECK(cusparseSpMV(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, C_, X, &zero, Y,
                           CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, buffer));
        std::vector<float> y(x.size());
        CHECK(cudaMemcpy(y.data(), output, y.size() * sizeof(float), cudaMemcpyDeviceToHost));
        cusparseDestroyDnVec(X);
        cusparseDestroyDnVec(Y);
        for (void *pointer : {input, output, buffer}) cudaFree(pointer);
        return y;
    }
    /// Frees C, and the remains of a failure.
    void forget() {
        drop_plan();
        if (C_ != nullptr) cusparseDestroySpMat(C_);
        C_ = nullptr;
        for (void **pointer : {&offsets_, &indices_, &values_})
            pool_.release(std::exchange(*pointer, nullptr));
    }
    std::size_t peak() const { return pool_.peak + matrix_.bytes(); }
    int64_t entries = 0;

private:
    void drop_plan() {
        if (plan_ != nullptr) cusparseSpGEMM_destroyDescr(plan_);
        plan_ = nullptr;
        for (void *&buffer : buffers_) pool_.release(std::exchange(buffer, nullptr));
    }

    cusparseHandle_t handle_;
    const PeerMatrix &matrix_;
    cusparseSpGEMMAlg_t algorithm_;
    cusparseSpMatDescr_t A_, C_ = nullptr;
    cusparseSpGEMMDescr_t plan_ = nullptr;
    void *offsets_ = nullptr, *indices_ = nullptr, *values_ = nullptr, *buffers_[3] = {};
    Pool pool_;
};

std::vector<float> weights(GrB_Index n) {
    std::vector<float> x(n);
    for (GrB_Index j = 0; j < n; j++) x[j] = static_cast<float>(1 + j % 7);
    return x;
}

std::vector<float> times(GrB_Matrix C, const std::vector<float> &x) {
    GrB_Vector u = nullptr, w = nullptr;
    const GrB_Index n = x.size();
    std::vector<GrB_Index> positions(n);
    for (GrB_Index j = 0; j < n; j++) positions[j] = j;
    CHECK(GrB_Vector_new(&u, GrB_FP32, n));
    CHECK(GrB_Vector_new(&w, GrB_FP32, n));
    CHECK(GrB_Vector_build_FP32(u, positions.data(), x.data(), n, GrB_FIRST_FP32));
    CHECK(GrB_Vector_assign_FP32(w, nullptr, nullptr, 0, GrB_ALL, n, nullptr));
    CHECK(GrB_mxv(w, nullptr, GrB_PLUS_FP32, GrB_PLUS_TIMES_SEMIRING_FP32, C, u, nullptr));
    std::vector<float> y(n);
    GrB_Index count = n;
    CHECK(GrB_Vector_extractTuples_FP32(positions.data(), y.data(), &count, w));
    if (count != n) throw std::runtime_error("C·x has too few entries");
    CHECK(GrB_Vector_free(&u));
    CHECK(GrB_Vector_free(&w));
    return y;
}

void compare(GrB_Matrix C, const Peer &peer, GrB_Index n) {
    GrB_Index entries = 0;
    CHECK(GrB_Matrix_nvals(&entries, C));
    if (entries != static_cast<GrB_Index>(peer.entries))
        throw std::runtime_error(fmt::format("{} entries, cuSPARSE has {}", entries, peer.entries));
    const std::vector<float> x = weights(n), ours = times(C, x), theirs = peer.times(x);
    for (GrB_Index i = 0; i < n; i++) // all terms are positive
        if (std::abs(ours[i] - theirs[i]) > 1e-3F * std::abs(theirs[i]))
            throw std::runtime_error(
                fmt::format("row {} of C·x is {}, cuSPARSE's is {}", i, ours[i], theirs[i]));
}

std::uint64_t most_held() {
    std::uint64_t bytes = 0;
    CHECK(GrX_Device_counter(&bytes, GrX_DEVICE_BYTES_PEAK));
    return bytes;
}

/// A with random values, and C for its square.
struct Graph {
    std::string name;
    GrB_Matrix A = nullptr, C = nullptr;
    GrB_Index n = 0, nvals = 0;
    std::uint64_t products = 0;
    Csr csr;
    std::vector<float> values;

    Graph(std::string its_name, const EdgeList &edges)
        : name(std::move(its_name)), n(edges.nrows), values(edges.size()) {
        const RandomStream random(3, 77);
        for (std::size_t k = 0; k < values.size(); k++)
            values[k] = 1 + static_cast<float>(random.below(k, 1000)) / 1000;
        CHECK(GrB_Matrix_new(&A, GrB_FP32, n, n));
        CHECK(GrB_Matrix_new(&C, GrB_FP32, n, n));
        CHECK(GrB_Matrix_build_FP32(A, edges.rows.data(), edges.cols.data(), values.data(),
                                    edges.size(), GrB_PLUS_FP32));
        CHECK(GrB_Matrix_nvals(&nvals, A));
        csr = rows_of(A, n, nvals);
        values.resize(nvals);
        CHECK(GrB_Matrix_extractTuples_FP32(nullptr, nullptr, values.data(), &nvals, A));
        for (const int k : csr.indices)
            products += static_cast<std::uint64_t>(csr.offsets[k + 1] - csr.offsets[k]);
    }
    ~Graph() {
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&C);
    }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;
    void square() const {
        CHECK(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, A, A, nullptr));
    }
    void wait() const { CHECK(GrB_Matrix_wait(C, GrB_MATERIALIZE)); }
};

/// cuSPARSE's algorithms that accept the graph, and the reasons of the others.
struct Peers {
    std::vector<std::pair<std::string, std::unique_ptr<Peer>>> taken;
    std::string memory, refusals;

    /// Throws if cuSPARSE's result differs from ours.
    Peers(cusparseHandle_t handle, const Graph &graph, const PeerMatrix &matrix) {
        const std::pair<const char *, cusparseSpGEMMAlg_t> algorithms[] = {
            {"cusparse_alg1", CUSPARSE_SPGEMM_ALG1},
            {"cusparse_alg2", CUSPARSE_SPGEMM_ALG2},
            {"cusparse_alg3", CUSPARSE_SPGEMM_ALG3}};
        for (const auto &[name, algorithm] : algorithms) {
            auto peer = std::make_unique<Peer>(handle, matrix, algorithm);
            try {
                peer->run();
                CHECK(cudaDeviceSynchronize());
            } catch (const std::exception &error) {
                refusals +=
                    fmt::format("{}\"{}: {}\"", refusals.empty() ? "" : ", ", name, error.what());
                cudaGetLastError();
                continue;
            }
            compare(graph.C, *peer, graph.n);
            memory += fmt::format(", \"{}\": {}", name, peer->peak());
            peer->forget();
            taken.emplace_back(name, std::move(peer));
        }
    }
};

void print(const Graph &graph, std::vector<Contender> &contenders, const std::string &memory,
           const std::string &refusals, GrB_Index entries) {
    std::string times;
    double best = INFINITY;
    for (std::size_t k = 0; k < contenders.size(); k++) {
        const double time = median(contenders[k]);
        if (k != 0) best = std::min(best, time);
        times += fmt::format("{}\"{}\": {:.1f}", k == 0 ? "" : ", ", contenders[k].name, time);
    }
    const double ours = median(contenders[0]);
    fmt::print(
        "{{\"graph\": \"{}\", \"n\": {}, \"nvals\": {}, \"products\": {}, \"entries\": {}, "
        "\"us\": {{{}}}, \"gflops\": {:.2f}, \"times_best_peer\": {:.3f}, \"bytes\": {{{}}}, "
        "\"refused\": [{}]}}\n",
        graph.name, graph.n, graph.nvals, graph.products, entries, times,
        2e-3 * static_cast<double>(graph.products) / ours, best / ours, memory, refusals);
    std::fflush(stdout);
}

void run(const std::string &name, const EdgeList &edges, const std::string &variant,
         cusparseHandle_t handle, const BenchCommand &command) {
    const Graph graph(name, edges);
    const PeerMatrix matrix(graph.csr, graph.values);
    const std::string rule = "mxm:" + variant;
    force(rule);
    graph.square();
    if (last_variant() != variant)
        throw std::runtime_error(variant + " did not run but " + last_variant());
    GrB_Index entries = 0;
    CHECK(GrB_Matrix_nvals(&entries, graph.C));
    const std::uint64_t held = most_held();
    const Peers peers(handle, graph, matrix);
    std::vector<Contender> contenders{
        {"ours", [rule] { force(rule); }, [&] { graph.square(); }, [&] { graph.wait(); }, {}}};
    for (const auto &[text, peer] : peers.taken)
        contenders.push_back({text,
                              [] {},
                              [peer = peer.get()] { peer->run(); },
                              [] { CHECK(cudaDeviceSynchronize()); },
                              {}});
    time_by_turns(contenders, command.rounds, command.calls);
    force("");
    print(graph, contenders, fmt::format("\"ours\": {}{}", held, peers.memory), peers.refusals,
          entries);
}

} // namespace

int main(int argc, char **argv) {
    std::string variant = "cuda/mxm_hash";
    cusparseHandle_t handle = nullptr;
    BenchCommand command{"device_spgemm"};
    command.values = {{"--row", [&](const std::string &text) { variant = text; }}};
    command.start = [&] { CHECK(cusparseCreate(&handle)); };
    return bench_main(argc, argv, command, [&](const std::string &name, const EdgeList &edges) {
        run(name, edges, variant, handle, command);
    });
}
