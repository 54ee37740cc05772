// Distribution of the build's work over threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace grb::device {

/// Calls work(k), which does not throw, for all k < count on several threads.
template <class Work>
void on_threads(std::size_t count, const Work &work) {
    constexpr unsigned least = 2, most = 16;
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
        for (std::size_t k; (k = next++) < count;) work(k);
    };
    std::vector<std::jthread> others;
    for (unsigned k = std::clamp(std::thread::hardware_concurrency(), least, most); k > 1; k--)
        others.emplace_back(run);
    run();
}

} // namespace grb::device
