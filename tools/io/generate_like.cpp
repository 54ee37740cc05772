// Generates graphs with given degrees.
#include "collect.h"

namespace grb::tool {

namespace {

/// The first half-edge of each rank. The running sum of the whole degrees follows the expected one.
std::vector<uint64_t> half_edges_of(uint64_t n, uint64_t entries, uint64_t max_degree) {
    const auto expected = [&](double s, uint64_t rank) {
        return static_cast<double>(max_degree) / (1 + s * static_cast<double>(rank));
    };
    double low = 0;
    double high = static_cast<double>(max_degree);
    for (int step = 0; step < 60; ++step) {
        const double s = (low + high) / 2;
        double sum = 0;
        for (uint64_t rank = 0; rank < n; ++rank) sum += expected(s, rank);
        (sum > static_cast<double>(entries) ? low : high) = s;
    }
    std::vector<uint64_t> begin(n + 1, 0);
    double sum = 0;
    for (uint64_t rank = 0; rank < n; ++rank) {
        sum += expected(high, rank);
        begin[rank + 1] =
            std::min(std::min(static_cast<uint64_t>(sum + 0.5), begin[rank] + max_degree), entries);
    }
    return begin;
}

/// Joins half-edges until each vertex has its target degree, or nearly so.
class Joiner {
public:
    Joiner(const std::vector<uint64_t> &begin, const GenerateOptions &options)
        : options_(options), pairs_(empty_graph(begin.size() - 1, options)),
          target_(begin.size() - 1) {
        const uint64_t n = target_.size();
        const uint64_t halves = begin[n];
        Buffer<uint64_t> owner(halves);
        const Permutation permute(n, options.seed, vertices);
#pragma omp parallel for schedule(dynamic, 1024)
        for (uint64_t rank = 0; rank < n; ++rank) {
            const uint64_t vertex = permute(rank);
            target_[vertex] = begin[rank + 1] - begin[rank];
            std::fill(owner.begin() + static_cast<int64_t>(begin[rank]),
                      owner.begin() + static_cast<int64_t>(begin[rank + 1]), vertex);
        }
        const Permutation shuffle(halves, options.seed, half_edges);
        Buffer<Entry> entries(options.is_directed ? halves : halves / 2);
#pragma omp parallel for schedule(static)
        for (uint64_t k = 0; k < entries.size(); ++k) {
            const Pair pair = options.is_directed
                                  ? Pair{owner[k], owner[shuffle(k)]}
                                  : ordered({owner[shuffle(2 * k)], owner[shuffle(2 * k + 1)]});
            entries[k].key = pair.u == pair.v ? NarrowKey::none() : NarrowKey::of(pair.u, pair.v);
        }
        sort_into(pairs_, entries);
    }

    /// Most dropped loops and duplicates are at the largest vertices. Swaps join their ends to
    /// those of existing pairs: u-v and x-y become u-y and x-v.
    EdgeList join() {
        constexpr uint64_t most_rounds = 20, negligible = 20000;
        for (uint64_t round = 0; round < most_rounds; ++round) {
            const std::vector<Pair> missing = missing_pairs(round);
            if (pairs_.size() == 0 || missing.size() * negligible <= pairs_.size()) break;
            swap_in(missing, round);
        }
        if (options_.is_directed) return std::move(pairs_);
        return collect(target_.size(), pairs_.size(), options_, [this](uint64_t k) {
            return Pair{pairs_.rows[k], pairs_.cols[k]};
        });
    }

private:
    using Entry = PatternEntry<NarrowKey>;

    /// Keeps an undirected pair once.
    Pair ordered(Pair pair) const {
        if (!options_.is_directed && pair.u > pair.v) std::swap(pair.u, pair.v);
        return pair;
    }

    uint64_t stream(uint64_t round, uint64_t which) const {
        return swaps + 4 * round + which;
    }

    std::vector<Pair> missing_pairs(uint64_t round) const {
        std::vector<uint64_t> out_of(target_),
            into(options_.is_directed ? target_ : decltype(target_){});
        for (const uint64_t u : pairs_.rows) --out_of[u];
        for (const uint64_t v : pairs_.cols) --(options_.is_directed ? into : out_of)[v];
        const auto as_often = [](const std::vector<uint64_t> &counts) {
            std::vector<uint64_t> list;
            for (uint64_t v = 0; v < counts.size(); ++v) list.insert(list.end(), counts[v], v);
            return list;
        };
        const std::vector<uint64_t> from = as_often(out_of), to = as_often(into);
        std::vector<Pair> missing(options_.is_directed ? from.size() : from.size() / 2);
        if (missing.empty()) return missing;
        const Permutation shuffle(from.size(), options_.seed, stream(round, 0));
        for (uint64_t k = 0; k < missing.size(); ++k)
            missing[k] = options_.is_directed
                             ? Pair{from[k], to[shuffle(k)]}
                             : Pair{from[shuffle(2 * k)], from[shuffle(2 * k + 1)]};
        return missing;
    }

    void swap_in(const std::vector<Pair> &missing, uint64_t round) {
        const uint64_t m = pairs_.size();
        const uint64_t count = std::min<uint64_t>(missing.size(), m);
        const uint64_t tries = std::min<uint64_t>(m / count, 200);
        const Buffer<uint64_t> offsets = row_offsets(pairs_);
        const auto joined = [&](Pair pair) {
            pair = ordered(pair);
            const auto row = pairs_.cols.begin();
            return std::binary_search(row + static_cast<int64_t>(offsets[pair.u]),
                                      row + static_cast<int64_t>(offsets[pair.u + 1]), pair.v);
        };
        Buffer<Entry> entries(m + count);
#pragma omp parallel for schedule(static)
        for (uint64_t k = 0; k < m; ++k)
            entries[k].key = NarrowKey::of(pairs_.rows[k], pairs_.cols[k]);
        const Permutation choose(m, options_.seed, stream(round, 1));
        const RandomStream turn(options_.seed, stream(round, 2));
#pragma omp parallel for schedule(dynamic, 1024)
        for (uint64_t k = 0; k < count; ++k) {
            entries[m + k].key = NarrowKey::none();
            const auto [u, v] = missing[k];
            for (uint64_t at = k * tries; at < (k + 1) * tries; ++at) {
                const uint64_t chosen = choose(at); // no other k chooses it
                uint64_t x = pairs_.rows[chosen];
                uint64_t y = pairs_.cols[chosen];
                if (!options_.is_directed && turn(at) % 2 != 0) std::swap(x, y);
                if (u == y || x == v || joined({u, y}) || joined({x, v})) continue;
                const Pair first = ordered({u, y});
                const Pair second = ordered({x, v});
                entries[chosen].key = NarrowKey::of(first.u, first.v);
                entries[m + k].key = NarrowKey::of(second.u, second.v);
                break;
            }
        }
        sort_into(pairs_, entries);
    }

    GenerateOptions options_;
    EdgeList pairs_;
    std::vector<uint64_t> target_; ///< the degree of each vertex
};

} // namespace

EdgeList generate_like(uint64_t n, uint64_t entries, uint64_t max_degree,
                       const GenerateOptions &options) {
    const std::vector<uint64_t> begin = half_edges_of(n, entries, max_degree);
    if (begin[n] < 2) return empty_graph(n, options);
    return Joiner(begin, options).join();
}

} // namespace grb::tool
