// Sorts and joins entries, and transforms a graph after reading.
#include "assemble.h"

#include "input_error.h"
#include "sort_entries.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace grb::tool {

namespace {

template <class Entry>
void assemble_as(EdgeList &edges, RawEntries &raw, Duplicates rule) {
    using Key = decltype(Entry::key);
    Buffer<Entry> entries(raw.rows.size());
#pragma omp parallel for schedule(static)
    for (uint64_t k = 0; k < entries.size(); ++k) {
        entries[k].key = Key::of(raw.rows[k], raw.cols[k]);
        if constexpr (Entry::has_weight) entries[k].weight = raw.weights[k];
    }
    raw = RawEntries();
    sort_into(edges, entries, rule);
}

/// Keeps the entries for which keep(k) holds, in place: writes never overtake reads.
template <class Keep>
void keep_entries(EdgeList &edges, const Keep &keep) {
    uint64_t out = 0;
    for (uint64_t k = 0; k < edges.size(); ++k) {
        if (!keep(k)) continue;
        edges.rows[out] = edges.rows[k];
        edges.cols[out] = edges.cols[k];
        if (!edges.is_pattern()) edges.weights[out] = edges.weights[k];
        ++out;
    }
    edges.rows.resize(out);
    edges.cols.resize(out);
    if (!edges.is_pattern()) edges.weights.resize(out);
}

void keep_component(EdgeList &edges) {
    const std::vector<uint64_t> kept = largest_component(edges);
    Buffer<uint64_t> number(edges.nrows);
    std::fill(number.begin(), number.end(), UINT64_MAX);
    for (uint64_t v = 0; v < kept.size(); ++v) number[kept[v]] = v;
    keep_entries(edges, [&](uint64_t k) { return number[edges.rows[k]] != UINT64_MAX; });
    for (uint64_t k = 0; k < edges.size(); ++k) {
        edges.rows[k] = number[edges.rows[k]];
        edges.cols[k] = number[edges.cols[k]];
    }
    if (kept.size() != edges.nrows) edges.ids = edges.ids.of_kept(kept);
    edges.nrows = edges.ncols = kept.size();
}

/// Returns whether the positions ascend strictly, so that there is nothing to sort or join.
bool are_sorted(const RawEntries &raw) {
    const uint64_t count = raw.rows.size();
    bool in_order = true;
#pragma omp parallel for schedule(static) reduction(&& : in_order) if (count >= serial_size)
    for (uint64_t k = 1; k < count; ++k)
        in_order = in_order && (raw.rows[k - 1] != raw.rows[k] ? raw.rows[k - 1] < raw.rows[k]
                                                               : raw.cols[k - 1] < raw.cols[k]);
    return in_order;
}

} // namespace

void assemble(EdgeList &edges, RawEntries &raw, Duplicates rule) {
    if (are_sorted(raw)) {
        edges.rows = std::move(raw.rows);
        edges.cols = std::move(raw.cols);
        edges.weights = std::move(raw.weights);
        return;
    }
    with_entries(std::max(edges.nrows, edges.ncols), !edges.is_pattern(),
                 [&](auto entry) { assemble_as<decltype(entry)>(edges, raw, rule); });
}

void symmetrize(EdgeList &edges, Duplicates rule) {
    if (edges.is_undirected || is_symmetric(edges)) {
        edges.is_undirected = true;
        return;
    }
    RawEntries raw;
    const bool has_weights = !edges.is_pattern();
    // `first` takes the entry above the diagonal: both lists hold those entries first.
    for (const bool is_above : {true, false}) {
        for (uint64_t k = 0; k < edges.size(); ++k) {
            const uint64_t i = edges.rows[k];
            const uint64_t j = edges.cols[k];
            if ((i <= j) != is_above) continue;
            raw.rows.push_back(i);
            raw.cols.push_back(j);
            if (has_weights) raw.weights.push_back(edges.weights[k]);
            if (i == j) continue;
            raw.rows.push_back(j);
            raw.cols.push_back(i);
            if (has_weights) raw.weights.push_back(edges.weights[k]);
        }
    }
    assemble(edges, raw, rule);
    edges.is_undirected = true;
}

std::vector<uint64_t> largest_component(const EdgeList &edges) {
    Buffer<uint64_t> parent(edges.nrows);
    std::iota(parent.begin(), parent.end(), uint64_t{0});
    const auto root = [&](uint64_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    // The root of a tree is its least vertex.
    for (uint64_t k = 0; k < edges.size(); ++k) {
        const uint64_t i = root(edges.rows[k]);
        const uint64_t j = root(edges.cols[k]);
        parent[std::max(i, j)] = std::min(i, j);
    }
    Buffer<uint64_t> size(edges.nrows);
    std::fill(size.begin(), size.end(), uint64_t{0});
    for (uint64_t v = 0; v < edges.nrows; ++v) ++size[root(v)];
    uint64_t best = 0;
    for (uint64_t v = 0; v < edges.nrows; ++v)
        if (size[v] > size[best]) best = v;
    std::vector<uint64_t> kept;
    for (uint64_t v = 0; v < edges.nrows; ++v)
        if (root(v) == best) kept.push_back(v);
    return kept;
}

namespace {

/// Joined weights may exceed the range of a double.
void check_weights(const EdgeList &edges, const std::string &name) {
    const double most = edges.field == Field::integer ? 0x1p53 : std::numeric_limits<double>::max();
    uint64_t bad = UINT64_MAX;
#pragma omp parallel for schedule(static) reduction(min : bad) if (edges.size() > serial_size)
    for (uint64_t k = 0; k < edges.weights.size(); ++k)
        if (!(std::abs(edges.weights[k]) <= most)) bad = std::min(bad, k);
    if (bad == UINT64_MAX) return;
    throw InputError(fmt::format(
        "{}: the weight of the edge from {} to {} is {}, which is no {}: "
        "--dedup says how several become one",
        name, edges.ids.of(edges.rows[bad]), edges.ids.of(edges.cols[bad]), edges.weights[bad],
        edges.field == Field::integer ? "integer up to 2^53" : "finite number"));
}

void change(EdgeList &edges, const std::string &name, const ReadOptions &options) {
    const bool needs_square = options.symmetrize || options.largest_component;
    if (needs_square && edges.nrows != edges.ncols)
        throw InputError(fmt::format("{}: the matrix is {} x {}, {} needs a square one", name,
                                     edges.nrows, edges.ncols,
                                     options.symmetrize ? "--symmetrize" : "--largest-component"));
    if (options.drop_self_loops)
        keep_entries(edges, [&](uint64_t k) { return edges.rows[k] != edges.cols[k]; });
    if (options.symmetrize) symmetrize(edges, options.duplicates);
    if (!options.largest_component) return;
    // A few bytes that claim many vertices must not exhaust the memory.
    constexpr uint64_t always = uint64_t{1} << 24;
    if (edges.nrows > always && (edges.nrows - always) / 64 > edges.size())
        throw InputError(fmt::format("{}: {} vertices are too many for {} entries to look for "
                                     "components",
                                     name, edges.nrows, edges.size()));
    keep_component(edges);
}

} // namespace

void transform(EdgeList &edges, const std::string &name, const ReadOptions &options) {
    change(edges, name, options);
    check_weights(edges, name);
}

} // namespace grb::tool
