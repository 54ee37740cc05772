// Converts between sparse and dense storage.
#include "algebra/batch.hpp"
#include "storage/convert.hpp"
#include "storage/pieces.hpp"

namespace grb {

namespace {

/// Bits of the word at `index` that lie in elements [begin, end).
std::uint64_t word_of(const std::uint64_t *bits, std::uint64_t index, std::uint64_t begin,
                      std::uint64_t end) noexcept {
    std::uint64_t word = bits != nullptr ? bits[index] : UINT64_MAX;
    if (begin > index * 64) word &= UINT64_MAX << (begin - index * 64);
    if (end - index * 64 < 64) word &= (std::uint64_t{1} << (end - index * 64)) - 1;
    return word;
}

std::uint64_t count_present(const DenseView &A, std::uint64_t begin, std::uint64_t end) noexcept {
    if (A.bits == nullptr || begin == end) return end - begin;
    std::uint64_t count = 0;
    for (std::uint64_t w = begin / 64; w * 64 < end; w++) {
        count += static_cast<std::uint64_t>(__builtin_popcountll(word_of(A.bits, w, begin, end)));
    }
    return count;
}

/// Lists the entries of elements [begin, end), the first of which is the q-th of all: columns,
/// values and the offsets of the rows that begin here.
template <class O, class I>
void list_cells(const DenseView &A, std::uint64_t begin, std::uint64_t end, std::uint64_t q,
                SparsePart &part) {
    constexpr std::uint64_t capacity = 512;
    std::uint64_t positions[capacity], held = 0;
    const std::size_t size = A.type->size;
    const auto flush = [&] {
        if (!A.is_iso && held != 0) {
            gather_values(part.values.as<unsigned char>() + (q - held) * size, A.values, positions,
                          8, held, size);
        }
        held = 0;
    };
    O *const offsets = part.row_offsets.as<O>();
    I *const columns = part.column_indices.as<I>();
    for (std::uint64_t cell = begin; cell < end;) {
        const std::uint64_t row = cell / A.ncols, row_begin = row * A.ncols;
        const std::uint64_t row_end = std::min(end, row_begin + A.ncols);
        if (cell == row_begin) offsets[row] = static_cast<O>(q);
        for (std::uint64_t w = cell / 64; w * 64 < row_end; w++) {
            for (std::uint64_t word = word_of(A.bits, w, cell, row_end); word != 0;
                 word &= word - 1) {
                const std::uint64_t p = w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(word));
                columns[q++] = static_cast<I>(p - row_begin);
                positions[held++] = p;
                if (held == capacity) flush();
            }
        }
        cell = row_end;
    }
    flush();
}

template <class O, class I>
void list_all(const DenseView &A, SparsePart &part) {
    const std::uint64_t cells = A.nrows * A.ncols;
    part.row_offsets = Array::of<O>(A.nrows + 1);
    part.column_indices = Array::of<I>(A.nvals);
    if (A.ncols == 0) std::fill_n(part.row_offsets.as<O>(), A.nrows, O{0});
    const int threads =
        threads_for(static_cast<double>(A.nvals) * 3 + static_cast<double>(cells) / 32);
    const Pieces pieces(cells, threads);
    HostVector<std::uint64_t> starts(pieces.count + 1);
    for_pieces(pieces, threads, [&](std::uint64_t piece, std::uint64_t begin, std::uint64_t end) {
        starts[piece] = count_present(A, begin, end);
    });
    prefix_sums(starts.data(), pieces.count, 1);
    for_pieces(pieces, threads, [&](std::uint64_t piece, std::uint64_t begin, std::uint64_t end) {
        list_cells<O, I>(A, begin, end, starts[piece], part);
    });
    part.row_offsets.as<O>()[A.nrows] = static_cast<O>(A.nvals);
}

/// Collects bits of one word at a time. Chunks may share words, hence the atomic OR.
class BitWriter {
public:
    explicit BitWriter(std::uint64_t *bits) : bits_(bits) {}
    ~BitWriter() { flush(); }
    void set(std::uint64_t p) noexcept {
        if (p / 64 != index_) {
            flush();
            index_ = p / 64;
        }
        word_ |= std::uint64_t{1} << (p % 64);
    }
    void flush() noexcept {
        if (word_ != 0) __atomic_fetch_or(bits_ + index_, word_, __ATOMIC_RELAXED);
        word_ = 0;
    }

private:
    std::uint64_t *bits_, index_ = 0, word_ = 0;
};

template <class O, class I>
void spread_cells(const Sparse<O, I> &A, DensePart &part) {
    std::uint64_t *const bits = part.bits.as<std::uint64_t>();
    if (bits == nullptr && A.is_iso) return;
    const int threads = threads_for(static_cast<double>(A.nvals) * 3);
    // Buffers positions of several rows until there are many: rows are often short.
    for_pieces(Pieces(A.nvals, threads), threads,
               [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                   constexpr std::uint64_t capacity = 512;
                   std::uint64_t positions[capacity], held = 0, source = begin;
                   BitWriter writer(bits);
                   const auto flush = [&] {
                       if (!A.is_iso)
                           scatter_values(part.values.data(), positions, 8, A.value(source), held,
                                          A.size);
                       source += held;
                       held = 0;
                   };
                   for_row_runs(A.row_offsets, A.stored_rows, begin, end,
                                [&](std::uint64_t k, std::uint64_t p, std::uint64_t last) {
                                    const std::uint64_t row_begin = A.row_id(k) * A.ncols;
                                    for (; p < last; p++) {
                                        positions[held] = row_begin + A.column_indices[p];
                                        if (bits != nullptr) writer.set(positions[held]);
                                        if (++held == capacity) flush();
                                    }
                                });
                   flush();
               });
}

/// Zeros. All threads write those of moderate size: recently used memory is available sooner than
/// fresh pages.
Array zeroed_by_all(std::size_t bytes) {
    constexpr std::size_t least = std::size_t{1} << 20, most = std::size_t{1} << 26;
    if (bytes < least || bytes > most) return Array::zeroed(bytes);
    Array array(bytes);
    auto *const to = array.as<unsigned char>();
    parallel_ranges(bytes, 0.05, [&](std::uint64_t begin, std::uint64_t end) {
        std::memset(to + begin, 0, end - begin);
    });
    return array;
}

} // namespace

SparsePart dense_to_sparse(const DenseView &A) {
    SparsePart part;
    part.stored_rows = A.nrows;
    part.nvals = A.nvals;
    part.index_width = index_width_for(A.nrows, A.ncols);
    part.offset_width = offset_width_for(part.index_width, A.nvals);
    part.is_iso = A.is_iso;
    part.values = A.is_iso ? Array::copy_of(A.values, A.type->size) : Array(A.nvals * A.type->size);
    if (part.index_width == 8) {
        list_all<std::uint64_t, std::uint64_t>(A, part);
    } else if (part.offset_width == 8) {
        list_all<std::uint64_t, std::uint32_t>(A, part);
    } else {
        list_all<std::uint32_t, std::uint32_t>(A, part);
    }
    return part;
}

DensePart sparse_to_dense(const SparseView &A) {
    const std::uint64_t cells = cell_count(A.nrows, A.ncols);
    if (cells > SIZE_MAX / 2 / std::max<std::size_t>(A.type->size, 8)) throw std::bad_alloc();
    DensePart part;
    part.nvals = A.nvals;
    part.is_iso = A.is_iso;
    if (A.nvals != cells) part.bits = Array::zeroed((cells + 63) / 64 * 8);
    // Absent values are zero, not garbage: kernels may read them, as a bool for example.
    part.values = A.is_iso           ? Array::copy_of(A.values, A.type->size)
                  : A.nvals == cells ? Array(cells * A.type->size)
                                     : zeroed_by_all(cells * A.type->size);
    dispatch_widths(A, [&](const auto &typed) { spread_cells(typed, part); });
    return part;
}

Array all_bits(std::uint64_t cells) {
    Array bits((cells + 63) / 64 * 8);
    if (cells == 0) return bits;
    std::memset(bits.data(), 0xff, bits.bytes());
    if (cells % 64 != 0)
        bits.as<std::uint64_t>()[cells / 64] = (std::uint64_t{1} << (cells % 64)) - 1;
    return bits;
}

} // namespace grb
