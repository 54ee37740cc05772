// The simulated unit that reads edges and delivers them to warps.
#pragma once

#include "memory_system.h"
#include "unit.h"

#include <deque>

namespace grb::weaver {

/// The addresses of the graph for the edge-generating unit; weights 0: not read.
struct GraphArrays {
    uint32_t offsets = 0, columns = 0, weights = 0;
};

/// The edge-generating hardware that Jeong et al. 2025 compare with (section V-H). It reads
/// offsets, columns and weights itself and puts the edges of a waiting warp into shared memory.
class EdgeGenerator {
public:
    EdgeGenerator(const Parameters &parameters, const Memory &memory);

    void begin(const GraphArrays &graph, uint32_t buffer);
    void add(uint32_t index, uint32_t vertex); ///< at the unit's end: clears the table first
    void request(uint32_t warp) { waiting_.push_back(warp); }

    /// The next request to the core.
    struct Wish {
        enum class Kind { nothing, line, delivery } kind = Kind::nothing;
        uint32_t line = 0; ///< to be read
    };
    /// Advances as far as cycle `now` allows.
    Wish step(uint64_t now);
    void asked() { ++in_flight_, ++next_line_; }   ///< the core accepts the line
    void refused() { --in_flight_, --next_line_; } ///< the core has no room now
    void arrived(uint64_t time);

    /// Writes a warp's work and the words of its shared buffer; returns the warp.
    uint32_t deliver(Work &work, std::vector<uint32_t> &shared);

    /// Returns the cycle in which step() can advance; the maximum: it waits for a line or a warp.
    uint64_t wakes() const;

private:
    enum class State { idle, offsets, edges, delivery };
    void want(uint32_t first_word, uint32_t words);
    void take_edges();
    void choose(); ///< the next state for the first waiting warp

    const Parameters p_;
    const Memory &memory_;
    GraphArrays graph_;
    uint32_t buffer_ = 0;
    std::vector<uint32_t> vertices_;
    std::vector<bool> is_registered_;
    std::deque<uint32_t> waiting_; ///< warps
    State state_ = State::idle;
    bool is_at_end_ = false;
    uint64_t time_ = 0; ///< it is busy until then
    uint32_t scan_ = 0, vertex_ = 0, edge_ = 0, left_ = 0, taken_ = 0;
    std::vector<uint32_t> lines_; ///< wanted
    uint32_t next_line_ = 0, in_flight_ = 0, filled_ = 0;
    Work work_;
    std::array<uint32_t, most_threads> column_{}, weight_{};
};

} // namespace grb::weaver
