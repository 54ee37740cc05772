// Streams and events that let kernels of one call run at the same time.
#include "cuda/plugin/branches.hpp"

#include <mutex>

namespace grb::device {

namespace {

/// A runtime's additional streams, made when first needed; never destroyed.
struct SideStreams {
    std::mutex mutex;
    cudaStream_t streams[8] = {};
};

Status side_stream(int number, cudaStream_t *stream) {
    auto &side = runtime().own<SideStreams>();
    const std::lock_guard<std::mutex> guard(side.mutex);
    cudaStream_t &own = side.streams[number];
    if (own == nullptr)
        if (const cudaError_t error = cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking))
            return fail("cudaStreamCreateWithFlags", error);
    *stream = own;
    return Status::ok;
}

Status record(cudaEvent_t *event, cudaStream_t stream) {
    cudaError_t error = cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    if (error == cudaSuccess) error = cudaEventRecord(*event, stream);
    return error == cudaSuccess ? Status::ok : fail("cudaEventRecord", error);
}

} // namespace

Status Branches::next(cudaStream_t *stream) {
    *stream = runtime().stream();
    if (opened_ == 0) {
        opened_ = 1;
        return record(&begin_, *stream);
    }
    // Several kernels share the last stream.
    const int number = opened_ < most ? opened_ : most - 1;
    const Status status = side_stream(number, stream);
    if (status != Status::ok || opened_ == most) return status;
    if (const cudaError_t error = cudaStreamWaitEvent(*stream, begin_, 0))
        return fail("cudaStreamWaitEvent", error);
    opened_++;
    return Status::ok;
}

Status Branches::close() {
    Status status = Status::ok;
    for (; opened_ > 1 && status == Status::ok; opened_--) {
        const int number = opened_ - 1;
        cudaStream_t stream = nullptr;
        status = side_stream(number, &stream);
        if (status == Status::ok) status = record(&ends_[number], stream);
        if (status != Status::ok) return status;
        if (const cudaError_t error = cudaStreamWaitEvent(runtime().stream(), ends_[number], 0))
            return fail("cudaStreamWaitEvent", error);
    }
    return status;
}

Branches::~Branches() {
    if (close() != Status::ok) cudaDeviceSynchronize();
    if (begin_ != nullptr) cudaEventDestroy(begin_);
    for (const cudaEvent_t event : ends_)
        if (event != nullptr) cudaEventDestroy(event);
}

} // namespace grb::device
