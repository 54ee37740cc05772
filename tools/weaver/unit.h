// The SparseWeaver unit of a core.
#pragma once

#include "parameters.h"

#include <array>

namespace grb::weaver {

constexpr uint32_t most_threads = 32;
constexpr uint32_t no_vertex = ~uint32_t{0}; ///< -1: no work is left

/// Work for the threads of a warp; threads outside the mask have none.
struct Work {
    std::array<uint32_t, most_threads> vertex;
    std::array<uint32_t, most_threads> edge;
    uint32_t mask = 0;
};

/// The unit of a core (Jeong et al. 2025, figure 6). Threads register vertices in the sparse work
/// table; each request gets edges for all threads of a warp, in the order of the table.
class Unit {
public:
    /// The states of figure 6. s0: before the first request; s1: loads the first entry into the
    /// current-entry buffer; s2: decodes; s3: finds and reads the next entry; s4: loads it into the
    /// current-entry buffer; s5: writes output to the dense work table; s6: waits; s7: all entries
    /// are scanned, outputs the rest; s8: end.
    enum class State : uint8_t { s0, s1, s2, s3, s4, s5, s6, s7, s8 };

    struct Entry {
        uint32_t vertex = 0, location = 0, degree = 0;
        bool operator==(const Entry &) const = default;
    };

    explicit Unit(const Parameters &parameters);

    /// WEAVER_REG of one thread: `index` is warp × threads + thread. Outside s0, clears the table.
    void add(uint32_t index, const Entry &entry);

    /// Makes one state transition and returns the state's cycles. s0 and s6 wait for a request.
    uint32_t step();
    void request() { is_requested_ = true; }

    /// WEAVER_DEC_ID of a warp: steps to the next output or the end. Vertices are -1 at the end.
    uint32_t decode(uint32_t warp, Work &work);

    /// WEAVER_DEC_LOC: returns the warp's row of the dense work table.
    const std::array<uint32_t, most_threads> &locations(uint32_t warp) const {
        return dense_table_[warp];
    }

    /// WEAVER_SKIP: the vertex gets no more work if it is the one in the current-entry buffer.
    void skip(uint32_t vertex);

    State state() const { return state_; }
    const Entry &current_entry() const { return current_; }
    const Work &output() const { return output_; }

private:
    bool find_next(); ///< advances scan_ to the next registered entry
    void load_current();

    const Parameters p_;
    std::vector<Entry> sparse_table_;
    std::vector<std::array<uint32_t, most_threads>> dense_table_; ///< by warp
    std::vector<uint64_t> is_registered_;                         ///< a bit for each entry
    State state_ = State::s0;
    bool is_requested_ = false;
    uint32_t scan_ = 0;
    uint32_t read_ahead_ = 0; ///< entries of the last read that are not used yet
    Entry current_;
    Work output_;
    uint32_t filled_ = 0;
};

} // namespace grb::weaver
