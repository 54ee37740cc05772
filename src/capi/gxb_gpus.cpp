// The number and the list of a context's GPUs, which are only kept and returned.
#include "base/device.hpp"
#include "capi/gxb_context.hpp"
#include "cuda/library/backend.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <numeric>

namespace grb {

namespace {
std::mutex mutex_;
}

int most_gpus() {
    const std::size_t most = device::can_open() ? devices().size() : 0;
    return static_cast<int>(std::min(most, std::size(world_context().gpu_ids)));
}

int gpus_of(const UserContext &context) {
    const int most = most_gpus();
    const std::lock_guard<std::mutex> lock(mutex_);
    return context.gpus < 0 ? most : std::min(context.gpus, most);
}

void set_gpus(UserContext &context, int count) {
    const int most = most_gpus();
    if (count > most) throw Error(GrB_INVALID_VALUE, "GxB_NGPUS is %d, there are %d", count, most);
    const std::lock_guard<std::mutex> lock(mutex_);
    context.gpus = std::max(0, count);
    std::iota(std::begin(context.gpu_ids), std::end(context.gpu_ids), 0);
}

void get_gpu_ids(const UserContext &context, void *value) {
    const auto count = static_cast<std::size_t>(gpus_of(context));
    auto *const ids = static_cast<std::int32_t *>(value);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (context.gpus < 0) {
        std::iota(ids, ids + count, 0);
    } else {
        std::copy_n(context.gpu_ids, count, ids);
    }
}

void set_gpu_ids(UserContext &context, const void *value, std::size_t size) {
    const int most = most_gpus(), count = gpus_of(context);
    if (size < static_cast<std::size_t>(count) * sizeof(std::int32_t)) {
        throw Error(GrB_INVALID_VALUE, "GxB_GPU_IDS has %zu bytes, %d numbers take %zu", size,
                    count, static_cast<std::size_t>(count) * sizeof(std::int32_t));
    }
    const auto *const ids = static_cast<const std::int32_t *>(value);
    for (int k = 0; k < count; k++) {
        if (ids[k] < 0 || ids[k] >= most)
            throw Error(GrB_INVALID_VALUE, "GPU %d is none of the %d there are", ids[k], most);
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    std::copy_n(ids, count, context.gpu_ids);
    context.gpus = count;
}

void forget_gpus(UserContext &context) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    context.gpus = -1;
}

} // namespace grb
