// The pool of dense accumulators that calls share, and the limits of its size.
#include "cpu/common/workspace.hpp"

#include "base/parallel.hpp"
#include "dispatch/context.hpp"

#include <algorithm>
#include <mutex>

namespace grb {

namespace {

/// Limits on kept accumulators: the number of threads that usually call at once, or that one call
/// uses. Others are freed after use.
constexpr int least_kept = 8, most_kept = 64;
int kept_limit() noexcept {
    return std::clamp(max_threads(), least_kept, most_kept);
}
/// After this many calls the kept sizes are compared with the largest request among them.
constexpr int calls_per_review = 256;
constexpr std::size_t spare_factor = 4, spare_bytes = 1 << 20;
/// A list that is too short grows by as many bytes as it has, but by no more than these unasked.
constexpr std::size_t most_list_growth = 1 << 20;

struct Pool {
    std::mutex mutex;
    std::unique_ptr<Accumulator> kept[most_kept];
    int count = 0;
    int calls = 0;
    std::size_t most_wanted = 0;

    void throw_away_above(std::size_t limit) {
        int left = 0;
        for (int k = 0; k < count; k++) {
            std::unique_ptr<Accumulator> one = std::move(kept[k]);
            if (one->bytes() <= limit) kept[left++] = std::move(one);
        }
        count = left;
    }
    void note_call(std::size_t wanted) {
        most_wanted = std::max(most_wanted, wanted);
        if (++calls < calls_per_review) return;
        throw_away_above(spare_factor * most_wanted + spare_bytes);
        calls = 0;
        most_wanted = 0;
    }
};
Pool pool_;

void free_kept() {
    const std::lock_guard<std::mutex> guard(pool_.mutex);
    while (pool_.count > 0) pool_.kept[--pool_.count].reset();
}

[[maybe_unused]] const bool is_registered_ = (at_finalise(&free_kept), true);

} // namespace

void Accumulator::reserve(std::uint64_t positions, std::size_t value_bytes,
                          std::size_t list_bytes) {
    const std::size_t mark_bytes = (positions + 63) / 64 * 8;
    wanted_ = std::max(wanted_, mark_bytes + value_bytes + list_bytes);
    if (marks_.bytes() < mark_bytes) marks_ = Array::zeroed(mark_bytes);
    // Kernels read values at untouched positions before they know that they do not need them.
    if (values_.bytes() < value_bytes) values_ = Array::zeroed(value_bytes);
    const std::size_t more = std::min(list_.bytes(), most_list_growth);
    if (list_.bytes() < list_bytes) list_ = Array(std::max(list_bytes, list_.bytes() + more));
}

BorrowedAccumulator::BorrowedAccumulator() {
    {
        const std::lock_guard<std::mutex> guard(pool_.mutex);
        if (pool_.count > 0) accumulator_ = std::move(pool_.kept[--pool_.count]);
    }
    if (!accumulator_) accumulator_ = std::make_unique<Accumulator>();
}

BorrowedAccumulator::~BorrowedAccumulator() {
    if (!is_clean_) return;
    const std::size_t wanted = accumulator_->take_wanted();
    const int limit = kept_limit();
    const std::lock_guard<std::mutex> guard(pool_.mutex);
    if (pool_.count < limit) pool_.kept[pool_.count++] = std::move(accumulator_);
    pool_.note_call(wanted);
}

std::size_t kept_accumulator_bytes() noexcept {
    const std::lock_guard<std::mutex> guard(pool_.mutex);
    std::size_t bytes = 0;
    for (int k = 0; k < pool_.count; k++) bytes += pool_.kept[k]->bytes();
    return bytes;
}

} // namespace grb
