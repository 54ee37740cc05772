// The timing of the simulated DRAM.
#pragma once

#include "parameters.h"

namespace grb::weaver {

/// Channels with banks that have one open row each. Requests are served in the order of arrival.
class Dram {
public:
    explicit Dram(const Parameters &parameters);

    /// Returns the cycle in which a request of cycle `arrival` has read or written the line.
    uint64_t access(uint32_t line, uint64_t arrival);

    uint64_t lines() const { return lines_; }
    uint64_t row_misses() const { return row_misses_; }

private:
    struct Bank {
        uint64_t free = 0;
        uint64_t row = ~uint64_t{0};
    };
    uint64_t cycles(uint32_t dram_cycles) const { return uint64_t{dram_cycles} * p_.clock_ratio; }

    const Parameters p_;
    uint32_t lines_per_row_;
    std::vector<Bank> banks_;        ///< by channel
    std::vector<uint64_t> bus_free_; ///< of each channel
    uint64_t lines_ = 0, row_misses_ = 0;
};

} // namespace grb::weaver
