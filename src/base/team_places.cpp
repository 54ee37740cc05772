// Keeps the list of the device group's members.
#include "base/team_places.hpp"

#include <algorithm>

namespace grb {

namespace {

Place *list[most_places];
constinit std::atomic<std::size_t> size{0};

} // namespace

std::span<Place *const> team_places() noexcept {
    const std::span<Place *const> all{list, size.load(std::memory_order_acquire)};
    const bool can_work = all.size() >= 2 && std::all_of(all.begin(), all.end(), [](Place *place) {
                              return place->is_usable();
                          });
    return can_work ? all : std::span<Place *const>();
}

bool are_team_places_named() noexcept {
    return size.load(std::memory_order_relaxed) > 1;
}

bool is_leader(const Place &place) noexcept {
    return are_team_places_named() && list[0] == &place;
}

bool is_follower(const Place &place) noexcept {
    const std::size_t count = size.load(std::memory_order_acquire);
    return count > 1 && std::find(list + 1, list + count, &place) != list + count;
}

void set_team_places(std::span<Place *const> places) noexcept {
    size.store(0, std::memory_order_release);
    std::copy(places.begin(), places.end(), list);
    size.store(places.size(), std::memory_order_release);
}

} // namespace grb
