// The ids of vertices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// A file's ids for the vertices of its graph, which are numbered from 0. The ids have three forms:
/// the number plus a base, a number from the file for each vertex, or a word for each.
class VertexIds {
public:
    /// Vertex v has id v + base.
    explicit VertexIds(uint64_t base = 0) : base_(base) {}
    /// Vertex v has id numbers[v]. The numbers ascend. Ids are plain if the numbers are consecutive
    /// from 0 or 1.
    static VertexIds of_numbers(std::vector<uint64_t> numbers);
    /// Vertex v has the v-th word as id. All words differ.
    static VertexIds of_words(const std::vector<std::string_view> &words);

    /// The id of a vertex in the file's spelling.
    std::string of(uint64_t vertex) const;
    /// The vertex with this id among the first `vertices`, if any.
    std::optional<uint64_t> find(std::string_view id, uint64_t vertices) const;
    /// The ids of the graph with only these vertices, in this order. `kept` ascends.
    VertexIds of_kept(const std::vector<uint64_t> &kept) const;

    /// Returns whether vertex v has id v + base().
    bool is_plain() const { return numbers_.empty() && ends_.empty(); }
    bool are_words() const { return !ends_.empty(); }
    uint64_t base() const { return base_; }
    /// The numbers, or the end of each word in text(); empty if ids are plain.
    const std::vector<uint64_t> &table() const { return are_words() ? ends_ : numbers_; }
    const std::string &text() const { return text_; }
    /// "from 0", "from 1", or the kind of table.
    std::string describe() const;

private:
    std::string_view word(uint64_t vertex) const;

    uint64_t base_ = 0;
    std::vector<uint64_t> numbers_;
    std::string text_; ///< the words, concatenated
    std::vector<uint64_t> ends_;
};

} // namespace grb::tool
