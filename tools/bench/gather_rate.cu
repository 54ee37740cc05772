// Measures the rates of copies and of gathered rows on the current device.
#include "bench/gather_rate.hpp"

#include <algorithm>
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>

namespace grb::tool {

namespace {

constexpr int block = 256, grid = 4096;

void check(cudaError_t error) {
    if (error != cudaSuccess)
        throw std::runtime_error(std::string("gather_rate: ") + cudaGetErrorString(error));
}

class Memory {
public:
    explicit Memory(std::size_t bytes) {
        check(cudaMalloc(&pointer_, bytes));
        check(cudaMemset(pointer_, 0, bytes));
    }
    ~Memory() { cudaFree(pointer_); }
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;
    float *get() const { return static_cast<float *>(pointer_); }

private:
    void *pointer_ = nullptr;
};

/// The least seconds of several runs of f.
template <class F>
double seconds_of(const F &f) {
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    double least = 1e9;
    for (int turn = 0; turn < 5; turn++) {
        check(cudaEventRecord(begin));
        f();
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin, end));
        least = std::min(least, milliseconds * 1e-3);
    }
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    return least;
}

/// `lanes` adjacent threads read a row of as many words; eight rows are in flight at a time.
template <class Word>
__global__ void gather(const Word *from, unsigned rows, unsigned lanes, unsigned rounds,
                       float *to) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = thread / lanes * 2654435761u + 12345u;
    float sum = 0;
    for (unsigned round = 0; round < rounds; round++) {
        Word words[8];
#pragma unroll
        for (Word &word : words) {
            state = state * 1664525u + 1013904223u;
            const unsigned row = __umulhi(state, rows);
            word = from[static_cast<std::size_t>(row) * lanes + thread % lanes];
        }
#pragma unroll
        for (const Word &word : words) sum += reinterpret_cast<const float &>(word);
    }
    if (sum == -1) to[thread] = sum; // never: all are 0
}

template <class Word>
double rate_of(unsigned lanes) {
    constexpr std::size_t window = 24u << 20;
    constexpr unsigned rounds = 64;
    const auto rows = static_cast<unsigned>(window / (lanes * sizeof(Word)));
    const Memory from(window), to(std::size_t{block} * grid * 4);
    const double seconds = seconds_of([&] {
        gather<<<grid, block>>>(reinterpret_cast<const Word *>(from.get()), rows, lanes, rounds,
                                to.get());
        check(cudaGetLastError());
    });
    return static_cast<double>(block) * grid * rounds * 8 * sizeof(Word) / seconds;
}

} // namespace

double copy_rate(std::size_t bytes) {
    const Memory from(bytes), to(bytes);
    return 2 * static_cast<double>(bytes) / seconds_of([&] {
               check(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice));
           });
}

double gather_rate(unsigned columns) {
    if (columns % 4 == 0) return rate_of<float4>(columns / 4);
    return columns % 2 == 0 ? rate_of<float2>(columns / 2) : rate_of<float>(columns);
}

} // namespace grb::tool
