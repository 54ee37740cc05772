// What a thread is in the middle of. A row that runs may need parts, which rows of other operations make: these are
// chosen, counted and logged like all others, and leave the outer one's line, time and name alone.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

struct Running {
    int depth = 0;          // rows that run, one inside of the other
    Place *place = nullptr; // where the innermost one runs; null: the host
    bool is_unseen = false; // for the comparison, or the dump: nothing inside is counted or logged

    /// While a row runs.
    class Inside {
    public:
        explicit Inside(Place *place) noexcept;
        ~Inside();
        Inside(const Inside &) = delete;
        Inside &operator=(const Inside &) = delete;

    private:
        Place *const before_;
    };
    /// While rows are compared, operands written.
    class Unseen {
    public:
        Unseen() noexcept;
        ~Unseen();
        Unseen(const Unseen &) = delete;
        Unseen &operator=(const Unseen &) = delete;

    private:
        const bool before_;
    };
};
/// Of the calling thread.
Running &running() noexcept;

/// What a problem is to the program: what a call asks for, which gives GrX_LAST_VARIANT its value, or a part that
/// something else needs.
enum class Role : std::uint8_t { operation, part };

/// What a problem reads: bytes, how many of them are at other places than the host alone, and in how many arrays.
struct Traffic {
    std::size_t bytes = 0, away = 0;
    int arrays_away = 0;
    void add(const Array &array) noexcept;
    void add(const SparsePart &part) noexcept;
    void add(const DensePart &part) noexcept;
    void add(const BalancedPart &part) noexcept;
    /// All parts.
    void add(const Snapshot &snapshot) noexcept;
};

/// Problems that move entries and compute nothing with them (registry/structure.hpp).
template <class Problem>
concept Structural = requires(const Problem &problem) {
    problem.traffic();
};

/// Waits for queued work of this process at all places; no-op where there is none.
inline void wait_for_places() {
    for (Place *const place : places())
        if (place->is_usable()) place->finish();
}

/// A range on a profiler's time line, while this lives; costs nothing where there is no profiler.
class Range {
public:
    Range(const char *name, Place *place) noexcept
        : place_(place != nullptr && place->begin_range(name) ? place : nullptr) {}
    ~Range() {
        if (place_ != nullptr) place_->end_range();
    }
    Range(const Range &) = delete;
    Range &operator=(const Range &) = delete;

private:
    Place *const place_;
};

inline std::size_t bytes_of(const Ref<Snapshot> &result) noexcept {
    return result->bytes();
}

} // namespace grb
