// What rows of a team share: who refuses, and the frame of a problem that is split by the cuts of its result.
#pragma once

#include "costs/coefficient.hpp"
#include "costs/rates.hpp"
#include "dispatch/carry_out.hpp"
#include "storage/uniform.hpp"
#include "team/parts.hpp"
#include "team/place_costs.hpp"

namespace grb {

inline const HostCoefficient least_for_places{
    "team_least_bytes", "bytes", "of operands from which on several places are thought of", 24e6};

/// Null: a team may take problems of this operation. GRAPHBLAST_PARTS asks for it, a team of processes, or a rule that
/// forces a team's row; there may be a team of places.
const char *refuses_team(Operation operation) noexcept;
/// Only places are a team, and no rule asks for the row: it must pay.
bool must_pay(Operation operation) noexcept;
/// Members: as GRAPHBLAST_PARTS says; 3 where a rule alone asks.
int team_size() noexcept;
/// Members take turns: the calls of all, and `bytes` copied.
Cost team_cost(double bytes) noexcept;

/// For rows whose members would work on the host.
inline const char *refuses_places(Operation operation) noexcept {
    return must_pay(operation) && are_team_places_named() ? "not for places" : nullptr;
}
/// Operations that have a row for places. Those that make parts have none: a thread that waits for a part keeps a lock that
/// a member may want.
constexpr bool is_for_places(Operation operation) noexcept {
    switch (operation) {
    case Operation::mxv:
    case Operation::mxm:
    case Operation::ewise_add:
    case Operation::ewise_mult:
    case Operation::apply:
    case Operation::select:
    case Operation::assign:
    case Operation::reduce:
    case Operation::commit:
        return true;
    default:
        return false;
    }
}
/// What the objects of a problem ask for (GrX_DISTRIBUTION).
struct Wishes {
    bool one = false, some = false;
    void add(const Ref<Snapshot> &operand) noexcept;
};
/// more_bytes: of what the members make, where that counts.
template <class Problem>
const char *refuses_team_with(const Problem &problem, double more_bytes) noexcept {
    if (const char *const refusal = refuses_team(Problem::operation)) return refusal;
    if (!must_pay(Problem::operation)) return nullptr;
    if (!is_for_places(Problem::operation)) return "not for places";
    Wishes wishes;
    if constexpr (requires { problem.A; }) wishes.add(problem.A);
    if constexpr (requires { problem.B; }) wishes.add(problem.B);
    if constexpr (requires { problem.u; }) wishes.add(problem.u);
    if (wishes.one) return "kept at one place";
    const double bytes = static_cast<double>(problem.operand_bytes()) + more_bytes;
    if (!wishes.some && bytes < least_for_places) return "too small";
    return place_team() == nullptr ? "no team" : nullptr; // a member may have failed
}
template <class Problem>
const char *refuses_team(const Problem &problem) noexcept {
    return refuses_team_with(problem, 0);
}
/// Null: the operand may be cut along an axis of the problem.
const char *refuses_cut(const Ref<Snapshot> &operand, Axis axis, bool is_transposed) noexcept;
/// Null: the operand may be copied to all.
const char *refuses_copies(const Ref<Snapshot> &operand) noexcept;

/// What looks at each position alone: the members' shares, and what they lack of the operands.
template <class Problem>
Cost team_cost(const Problem &problem) noexcept {
    const auto bytes = static_cast<double>(problem.operand_bytes());
    if (!must_pay(Problem::operation)) return team_cost(bytes);
    PlaceShare share(bytes);
    if constexpr (requires { problem.A; }) share.cuts(problem.A);
    if constexpr (requires { problem.B; }) share.cuts(problem.B);
    if constexpr (requires { problem.T; }) {
        share.cuts(problem.T);
        share.cuts(problem.current);
    }
    if constexpr (requires { problem.mask; }) share.cuts(problem.mask.snapshot);
    return share.cost();
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

/// The team of processes where there is one, else that of places, else the one that is given.
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
    /// Cuts operands before the members ask for pieces, which all would cut at once otherwise.
    void cut(const Ref<Snapshot> &whole, bool is_transposed) const {
        if (whole) parts_of(*whole, stored(axis_, is_transposed), cuts_);
    }
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
    const AmongPlaces mode_{&team_ == place_team()};
    const Axis axis_;
    const Cuts cuts_;
};

/// A result of one row is cut by its columns, any other by its rows.
inline Axis result_axis(std::uint64_t nrows) noexcept {
    return nrows == 1 ? Axis::columns : Axis::rows;
}

} // namespace grb
