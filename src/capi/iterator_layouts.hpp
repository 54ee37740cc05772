// The members of an iterator that the macros of SuiteSparse's own header read in compiled programs:
// one layout up to version 9, another from 10 on. The functions of the library read only the
// beginning, which both share.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grb {

struct IteratorTail9 {
    const std::int64_t *Ap, *Ah;
    const std::int8_t *Ab;
    const std::int64_t *Ai;
    const void *Ax;
    std::size_t type_size;
    int A_sparsity;
    bool iso, by_col;
};

struct IteratorTail10 {
    const std::uint32_t *Ap32;
    const std::int64_t *Ap64;
    const std::uint32_t *Ah32;
    const std::int64_t *Ah64;
    const std::uint32_t *Ai32;
    const std::int64_t *Ai64;
    const std::int8_t *Ab;
    const void *Ax;
    std::size_t type_size;
    int A_sparsity;
    bool iso, by_col;
};

union IteratorTail {
    IteratorTail10 of10;
    IteratorTail9 of9;
};

/// Takes the slot of a container's number of entries, which is smaller.
inline constexpr std::size_t iterator_mark = 0x726F74617265746C;

/// Begins with pstart, which is at most 2^60 and thus no magic number of an object.
struct IteratorFront {
    std::int64_t pstart, pend, p, k;
    std::size_t header_size; // iterator_mark
    std::int64_t pmax, avlen, avdim, anvec;
    IteratorTail tail;
};

} // namespace grb
