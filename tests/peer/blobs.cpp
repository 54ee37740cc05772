// Makes objects in every form, and compares them with those that the other library deserialises.
#include "peer/blobs.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace grb::peer {

namespace {

void require(GrB_Info info, const char *what) {
    if (info == GrB_SUCCESS) return;
    std::cout << what << " failed with code " << info << "\n";
    std::exit(2);
}

void set_format(const Library &library, int format) {
    const auto all = static_cast<GrB_Global>(library.object("GrB_GLOBAL"));
    require(library.GrB_Global_set_INT32(all, format, GrX_BLOB_FORMAT), "GrX_BLOB_FORMAT");
}

} // namespace

GrB_Info write_blob(const Libraries &libraries, int side, const Object &object, int compression,
                    std::vector<unsigned char> &bytes) {
    const Library &l = libraries.side[side];
    GrB_Descriptor desc = nullptr;
    require(l.GrB_Descriptor_new(&desc), "GrB_Descriptor_new");
    require(l.GrB_Descriptor_set_INT32(desc, compression, static_cast<GrB_Field>(GxB_COMPRESSION)),
            "GxB_COMPRESSION");
    if (side == ours) set_format(l, GrX_BLOB_SUITESPARSE);
    void *blob = nullptr;
    Index size = 0;
    const GrB_Info info = object.kind == Kind::matrix
                              ? l.GxB_Matrix_serialize(&blob, &size, object.matrix(side), desc)
                              : l.GxB_Vector_serialize(&blob, &size, object.vector(side), desc);
    if (side == ours) set_format(l, GrX_BLOB_GRAPHBLAST);
    if (info == GrB_SUCCESS) {
        const auto *const first = static_cast<const unsigned char *>(blob);
        bytes.assign(first, first + size);
        release_for(side, blob);
    }
    require(l.GrB_Descriptor_free(&desc), "GrB_Descriptor_free");
    return info;
}

GrB_Info read_blob(const Libraries &libraries, int side, Object &object,
                   const std::vector<unsigned char> &bytes) {
    const Library &l = libraries.side[side];
    const GrB_Type type = libraries.type(object.type, side);
    if (object.kind == Kind::matrix) {
        GrB_Matrix matrix = nullptr;
        const GrB_Info info =
            l.GxB_Matrix_deserialize(&matrix, type, bytes.data(), bytes.size(), nullptr);
        object.handle[side] = matrix;
        return info;
    }
    GrB_Vector vector = nullptr;
    const GrB_Info info =
        l.GxB_Vector_deserialize(&vector, type, bytes.data(), bytes.size(), nullptr);
    object.handle[side] = vector;
    return info;
}

namespace {

struct Form {
    Kind kind;
    Index nrows, ncols, step; // every step-th cell has an entry
    int sparsity;
    bool by_column, is_iso;
    const char *name;
};

constexpr Form forms[] = {
    {Kind::matrix, 400, 700, 3, GxB_SPARSE, false, false, "rows"},
    {Kind::matrix, 400, 700, 3, GxB_SPARSE, true, false, "columns"},
    {Kind::matrix, 400, 700, 3, GxB_SPARSE, false, true, "rows, one value"},
    {Kind::matrix, 900, 400, 97, GxB_HYPERSPARSE, false, false, "hypersparse rows"},
    {Kind::matrix, 90000, 90, 5003, GxB_HYPERSPARSE, true, false, "hypersparse columns"},
    {Kind::matrix, 300, 500, 2, GxB_BITMAP, false, false, "bitmap"},
    {Kind::matrix, 300, 500, 2, GxB_BITMAP, true, false, "bitmap by column"},
    {Kind::matrix, 300, 500, 2, GxB_BITMAP, false, true, "bitmap, one value"},
    {Kind::matrix, 300, 500, 1, GxB_FULL, false, false, "full"},
    {Kind::matrix, 300, 500, 1, GxB_FULL, true, false, "full by column"},
    {Kind::matrix, 300, 500, 1, GxB_FULL, false, true, "full, one value"},
    {Kind::matrix, 7, 5, 2, GxB_SPARSE, false, false, "small rows"},
    {Kind::matrix, 0, 5, 1, GxB_SPARSE, false, false, "no rows"},
    {Kind::vector, 200000, 1, 7, GxB_SPARSE, true, false, "sparse vector"},
    {Kind::vector, 200000, 1, 2, GxB_BITMAP, true, false, "bitmap vector"},
    {Kind::vector, 200000, 1, 1, GxB_FULL, true, false, "full vector"},
};

void set_number(const Library &l, const Object &object, int side, int value, int field) {
    require(object.kind == Kind::matrix
                ? l.GrB_Matrix_set_INT32(object.matrix(side), value, static_cast<GrB_Field>(field))
                : l.GrB_Vector_set_INT32(object.vector(side), value, static_cast<GrB_Field>(field)),
            "GrB_set");
}

/// The object of `side` in the form: entries whose values depend on their places.
void fill_form(const Libraries &libraries, int side, const Form &form, Object &object) {
    const Library &l = libraries.side[side];
    require(make(libraries, side, object), "GrB_new");
    // A vector is by column always.
    if (form.kind == Kind::matrix)
        set_number(l, object, side, form.by_column ? GxB_BY_COL : GxB_BY_ROW, GxB_FORMAT);
    set_number(l, object, side, form.sparsity, GxB_SPARSITY_CONTROL);
    std::vector<Entry> entries;
    Rng rng(7);
    const Value one = random_value(rng, object.type, false);
    for (Index element = 0; form.ncols != 0 && element < form.nrows * form.ncols;
         element += form.step) {
        Entry entry{element / form.ncols, element % form.ncols, one};
        if (!form.is_iso) entry.value = random_value(rng, object.type, false);
        entries.push_back(entry);
    }
    require(fill(libraries, side, object, entries, false), "build");
    require(finish_pending(l, side, object), "GrB_wait");
    if (side != ours) return;
    // Stores our object in the format that it reports.
    const int format = form.sparsity == GxB_SPARSE        ? GrX_SPARSE
                       : form.sparsity == GxB_HYPERSPARSE ? GrX_HYPERSPARSE
                       : form.sparsity == GxB_BITMAP      ? GrX_BITMAP
                                                          : GrX_FULL;
    if (form.kind == Kind::matrix)
        set_number(l, object, side, form.by_column ? 2 : 1, GrX_ORIENTATIONS);
    set_number(l, object, side, format, GrX_FORMAT);
}

std::int32_t number_in(const Libraries &libraries, int side,
                       const std::vector<unsigned char> &bytes, int field) {
    std::int32_t value = -99;
    require(libraries.side[side].GxB_Serialized_get_INT32(
                bytes.data(), &value, static_cast<GrB_Field>(field), bytes.size()),
            "GxB_Serialized_get");
    return value;
}

/// One blob of `from`, read by the other side and by `from`. The number of differences.
long compare_one(const Libraries &libraries, int from, const Object &source, int compression,
                 const std::string &what) {
    std::vector<unsigned char> bytes;
    Object copy = source;
    std::string text;
    const int to = 1 - from;
    GrB_Info info = write_blob(libraries, from, source, compression, bytes);
    if (info == GrB_SUCCESS) info = read_blob(libraries, to, copy, bytes);
    if (info != GrB_SUCCESS) {
        text = "code " + std::to_string(info);
    } else {
        const Content given = read(libraries, from, source, Reading::tuples),
                      got = read(libraries, to, copy, Reading::tuples);
        compare(source.type, given, got, Allowed(), text);
        for (const int field : {int{GrB_EL_TYPE_CODE}, int{GrB_STORAGE_ORIENTATION_HINT},
                                int{GxB_SPARSITY_STATUS}, int{GxB_SPARSITY_CONTROL}}) {
            const std::int32_t of_from = number_in(libraries, from, bytes, field),
                               of_to = number_in(libraries, to, bytes, field);
            if (of_from != of_to)
                text += " field " + std::to_string(field) + ": " + std::to_string(of_from) +
                        " and " + std::to_string(of_to);
        }
        copy.handle[from] = nullptr;
        discard(libraries, to, copy);
    }
    if (text.empty()) return 0;
    std::cout << what << (from == ours ? ", written here: " : ", written there: ") << text << "\n";
    return 1;
}

} // namespace

long compare_blobs(Libraries &libraries) {
    libraries.start();
    // Several threads make several blocks of an array.
    const Library &peer = libraries.side[theirs];
    require(peer.GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, 4), "GxB_NTHREADS");
    require(peer.GxB_Global_Option_set_FP64(GxB_GLOBAL_CHUNK, 4096), "GxB_CHUNK");
    long findings = 0, blobs = 0;
    constexpr int compressions[] = {0, -1, 1000, 2009, 3009};
    for (const Form &form : forms) {
        for (const int type :
             {int{type_BOOL}, int{type_INT16}, int{type_FP64}, int{type_FC32}, int{type_pair}}) {
            for (const int from : {int{ours}, int{theirs}}) {
                Object object;
                object.kind = form.kind;
                object.type = type;
                object.nrows = form.nrows;
                object.ncols = form.ncols;
                fill_form(libraries, from, form, object);
                // Compression sees bytes: two types are enough for all of it.
                const bool is_thorough = type == type_BOOL || type == type_FP64;
                for (const int compression : compressions) {
                    if (compression != 0 && !is_thorough) break;
                    const std::string what = std::string(form.name) + ", " + type_name(type) +
                                             ", compression " + std::to_string(compression);
                    findings += compare_one(libraries, from, object, compression, what);
                    blobs++;
                }
                discard(libraries, from, object);
            }
        }
    }
    libraries.finish();
    std::printf("%ld blobs, %ld findings\n", blobs, findings);
    return findings;
}

} // namespace grb::peer
