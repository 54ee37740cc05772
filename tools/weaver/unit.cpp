// Steps the states of the SparseWeaver unit.
#include "unit.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace grb::weaver {

Unit::Unit(const Parameters &parameters)
    : p_(parameters), sparse_table_(parameters.table_entries), dense_table_(parameters.warps),
      is_registered_((parameters.table_entries + 63) / 64, 0) {}

void Unit::add(uint32_t index, const Entry &entry) {
    if (index >= p_.table_entries)
        throw std::logic_error("weaver: a program registers behind the end of the work table");
    if (state_ != State::s0) {
        std::fill(is_registered_.begin(), is_registered_.end(), 0);
        state_ = State::s0;
    }
    sparse_table_[index] = entry;
    const uint64_t bit = uint64_t{1} << (index % 64);
    if (entry.degree > 0)
        is_registered_[index / 64] |= bit;
    else
        is_registered_[index / 64] &= ~bit;
}

bool Unit::find_next() {
    for (uint32_t word = scan_ / 64; word < is_registered_.size(); ++word) {
        uint64_t bits = is_registered_[word];
        if (word == scan_ / 64) bits &= ~uint64_t{0} << (scan_ % 64);
        if (bits == 0) continue;
        scan_ = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
        return true;
    }
    scan_ = static_cast<uint32_t>(is_registered_.size()) * 64;
    return false;
}

void Unit::load_current() {
    current_ = sparse_table_[scan_];
    ++scan_;
}

uint32_t Unit::step() {
    const auto read = [&] {
        if (read_ahead_ > 0) {
            --read_ahead_;
            return uint32_t{1};
        }
        read_ahead_ = p_.table_reads - 1;
        return p_.table_latency;
    };
    switch (state_) {
    case State::s0:
        if (!is_requested_) return 0;
        scan_ = 0;
        read_ahead_ = 0;
        filled_ = 0;
        current_ = {};
        state_ = find_next() ? State::s1 : State::s7;
        return 0;
    case State::s1:
        load_current();
        state_ = State::s2;
        return read();
    case State::s2:
        while (filled_ < p_.threads && current_.degree > 0) {
            output_.vertex[filled_] = current_.vertex;
            output_.edge[filled_] = current_.location++;
            --current_.degree;
            ++filled_;
        }
        state_ = filled_ == p_.threads ? State::s5 : State::s3;
        return 1;
    case State::s3:
        if (!find_next()) {
            state_ = State::s7;
            return 1;
        }
        state_ = State::s4;
        return read();
    case State::s4:
        load_current();
        state_ = State::s2;
        return 1;
    case State::s5:
        state_ = State::s6;
        return 1;
    case State::s6:
        if (!is_requested_) return 0;
        filled_ = 0;
        state_ = State::s2;
        return 0;
    case State::s7:
        state_ = State::s8;
        return 1;
    case State::s8:
        filled_ = 0;
        return 1;
    }
    return 0;
}

uint32_t Unit::decode(uint32_t warp, Work &work) {
    request();
    uint32_t cycles = 0;
    do {
        const bool is_end = state_ == State::s8;
        cycles += step();
        if (is_end) break;
    } while (state_ != State::s6 && !(state_ == State::s8 && filled_ > 0));
    is_requested_ = false;
    output_.mask = filled_ == most_threads ? ~uint32_t{0} : (uint32_t{1} << filled_) - 1;
    for (uint32_t k = filled_; k < p_.threads; ++k) output_.vertex[k] = no_vertex;
    dense_table_[warp] = output_.edge;
    work = output_;
    return cycles;
}

void Unit::skip(uint32_t vertex) {
    if (current_.vertex == vertex) current_.degree = 0;
}

} // namespace grb::weaver
