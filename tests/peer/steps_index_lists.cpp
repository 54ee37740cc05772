// Vectors in place of lists of indices in extract, assign, subassign and build, and as the output
// of extractTuples.
#include "peer/vector_lists.h"

#include <cstring>

namespace grb::peer {
namespace {

void extract(Session &session) {
    Rng &rng = session.rng;
    const bool is_pair = rng.chance(6);
    const int form = static_cast<int>(rng.below(3)); // matrix, vector, column
    const Index m = session.size(), n = session.size();
    const Description desc = session.description(form != 1, false);
    VectorList rows = vector_list(session, "rows", m, true),
               columns = form == 0 ? vector_list(session, "columns", n, true) : VectorList();
    const bool transposes = desc.transposes_first;
    Object &A =
        form == 1 ? session.operand(Kind::vector, m, 1, is_pair)
                  : session.operand(Kind::matrix, transposes ? n : m, transposes ? m : n, is_pair);
    const Kind kind = form == 0 ? Kind::matrix : Kind::vector;
    const Index width = form == 0 ? columns.length : 1;
    Object &C = session.operand(kind, rows.length, width, is_pair);
    Mask mask = session.mask(kind, rows.length, width, desc, C);
    const Index j = n == 0 ? 0 : rng.below(n);
    Allowed allowed;
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = " << session.name(A) << " column " << j;
    const ListSettings settings(session, desc, rows.use, columns.use);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        if (form == 0)
            return l.GxB_Matrix_extract_Vector(C.matrix(s), mask.matrix(s), plus, A.matrix(s),
                                               rows.on(s), columns.on(s), settings.on(s));
        if (form == 1)
            return l.GxB_Vector_extract_Vector(C.vector(s), mask.vector(s), plus, A.vector(s),
                                               rows.on(s), settings.on(s));
        return l.GxB_Col_extract_Vector(C.vector(s), mask.vector(s), plus, A.matrix(s), rows.on(s),
                                        j, settings.on(s));
    });
    drop(session, rows), drop(session, columns);
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

enum Form { of_matrix, of_vector, of_column, of_row, scalar_matrix, scalar_vector, form_count };

struct Call {
    Form form;
    bool is_sub;
    Object &C, &A;
    const Mask &mask;
    const VectorList &rows, &columns;
    Index i, j;
};

GrB_Info assign_on(const Library &l, int s, const Call &call, GrB_BinaryOp plus, GrB_Descriptor d) {
    const auto [form, is_sub, C, A, mask, rows, columns, i, j] = call;
    switch (form) {
    case of_matrix:
        return (is_sub ? l.GxB_Matrix_subassign_Vector : l.GxB_Matrix_assign_Vector)(
            C.matrix(s), mask.matrix(s), plus, A.matrix(s), rows.on(s), columns.on(s), d);
    case of_vector:
        return (is_sub ? l.GxB_Vector_subassign_Vector : l.GxB_Vector_assign_Vector)(
            C.vector(s), mask.vector(s), plus, A.vector(s), rows.on(s), d);
    case of_column:
        return (is_sub ? l.GxB_Col_subassign_Vector : l.GxB_Col_assign_Vector)(
            C.matrix(s), mask.vector(s), plus, A.vector(s), rows.on(s), j, d);
    case of_row:
        return (is_sub ? l.GxB_Row_subassign_Vector : l.GxB_Row_assign_Vector)(
            C.matrix(s), mask.vector(s), plus, A.vector(s), i, columns.on(s), d);
    case scalar_matrix:
        return (is_sub ? l.GxB_Matrix_subassign_Scalar_Vector : l.GxB_Matrix_assign_Scalar_Vector)(
            C.matrix(s), mask.matrix(s), plus, A.scalar(s), rows.on(s), columns.on(s), d);
    default:
        return (is_sub ? l.GxB_Vector_subassign_Scalar_Vector : l.GxB_Vector_assign_Scalar_Vector)(
            C.vector(s), mask.vector(s), plus, A.scalar(s), rows.on(s), d);
    }
}

void assign(Session &session) {
    Rng &rng = session.rng;
    const bool is_sub = rng.chance(50), is_pair = rng.chance(6);
    const auto form = static_cast<Form>(rng.below(form_count));
    const bool on_vector = form == of_vector || form == scalar_vector;
    const bool is_scalar = form == scalar_matrix || form == scalar_vector;
    const Index m = session.size(), n = session.size();
    if (m == 0 || n == 0) throw Skipped();
    session.say() << (is_sub ? "subassign " : "assign ") << static_cast<int>(form) << " ";
    const Description desc = session.description(form == of_matrix, false);
    Object &C =
        session.operand(on_vector ? Kind::vector : Kind::matrix, m, on_vector ? 1 : n, is_pair);
    VectorList rows = form == of_row ? VectorList() : vector_list(session, "rows", m, false);
    VectorList columns =
        on_vector || form == of_column ? VectorList() : vector_list(session, "columns", n, false);
    const Index height = form == of_row ? columns.length : rows.length;
    const Index width = form == of_matrix || form == scalar_matrix ? columns.length : 1;
    // A value at every position of a long dimension, or of two, takes memory for each.
    if (is_scalar && session.is_long(height, width)) {
        drop(session, rows), drop(session, columns);
        throw Skipped();
    }
    const bool transposes = desc.transposes_first;
    Object &A = is_scalar           ? session.operand(Kind::scalar, 1, 1, is_pair)
                : form == of_matrix ? session.operand(Kind::matrix, transposes ? width : height,
                                                      transposes ? height : width, is_pair)
                                    : session.operand(Kind::vector, height, 1, is_pair);
    const bool mask_is_matrix = form == of_matrix || form == scalar_matrix;
    Mask mask = session.mask(mask_is_matrix ? Kind::matrix : Kind::vector,
                             is_sub           ? height
                             : form == of_row ? n
                                              : m,
                             !mask_is_matrix ? 1
                             : is_sub        ? width
                                             : n,
                             desc, C);
    Allowed allowed;
    const Operator *accum = session.accumulator(C, allowed);
    const Call call{
        form, is_sub, C, A, mask, rows, columns, session.position(m), session.position(n)};
    session.say() << session.name(C) << " = " << session.name(A) << " at " << call.i << ","
                  << call.j;
    finish_before_scalar(session, C, is_scalar);
    if (is_spoiling(session, mask, desc, form == of_column || form == of_row)) {
        drop(session, rows), drop(session, columns);
        throw Skipped();
    }
    const ListSettings settings(session, desc, rows.use, columns.use);
    const Codes codes = session.both([&](int s) {
        return assign_on(session.side(s), s, call, session.accum(accum, s), settings.on(s));
    });
    drop(session, rows), drop(session, columns);
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

/// Into an emptied object: positions and values from vectors, or one value for all.
void build(Session &session) {
    Rng &rng = session.rng;
    Object &C = session.any_object(rng.chance(60) ? Kind::matrix : Kind::vector);
    if (C.nrows == 0 || C.ncols == 0 || C.type == type_pair) throw Skipped();
    const bool is_matrix = C.kind == Kind::matrix, is_one = rng.chance(40);
    const std::vector<Entry> entries = session.random_entries(C, true);
    Index size = 0;
    std::vector<Index> row_numbers, column_numbers;
    for (const Entry &entry : entries) {
        row_numbers.push_back(entry.i);
        column_numbers.push_back(entry.j);
    }
    VectorList rows, columns, values;
    session.say() << session.name(C) << " ";
    const int row_type = integer_type(session, C.nrows),
              column_type = integer_type(session, C.ncols);
    const std::vector<Entry> row_entries = with_holes(session, row_numbers, row_type, size);
    make_list(session, "rows", rows, row_type, size, row_entries);
    if (is_matrix) {
        const std::vector<Entry> column_entries =
            with_holes(session, column_numbers, column_type, size);
        make_list(session, "columns", columns, column_type, size, column_entries);
    }
    std::vector<Entry> value_entries = with_holes(session, row_numbers, type_INT64, size);
    for (std::size_t k = 0; k < entries.size(); k++) value_entries[k].value = entries[k].value;
    // Now and then what counts of X is where its entries are.
    values.use = rng.chance(20) ? GxB_USE_INDICES : GxB_USE_VALUES;
    if (!is_one) make_list(session, "values", values, C.type, size, value_entries);
    Object *const one = is_one ? &session.operand(Kind::scalar, 1, 1, false) : nullptr;
    const bool is_empty =
        is_one && read(session.libraries, ours, *one, Reading::tuples).entries.empty();
    if (!is_empty) {
        const Codes cleared = session.empty(C);
        if (cleared.of[ours] != GrB_SUCCESS || cleared.of[theirs] != GrB_SUCCESS)
            session.fail("an object cannot be emptied");
        const ListSettings settings(session, Description(), 0, 0, values.use);
        const Codes codes = session.both([&](int s) {
            const Library &l = session.side(s);
            const GrB_Descriptor d = settings.on(s);
            if (is_one)
                return is_matrix ? l.GxB_Matrix_build_Scalar_Vector(
                                       C.matrix(s), rows.on(s), columns.on(s), one->scalar(s), d)
                                 : l.GxB_Vector_build_Scalar_Vector(C.vector(s), rows.on(s),
                                                                    one->scalar(s), d);
            return is_matrix ? l.GxB_Matrix_build_Vector(C.matrix(s), rows.on(s), columns.on(s),
                                                         values.on(s), nullptr, d)
                             : l.GxB_Vector_build_Vector(C.vector(s), rows.on(s), values.on(s),
                                                         nullptr, d);
        });
        session.settle(codes, {&C});
    }
    drop(session, rows), drop(session, columns), drop(session, values);
}

/// The entries that three vectors list, by row; `columns` may be null.
std::vector<Entry> listed(const Content &rows, const Content *columns, const Content &values) {
    std::vector<Entry> entries;
    for (std::size_t k = 0; k < rows.entries.size(); k++) {
        Entry entry;
        std::memcpy(&entry.i, rows.entries[k].value.bytes, sizeof entry.i);
        if (columns != nullptr && k < columns->entries.size())
            std::memcpy(&entry.j, columns->entries[k].value.bytes, sizeof entry.j);
        if (k < values.entries.size()) entry.value = values.entries[k].value;
        entries.push_back(entry);
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry &a, const Entry &b) { return a.i != b.i ? a.i < b.i : a.j < b.j; });
    return entries;
}

/// Extracts entries as three vectors, whose sizes and types change. The peer gives them in the
/// order in which it stores them.
void extract_tuples(Session &session) {
    Rng &rng = session.rng;
    Object &A = session.any_object(rng.chance(60) ? Kind::matrix : Kind::vector);
    const bool is_matrix = A.kind == Kind::matrix;
    session.say() << session.name(A);
    Object lists[3];
    for (Object &list : lists) {
        list.kind = Kind::vector;
        list.type = type_INT8;
        list.nrows = rng.below(4);
        list.ncols = 1;
    }
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        for (Object &list : lists) make(session.libraries, s, list);
        return is_matrix
                   ? l.GxB_Matrix_extractTuples_Vector(lists[0].vector(s), lists[1].vector(s),
                                                       lists[2].vector(s), A.matrix(s), nullptr)
                   : l.GxB_Vector_extractTuples_Vector(lists[0].vector(s), lists[2].vector(s),
                                                       A.vector(s), nullptr);
    });
    Content contents[2];
    lists[0].type = lists[1].type = type_UINT64;
    lists[2].type = A.type;
    for (int s = 0; s < session.libraries.sides(); s++) {
        Content read_lists[3];
        for (int k = 0; k < 3; k++)
            read_lists[k] = read(session.libraries, s, lists[k], Reading::tuples);
        if (read_lists[0].entries.size() != read_lists[2].entries.size())
            session.fail("lists of different lengths");
        contents[s].entries =
            listed(read_lists[0], is_matrix ? &read_lists[1] : nullptr, read_lists[2]);
    }
    std::string text;
    if (session.libraries.has_peer &&
        compare(A.type, contents[ours], contents[theirs], Allowed(), text) == Agreement::differ)
        session.fail(text);
    for (Object &list : lists) {
        discard(session.libraries, ours, list);
        if (session.libraries.has_peer) session.discard_of_peer(list);
    }
    session.settle(codes, {&A});
}

} // namespace

void add_index_lists(std::vector<Operation> &list) {
    list.push_back({"extract_by_vector", 8, extract, 10});
    list.push_back({"assign_by_vector", 12, assign, 10});
    list.push_back({"build_by_vector", 4, build, 10});
    list.push_back({"tuples_as_vectors", 3, extract_tuples, 10});
}

} // namespace grb::peer
