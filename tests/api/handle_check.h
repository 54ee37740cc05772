// Calls a function with each of its handles and pointers NULL in turn, with each handle
// uninitialised, and with each handle of an object of another kind, and checks the code, the text,
// and that nothing changed.
#pragma once

#include "api/world.h"

#include <memory>
#include <tuple>
#include <type_traits>

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
};
template <class T>
struct Role<Maybe<T>> {
    using Type = T;
    static constexpr bool is_checked = true, is_needed = false, keeps = false;
};
template <class T>
struct Role<Keeper<T>> {
    using Type = T;
    static constexpr bool is_checked = true, is_needed = true, keeps = true;
};
template <class T>
struct Role<Any<T>> {
    using Type = T;
    static constexpr bool is_checked = false, is_needed = false, keeps = false;
};

template <class T>
T plain(T value) {
    return value;
}
template <class T>
T plain(Maybe<T> role) {
    return role.value;
}
template <class T>
T plain(Keeper<T> role) {
    return role.value;
}
template <class T>
T plain(Any<T> role) {
    return role.value;
}

/// A function with arguments: the test of all of them, and the plain call.
class AnyHandleCheck {
public:
    virtual ~AnyHandleCheck() = default;
    virtual void check(const World &world) const = 0;
    virtual GrB_Info call() const = 0;
};

/// An entry of the table.
struct HandleCase {
    std::string function;
    std::unique_ptr<const AnyHandleCheck> checked;

    void check(const World &world) const { checked->check(world); }
    GrB_Info call() const { return checked->call(); }
};

std::vector<std::string> split(const std::string &names);

/// Not templates: hundreds of checks are instantiated, and assertions take long to compile.
void expect_names(std::size_t names, std::size_t arguments, const std::string &function);
void expect_code(GrB_Info returned, GrB_Info expected, const std::string &function,
                 const std::string &argument, const char *what);
void expect_text(const std::string &text, const std::string &function, const std::string &argument,
                 const char *what);
void expect_unchanged(const std::string &before, const std::string &after,
                      const std::string &function);

template <class Function, class... Arguments>
class HandleCheck final : public AnyHandleCheck {
public:
    HandleCheck(std::string name, Function function, const std::string &names,
                Arguments... arguments)
        : name_(std::move(name)), function_(function), names_(split(names)),
          values_(plain(arguments)...) {}

    void check(const World &world) const override {
        expect_names(names_.size(), sizeof...(Arguments), name_);
        const std::string before = world.contents();
        check_all(world, std::index_sequence_for<Arguments...>{});
        expect_unchanged(before, world.contents(), name_);
    }

    GrB_Info call() const override { return std::apply(function_, values_); }

private:
    using Values = std::tuple<typename Role<Arguments>::Type...>;
    template <std::size_t k>
    using RoleOf = Role<std::tuple_element_t<k, std::tuple<Arguments...>>>;

    template <std::size_t... k>
    void check_all(const World &world, std::index_sequence<k...>) const {
        (check_argument<k>(world), ...);
    }

    template <std::size_t k>
    void check_argument(const World &world) const {
        using T = typename RoleOf<k>::Type;
        if constexpr (RoleOf<k>::is_checked) {
            if constexpr (RoleOf<k>::is_needed) fail_with<k>(nullptr, GrB_NULL_POINTER, " is NULL");
            if constexpr (is_handle<T>) {
                fail_with<k>(fake<T>(), GrB_UNINITIALIZED_OBJECT,
                             " was freed or never initialised");
                if constexpr (is_collection<T>) // collections may stand in for each other
                    fail_with<k>(cast<T>(world.minus), GrB_UNINITIALIZED_OBJECT,
                                 " is a binary operator");
                else
                    fail_with<k>(cast<T>(world.u), GrB_UNINITIALIZED_OBJECT, " is a vector");
            }
        }
    }

    /// Casts a handle as programs may.
    template <class T>
    static T cast(void *handle) {
        return static_cast<T>(handle);
    }

    template <std::size_t k>
    void fail_with(typename RoleOf<k>::Type replacement, GrB_Info code, const char *what) const {
        Values values = values_;
        std::get<k>(values) = replacement;
        const GrB_Info returned = std::apply(function_, values);
        expect_code(returned, code, name_, names_[k], what);
        expect_text<k>(what, std::index_sequence_for<Arguments...>{});
    }

    /// The keeper has the text, unless it is the wrong argument.
    template <std::size_t wrong, std::size_t... k>
    void expect_text(const char *what, std::index_sequence<k...>) const {
        (expect_text_of<wrong, k>(what), ...);
    }
    template <std::size_t wrong, std::size_t k>
    void expect_text_of([[maybe_unused]] const char *what) const {
        if constexpr (RoleOf<k>::keeps && k != wrong)
            api::expect_text(error_text(std::get<k>(values_)), name_, names_[wrong], what);
    }

    std::string name_;
    Function function_;
    std::vector<std::string> names_;
    Values values_;
};

/// Adds a case for `function`, whose arguments are called `names`, separated by commas.
template <class Function, class... Arguments>
void add_handles(std::vector<HandleCase> &cases, const char *name, Function function,
                 const char *names, Arguments... arguments) {
    cases.push_back({name, std::make_unique<HandleCheck<Function, Arguments...>>(
                               name, function, names, arguments...)});
}
#define HANDLES(function, names, ...) \
    ::api::add_handles(cases, #function, &function, names, __VA_ARGS__)

} // namespace api
