// Models of the time that threads take for work, streams and clearing.
#include "cpu/common/on_threads.hpp"

#include "base/parallel.hpp"
#include "costs/rates.hpp"

#include <algorithm>

namespace grb {

namespace {

const HostCoefficient vector_values{"vector_values", "1/s",
                                    "values that a predefined operator computes in order", 3e9};

/// Bytes: one thread clears less; the system provides more as clear pages.
constexpr double cleared_by_one = 1 << 22, left_to_the_system = 1 << 26;
/// The gain that threads have there: what is new is in no thread's cache.
constexpr double clearing_gain = 2;

double pool_seconds(double threads) noexcept {
    return rates().pool_seconds + threads * rates().pool_thread_seconds;
}

} // namespace

double shared_seconds(double seconds, double threads) noexcept {
    if (threads <= 1) return seconds;
    return seconds * (1 + (threads - 1) * rates().thread_loss) / threads + pool_seconds(threads);
}

double on_threads(double seconds, double most) noexcept {
    return shared_seconds(seconds, std::min<double>(threads_for(seconds * 1e9), most));
}

double pass_on_threads(double computed, double bytes) noexcept {
    const double one = std::max(computed, stream_seconds(bytes));
    const double threads = threads_for(one * 1e9);
    return shared_seconds(std::max(computed, stream_seconds(bytes / threads) * threads), threads);
}

double stream_seconds(double bytes) noexcept {
    const Rates &r = rates();
    return bytes / (bytes <= r.stream_cached_bytes ? r.stream_cached : r.stream_bytes);
}

double stream_seconds(double bytes, double threads) noexcept {
    if (threads <= 1) return stream_seconds(bytes);
    // Each thread has its own caches for its partition.
    const double served = std::min<double>(threads, rates().stream_threads);
    return stream_seconds(bytes / threads) * threads / served + pool_seconds(threads);
}

double fresh_seconds(double bytes) noexcept {
    const double seconds = bytes / rates().fresh_bytes;
    // The threads clear this range together.
    return bytes < cleared_by_one || bytes > left_to_the_system
               ? seconds
               : on_threads(seconds, clearing_gain);
}

double value_rate(bool is_users) noexcept {
    return is_users ? rates().operations_user : vector_values;
}

} // namespace grb
