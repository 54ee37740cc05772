// Computes when an access to the DRAM ends.
#include "dram.h"

#include <algorithm>

namespace grb::weaver {

Dram::Dram(const Parameters &parameters)
    : p_(parameters), lines_per_row_(parameters.dram_row_bytes / parameters.line_bytes),
      banks_(uint64_t{parameters.dram_channels} * parameters.dram_banks),
      bus_free_(parameters.dram_channels, 0) {}

uint64_t Dram::access(uint32_t line, uint64_t arrival) {
    const uint32_t channel = line % p_.dram_channels;
    const uint64_t row_of_all = line / p_.dram_channels / lines_per_row_;
    const uint64_t row = row_of_all / p_.dram_banks;
    Bank &bank = banks_[uint64_t{channel} * p_.dram_banks + row_of_all % p_.dram_banks];
    uint64_t start = std::max(arrival, bank.free);
    if (bank.row != row) {
        const bool is_open = bank.row != ~uint64_t{0};
        start += cycles((is_open ? p_.dram_precharge : 0) + p_.dram_activate);
        bank.row = row;
        ++row_misses_;
    }
    const uint64_t data = std::max(start + cycles(p_.dram_column), bus_free_[channel]);
    bus_free_[channel] = data + cycles(p_.dram_burst);
    // The bank takes the next column while this one is under way, but not before the bus has room.
    bank.free = data + cycles(p_.dram_burst) - cycles(p_.dram_column);
    ++lines_;
    return data + cycles(p_.dram_burst);
}

} // namespace grb::weaver
