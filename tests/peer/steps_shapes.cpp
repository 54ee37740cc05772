// Tiles, diagonals, other shapes, sorting, iterators that walk rows.
#include "peer/session.h"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace grb::peer {
namespace {

/// Cuts a matrix into tiles and puts them together again, with one changed in between.
void split_concat(Session &session) {
    Rng &rng = session.rng;
    Object &A = session.any_object(Kind::matrix);
    if (A.nrows == 0 || A.ncols == 0) throw Skipped();
    const auto cut = [&](Index size) {
        std::vector<Index> sizes;
        Index left = size;
        const int parts = 1 + static_cast<int>(rng.below(3));
        for (int k = 1; k < parts; k++) {
            sizes.push_back(rng.below(left + 1));
            left -= sizes.back();
        }
        sizes.push_back(left);
        return sizes;
    };
    const std::vector<Index> heights = cut(A.nrows), widths = cut(A.ncols);
    const Index m = heights.size(), n = widths.size();
    session.say() << session.name(A) << " tiles";
    for (const Index h : heights) session.say() << " " << h;
    session.say() << " x";
    for (const Index w : widths) session.say() << " " << w;
    std::vector<GrB_Matrix> tiles[2];
    Object whole = A;
    Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        tiles[s].assign(m * n, nullptr);
        GrB_Info info = l.GxB_Matrix_split(tiles[s].data(), m, n, heights.data(), widths.data(),
                                           A.matrix(s), nullptr);
        GrB_Matrix C = nullptr;
        if (info == GrB_SUCCESS)
            info = l.GrB_Matrix_new(&C, session.libraries.type(A.type, s), A.nrows, A.ncols);
        if (info == GrB_SUCCESS) info = l.GxB_Matrix_concat(C, tiles[s].data(), m, n, nullptr);
        whole.handle[s] = C;
        return info;
    });
    const std::size_t kept = rng.below(m * n); // one tile lives on
    Object tile = A;
    tile.nrows = heights[kept / n], tile.ncols = widths[kept % n];
    for (int s = 0; s < session.libraries.sides(); s++) {
        tile.handle[s] = tiles[s][kept];
        for (std::size_t k = 0; k < tiles[s].size(); k++)
            if (k != kept) session.side(s).GrB_Matrix_free(&tiles[s][k]);
    }
    if (codes.of[ours] == GrB_OUT_OF_MEMORY && codes.of[theirs] == GrB_OUT_OF_MEMORY) return;
    if (codes.of[ours] == GrB_SUCCESS && codes.of[theirs] == GrB_INVALID_VALUE &&
        session.libraries.version() >= 10 && session.is_long(A.nrows, A.ncols)) {
        session.count(Rule::concat_long);
        session.copy_to_peer(whole, read(session.libraries, ours, whole, Reading::tuples));
        codes.of[theirs] = GrB_SUCCESS;
    }
    if (codes.of[ours] != GrB_SUCCESS || codes.of[theirs] != GrB_SUCCESS) {
        session.fail("codes " + std::to_string(codes.of[ours]) + " and " +
                     std::to_string(codes.of[theirs]));
        return;
    }
    Object &added = session.adopt(tile), &joined = session.adopt(whole);
    session.settle(codes, {&added, &joined});
}

void diagonal(Session &session) {
    Rng &rng = session.rng;
    const bool into_matrix = rng.chance(50), is_pair = rng.chance(6);
    const Index n = session.size();
    const std::int64_t k = rng.between(-3, 3);
    const Index shift = static_cast<Index>(k < 0 ? -k : k);
    if (n > (Index{1} << 58)) throw Skipped();
    session.say() << "k=" << k << " ";
    if (into_matrix) {
        Object &v = session.operand(Kind::vector, n, 1, is_pair);
        Object &C = session.operand(Kind::matrix, n + shift, n + shift, is_pair);
        session.say() << session.name(C) << " = diag " << session.name(v);
        session.settle(session.both([&](int s) {
            return session.side(s).GxB_Matrix_diag(C.matrix(s), v.vector(s), k, nullptr);
        }),
                       {&C});
        return;
    }
    const Index m = session.size();
    Object &A = session.operand(Kind::matrix, m, n, is_pair);
    const Index rows = k < 0 ? (m > shift ? m - shift : 0) : m;
    const Index columns = k > 0 ? (n > shift ? n - shift : 0) : n;
    Object &v = session.operand(Kind::vector, std::min(rows, columns), 1, is_pair);
    session.say() << session.name(v) << " = diag " << session.name(A);
    session.settle(session.both([&](int s) {
        return session.side(s).GxB_Vector_diag(v.vector(s), A.matrix(s), k, nullptr);
    }),
                   {&v});
}

void reshape(Session &session) {
    Rng &rng = session.rng;
    Object &A = session.any_object(Kind::matrix);
    if (A.nrows == 0 || A.ncols == 0 || A.nrows > (Index{1} << 29) || A.ncols > (Index{1} << 29))
        throw Skipped();
    const bool by_column = rng.chance(50), copies = rng.chance(50);
    Index m = 1;
    for (const Index factor : {Index{2}, Index{3}, Index{4}, Index{5}, Index{7}})
        if ((A.nrows * A.ncols / m) % factor == 0 && rng.chance(50)) m *= factor;
    const Index n = A.nrows * A.ncols / m;
    session.say() << session.name(A) << " to " << m << "x" << n
                  << (by_column ? " by column" : " by row");
    Object made = A;
    made.nrows = m, made.ncols = n;
    // 32-bit positions of the peer (10.5.1) stay that in a dimension that needs more.
    const bool needs_hint = session.libraries.has_peer && session.libraries.version() >= 10 &&
                            std::max(m, n) > (Index{1} << 31);
    if (needs_hint) session.count(Rule::reshape_long);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        if (s == theirs && needs_hint) {
            GrB_Matrix C = A.matrix(s);
            const GrB_Info copied = copies ? l.GrB_Matrix_dup(&C, A.matrix(s)) : GrB_SUCCESS;
            if (copied != GrB_SUCCESS) return copied;
            made.handle[s] = C;
            l.GrB_Matrix_wait(C, GrB_MATERIALIZE); // it also loses what is pending
            l.GrB_Matrix_set_INT32(C, 64, GxB_ROWINDEX_INTEGER_HINT);
            l.GrB_Matrix_set_INT32(C, 64, GxB_COLINDEX_INTEGER_HINT);
            return l.GxB_Matrix_reshape(C, by_column, m, n, nullptr);
        }
        if (!copies) return l.GxB_Matrix_reshape(A.matrix(s), by_column, m, n, nullptr);
        GrB_Matrix C = nullptr;
        const GrB_Info info = l.GxB_Matrix_reshapeDup(&C, A.matrix(s), by_column, m, n, nullptr);
        made.handle[s] = C;
        return info;
    });
    if (!copies && codes.of[ours] == GrB_SUCCESS) A.nrows = m, A.ncols = n;
    session.settle(codes, {copies ? &session.adopt(made) : &A});
}

/// Computes the results of sort from its definition: the values and the positions that they had.
void sorted(const Object &A, const Content &content, bool by_column, bool descends, Content &values,
            Content &positions) {
    std::vector<Entry> entries = content.entries;
    const auto major_of = [&](const Entry &e) { return by_column ? e.j : e.i; };
    const auto comes_first = [&](const Entry &a, const Entry &b) {
        return descends ? is_less(A.type, b.value, a.value) : is_less(A.type, a.value, b.value);
    };
    std::stable_sort(entries.begin(), entries.end(), [&](const Entry &a, const Entry &b) {
        return major_of(a) != major_of(b) ? major_of(a) < major_of(b) : comes_first(a, b);
    });
    Index k = 0;
    for (std::size_t n = 0; n < entries.size(); n++, k++) {
        const Entry &e = entries[n];
        if (n > 0 && major_of(e) != major_of(entries[n - 1])) k = 0;
        const Index before = by_column ? e.i : e.j, i = by_column ? k : e.i,
                    j = by_column ? e.j : k;
        Value position;
        std::memcpy(position.bytes, &before, sizeof before);
        values.entries.push_back({i, j, e.value});
        positions.entries.push_back({i, j, position});
    }
}

/// Compared with the definition: the peer (9.3.1) loses entries here.
void sort(Session &session) {
    Rng &rng = session.rng;
    const bool is_matrix = rng.chance(60), is_pair = rng.chance(6);
    const Index m = session.size(), n = is_matrix ? session.size() : 1;
    const Description desc = session.description(is_matrix, false);
    Object &A = session.operand(is_matrix ? Kind::matrix : Kind::vector, m, n, is_pair, true);
    if (is_complex(A.type)) throw Skipped();
    const bool descends = !is_pair && rng.chance(50);
    const std::string name =
        is_pair ? "pair_less" : std::string(descends ? "GrB_GT_" : "GrB_LT_") + type_name(A.type);
    const Operator *op = nullptr;
    for (const Operator &one : session.catalogue().binary)
        if (one.name == name) op = &one;
    Object &C = rng.chance(40) ? A : session.operand(A.kind, m, n, is_pair, false, A.type);
    Object &P = session.operand(A.kind, m, n, false, false, type_INT64);
    const bool wants_values = rng.chance(80), wants_positions = !wants_values || rng.chance(60);
    if (&C == &P || &A == &P) throw Skipped();
    session.say() << name << " " << (wants_values ? session.name(C) : "-") << ", "
                  << (wants_positions ? session.name(P) : "-") << " = " << session.name(A);
    Content values, positions;
    sorted(A, read(session.libraries, ours, A, Reading::tuples),
           desc.transposes_first || !is_matrix, descends, values, positions);
    Codes codes;
    const Library &l = session.side(ours);
    const GrB_BinaryOp less = op->on<GrB_BinaryOp>(ours);
    codes.of[ours] = is_matrix ? l.GxB_Matrix_sort(wants_values ? C.matrix(ours) : nullptr,
                                                   wants_positions ? P.matrix(ours) : nullptr, less,
                                                   A.matrix(ours), desc.on(ours))
                               : l.GxB_Vector_sort(wants_values ? C.vector(ours) : nullptr,
                                                   wants_positions ? P.vector(ours) : nullptr, less,
                                                   A.vector(ours), desc.on(ours));
    codes.of[theirs] = codes.of[ours];
    std::vector<Object *> outputs;
    if (wants_values) outputs.push_back(&C);
    if (wants_positions) outputs.push_back(&P);
    if (session.libraries.has_peer && codes.of[ours] == GrB_SUCCESS) {
        session.count(Rule::sort_model);
        if (wants_values) session.copy_to_peer(C, values);
        if (wants_positions) session.copy_to_peer(P, positions);
    }
    session.settle(codes, outputs);
}

/// Returns the entries of some rows as text. The peer can't seek rows of an object that it stores
/// by column or as a bitmap.
std::string walk(const Library &l, GxB_Iterator it, Index row, Index rows) {
    std::ostringstream text;
    GrB_Info info = l.GxB_rowIterator_seekRow(it, row);
    // One may step on rows without entries, the other over them.
    while (info != GxB_EXHAUSTED && l.GxB_rowIterator_getRowIndex(it) < row + rows) {
        GrB_Info at = info;
        while (at == GrB_SUCCESS) {
            text << l.GxB_rowIterator_getRowIndex(it) << "," << l.GxB_rowIterator_getColIndex(it)
                 << " ";
            at = l.GxB_rowIterator_nextCol(it);
        }
        info = l.GxB_rowIterator_nextRow(it);
    }
    return text.str();
}

void iterate(Session &session) {
    Object &A = session.any_object(Kind::matrix);
    if (A.nrows == 0 || A.ncols == 0 || A.nrows > 100000) throw Skipped();
    session.say() << session.name(A) << " by row";
    std::string found[2];
    const Index row = session.position(A.nrows);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        GxB_Iterator it = nullptr;
        // The peer walks rows only of what it holds by row.
        GrB_Info info = l.GrB_Matrix_set_INT32(A.matrix(s), GxB_BY_ROW, GxB_FORMAT);
        if (info == GrB_SUCCESS)
            info = l.GrB_Matrix_set_INT32(A.matrix(s), GxB_SPARSE, GxB_SPARSITY_CONTROL);
        if (info == GrB_SUCCESS) info = l.GxB_Iterator_new(&it);
        if (info == GrB_SUCCESS) info = l.GxB_rowIterator_attach(it, A.matrix(s), nullptr);
        if (info == GrB_SUCCESS) found[s] = walk(l, it, row, 8);
        l.GxB_Iterator_free(&it);
        return info;
    });
    if (session.libraries.has_peer && found[ours] != found[theirs])
        session.fail("rows from " + std::to_string(row) + ": " + found[ours] + "and " +
                     found[theirs]);
    session.settle(codes, {});
}

} // namespace

void add_shapes(std::vector<Operation> &list) {
    list.push_back({"split_concat", 4, split_concat});
    list.push_back({"diagonal", 4, diagonal});
    list.push_back({"reshape", 3, reshape});
    list.push_back({"sort", 4, sort});
    list.push_back({"iterate", 4, iterate});
}

} // namespace grb::peer
