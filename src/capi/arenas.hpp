// The arenas where the functions of the API create objects.
#pragma once

#include "capi/guard.hpp"

#include <memory>

namespace grb {

struct Arenas {
    int header = 0, data = 0;
};

/// Returns the arenas of the context that the calling thread has engaged, else those of the
/// library.
Arenas default_arenas() noexcept;
/// Throws GrB_INVALID_VALUE when there is no such arena.
int checked_arena(const char *argument, int arena);
inline Arenas checked_arenas(int header, int data) {
    return {checked_arena("header_arena", header), checked_arena("data_arena", data)};
}

/// Makes a new object in its header arena. A scalar's, vector's or matrix's entries go to the data
/// arena.
template <class Object, class... Arguments>
std::unique_ptr<Object> make_object(Arenas arenas, Arguments &&...arguments) {
    std::unique_ptr<Object> made(made_in(
        arenas.header, new (InArena{arenas.header}) Object(std::forward<Arguments>(arguments)...)));
    if constexpr (requires { made->move_data(arenas.data); }) made->move_data(arenas.data);
    return made;
}

/// A copy of a text in an arena; null for NULL and for "".
class TextCopy {
public:
    TextCopy(const char *text, int arena) : arena_(arena) {
        if (text == nullptr || text[0] == 0) return;
        const std::size_t bytes = std::strlen(text) + 1;
        text_ = static_cast<char *>(allocate_in(arena, bytes));
        std::memcpy(text_, text, bytes);
    }
    ~TextCopy() { release_in(arena_, text_); }
    TextCopy(const TextCopy &) = delete;
    TextCopy &operator=(const TextCopy &) = delete;
    char *take() noexcept { return std::exchange(text_, nullptr); }

private:
    int arena_;
    char *text_ = nullptr;
};

} // namespace grb
