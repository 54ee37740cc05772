#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// What a file calls the vertices of its graph, whose numbers are from 0. Three forms: the number and a base,
/// a number of the file's own for each vertex, or a word for each.
class VertexIds {
public:
    /// Vertex v is called v + base.
    explicit VertexIds(uint64_t base = 0) : base_(base) {}
    /// Vertex v is called numbers[v]. The numbers ascend. Ids are plain where these follow each other from 0 or 1.
    static VertexIds of_numbers(std::vector<uint64_t> numbers);
    /// Vertex v is called by the v-th word. All words differ.
    static VertexIds of_words(const std::vector<std::string_view> &words);

    /// The id of a vertex, as the file spells it.
    std::string of(uint64_t vertex) const;
    /// The vertex with this id among the first `vertices`, if there is one.
    std::optional<uint64_t> find(std::string_view id, uint64_t vertices) const;
    /// Ids of the graph that keeps these vertices alone, in this order. `kept` ascends.
    VertexIds of_kept(const std::vector<uint64_t> &kept) const;

    /// Whether vertex v is called v + base().
    bool is_plain() const { return numbers_.empty() && ends_.empty(); }
    bool are_words() const { return !ends_.empty(); }
    uint64_t base() const { return base_; }
    /// The numbers, or where each word ends in text(); empty where ids are plain.
    const std::vector<uint64_t> &table() const { return are_words() ? ends_ : numbers_; }
    const std::string &text() const { return text_; }
    /// "from 0", "from 1", or what kind of a table there is.
    std::string describe() const;

private:
    std::string_view word(uint64_t vertex) const;

    uint64_t base_ = 0;
    std::vector<uint64_t> numbers_;
    std::string text_; ///< the words, one after the other
    std::vector<uint64_t> ends_;
};

} // namespace grb::tool
