// Decides whether and where a group cuts a problem.
#include "team/work.hpp"

#include "base/error.hpp"
#include "dispatch/context.hpp"
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

namespace {

bool is_forced(Operation operation) noexcept {
    const char *const forced = context().has_rules() ? context().forced(operation) : nullptr;
    return forced != nullptr && std::strncmp(forced, "team/", 5) == 0;
}

} // namespace

const char *refuses_team(Operation operation) noexcept {
    if (team_turn().is_inside) return "inside of a team";
    if (team_parts() != 0 || is_forced(operation) || are_group_devices_named()) return nullptr;
    return "no team";
}

bool must_pay(Operation operation) noexcept {
    return team_parts() == 0 && !is_forced(operation);
}

namespace {

/// Values of GrX_DISTRIBUTION.
enum Distribution : int { automatic, one, rows, columns, copies };

} // namespace

void Wishes::add(const Ref<Snapshot> &operand) noexcept {
    const int wish = operand ? operand->distribution() : automatic;
    one = one || wish == Distribution::one;
    some = some || wish > Distribution::one;
}

const char *refuses_cut(const Ref<Snapshot> &operand, Axis axis, bool is_transposed) noexcept {
    const int wish = operand->distribution();
    if (wish == copies) return "wanted in copies";
    const int own = stored(axis, is_transposed) == Axis::rows ? rows : columns;
    return wish > one && wish != own ? "wanted along the other dimension" : nullptr;
}

const char *refuses_copies(const Ref<Snapshot> &operand) noexcept {
    const int wish = operand->distribution();
    return wish == rows || wish == columns ? "wanted in pieces" : nullptr;
}

Team &team_in_force(LocalTeam &local) noexcept {
    if (Team *const team = processes()) return *team;
    Team *const group = device_group();
    return group != nullptr ? *group : local;
}

int team_size() noexcept {
    return team_parts() != 0 ? team_parts() : forced_parts;
}

Cuts cuts_led_by(std::initializer_list<Lead> leads, Axis axis, std::uint64_t length, int parts) {
    const Lead *first = nullptr;
    // Among devices, operands already in partitions come first: the others move to them.
    const auto is_before = [](const Snapshot &a, const Snapshot &b) {
        if (is_among_devices() && has_parts(a) != has_parts(b)) return has_parts(a);
        return a.nvals() > b.nvals();
    };
    for (const Lead &lead : leads)
        if (lead.whole && (first == nullptr || is_before(*lead.whole, *first->whole)))
            first = &lead;
    if (first == nullptr) return Cuts(length, parts);
    return own_cuts(*first->whole, stored(axis, first->is_transposed), parts);
}

Cost team_cost(double bytes) noexcept {
    return {(1 + team_size()) * rates().call_seconds + 2 * bytes / rates().stream_bytes};
}

} // namespace grb
