// Keeps whether a thread works for its process alone, and says which members this process has.
#include "base/process_group.hpp"

#include "base/group_partitions.hpp"

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
    const ProcessGroup *const group = process_group();
    return group == nullptr || group->rank == member;
}

} // namespace grb
