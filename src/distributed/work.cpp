// Decides whether and where a group cuts a problem.
#include "distributed/work.hpp"

#include "base/error.hpp"
#include "dispatch/context.hpp"
#include "distributed/processes.hpp"

#include <charconv>
#include <cstring>

namespace grb {

namespace {

constexpr int most_partitions = 64;
constexpr int forced_partitions = 3;

void set_partitions(const char *text) {
    const char *const end = text + std::strlen(text);
    int partitions = 0;
    const auto [stop, code] = std::from_chars(text, end, partitions);
    if (code != std::errc() || stop != end || partitions < 1 || partitions > most_partitions)
        throw Error(GrB_INVALID_VALUE, "\"%s\" is not a number from 1 to %d", text,
                    most_partitions);
    set_group_partitions(partitions);
}

constexpr Setting settings[] = {{"GRAPHBLAST_PARTS", &set_partitions}};
[[maybe_unused]] const bool is_known =
    (at_initialise([] { set_group_partitions(0); }, settings), true);

} // namespace

namespace {

bool is_forced(Operation operation) noexcept {
    const char *const forced = context().has_rules() ? context().forced(operation) : nullptr;
    return forced != nullptr && std::strncmp(forced, "group/", 6) == 0;
}

} // namespace

const char *refuses_group(Operation operation) noexcept {
    if (group_context().is_inside) return "inside a group";
    if (group_partitions() != 0 || is_forced(operation) || are_group_devices_named())
        return nullptr;
    return "no group";
}

bool must_pay(Operation operation) noexcept {
    return group_partitions() == 0 && !is_forced(operation);
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
    return wish == rows || wish == columns ? "wanted as partitions" : nullptr;
}

Group &group_in_force(LocalGroup &local) noexcept {
    if (Group *const group = processes()) return *group;
    Group *const group = device_group();
    return group != nullptr ? *group : local;
}

int group_size() noexcept {
    return group_partitions() != 0 ? group_partitions() : forced_partitions;
}

Cuts cuts_led_by(std::initializer_list<Lead> leads, Axis axis, std::uint64_t length,
                 int partitions) {
    const Lead *first = nullptr;
    // Among devices, operands already in partitions come first: the others move to them.
    const auto is_before = [](const Snapshot &a, const Snapshot &b) {
        if (is_among_devices() && has_partitioning(a) != has_partitioning(b))
            return has_partitioning(a);
        return a.nvals() > b.nvals();
    };
    for (const Lead &lead : leads)
        if (lead.whole && (first == nullptr || is_before(*lead.whole, *first->whole)))
            first = &lead;
    if (first == nullptr) return Cuts(length, partitions);
    return own_cuts(*first->whole, stored(axis, first->is_transposed), partitions);
}

Cost group_cost(double bytes) noexcept {
    return {(1 + group_size()) * rates().call_seconds + 2 * bytes / rates().stream_bytes};
}

} // namespace grb
