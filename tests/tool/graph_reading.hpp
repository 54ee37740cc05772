#pragma once

#include "io/formats.h"
#include "io/input_error.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>
#include <string>
#include <tuple>
#include <vector>

namespace grb::tool {

using Triples = std::vector<std::tuple<uint64_t, uint64_t, double>>;

inline Triples triples(const EdgeList &edges) {
    Triples list;
    for (uint64_t k = 0; k < edges.size(); ++k)
        list.emplace_back(edges.rows[k], edges.cols[k],
                          edges.is_pattern() ? 1.0 : edges.weights[k]);
    return list;
}

using Named = std::vector<std::tuple<std::string, std::string, double>>;

/// Entries with the ids of their file, sorted.
inline Named named(const EdgeList &edges) {
    Named list;
    for (uint64_t k = 0; k < edges.size(); ++k)
        list.emplace_back(edges.ids.of(edges.rows[k]), edges.ids.of(edges.cols[k]),
                          edges.is_pattern() ? 1.0 : edges.weights[k]);
    std::sort(list.begin(), list.end());
    return list;
}

/// Returns the error that a text causes, or "accepted".
inline std::string complaint(const std::string &text, const std::string &name,
                             const ReadOptions &options = {}) {
    try {
        parse_graph(text, name, options);
    } catch (const InputError &error) {
        return error.what();
    }
    return "accepted";
}

/// A damaged file, and what the complaint begins with.
struct Damaged {
    std::string name, text, part;
};

/// Appends numbers as they lie in memory.
template <class T>
void put(std::string &out, std::initializer_list<T> numbers) {
    for (const T number : numbers) out.append(reinterpret_cast<const char *>(&number), sizeof(T));
}

inline ReadOptions as(const std::string &format) {
    ReadOptions options;
    options.format = format;
    return options;
}

} // namespace grb::tool
