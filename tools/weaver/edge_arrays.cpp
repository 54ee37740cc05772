// Names the layouts of edges and places them in memory.
#include "edge_arrays.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <random>
#include <utility>

namespace grb::weaver {

namespace {

constexpr const char *names[] = {"by-base", "by-neighbour", "shuffled",
                                 "records", "expanded",     "searched"};

} // namespace

const char *name_of(EdgeArrays arrays) {
    return names[static_cast<size_t>(arrays)];
}

EdgeArrays edge_arrays_named(const std::string &name) {
    const auto *const found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names))
        throw tool::InputError(fmt::format("there are no edge arrays '{}'; there are {}",
                                           tool::printable(name), fmt::join(names, ", ")));
    return static_cast<EdgeArrays>(found - std::begin(names));
}

namespace {

/// Reorders the edges' arrays; the offsets stay those of the bases.
Rows in_order(const Rows &rows, EdgeArrays arrays) {
    std::vector<uint32_t> order(rows.columns.size());
    std::iota(order.begin(), order.end(), 0u);
    if (arrays == EdgeArrays::by_neighbour)
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return rows.columns[a] < rows.columns[b]; });
    std::mt19937 random(1); // the same order on every machine
    if (arrays == EdgeArrays::shuffled)
        for (size_t left = order.size(); left > 1; --left)
            std::swap(order[left - 1], order[random() % left]);
    const auto picked = [&](const std::vector<uint32_t> &values) {
        std::vector<uint32_t> result;
        result.reserve(order.size());
        for (const uint32_t e : order) result.push_back(values[e]);
        return result;
    };
    return {rows.offsets, picked(rows.columns), picked(rows.bases), picked(rows.weights)};
}

std::vector<uint32_t> records_of(const Rows &rows) {
    std::vector<uint32_t> words;
    words.reserve(3 * rows.columns.size());
    for (size_t e = 0; e < rows.columns.size(); ++e)
        words.insert(words.end(), {rows.bases[e], rows.columns[e], rows.weights[e]});
    return words;
}

} // namespace

GraphAddresses copy_in_edges(Memory &memory, uint32_t line_bytes, const Rows &rows,
                             EdgeArrays arrays, bool has_weights) {
    const Rows edges = in_order(rows, arrays);
    GraphAddresses at;
    at.vertices = static_cast<uint32_t>(rows.offsets.size() - 1);
    at.entries = static_cast<uint32_t>(rows.columns.size());
    at.offsets = memory.copy_in(edges.offsets, line_bytes);
    if (arrays == EdgeArrays::records) {
        at.edge_words = 3;
        at.bases = memory.copy_in(records_of(edges), line_bytes);
        at.columns = at.bases + 1;
        at.weights = has_weights ? at.bases + 2 : 0;
        return at;
    }
    at.columns = memory.copy_in(edges.columns, line_bytes);
    if (arrays == EdgeArrays::expanded)
        at.bases = memory.allocate(at.entries, line_bytes);
    else if (arrays != EdgeArrays::searched)
        at.bases = memory.copy_in(edges.bases, line_bytes);
    at.weights = has_weights ? memory.copy_in(edges.weights, line_bytes) : 0;
    return at;
}

} // namespace grb::weaver
