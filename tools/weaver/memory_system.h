#pragma once

#include "cache.h"
#include "dram.h"
#include "parameters.h"

#include <vector>

namespace grb::weaver {

/// The words that all cores see. An address is the number of a word.
class Memory {
public:
    /// Room for so many words, from the beginning of a line on.
    uint32_t allocate(uint64_t words, uint32_t line_bytes);
    uint32_t place(const std::vector<uint32_t> &values, uint32_t line_bytes); ///< at a line's begin
    uint32_t &operator[](uint32_t address) { return words_[address]; }
    uint32_t operator[](uint32_t address) const { return words_[address]; }
    uint64_t size() const { return words_.size(); }

private:
    std::vector<uint32_t> words_;
};

enum class Access : uint8_t { load, store, add_float, minimum };

/// A line that a core asks the L2 for, or the words of a line that it sends there.
struct Request {
    uint64_t time; ///< in which it leaves the core
    uint32_t line;
    Access access;
    uint32_t first; ///< of its words in Outbox::words
    uint32_t count;
};

struct Word {
    uint32_t address;
    uint32_t value;
};

/// What a core asked for since the last window, by time.
struct Outbox {
    std::vector<Request> requests;
    std::vector<Word> words;
};

/// A line that is there, or room for another write.
struct Response {
    uint64_t time;
    uint32_t line;
    bool is_write;
    bool operator>(const Response &other) const {
        return time != other.time ? time > other.time : line > other.line;
    }
};

struct LevelCounts {
    uint64_t lines = 0;  ///< that were asked for or written
    uint64_t misses = 0; ///< of these
};

/// A cache with banks before another one, or before the DRAM. It keeps what is written until it has no room.
class Level {
public:
    struct Sizes {
        uint32_t bytes, ways, banks, latency, misses;
    };
    Level(const Sizes &sizes, uint32_t line_bytes, Level *next, Dram &dram);

    struct Times {
        uint64_t taken; ///< a bank begins with the request
        uint64_t ready;
    };
    /// `busy`: the cycles that the bank is taken for. A store asks nobody for the rest of its line.
    Times access(uint32_t line, uint64_t arrival, Access access, uint32_t busy);

    const LevelCounts &counts() const { return counts_; }

private:
    uint64_t fetch(uint32_t line, uint64_t time);
    void write_back(uint32_t line, uint64_t time);

    struct Bank {
        uint64_t free = 0;
        size_t oldest = 0;
        std::vector<uint64_t> under_way; ///< when the last misses are there: a ring
    };
    Cache cache_;
    std::vector<Bank> banks_;
    uint32_t latency_;
    Level *next_;
    Dram &dram_;
    LevelCounts counts_;
};

/// L2, L3 and DRAM: what the cores share. Values change here alone, in the order of arrival.
class MemorySystem {
public:
    MemorySystem(const Parameters &parameters, Memory &memory);

    /// Serves what the cores asked for. Requests of one cycle go by the number of the core.
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
