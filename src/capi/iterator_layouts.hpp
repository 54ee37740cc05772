// What programs that were compiled with SuiteSparse's own header read of an iterator, by its macros: one layout up to
// version 9, another from 10 on. The functions of the library read the beginning alone, which both have.
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

/// At a place where a container has its number of entries, which is smaller.
inline constexpr std::size_t iterator_mark = 0x726F74617265746C;

/// Begins with what is no mark of an object: pstart is at most 2^60.
struct IteratorFront {
    std::int64_t pstart, pend, p, k;
    std::size_t header_size; // iterator_mark
    std::int64_t pmax, avlen, avdim, anvec;
    IteratorTail tail;
};

} // namespace grb
