/// Measures the fraction of the machine's copy bandwidth that memory-bound calls reach:
/// element-wise calls on full vectors, and PageRank's product with graphs of several kinds. Prints
/// one JSON object per line.
///
/// usage: OMP_NUM_THREADS=THREADS bandwidth_run THREADS GRAPH...
///
/// THREADS threads of the program copy one array to another; each thread copies its part of arrays
/// that it wrote before. A call's bytes are those that it must read and write once; a gathered
/// value counts once per vertex, not per edge. Each figure is the least time of several.

#include "io/graph_spec.h"
#include "record/run_record.h"
#include "suitesparse/GraphBLAS.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace grb::tool;

namespace {

void must(GrB_Info info) {
    if (info < GrB_SUCCESS)
        throw std::runtime_error("a call returned " + std::to_string(static_cast<int>(info)));
}

double least_seconds(const std::function<void()> &body) {
    double least = 1e9, spent = 0;
    for (int k = 0; k < 5 || (spent < 0.5 && k < 200); k++) {
        const auto begin = std::chrono::steady_clock::now();
        body();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        if (k >= 2) least = std::min(least, time.count());
        spent += time.count();
    }
    return least;
}

/// Runs f(begin, end) on so many threads.
void in_chunks(unsigned threads, std::size_t n,
               const std::function<void(std::size_t, std::size_t)> &f) {
    std::vector<std::thread> others;
    for (unsigned k = 1; k < threads; k++)
        others.emplace_back(f, n / threads * k, k + 1 == threads ? n : n / threads * (k + 1));
    f(0, threads == 1 ? n : n / threads);
    for (std::thread &other : others) other.join();
}

/// Bytes read and written per second when copying `bytes`: each thread repeats its part, so that
/// the start does not count.
double copy_rate(unsigned threads, std::size_t bytes) {
    const std::unique_ptr<char[]> from(new char[bytes]), to(new char[bytes]);
    in_chunks(threads, bytes, [&](std::size_t begin, std::size_t end) {
        std::memset(from.get() + begin, 1, end - begin);
        std::memset(to.get() + begin, 2, end - begin);
    });
    const int times = static_cast<int>(std::max<std::size_t>(1, (std::size_t{1} << 30) / bytes));
    const double seconds = least_seconds([&] {
        in_chunks(threads, bytes, [&](std::size_t begin, std::size_t end) {
            for (int k = 0; k < times; k++)
                std::memcpy(to.get() + begin, from.get() + begin, end - begin);
        });
    });
    return 2.0 * static_cast<double>(bytes) * times / seconds;
}

void print(const char *name, double bytes, double seconds) {
    fmt::print("{{\"call\": \"{}\", \"bytes\": {:.0f}, \"seconds\": {:.4g}}}\n", name, bytes,
               seconds);
}

/// A full vector of distinct values.
GrB_Vector vector_of(GrB_Index n) {
    GrB_Vector v = nullptr;
    must(GrB_Vector_new(&v, GrB_FP32, n));
    must(GrB_Vector_assign_FP32(v, nullptr, nullptr, 0.5F, GrB_ALL, n, nullptr));
    must(GrB_Vector_apply_IndexOp_INT64(v, nullptr, GrB_PLUS_FP32, GrB_ROWINDEX_INT64, v, 1,
                                        nullptr));
    must(GrB_Vector_wait(v, GrB_MATERIALIZE));
    return v;
}

void time_vectors(const std::string &size, GrB_Index n) {
    const GrB_Vector u = vector_of(n), v = vector_of(n), w = vector_of(n);
    const auto time = [&](const char *name, double arrays, const std::function<GrB_Info()> &call) {
        const double seconds = least_seconds([&] {
            must(call());
            must(GrB_Vector_wait(w, GrB_MATERIALIZE));
        });
        print((size + ": " + name).c_str(), arrays * 4 * static_cast<double>(n), seconds);
    };
    time("eWiseMult DIV", 3, [&] {
        return GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, GrB_DIV_FP32, u, v, nullptr);
    });
    time("eWiseAdd PLUS", 3, [&] {
        return GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_PLUS_FP32, u, v, nullptr);
    });
    time("apply ABS", 2,
         [&] { return GrB_Vector_apply(w, nullptr, nullptr, GrB_ABS_FP32, u, nullptr); });
    time("w -= u", 3,
         [&] { return GrB_Vector_assign(w, nullptr, GrB_MINUS_FP32, u, GrB_ALL, n, nullptr); });
    float sum = 0;
    time("reduce PLUS", 1,
         [&] { return GrB_Vector_reduce_FP32(&sum, nullptr, GrB_PLUS_MONOID_FP32, u, nullptr); });
    for (GrB_Vector one : {u, v, w}) must(GrB_Vector_free(&one));
}

/// Times PageRank's product: the matrix has no values of its own.
void time_product(const std::string &text) {
    const EdgeList edges = load_graph(text);
    const std::unique_ptr<bool[]> ones(new bool[edges.size()]);
    std::fill_n(ones.get(), edges.size(), true);
    GrB_Matrix A = nullptr;
    must(GrB_Matrix_new(&A, GrB_BOOL, edges.nrows, edges.ncols));
    must(GrB_Matrix_build_BOOL(A, edges.rows.data(), edges.cols.data(), ones.get(), edges.size(),
                               GrB_LOR));
    must(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    const GrB_Vector u = vector_of(edges.ncols), w = vector_of(edges.nrows);
    const double seconds = least_seconds([&] {
        must(GrB_mxv(w, nullptr, nullptr, GxB_PLUS_SECOND_FP32, A, u, nullptr));
        must(GrB_Vector_wait(w, GrB_MATERIALIZE));
    });
    print(("mxv PLUS_SECOND " + text).c_str(),
          4.0 * static_cast<double>(edges.size()) + 12.0 * static_cast<double>(edges.nrows),
          seconds);
    for (GrB_Vector one : {u, w}) must(GrB_Vector_free(&one));
    must(GrB_Matrix_free(&A));
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 3) {
        fmt::print(stderr, "usage: bandwidth_run THREADS GRAPH...\n");
        return 1;
    }
    try {
        const auto threads = static_cast<unsigned>(std::stoul(argv[1]));
        must(GrB_init(GrB_NONBLOCKING));
        constexpr std::size_t large = std::size_t{1} << 29, small = std::size_t{1} << 23;
        fmt::print("{{\"run\": {}, \"threads\": {}, "
                   "\"copy\": {{\"512 MB\": {:.4g}, \"8 MB\": {:.4g}}}}}\n",
                   run_record({}), threads, copy_rate(threads, large), copy_rate(threads, small));
        time_vectors("30 M", 30000000);
        time_vectors("1 M", 1000000);
        for (int k = 2; k < argc; k++) time_product(argv[k]);
    } catch (const std::exception &error) {
        fmt::print(stderr, "bandwidth_run: {}\n", error.what());
        return 3;
    }
}
