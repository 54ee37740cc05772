// Objects made, filled and read through either library.
#include "peer/content.h"

#include <algorithm>
#include <cstring>

namespace grb::peer {
namespace {

/// Room for the tuples of an object.
struct Tuples {
    std::vector<Index> rows, columns;
    std::vector<Value> room; // aligned for every domain
    Index count;

    Tuples(Index entries, std::size_t size)
        : rows(entries + 1), columns(entries + 1),
          room(((entries + 1) * size + sizeof(Value)) / sizeof(Value)), count(entries) {}
    unsigned char *values() { return room.data()->bytes; }
};

GrB_Info extract_tuples(const Library &library, const Object &object, int s, Tuples &tuples) {
    if (object.kind == Kind::vector) {
        return PEER_DISPATCH(library, Vector_extractTuples, object.type, [&](auto f, auto *tag) {
            return f(tuples.rows.data(), array(tuples.values(), tag), &tuples.count,
                     object.vector(s));
        });
    }
    return PEER_DISPATCH(library, Matrix_extractTuples, object.type, [&](auto f, auto *tag) {
        return f(tuples.rows.data(), tuples.columns.data(), array(tuples.values(), tag),
                 &tuples.count, object.matrix(s));
    });
}

void add(Content &content, Index i, Index j, const void *value, std::size_t size) {
    Entry entry{i, j, {}};
    std::memcpy(entry.value.bytes, value, size);
    content.entries.push_back(entry);
}

void read_tuples(const Library &library, const Object &object, int s, Content &content) {
    Index count = 0;
    content.info = object.kind == Kind::vector ? library.GrB_Vector_nvals(&count, object.vector(s))
                                               : library.GrB_Matrix_nvals(&count, object.matrix(s));
    if (content.info != GrB_SUCCESS) return;
    const std::size_t size = type_size(object.type);
    Tuples tuples(count, size);
    content.info = extract_tuples(library, object, s, tuples);
    if (content.info != GrB_SUCCESS) return;
    if (tuples.count != count) content.fault = "nvals is not the number of tuples";
    for (Index k = 0; k < tuples.count; k++)
        add(content, tuples.rows[k], object.kind == Kind::vector ? 0 : tuples.columns[k],
            tuples.values() + k * size, size);
}

Value value_at(const Library &library, int type, GxB_Iterator it) {
    Value value;
    const auto keep = [&](auto x) { std::memcpy(value.bytes, &x, sizeof x); };
    switch (type) {
#define PEER_GET(prefix, suffix, c_type)             \
    case type_##suffix:                              \
        keep(library.GxB_Iterator_get_##suffix(it)); \
        break;
        PEER_TYPES(PEER_GET)
#undef PEER_GET
    default:
        library.GxB_Iterator_get_UDT(it, value.bytes);
    }
    return value;
}

void read_iterator(const Library &library, const Object &object, int s, Content &content) {
    GxB_Iterator it = nullptr;
    content.info = library.GxB_Iterator_new(&it);
    if (content.info != GrB_SUCCESS) return;
    const bool is_vector = object.kind == Kind::vector;
    content.info = is_vector ? library.GxB_Vector_Iterator_attach(it, object.vector(s), nullptr)
                             : library.GxB_Matrix_Iterator_attach(it, object.matrix(s), nullptr);
    if (content.info == GrB_SUCCESS) {
        GrB_Info at = is_vector ? library.GxB_Vector_Iterator_seek(it, 0)
                                : library.GxB_Matrix_Iterator_seek(it, 0);
        while (at == GrB_SUCCESS) {
            Index i = 0, j = 0;
            if (is_vector)
                i = library.GxB_Vector_Iterator_getIndex(it);
            else
                library.GxB_Matrix_Iterator_getIndex(it, &i, &j);
            const Value value = value_at(library, object.type, it);
            add(content, i, j, value.bytes, type_size(object.type));
            at = is_vector ? library.GxB_Vector_Iterator_next(it)
                           : library.GxB_Matrix_Iterator_next(it);
        }
        if (at != GxB_EXHAUSTED) content.fault = "the iterator ends with another code";
    }
    library.GxB_Iterator_free(&it);
}

bool is_too_large(const Library &library, const Object &object, int s) {
    constexpr Index most = 1 << 24;
    Index count = 0;
    const GrB_Info info = object.kind == Kind::vector
                              ? library.GrB_Vector_nvals(&count, object.vector(s))
                              : library.GrB_Matrix_nvals(&count, object.matrix(s));
    return info == GrB_SUCCESS && count > most;
}

void read_scalar(const Library &library, const Object &object, int s, Content &content) {
    Index count = 0;
    content.info = library.GrB_Scalar_nvals(&count, object.scalar(s));
    if (content.info != GrB_SUCCESS) return;
    Value value;
    const GrB_Info info =
        PEER_DISPATCH(library, Scalar_extractElement, object.type, [&](auto f, auto *tag) {
            return f(array(value.bytes, tag), object.scalar(s));
        });
    if ((info == GrB_SUCCESS) != (count == 1)) content.fault = "nvals contradicts extractElement";
    if (info == GrB_SUCCESS) add(content, 0, 0, value.bytes, type_size(object.type));
}

} // namespace

Content read(const Libraries &libraries, int side, const Object &object, Reading reading) {
    const Library &library = libraries.side[side];
    Content content;
    if (object.kind == Kind::scalar) {
        read_scalar(library, object, side, content);
        return content;
    }
    if (is_too_large(library, object, side)) {
        // Objects of the step would be left behind: the soak goes on, where nothing is compared.
        if (libraries.has_peer) throw TooLarge();
        content.info = GrB_OUT_OF_MEMORY;
        return content;
    }
    Object copy = object;
    if (reading == Reading::copy) {
        GrB_Vector vector = nullptr;
        GrB_Matrix matrix = nullptr;
        content.info = object.kind == Kind::vector
                           ? library.GrB_Vector_dup(&vector, object.vector(side))
                           : library.GrB_Matrix_dup(&matrix, object.matrix(side));
        if (content.info != GrB_SUCCESS) return content;
        copy.handle[side] = object.kind == Kind::vector ? static_cast<void *>(vector) : matrix;
    }
    if (reading == Reading::iterator)
        read_iterator(library, object, side, content);
    else
        read_tuples(library, copy, side, content);
    if (reading == Reading::copy) discard(libraries, side, copy);
    std::sort(content.entries.begin(), content.entries.end(),
              [](const Entry &a, const Entry &b) { return a.i != b.i ? a.i < b.i : a.j < b.j; });
    for (std::size_t k = 1; k < content.entries.size(); k++) {
        if (content.entries[k].i == content.entries[k - 1].i &&
            content.entries[k].j == content.entries[k - 1].j)
            content.fault = "two entries at one position";
    }
    return content;
}

GrB_Info make(const Libraries &libraries, int side, Object &object) {
    const Library &library = libraries.side[side];
    const GrB_Type type = libraries.type(object.type, side);
    GrB_Info info = GrB_SUCCESS;
    if (object.kind == Kind::matrix) {
        GrB_Matrix made = nullptr;
        info = library.GrB_Matrix_new(&made, type, object.nrows, object.ncols);
        object.handle[side] = made;
    } else if (object.kind == Kind::vector) {
        GrB_Vector made = nullptr;
        info = library.GrB_Vector_new(&made, type, object.nrows);
        object.handle[side] = made;
    } else {
        GrB_Scalar made = nullptr;
        info = library.GrB_Scalar_new(&made, type);
        object.handle[side] = made;
    }
    return info;
}

void discard(const Libraries &libraries, int side, Object &object) {
    const Library &library = libraries.side[side];
    GrB_Matrix matrix = object.matrix(side);
    GrB_Vector vector = object.vector(side);
    GrB_Scalar scalar = object.scalar(side);
    if (object.kind == Kind::matrix)
        library.GrB_Matrix_free(&matrix);
    else if (object.kind == Kind::vector)
        library.GrB_Vector_free(&vector);
    else
        library.GrB_Scalar_free(&scalar);
    object.handle[side] = nullptr;
}

GrB_Info finish_pending(const Library &library, int side, const Object &object) {
    return object.kind == Kind::matrix
               ? library.GrB_Matrix_wait(object.matrix(side), GrB_MATERIALIZE)
               : library.GrB_Vector_wait(object.vector(side), GrB_MATERIALIZE);
}

GrB_Info set_element(const Libraries &libraries, int side, const Object &object, const Value &value,
                     Index i, Index j) {
    const Library &library = libraries.side[side];
    if (object.kind == Kind::matrix) {
        return PEER_DISPATCH(library, Matrix_setElement, object.type, [&](auto f, auto *tag) {
            return f(object.matrix(side), passed(value, tag), i, j);
        });
    }
    if (object.kind == Kind::vector) {
        return PEER_DISPATCH(library, Vector_setElement, object.type, [&](auto f, auto *tag) {
            return f(object.vector(side), passed(value, tag), i);
        });
    }
    return PEER_DISPATCH(library, Scalar_setElement, object.type, [&](auto f, auto *tag) {
        return f(object.scalar(side), passed(value, tag));
    });
}

GrB_Info extract_element(const Libraries &libraries, int side, const Object &object, Value &value,
                         Index i, Index j) {
    const Library &library = libraries.side[side];
    if (object.kind == Kind::matrix) {
        return PEER_DISPATCH(library, Matrix_extractElement, object.type, [&](auto f, auto *tag) {
            return f(array(value.bytes, tag), object.matrix(side), i, j);
        });
    }
    return PEER_DISPATCH(library, Vector_extractElement, object.type, [&](auto f, auto *tag) {
        return f(array(value.bytes, tag), object.vector(side), i);
    });
}

GrB_Info fill(const Libraries &libraries, int side, const Object &object,
              const std::vector<Entry> &entries, bool one_by_one) {
    if (one_by_one || object.kind == Kind::scalar) {
        GrB_Info info = GrB_SUCCESS;
        for (const Entry &entry : entries)
            if (info == GrB_SUCCESS)
                info = set_element(libraries, side, object, entry.value, entry.i, entry.j);
        return info;
    }
    const Library &library = libraries.side[side];
    const std::size_t size = type_size(object.type);
    Tuples tuples(entries.size(), size);
    for (std::size_t k = 0; k < entries.size(); k++) {
        tuples.rows[k] = entries[k].i;
        tuples.columns[k] = entries[k].j;
        std::memcpy(tuples.values() + k * size, entries[k].value.bytes, size);
    }
    if (object.kind == Kind::vector) {
        return PEER_DISPATCH(library, Vector_build, object.type, [&](auto f, auto *tag) {
            return f(object.vector(side), tuples.rows.data(), array(tuples.values(), tag),
                     tuples.count, nullptr);
        });
    }
    return PEER_DISPATCH(library, Matrix_build, object.type, [&](auto f, auto *tag) {
        return f(object.matrix(side), tuples.rows.data(), tuples.columns.data(),
                 array(tuples.values(), tag), tuples.count, nullptr);
    });
}

} // namespace grb::peer
