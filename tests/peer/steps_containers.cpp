// Objects as the parts of a container, within one library and from one to the other; vectors as
// arrays; arrays that stay the caller's.
#include "peer/session.h"

#include <array>
#include <cstring>

namespace grb::peer {
namespace {

constexpr GrB_Vector GxB_Container_struct::*members[] = {
    &GxB_Container_struct::p, &GxB_Container_struct::h, &GxB_Container_struct::b,
    &GxB_Container_struct::i, &GxB_Container_struct::x};

/// A container of one library, freed at the end.
class Box {
public:
    explicit Box(const Library &library) : library_(library) {
        info = library.GxB_Container_new(&box_);
    }
    ~Box() { library_.GxB_Container_free(&box_); }
    Box(const Box &) = delete;
    Box &operator=(const Box &) = delete;
    GxB_Container operator->() const { return box_; }
    GxB_Container get() const { return box_; }
    GrB_Info info;

private:
    const Library &library_;
    GxB_Container box_ = nullptr;
};

GrB_Info unload(const Library &l, int s, const Object &object, GxB_Container box) {
    return object.kind == Kind::matrix
               ? l.GxB_unload_Matrix_into_Container(object.matrix(s), box, nullptr)
               : l.GxB_unload_Vector_into_Container(object.vector(s), box, nullptr);
}
GrB_Info load(const Library &l, int s, const Object &object, GxB_Container box,
              GrB_Descriptor desc) {
    return object.kind == Kind::matrix
               ? l.GxB_load_Matrix_from_Container(object.matrix(s), box, desc)
               : l.GxB_load_Vector_from_Container(object.vector(s), box, desc);
}

/// `object` as it is when its parts were taken.
void lose_all(Object &object) {
    object.nrows = 0;
    object.ncols = object.kind == Kind::matrix ? 0 : 1;
    object.is_calm = true;
}

void check_sizes(Session &session, const Object &object) {
    for (int s = 0; s < session.libraries.sides(); s++) {
        const Library &l = session.side(s);
        Index nrows = 99, ncols = 1;
        if (object.kind == Kind::matrix) {
            l.GrB_Matrix_nrows(&nrows, object.matrix(s));
            l.GrB_Matrix_ncols(&ncols, object.matrix(s));
        } else {
            l.GrB_Vector_size(&nrows, object.vector(s));
        }
        if (nrows != object.nrows || ncols != object.ncols)
            session.fail("side " + std::to_string(s) + ": " + session.name(object) + " is " +
                         std::to_string(nrows) + "x" + std::to_string(ncols));
    }
}

/// Gives the peer (10.5.1) a new object in place of one that has lost its entries or had other
/// dimensions: loading the parts of the old one would make an invalid object.
void renew_empty(Session &session, Object &object) {
    if (!session.libraries.has_peer ||
        !read(session.libraries, ours, object, Reading::copy).entries.empty())
        return;
    session.count(Rule::no_entries);
    session.copy_to_peer(object, Content());
}

/// Out of an object and into the same or another one of the same library.
void move_components(Session &session) {
    Rng &rng = session.rng;
    const Kind kind = rng.chance(65) ? Kind::matrix : Kind::vector;
    Object &source = session.any_object(kind);
    Object &target = rng.chance(60) ? source : session.any_object(kind);
    const bool is_secure = rng.chance(30);
    session.say() << session.name(source) << " into " << session.name(target)
                  << (is_secure ? " secure" : "");
    renew_empty(session, source);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const Box box(l);
        GrB_Descriptor desc = nullptr;
        GrB_Info info = box.info;
        if (info == GrB_SUCCESS && is_secure) {
            info = l.GrB_Descriptor_new(&desc);
            if (info == GrB_SUCCESS)
                info = l.GxB_Desc_set_INT32(desc, static_cast<GrB_Desc_Field>(GxB_IMPORT),
                                            GxB_SECURE_IMPORT);
        }
        if (info == GrB_SUCCESS) info = unload(l, s, source, box.get());
        if (info == GrB_SUCCESS) info = load(l, s, target, box.get(), desc);
        if (desc != nullptr) l.GrB_Descriptor_free(&desc);
        return info;
    });
    if (codes.of[ours] == GrB_SUCCESS && &source != &target) {
        target.type = source.type;
        target.nrows = source.nrows;
        target.ncols = source.ncols;
        lose_all(source);
        check_sizes(session, source);
    }
    if (codes.of[ours] == GrB_SUCCESS) check_sizes(session, target);
    session.settle(codes, {&source, &target});
}

/// A part of a container as bytes.
struct Component {
    std::vector<unsigned char> bytes;
    int type = type_BOOL;
    std::uint64_t n = 0;
};
struct Components {
    std::array<Component, std::size(members)> component;
    GxB_Container_struct fields{};
};

GrB_Info take_component(Session &session, int s, GrB_Vector v, Component &component) {
    void *array = nullptr;
    GrB_Type type = nullptr;
    std::uint64_t bytes = 0;
    int handling = 0;
    const GrB_Info info = session.side(s).GxB_Vector_unload(v, &array, &type, &component.n, &bytes,
                                                            &handling, nullptr);
    if (info != GrB_SUCCESS) return info;
    component.type = session.libraries.number_of(type, s);
    const auto *const first = static_cast<const unsigned char *>(array);
    component.bytes.assign(
        first, first + (array == nullptr ? 0 : component.n * type_size(component.type)));
    if (handling != static_cast<int>(GxB_IS_READONLY)) release_for(s, array);
    return info;
}

GrB_Info take_components(Session &session, int s, const Object &object, Components &components) {
    const Box box(session.side(s));
    GrB_Info info = box.info;
    if (info == GrB_SUCCESS) info = unload(session.side(s), s, object, box.get());
    for (std::size_t k = 0; k < std::size(members) && info == GrB_SUCCESS; k++)
        info = take_component(session, s, box.get()->*members[k], components.component[k]);
    components.fields = *box.get();
    return info;
}

GrB_Info load_component(Session &session, int s, GrB_Vector v, const Component &component,
                        bool is_readonly) {
    const std::size_t size = component.bytes.size();
    void *array = nullptr;
    if (size != 0) {
        array = is_readonly ? session.kept(component.bytes.data(), size) : allocate_for(s, size);
        std::memcpy(array, component.bytes.data(), size);
    }
    return session.side(s).GxB_Vector_load(
        v, &array, session.libraries.type(component.type, s), component.n, size,
        is_readonly && size != 0 ? static_cast<int>(GxB_IS_READONLY) : GrB_DEFAULT, nullptr);
}

GrB_Info give_components(Session &session, int s, const Object &object,
                         const Components &components, bool is_readonly) {
    const Box box(session.side(s));
    GrB_Info info = box.info;
    for (std::size_t k = 0; k < std::size(members) && info == GrB_SUCCESS; k++)
        info = load_component(session, s, box.get()->*members[k], components.component[k],
                              is_readonly);
    if (info != GrB_SUCCESS) return info;
    box->nrows = components.fields.nrows;
    box->ncols = components.fields.ncols;
    box->nrows_nonempty = components.fields.nrows_nonempty;
    box->ncols_nonempty = components.fields.ncols_nonempty;
    box->nvals = components.fields.nvals;
    box->format = components.fields.format;
    box->orientation = components.fields.orientation;
    box->iso = components.fields.iso;
    box->jumbled = components.fields.jumbled;
    return load(session.side(s), s, object, box.get(), nullptr);
}

/// Exchanges parts as far as possible: each library takes the arrays that the other one hands over.
void exchange_components(Session &session) {
    Rng &rng = session.rng;
    Object &object = session.any_object(rng.chance(65) ? Kind::matrix : Kind::vector);
    // An object without elements has other parts in each library, of which the one may be the
    // caller's array and the other not.
    const bool is_readonly = rng.chance(25) && object.nrows != 0 && object.ncols != 0;
    session.say() << session.name(object) << (is_readonly ? " readonly" : "");
    renew_empty(session, object);
    Components components[2];
    Codes codes =
        session.both([&](int s) { return take_components(session, s, object, components[s]); });
    if (codes.of[ours] != GrB_SUCCESS || codes.of[theirs] != GrB_SUCCESS)
        session.fail("unloading: codes " + std::to_string(codes.of[ours]) + " and " +
                     std::to_string(codes.of[theirs]));
    const bool has_peer = session.libraries.has_peer;
    // The peer refuses positions in any order in arrays that it may not sort. Ours copies dense
    // elements that lie by column, and an array that is unloaded again is no longer the caller's.
    bool may_stay = is_readonly;
    for (int s = 0; s < session.libraries.sides(); s++) {
        const GxB_Container_struct &fields = components[s].fields;
        const bool is_dense = fields.format == GxB_BITMAP || fields.format == GxB_FULL;
        const bool is_transposed =
            object.kind == Kind::matrix && fields.orientation == GrB_COLMAJOR;
        may_stay = may_stay && !fields.jumbled && !(is_dense && is_transposed);
    }
    codes = session.both([&](int s) {
        return give_components(session, s, object, components[has_peer ? 1 - s : s], may_stay);
    });
    check_sizes(session, object);
    session.settle(codes, {&object});
}

/// An array that becomes a vector, whose type and size change; it may stay the caller's.
void load_array(Session &session) {
    Rng &rng = session.rng;
    Object &object = session.any_object(Kind::vector);
    const Index n = session.size();
    if (session.is_long(n, 1)) throw Skipped();
    const bool is_readonly = rng.chance(40);
    Component component;
    component.type = session.type(rng.chance(6));
    component.n = n;
    const std::size_t size = type_size(component.type);
    component.bytes.resize(n * size);
    for (Index k = 0; k < n; k++)
        std::memcpy(component.bytes.data() + k * size,
                    random_value(rng, component.type, session.is_wild).bytes, size);
    session.say() << session.name(object) << " from " << n << " " << type_name(component.type)
                  << (is_readonly ? " readonly" : "");
    const Codes codes = session.both([&](int s) {
        return load_component(session, s, object.vector(s), component, is_readonly);
    });
    if (codes.of[ours] == GrB_SUCCESS) {
        object.type = component.type;
        object.nrows = n;
        check_sizes(session, object);
    }
    session.settle(codes, {&object});
}

/// The array of a vector that has all its entries, and back into it.
void unload_array(Session &session) {
    Object &object = session.any_object(Kind::vector);
    if (session.is_long(object.nrows, 1)) throw Skipped();
    session.say() << session.name(object);
    Component components[2];
    Codes codes = session.both(
        [&](int s) { return take_component(session, s, object.vector(s), components[s]); });
    if (codes.of[ours] == GrB_SUCCESS && codes.of[theirs] == GrB_SUCCESS) {
        const bool has_peer = session.libraries.has_peer;
        if (has_peer &&
            (components[0].n != components[1].n || components[0].type != components[1].type))
            session.fail("the arrays have different lengths or types");
        codes = session.both([&](int s) {
            return load_component(session, s, object.vector(s), components[has_peer ? 1 - s : s],
                                  false);
        });
    }
    session.settle(codes, {&object});
}

} // namespace

void add_containers(std::vector<Operation> &list) {
    list.push_back({"move_components", 5, move_components, 10});
    list.push_back({"exchange_components", 8, exchange_components, 10});
    list.push_back({"load_array", 3, load_array, 10});
    list.push_back({"unload_array", 3, unload_array, 10});
}

} // namespace grb::peer
