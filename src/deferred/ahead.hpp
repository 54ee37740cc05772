// Runs breadth-first searches ahead: when the same turn comes for the third time, it is carried out
// with further ones, before the program asks for them. docs/internals/deferred.md says when.
#pragma once

#include "deferred/queue.hpp"
#include "problems/chain.hpp"

#include <span>

namespace grb {

/// The turns of a queue's thread. The holder of the queue's lock calls these functions, while the
/// thread counts as the one that runs the calls.
class SearchAhead {
public:
    /// Answers the number of entries that `asked` has after the calls, which are all that wait.
    /// Returns false when they must run one by one. Otherwise they have ended, and their objects
    /// wait for finish().
    bool answer(std::span<RecordedCall> calls, const Container &asked,
                std::uint64_t &nvals) noexcept;
    /// Gives the objects the states that they have for the program, if any wait. Returns false when
    /// that has failed since the last call, for lack of memory: then objects keep their old states
    /// and report the error.
    bool finish() noexcept;

private:
    /// True while objects wait for turns that have been asked for.
    bool holds() const noexcept { return turns_.asked != 0; }
    using Scalars = std::array<std::uint64_t, 2>;
    bool read(std::span<RecordedCall> calls, SearchCalls &turn, Scalars &scalars) const;
    bool read_product(std::span<const RecordedCall> calls, std::size_t k, const MxvProblem &product,
                      SearchCalls &turn) const;
    bool add_set(std::span<const RecordedCall> calls, std::size_t k, const ChainStage &stage,
                 SearchCalls &turn, Scalars &scalars) const;
    bool start(std::span<RecordedCall> calls);
    void settle() noexcept;
    void drop() noexcept;
    void give_up() noexcept;
    void take(std::span<RecordedCall> calls, const Scalars &scalars) noexcept;
    std::uint64_t last_nvals() const {
        return turns_.end_of(turns_.asked) - turns_.begin_of(turns_.asked);
    }
    std::array<Container *, 3> objects() const noexcept;
    ChainResults carry_out(const Snapshot &base, bool is_on_device);

    SearchTurns turns_;
    Ref<Snapshot> A_; // of the turns that are held
    const char *function_ = nullptr;
    int repeats_ = 0, next_most_ = 0;
    bool has_failed_ = false;
};

} // namespace grb
