#include "cpu/on_threads.hpp"

#include "base/parallel.hpp"
#include "registry/rates.hpp"

#include <algorithm>

namespace grb {

namespace {

const HostCoefficient vector_values{
    "vector_values", "1/s", "values that a predefined operator computes or adds up in order", 2e9};

} // namespace

double on_threads(double seconds, double most) noexcept {
    const double threads = std::min<double>(threads_for(seconds * 1e9), most);
    return threads <= 1 ? seconds : seconds / threads + rates().team_seconds;
}

double value_rate(bool is_users) noexcept {
    return is_users ? rates().operations_user : vector_values;
}

} // namespace grb
