// extract, assign, subassign, with lists, ranges and strides.
#include "peer/session.h"

namespace grb::peer {
namespace {

/// An index list in one of its forms, and how many positions it means.
struct List {
    std::vector<Index> indices;
    Index given = 0; ///< the count that is handed over, or GxB_RANGE ...
    Index length = 0;
    bool is_all = false;

    /// Returns the length for the object that uses the list, whose dimension may differ from the
    /// one that the list was made for.
    Index length_in(Index dimension) const { return is_all ? dimension : length; }

    const Index *on(const Library &library) const {
        return is_all ? library.all() : indices.data();
    }
};

/// allows_repeats: for extract alone; what is assigned twice is undefined.
List list_of(Session &session, Index size, bool allows_repeats) {
    Rng &rng = session.rng;
    List list;
    const int form = size == 0 ? 0 : static_cast<int>(rng.below(5));
    if (form == 0) {
        list.is_all = true;
        list.given = list.length = size;
        return list;
    }
    if (form <= 2) {
        const Index count = std::min<Index>(rng.below(12), size);
        std::set<Index> seen;
        while (list.indices.size() < count) {
            const Index i = rng.chance(70) ? session.position(size) : rng.below(size);
            if (allows_repeats || seen.insert(i).second)
                list.indices.push_back(i);
            else if (rng.chance(20))
                break;
        }
        list.given = list.length = list.indices.size();
        list.indices.push_back(0); // never an array without elements
        return list;
    }
    // begin : step : end, of a length that may be counted.
    const Index begin = rng.below(size), step = 1 + rng.below(3);
    const Index length = 1 + rng.below(std::min<Index>(size, 40));
    if (form == 3) {
        const Index count = std::min<Index>(length, (size - 1 - begin) / step + 1);
        list.indices = {begin, begin + (count - 1) * step, step};
        list.given = step == 1 ? GxB_RANGE : GxB_STRIDE;
        list.length = count;
    } else {
        const Index count = std::min<Index>(length, begin / step + 1);
        list.indices = {begin, begin - (count - 1) * step, step};
        list.given = GxB_BACKWARDS;
        list.length = count;
    }
    return list;
}

void say_list(Session &session, const char *title, const List &list) {
    session.say() << title << "=";
    if (list.is_all)
        session.say() << "all";
    else
        for (const Index i : list.indices) session.say() << i << ",";
    session.say() << "(" << list.given << ") ";
}

void extract(Session &session) {
    Rng &rng = session.rng;
    const bool is_pair = rng.chance(6);
    const int form = static_cast<int>(rng.below(3)); // matrix, vector, column
    const Index m = session.size(), n = session.size();
    const Description desc = session.description(form != 1, false);
    const List rows = list_of(session, m, true), columns = list_of(session, n, true);
    const bool transposes = desc.transposes_first;
    const Kind kind = form == 0 ? Kind::matrix : Kind::vector;
    Object &A =
        form == 1 ? session.operand(Kind::vector, m, 1, is_pair)
                  : session.operand(Kind::matrix, transposes ? n : m, transposes ? m : n, is_pair);
    const Index width = form == 0 ? columns.length : 1;
    Object &C = session.operand(kind, rows.length, width, is_pair);
    Mask mask = session.mask(kind, rows.length, width, desc, C);
    const Index j = n == 0 ? 0 : rng.below(n);
    Allowed allowed;
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = " << session.name(A) << " ";
    say_list(session, "rows", rows);
    if (form == 0) say_list(session, "columns", columns);
    if (form == 2) session.say() << "column " << j;
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        if (form == 0)
            return l.GrB_Matrix_extract(C.matrix(s), mask.matrix(s), plus, A.matrix(s), rows.on(l),
                                        rows.given, columns.on(l), columns.given, desc.on(s));
        if (form == 1)
            return l.GrB_Vector_extract(C.vector(s), mask.vector(s), plus, A.vector(s), rows.on(l),
                                        rows.given, desc.on(s));
        return l.GrB_Col_extract(C.vector(s), mask.vector(s), plus, A.matrix(s), rows.on(l),
                                 rows.given, j, desc.on(s));
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

/// The forms of assign and subassign.
enum Form { of_matrix, of_vector, of_column, of_row, scalar_matrix, scalar_vector, form_count };

void assign(Session &session) {
    Rng &rng = session.rng;
    const bool is_sub = rng.chance(50), is_pair = rng.chance(6);
    const auto form = static_cast<Form>(rng.below(form_count));
    const bool on_vector = form == of_vector || form == scalar_vector;
    const bool is_scalar = form == scalar_matrix || form == scalar_vector;
    const Index m = session.size(), n = session.size();
    session.say() << (is_sub ? "subassign " : "assign ") << static_cast<int>(form) << " ";
    const Description desc = session.description(form == of_matrix, false);
    const List rows = list_of(session, m, false), columns = list_of(session, n, false);
    if (m == 0 || n == 0) throw Skipped();
    Object &C =
        session.operand(on_vector ? Kind::vector : Kind::matrix, m, on_vector ? 1 : n, is_pair);
    // A value at every position of a long dimension, or of two, takes memory for each.
    if (is_scalar &&
        session.is_long(rows.length_in(C.nrows), on_vector ? 1 : columns.length_in(C.ncols)))
        throw Skipped();
    const Index height = form == of_row ? columns.length : rows.length;
    const Index width = form == of_matrix || form == scalar_matrix ? columns.length : 1;
    const bool transposes = desc.transposes_first;
    Object &A = is_scalar           ? session.operand(Kind::scalar, 1, 1, is_pair)
                : form == of_matrix ? session.operand(Kind::matrix, transposes ? width : height,
                                                      transposes ? height : width, is_pair)
                                    : session.operand(Kind::vector, height, 1, is_pair);
    const bool mask_is_matrix = form == of_matrix || form == scalar_matrix;
    const Index mask_rows = is_sub ? height : form == of_row ? n : m;
    const Index mask_columns = !mask_is_matrix ? 1 : is_sub ? width : n;
    Mask mask = session.mask(mask_is_matrix ? Kind::matrix : Kind::vector, mask_rows, mask_columns,
                             desc, C);
    Allowed allowed;
    const Operator *accum = session.accumulator(C, allowed);
    const Index i = session.position(m), j = session.position(n);
    session.say() << session.name(C) << " = " << session.name(A) << " ";
    say_list(session, "rows", rows);
    say_list(session, "columns", columns);
    session.say() << "at " << i << "," << j;
    finish_before_scalar(session, C, is_scalar);
    if (is_spoiling(session, mask, desc, form == of_column || form == of_row)) throw Skipped();
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        const GrB_Descriptor d = desc.on(s);
        const Index *I = rows.on(l), *J = columns.on(l);
        switch (form) {
        case of_matrix:
            return (is_sub ? l.GxB_Matrix_subassign : l.GrB_Matrix_assign)(
                C.matrix(s), mask.matrix(s), plus, A.matrix(s), I, rows.given, J, columns.given, d);
        case of_vector:
            return (is_sub ? l.GxB_Vector_subassign : l.GrB_Vector_assign)(
                C.vector(s), mask.vector(s), plus, A.vector(s), I, rows.given, d);
        case of_column:
            return (is_sub ? l.GxB_Col_subassign : l.GrB_Col_assign)(
                C.matrix(s), mask.vector(s), plus, A.vector(s), I, rows.given, j, d);
        case of_row:
            return (is_sub ? l.GxB_Row_subassign : l.GrB_Row_assign)(
                C.matrix(s), mask.vector(s), plus, A.vector(s), i, J, columns.given, d);
        case scalar_matrix:
            return is_sub
                       ? l.GxB_Matrix_subassign_Scalar(C.matrix(s), mask.matrix(s), plus,
                                                       A.scalar(s), I, rows.given, J, columns.given,
                                                       d)
                       : l.GrB_Matrix_assign_Scalar(C.matrix(s), mask.matrix(s), plus, A.scalar(s),
                                                    I, rows.given, J, columns.given, d);
        default:
            return is_sub ? l.GxB_Vector_subassign_Scalar(C.vector(s), mask.vector(s), plus,
                                                          A.scalar(s), I, rows.given, d)
                          : l.GrB_Vector_assign_Scalar(C.vector(s), mask.vector(s), plus,
                                                       A.scalar(s), I, rows.given, d);
        }
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

/// The forms that take a C value.
void assign_value(Session &session) {
    Rng &rng = session.rng;
    const bool is_matrix = rng.chance(50);
    const Index m = session.size(), n = is_matrix ? session.size() : 1;
    const List rows = list_of(session, m, false), columns = list_of(session, n, false);
    const Description desc = session.description(false, false);
    Object &C = session.operand(is_matrix ? Kind::matrix : Kind::vector, m, n, false);
    if (session.is_long(rows.length_in(C.nrows), columns.length_in(C.ncols))) throw Skipped();
    Mask mask = session.mask(C.kind, m, n, desc, C);
    Allowed allowed;
    const Operator *accum = session.accumulator(C, allowed);
    const int type = session.type(false);
    const Value value = random_value(rng, type, session.is_wild);
    session.say() << session.name(C) << " = " << text_of(type, value) << " " << type_name(type)
                  << " ";
    finish_before_scalar(session, C, true);
    say_list(session, "rows", rows);
    say_list(session, "columns", columns);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        if (is_matrix) {
            return PEER_DISPATCH(l, Matrix_assign, type, [&](auto f, auto *tag) {
                return f(C.matrix(s), mask.matrix(s), plus, passed(value, tag), rows.on(l),
                         rows.given, columns.on(l), columns.given, desc.on(s));
            });
        }
        return PEER_DISPATCH(l, Vector_assign, type, [&](auto f, auto *tag) {
            return f(C.vector(s), mask.vector(s), plus, passed(value, tag), rows.on(l), rows.given,
                     desc.on(s));
        });
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

} // namespace

void add_submatrix(std::vector<Operation> &list) {
    list.push_back({"extract", 12, extract});
    list.push_back({"assign", 20, assign});
    list.push_back({"assign_value", 6, assign_value});
}

} // namespace grb::peer
