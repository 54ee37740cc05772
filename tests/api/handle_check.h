// Calls a function with each of its handles and pointers NULL in turn, with each handle
// uninitialised, and with each handle of an object of another kind, and checks the code, the text,
// and that nothing changed.
#pragma once

#include "api/world.h"

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace api {

/// Roles of arguments whose type does not determine them. A plain handle or pointer must be given.
template <class T>
struct Maybe {
    T value;
    explicit Maybe(T v) : value(v) {}
}; // a handle that may be GrB_NULL
template <class T>
struct Keeper {
    T value;
    explicit Keeper(T v) : value(v) {}
}; // a handle that must be given and keeps the text
template <class T>
struct Any {
    T value;
    explicit Any(T v) : value(v) {}
}; // any value
template <class T>
Maybe(T) -> Maybe<T>;
template <class T>
Keeper(T) -> Keeper<T>;
template <class T>
Any(T) -> Any<T>;

template <class T>
inline constexpr bool is_handle = false;
#define DEFINE(Kind) \
    template <>      \
    inline constexpr bool is_handle<GrB_##Kind> = true;
DEFINE(Type)
DEFINE(UnaryOp)
DEFINE(BinaryOp)
DEFINE(IndexUnaryOp)
DEFINE(Monoid)
DEFINE(Semiring)
DEFINE(Descriptor)
DEFINE(Scalar)
DEFINE(Vector)
DEFINE(Matrix)
DEFINE(Global)
#undef DEFINE

template <class T>
inline constexpr bool is_collection =
    std::is_same_v<T, GrB_Scalar> || std::is_same_v<T, GrB_Vector> || std::is_same_v<T, GrB_Matrix>;

template <class T>
struct Role {
    using Type = T;
    static constexpr bool is_checked = is_handle<T> || std::is_pointer_v<T>, is_needed = is_checked;
    static constexpr bool keeps = false;
    static T plain(T given) { return given; }
};
template <class T, bool checked, bool needed, bool kept>
struct MarkedRole {
    using Type = T;
    static constexpr bool is_checked = checked, is_needed = needed, keeps = kept;
    template <class Mark>
    static T plain(Mark given) {
        return given.value;
    }
};
template <class T>
struct Role<Maybe<T>> : MarkedRole<T, true, false, false> {};
template <class T>
struct Role<Keeper<T>> : MarkedRole<T, true, true, true> {};
template <class T>
struct Role<Any<T>> : MarkedRole<T, false, false, false> {};

/// An argument of a call, whatever its type: hundreds of functions are checked, and a class of
/// each signature's own takes minutes to compile.
struct CaseArgument {
    alignas(std::max_align_t) unsigned char value[16]{};
    std::string (*text)(const CaseArgument &) = nullptr; // of a keeper
    std::string name;
    bool is_needed = false, is_handle = false, is_collection = false, is_checked = false;

    template <class T>
    T as() const {
        T result;
        std::memcpy(&result, value, sizeof result);
        return result;
    }
};

/// An entry of the table: a function with arguments.
struct HandleCase {
    std::string function;
    std::vector<CaseArgument> arguments;
    void (*address)();
    GrB_Info (*call_with)(void (*address)(), const CaseArgument *arguments);

    /// Calls the function with each argument wrong in turn.
    void check(const World &world) const;
    GrB_Info call() const { return call_with(address, arguments.data()); }

private:
    void fail_with(std::size_t wrong, void *replacement, GrB_Info code, const char *what) const;
};

template <class T>
std::string text_of(const CaseArgument &argument) {
    return error_text(argument.as<T>());
}

template <class Given>
CaseArgument case_argument(Given given) {
    using T = typename Role<Given>::Type;
    static_assert(sizeof(T) <= sizeof CaseArgument::value && std::is_trivially_copyable_v<T>);
    CaseArgument argument;
    const T value = Role<Given>::plain(given);
    std::memcpy(argument.value, &value, sizeof value);
    if constexpr (Role<Given>::keeps) argument.text = text_of<T>;
    argument.is_checked = Role<Given>::is_checked;
    argument.is_needed = Role<Given>::is_needed;
    argument.is_handle = is_handle<T>;
    argument.is_collection = is_collection<T>;
    return argument;
}

template <class Function, class... T, std::size_t... k>
GrB_Info call_as(Function *function, const CaseArgument *arguments, std::index_sequence<k...>) {
    return function(arguments[k].template as<T>()...);
}

/// Names the arguments of a case and adds it; `names` are separated by commas.
void add_case(std::vector<HandleCase> &cases, HandleCase added, const char *names);

/// Adds a case for `function`, whose arguments are called `names`, separated by commas.
template <class Function, class... Given>
void add_handles(std::vector<HandleCase> &cases, const char *name, Function *function,
                 const char *names, Given... given) {
    const auto call_with = [](void (*address)(), const CaseArgument *arguments) {
        return call_as<Function, typename Role<Given>::Type...>(
            reinterpret_cast<Function *>(address), arguments, std::index_sequence_for<Given...>{});
    };
    add_case(cases,
             {name, {case_argument(given)...}, reinterpret_cast<void (*)()>(function), call_with},
             names);
}
#define HANDLES(function, names, ...) \
    ::api::add_handles(cases, #function, &function, names, __VA_ARGS__)

} // namespace api
