// Converts between sparse and dense storage.
#include "algebra/batch.hpp"
#include "base/bit_count.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

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
        count += count_bits(word_of(A.bits, w, begin, end));
    }
    return count;
}

/// Lists the entries of elements [begin, end), the first of which is the q-th of all: columns,
/// values and the offsets of the rows that begin here.
template <class O, class I>
void list_elements(const DenseView &A, std::uint64_t begin, std::uint64_t end, std::uint64_t q,
                   SparseForm &form) {
    constexpr std::uint64_t capacity = 512;
    std::uint64_t positions[capacity], held = 0;
    const std::size_t size = A.type->size;
    const auto flush = [&] {
        if (!A.is_iso && held != 0) {
            gather_values(form.values.as<unsigned char>() + (q - held) * size, A.values, positions,
                          8, held, size);
        }
        held = 0;
    };
    O *const offsets = form.row_offsets.as<O>();
    I *const columns = form.column_indices.as<I>();
    for (std::uint64_t element = begin; element < end;) {
        const std::uint64_t row = element / A.ncols, row_begin = row * A.ncols;
        const std::uint64_t row_end = std::min(end, row_begin + A.ncols);
        if (element == row_begin) offsets[row] = static_cast<O>(q);
        for (std::uint64_t w = element / 64; w * 64 < row_end; w++) {
            for (std::uint64_t word = word_of(A.bits, w, element, row_end); word != 0;
                 word &= word - 1) {
                const std::uint64_t p = w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(word));
                columns[q++] = static_cast<I>(p - row_begin);
                positions[held++] = p;
                if (held == capacity) flush();
            }
        }
        element = row_end;
    }
    flush();
}

template <class O, class I>
void list_all(const DenseView &A, SparseForm &form) {
    const std::uint64_t elements = A.nrows * A.ncols;
    form.row_offsets = Array::of<O>(A.nrows + 1);
    form.column_indices = Array::of<I>(A.nvals);
    if (A.ncols == 0) std::fill_n(form.row_offsets.as<O>(), A.nrows, O{0});
    const int threads =
        threads_for(static_cast<double>(A.nvals) * 3 + static_cast<double>(elements) / 32);
    const Chunks chunks(elements, threads);
    HostVector<std::uint64_t> starts(chunks.count + 1);
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        starts[chunk] = count_present(A, begin, end);
    });
    prefix_sums(starts.data(), chunks.count, 1);
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        list_elements<O, I>(A, begin, end, starts[chunk], form);
    });
    form.row_offsets.as<O>()[A.nrows] = static_cast<O>(A.nvals);
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
void scatter_elements(const Sparse<O, I> &A, DenseForm &form) {
    std::uint64_t *const bits = form.bits.as<std::uint64_t>();
    if (bits == nullptr && A.is_iso) return;
    const int threads = threads_for(static_cast<double>(A.nvals) * 3);
    // Buffers positions of several rows until there are many: rows are often short.
    for_chunks(Chunks(A.nvals, threads), threads,
               [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                   constexpr std::uint64_t capacity = 512;
                   std::uint64_t positions[capacity], held = 0, source = begin;
                   BitWriter writer(bits);
                   const auto flush = [&] {
                       if (!A.is_iso)
                           scatter_values(form.values.data(), positions, 8, A.value(source), held,
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

SparseForm dense_to_sparse(const DenseView &A) {
    SparseForm form;
    form.stored_rows = A.nrows;
    form.nvals = A.nvals;
    form.index_width = index_width_for(A.nrows, A.ncols);
    form.offset_width = offset_width_for(form.index_width, A.nvals);
    form.is_iso = A.is_iso;
    form.values = A.is_iso ? Array::copy_of(A.values, A.type->size) : Array(A.nvals * A.type->size);
    if (form.index_width == 8) {
        list_all<std::uint64_t, std::uint64_t>(A, form);
    } else if (form.offset_width == 8) {
        list_all<std::uint64_t, std::uint32_t>(A, form);
    } else {
        list_all<std::uint32_t, std::uint32_t>(A, form);
    }
    return form;
}

DenseForm sparse_to_dense(const SparseView &A) {
    const std::uint64_t elements = element_count(A.nrows, A.ncols);
    if (elements > SIZE_MAX / 2 / std::max<std::size_t>(A.type->size, 8)) throw std::bad_alloc();
    DenseForm form;
    form.nvals = A.nvals;
    form.is_iso = A.is_iso;
    if (A.nvals != elements) form.bits = Array::zeroed((elements + 63) / 64 * 8);
    // Absent values are zero, not garbage: kernels may read them, as a bool for example.
    form.values = A.is_iso              ? Array::copy_of(A.values, A.type->size)
                  : A.nvals == elements ? Array(elements * A.type->size)
                                        : zeroed_by_all(elements * A.type->size);
    dispatch_widths(A, [&](const auto &typed) { scatter_elements(typed, form); });
    return form;
}

Array all_bits(std::uint64_t elements) {
    Array bits((elements + 63) / 64 * 8);
    if (elements == 0) return bits;
    std::memset(bits.data(), 0xff, bits.bytes());
    if (elements % 64 != 0)
        bits.as<std::uint64_t>()[elements / 64] = (std::uint64_t{1} << (elements % 64)) - 1;
    return bits;
}

} // namespace grb
