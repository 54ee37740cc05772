// Objects made, copied, changed entry by entry, resized, pinned to formats, freed.
#include "peer/session.h"

#include <cstddef>
#include <cstring>

namespace grb::peer {
namespace {

Kind container(Session &session) {
    return session.rng.chance(60) ? Kind::matrix : Kind::vector;
}

void make_new(Session &session) {
    Rng &rng = session.rng;
    const Kind kind = rng.chance(10) ? Kind::scalar : container(session);
    const Index m = session.size();
    Object &made = session.add_object(kind, session.type(rng.chance(6)), m, session.size());
    session.settle(Codes(), {&made});
}

void copy(Session &session) {
    const Object source = session.any_object(container(session));
    Object made = source;
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        GrB_Matrix matrix = nullptr;
        GrB_Vector vector = nullptr;
        const GrB_Info info = source.kind == Kind::matrix
                                  ? l.GrB_Matrix_dup(&matrix, source.matrix(s))
                                  : l.GrB_Vector_dup(&vector, source.vector(s));
        made.handle[s] = source.kind == Kind::matrix ? static_cast<void *>(matrix) : vector;
        return info;
    });
    session.settle(codes, {&session.adopt(made)});
}

void remove(Session &session) {
    Object &object = session.any_object(container(session));
    session.say() << session.name(object);
    session.compare_now(object, Allowed());
    session.remove_object(object);
}

/// A few entries set and removed, one after the other: pending work.
void change_entries(Session &session) {
    Rng &rng = session.rng;
    Object &object = session.any_object(rng.chance(8) ? Kind::scalar : container(session));
    if (object.nrows == 0 || object.ncols == 0) throw Skipped();
    session.say() << session.name(object);
    const int count = 1 + static_cast<int>(rng.below(rng.chance(10) ? 60 : 6));
    for (int k = 0; k < count; k++) {
        const Index i = session.position(object.nrows), j = session.position(object.ncols);
        const bool is_outside = rng.chance(1), removes = rng.chance(30);
        const Index row = is_outside ? object.nrows + rng.below(3) : i;
        const Value value = random_value(rng, object.type, session.is_wild);
        session.say() << (removes ? " remove " : " set ") << row << "," << j << "="
                      << text_of(object.type, value);
        const Codes codes = session.both([&](int s) {
            const Library &l = session.side(s);
            if (!removes) return set_element(session.libraries, s, object, value, row, j);
            if (object.kind == Kind::matrix)
                return l.GrB_Matrix_removeElement(object.matrix(s), row, j);
            if (object.kind == Kind::vector)
                return l.GrB_Vector_removeElement(object.vector(s), row);
            return l.GrB_Scalar_clear(object.scalar(s));
        });
        // A position outside of an object that is read-only: two mistakes.
        if (codes.of[ours] == GrB_INVALID_INDEX && codes.of[theirs] == GxB_OUTPUT_IS_READONLY)
            session.count(Rule::error_code);
        else if (codes.of[ours] != codes.of[theirs])
            session.fail("codes " + std::to_string(codes.of[ours]) + " and " +
                         std::to_string(codes.of[theirs]));
    }
    session.settle(Codes(), {&object});
}

void read_entries(Session &session) {
    Object &object = session.any_object(container(session));
    if (object.nrows == 0 || object.ncols == 0) throw Skipped();
    session.say() << session.name(object);
    for (int k = 0; k < 4; k++) {
        const Index i = session.position(object.nrows), j = session.position(object.ncols);
        Value values[2];
        const Codes codes = session.both(
            [&](int s) { return extract_element(session.libraries, s, object, values[s], i, j); });
        const Codes stored = session.both([&](int s) {
            const Library &l = session.side(s);
            return object.kind == Kind::matrix
                       ? l.GxB_Matrix_isStoredElement(object.matrix(s), i, j)
                       : l.GxB_Vector_isStoredElement(object.vector(s), i);
        });
        if (codes.of[ours] != codes.of[theirs] || stored.of[ours] != stored.of[theirs] ||
            codes.of[ours] != stored.of[ours])
            session.fail("extractElement and isStoredElement contradict each other");
        Content our, their;
        our.entries = {{i, j, values[ours]}};
        their.entries = {{i, j, values[theirs]}};
        std::string text;
        if (session.libraries.has_peer && codes.of[ours] == GrB_SUCCESS &&
            compare(object.type, our, their, Allowed(), text) != Agreement::equal)
            session.fail("extractElement " + text);
    }
}

void clear(Session &session) {
    Object &object = session.any_object(container(session));
    session.say() << session.name(object);
    session.settle(session.empty(object), {&object});
}

void resize(Session &session) {
    Object &object = session.any_object(container(session));
    const Index m = session.size(), n = object.kind == Kind::matrix ? session.size() : 1;
    session.say() << session.name(object) << " to " << m << "x" << n;
    const bool waits = session.libraries.has_peer && session.libraries.version() >= 10;
    if (waits) session.count(Rule::hint_pending);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        // A resize, like a hint, may make positions wider.
        if (s == theirs && waits) finish_pending(l, s, object);
        // A long dimension in a pinned format takes memory for each position.
        if (s == ours && session.is_long(m, n)) {
            if (object.kind == Kind::matrix)
                l.GrB_Matrix_set_INT32(object.matrix(s), GrX_AUTO, GrX_FORMAT);
            else
                l.GrB_Vector_set_INT32(object.vector(s), GrX_AUTO, GrX_FORMAT);
        }
        return object.kind == Kind::matrix ? l.GrB_Matrix_resize(object.matrix(s), m, n)
                                           : l.GrB_Vector_resize(object.vector(s), m);
    });
    if (codes.of[ours] == GrB_SUCCESS) object.nrows = m, object.ncols = n;
    session.settle(codes, {&object});
}

void wait(Session &session) {
    Object &object = session.any_object(container(session));
    const GrB_WaitMode mode = session.rng.chance(50) ? GrB_COMPLETE : GrB_MATERIALIZE;
    session.settle(session.both([&](int s) {
        const Library &l = session.side(s);
        return object.kind == Kind::matrix ? l.GrB_Matrix_wait(object.matrix(s), mode)
                                           : l.GrB_Vector_wait(object.vector(s), mode);
    }),
                   {&object});
}

/// Pins an object's storage: a format of ours, a kind of sparsity of theirs, by row or by column.
void pin(Session &session) {
    Rng &rng = session.rng;
    Object &object = session.any_object(container(session));
    const bool is_matrix = object.kind == Kind::matrix;
    const bool is_long = session.is_long(object.nrows, object.ncols);
    // A long dimension without hypersparsity takes memory for each row.
    const int sparsity = static_cast<int>(is_long ? 1 + 2 * rng.below(8) : 1 + rng.below(15));
    const int format = static_cast<int>(is_long ? 2 * rng.below(2) : rng.below(is_matrix ? 6 : 5));
    const int width = static_cast<int>(rng.below(3)) * 32;
    const GxB_Format_Value order = rng.chance(50) ? GxB_BY_ROW : GxB_BY_COL;
    session.say() << session.name(object) << " GrX_FORMAT " << format << " width " << width
                  << " order " << order << " sparsity " << sparsity;
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const auto set = [&](GrB_Field field, int value) {
            return is_matrix ? l.GrB_Matrix_set_INT32(object.matrix(s), value, field)
                             : l.GrB_Vector_set_INT32(object.vector(s), value, field);
        };
        GrB_Info info = set(GxB_SPARSITY_CONTROL, sparsity);
        if (info == GrB_SUCCESS && is_matrix) info = set(GxB_FORMAT, order);
        if (s == theirs || info != GrB_SUCCESS) return info;
        info = set(GrX_FORMAT, is_matrix || format != GrX_HYPERSPARSE ? format : GrX_AUTO);
        return info == GrB_SUCCESS ? set(GrX_INDEX_WIDTH, width) : info;
    });
    session.settle(codes, {&object});
}

/// build into an emptied object, with an operator for positions given twice.
void build(Session &session) {
    Rng &rng = session.rng;
    Object &object = session.any_of(container(session), rng.chance(50) ? type_INT64 : no_type);
    if (object.nrows == 0 || object.ncols == 0 || object.type == type_pair) throw Skipped();
    const char *names[] = {"PLUS", "MIN", "FIRST", "SECOND", "TIMES"};
    const bool is_logical = object.type == type_BOOL;
    const std::string dup =
        is_logical ? "GrB_LOR"
                   : std::string(is_complex(object.type) ? "GxB_" : "GrB_") +
                         names[is_complex(object.type) ? 2 + rng.below(2) : rng.below(5)] + "_" +
                         type_name(object.type);
    std::vector<Entry> entries = session.random_entries(object, true);
    const std::size_t distinct = entries.size();
    for (std::size_t k = 0; distinct > 0 && k < distinct / 4 + 1; k++) {
        entries.push_back(entries[rng.below(distinct)]);
        entries.back().value = random_value(rng, object.type, false);
    }
    const int mode = static_cast<int>(rng.below(3)); // an operator, none, one value for all
    session.say() << session.name(object) << " " << dup << " " << entries.size() << " tuples, mode "
                  << mode;
    std::vector<Index> rows, columns;
    std::vector<unsigned char> values(entries.size() * type_size(object.type) + 16);
    for (const Entry &entry : entries) {
        std::memcpy(values.data() + rows.size() * type_size(object.type), entry.value.bytes,
                    type_size(object.type));
        rows.push_back(entry.i), columns.push_back(entry.j);
    }
    rows.push_back(0), columns.push_back(0);
    const Index count = entries.size();
    Object *one = mode == 2 ? &session.operand(Kind::scalar, 1, 1, false) : nullptr;
    if (one != nullptr && session.spares_peer({one})) throw Skipped();
    const bool is_matrix = object.kind == Kind::matrix;
    const Codes cleared = session.empty(object);
    if (cleared.of[ours] != GrB_SUCCESS || cleared.of[theirs] != GrB_SUCCESS)
        session.fail("an object cannot be emptied");
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        if (mode == 2)
            return is_matrix ? l.GxB_Matrix_build_Scalar(object.matrix(s), rows.data(),
                                                         columns.data(), one->scalar(s), count)
                             : l.GxB_Vector_build_Scalar(object.vector(s), rows.data(),
                                                         one->scalar(s), count);
        const auto op = mode == 1 ? nullptr : static_cast<GrB_BinaryOp>(l.object(dup));
        std::vector<std::max_align_t> aligned(values.size() / sizeof(std::max_align_t) + 1);
        std::memcpy(aligned.data(), values.data(), values.size());
        if (is_matrix) {
            return PEER_DISPATCH(l, Matrix_build, object.type, [&](auto f, auto *tag) {
                return f(object.matrix(s), rows.data(), columns.data(), array(aligned.data(), tag),
                         count, op);
            });
        }
        return PEER_DISPATCH(l, Vector_build, object.type, [&](auto f, auto *tag) {
            return f(object.vector(s), rows.data(), array(aligned.data(), tag), count, op);
        });
    });
    session.settle(codes, {&object});
}

} // namespace

void add_methods(std::vector<Operation> &list) {
    list.push_back({"new", 4, make_new});
    list.push_back({"copy", 4, copy});
    list.push_back({"remove", 2, remove});
    list.push_back({"change_entries", 20, change_entries});
    list.push_back({"read_entries", 5, read_entries});
    list.push_back({"clear", 1, clear});
    list.push_back({"resize", 4, resize});
    list.push_back({"wait", 3, wait});
    list.push_back({"pin", 8, pin});
    list.push_back({"build", 5, build});
}

} // namespace grb::peer
