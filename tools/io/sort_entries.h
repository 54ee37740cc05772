// Sorts entries in parallel.
#pragma once

#include "buffer.h"
#include "edge_list.h"
#include "read_options.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <omp.h>

namespace grb::tool {

/// Row and column in one word, for matrices of fewer than 2^32 rows and columns.
struct NarrowKey {
    uint64_t word;

    static constexpr uint64_t limit = uint64_t{1} << 32;
    static NarrowKey of(uint64_t row, uint64_t col) { return {row << 32 | col}; }
    static NarrowKey none() { return {std::numeric_limits<uint64_t>::max()}; }
    uint64_t row() const { return word >> 32; }
    uint64_t col() const { return word & 0xffffffffu; }
    bool operator<(const NarrowKey &other) const { return word < other.word; }
    bool operator==(const NarrowKey &other) const { return word == other.word; }
};

struct WideKey {
    uint64_t row_, col_;

    static constexpr uint64_t limit = std::numeric_limits<uint64_t>::max();
    static WideKey of(uint64_t row, uint64_t col) { return {row, col}; }
    static WideKey none() { return {std::numeric_limits<uint64_t>::max(), 0}; }
    uint64_t row() const { return row_; }
    uint64_t col() const { return col_; }
    bool operator<(const WideKey &other) const {
        return row_ != other.row_ ? row_ < other.row_ : col_ < other.col_;
    }
    bool operator==(const WideKey &other) const { return row_ == other.row_ && col_ == other.col_; }
};

template <class Key>
struct PatternEntry {
    Key key;
    static constexpr bool has_weight = false;
    void join(const PatternEntry &, Duplicates) {}
};

template <class Key>
struct WeightedEntry {
    Key key;
    double weight;
    static constexpr bool has_weight = true;
    void join(const WeightedEntry &later, Duplicates rule) {
        switch (rule) {
        case Duplicates::sum:
            weight += later.weight;
            break;
        case Duplicates::max:
            weight = std::max(weight, later.weight);
            break;
        case Duplicates::min:
            weight = std::min(weight, later.weight);
            break;
        case Duplicates::first:
            break;
        }
    }
};

/// Calls read(Entry()) with the type of entries for matrices of this size.
template <class Read>
void with_entries(uint64_t vertices, bool has_weights, const Read &read) {
    const bool is_narrow = vertices < NarrowKey::limit;
    if (is_narrow && has_weights)
        read(WeightedEntry<NarrowKey>());
    else if (is_narrow)
        read(PatternEntry<NarrowKey>());
    else if (has_weights)
        read(WeightedEntry<WideKey>());
    else
        read(PatternEntry<WideKey>());
}

/// Sorts a block of entries of rows [first_row, first_row + rows), stably if they have weights.
/// `spare` is scratch. With a small number of rows, it distributes the entries to their rows first:
/// files often list them in order.
template <class Entry>
void sort_block(Entry *first, Entry *last, uint64_t first_row, uint64_t rows,
                std::vector<uint64_t> &begin, Buffer<Entry> &spare) {
    const auto by_key = [](const Entry &x, const Entry &y) { return x.key < y.key; };
    const auto sort = [&](Entry *from, Entry *to) {
        if (std::is_sorted(from, to, by_key)) return;
        if (Entry::has_weight)
            std::stable_sort(from, to, by_key);
        else
            std::sort(from, to, by_key);
    };
    const auto count = static_cast<uint64_t>(last - first);
    if (rows == 1 || rows > count || std::is_sorted(first, last, by_key)) {
        sort(first, last);
        return;
    }
    begin.assign(rows + 1, 0);
    for (const Entry *e = first; e < last; ++e) ++begin[e->key.row() - first_row + 1];
    for (uint64_t row = 0; row < rows; ++row) begin[row + 1] += begin[row];
    if (spare.size() < count) spare.resize(count);
    for (const Entry *e = first; e < last; ++e) spare[begin[e->key.row() - first_row]++] = *e;
    std::copy(spare.begin(), spare.begin() + static_cast<int64_t>(count), first);
    // Each row's slot has moved to its end, where the next one begins.
    for (uint64_t row = 0, at = 0; row < rows; at = begin[row++])
        sort(first + at, first + begin[row]);
}

/// Returns whether the positions ascend strictly and none is none(), so that there is nothing to
/// sort or join.
template <class Entry>
bool are_in_order(const Buffer<Entry> &entries) {
    const uint64_t count = entries.size();
    bool in_order = count == 0 || !(entries.back().key == decltype(Entry::key)::none());
#pragma omp parallel for schedule(static) reduction(&& : in_order) if (count >= serial_size)
    for (uint64_t k = 1; k < count; ++k) in_order = in_order && entries[k - 1].key < entries[k].key;
    return in_order;
}

/// Copies entries [begin, end) into `edges`, whose arrays are long enough, from index `out`.
template <class Entry>
void put_entries(EdgeList &edges, const Entry *begin, const Entry *end, uint64_t out) {
    for (const Entry *e = begin; e < end; ++e, ++out) {
        edges.rows[out] = e->key.row();
        edges.cols[out] = e->key.col();
        if constexpr (Entry::has_weight) edges.weights[out] = e->weight;
    }
}

template <class Entry>
void resize_for(EdgeList &edges, uint64_t count) {
    edges.rows.resize(count);
    edges.cols.resize(count);
    edges.weights.resize(Entry::has_weight ? count : 0);
}

/// Moves the entries into `edges` in their order, without those whose key is none(). Consumes
/// `entries`.
template <class Entry>
void move_into(EdgeList &edges, Buffer<Entry> &entries) {
    const auto is_none = [](const Entry &entry) {
        return entry.key == decltype(Entry::key)::none();
    };
    entries.erase(std::remove_if(entries.begin(), entries.end(), is_none), entries.end());
    resize_for<Entry>(edges, entries.size());
    put_entries(edges, entries.data(), entries.data() + entries.size(), 0);
    Buffer<Entry>().swap(entries);
}

/// Sorts entries into `edges` (whose nrows, ncols and field are set), joins the weights of equal
/// positions in input order, and drops entries whose key is none(). Consumes `entries`. Splits
/// stably into blocks of rows, then sorts each block: the result does not depend on the number of
/// threads.
template <class Entry>
void sort_into(EdgeList &edges, Buffer<Entry> &entries, Duplicates rule = Duplicates::sum) {
    using Key = decltype(Entry::key);
    if (are_in_order(entries)) {
        const uint64_t all = entries.size();
        constexpr uint64_t chunk = uint64_t{1} << 14;
        resize_for<Entry>(edges, all);
#pragma omp parallel for schedule(static) if (all >= serial_size)
        for (uint64_t k = 0; k < all; k += chunk)
            put_entries(edges, entries.data() + k, entries.data() + std::min(k + chunk, all), k);
        Buffer<Entry>().swap(entries);
        return;
    }
    constexpr uint64_t max_blocks = 4096;
    unsigned shift = 0;
    while (edges.nrows >> shift >= max_blocks) ++shift;
    const uint64_t blocks = (edges.nrows >> shift) + 1;
    const uint64_t count = entries.size();
    const int threads = count < serial_size ? 1 : omp_get_max_threads();
    const auto thread_count = static_cast<uint64_t>(threads);
    const Key none = Key::none();

    std::vector<uint64_t> offsets(thread_count * blocks, 0);
    Buffer<Entry> sorted(count);
    std::vector<uint64_t> block_begin(blocks + 1, 0);
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (uint64_t t = 0; t < thread_count; ++t)
        for (uint64_t k = count / thread_count * t,
                      end = t + 1 == thread_count ? count : count / thread_count * (t + 1);
             k < end; ++k)
            if (!(entries[k].key == none)) ++offsets[t * blocks + (entries[k].key.row() >> shift)];
    uint64_t sum = 0;
    for (uint64_t b = 0; b < blocks; ++b) {
        block_begin[b] = sum;
        for (uint64_t t = 0; t < thread_count; ++t) {
            const uint64_t here = offsets[t * blocks + b];
            offsets[t * blocks + b] = sum;
            sum += here;
        }
    }
    block_begin[blocks] = sum;
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (uint64_t t = 0; t < thread_count; ++t)
        for (uint64_t k = count / thread_count * t,
                      end = t + 1 == thread_count ? count : count / thread_count * (t + 1);
             k < end; ++k)
            if (!(entries[k].key == none))
                sorted[offsets[t * blocks + (entries[k].key.row() >> shift)]++] = entries[k];
    Buffer<Entry>().swap(entries);

    std::vector<uint64_t> kept(blocks + 1, 0);
    std::vector<std::vector<uint64_t>> row_begins(thread_count);
    std::vector<Buffer<Entry>> spares(thread_count);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint64_t b = 0; b < blocks; ++b) {
        Entry *const first = sorted.data() + block_begin[b];
        Entry *const last = sorted.data() + block_begin[b + 1];
        const auto me = static_cast<size_t>(omp_get_thread_num());
        sort_block(first, last, b << shift, uint64_t{1} << shift, row_begins[me], spares[me]);
        Entry *out = first;
        for (Entry *e = first; e < last; ++e) {
            if (out > first && out[-1].key == e->key)
                out[-1].join(*e, rule);
            else
                *out++ = *e;
        }
        kept[b + 1] = static_cast<uint64_t>(out - first);
    }
    for (uint64_t b = 0; b < blocks; ++b) kept[b + 1] += kept[b];

    resize_for<Entry>(edges, kept[blocks]);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint64_t b = 0; b < blocks; ++b) {
        const Entry *const first = sorted.data() + block_begin[b];
        put_entries(edges, first, first + (kept[b + 1] - kept[b]), kept[b]);
    }
}

} // namespace grb::tool
