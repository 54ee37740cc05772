// The memory that the cores share: its words, L2, L3 and DRAM.
#pragma once

#include "cache.h"
#include "dram.h"
#include "parameters.h"

#include <vector>

namespace grb::weaver {

/// The words that all cores share. An address is the number of a word.
class Memory {
public:
    /// Allocates words from the beginning of a line on; returns the first address.
    uint32_t allocate(uint64_t words, uint32_t line_bytes);
    uint32_t copy_in(const std::vector<uint32_t> &values,
                     uint32_t line_bytes); ///< at a line's start
    uint32_t &operator[](uint32_t address) { return words_[address]; }
    uint32_t operator[](uint32_t address) const { return words_[address]; }
    uint64_t size() const { return words_.size(); }

private:
    std::vector<uint32_t> words_;
};

enum class Access : uint8_t { load, store, add_float, minimum };

/// A line that a core asks the L2 for, or the words of a line that it sends there.
struct Request {
    uint64_t time; ///< when it leaves the core
    uint32_t line;
    Access access;
    uint32_t first; ///< index of its words in Outbox::words
    uint32_t count;
};

struct Word {
    uint32_t address;
    uint32_t value;
};

/// A core's requests since the last window, by time.
struct Outbox {
    std::vector<Request> requests;
    std::vector<Word> words;
};

/// A line that has arrived, or room for another write.
struct Response {
    uint64_t time;
    uint32_t line;
    bool is_write;
    bool operator>(const Response &other) const {
        return time != other.time ? time > other.time : line > other.line;
    }
};

struct LevelCounts {
    uint64_t lines = 0;  ///< requested or written
    uint64_t misses = 0; ///< of these
};

/// A cache with banks before another level or the DRAM. It writes lines back when it evicts them.
class Level {
public:
    struct Sizes {
        uint32_t bytes, ways, banks, latency, misses;
    };
    Level(const Sizes &sizes, uint32_t line_bytes, Level *next, Dram &dram);

    struct Times {
        uint64_t taken; ///< when a bank begins the request
        uint64_t ready;
    };
    /// `busy`: the cycles that the bank is occupied. A store does not fetch the rest of its line.
    Times access(uint32_t line, uint64_t arrival, Access access, uint32_t busy);

    const LevelCounts &counts() const { return counts_; }

private:
    uint64_t fetch(uint32_t line, uint64_t time);
    void write_back(uint32_t line, uint64_t time);

    struct Bank {
        uint64_t free = 0;
        size_t oldest = 0;
        std::vector<uint64_t> in_flight; ///< when the last misses arrive: a ring
    };
    Cache cache_;
    std::vector<Bank> banks_;
    uint32_t latency_;
    Level *next_;
    Dram &dram_;
    LevelCounts counts_;
};

/// L2, L3 and DRAM, which the cores share. It alone changes values, in the order of arrival.
class MemorySystem {
public:
    MemorySystem(const Parameters &parameters, Memory &memory);

    /// Serves the cores' requests; those of one cycle in the order of the cores' numbers.
    void serve(std::vector<Outbox *> &outboxes, std::vector<std::vector<Response>> &responses);

    uint64_t atomic_words() const { return atomic_words_; }
    const LevelCounts &l2() const { return l2_.counts(); }
    const LevelCounts &l3() const { return l3_.counts(); }
    const Dram &dram() const { return dram_; }

private:
    void carry_out(const Request &request, const Outbox &outbox);
    uint32_t busy_cycles(const Request &request, const Outbox &outbox);

    const Parameters p_;
    Memory &memory_;
    Dram dram_;
    Level l3_;
    Level l2_;
    uint64_t atomic_words_ = 0;
};

} // namespace grb::weaver
