// Pushes a matrix-vector product by sorting its products into ranges of destinations.
#include "base/bit_count.hpp"
#include "base/parallel.hpp"
#include "cpu/mxv/frontier_edges.hpp"
#include "cpu/mxv/marked_sums.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_products.hpp"
#include "storage/chunks.hpp"

#include <bit>
#include <cstring>

namespace grb {

namespace {

/// Products of one share and one range in memory: positions, then values.
constexpr std::uint32_t chunk_entries = 128;
constexpr std::uint32_t no_chunk = ~std::uint32_t{0};

/// The ranges of destinations, each of 2^shift positions. The sums of a range stay in the cache of
/// the thread that adds them up.
struct Ranges {
    unsigned shift = 6; // words of marks have one owner
    std::size_t count = 1;

    Ranges(std::uint64_t m, std::size_t size, int threads) {
        constexpr std::uint64_t cached_bytes = 1 << 17, ranges_per_thread = 4;
        const std::uint64_t affordable = cached_bytes / std::max<std::size_t>(size, 1),
                            wanted = ranges_per_thread * static_cast<std::uint64_t>(threads);
        const std::uint64_t most = std::min(affordable, std::max<std::uint64_t>(m / wanted, 64));
        shift = std::max(6U, static_cast<unsigned>(std::bit_width(most)) - 1);
        count = static_cast<std::size_t>(((m - 1) >> shift) + 1);
    }
};

/// The memory of all shares, in one block that calls reuse: fresh pages would take longer than the
/// products.
class Memory {
public:
    Memory(MarkedSums &sums, const MxvBinding &binding, Ranges ranges, std::uint64_t edges,
           std::uint64_t shares)
        : shift(ranges.shift), ranges(ranges.count),
          size(binding.tier == Tier::pattern ? 0 : binding.size),
          chunk_bytes_(chunk_entries * (sizeof(std::uint32_t) + size)),
          share_chunks_((edges / shares + 1) / chunk_entries + ranges.count + 1),
          share_words_(3 * ranges.count + share_chunks_) {
        const std::size_t words = shares * share_words_ * sizeof(std::uint32_t);
        words_bytes_ = (words + 63) / 64 * 64;
        sums->reserve(sums.m(), sums.m() * size,
                      words_bytes_ + shares * share_chunks_ * chunk_bytes_);
        list_ = static_cast<unsigned char *>(sums->list());
    }
    const unsigned shift;
    const std::size_t ranges, size; // size: of a product, 0 in the pattern tier

    std::uint32_t *words(std::uint64_t share) const noexcept {
        return reinterpret_cast<std::uint32_t *>(list_) + share * share_words_;
    }
    unsigned char *chunks(std::uint64_t share) const noexcept {
        return list_ + words_bytes_ + share * share_chunks_ * chunk_bytes_;
    }
    std::size_t chunk_bytes() const noexcept { return chunk_bytes_; }

private:
    const std::size_t chunk_bytes_, share_chunks_, share_words_;
    std::size_t words_bytes_ = 0;
    unsigned char *list_ = nullptr;
};

/// The chunks of a share's ranges.
class Chunks {
public:
    Chunks(const Memory &memory, std::uint64_t share)
        : memory_(memory), chunks_(memory.chunks(share)), lasts_(memory.words(share)),
          counts_(lasts_ + memory.ranges), firsts_(counts_ + memory.ranges),
          next_(firsts_ + memory.ranges) {}
    void clear() const noexcept {
        for (std::size_t range = 0; range < memory_.ranges; range++) {
            lasts_[range] = firsts_[range] = no_chunk;
            counts_[range] = chunk_entries;
        }
    }
    /// Adds products of type V; AnySize for positions alone.
    template <class V>
    void append(const std::uint32_t *rows, const unsigned char *products, std::size_t n) {
        for (std::size_t k = 0; k < n; k++) {
            const std::size_t range = rows[k] >> memory_.shift;
            if (counts_[range] == chunk_entries) begin_chunk(range);
            const std::uint32_t place = counts_[range]++;
            unsigned char *const chunk = chunk_at(lasts_[range]);
            reinterpret_cast<std::uint32_t *>(chunk)[place] = rows[k];
            if constexpr (!std::is_same_v<V, AnySize>)
                reinterpret_cast<V *>(chunk + position_bytes)[place] =
                    reinterpret_cast<const V *>(products)[k];
        }
    }
    /// Calls f(positions, values, n) for the chunks of a range, in order.
    template <class F>
    void each(std::size_t range, F &&f) const {
        for (std::uint32_t c = firsts_[range]; c != no_chunk;) {
            const bool is_last = c == lasts_[range];
            unsigned char *const chunk = chunk_at(c);
            f(reinterpret_cast<const std::uint32_t *>(chunk), chunk + position_bytes,
              is_last ? counts_[range] : chunk_entries);
            c = is_last ? no_chunk : next_[c];
        }
    }

private:
    static constexpr std::size_t position_bytes = chunk_entries * sizeof(std::uint32_t);
    unsigned char *chunk_at(std::uint32_t c) const noexcept {
        return chunks_ + c * memory_.chunk_bytes();
    }
    void begin_chunk(std::size_t range) noexcept {
        const std::uint32_t fresh = used_++;
        (lasts_[range] == no_chunk ? firsts_[range] : next_[lasts_[range]]) = fresh;
        lasts_[range] = fresh;
        counts_[range] = 0;
    }

    const Memory &memory_;
    unsigned char *const chunks_;
    std::uint32_t *const lasts_, *const counts_, *const firsts_; // of the ranges
    std::uint32_t *const next_;                                  // of the chunks
    std::uint32_t used_ = 0;
};

/// Computes the products of a share of the edges.
class Share {
public:
    Share(const PushInput &input, const AllowedBits &allowed, const Memory &memory,
          std::uint64_t share)
        : input_(input), allowed_(allowed), size_(memory.size), chunks_(memory, share),
          batch_(input.binding), rows_(Array::of<std::uint32_t>(batch_.capacity())),
          edges_(Array::of<std::uint64_t>(batch_.capacity())),
          entries_(Array::of<std::uint64_t>(batch_.capacity())) {}
    void add(std::uint64_t q, std::uint64_t begin, std::uint64_t end);
    void flush();

private:
    template <class I>
    void add(const I *columns, std::uint64_t q, std::uint64_t begin, std::uint64_t end);
    template <class I>
    void add_all(const I *columns, std::uint64_t q, std::uint64_t first, std::uint64_t n);
    template <class I>
    void add_allowed(const I *columns, std::uint64_t q, std::uint64_t begin, std::uint64_t end);

    const PushInput &input_;
    const AllowedBits &allowed_;
    const std::size_t size_;
    Chunks chunks_;
    ProductBatch batch_;
    Array rows_;            // of the batch
    Array edges_, entries_; // under a mask: of A and of u
    std::size_t count_ = 0;
};

void Share::add(std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
    if (input_.A.index_width == 4)
        add(static_cast<const std::uint32_t *>(input_.A.column_indices), q, begin, end);
    else
        add(static_cast<const std::uint64_t *>(input_.A.column_indices), q, begin, end);
}

template <class I>
void Share::add(const I *columns, std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
    while (begin < end) {
        const std::uint64_t stop =
            std::min<std::uint64_t>(end, begin + (batch_.capacity() - count_));
        if (allowed_.is_everything())
            add_all(columns, q, begin, stop - begin);
        else
            add_allowed(columns, q, begin, stop);
        begin = stop;
        if (count_ == batch_.capacity()) flush();
    }
}

/// Copies the run of values: they need no list of edges.
template <class I>
void Share::add_all(const I *columns, std::uint64_t q, std::uint64_t first, std::uint64_t n) {
    const MxvBinding &binding = input_.binding;
    std::copy_n(columns + first, n, rows_.as<std::uint32_t>() + count_);
    if (batch_.needs_a())
        std::memcpy(batch_.a(count_),
                    static_cast<const unsigned char *>(binding.a_values.values) +
                        first * batch_.a_size(),
                    n * batch_.a_size());
    if (batch_.needs_u())
        fill_values(batch_.u(count_),
                    static_cast<const unsigned char *>(binding.u_values.values) +
                        q * batch_.u_size(),
                    n, batch_.u_size());
    count_ += n;
}

template <class I>
void Share::add_allowed(const I *columns, std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
    auto *const rows = rows_.as<std::uint32_t>();
    auto *const edges = edges_.as<std::uint64_t>(), *const entries = entries_.as<std::uint64_t>();
    for (std::uint64_t p = begin; p < end; p++) {
        const std::uint64_t row = columns[p];
        rows[count_] = static_cast<std::uint32_t>(row);
        edges[count_] = p;
        entries[count_] = q;
        count_ += allowed_.allows(row) ? 1 : 0;
    }
}

void Share::flush() {
    if (count_ == 0) return;
    const MxvBinding &binding = input_.binding;
    const auto *const rows = rows_.as<std::uint32_t>();
    if (size_ == 0) {
        chunks_.append<AnySize>(rows, nullptr, count_);
    } else {
        const bool is_filtered = !allowed_.is_everything();
        if (is_filtered && batch_.needs_a())
            gather_values(batch_.a(), binding.a_values.values, edges_.data(), 8, count_,
                          batch_.a_size());
        if (is_filtered && batch_.needs_u())
            gather_values(batch_.u(), binding.u_values.values, entries_.data(), 8, count_,
                          batch_.u_size());
        const unsigned char *const products = batch_.compute(count_);
        dispatch_size(size_,
                      [&](auto tag) { chunks_.append<decltype(tag)>(rows, products, count_); });
    }
    count_ = 0;
}

/// Adds up the products of ranges.
class Adder {
public:
    Adder(const MxvBinding &binding, MarkedSums &sums)
        : add_(*binding.add->op), sums_(sums),
          size_(binding.tier == Tier::pattern ? 0 : binding.size) {}
    void add(const std::uint32_t *positions, const unsigned char *values, std::uint32_t n) const {
        if (size_ == 0)
            add_chunk<AnySize>(positions, values, n);
        else
            dispatch_size(size_, [&](auto tag) { add_chunk<decltype(tag)>(positions, values, n); });
    }

private:
    /// The first product of a position becomes its sum, and ANY keeps it; the others are added, in
    /// order.
    template <class V>
    void add_chunk(const std::uint32_t *positions, const unsigned char *values,
                   std::uint32_t n) const {
        std::uint64_t *const marks = sums_->marks();
        std::uint32_t firsts[chunk_entries], others[chunk_entries];
        std::uint32_t first_count = 0, other_count = 0;
        for (std::uint32_t k = 0; k < n; k++) {
            const std::uint32_t i = positions[k];
            std::uint64_t &word = marks[i / 64];
            const std::uint32_t is_first = ~(word >> (i % 64)) & 1;
            word |= std::uint64_t{1} << (i % 64);
            firsts[first_count] = others[other_count] = k;
            first_count += is_first;
            other_count += 1 - is_first;
        }
        if constexpr (!std::is_same_v<V, AnySize>) {
            const auto *const products = reinterpret_cast<const V *>(values);
            auto *const sums = reinterpret_cast<V *>(sums_->values());
            for (std::uint32_t k = 0; k < first_count; k++)
                sums[positions[firsts[k]]] = products[firsts[k]];
            if (other_count == 0 || add_.code == BinaryCode::any) return;
            std::uint32_t places[chunk_entries];
            V more[chunk_entries];
            for (std::uint32_t k = 0; k < other_count; k++) {
                places[k] = positions[others[k]];
                more[k] = products[others[k]];
            }
            add_.scatter(&add_, sums, places, 4, more, other_count);
        }
    }

    const BinaryOp &add_;
    MarkedSums &sums_;
    const std::size_t size_;
};

const char *refuses(const MxvProblem &problem) {
    const std::uint64_t m = problem.m();
    if (m > UINT32_MAX || m / 64 > problem.A->most_nvals())
        return "the result is too long to be dense";
    const Semiring &semiring = *problem.semiring;
    if (semiring.multiply->code == BinaryCode::user || semiring.add->op->code == BinaryCode::user)
        return "a user-defined operator";
    return semiring.multiply->ztype->code == TypeCode::user ? "a user-defined type" : nullptr;
}

/// w = A ⊕.⊗ u, push: threads take equal shares of the edges of u's columns and sort the products
/// by ranges of destinations; then each range is added up by one thread, whose cache has its sums.
/// A m×n by columns, u a list, mask as packed bits, w a list or a bitmap. Work O(m/64 + edges),
/// kept scratch m sums, a position and a product for each edge, and a chunk for each range and
/// share. Deterministic: the products of
/// a destination are added in the order of u. Propagation blocking, Beamer et al. 2017; differs: a
/// frontier, chunks in place of counted bins. Refused: user-defined operators, an m that no result
/// fills.
Ref<Snapshot> run(const MxvProblem &problem) {
    const std::uint64_t m = problem.m();
    if (problem.u->nvals() == 0 || problem.A->nvals() == 0)
        return Snapshot::empty(problem.result_type(), 1, m);
    const PushInput input(problem);
    const MxvBinding &binding = input.binding;
    const FrontierEdges frontier(input);
    const AllowedBits allowed = allowed_bits(problem.mask.view(), m);
    constexpr double edge_steps = 6;
    const int threads = threads_for(edge_steps * static_cast<double>(frontier.count()));
    // A few more shares than threads: some threads may begin late.
    const std::uint64_t shares = threads <= 1 ? 1 : static_cast<std::uint64_t>(threads) * 2;
    MarkedSums sums(binding, m);
    sums.set_clean();
    const Memory memory(sums, binding, Ranges(m, binding.size, threads), frontier.count(), shares);
    parallel_tasks(static_cast<std::int64_t>(shares), threads, [&](std::int64_t task) {
        const auto k = static_cast<std::uint64_t>(task);
        Chunks(memory, k).clear();
        Share share(input, allowed, memory, k);
        frontier.walk(k, shares, [&](std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
            share.add(q, begin, end);
        });
        share.flush();
    });
    sums.set_clean(false); // from here on, an exception leaves marks
    const Adder adder(binding, sums);
    MarkParts parts((m + 63) / 64, std::uint64_t{1} << (memory.shift - 6));
    parallel_tasks(static_cast<std::int64_t>(memory.ranges), threads, [&](std::int64_t task) {
        const auto range = static_cast<std::uint64_t>(task);
        for (std::uint64_t k = 0; k < shares; k++)
            Chunks(memory, k).each(range, [&](const auto &...chunk) { adder.add(chunk...); });
        for (std::uint64_t w = parts.begin(range); w < parts.begin(range + 1); w++)
            parts.marks[range] += count_bits(sums->marks()[w]);
    });
    return sums.take(std::move(parts), threads);
}

} // namespace

extern const Variant<MxvProblem> mxv_push_bins = {
    "cpu/mxv_push_bins", {.fuses_mask = true}, &refuses, &push_bins_cost, &run};

} // namespace grb
