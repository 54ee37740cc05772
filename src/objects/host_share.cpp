// Implements the share of results that the host needs, and keeps that of objects to come.
#include "objects/host_share.hpp"

#include <algorithm>
#include <bit>

namespace grb {

namespace {

/// Part of the share that each result replaces.
constexpr float weight_of_result = 0.125F;
/// A smaller share counts as none, so that choices may be kept again.
constexpr float least_share = 0.0625F;
/// The mark of a result, to which up to `most_need` is added, and a bit: the host lacked it.
constexpr int is_result = 1, most_need = 126, was_away = 128;

float moved(float share, float need) noexcept {
    return share + weight_of_result * (need - share);
}

/// The host needed what it has fetched, whoever asked for it.
float need_of(const Snapshot &result) noexcept {
    const int mark = result.host_need().load(std::memory_order_relaxed);
    if (mark >= was_away && result.is_on_host()) return 1;
    return static_cast<float>(mark % was_away - is_result) / most_need;
}

/// The share of the last results of one type and shape. Two that fall on one place, or threads that
/// write at once, cost a share that is learned again.
struct alignas(std::uint64_t) Shared {
    std::uint32_t key = 0;
    float share = 0;
};
constexpr std::size_t places = 64;
std::atomic<Shared> shared_[places];

std::uint32_t key_of(const Snapshot &state) noexcept {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    std::uint64_t hash = std::bit_cast<std::uintptr_t>(state.type());
    hash = (hash ^ state.nrows()) * odd;
    hash = (hash ^ (hash >> 32) ^ state.ncols()) * odd;
    return static_cast<std::uint32_t>(hash >> 32) | 1; // not 0, which no result has
}

Shared shared_for(std::uint32_t key) noexcept {
    const Shared found = shared_[key / 2 % places].load(std::memory_order_relaxed);
    return found.key == key ? found : Shared{key, 0};
}

} // namespace

double HostShare::with(const Snapshot &state) const noexcept {
    float share = share_ < 0 ? shared_for(key_of(state)).share : share_;
    if (state.host_need() != 0) share = moved(share, need_of(state));
    return share < least_share ? 0 : share;
}

void HostShare::count_result(const Snapshot &state) noexcept {
    const float need = need_of(state);
    const std::uint32_t key = key_of(state);
    Shared shared = shared_for(key);
    share_ = moved(share_ < 0 ? shared.share : share_, need);
    shared.share = moved(shared.share, need);
    shared_[key / 2 % places].store(shared, std::memory_order_relaxed);
}

void mark_result(const Snapshot &state) noexcept {
    if (state.host_need() == 0 || state.is_unique())
        state.host_need() = is_result + (state.is_on_host() ? 0 : was_away);
}

void note_need(const Snapshot &state, double weight) noexcept {
    const int mark = state.host_need();
    const int noted = mark / was_away * was_away + is_result + static_cast<int>(weight * most_need);
    if (mark != 0 && mark < noted) state.host_need() = static_cast<std::uint8_t>(noted);
}

} // namespace grb
