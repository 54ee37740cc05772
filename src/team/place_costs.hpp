// What a problem costs a team of places.
#pragma once

#include "base/team_places.hpp"
#include "costs/coefficient.hpp"
#include "dispatch/compare.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

#include <initializer_list>
#include <limits>

namespace grb {

inline const HostCoefficient peer_bytes{"team_peer_bytes", "bytes/s", "from place to place",
                                        2.5e11};

/// The estimate of a problem that the places of base/team_places.hpp share: what each does, what moves, and what is not
/// there yet. Looks at known facts alone.
class PlaceShare {
public:
    /// Together the members read so many bytes in order.
    explicit PlaceShare(double bytes) noexcept;

    /// The work of the quickest row of the places themselves, if one of them had all; `given`: what it need not wait for.
    /// `lead`: how much of what short operations around a product usually lose.
    template <class Problem>
    void works_like(const Problem &problem, std::initializer_list<const Snapshot *> given,
                    double lead = 1) {
        const Place &first = *team_places().front();
        double least = std::numeric_limits<double>::infinity();
        {
            const Glance at(*team_places().front());
            for (const auto *row : variants<Problem>())
                if (row->capabilities.place == first.kind() && row->refuses(problem) == nullptr)
                    least = std::min(least, own_seconds(row->cost(problem)));
        }
        add_work(least, given, lead);
    }
    /// An operand of which each member reads its piece.
    void cuts(const Ref<Snapshot> &operand) noexcept;
    /// A step of a traversal, which is short: what the places say to each other before and after it counts.
    void takes_step() noexcept;
    /// A mask of cells by value, whose bits are made at one place (team/mask_bits.hpp).
    void sends_bits_of(const Ref<Snapshot> &mask) noexcept;
    /// An operand that each member reads wholly, and which changes with each call.
    void reads_whole(const Ref<Snapshot> &operand) noexcept;
    /// Operands that stay: pieces, or copies, that are missing are an investment.
    void invests_in(const Ref<Snapshot> &operand) noexcept;
    void invests_in_copies(const Ref<Snapshot> &operand) noexcept;
    Cost cost() const noexcept;

    /// An estimate without what it adds where the operands do not fit.
    static double own_seconds(const Cost &cost) noexcept {
        return cost.seconds < aversion_to_host ? cost.seconds : cost.seconds - aversion_to_host;
    }

private:
    void add_work(double seconds_at_one, std::initializer_list<const Snapshot *> given,
                  double lead) noexcept;

    const double members_;
    double seconds_ = 0, missing_seconds_ = 0;
    const Snapshot *missing_in_ = nullptr;
};

} // namespace grb
