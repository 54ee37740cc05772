// Counts allocations and opens the stub plugin.
#include "choice/asked.hpp"

#include "base/parallel.hpp"
#include "cuda/library/backend.hpp"
#include "dispatch/context.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <new>
#include <stdexcept>

namespace {
std::atomic<std::uint64_t> allocations{0};

void *counted_malloc(std::size_t bytes) {
    allocations++;
    return std::malloc(bytes);
}
void *counted_calloc(std::size_t n, std::size_t size) {
    allocations++;
    return std::calloc(n, size);
}
void *counted_realloc(void *pointer, std::size_t bytes) {
    allocations++;
    return std::realloc(pointer, bytes);
}
} // namespace

// Allocations of the standard library count too.
void *operator new(std::size_t bytes) {
    if (void *const pointer = counted_malloc(bytes + 1)) return pointer;
    throw std::bad_alloc();
}
void operator delete(void *pointer) noexcept {
    std::free(pointer);
}
void operator delete(void *pointer, std::size_t) noexcept {
    std::free(pointer);
}

namespace choice_test {

using namespace grb;

StubPlugin &plugin() {
    static StubPlugin &only = []() -> StubPlugin & {
        void *const handle = dlopen(STUB_PLUGIN, RTLD_NOW);
        if (handle == nullptr) throw std::runtime_error(dlerror());
        return *reinterpret_cast<decltype(&stub_plugin)>(dlsym(handle, "stub_plugin"))();
    }();
    return only;
}

Device &stub_device() {
    static Device &only = []() -> Device & {
        plugin();
        max_threads(); // OpenMP starts at its first call and allocates
        context().initialise(GrB_NONBLOCKING,
                             {&counted_malloc, &counted_calloc, &counted_realloc, &std::free});
        device::set_plugin(STUB_PLUGIN);
        device::set_mode(device::Mode::always);
        if (!device::can_open()) throw std::runtime_error("the stub plugin does not open");
        return *here();
    }();
    return only;
}

std::set<Operation> &asked_operations() {
    static std::set<Operation> all;
    return all;
}

Events Events::now() {
    return {::allocations.load(), plugin().calls};
}

std::vector<Operand> forms(std::uint64_t nrows, std::uint64_t ncols, const Type *type) {
    return forms_away(type, nrows, ncols, stub_device());
}

std::vector<NamedMask> masks(std::uint64_t nrows, std::uint64_t ncols) {
    std::vector<NamedMask> all{{"no mask", {}}};
    for (const Operand &form :
         forms_away(builtin_type(TypeCode::boolean), nrows, ncols, stub_device(), true)) {
        for (const MaskKind kind : {MaskKind::value, MaskKind::structure}) {
            for (const bool is_complemented : {false, true}) {
                const std::string name = (is_complemented ? "not " : "") + form.name +
                                         (kind == MaskKind::value ? " value" : "");
                all.push_back({name, {form.snapshot, kind, is_complemented}});
            }
        }
    }
    return all;
}

namespace {

UserOperators made() {
    UserOperators all;
    stub_device();
    const auto binary = [](void *z, const void *x, const void *) { std::memcpy(z, x, 8); };
    const auto unary = [](void *z, const void *x) { std::memcpy(z, x, 8); };
    const auto index = [](void *z, const void *, GrB_Index, GrB_Index, const void *) {
        *static_cast<bool *>(z) = true;
    };
    const char *const source = "void first_of(struct pair *z, const struct pair *x);";
    GxB_Type_new(&all.type, 8, "pair", "typedef struct { float a, b ; } pair ;");
    GxB_BinaryOp_new(&all.add, binary, all.type, all.type, all.type, "add_pairs", source);
    GxB_BinaryOp_new(&all.times, binary, all.type, all.type, all.type, "multiply_pairs", source);
    GxB_UnaryOp_new(&all.half, unary, all.type, all.type, "half_of_pair", source);
    GxB_IndexUnaryOp_new(&all.test, index, GrB_BOOL, all.type, all.type, "test_pair", source);
    const char zero[8] = {};
    GrB_Monoid_new_UDT(&all.monoid, all.add, zero);
    GrB_Semiring_new(&all.semiring, all.monoid, all.times);
    return all;
}

} // namespace

const UserOperators &UserOperators::get() {
    static const UserOperators only = made();
    return only;
}

} // namespace choice_test
