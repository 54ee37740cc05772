/// C = merge(A, B) on bitmap or full storage, 64 positions at a time: the rule becomes a few
/// Boolean words, and values are moved in runs where all 64 have the same origin, else gathered by
/// bit. Two full iso operands are one pair of values: O(1).
/// A, B m×n row-major; mask and region as packed bits. Work O(m·n); scratch m·n bits for each of
/// mask and region when given. Parallel over words; deterministic.
#include "base/bit_count.hpp"
#include "base/parallel.hpp"
#include "cpu/common/absent_values.hpp"
#include "cpu/common/changed_words.hpp"
#include "cpu/elementwise/merge.hpp"
#include "storage/chunks.hpp"

#include <array>
#include <cstring>

namespace grb {

namespace {

constexpr std::uint64_t all_bits = ~std::uint64_t{0};

struct Words {
    std::uint64_t a = 0, b = 0, both = 0; // positions that take A's, B's, the operator's value
    std::uint64_t any() const noexcept { return a | b | both; }
};

void add_where(Words &words, Take take, std::uint64_t where) {
    switch (take) {
    case Take::a:
        words.a |= where;
        break;
    case Take::b:
        words.b |= where;
        break;
    case Take::both:
        words.both |= where;
        break;
    case Take::nothing:
        break;
    }
}

/// Writes those of 64 values of `from` to `to` whose bit is set, 16 bytes at once: a loop over set
/// bits waits for each.
template <class V>
void blend_word(unsigned char *to, const unsigned char *from, std::uint64_t bits) noexcept {
    using Lanes [[gnu::vector_size(16)]] = V;
    constexpr unsigned lanes = 16 / sizeof(V), patterns = 1U << lanes;
    static constexpr auto masks = [] {
        std::array<std::array<V, lanes>, patterns> all{};
        for (unsigned pattern = 0; pattern < patterns; pattern++)
            for (unsigned k = 0; k < lanes; k++)
                all[pattern][k] = (pattern >> k & 1) != 0 ? static_cast<V>(~V{0}) : V{0};
        return all;
    }();
    for (unsigned k = 0; k < 64; k += lanes) {
        Lanes mask, old, fresh;
        std::memcpy(&mask, masks[bits >> k & (patterns - 1)].data(), sizeof mask);
        std::memcpy(&old, to + k * sizeof(V), sizeof old);
        std::memcpy(&fresh, from + k * sizeof(V), sizeof fresh);
        const Lanes blended = (fresh & mask) | (old & ~mask);
        std::memcpy(to + k * sizeof(V), &blended, sizeof blended);
    }
}

class DenseMerge {
public:
    DenseMerge(const DenseView &A, const DenseView &B, const MergeValues &values,
               const MergeRule &rule, const MaskView &mask, const RegionSets &region)
        : A_(A), B_(B), values_(values), rule_(rule), positions_(A.nrows * A.ncols),
          mask_(mask_bits(mask, A.nrows, A.ncols)) {
        if (!region.is_everything()) make_region_bits(region);
        if (region.has_major && !mask_.empty()) let_through_off_major(region);
        if (values.op == nullptr) return;
        op_ = BoundBinary(values.op, values.z, values.a, values.b);
        broadcast_ = A.is_iso ? Broadcast::x : B.is_iso ? Broadcast::y : Broadcast::none;
        computes_absent_ = values.op->code != BinaryCode::user && accepts_absent(*values.a) &&
                           accepts_absent(*values.b) && values.z->code != TypeCode::user &&
                           !(A.is_iso && B.is_iso);
    }

    std::uint64_t words() const noexcept { return (positions_ + 63) / 64; }
    std::uint64_t positions() const noexcept { return positions_; }

    Words origins(std::uint64_t word) const noexcept {
        const std::uint64_t valid =
            word == positions_ / 64 ? (std::uint64_t{1} << (positions_ % 64)) - 1 : all_bits;
        const std::uint64_t a = (A_.is_full() ? all_bits : A_.bits[word]) & valid;
        const std::uint64_t b = (B_.is_full() ? all_bits : B_.bits[word]) & valid;
        const std::uint64_t m = mask_.empty() ? all_bits : mask_[word];
        const std::uint64_t r = region_.empty() ? all_bits : region_[word];
        const std::uint64_t where[4] = {r & m, r & ~m, ~r & m, ~r & ~m};
        Words words;
        for (int k = 0; k < 4; k++) {
            if (where[k] == 0) continue;
            add_where(words, rule_.rows[k].only_a, where[k] & a & ~b);
            add_where(words, rule_.rows[k].only_b, where[k] & b & ~a);
            add_where(words, rule_.rows[k].both, where[k] & a & b);
        }
        return words;
    }

    /// Writes the values of a word's 64 positions into out (base of the whole array). In place,
    /// values from A are there already.
    void write_values(std::uint64_t word, const Words &words, unsigned char *out, bool is_in_place,
                      unsigned char *scratch) const {
        const std::size_t size = values_.z->size;
        unsigned char *to = out + word * 64 * size;
        const bool fills = A_.is_iso && values_.a == values_.z && word < positions_ / 64;
        if (words.a != 0 && !is_in_place && fills)
            fill_values(to, A_.values, 64, size); // what follows overwrites the rest
        else if (words.a != 0 && !is_in_place)
            move(to, A_, values_.a, word, words.a, scratch);
        if (words.b != 0) move(to, B_, values_.b, word, words.b, scratch);
        if (words.both == 0) return;
        constexpr int worth_computing_all = 8;
        const bool may_compute_all = computes_absent_ && word < positions_ / 64 &&
                                     count_bits(words.both) >= worth_computing_all;
        const bool has_all = words.both == all_bits && !(A_.is_iso && B_.is_iso);
        if (has_all || (may_compute_all && (words.a | words.b) == 0))
            return compute(to, word); // arbitrary values where there is no entry
        unsigned char *x = scratch, *y = x + 64 * values_.a->size, *z = y + 64 * values_.b->size;
        if (may_compute_all) {
            compute(z, word);
            dispatch_size(
                size, [&](auto plain) { copy_marked(plain, to, z, size, words.both, size, true); });
            return;
        }
        std::uint64_t positions[64];
        const std::size_t n = list_bits(words.both, positions);
        fetch(x, A_, word, positions, n);
        fetch(y, B_, word, positions, n);
        op_(z, x, y, n);
        scatter_values(to, positions, 8, z, n, size);
    }

    std::size_t scratch_bytes() const noexcept {
        return 64 * (values_.a->size + values_.b->size + values_.z->size +
                     std::max(values_.a->size, values_.b->size));
    }

private:
    /// Computes 64 values, also where A or B has no entry.
    void compute(unsigned char *to, std::uint64_t word) const {
        op_(to, A_.is_iso ? A_.values : A_.value(word * 64),
            B_.is_iso ? B_.values : B_.value(word * 64), 64, broadcast_);
    }
    static std::size_t list_bits(std::uint64_t bits, std::uint64_t *positions) noexcept {
        std::size_t n = 0;
        for (; bits != 0; bits &= bits - 1)
            positions[n++] = static_cast<std::uint64_t>(__builtin_ctzll(bits));
        return n;
    }
    static void fetch(void *to, const DenseView &from, std::uint64_t word,
                      const std::uint64_t *positions, std::size_t n) {
        if (from.is_iso) {
            fill_values(to, from.values, n, from.type->size);
        } else {
            gather_values(to, from.value(word * 64), positions, 8, n, from.type->size);
        }
    }
    void move(unsigned char *to, const DenseView &from, const Type *type, std::uint64_t word,
              std::uint64_t bits, unsigned char *scratch) const {
        if (bits == all_bits && !from.is_iso) {
            cast_values(to, values_.z, from.value(word * 64), type, 64);
            return;
        }
        if (type == values_.z) {
            dispatch_size(type->size, [&](auto plain) {
                copy_marked(plain, to, from.value(word * 64), from.is_iso ? 0 : type->size, bits,
                            type->size, word < positions_ / 64);
            });
            return;
        }
        std::uint64_t positions[64];
        const std::size_t n = list_bits(bits, positions);
        unsigned char *x = scratch, *z = x + 64 * std::max(values_.a->size, values_.b->size);
        fetch(x, from, word, positions, n);
        cast_values(z, values_.z, x, type, n);
        scatter_values(to, positions, 8, z, n, values_.z->size);
    }

    /// Copies the values at the positions of the bits; step 0: the first value for all. In a whole
    /// word the others are written anew as they are.
    template <class V>
    static void copy_marked(V, unsigned char *to, const unsigned char *from, std::size_t step,
                            std::uint64_t bits, std::size_t size, bool is_whole) noexcept {
        if constexpr (std::is_same_v<V, AnySize>) {
            for (; bits != 0; bits &= bits - 1) {
                const auto k = static_cast<std::size_t>(__builtin_ctzll(bits));
                std::memcpy(to + k * size, from + k * step, size);
            }
        } else {
            auto *const z = reinterpret_cast<V *>(to);
            const auto *const x = reinterpret_cast<const V *>(from);
            constexpr int worth_blending = 16;
            if constexpr (sizeof(V) == 4 || sizeof(V) == 8) {
                if (is_whole && step != 0 && __builtin_popcountll(bits) >= worth_blending)
                    return blend_word<V>(to, from, bits);
            }
            if (step == 0) {
                const V value = x[0];
                for (; bits != 0; bits &= bits - 1) z[__builtin_ctzll(bits)] = value;
            } else {
                for (; bits != 0; bits &= bits - 1)
                    z[__builtin_ctzll(bits)] = x[__builtin_ctzll(bits)];
            }
        }
    }

    void let_through_off_major(const RegionSets &region) {
        for (std::uint64_t p = 0; p < positions_; p++) {
            if (region.is_off_major(p / A_.ncols, p % A_.ncols))
                mask_[p / 64] |= std::uint64_t{1} << (p % 64);
        }
    }

    void mark(std::uint64_t begin, std::uint64_t end) noexcept {
        if (begin >= end) return;
        const std::uint64_t first = all_bits << (begin % 64),
                            last = all_bits >> (63 - (end - 1) % 64);
        std::uint64_t word = begin / 64;
        if (word == (end - 1) / 64) {
            region_[word] |= first & last;
            return;
        }
        region_[word++] |= first;
        while (word < (end - 1) / 64) region_[word++] = all_bits;
        region_[word] |= last;
    }

    void make_region_bits(const RegionSets &region) {
        region_.assign(positions_ / 64 + 1, 0);
        const auto mark_row = [&](std::uint64_t row) {
            const std::uint64_t base = row * A_.ncols;
            if (region.columns == nullptr) {
                mark(base, base + A_.ncols);
            } else if (region.columns->is_range()) {
                mark(base + region.columns->low(), base + region.columns->end());
            } else {
                region.columns->for_each([&](std::uint64_t column) {
                    region_[(base + column) / 64] |= std::uint64_t{1} << ((base + column) % 64);
                });
            }
        };
        if (region.rows != nullptr) {
            region.rows->for_each(mark_row);
        } else {
            for (std::uint64_t row = 0; row < A_.nrows; row++) mark_row(row);
        }
    }

    DenseView A_, B_;
    MergeValues values_;
    const MergeRule &rule_;
    std::uint64_t positions_;
    HostVector<std::uint64_t> mask_, region_;
    BoundBinary op_;
    Broadcast broadcast_ = Broadcast::none;
    bool computes_absent_ = false;
};

/// Returns the iso value of the result when all its sources carry it and nothing is computed, else
/// null.
const void *iso_value(const DenseView &A, const DenseView &B, const MergeValues &values,
                      const MergeRule &rule) {
    if (values.z != values.a || values.z != values.b) return nullptr;
    bool takes[4] = {};
    for (const MergeRule::Row &row : rule.rows) {
        takes[static_cast<int>(row.only_a)] = true;
        takes[static_cast<int>(row.only_b)] = true;
        takes[static_cast<int>(row.both)] = true;
    }
    if (takes[static_cast<int>(Take::both)]) return nullptr;
    const bool from_a = takes[static_cast<int>(Take::a)] && A.nvals != 0;
    const bool from_b = takes[static_cast<int>(Take::b)] && B.nvals != 0;
    if ((from_a && !A.is_iso) || (from_b && !B.is_iso)) return nullptr;
    if (from_a && from_b && std::memcmp(A.values, B.values, values.z->size) != 0) return nullptr;
    return from_a ? A.values : from_b ? B.values : nullptr;
}

/// A and B are iso and full, nothing is masked: the result is iso and full.
Ref<Snapshot> merge_iso(const DenseView &A, const DenseView &B, const MergeValues &values,
                        Take take) {
    const Type *type = values.z;
    DenseForm form;
    form.nvals = A.nvals;
    form.is_iso = true;
    form.values = Array(type->size);
    if (take == Take::both) {
        BoundBinary(values.op, type, values.a, values.b)(form.values.data(), A.values, B.values, 1);
    } else {
        cast_values(form.values.data(), type, B.values, B.type, 1); // no accumulator: C is B
    }
    return Snapshot::of_dense(type, A.nrows, A.ncols, std::move(form));
}

/// Every position takes the operator's value: A and B are full, and nothing is masked.
bool is_whole(const DenseView &A, const DenseView &B, Take take, const MaskView &mask,
              const RegionSets &region) noexcept {
    return take == Take::both && A.is_full() && B.is_full() && !(A.is_iso && B.is_iso) &&
           mask.is_none() && region.is_everything();
}

/// z = op(A, B) at each position; out may be A's own values.
void combine_whole(const DenseView &A, const DenseView &B, const MergeValues &values,
                   unsigned char *out) {
    const BoundBinary op(values.op, values.z, values.a, values.b);
    const Broadcast broadcast = A.is_iso ? Broadcast::x : B.is_iso ? Broadcast::y : Broadcast::none;
    const std::uint64_t n = A.nrows * A.ncols;
    const int threads = threads_for(static_cast<double>(n));
    const std::uint64_t chunks = threads <= 1 ? 1 : 4 * static_cast<unsigned>(threads);
    parallel_tasks(static_cast<std::int64_t>(chunks), threads, [&](std::int64_t task) {
        const auto chunk = static_cast<std::uint64_t>(task);
        // Chunks begin at whole cache lines, but for values of odd sizes.
        const auto start = [&](std::uint64_t k) {
            return k == chunks ? n : n / 64 * k / chunks * 64;
        };
        const std::uint64_t first = start(chunk), end = start(chunk + 1);
        op(out + first * values.z->size, A.is_iso ? A.values : A.value(first),
           B.is_iso ? B.values : B.value(first), end - first, broadcast);
    });
}

} // namespace

Ref<Snapshot> merge_dense(const DenseView &A, const DenseView &B, const MergeValues &values,
                          const MergeRule &rule, const MaskView &mask, const RegionSets &region,
                          Snapshot *in_place) {
    const Take take = rule.rows[static_cast<int>(Where::inside)].both;
    const bool is_full_iso = A.is_iso && A.is_full() && B.is_iso && B.is_full() && A.nvals != 0;
    if (in_place == nullptr && is_full_iso && mask.is_none() && region.is_everything())
        return merge_iso(A, B, values, take);
    if (is_whole(A, B, take, mask, region) && !(in_place != nullptr && A.is_iso)) {
        if (in_place != nullptr) {
            combine_whole(A, B, values, in_place->dense_form().get().values.as<unsigned char>());
            in_place->keep_dense_alone();
            return nullptr;
        }
        DenseForm form;
        form.nvals = A.nvals;
        form.values = Array(A.nrows * A.ncols * values.z->size);
        combine_whole(A, B, values, form.values.as<unsigned char>());
        return Snapshot::of_dense(values.z, A.nrows, A.ncols, std::move(form));
    }
    const DenseMerge merge(A, B, values, rule, mask, region);
    const std::uint64_t positions = merge.positions(), words = merge.words();
    const void *const iso = in_place == nullptr ? iso_value(A, B, values, rule) : nullptr;
    const bool is_iso = iso != nullptr;
    DenseForm form;
    if (is_iso) {
        form.is_iso = true;
        form.values = Array::copy_of(iso, values.z->size);
    } else if (in_place == nullptr) {
        form.values = Array(positions * values.z->size);
    }
    const WordRange range =
        in_place != nullptr ? changed_words(A, rule, mask, region) : WordRange{0, words};
    form.bits = Array::of<std::uint64_t>(words);
    auto *bits = form.bits.as<std::uint64_t>();
    form.nvals = keep_beyond(A, range, bits);
    auto *out = in_place != nullptr ? in_place->dense_form().get().values.as<unsigned char>()
                                    : form.values.as<unsigned char>();
    const std::uint64_t changed = range.end - range.begin;
    const int threads = threads_for(static_cast<double>(64 * changed) * 2.0);
    const std::uint64_t chunks =
        threads <= 1 ? 1 : std::min<std::uint64_t>(changed, 4 * static_cast<unsigned>(threads));
    HostVector<std::uint64_t> counts(chunks, 0);
    HostVector<unsigned char> scratch(chunks * merge.scratch_bytes());
    parallel_tasks(static_cast<std::int64_t>(chunks), threads, [&](std::int64_t task) {
        const auto chunk = static_cast<std::uint64_t>(task);
        unsigned char *own_scratch = scratch.data() + chunk * merge.scratch_bytes();
        std::uint64_t count = 0;
        for (std::uint64_t word = range.begin + changed * chunk / chunks;
             word < range.begin + changed * (chunk + 1) / chunks; word++) {
            const Words origin = merge.origins(word);
            bits[word] = origin.any();
            count += count_bits(bits[word]);
            if (!is_iso) merge.write_values(word, origin, out, in_place != nullptr, own_scratch);
        }
        counts[chunk] = count;
    });
    for (const std::uint64_t count : counts) form.nvals += count;
    if (form.nvals == positions) form.bits = Array();
    if (in_place == nullptr) return Snapshot::of_dense(values.z, A.nrows, A.ncols, std::move(form));
    DenseForm &own = in_place->dense_form().get();
    own.bits = std::move(form.bits);
    own.nvals = form.nvals;
    in_place->keep_dense_alone();
    return nullptr;
}

} // namespace grb
