#include "cpu/on_threads.hpp"

#include "base/parallel.hpp"
#include "registry/rates.hpp"

#include <algorithm>

namespace grb {

namespace {

const HostCoefficient vector_values{"vector_values", "1/s",
                                    "values that a predefined operator computes in order", 3e9};

double team_seconds(double threads) noexcept {
    return rates().team_seconds + threads * rates().member_seconds;
}

} // namespace

double shared_seconds(double seconds, double threads) noexcept {
    if (threads <= 1) return seconds;
    return seconds * (1 + (threads - 1) * rates().thread_loss) / threads + team_seconds(threads);
}

double on_threads(double seconds, double most) noexcept {
    return shared_seconds(seconds, std::min<double>(threads_for(seconds * 1e9), most));
}

double stream_seconds(double bytes) noexcept {
    const Rates &r = rates();
    return bytes / (bytes <= r.stream_cached_bytes ? r.stream_cached : r.stream_bytes);
}

double stream_seconds(double bytes, double threads) noexcept {
    if (threads <= 1) return stream_seconds(bytes);
    return stream_seconds(bytes) / std::min<double>(threads, rates().stream_threads) +
           team_seconds(threads);
}

double fresh_seconds(double bytes) noexcept {
    return bytes / rates().fresh_bytes;
}

double value_rate(bool is_users) noexcept {
    return is_users ? rates().operations_user : vector_values;
}

} // namespace grb
