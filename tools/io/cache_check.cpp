// Checks the entries of a binary graph in one pass.
#include "cache_check.h"

#include "mirror_sum.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace grb::tool {

namespace {

constexpr uint64_t none = std::numeric_limits<uint64_t>::max();

/// The findings of a pass over the entries.
struct Found {
    bool are_valid = true;   ///< in range, sorted, without duplicates
    uint64_t bad = none;     ///< the first invalid weight
    double largest = 0;      ///< the largest magnitude of a weight
    uint64_t mirror_sum = 0; ///< 0: symmetric

    /// Adds the findings of further entries.
    void add(const Found &other) {
        are_valid = are_valid && other.are_valid;
        bad = std::min(bad, other.bad);
        largest = std::max(largest, other.largest);
        mirror_sum += other.mirror_sum;
    }
};

/// Returns whether this field allows the weight.
bool is_good(double weight, Field field) {
    if (field == Field::integer) return std::trunc(weight) == weight && std::abs(weight) <= 0x1p53;
    return std::isfinite(weight);
}

/// Checks row `row`, which has entries [begin, end). value(k) is a weight, or 1.
template <class Columns, class Value>
void check_row(Found &found, uint64_t row, uint64_t begin, uint64_t end, const CacheHeader &h,
               const Columns &columns, const Value &value) {
    bool ascends = begin == end || columns[end - 1] < h.ncols;
    for (uint64_t k = begin + 1; k < end; ++k) ascends &= columns[k - 1] < columns[k];
    found.are_valid &= ascends;
    const auto field = static_cast<Field>(h.field);
    if (field != Field::pattern)
        for (uint64_t k = begin; k < end; ++k) {
            const auto weight = static_cast<double>(value(k));
            found.largest = std::max(found.largest, std::abs(weight));
            if (!is_good(weight, field)) found.bad = std::min(found.bad, k);
        }
    if (h.is_undirected == 0 && h.is_symmetric == 0) return;
    // Adds entries above the diagonal and subtracts those below it.
    const auto number = [&](uint64_t i, uint64_t j, uint64_t k) {
        return field == Field::pattern ? MirrorSum::number(i, j)
                                       : MirrorSum::number(i, j, value(k));
    };
    uint64_t sum = 0;
    uint64_t k = begin;
    for (; k < end && columns[k] < row; ++k) sum -= number(columns[k], row, k);
    k += k < end && columns[k] == row;
    for (; k < end; ++k) sum += number(row, columns[k], k);
    found.mirror_sum += sum;
}

/// Checks the rows of a part, and all offsets.
template <class Value>
Found check_entries(const PackedRows &packed, const CacheHeader &h, const RangePart &part,
                    const Value &value) {
    Found found;
    bool ascend = packed.offset(0) == 0 && packed.offset(h.nrows) == h.entries;
#pragma omp parallel for schedule(static) reduction(&& : ascend) if (h.nrows > serial_size)
    for (uint64_t i = 0; i < h.nrows; ++i)
        ascend = ascend && packed.offset(i) <= packed.offset(i + 1);
    found.are_valid = ascend;
    if (!ascend) return found;
    bool are_valid = true;
    uint64_t bad = none;
    double largest = 0;
    uint64_t mirror_sum = 0;
#pragma omp parallel for schedule(dynamic, 1024) reduction(&& : are_valid) reduction(min : bad) \
    reduction(max : largest) reduction(+ : mirror_sum) if (h.entries > serial_size)
    for (uint64_t i = part.begin(h.nrows); i < part.end(h.nrows); ++i) {
        Found row;
        check_row(row, i, packed.offset(i), packed.offset(i + 1), h, packed.columns, value);
        are_valid = are_valid && row.are_valid;
        bad = std::min(bad, row.bad);
        largest = std::max(largest, row.largest);
        mirror_sum += row.mirror_sum;
    }
    return {are_valid, bad, largest, mirror_sum};
}

Found check_entries(const PackedRows &packed, const CacheHeader &h, const RangePart &part) {
    const auto values = [&](auto number) {
        const auto *const all = static_cast<const decltype(number) *>(packed.values);
        return check_entries(packed, h, part, [all](uint64_t k) { return all[k]; });
    };
    if (packed.values == nullptr) return check_entries(packed, h, part, [](uint64_t) { return 1; });
    switch (packed.numbers) {
    case Numbers::int32:
        return values(int32_t());
    case Numbers::int64:
        return values(int64_t());
    case Numbers::fp64:
        break;
    }
    return values(double());
}

Found check_list(const EdgeList &edges, const CacheHeader &h, const RangePart &part) {
    bool are_valid = true;
    uint64_t bad = none;
    uint64_t mirror_sum = 0;
    const auto weight = [&](uint64_t k) { return edges.is_pattern() ? 1 : edges.weights[k]; };
#pragma omp parallel for schedule(static) reduction(&& : are_valid) reduction(min : bad) \
    reduction(+ : mirror_sum) if (h.entries > serial_size)
    for (uint64_t k = part.begin(h.entries); k < part.end(h.entries); ++k) {
        const uint64_t row = edges.rows[k];
        Found one;
        check_row(one, row, k, k + 1, h, edges.cols, weight);
        are_valid = are_valid && one.are_valid && row < h.nrows &&
                    (k == 0 || edges.rows[k - 1] < row ||
                     (edges.rows[k - 1] == row && edges.cols[k - 1] < edges.cols[k]));
        bad = std::min(bad, one.bad);
        mirror_sum += one.mirror_sum;
    }
    return {are_valid, bad, 0, mirror_sum};
}

/// The row of a packed entry.
uint64_t row_of(const PackedRows &packed, uint64_t nrows, uint64_t k) {
    uint64_t low = 0;
    uint64_t high = nrows;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        (packed.offset(middle) <= k ? low : high) = middle;
    }
    return low;
}

} // namespace

std::string fault_of_entries(const CacheHeader &h, const EdgeList &edges, Processes &group) {
    const PackedRows *const packed = edges.packed.get();
    const RangePart part = group.part();
    const Found own =
        packed == nullptr ? check_list(edges, h, part) : check_entries(*packed, h, part);
    Found found;
    for (const Found &one : group.gather_numbers(own)) found.add(one);
    if (!found.are_valid) return "it is damaged: its indices are not those of a matrix";
    if (found.bad != none) {
        const uint64_t k = found.bad;
        const uint64_t row = packed == nullptr ? edges.rows[k] : row_of(*packed, h.nrows, k);
        const uint64_t col = packed == nullptr ? edges.cols[k] : packed->columns[k];
        const double weight = packed == nullptr ? edges.weights[k] : packed->value(k);
        return fmt::format("the weight of the edge from {} to {} is {}, which is no {}",
                           edges.ids.of(row), edges.ids.of(col), weight,
                           edges.field == Field::integer ? "integer up to 2^53" : "finite number");
    }
    if (packed != nullptr && !edges.is_pattern() &&
        !can_sum(found.largest, h.nrows, packed->numbers))
        return fmt::format("it is damaged: a weight of {} is too large for its type",
                           found.largest);
    if (found.mirror_sum != 0) return "it is damaged: it is not symmetric, as it says";
    return {};
}

} // namespace grb::tool
