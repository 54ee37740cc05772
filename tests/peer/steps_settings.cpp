// Settings that objects report: hints for the widths of integers and the widths, iso, pending work.
#include "peer/session.h"

namespace grb::peer {
namespace {

GrB_Info get(const Library &l, int s, const Object &object, int field, std::int32_t &value) {
    return object.kind == Kind::matrix
               ? l.GrB_Matrix_get_INT32(object.matrix(s), &value, static_cast<GrB_Field>(field))
               : l.GrB_Vector_get_INT32(object.vector(s), &value, static_cast<GrB_Field>(field));
}
GrB_Info set(const Library &l, int s, const Object &object, int field, std::int32_t value) {
    return object.kind == Kind::matrix
               ? l.GrB_Matrix_set_INT32(object.matrix(s), value, static_cast<GrB_Field>(field))
               : l.GrB_Vector_set_INT32(object.vector(s), value, static_cast<GrB_Field>(field));
}

Object &some_object(Session &session) {
    return session.any_object(session.rng.chance(65) ? Kind::matrix : Kind::vector);
}

/// Widths of integers that an object should have.
void hint_widths(Session &session) {
    Rng &rng = session.rng;
    Object &object = some_object(session);
    const int fields[] = {GxB_OFFSET_INTEGER_HINT, GxB_ROWINDEX_INTEGER_HINT,
                          GxB_COLINDEX_INTEGER_HINT};
    const int field = fields[rng.below(3)], width = static_cast<int>(rng.below(3)) * 32;
    session.say() << session.name(object) << " field " << field << " = " << width;
    session.count(Rule::hint_pending);
    const Codes codes = session.both([&](int s) {
        // The peer (10.5.1) counts removed entries that wait when the width of positions changes.
        if (s == theirs) finish_pending(session.side(s), s, object);
        return set(session.side(s), s, object, field, width);
    });
    std::int32_t values[2] = {-1, -1};
    session.both([&](int s) { return get(session.side(s), s, object, field, values[s]); });
    if (session.libraries.has_peer && codes.of[ours] == codes.of[theirs] && values[0] != values[1])
        session.fail("hints " + std::to_string(values[0]) + " and " + std::to_string(values[1]));
    session.settle(codes, {&object});
}

/// Reports. Those that follow from how a library stores an object are held against the object.
void ask(Session &session) {
    Object &object = some_object(session);
    session.say() << session.name(object);
    const int fields[] = {GxB_IS_READONLY,
                          GxB_ISO,
                          GxB_WILL_WAIT,
                          GxB_OFFSET_INTEGER_BITS,
                          GxB_ROWINDEX_INTEGER_BITS,
                          GxB_COLINDEX_INTEGER_BITS};
    std::int32_t answers[2][std::size(fields)] = {};
    for (std::size_t k = 0; k < std::size(fields); k++) {
        const Codes codes = session.both(
            [&](int s) { return get(session.side(s), s, object, fields[k], answers[s][k]); });
        if (codes.of[ours] != codes.of[theirs])
            session.fail("field " + std::to_string(fields[k]) + ": codes " +
                         std::to_string(codes.of[ours]) + " and " +
                         std::to_string(codes.of[theirs]));
    }
    if (session.libraries.has_peer && answers[ours][0] != answers[theirs][0])
        session.fail("GxB_IS_READONLY is " + std::to_string(answers[ours][0]) + " and " +
                     std::to_string(answers[theirs][0]));
    const Content content = read(session.libraries, ours, object, Reading::tuples);
    if (answers[ours][1] != 0) {
        for (const Entry &entry : content.entries) {
            Content one, other;
            std::string text;
            one.entries = {{0, 0, content.entries[0].value}};
            other.entries = {{0, 0, entry.value}};
            if (compare(object.type, one, other, Allowed(), text) != Agreement::equal)
                session.fail("GxB_ISO is true of different values");
        }
    }
    for (int k = 3; k < 6; k++)
        if (answers[ours][k] != 32 && answers[ours][k] != 64)
            session.fail("field " + std::to_string(fields[k]) + " is " +
                         std::to_string(answers[ours][k]));
    const Index longest =
        object.kind == Kind::matrix ? std::max(object.nrows, object.ncols) : object.nrows;
    if (longest > (Index{1} << 32) && answers[ours][4] == 32 && answers[ours][5] == 32)
        session.fail("no index is of 64 bits");
    std::int32_t waits[2] = {0, 0};
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_Info info = finish_pending(l, s, object);
        return info == GrB_SUCCESS ? get(l, s, object, GxB_WILL_WAIT, waits[s]) : info;
    });
    if (waits[ours] != 0 || waits[theirs] != 0) session.fail("GxB_WILL_WAIT after a wait");
    session.settle(codes, {&object});
}

} // namespace

void add_settings(std::vector<Operation> &list) {
    list.push_back({"hint_widths", 4, hint_widths, 10});
    list.push_back({"ask", 4, ask, 10});
}

} // namespace grb::peer
