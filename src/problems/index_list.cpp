// Checks, copies and converts lists of indices.
#include "problems/index_list.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"

#include <cinttypes>

namespace grb {

bool IndexList::is_ascending() const noexcept {
    if (is_progression()) return step > 0;
    for (std::uint64_t k = 1; k < count; k++)
        if (indices[k - 1] >= indices[k]) return false;
    return true;
}

void check_indices(const char *list, const IndexList &indices, std::uint64_t bound,
                   const char *owner, const char *unit) {
    if (indices.is_all) return;
    const auto check = [&](std::uint64_t k) {
        if (indices[k] < bound) return;
        throw Error(GrB_INDEX_OUT_OF_BOUNDS,
                    "%s[%" PRIu64 "] is %" PRIu64 ", %s has %" PRIu64 " %s", list, k, indices[k],
                    owner, bound, unit);
    };
    if (!indices.is_progression()) {
        // The highest bit marks an index that is not below the bound, which has at most 61 bits:
        // even the oldest vector instructions can do this pass. After a hit, a second pass finds
        // the first such index.
        std::atomic<bool> has_culprit{false};
        parallel_ranges(indices.count, 1, [&](std::uint64_t begin, std::uint64_t end) {
            std::uint64_t signs = 0;
            for (std::uint64_t k = begin; k < end; k++)
                signs |= indices.indices[k] | (bound - 1 - indices.indices[k]);
            if (signs >> 63 != 0) has_culprit = true;
        });
        if (!has_culprit) return;
        for (std::uint64_t k = 0; k < indices.count; k++) check(k);
    } else if (indices.count != 0) {
        check(0);
        check(indices.count - 1);
    }
}

IndexList as_range(const IndexList &list, std::uint64_t dimension) noexcept {
    if (list.is_progression() || list.count == 0) return list;
    if (list.indices[list.count - 1] - list.indices[0] != list.count - 1) return list;
    const std::uint64_t first = list.indices[0];
    std::atomic<bool> has_gap{false};
    parallel_ranges(list.count, 1, [&](std::uint64_t begin, std::uint64_t end) {
        constexpr std::uint64_t block = 4096; // a list that is no range shows it soon
        for (; begin < end && !has_gap.load(std::memory_order_relaxed); begin += block) {
            std::uint64_t differences = 0;
            for (std::uint64_t k = begin; k < std::min(begin + block, end); k++)
                differences |= list.indices[k] ^ (first + k);
            if (differences != 0) has_gap = true;
        }
    });
    if (has_gap) return list;
    return IndexList::progression(first, 1, list.count, dimension);
}

const std::uint64_t *listed(const IndexList &list, Array &owned) {
    if (!list.is_progression()) return list.indices;
    if (list.count > SIZE_MAX / sizeof(std::uint64_t)) throw std::bad_alloc();
    owned = Array::of<std::uint64_t>(list.count);
    auto *indices = owned.as<std::uint64_t>();
    for (std::uint64_t k = 0; k < list.count; k++) indices[k] = list[k];
    return indices;
}

void own_list(IndexList &list, Array &owned) {
    if (is_own(list, owned)) return;
    if (list.count > SIZE_MAX / sizeof(std::uint64_t)) throw std::bad_alloc();
    owned = Array::copy_of(list.indices, list.count * sizeof(std::uint64_t));
    list.indices = std::as_const(owned).as<std::uint64_t>();
}

bool is_own(const IndexList &list, const Array &owned) noexcept {
    return list.is_progression() || (!owned.empty() && list.indices == owned.as<std::uint64_t>());
}

} // namespace grb
