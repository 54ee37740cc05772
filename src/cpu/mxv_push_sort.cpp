#include "base/parallel.hpp"
#include "cpu/mask_cursor.hpp"
#include "cpu/mxv_cost.hpp"
#include "cpu/mxv_products.hpp"
#include "cpu/mxv_pull.hpp"
#include "cpu/mxv_push.hpp"
#include "storage/convert.hpp"
#include "storage/tuple_sort.hpp"

#include <bit>

namespace grb {

namespace {

/// Tells where product k of `entries` goes, in a key that sorts by destination, then by k.
struct PackedKeys {
    using Key = PackedTuple;
    int position_bits;
    explicit PackedKeys(std::uint64_t entries)
        : position_bits(static_cast<int>(std::bit_width(entries))) {}
    int low() const noexcept { return position_bits; }
    Key make(std::uint64_t destination, std::uint64_t k) const noexcept {
        return {destination << position_bits | k};
    }
    std::uint64_t destination(const Key &key) const noexcept { return key.word >> position_bits; }
    std::uint64_t position(const Key &key) const noexcept {
        return key.word & ((std::uint64_t{1} << position_bits) - 1);
    }
};
/// For destinations and positions that do not fit one word together.
struct PairedKeys {
    using Key = PairedTuple;
    explicit PairedKeys(std::uint64_t) {}
    int low() const noexcept { return 0; }
    Key make(std::uint64_t destination, std::uint64_t k) const noexcept { return {destination, k}; }
    std::uint64_t destination(const Key &key) const noexcept { return key.word; }
    std::uint64_t position(const Key &key) const noexcept { return key.position; }
};

/// Destinations of all products, and with `values` the products themselves.
template <class Keys>
void expand(const PushInput &input, const Keys &form, typename Keys::Key *keys,
            unsigned char *values) {
    const std::size_t size = input.binding.size;
    dispatch_widths(input.A, [&](const auto &A) {
        std::uint64_t next = 0;
        if (values == nullptr) {
            for_each_column(input, A, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                for (std::uint64_t p = begin; p < end; p++, next++)
                    keys[next] = form.make(A.column_indices[p], next);
            });
            return;
        }
        ProductBatch products(input.binding);
        const auto *u = static_cast<const unsigned char *>(input.binding.u_values.values);
        std::size_t count = 0;
        const auto flush = [&] {
            if (count != 0)
                std::memcpy(values + (next - count) * size, products.compute(count), count * size);
            count = 0;
        };
        for_each_column(input, A, [&](std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
            while (begin < end) {
                const auto length =
                    std::min<std::uint64_t>(end - begin, products.capacity() - count);
                if (products.needs_a())
                    std::memcpy(products.a(count), A.value(begin), length * products.a_size());
                if (products.needs_u())
                    fill_values(products.u(count), u + q * products.u_size(), length,
                                products.u_size());
                for (std::uint64_t p = begin; p < begin + length; p++, next++)
                    keys[next] = form.make(A.column_indices[p], next);
                begin += length;
                count += length;
                if (count == products.capacity()) flush();
            }
        });
        flush();
    });
}

template <class Keys>
Ref<Snapshot> push(const MxvProblem &problem, const PushInput &input, std::uint64_t entries) {
    using Key = typename Keys::Key;
    const Keys form(entries);
    const MxvBinding &binding = input.binding;
    const bool is_pattern = binding.tier == Tier::pattern;
    const std::size_t size = binding.size;
    Array key_bytes(entries * sizeof(Key));
    Key *keys = key_bytes.as<Key>();
    Array products(is_pattern ? 0 : entries * size), sums(is_pattern ? 0 : entries * size);
    expand(input, form, keys, is_pattern ? nullptr : products.as<unsigned char>());
    {
        Array scratch(entries * sizeof(Key));
        sort_tuples(keys, scratch.as<Key>(), entries, form.low(),
                    form.low() + static_cast<int>(std::bit_width(problem.m() - 1)),
                    threads_for(static_cast<double>(entries) * 10));
    }

    const MaskView mask = problem.mask.view();
    MaskCursor cursor(mask);
    cursor.begin_row(0);
    const BinaryOp &add = *binding.add->op;
    const auto *product = products.as<unsigned char>();
    auto *sum = sums.as<unsigned char>();
    Array run_bytes(is_pattern ? 0 : batch_length(size) * size);
    auto *run = run_bytes.as<unsigned char>();
    // Results overwrite the keys, which lie at or behind them.
    std::uint64_t nvals = 0;
    for (std::uint64_t begin = 0, end = 0; begin < entries; begin = end) {
        const std::uint64_t destination = form.destination(keys[begin]);
        for (end = begin + 1; end < entries && form.destination(keys[end]) == destination; end++) {
        }
        if (!cursor.lets_through(destination)) continue;
        if (!is_pattern) {
            unsigned char *total = sum + nvals * size;
            std::memcpy(total, product + form.position(keys[begin]) * size, size);
            for (std::uint64_t k = begin + 1; k < end;) {
                const std::uint64_t stop = std::min<std::uint64_t>(end, k + batch_length(size));
                const std::uint64_t length = stop - k;
                for (std::uint64_t place = 0; k < stop; k++, place++) {
                    std::memcpy(run + place * size, product + form.position(keys[k]) * size, size);
                }
                add.reduce(&add, total, run, length);
            }
        }
        keys[nvals++] = form.make(destination, 0);
    }
    if (nvals == 0) return Snapshot::empty(binding.type, 1, problem.m());

    SparsePart part;
    part.stored_rows = 1;
    part.nvals = nvals;
    part.index_width = index_width_for(1, problem.m());
    part.offset_width = offset_width_for(part.index_width, nvals);
    part.row_offsets = vector_offsets(nvals, part.offset_width);
    part.column_indices = Array(nvals * static_cast<std::size_t>(part.index_width));
    for (std::uint64_t k = 0; k < nvals; k++) {
        if (part.index_width == 4) {
            part.column_indices.as<std::uint32_t>()[k] =
                static_cast<std::uint32_t>(form.destination(keys[k]));
        } else {
            part.column_indices.as<std::uint64_t>()[k] = form.destination(keys[k]);
        }
    }
    part.is_iso = is_pattern;
    part.values = is_pattern ? binding.product : std::move(sums);
    if (!is_pattern) part.values.shrink(nvals * size);
    return Snapshot::of_rows(binding.type, 1, problem.m(), std::move(part));
}

/// w = A ⊕.⊗ u, push: products of the columns that u selects, sorted by destination, reduced run by
/// run. No memory in proportion to a dimension: the variant for 2^60 rows. Accepts everything.
/// A by columns (standard, hypersparse), any index width, u sparse, any mask (tested before a run is
/// reduced), w sparse and sorted. Work O(entries) per radix digit, scratch entries · (16..32 + 2 values)
/// bytes. One thread expands, all sort. Deterministic: w(i) is added up in the order of u.
/// After Yang 2019, Algorithms 5 and 6; without values only keys are sorted.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.u->nvals() == 0 || problem.A->nvals() == 0) {
        return Snapshot::empty(problem.result_type(), 1, problem.m());
    }
    const PushInput input(problem);
    const std::uint64_t entries = input.count_entries();
    if (entries == 0) return Snapshot::empty(problem.result_type(), 1, problem.m());
    const bool fits = std::bit_width(problem.m() - 1) + std::bit_width(entries) <= 64;
    return fits ? push<PackedKeys>(problem, input, entries)
                : push<PairedKeys>(problem, input, entries);
}

const char *refuses(const MxvProblem &) noexcept {
    return nullptr;
}

} // namespace

extern const Variant<MxvProblem> mxv_push_sort = {
    "cpu/mxv_push_sort", {.fuses_mask = true}, &refuses, &push_sort_cost, &run};

} // namespace grb
