// Makes lists of indices as vectors of any integer type, by values, by positions or as ranges.
#include "peer/vector_lists.h"

#include <cstring>

namespace grb::peer {
namespace {

Value number(int type, Index value) {
    Value result;
    const auto put = [&](auto x) { std::memcpy(result.bytes, &x, sizeof x); };
    switch (type) {
    case type_INT32:
        put(static_cast<std::int32_t>(value));
        break;
    case type_UINT32:
        put(static_cast<std::uint32_t>(value));
        break;
    case type_FP32:
        put(static_cast<float>(value));
        break;
    default:
        put(value); // INT64, UINT64
    }
    return result;
}

} // namespace

int integer_type(Session &session, Index most) {
    static const int types[] = {type_INT64, type_UINT64, type_INT32, type_UINT32};
    return types[session.rng.below(most < (Index{1} << 31) ? 4 : 2)];
}

void make_list(Session &session, const char *title, VectorList &list, int type, Index size,
               const std::vector<Entry> &entries) {
    list.is_there = true;
    list.vector.kind = Kind::vector;
    list.vector.type = type;
    list.vector.nrows = size;
    list.vector.ncols = 1;
    const Codes codes = session.both([&](int s) {
        const GrB_Info info = make(session.libraries, s, list.vector);
        return info == GrB_SUCCESS ? fill(session.libraries, s, list.vector, entries, false) : info;
    });
    if (codes.of[ours] != GrB_SUCCESS || codes.of[theirs] != GrB_SUCCESS)
        session.fail("a list cannot be made");
    session.say() << title << "=" << type_name(type) << "(" << list.use << ")";
    for (const Entry &entry : entries)
        session.say() << entry.i << ":" << text_of(type, entry.value) << ",";
    session.say() << " ";
}

std::vector<Entry> with_holes(Session &session, const std::vector<Index> &indices, int type,
                              Index &size) {
    std::vector<Entry> entries;
    size = 0;
    const bool has_holes = session.rng.chance(40);
    for (const Index index : indices) {
        if (has_holes) size += session.rng.below(3);
        entries.push_back({size++, 0, number(type, index)});
    }
    size += has_holes ? session.rng.below(3) : 0;
    return entries;
}

namespace {

VectorList range(Session &session, const char *title, Index size) {
    Rng &rng = session.rng;
    VectorList list;
    list.use = GxB_IS_STRIDE;
    const Index begin = rng.below(size), step = 1 + rng.below(3);
    const Index count =
        std::min<Index>(1 + rng.below(std::min<Index>(size, 40)), (size - 1 - begin) / step + 1);
    list.length = count;
    const int type = integer_type(session, size);
    Index length = 0;
    const std::vector<Entry> entries =
        with_holes(session, {begin, begin + (count - 1) * step, step}, type, length);
    make_list(session, title, list, type, length, entries);
    return list;
}

} // namespace

VectorList vector_list(Session &session, const char *title, Index size, bool allows_repeats) {
    Rng &rng = session.rng;
    VectorList list;
    const int form = size == 0 ? 0 : static_cast<int>(rng.below(5));
    if (form == 0) {
        list.length = size;
        session.say() << title << "=all ";
        return list;
    }
    if (form == 1) return range(session, title, size);
    std::set<Index> seen;
    std::vector<Index> indices;
    const Index count = std::min<Index>(rng.below(12), size);
    while (indices.size() < count) {
        const Index i = rng.chance(70) ? session.position(size) : rng.below(size);
        if (seen.insert(i).second || allows_repeats)
            indices.push_back(i);
        else if (rng.chance(20))
            break;
    }
    if (form == 2) { // the positions of the entries, whose values are not looked at
        list.use = GxB_USE_INDICES;
        list.length = seen.size();
        const int type = rng.chance(50) ? type_FP32 : integer_type(session, size);
        std::vector<Entry> entries;
        for (const Index i : seen) entries.push_back({i, 0, number(type, 7)});
        make_list(session, title, list, type, size, entries);
        return list;
    }
    list.length = indices.size();
    const int type = integer_type(session, size);
    Index length = 0;
    const std::vector<Entry> entries = with_holes(session, indices, type, length);
    make_list(session, title, list, type, length, entries);
    return list;
}

void drop(Session &session, VectorList &list) {
    if (!list.is_there) return;
    discard(session.libraries, ours, list.vector);
    if (session.libraries.has_peer) session.discard_of_peer(list.vector);
}

ListSettings::ListSettings(Session &session, const Description &desc, int rows, int columns,
                           int values)
    : session_(session) {
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        GrB_Info info = l.GrB_Descriptor_new(&handle_[s]);
        const auto set = [&](int field, int value) {
            if (info == GrB_SUCCESS)
                info = l.GxB_Desc_set_INT32(handle_[s], static_cast<GrB_Desc_Field>(field), value);
        };
        if (desc.replaces) set(GrB_OUTP, GrB_REPLACE);
        if (desc.is_complemented && desc.is_structural)
            set(GrB_MASK, GrB_COMP_STRUCTURE);
        else if (desc.is_complemented)
            set(GrB_MASK, GrB_COMP);
        else if (desc.is_structural)
            set(GrB_MASK, GrB_STRUCTURE);
        if (desc.transposes_first) set(GrB_INP0, GrB_TRAN);
        set(GxB_ROWINDEX_LIST, rows);
        set(GxB_COLINDEX_LIST, columns);
        set(GxB_VALUE_LIST, values);
        return info;
    });
    if (codes.of[ours] != GrB_SUCCESS || codes.of[theirs] != GrB_SUCCESS)
        session.fail("a descriptor cannot be made: " + std::to_string(codes.of[ours]) + " and " +
                     std::to_string(codes.of[theirs]));
}

ListSettings::~ListSettings() {
    for (int s = 0; s < session_.libraries.sides(); s++)
        session_.side(s).GrB_Descriptor_free(&handle_[s]);
}

} // namespace grb::peer
