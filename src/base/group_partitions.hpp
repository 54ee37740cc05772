// Facts about the group that partitions problems (src/distributed/) and about its current member.
// The choice of variants reads them here without knowing groups.
#pragma once

#include <utility>

namespace grb {

/// The kind of variants that partition a problem among the members of a group, and the prefix of
/// their names. No device is of this kind: the choice for each member's partition determines its
/// device.
inline constexpr char group_kind[] = "group";

/// The number of partitions of every object: GRAPHBLAST_PARTS, or the number of processes of the
/// group. 0: there is no group, unless a rule forces its variants.
int group_partitions() noexcept;
void set_group_partitions(int partitions) noexcept;
/// Sets whether a rule forces a variant of a group.
void set_group_forced(bool is_forced) noexcept;
/// True when this process has the member's partitions. Without a process group it has those of all
/// members.
bool has_member(int member) noexcept;
/// True when variants of a group may run.
bool has_group() noexcept;

/// The calling thread's work for a group.
struct GroupContext {
    bool is_inside = false; // a variant of a group runs: one chooses for all members
    int member = -1;        // the member whose turn it is; -1: none
};
GroupContext &group_context() noexcept;

/// Lives while a variant of a group runs; with a member, while that member has its turn.
class InsideGroup {
public:
    explicit InsideGroup(int member = -1) noexcept
        : before_(std::exchange(group_context(), GroupContext{true, member})) {}
    ~InsideGroup() { group_context() = before_; }
    InsideGroup(const InsideGroup &) = delete;
    InsideGroup &operator=(const InsideGroup &) = delete;

private:
    const GroupContext before_;
};

} // namespace grb
