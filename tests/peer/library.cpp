// Opens the libraries, looks up their functions, and lists the operators that both have.
#include "peer/library.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace grb::peer {

bool Library::open(const std::string &file) {
    image = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (image == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    const auto find = [this](auto &function, const char *name) {
        void *const address = dlsym(image, name);
        std::memcpy(&function, &address, sizeof function);
    };
#define PEER_FUNCTION(name) find(name, #name);
#include "peer/functions.def"
#undef PEER_FUNCTION
    return true;
}

void *Library::object(const std::string &name) const {
    void *const address = dlsym(image, name.c_str());
    void *handle = nullptr;
    if (address != nullptr) std::memcpy(&handle, address, sizeof handle);
    return handle;
}

const GrB_Index *Library::all() const {
    return static_cast<const GrB_Index *>(object("GrB_ALL"));
}

GrB_Type Library::type(int number) const {
    static const char *const names[] = {
#define PEER_NAME(prefix, suffix, c_type) #prefix "_" #suffix,
        PEER_TYPES(PEER_NAME)
#undef PEER_NAME
    };
    return static_cast<GrB_Type>(object(names[number]));
}

namespace {

void require(GrB_Info info, const char *what) {
    if (info == GrB_SUCCESS) return;
    std::fprintf(stderr, "%s failed with code %d\n", what, static_cast<int>(info));
    std::exit(2);
}

// The functions of the user-defined operators; they wrap, as unsigned numbers do.
std::int64_t wrapped(std::uint64_t x) {
    return static_cast<std::int64_t>(x);
}
Pair pair_at(const void *x) {
    Pair value;
    std::memcpy(&value, x, sizeof value);
    return value;
}
void pair_plus(void *z, const void *x, const void *y) {
    const Pair p = pair_at(x), q = pair_at(y);
    const Pair sum{wrapped(static_cast<std::uint64_t>(p.a) + static_cast<std::uint64_t>(q.a)),
                   p.b > q.b ? p.b : q.b};
    std::memcpy(z, &sum, sizeof sum);
}
void pair_minus(void *z, const void *x, const void *y) {
    const Pair p = pair_at(x), q = pair_at(y);
    const Pair difference{
        wrapped(static_cast<std::uint64_t>(p.a) - static_cast<std::uint64_t>(q.a)), q.b};
    std::memcpy(z, &difference, sizeof difference);
}
void pair_swap(void *z, const void *x) {
    const Pair p = pair_at(x), swapped{p.b, p.a};
    std::memcpy(z, &swapped, sizeof swapped);
}
void pair_shift(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    const Pair p = pair_at(x), q = pair_at(y);
    const Pair shifted{wrapped(static_cast<std::uint64_t>(p.a) + i),
                       wrapped(static_cast<std::uint64_t>(q.b) + j)};
    std::memcpy(z, &shifted, sizeof shifted);
}
void pair_less(void *z, const void *x, const void *y) {
    const Pair p = pair_at(x), q = pair_at(y);
    const bool is_less = p.a != q.a ? p.a < q.a : p.b < q.b;
    std::memcpy(z, &is_less, sizeof is_less);
}

} // namespace

GrB_Type Libraries::type(int number, int at) const {
    return number == type_pair ? pair[at] : side[at].type(number);
}

int Libraries::number_of(GrB_Type handle, int at) const {
    for (int number = 0; number < type_count; number++)
        if (type(number, at) == handle) return number;
    return no_type;
}

void Libraries::start() {
    for (int s = 0; s < sides(); s++) {
        Library &library = side[s];
        require(library.GxB_init(GrB_NONBLOCKING, s == ours ? counted_allocate : peer_allocate,
                                 nullptr, nullptr, s == ours ? counted_release : peer_release),
                "GxB_init");
        const auto all = static_cast<GrB_Global>(library.object("GrB_GLOBAL"));
        require(library.GrB_Global_get_INT32(all, &library.version, GrB_LIBRARY_VER_MAJOR),
                "GrB_LIBRARY_VER_MAJOR");
        // The peer's run-time compiler would take a second for each call.
        require(library.GxB_Global_Option_set_INT32(GxB_JIT_C_CONTROL, GxB_JIT_OFF),
                "GxB_JIT_C_CONTROL");
        require(library.GrB_Type_new(&pair[s], sizeof(Pair)), "GrB_Type_new");
    }
    list_operators();
    add_pair_operators();
    if (version() >= 10) add_index_operators();
}

void Libraries::list_operators() {
    const Library &us = side[ours];
    const auto domains = [&](Operator &op, GrB_BinaryOp multiply) {
        GrB_Type x = nullptr, y = nullptr, z = nullptr;
        require(us.GxB_BinaryOp_xtype(&x, multiply), "GxB_BinaryOp_xtype");
        require(us.GxB_BinaryOp_ytype(&y, multiply), "GxB_BinaryOp_ytype");
        require(us.GxB_BinaryOp_ztype(&z, multiply), "GxB_BinaryOp_ztype");
        op.x = number_of(x, ours), op.y = number_of(y, ours), op.z = number_of(z, ours);
    };
    const auto add = [&](const char *kind, const char *name) {
        Operator op;
        op.name = name;
        op.handle[ours] = us.object(name);
        op.handle[theirs] = has_peer ? side[theirs].object(name) : op.handle[ours];
        if (op.handle[theirs] == nullptr || std::strcmp(name, "GxB_IGNORE_DUP") == 0) return;
        for (const char *part : {"FIRSTI", "FIRSTJ", "SECONDI", "SECONDJ", "POSITION"})
            op.is_positional = op.is_positional || op.has(part);
        if (std::strcmp(kind, "GrB_UnaryOp") == 0) {
            GrB_Type x = nullptr, z = nullptr;
            require(us.GxB_UnaryOp_xtype(&x, op.on<GrB_UnaryOp>(ours)), "GxB_UnaryOp_xtype");
            require(us.GxB_UnaryOp_ztype(&z, op.on<GrB_UnaryOp>(ours)), "GxB_UnaryOp_ztype");
            op.x = number_of(x, ours), op.z = number_of(z, ours);
            catalogue.unary.push_back(op);
        } else if (std::strcmp(kind, "GrB_BinaryOp") == 0) {
            domains(op, op.on<GrB_BinaryOp>(ours));
            catalogue.binary.push_back(op);
        } else if (std::strcmp(kind, "GrB_Monoid") == 0) {
            GrB_BinaryOp sum = nullptr;
            require(us.GxB_Monoid_operator(&sum, op.on<GrB_Monoid>(ours)), "GxB_Monoid_operator");
            domains(op, sum);
            catalogue.monoids.push_back(op);
        } else if (std::strcmp(kind, "GrB_Semiring") == 0) {
            GrB_BinaryOp multiply = nullptr;
            require(us.GxB_Semiring_multiply(&multiply, op.on<GrB_Semiring>(ours)),
                    "GxB_Semiring_multiply");
            domains(op, multiply);
            catalogue.semirings.push_back(op);
        } else if (std::strcmp(kind, "GrB_IndexUnaryOp") == 0) {
            catalogue.index_unary.push_back(op);
        } else if (std::strcmp(kind, "GxB_SelectOp") == 0) {
            catalogue.select_tests.push_back(op);
        }
    };
#define PEER_OBJECT(kind, name) add(#kind, #name);
#include "peer/objects.def"
#undef PEER_OBJECT
}

void Libraries::add_pair_operators() {
    Operator plus{"pair_plus", {}, type_pair, type_pair, type_pair, false};
    Operator minus{"pair_minus", {}, type_pair, type_pair, type_pair, false};
    Operator less{"pair_less", {}, type_BOOL, type_pair, type_pair, false};
    Operator swap{"pair_swap", {}, type_pair, type_pair, no_type, false};
    Operator shift{"pair_shift", {}, type_pair, type_pair, type_pair, false};
    Operator sum{"pair_plus_monoid", {}, type_pair, type_pair, type_pair, false};
    Operator product{"pair_plus_minus", {}, type_pair, type_pair, type_pair, false};
    for (int s = 0; s < sides(); s++) {
        const Library &library = side[s];
        const auto binary = [&](Operator &op, GxB_binary_function f) {
            GrB_BinaryOp handle = nullptr;
            require(library.GrB_BinaryOp_new(&handle, f, type(op.z, s), pair[s], pair[s]),
                    "GrB_BinaryOp_new");
            op.handle[s] = handle;
            return handle;
        };
        const GrB_BinaryOp add = binary(plus, pair_plus), subtract = binary(minus, pair_minus);
        binary(less, pair_less);
        GrB_UnaryOp unary = nullptr;
        GrB_IndexUnaryOp index_unary = nullptr;
        GrB_Monoid monoid = nullptr;
        GrB_Semiring semiring = nullptr;
        const Pair zero{0, INT64_MIN};
        require(library.GrB_UnaryOp_new(&unary, pair_swap, pair[s], pair[s]), "GrB_UnaryOp_new");
        require(library.GrB_IndexUnaryOp_new(&index_unary, pair_shift, pair[s], pair[s], pair[s]),
                "GrB_IndexUnaryOp_new");
        require(library.GrB_Monoid_new_UDT(&monoid, add, &zero), "GrB_Monoid_new");
        require(library.GrB_Semiring_new(&semiring, monoid, subtract), "GrB_Semiring_new");
        swap.handle[s] = unary, shift.handle[s] = index_unary;
        sum.handle[s] = monoid, product.handle[s] = semiring;
    }
    // A list holds each of them often enough to be picked.
    for (int k = 0; k < 10; k++) {
        for (const Operator &op : {plus, minus, less}) catalogue.binary.push_back(op);
        catalogue.unary.push_back(swap);
        catalogue.monoids.push_back(sum);
        for (int l = 0; l < 10; l++) catalogue.semirings.push_back(product);
    }
    catalogue.index_unary.push_back(shift);
    own_ = {plus, minus, less, swap, shift, sum, product};
}

void Libraries::finish() {
    for (int s = 0; s < sides(); s++) {
        const Library &library = side[s];
        for (Operator &op : own_) {
            GrB_Semiring semiring = op.on<GrB_Semiring>(s);
            GrB_Monoid monoid = op.on<GrB_Monoid>(s);
            GrB_UnaryOp unary = op.on<GrB_UnaryOp>(s);
            GrB_IndexUnaryOp index_unary = op.on<GrB_IndexUnaryOp>(s);
            GrB_BinaryOp binary = op.on<GrB_BinaryOp>(s);
            if (op.has("_semiring") || op.name == "pair_plus_minus")
                library.GrB_Semiring_free(&semiring);
            else if (op.name == "pair_plus_monoid")
                library.GrB_Monoid_free(&monoid);
            else if (op.name == "pair_swap")
                library.GrB_UnaryOp_free(&unary);
            else if (op.name == "pair_shift")
                library.GrB_IndexUnaryOp_free(&index_unary);
            else
                library.GrB_BinaryOp_free(&binary);
        }
        for (GxB_IndexBinaryOp &op : index_operators_[s]) library.GxB_IndexBinaryOp_free(&op);
        index_operators_[s].clear();
        library.GrB_Type_free(&pair[s]);
        require(library.GrB_finalize(), "GrB_finalize");
    }
    catalogue = Catalogue();
    own_.clear();
}

} // namespace grb::peer
