// Keeps whether a thread works for its process alone, and says which members this process has.
#include "base/process_team.hpp"

#include "base/team_parts.hpp"

namespace grb {

namespace {
constinit thread_local bool is_apart_ = false;
} // namespace

bool is_apart() noexcept {
    return is_apart_;
}

void set_apart(bool is_apart) noexcept {
    is_apart_ = is_apart;
}

bool has_member(int member) noexcept {
    const ProcessTeam *const team = process_team();
    return team == nullptr || team->rank == member;
}

} // namespace grb
