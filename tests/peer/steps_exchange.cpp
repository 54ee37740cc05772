// Objects through arrays and blobs and back, in every layout.
#include "peer/blobs.h"
#include "peer/session.h"

#include <cstring>
#include <iterator>

namespace grb::peer {
namespace {

/// GrB_Matrix_export, then GrB_Matrix_import of what came out.
void import_export(Session &session) {
    Rng &rng = session.rng;
    const Object source = session.any_object(Kind::matrix);
    const auto format = static_cast<GrB_Format>(rng.below(3));
    const Index offsets_of = format == GrB_CSR_FORMAT ? source.nrows : source.ncols;
    if (format != GrB_COO_FORMAT && offsets_of > 100000) throw Skipped();
    session.say() << session.name(source) << " format " << format;
    Object made = source;
    if (format == GrB_COO_FORMAT) session.count(Rule::coo_order);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        Index offsets_length = 0, indices_length = 0, values_length = 0;
        GrB_Info info = l.GrB_Matrix_exportSize(&offsets_length, &indices_length, &values_length,
                                                format, source.matrix(s));
        if (info != GrB_SUCCESS) return info;
        std::vector<Index> offsets(offsets_length + 1), indices(indices_length + 1);
        std::vector<Value> values(values_length + 1);
        info = PEER_DISPATCH(l, Matrix_export, source.type, [&](auto f, auto *tag) {
            return f(offsets.data(), indices.data(), array(values.data(), tag), &offsets_length,
                     &indices_length, &values_length, format, source.matrix(s));
        });
        if (info != GrB_SUCCESS) return info;
        GrB_Matrix matrix = nullptr;
        info = PEER_DISPATCH(l, Matrix_import, source.type, [&](auto f, auto *tag) {
            return f(&matrix, session.libraries.type(source.type, s), source.nrows, source.ncols,
                     offsets.data(), indices.data(), array(values.data(), tag), offsets_length,
                     indices_length, values_length, format);
        });
        made.handle[s] = matrix;
        return info;
    });
    Object &added = session.adopt(made);
    session.settle(codes, {&added});
}

/// The peer (10.5.1) writes the widths that integers had before pending work was finished, and then
/// reads past the end of its arrays.
void finish_before_blob(Session &session, const Object &source) {
    if (!session.libraries.has_peer || session.libraries.version() < 10) return;
    session.count(Rule::blob_pending);
    finish_pending(session.side(theirs), theirs, source);
}

void blob(Session &session) {
    Rng &rng = session.rng;
    const bool is_matrix = rng.chance(60), is_gxb = !is_matrix || rng.chance(50);
    const Object source = session.any_object(is_matrix ? Kind::matrix : Kind::vector);
    session.say() << session.name(source) << (is_gxb ? " GxB" : " GrB");
    finish_before_blob(session, source);
    Object made = source;
    Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_Type type = session.libraries.type(source.type, s);
        GrB_Matrix matrix = nullptr;
        GrB_Vector vector = nullptr;
        Index size = 0;
        GrB_Info info = GrB_SUCCESS;
        if (is_gxb) {
            void *bytes = nullptr;
            info = is_matrix ? l.GxB_Matrix_serialize(&bytes, &size, source.matrix(s), nullptr)
                             : l.GxB_Vector_serialize(&bytes, &size, source.vector(s), nullptr);
            if (info == GrB_SUCCESS)
                info = is_matrix ? l.GxB_Matrix_deserialize(&matrix, type, bytes, size, nullptr)
                                 : l.GxB_Vector_deserialize(&vector, type, bytes, size, nullptr);
            release_for(s, bytes);
        } else {
            info = l.GrB_Matrix_serializeSize(&size, source.matrix(s));
            std::vector<unsigned char> bytes(size + 1);
            if (info == GrB_SUCCESS)
                info = l.GrB_Matrix_serialize(bytes.data(), &size, source.matrix(s));
            if (info == GrB_SUCCESS)
                info = l.GrB_Matrix_deserialize(&matrix, type, bytes.data(), size);
        }
        made.handle[s] = is_matrix ? static_cast<void *>(matrix) : vector;
        return info;
    });
    Object &added = session.adopt(made);
    if (codes.of[ours] == GrB_SUCCESS && codes.of[theirs] == GrB_INVALID_OBJECT) {
        // The peer refuses some blobs that it wrote of objects without entries.
        session.count(Rule::empty_blob);
        session.copy_to_peer(added, Content());
        codes.of[theirs] = GrB_SUCCESS;
    }
    session.settle(codes, {&added});
}

/// Each library reads what the other one wrote in SuiteSparse's format.
void foreign_blob(Session &session) {
    Rng &rng = session.rng;
    const Object source = session.any_object(rng.chance(70) ? Kind::matrix : Kind::vector);
    constexpr int compressions[] = {-1, 0, 1000, 2000, 3001, 3012};
    const int compression = compressions[rng.below(std::size(compressions))];
    Index nvals = 0;
    const Library &l = session.side(ours);
    if (source.kind == Kind::matrix)
        l.GrB_Matrix_nvals(&nvals, source.matrix(ours));
    else
        l.GrB_Vector_nvals(&nvals, source.vector(ours));
    // One value at all positions of a long object: a blob of ours cannot say so.
    if (nvals > 1 << 20) throw Skipped();
    session.say() << session.name(source) << " compression " << compression;
    finish_before_blob(session, source);
    Object made = source;
    const Codes codes = session.both([&](int s) {
        const int writer = session.libraries.has_peer ? 1 - s : s;
        std::vector<unsigned char> bytes;
        GrB_Info info = write_blob(session.libraries, writer, source, compression, bytes);
        if (info == GrB_SUCCESS) info = read_blob(session.libraries, s, made, bytes);
        return info;
    });
    session.settle(codes, {&session.adopt(made)});
}

/// The arrays that unpack gives and pack takes.
struct Arrays {
    Index *p = nullptr, *h = nullptr, *i = nullptr;
    std::int8_t *b = nullptr;
    void *x = nullptr;
    Index p_size = 0, h_size = 0, i_size = 0, b_size = 0, x_size = 0, count = 0;
    bool is_iso = false, is_jumbled = false;
};

enum Layout { csr, csc, hyper_csr, hyper_csc, bitmap_r, bitmap_c, full_r, full_c, layout_count };

GrB_Info unpack(const Library &l, GrB_Matrix A, Layout layout, Arrays &a) {
    switch (layout) {
    case csr:
    case csc:
        return (layout == csr ? l.GxB_Matrix_unpack_CSR : l.GxB_Matrix_unpack_CSC)(
            A, &a.p, &a.i, &a.x, &a.p_size, &a.i_size, &a.x_size, &a.is_iso, &a.is_jumbled,
            nullptr);
    case hyper_csr:
    case hyper_csc:
        return (layout == hyper_csr ? l.GxB_Matrix_unpack_HyperCSR : l.GxB_Matrix_unpack_HyperCSC)(
            A, &a.p, &a.h, &a.i, &a.x, &a.p_size, &a.h_size, &a.i_size, &a.x_size, &a.is_iso,
            &a.count, &a.is_jumbled, nullptr);
    case bitmap_r:
    case bitmap_c:
        return (layout == bitmap_r ? l.GxB_Matrix_unpack_BitmapR : l.GxB_Matrix_unpack_BitmapC)(
            A, &a.b, &a.x, &a.b_size, &a.x_size, &a.is_iso, &a.count, nullptr);
    default:
        return (layout == full_r ? l.GxB_Matrix_unpack_FullR : l.GxB_Matrix_unpack_FullC)(
            A, &a.x, &a.x_size, &a.is_iso, nullptr);
    }
}

GrB_Info pack(const Library &l, GrB_Matrix A, Layout layout, Arrays &a, GrB_Descriptor d) {
    switch (layout) {
    case csr:
    case csc:
        return (layout == csr ? l.GxB_Matrix_pack_CSR : l.GxB_Matrix_pack_CSC)(
            A, &a.p, &a.i, &a.x, a.p_size, a.i_size, a.x_size, a.is_iso, a.is_jumbled, d);
    case hyper_csr:
    case hyper_csc:
        return (layout == hyper_csr ? l.GxB_Matrix_pack_HyperCSR : l.GxB_Matrix_pack_HyperCSC)(
            A, &a.p, &a.h, &a.i, &a.x, a.p_size, a.h_size, a.i_size, a.x_size, a.is_iso, a.count,
            a.is_jumbled, d);
    case bitmap_r:
    case bitmap_c:
        return (layout == bitmap_r ? l.GxB_Matrix_pack_BitmapR : l.GxB_Matrix_pack_BitmapC)(
            A, &a.b, &a.x, a.b_size, a.x_size, a.is_iso, a.count, d);
    default:
        return (layout == full_r ? l.GxB_Matrix_pack_FullR
                                 : l.GxB_Matrix_pack_FullC)(A, &a.x, a.x_size, a.is_iso, d);
    }
}

/// Out of a matrix and back into it.
void pack_matrix(Session &session) {
    Rng &rng = session.rng;
    Object &object = session.any_object(Kind::matrix);
    const auto layout = static_cast<Layout>(rng.below(layout_count));
    if (object.nrows == 0 || object.ncols == 0) throw Skipped();
    if (session.is_long(object.nrows, object.ncols) && layout != hyper_csr && layout != hyper_csc)
        throw Skipped();
    session.say() << session.name(object) << " layout " << static_cast<int>(layout);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        Arrays a;
        GrB_Info info = unpack(l, object.matrix(s), layout, a);
        if (info == GrB_SUCCESS) info = pack(l, object.matrix(s), layout, a, nullptr);
        release_for(s, a.p), release_for(s, a.h), release_for(s, a.i);
        release_for(s, a.b), release_for(s, a.x);
        return info;
    });
    session.settle(codes, {&object});
}

void pack_vector(Session &session) {
    Rng &rng = session.rng;
    Object &object = session.any_object(Kind::vector);
    const int layout = static_cast<int>(rng.below(3)); // CSC, Bitmap, Full
    if (object.nrows == 0 || (session.is_long(object.nrows, 1) && layout != 0)) throw Skipped();
    session.say() << session.name(object) << " layout " << layout;
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_Vector v = object.vector(s);
        Arrays a;
        GrB_Info info =
            layout == 0   ? l.GxB_Vector_unpack_CSC(v, &a.i, &a.x, &a.i_size, &a.x_size, &a.is_iso,
                                                    &a.count, &a.is_jumbled, nullptr)
            : layout == 1 ? l.GxB_Vector_unpack_Bitmap(v, &a.b, &a.x, &a.b_size, &a.x_size,
                                                       &a.is_iso, &a.count, nullptr)
                          : l.GxB_Vector_unpack_Full(v, &a.x, &a.x_size, &a.is_iso, nullptr);
        if (info == GrB_SUCCESS)
            info = layout == 0 ? l.GxB_Vector_pack_CSC(v, &a.i, &a.x, a.i_size, a.x_size, a.is_iso,
                                                       a.count, a.is_jumbled, nullptr)
                   : layout == 1 ? l.GxB_Vector_pack_Bitmap(v, &a.b, &a.x, a.b_size, a.x_size,
                                                            a.is_iso, a.count, nullptr)
                                 : l.GxB_Vector_pack_Full(v, &a.x, a.x_size, a.is_iso, nullptr);
        release_for(s, a.i), release_for(s, a.b), release_for(s, a.x);
        return info;
    });
    session.settle(codes, {&object});
}

} // namespace

void add_exchange(std::vector<Operation> &list) {
    list.push_back({"import_export", 4, import_export});
    list.push_back({"blob", 3, blob});
    list.push_back({"foreign_blob", 3, foreign_blob});
    list.push_back({"pack_matrix", 6, pack_matrix});
    list.push_back({"pack_vector", 3, pack_vector});
}

} // namespace grb::peer
