// Concat, split, diag and reshape of the C API.
#include "base/process_group.hpp"
#include "capi/arenas.hpp"
#include "capi/shapes.hpp"
#include "operations/apply.hpp"
#include "operations/arguments.hpp"
#include "operations/commit.hpp"
#include "operations/concat.hpp"
#include "operations/extract.hpp"
#include "storage/diagonal.hpp"
#include "storage/tiles.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>
#include <memory>

using namespace grb;

namespace {

/// m × n matrices, in row-major order in an array.
struct Grid {
    const GrB_Matrix *tiles;
    std::uint64_t m, n;
    const Matrix &at(std::uint64_t i, std::uint64_t j) const {
        return required(tiles[i * n + j], "Tiles[k]");
    }
};

void check_tiles(const Matrix &C, const Grid &grid) {
    std::uint64_t rows = 0, columns = 0;
    for (std::uint64_t i = 0; i < grid.m; i++) {
        for (std::uint64_t j = 0; j < grid.n; j++) {
            const Matrix &tile = grid.at(i, j);
            check_domain("a tile", tile.type(), C.type());
            if (tile.nrows() == grid.at(i, 0).nrows() && tile.ncols() == grid.at(0, j).ncols())
                continue;
            throw Error(GrB_DIMENSION_MISMATCH,
                        "tile (%" PRIu64 ", %" PRIu64 ") is %" PRIu64 " x %" PRIu64
                        ", its row and column begin with %" PRIu64 " rows and %" PRIu64 " columns",
                        i, j, tile.nrows(), tile.ncols(), grid.at(i, 0).nrows(),
                        grid.at(0, j).ncols());
        }
        rows += grid.at(i, 0).nrows();
    }
    for (std::uint64_t j = 0; j < grid.n; j++) columns += grid.at(0, j).ncols();
    if (rows == C.nrows() && columns == C.ncols()) return;
    throw Error(GrB_DIMENSION_MISMATCH,
                "C is %" PRIu64 " x %" PRIu64 ", the tiles together %" PRIu64 " x %" PRIu64,
                C.nrows(), C.ncols(), rows, columns);
}

void check_sizes(const char *name, const GrB_Index *sizes, std::uint64_t count,
                 std::uint64_t dimension, const char *unit) {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < count; k++) {
        if (sizes[k] > dimension - sum) {
            throw Error(GrB_DIMENSION_MISMATCH,
                        "%s adds up to more than the %" PRIu64 " %s of A at [%" PRIu64 "]", name,
                        dimension, unit, k);
        }
        sum += sizes[k];
    }
    if (sum != dimension) {
        throw Error(GrB_DIMENSION_MISMATCH, "%s adds up to %" PRIu64 ", A has %" PRIu64 " %s", name,
                    sum, dimension, unit);
    }
}

void check_counts(GrB_Index m, GrB_Index n) {
    if (m == 0 || n == 0)
        throw Error(GrB_INVALID_VALUE, "%" PRIu64 " x %" PRIu64 " tiles are none", m, n);
}

std::uint64_t diagonal_length(std::uint64_t nrows, std::uint64_t ncols, std::int64_t k) noexcept {
    const std::uint64_t shift =
        k < 0 ? -static_cast<std::uint64_t>(k) : static_cast<std::uint64_t>(k);
    if (k >= 0) return shift >= ncols ? 0 : std::min(nrows, ncols - shift);
    return shift >= nrows ? 0 : std::min(nrows - shift, ncols);
}

/// Checks that the two shapes have equally many positions.
void check_element_count(const Matrix &A, GrB_Index nrows, GrB_Index ncols) {
    __extension__ using Wide = unsigned __int128;
    check_dimension("nrows_new", nrows);
    check_dimension("ncols_new", ncols);
    if (static_cast<Wide>(A.nrows()) * A.ncols() == static_cast<Wide>(nrows) * ncols) return;
    throw Error(GrB_DIMENSION_MISMATCH,
                "%" PRIu64 " x %" PRIu64 " has another number of elements than %" PRIu64
                " x %" PRIu64,
                nrows, ncols, A.nrows(), A.ncols());
}

} // namespace

GrB_Info GxB_Matrix_concat(GrB_Matrix C, const GrB_Matrix *Tiles, const GrB_Index m,
                           const GrB_Index n, const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        Matrix &target = required(C, "C");
        required_pointer(Tiles, "Tiles");
        optional(desc, "desc");
        check_counts(m, n);
        const Grid grid{Tiles, m, n};
        check_tiles(target, grid);
        HostVector<Tile> tiles;
        std::uint64_t row = 0;
        for (std::uint64_t i = 0; i < m; i++) {
            std::uint64_t column = 0;
            for (std::uint64_t j = 0; j < n; j++) {
                tiles.push_back({grid.at(i, j).snapshot(), row, column});
                column += grid.at(i, j).ncols();
            }
            row += grid.at(i, 0).nrows();
        }
        concat(target, std::move(tiles));
    });
}

namespace {

/// `arenas()` returns the arenas of the new objects; called after the checks of all other
/// arguments.
template <class Choose>
GrB_Info split(const char *function, GrB_Matrix *Tiles, GrB_Index m, GrB_Index n,
               const GrB_Index *Tile_nrows, const GrB_Index *Tile_ncols, GrB_Matrix A,
               GrB_Descriptor desc, Choose &&choose) {
    return guard(function, A, [&] {
        required_pointer(Tiles, "Tiles");
        required_pointer(Tile_nrows, "Tile_nrows");
        required_pointer(Tile_ncols, "Tile_ncols");
        const Matrix &source = required(A, "A");
        optional(desc, "desc");
        check_counts(m, n);
        check_sizes("Tile_nrows", Tile_nrows, m, source.nrows(), "rows");
        check_sizes("Tile_ncols", Tile_ncols, n, source.ncols(), "columns");
        const Arenas arenas = choose();
        HostVector<std::unique_ptr<Matrix>> made;
        std::uint64_t row = 0;
        for (std::uint64_t i = 0; i < m; i++) {
            const IndexList rows = IndexList::progression(row, 1, Tile_nrows[i], source.nrows());
            std::uint64_t column = 0;
            for (std::uint64_t j = 0; j < n; j++) {
                const IndexList columns =
                    IndexList::progression(column, 1, Tile_ncols[j], source.ncols());
                made.push_back(
                    make_object<Matrix>(arenas, source.type(), Tile_nrows[i], Tile_ncols[j]));
                extract(plain_output(*made.back()), source, rows, columns, nullptr);
                column += Tile_ncols[j];
            }
            row += Tile_nrows[i];
        }
        for (std::size_t k = 0; k < made.size(); k++) Tiles[k] = made[k].release();
    });
}

template <class Choose>
GrB_Info reshape_copy(const char *function, GrB_Matrix *C, GrB_Matrix A, bool by_col,
                      std::uint64_t nrows, std::uint64_t ncols, GrB_Descriptor desc,
                      Choose &&choose) {
    return guard(function, A, [&] {
        required_pointer(C, "C");
        const Matrix &source = required(A, "A");
        optional(desc, "desc");
        check_element_count(source, nrows, ncols);
        auto made = make_object<Matrix>(choose(), source.type(), nrows, ncols);
        made->publish(made->conformed(reshaped(*source.snapshot(), by_col, nrows, ncols)));
        *C = made.release();
    });
}

} // namespace

GrB_Info GxB_Matrix_split(GrB_Matrix *Tiles, const GrB_Index m, const GrB_Index n,
                          const GrB_Index *Tile_nrows, const GrB_Index *Tile_ncols, GrB_Matrix A,
                          const GrB_Descriptor desc) {
    return split(__func__, Tiles, m, n, Tile_nrows, Tile_ncols, A, desc, default_arenas);
}
GrB_Info GxB_Matrix_split_arena(GrB_Matrix *Tiles, const GrB_Index m, const GrB_Index n,
                                const GrB_Index *Tile_nrows, const GrB_Index *Tile_ncols,
                                GrB_Matrix A, const int header_arena, const int data_arena,
                                const GrB_Descriptor desc) {
    return split(__func__, Tiles, m, n, Tile_nrows, Tile_ncols, A, desc,
                 [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GxB_Matrix_diag(GrB_Matrix C, GrB_Vector v, int64_t k, const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        Matrix &target = required(C, "C");
        const Vector &source = required(v, "v");
        optional(desc, "desc");
        // The sum is below 2^64: the size is at most 2^60.
        const std::uint64_t n = source.ncols() + (k < 0 ? -static_cast<std::uint64_t>(k)
                                                        : static_cast<std::uint64_t>(k));
        if (target.nrows() != n || target.ncols() != n) {
            throw Error(GrB_DIMENSION_MISMATCH,
                        "C is %" PRIu64 " x %" PRIu64 ", v of size %" PRIu64 " at %" PRId64
                        " needs %" PRIu64 " x %" PRIu64,
                        target.nrows(), target.ncols(), source.ncols(), k, n, n);
        }
        check_domain("v", source.type(), target.type());
        commit(plain_output(target), diagonal(*source.snapshot(), k), true);
    });
}

GrB_Info GxB_Vector_diag(GrB_Vector v, GrB_Matrix A, int64_t k, const GrB_Descriptor desc) {
    return guard(__func__, v, [&] {
        Vector &target = required(v, "v");
        const Matrix &source = required(A, "A");
        optional(desc, "desc");
        const bool is_transposed = transposes_first(desc);
        const std::uint64_t nrows = is_transposed ? source.ncols() : source.nrows(),
                            ncols = is_transposed ? source.nrows() : source.ncols(),
                            length = diagonal_length(nrows, ncols, k);
        if (target.ncols() != length) {
            throw Error(GrB_DIMENSION_MISMATCH,
                        "v has size %" PRIu64 ", diagonal %" PRId64 " of A has %" PRIu64
                        " elements",
                        target.ncols(), k, length);
        }
        check_domain("A", source.type(), target.type());
        Matrix selected(source.type(), nrows, ncols);
        select(plain_output(selected), GrB_DIAG, source, &k, builtin_type(TypeCode::int64), desc);
        target.publish(
            target.conformed(diagonal_entries(*selected.snapshot(), k, length, target.type())));
    });
}

GrB_Info GxB_Matrix_reshapeDup(GrB_Matrix *C, GrB_Matrix A, bool by_col, GrB_Index nrows_new,
                               GrB_Index ncols_new, const GrB_Descriptor desc) {
    return reshape_copy(__func__, C, A, by_col, nrows_new, ncols_new, desc, default_arenas);
}
GrB_Info GxB_Matrix_reshapeDup_arena(GrB_Matrix *C, GrB_Matrix A, bool by_col, uint64_t nrows_new,
                                     uint64_t ncols_new, const int header_arena,
                                     const int data_arena, const GrB_Descriptor desc) {
    return reshape_copy(__func__, C, A, by_col, nrows_new, ncols_new, desc,
                        [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GxB_Matrix_reshape(GrB_Matrix C, bool by_col, GrB_Index nrows_new, GrB_Index ncols_new,
                            const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        Matrix &matrix = required(C, "C");
        optional(desc, "desc");
        check_element_count(matrix, nrows_new, ncols_new);
        Ref<Snapshot> next =
            matrix.conformed(reshaped(*matrix.snapshot(), by_col, nrows_new, ncols_new));
        agree_to_change();
        matrix.reshape(std::move(next));
    });
}
