/// Carries out turns of a breadth-first search in advance, by one thread: each vertex of the
/// frontier marks its neighbours in the visited vector itself. The marks go before it returns, so
/// that no object has changed; turns that the program asks for are applied later.
/// Requires: A by its push direction with 32-bit indices. Work O(edges of the frontiers), scratch
/// O(vertices), both bounded (problems/search.hpp): a turn that would exceed the bounds ends the
/// work. Deterministic: of parents the least counts, also for ANY. New vertices are in any order.
/// A dense vector of visited vertices as the mask of a push: Yang 2019.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/chain.hpp"

#include <cstring>

namespace grb {

namespace {

const char *refuses(const ChainProblem &problem) {
    if (problem.search == nullptr) return "no turns of a search";
    // A failed GPU leaves the turns that were asked for to the host.
    return problem.is_on_device && problem.search->asked == 0 ? "a GPU has the base" : nullptr;
}

Cost cost(const ChainProblem &problem) {
    // Turns that are applied are as good as done: there is no other variant on the host.
    const double vertices = problem.search->asked != 0
                                ? 0
                                : static_cast<double>(problem.search->most) *
                                      static_cast<double>(problem.base->most_nvals());
    return {rates().call_seconds + vertices / rates().scatters_cached};
}

/// The visited vector while its elements are marked with the numbers of vertices, from 1. Elements
/// have 4 or 8 bytes; a mark is in the low half.
class Marks {
public:
    Marks(const Container &visited, bool tests_values)
        : form_(const_cast<Snapshot &>(*visited.unshared()).dense_form().get()),
          words_(form_.values.as<std::uint32_t>()), shift_(visited.type()->size / 8),
          bits_(tests_values ? nullptr : form_.bits.as<std::uint64_t>()) {}
    bool is_visited(std::uint32_t vertex) const noexcept {
        if (bits_ != nullptr) return (bits_[vertex / 64] >> (vertex % 64) & 1) != 0;
        const std::size_t at = std::size_t{vertex} << shift_;
        return (words_[at] | words_[at + shift_]) != 0;
    }
    std::uint32_t &mark(std::uint32_t vertex) const noexcept {
        return words_[std::size_t{vertex} << shift_];
    }
    void flip_bit(std::uint32_t vertex) const noexcept {
        if (bits_ != nullptr) bits_[vertex / 64] ^= std::uint64_t{1} << (vertex % 64);
    }

private:
    DenseForm &form_;
    std::uint32_t *const words_;
    const std::size_t shift_;
    std::uint64_t *const bits_;
};

/// Turns that are being carried out.
class Turns {
public:
    Turns(SearchTurns &search, const Snapshot &base);
    void run();

private:
    bool begin();
    bool fits(int turn);
    void expand(std::uint32_t begin, std::uint32_t end);
    std::uint64_t offset(std::size_t row) const noexcept {
        return rows_.offset_width == 4 ? static_cast<const std::uint32_t *>(rows_.offsets)[row]
                                       : static_cast<const std::uint64_t *>(rows_.offsets)[row];
    }
    void add(std::uint32_t vertex, std::uint32_t parent) noexcept {
        positions_[count_] = vertex;
        if (parents_ != nullptr) parents_[count_] = parent;
        marks_.mark(vertex) = ++count_;
        marks_.flip_bit(vertex);
    }

    SearchTurns &search_;
    const SearchCalls &calls_;
    const Snapshot &base_;
    const SparseForm &list_;
    struct Rows {
        const void *offsets;
        const std::uint32_t *columns;
        int offset_width;
    } rows_;
    const Marks marks_;
    std::uint32_t capacity_, count_ = 0;
    std::uint64_t edges_ = 0;
    std::uint32_t *positions_ = nullptr, *parents_ = nullptr, *ends_ = nullptr;
};

Turns::Turns(SearchTurns &search, const Snapshot &base)
    : search_(search), calls_(search.calls), base_(base), list_(*any_list_of(base)),
      marks_(*calls_.visited, calls_.tests_values) {
    const SparseForm &A = calls_.A->vectors_form(calls_.walks_columns).get();
    rows_ = {A.row_offsets.data(), A.column_indices.as<std::uint32_t>(), A.offset_width};
    // Lists that grow much faster end the work early.
    const std::uint64_t expected = 2 * (list_.nvals + 16) * static_cast<unsigned>(search.most + 1);
    capacity_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(expected, most_search_entries));
    search.reserve(capacity_, false);
    positions_ = search.positions.as<std::uint32_t>();
    parents_ = search.parents.as<std::uint32_t>();
    ends_ = search.ends.as<std::uint32_t>();
}

/// Takes the frontier as the first list. Returns false when its assignment is not that of a search:
/// a vertex has been visited, or its value is none that a turn makes.
bool Turns::begin() {
    const auto *const vertices = list_.column_indices.as<std::uint32_t>();
    const auto *const values = list_.values.as<unsigned char>();
    const std::size_t size = base_.type()->size;
    for (std::uint32_t k = 0; k < list_.nvals; k++) {
        positions_[k] = vertices[k];
        if (!calls_.sets_first) continue;
        if (marks_.is_visited(vertices[k])) return false;
        if (parents_ == nullptr) continue;
        const unsigned char *const value = values + (list_.is_iso ? 0 : k * size);
        std::int64_t parent;
        if (size == 8)
            std::memcpy(&parent, value, 8);
        else
            parent = static_cast<std::int64_t>(*reinterpret_cast<const std::int32_t *>(value));
        parent -= calls_.offset;
        if (parent < 0 || parent > UINT32_MAX) return false;
        parents_[k] = static_cast<std::uint32_t>(parent);
    }
    return true;
}

/// True when the bounds allow that the vertices of the list before the turn have all their edges
/// followed. Counts these.
bool Turns::fits(int turn) {
    std::uint64_t edges = 0;
    for (std::uint32_t k = search_.begin_of(turn - 1); k < count_; k++)
        edges += offset(std::size_t{positions_[k]} + 1) - offset(positions_[k]);
    edges_ += edges;
    return count_ + edges <= capacity_ && edges <= most_turn_edges && edges_ <= most_search_edges;
}

/// Adds the neighbours that are new. All of them have numbers from `end` on.
void Turns::expand(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t k = begin; k < end; k++) {
        const std::uint32_t vertex = positions_[k];
        const std::uint64_t last = offset(std::size_t{vertex} + 1);
        for (std::uint64_t edge = offset(vertex); edge < last; edge++) {
            const std::uint32_t neighbour = rows_.columns[edge];
            if (!marks_.is_visited(neighbour)) {
                add(neighbour, vertex);
            } else if (parents_ != nullptr) {
                // Other values may look like a mark.
                const std::uint32_t number = marks_.mark(neighbour) - 1;
                if (number >= end && number < count_ && positions_[number] == neighbour)
                    parents_[number] = std::min(parents_[number], vertex);
            }
        }
    }
}

void Turns::run() {
    if (!begin()) return;
    if (calls_.sets_first) {
        for (std::uint32_t k = 0; k < list_.nvals; k++)
            add(positions_[k], parents_ == nullptr ? 0 : parents_[k]);
    }
    count_ = static_cast<std::uint32_t>(list_.nvals);
    const std::uint32_t first_mark = calls_.sets_first ? 0 : count_;
    ends_[0] = count_;
    for (int turn = 1; turn <= search_.most && fits(turn); turn++) {
        const std::uint32_t begin = search_.begin_of(turn - 1), end = count_;
        expand(begin, end);
        ends_[turn] = count_;
        search_.turns = turn;
        if (count_ == end || count_ - end > longest_search_list) break;
    }
    for (std::uint32_t k = first_mark; k < count_; k++) {
        marks_.mark(positions_[k]) = 0;
        marks_.flip_bit(positions_[k]);
    }
}

/// Writes the turns' assignments to one vector. Returns the number of elements that had no entry.
std::uint64_t apply(const SearchTurns &search, int number, DenseForm &form, const Type *type) {
    const SearchSet &set = search.calls.sets[static_cast<std::size_t>(number)];
    const auto *const positions = search.positions.as<std::uint32_t>();
    const auto *const parents = search.parents.as<std::uint32_t>();
    auto *const bits = form.bits.as<std::uint64_t>();
    auto *const values = form.values.as<unsigned char>();
    std::uint64_t added = 0;
    for (int turn = 1; turn <= search.asked; turn++) {
        const int list = search.list_of(turn);
        std::uint64_t value = search.scalars[number][turn - 1];
        for (std::uint32_t k = search.begin_of(list); k < search.end_of(list); k++) {
            const std::uint32_t p = positions[k];
            if (set.takes_values)
                value = parents[k] + static_cast<std::uint64_t>(search.calls.offset);
            std::memcpy(values + p * type->size, &value, type->size);
            if (bits == nullptr) continue;
            const std::uint64_t bit = std::uint64_t{1} << (p % 64);
            added += (bits[p / 64] & bit) == 0;
            bits[p / 64] |= bit;
        }
    }
    return added;
}

/// The frontier after the last turn that was asked for.
Ref<Snapshot> last_frontier(const SearchTurns &search) {
    const std::size_t begin = search.begin_of(search.asked),
                      count = search.end_of(search.asked) - begin,
                      size = search.calls.frontier->type()->size;
    Array values;
    if (search.calls.has_parents) values = Array(count * size);
    auto *const to = values.as<unsigned char>();
    for (std::size_t k = 0; k < count && to != nullptr; k++) {
        const std::int64_t value =
            search.parents.as<std::uint32_t>()[begin + k] + search.calls.offset;
        std::memcpy(to + k * size, &value, size);
    }
    const std::uint32_t *const positions = search.positions.as<std::uint32_t>() + begin;
    return frontier_of(search, Array::copy_of(positions, count * sizeof *positions),
                       std::move(values));
}

ChainResults run(const ChainProblem &problem) {
    SearchTurns &search = *problem.search;
    ChainResults results;
    if (search.asked == 0) {
        Turns(search, *problem.base).run();
        return results;
    }
    results.of[0] = last_frontier(search);
    // Nothing below fails on the host.
    for (int k = 0; k < search.calls.set_count; k++) {
        Container &C = *search.calls.sets[static_cast<std::size_t>(k)].C;
        finish_search_set(C,
                          apply(search, k, C.unshared_for_writing().dense_form().get(), C.type()));
    }
    return results;
}

} // namespace

extern const Variant<ChainProblem> search_ahead = {
    "cpu/search_ahead", {.writes_output = true}, refuses, cost, run};

} // namespace grb
