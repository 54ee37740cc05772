// Sorts tuples by radix, in parallel and then in the cache.
#include "storage/tuple_sort.hpp"

#include "storage/chunks.hpp"

#include <bit>

namespace grb {

namespace {

constexpr std::uint64_t comparison_limit = 192; // below, std::sort beats counting
constexpr std::uint64_t cache_limit = 32768;    // tuples whose two copies fit a second-level cache

bool precedes(const PackedTuple &a, const PackedTuple &b) {
    return a.word < b.word;
}
bool precedes(const PairedTuple &a, const PairedTuple &b) {
    return a.word != b.word ? a.word < b.word : a.position < b.position;
}

/// Radix sort from the lowest digit, for tuples that fit the cache.
template <class T>
void sort_in_cache(T *data, T *scratch, std::uint64_t n, int low, int high, bool into_scratch) {
    T *from = data, *to = scratch;
    if (n <= comparison_limit) {
        std::sort(data, data + n, [](const T &a, const T &b) { return precedes(a, b); });
    } else if (high > low) {
        const int widest = n <= 1024 ? 8 : 11;
        const int passes = (high - low + widest - 1) / widest;
        const int digit = (high - low + passes - 1) / passes;
        std::uint32_t counts[2048];
        for (int shift = low; shift < high; shift += digit) {
            const std::uint64_t mask = (std::uint64_t{1} << std::min(digit, high - shift)) - 1;
            std::fill(counts, counts + mask + 1, 0U);
            for (std::uint64_t k = 0; k < n; k++) counts[from[k].word >> shift & mask]++;
            std::uint32_t sum = 0;
            for (std::uint64_t d = 0; d <= mask; d++) sum += std::exchange(counts[d], sum);
            for (std::uint64_t k = 0; k < n; k++)
                to[counts[from[k].word >> shift & mask]++] = from[k];
            std::swap(from, to);
        }
    }
    T *const wanted = into_scratch ? scratch : data;
    if (from != wanted) std::memcpy(wanted, from, n * sizeof(T));
}

/// Radix sort from the highest digit: a stable parallel partition, then each bucket by itself.
template <class T>
void sort_range(T *data, T *scratch, std::uint64_t n, int low, int high, bool into_scratch,
                int threads) {
    if (n <= cache_limit || high <= low) {
        sort_in_cache(data, scratch, n, low, high, into_scratch);
        return;
    }
    const int wanted_bits = std::clamp(static_cast<int>(std::bit_width(n / 4096)), 4, 10);
    const int digit = std::min(high - low, wanted_bits);
    const int shift = high - digit;
    const std::uint64_t buckets = std::uint64_t{1} << digit, mask = buckets - 1;
    const Chunks chunks(n, threads, 1);
    HostVector<std::uint64_t> cursors(chunks.count * buckets), starts(buckets + 1);
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        std::uint64_t *counts = cursors.data() + chunk * buckets;
        for (std::uint64_t k = begin; k < end; k++) counts[data[k].word >> shift & mask]++;
    });
    std::uint64_t sum = 0;
    for (std::uint64_t b = 0; b < buckets; b++) {
        starts[b] = sum;
        for (std::uint64_t chunk = 0; chunk < chunks.count; chunk++) {
            sum += std::exchange(cursors[chunk * buckets + b], sum);
        }
    }
    starts[buckets] = n;
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        std::uint64_t *cursor = cursors.data() + chunk * buckets;
        for (std::uint64_t k = begin; k < end; k++)
            scratch[cursor[data[k].word >> shift & mask]++] = data[k];
    });
    const auto sort_bucket = [&](std::uint64_t b, int thread_count) {
        sort_range(scratch + starts[b], data + starts[b], starts[b + 1] - starts[b], low, shift,
                   !into_scratch, thread_count);
    };
    // All threads together sort a bucket that is larger than half a thread's share.
    const std::uint64_t share = threads > 1 ? n / static_cast<std::uint64_t>(threads) / 2 : n;
    if (threads > 1) {
        for (std::uint64_t b = 0; b < buckets; b++) {
            if (starts[b + 1] - starts[b] > share) sort_bucket(b, threads);
        }
    }
    parallel_tasks(static_cast<std::int64_t>(buckets), threads, [&](std::int64_t task) {
        const auto b = static_cast<std::uint64_t>(task);
        const std::uint64_t length = starts[b + 1] - starts[b];
        if (length != 0 && (threads <= 1 || length <= share)) sort_bucket(b, 1);
    });
}

} // namespace

void sort_tuples(PackedTuple *data, PackedTuple *scratch, std::uint64_t n, int low, int high,
                 int threads) {
    sort_range(data, scratch, n, low, high, false, threads);
}

void sort_tuples(PairedTuple *data, PairedTuple *scratch, std::uint64_t n, int low, int high,
                 int threads) {
    sort_range(data, scratch, n, low, high, false, threads);
}

namespace {

/// The result of a pass over neighbouring tuples. Positions have at most 60 bits, so that the
/// highest bit of a difference is its sign: even the oldest vector instructions can do the loop.
struct Steps {
    std::uint64_t rows = 0, columns = 0; // bits that are used
    std::uint64_t wrong = 0;             // the highest bit: some tuple is below the one before it
};

/// Compares tuples [begin, end), the first of them not tuple 0, each with the one before it.
Steps steps_of(const std::uint64_t *rows, const std::uint64_t *columns, std::uint64_t begin,
               std::uint64_t end) noexcept {
    Steps steps;
    for (std::uint64_t k = begin; k < end; k++) {
        const std::uint64_t down = rows[k] - rows[k - 1], right = columns[k] - columns[k - 1];
        // down - 1 is negative when the row stays.
        steps.wrong |= down | (right & (down - 1));
        steps.rows |= rows[k];
        steps.columns |= columns[k];
    }
    return steps;
}

/// Compares the tuples of a vector.
Steps steps_of(const std::uint64_t *columns, std::uint64_t begin, std::uint64_t end) noexcept {
    Steps steps;
    for (std::uint64_t k = begin; k < end; k++) {
        steps.wrong |= columns[k] - columns[k - 1];
        steps.columns |= columns[k];
    }
    return steps;
}

} // namespace

/// Returns true when the tuples ascend; else sets the bits that rows and columns need.
bool SortedTuples::scan(std::uint64_t &row_bits, std::uint64_t &column_bits) const {
    const int threads = threads_for(static_cast<double>(n_) * 2);
    const Chunks chunks(n_, threads);
    HostVector<Steps> partials(chunks.count);
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        const std::uint64_t second = std::max<std::uint64_t>(begin, 1);
        partials[chunk] = rows_ != nullptr ? steps_of(rows_, columns_, second, end)
                                           : steps_of(columns_, second, end);
    });
    Steps all;
    if (n_ != 0) all = {row_of(0), columns_[0], 0};
    for (const Steps &partial : partials) {
        all.rows |= partial.rows;
        all.columns |= partial.columns;
        all.wrong |= partial.wrong;
    }
    row_bits = static_cast<std::uint64_t>(std::bit_width(all.rows));
    column_bits = static_cast<std::uint64_t>(std::bit_width(all.columns));
    return all.wrong >> 63 == 0;
}

SortedTuples::SortedTuples(const std::uint64_t *rows, const std::uint64_t *columns, std::uint64_t n)
    : rows_(rows), columns_(columns), n_(n) {
    std::uint64_t row_bits = 0, column_bits = 0;
    if (scan(row_bits, column_bits)) return;
    column_bits_ = static_cast<int>(column_bits);
    position_bits_ = static_cast<int>(std::bit_width(n - 1));
    const int key_bits = static_cast<int>(row_bits + column_bits);
    const int threads = threads_for(static_cast<double>(n) * 20);
    if (key_bits > 64) {
        mode_ = Mode::two_keys;
        sort_two_keys(static_cast<int>(row_bits), column_bits_, threads);
        return;
    }
    if (key_bits + position_bits_ <= 64) {
        mode_ = Mode::packed;
        tuples_ = Array::of<PackedTuple>(n);
        auto *tuples = tuples_.as<PackedTuple>();
        parallel_ranges(n, 2, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t k = begin; k < end; k++) {
                tuples[k] = {(row_of(k) << column_bits_ | columns_[k]) << position_bits_ | k};
            }
        });
        Array scratch = Array::of<PackedTuple>(n);
        sort_tuples(tuples, scratch.as<PackedTuple>(), n, position_bits_, position_bits_ + key_bits,
                    threads);
    } else {
        mode_ = Mode::paired;
        tuples_ = Array::of<PairedTuple>(n);
        auto *tuples = tuples_.as<PairedTuple>();
        parallel_ranges(n, 2, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t k = begin; k < end; k++) {
                tuples[k] = {row_of(k) << column_bits_ | columns_[k], k};
            }
        });
        Array scratch = Array::of<PairedTuple>(n);
        sort_tuples(tuples, scratch.as<PairedTuple>(), n, 0, key_bits, threads);
    }
}

/// Sorts by indices that together exceed 64 bits: stably by column, then stably by row.
void SortedTuples::sort_two_keys(int row_bits, int column_bits, int threads) {
    tuples_ = Array::of<PairedTuple>(n_);
    order_ = Array::of<std::uint64_t>(n_);
    Array scratch = Array::of<PairedTuple>(n_);
    auto *tuples = tuples_.as<PairedTuple>();
    auto *order = order_.as<std::uint64_t>();
    parallel_ranges(n_, 2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) tuples[k] = {columns_[k], k};
    });
    sort_tuples(tuples, scratch.as<PairedTuple>(), n_, 0, column_bits, threads);
    parallel_ranges(n_, 5, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) {
            order[k] = tuples[k].position;
            tuples[k] = {row_of(order[k]), k};
        }
    });
    sort_tuples(tuples, scratch.as<PairedTuple>(), n_, 0, row_bits, threads);
}

void SortedTuples::decode(std::uint64_t begin, std::uint64_t count, std::uint64_t *rows,
                          std::uint64_t *columns, std::uint64_t *positions) const noexcept {
    const std::uint64_t column_mask = (std::uint64_t{1} << column_bits_) - 1;
    const auto *const packed = tuples_.as<PackedTuple>();
    const auto *const paired = tuples_.as<PairedTuple>();
    switch (mode_) {
    case Mode::sorted:
        for (std::uint64_t k = 0; k < count; k++) {
            rows[k] = row_of(begin + k);
            columns[k] = columns_[begin + k];
            positions[k] = begin + k;
        }
        break;
    case Mode::packed:
        for (std::uint64_t k = 0; k < count; k++) {
            const std::uint64_t key = packed[begin + k].word >> position_bits_;
            rows[k] = key >> column_bits_;
            columns[k] = key & column_mask;
            positions[k] = packed[begin + k].word & ((std::uint64_t{1} << position_bits_) - 1);
        }
        break;
    case Mode::paired:
        for (std::uint64_t k = 0; k < count; k++) {
            rows[k] = paired[begin + k].word >> column_bits_;
            columns[k] = paired[begin + k].word & column_mask;
            positions[k] = paired[begin + k].position;
        }
        break;
    case Mode::two_keys:
        for (std::uint64_t k = 0; k < count; k++) {
            const std::uint64_t position = order_.as<std::uint64_t>()[paired[begin + k].position];
            rows[k] = paired[begin + k].word;
            columns[k] = columns_[position];
            positions[k] = position;
        }
        break;
    }
}

} // namespace grb
