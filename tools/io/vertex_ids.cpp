// Spells and finds the ids of vertices.
#include "vertex_ids.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace grb::tool {

VertexIds VertexIds::of_numbers(std::vector<uint64_t> numbers) {
    const uint64_t base = numbers.empty() ? 0 : numbers.front();
    if (base <= 1 && (numbers.empty() || numbers.back() == base + numbers.size() - 1))
        return VertexIds(base);
    VertexIds ids;
    ids.numbers_ = std::move(numbers);
    return ids;
}

VertexIds VertexIds::of_words(const std::vector<std::string_view> &words) {
    VertexIds ids;
    size_t size = 0;
    for (const std::string_view word : words) size += word.size();
    ids.text_.reserve(size);
    ids.ends_.reserve(words.size());
    for (const std::string_view word : words) {
        ids.text_ += word;
        ids.ends_.push_back(ids.text_.size());
    }
    return ids;
}

std::string_view VertexIds::word(uint64_t vertex) const {
    const uint64_t begin = vertex == 0 ? 0 : ends_[vertex - 1];
    return std::string_view(text_).substr(begin, ends_[vertex] - begin);
}

std::string VertexIds::of(uint64_t vertex) const {
    if (are_words()) return std::string(word(vertex));
    return std::to_string(numbers_.empty() ? vertex + base_ : numbers_[vertex]);
}

std::optional<uint64_t> VertexIds::find(std::string_view id, uint64_t vertices) const {
    if (are_words()) {
        for (uint64_t v = 0; v < std::min<uint64_t>(vertices, ends_.size()); ++v)
            if (word(v) == id) return v;
        return std::nullopt;
    }
    uint64_t number = 0;
    const auto [end, code] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (code != std::errc() || end != id.data() + id.size()) return std::nullopt;
    if (numbers_.empty()) {
        if (number < base_ || number - base_ >= vertices) return std::nullopt;
        return number - base_;
    }
    const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), number);
    if (found == numbers_.end() || *found != number) return std::nullopt;
    return static_cast<uint64_t>(found - numbers_.begin());
}

VertexIds VertexIds::of_kept(const std::vector<uint64_t> &kept) const {
    if (are_words()) {
        std::vector<std::string_view> words;
        words.reserve(kept.size());
        for (const uint64_t v : kept) words.push_back(word(v));
        return of_words(words);
    }
    std::vector<uint64_t> numbers;
    numbers.reserve(kept.size());
    for (const uint64_t v : kept) numbers.push_back(numbers_.empty() ? v + base_ : numbers_[v]);
    return of_numbers(std::move(numbers));
}

std::string VertexIds::describe() const {
    if (are_words()) return "that are words";
    if (numbers_.empty()) return fmt::format("from {}", base_);
    return fmt::format("between {} and {}", numbers_.front(), numbers_.back());
}

} // namespace grb::tool
