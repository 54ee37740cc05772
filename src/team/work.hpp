// What rows of a team share: who refuses, and the frame of a problem that is split by the cuts of its result.
#pragma once

#include "registry/pick.hpp"
#include "storage/uniform.hpp"
#include "team/parts.hpp"

namespace grb {

/// Null: a team may take problems of this operation. GRAPHBLAST_PARTS asks for it, or a rule that forces a team's row.
const char *refuses_team(Operation operation) noexcept;
/// Members: as GRAPHBLAST_PARTS says; 3 where a rule alone asks.
int team_size() noexcept;
/// Members take turns: the calls of all, and `bytes` copied.
Cost team_cost(double bytes) noexcept;

template <class Problem>
const char *refuses_team(const Problem &) noexcept {
    return refuses_team(Problem::operation);
}
template <class Problem>
Cost team_cost(const Problem &problem) noexcept {
    return team_cost(static_cast<double>(operand_bytes(problem)));
}

/// Null: the entries may be listed to be sent. One value for all may stand for more than memory has.
inline const char *refuses_listing(const Snapshot &A) noexcept {
    return is_uniform(A) ? "one value for all" : nullptr;
}

/// An operand that may decide where a problem is cut.
struct Lead {
    const Ref<Snapshot> &whole; // null: it decides nothing
    bool is_transposed = false;
};
/// `length` rows (columns) cut as the operand of the most entries is cut best. Without one: by positions.
Cuts cuts_led_by(std::initializer_list<Lead> leads, Axis axis, std::uint64_t length, int parts);

/// The team of processes where there is one, else the one that is given.
Team &team_in_force(LocalTeam &local) noexcept;

/// While a team's row runs. Operands are asked for by their axis as the problem sees it.
class TeamWork {
public:
    /// The result (or what is split) has `length` rows, or columns.
    TeamWork(Axis axis, std::uint64_t length, std::initializer_list<Lead> leads = {})
        : local_(team_size()), axis_(axis), cuts_(cuts_led_by(leads, axis, length, team_.size())) {}
    TeamWork(Axis axis, const Cuts &cuts) : local_(cuts.parts()), axis_(axis), cuts_(cuts) {}

    Team &team() noexcept { return team_; }
    const Cuts &cuts() const noexcept { return cuts_; }
    Axis axis() const noexcept { return axis_; }
    Ref<Snapshot> piece(const Ref<Snapshot> &whole, bool is_transposed, int member) const {
        return (*parts_of(*whole, stored(axis_, is_transposed), cuts_))[member];
    }
    MaskInput piece(const MaskInput &mask, int member) const {
        MaskInput own = mask;
        if (mask.snapshot) own.snapshot = piece(mask.snapshot, false, member);
        return own;
    }
    /// The nrows × ncols result of body(member), which gives the member's piece. Members without positions have
    /// nothing to do.
    template <class F>
    Ref<Snapshot> run(const Type *type, std::uint64_t nrows, std::uint64_t ncols, const F &body) {
        HostVector<Ref<Snapshot>> pieces(static_cast<std::size_t>(cuts_.parts()));
        const bool by_rows = axis_ == Axis::rows;
        team_.each([&](int member) {
            Ref<Snapshot> &piece = pieces[static_cast<std::size_t>(member)];
            const std::uint64_t n = cuts_.extent(member);
            piece = n != 0 ? body(member)
                           : Snapshot::empty(type, by_rows ? 0 : nrows, by_rows ? ncols : 0);
            return piece->nvals();
        });
        return joined(team_, std::move(pieces), axis_, cuts_, type, nrows, ncols);
    }

private:
    const InsideTeam inside_;
    LocalTeam local_;
    Team &team_ = team_in_force(local_);
    const Axis axis_;
    const Cuts cuts_;
};

/// A result of one row is cut by its columns, any other by its rows.
inline Axis result_axis(std::uint64_t nrows) noexcept {
    return nrows == 1 ? Axis::columns : Axis::rows;
}

} // namespace grb
