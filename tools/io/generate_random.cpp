// Generates R-MAT, Erdos-Renyi and geometric graphs.
#include "collect.h"

#include <cmath>

namespace grb::tool {

EdgeList generate_rmat(unsigned scale, uint64_t edge_factor, double a, double b, double c,
                       const GenerateOptions &options) {
    const uint64_t n = uint64_t{1} << scale;
    const RandomStream random(options.seed, quadrants);
    const Permutation permute(n, options.seed, vertices);
    const auto threshold = [](double p) { return static_cast<uint64_t>(p * 0x1.0p32); };
    const uint64_t below_a = threshold(a);
    const uint64_t below_b = threshold(a + b);
    const uint64_t below_c = threshold(a + b + c);
    const uint64_t words = (scale + 1) / 2;
    return collect(n, edge_factor << scale, options, [&](uint64_t k) {
        uint64_t u = 0;
        uint64_t v = 0;
        uint64_t bits = 0;
        for (unsigned level = 0; level < scale; ++level) {
            // One random word serves two levels.
            bits = level % 2 == 0 ? random(k * words + level / 2) : bits >> 32;
            const uint64_t draw = bits & 0xffffffffu;
            u = u << 1 | (draw >= below_b);
            v = v << 1 | ((draw >= below_a && draw < below_b) || draw >= below_c);
        }
        return Pair{permute(u), permute(v)};
    });
}

EdgeList generate_erdos_renyi(uint64_t n, uint64_t entries, const GenerateOptions &options) {
    if (n < 2) return empty_graph(n, options);
    const uint64_t pairs = options.is_directed ? n * (n - 1)
                           : n % 2 == 0        ? n / 2 * (n - 1)
                                               : (n - 1) / 2 * n;
    const Permutation cell(pairs, options.seed, cells);
    if (options.is_directed)
        return collect(n, entries, options, [&](uint64_t k) {
            const uint64_t x = cell(k);
            const uint64_t u = x / (n - 1);
            const uint64_t v = x % (n - 1);
            return Pair{u, v + (v >= u)};
        });
    // Cell x is the pair of u and the vertex x / n + 1 steps further round the circle.
    return collect(n, entries / 2, options, [&](uint64_t k) {
        const uint64_t x = cell(k);
        const uint64_t u = x % n;
        return Pair{u, (u + x / n + 1) % n};
    });
}

EdgeList generate_geometric(uint64_t n, double radius, const GenerateOptions &options) {
    const RandomStream random(options.seed, points);
    const RandomStream direction(options.seed, directions);
    const auto side = static_cast<uint64_t>(
        std::min(std::max(1.0, std::floor(1 / radius)), std::floor(std::sqrt(n) + 1)));
    const auto cell_of = [&](double x) {
        return std::min(static_cast<uint64_t>(x * static_cast<double>(side)), side - 1);
    };
    Buffer<double> x(n);
    Buffer<double> y(n);
    std::vector<uint64_t> begin(side * side + 1, 0);
    Buffer<uint64_t> member(n);
#pragma omp parallel for schedule(static)
    for (uint64_t v = 0; v < n; ++v) {
        x[v] = random.unit(2 * v);
        y[v] = random.unit(2 * v + 1);
    }
    for (uint64_t v = 0; v < n; ++v) ++begin[cell_of(y[v]) * side + cell_of(x[v]) + 1];
    for (uint64_t cell = 0; cell < side * side; ++cell) begin[cell + 1] += begin[cell];
    std::vector<uint64_t> next(begin.begin(), begin.end() - 1);
    for (uint64_t v = 0; v < n; ++v) member[next[cell_of(y[v]) * side + cell_of(x[v])]++] = v;

    const auto visit = [&](uint64_t u, const auto &found) {
        const uint64_t column = cell_of(x[u]);
        const uint64_t row = cell_of(y[u]);
        for (uint64_t r = row - (row > 0); r <= std::min(row + 1, side - 1); ++r)
            for (uint64_t c = column - (column > 0); c <= std::min(column + 1, side - 1); ++c)
                for (uint64_t k = begin[r * side + c]; k < begin[r * side + c + 1]; ++k) {
                    const uint64_t v = member[k];
                    const double dx = x[u] - x[v];
                    const double dy = y[u] - y[v];
                    if (u == v || dx * dx + dy * dy > radius * radius) continue;
                    const uint64_t low = std::min(u, v);
                    const uint64_t high = std::max(u, v);
                    if (!options.is_directed || (direction(low << 32 | high) % 2 == 0) == (u < v))
                        found(v);
                }
    };
    const uint64_t first = options.part.begin(n);
    const uint64_t rows = options.part.end(n) - first;
    std::vector<uint64_t> offset(rows + 1, 0);
#pragma omp parallel for schedule(dynamic, 1024)
    for (uint64_t i = 0; i < rows; ++i) visit(first + i, [&](uint64_t) { ++offset[i + 1]; });
    for (uint64_t i = 0; i < rows; ++i) offset[i + 1] += offset[i];
    EdgeList edges = empty_graph(n, options);
    edges.rows.resize(offset[rows]);
    edges.cols.resize(offset[rows]);
#pragma omp parallel for schedule(dynamic, 1024)
    for (uint64_t i = 0; i < rows; ++i) {
        uint64_t at = offset[i];
        visit(first + i, [&](uint64_t v) {
            edges.rows[at] = first + i;
            edges.cols[at++] = v;
        });
        std::sort(edges.cols.begin() + static_cast<int64_t>(offset[i]),
                  edges.cols.begin() + static_cast<int64_t>(at));
    }
    return edges;
}

void assign_weights(EdgeList &edges, int64_t least, int64_t largest,
                    const GenerateOptions &options) {
    const RandomStream random(options.seed, weights);
    const auto range = static_cast<uint64_t>(largest - least) + 1;
    edges.field = Field::integer;
    edges.weights.resize(edges.size());
#pragma omp parallel for schedule(static)
    for (uint64_t k = 0; k < edges.size(); ++k) {
        uint64_t u = edges.rows[k];
        uint64_t v = edges.cols[k];
        if (!options.is_directed && u > v) std::swap(u, v);
        edges.weights[k] =
            static_cast<double>(least + static_cast<int64_t>(random.below(u << 32 | v, range)));
    }
}

} // namespace grb::tool
