// Launches of kernels that are compiled with the plugin, in blocks of 256 threads.
#pragma once

#include "cuda/plugin/runtime.hpp"
#include "kernels/publish.cuh"

#include <type_traits>

namespace grb::device {

inline constexpr int plain_threads = 256;

inline std::uint64_t blocks_for(std::uint64_t threads) {
    return threads / plain_threads + (threads % plain_threads != 0 ? 1 : 0);
}

template <class... Parameters>
Status launch(void (*kernel)(Parameters...), std::uint64_t blocks,
              std::type_identity_t<Parameters>... arguments) {
    void *list[] = {&arguments...};
    return runtime().launch(reinterpret_cast<const void *>(kernel), blocks, plain_threads, list);
}

/// Calls start(to), which queues a kernel that publishes to `to`, and waits for count and flags.
/// flags may be null.
template <class Start>
Status launch_publishing(const Start &start, std::uint64_t *count, std::uint64_t *flags) {
    Runtime::Publication publication{};
    Status status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    status = start(CountAndFlags{publication.sum, publication.blocks, publication.appended,
                                 publication.where});
    if (status == Status::ok) return runtime().await(publication, count, flags);
    runtime().abandon(publication);
    return status;
}

} // namespace grb::device
