// Generates grids, paths and stars.
#include "generate.h"

namespace grb::tool {

namespace {

/// Fills the part's rows in parallel: neighbours(u, out) writes u's neighbours in order and returns
/// their number, at most 4.
template <class Neighbours>
EdgeList from_rows(uint64_t n, const GenerateOptions &options, const Neighbours &neighbours) {
    EdgeList edges;
    edges.nrows = edges.ncols = n;
    edges.is_undirected = !options.is_directed;
    const uint64_t first = options.part.begin(n);
    const uint64_t count = options.part.end(n) - first;
    Buffer<uint64_t> offset(count + 1);
    offset[0] = 0;
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t found[4];
        offset[i + 1] = neighbours(first + i, found);
    }
    for (uint64_t i = 0; i < count; ++i) offset[i + 1] += offset[i];
    edges.rows.resize(offset[count]);
    edges.cols.resize(offset[count]);
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t found[4];
        const uint64_t degree = neighbours(first + i, found);
        for (uint64_t k = 0; k < degree; ++k) {
            edges.rows[offset[i] + k] = first + i;
            edges.cols[offset[i] + k] = found[k];
        }
    }
    return edges;
}

} // namespace

EdgeList generate_grid(uint64_t rows, uint64_t cols, const GenerateOptions &options) {
    const bool both = !options.is_directed;
    return from_rows(rows * cols, options, [=](uint64_t u, uint64_t *out) {
        const uint64_t row = u / cols;
        const uint64_t col = u % cols;
        uint64_t count = 0;
        if (both && row > 0) out[count++] = u - cols;
        if (both && col > 0) out[count++] = u - 1;
        if (col + 1 < cols) out[count++] = u + 1;
        if (row + 1 < rows) out[count++] = u + cols;
        return count;
    });
}

EdgeList generate_path(uint64_t n, const GenerateOptions &options) {
    return generate_grid(1, n, options);
}

EdgeList generate_star(uint64_t n, const GenerateOptions &options) {
    EdgeList edges;
    edges.nrows = edges.ncols = n;
    edges.is_undirected = !options.is_directed;
    const uint64_t rays = n > 0 ? n - 1 : 0;
    const uint64_t entries = options.is_directed ? rays : 2 * rays;
    const uint64_t first = options.part.begin(entries);
    const uint64_t count = options.part.end(entries) - first;
    edges.rows.resize(count);
    edges.cols.resize(count);
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t k = first + i;
        edges.rows[i] = k < rays ? 0 : k - rays + 1;
        edges.cols[i] = k < rays ? k + 1 : 0;
    }
    return edges;
}

} // namespace grb::tool
