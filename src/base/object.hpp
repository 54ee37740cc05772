// The header of every API object: a magic number that tells live objects from freed memory, and the
// text of the object's last error.
#pragma once

#include "base/memory.hpp"

#include <cstdint>

namespace grb {

/// One value per kind of object; a freed object carries `freed`.
enum class Magic : std::uint64_t {
    freed = 0x6465657246426C72,
    type = 0x65707954424C5047,
    unary_op,
    binary_op,
    index_unary_op,
    monoid,
    semiring,
    descriptor,
    scalar,
    vector,
    matrix,
    global,
    select_op,
    context,
    index_binary_op,
};

struct ObjectHeader {
    Magic magic;
    bool is_predefined = false;
    /// The arenas of the object itself and of the arrays of its entries.
    std::uint8_t arena = 0, data_arena = 0;
    /// For a matrix or vector: it belongs to this process alone, despite a process group
    /// (GrX_CONTEXT_LOCAL).
    bool is_apart = false;
    /// Text of the last error that named this object, or null. Owned; the guard writes it.
    mutable char *error_text = nullptr;
    /// GrB_NAME as the user set it, or null. Owned.
    char *given_name = nullptr;
    /// For operators, monoids and semirings: the number of references, the user's handle among
    /// them; see algebra/held.hpp.
    mutable std::uint32_t holders = 1;
};

/// Notes the arena of a new object.
template <class Object>
Object *made_in(int arena, Object *object) noexcept {
    object->header.arena = static_cast<std::uint8_t>(arena);
    return object;
}

} // namespace grb
