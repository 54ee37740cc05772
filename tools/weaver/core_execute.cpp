// Executes a core's arithmetic instructions.
#include "core.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace grb::weaver {

namespace {

using Row = std::array<uint32_t, most_threads>;

/// d(t) = f(t) for the threads of the mask; the loop over all of them has no branch.
template <class F>
void each(Row &d, uint32_t mask, F f) {
    if (mask == ~uint32_t{0}) {
        for (size_t t = 0; t < most_threads; ++t) d[t] = f(t);
        return;
    }
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const auto t = static_cast<size_t>(std::countr_zero(rest));
        d[t] = f(t);
    }
}

float as_float(uint32_t bits) {
    return std::bit_cast<float>(bits);
}
uint32_t as_bits(float value) {
    return std::bit_cast<uint32_t>(value);
}
int32_t as_signed(uint32_t value) {
    return static_cast<int32_t>(value);
}

uint32_t ballot_of(const Row &a, uint32_t mask) {
    uint32_t word = 0;
    for (uint32_t t = 0; t < most_threads; ++t) word |= uint32_t{a[t] != 0} << t;
    return word & mask;
}

} // namespace

/// Computes d; returns the cycles until it can be read.
uint64_t Core::execute(Warp &warp, uint32_t w, const Instruction &i, const Row &b) {
    Row &d = warp.rows[i.d];
    const Row &a = operand(warp, i.a);
    const uint32_t mask = warp.mask, threads = p_.threads;
    const auto all = [&](auto f) { each(d, mask, f); };
    Row old;
    switch (i.op) {
    case Op::move:
        all([&](size_t t) { return a[t]; });
        break;
    case Op::thread:
        all([&](size_t t) { return w * threads + static_cast<uint32_t>(t); });
        break;
    case Op::lane:
        all([](size_t t) { return static_cast<uint32_t>(t); });
        break;
    case Op::warp:
        all([&](size_t) { return w; });
        break;
    case Op::core:
        all([&](size_t) { return number_; });
        break;
    case Op::add:
        all([&](size_t t) { return a[t] + b[t]; });
        break;
    case Op::subtract:
        all([&](size_t t) { return a[t] - b[t]; });
        break;
    case Op::bit_and:
        all([&](size_t t) { return a[t] & b[t]; });
        break;
    case Op::bit_or:
        all([&](size_t t) { return a[t] | b[t]; });
        break;
    case Op::shift_left:
        all([&](size_t t) { return a[t] << (b[t] & 31); });
        break;
    case Op::shift_right:
        all([&](size_t t) { return a[t] >> (b[t] & 31); });
        break;
    case Op::minimum:
        all([&](size_t t) {
            return static_cast<uint32_t>(std::min(as_signed(a[t]), as_signed(b[t])));
        });
        break;
    case Op::less:
        all([&](size_t t) { return uint32_t{as_signed(a[t]) < as_signed(b[t])}; });
        break;
    case Op::equal:
        all([&](size_t t) { return uint32_t{a[t] == b[t]}; });
        break;
    case Op::select:
        all([&](size_t t) { return a[t] != 0 ? b[t] : d[t]; });
        break;
    case Op::first_bit:
        all([&](size_t t) { return static_cast<uint32_t>(std::countr_zero(a[t])); });
        break;
    case Op::shuffle:
        old = a;
        all([&](size_t t) { return old[b[t] % threads]; });
        break;
    case Op::shuffle_up:
        old = a;
        all([&](size_t t) { return t >= b[t] ? old[t - b[t]] : old[t]; });
        break;
    case Op::ballot: {
        const uint32_t word = ballot_of(a, mask);
        all([&](size_t) { return word; });
        break;
    }
    default:
        return execute_float(warp, i, a, b);
    }
    return p_.alu_latency;
}

/// Executes the slower instructions: multiplication, and all of floats.
uint64_t Core::execute_float(Warp &warp, const Instruction &i, const Row &a, const Row &b) {
    const auto all = [&](auto f) { each(warp.rows[i.d], warp.mask, f); };
    const auto divider = [&](uint32_t latency) {
        const uint64_t start = std::max(now_, divider_free_);
        divider_free_ = start + p_.divide_cycles;
        return start - now_ + latency + p_.divide_cycles - 1;
    };
    switch (i.op) {
    case Op::multiply:
        all([&](size_t t) { return a[t] * b[t]; });
        return p_.multiply_latency;
    case Op::add_float:
        all([&](size_t t) { return as_bits(as_float(a[t]) + as_float(b[t])); });
        return p_.float_latency;
    case Op::multiply_float:
        all([&](size_t t) { return as_bits(as_float(a[t]) * as_float(b[t])); });
        return p_.float_latency;
    case Op::to_float:
        all([&](size_t t) { return as_bits(static_cast<float>(as_signed(a[t]))); });
        return p_.float_latency;
    case Op::divide_float:
        all([&](size_t t) { return as_bits(as_float(a[t]) / as_float(b[t])); });
        return divider(p_.divide_latency);
    default: // root_float
        all([&](size_t t) { return as_bits(std::sqrt(as_float(a[t]))); });
        return divider(p_.root_latency);
    }
}

} // namespace grb::weaver
