// The input of a target that is made of numbers: a byte for each, the awkward ones too.
#pragma once

#include "fuzz/session.h"

namespace fuzz {

/// Reads the input; behind its end there are zeros.
class Input {
public:
    Input(const std::uint8_t *data, std::size_t size) : next_(data), end_(data + size) {}

    std::uint8_t byte() { return next_ < end_ ? *next_++ : 0; }

    /// A byte for small numbers; the numbers where trouble is likely have one too.
    GrB_Index number() {
        const std::uint8_t first = byte();
        constexpr GrB_Index one = 1;
        switch (first) {
        case 0xF9:
            return byte() | byte() << 8;
        case 0xFA:
            return one << (byte() % 64);
        case 0xFB:
            return (one << 32) - 1;
        case 0xFC:
            return one << 32;
        case 0xFD:
            return one << 60;
        case 0xFE:
            return (one << 60) + 1;
        case 0xFF:
            return ~GrB_Index{0};
        default:
            return first;
        }
    }

    std::vector<GrB_Index> numbers(std::size_t n) {
        std::vector<GrB_Index> list(n);
        for (GrB_Index &number_of_list : list) number_of_list = number();
        return list;
    }

private:
    const std::uint8_t *next_, *end_;
};

} // namespace fuzz
