#include "team/work.hpp"

#include "base/error.hpp"
#include "team/processes.hpp"

#include <charconv>
#include <cstring>

namespace grb {

namespace {

constexpr int most_parts = 64;
constexpr int forced_parts = 3;

void set_parts(const char *text) {
    const char *const end = text + std::strlen(text);
    int parts = 0;
    const auto [stop, code] = std::from_chars(text, end, parts);
    if (code != std::errc() || stop != end || parts < 1 || parts > most_parts)
        throw Error(GrB_INVALID_VALUE, "\"%s\" is not a number from 1 to %d", text, most_parts);
    set_team_parts(parts);
}

constexpr Setting settings[] = {{"GRAPHBLAST_PARTS", &set_parts}};
[[maybe_unused]] const bool is_known = (at_initialise([] { set_team_parts(0); }, settings), true);

} // namespace

const char *refuses_team(Operation operation) noexcept {
    if (team_turn().is_inside) return "inside of a team";
    if (team_parts() != 0) return nullptr;
    const char *const forced = context().has_rules() ? context().forced(operation) : nullptr;
    const bool is_forced = forced != nullptr && std::strncmp(forced, "team/", 5) == 0;
    return is_forced ? nullptr : "no team";
}

Team &team_in_force(LocalTeam &local) noexcept {
    Team *const team = processes();
    return team != nullptr ? *team : local;
}

int team_size() noexcept {
    return team_parts() != 0 ? team_parts() : forced_parts;
}

Cuts cuts_led_by(std::initializer_list<Lead> leads, Axis axis, std::uint64_t length, int parts) {
    const Lead *first = nullptr;
    for (const Lead &lead : leads)
        if (lead.whole && (first == nullptr || lead.whole->nvals() > first->whole->nvals()))
            first = &lead;
    if (first == nullptr) return Cuts(length, parts);
    return own_cuts(*first->whole, stored(axis, first->is_transposed), parts);
}

Cost team_cost(double bytes) noexcept {
    return {(1 + team_size()) * rates().call_seconds + 2 * bytes / rates().stream_bytes};
}

} // namespace grb
