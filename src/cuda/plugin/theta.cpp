// Stores theta per thread and writes it to the programs' constant memory.
#include "cuda/plugin/theta.hpp"

#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>

namespace grb::device {

namespace {

struct Theta {
    const char *op = nullptr;
    std::size_t size = 0;
    unsigned char bytes[largest_theta] = {};
    bool is(const Theta &other) const {
        return op == other.op && size == other.size && std::memcmp(bytes, other.bytes, size) == 0;
    }
};
/// The theta that define() saw last; empty in threads that call no such operator.
constinit thread_local Theta current;

struct Use {
    cudaLibrary_t library;
    const char *op;
};
struct Uses {
    std::mutex mutex;
    std::unordered_map<const void *, Use> by_kernel;
    std::map<std::pair<cudaLibrary_t, int>, Theta> written; // by library and device
};

/// Never destroyed.
Uses &uses() {
    static Uses &all = *new Uses;
    return all;
}

Status write(cudaLibrary_t library, const Theta &theta) {
    void *target = nullptr;
    std::size_t size = 0;
    const std::string symbol = theta_name(theta.op);
    cudaError_t error = cudaLibraryGetGlobal(&target, &size, library, symbol.c_str());
    if (error == cudaErrorSymbolNotFound) { // no kernel of the program reads it
        cudaGetLastError();
        return Status::ok;
    }
    if (error != cudaSuccess) return fail("cudaLibraryGetGlobal", error);
    if (size != theta.size) return fail(Status::unsupported, "theta of another size");
    error = cudaDeviceSynchronize();
    const cudaStream_t stream = runtime().stream();
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(target, theta.bytes, size, cudaMemcpyHostToDevice, stream);
    // Kernels on other streams must see it, too.
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
    return error == cudaSuccess ? Status::ok : fail("writing theta", error);
}

} // namespace

std::string theta_name(const std::string &op) {
    return "theta_of_" + op;
}

void set_theta(const char *op, const void *theta, std::size_t size) {
    current.op = op;
    current.size = size;
    std::memcpy(current.bytes, theta, size);
}

void note_theta(const void *kernel, cudaLibrary_t library, const char *op) {
    Uses &all = uses();
    const std::lock_guard<std::mutex> guard(all.mutex);
    all.by_kernel.insert_or_assign(kernel, Use{library, op});
}

ThetaInPlace::ThetaInPlace(const void *kernel) {
    if (current.size == 0) return;
    Uses &all = uses();
    lock_ = std::unique_lock<std::mutex>(all.mutex);
    const auto use = all.by_kernel.find(kernel);
    if (use == all.by_kernel.end()) {
        lock_.unlock();
        return;
    }
    if (use->second.op != current.op) {
        status_ = fail(Status::unsupported, "theta of another operator");
        return;
    }
    Theta &written = all.written[{use->second.library, runtime().facts().ordinal}];
    if (written.is(current)) return;
    written = {};
    status_ = write(use->second.library, current);
    if (status_ == Status::ok) written = current;
}

} // namespace grb::device
