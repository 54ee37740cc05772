// What every API object starts with: a magic number that tells live objects from freed memory, and
// the text of its last error.
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
    /// Where the object itself is, and where the arrays of its entries are to be.
    std::uint8_t arena = 0, data_arena = 0;
    /// Of a matrix or vector: of this process alone, where there is a team of processes (GrX_CONTEXT_LOCAL).
    bool is_apart = false;
    /// Text of the last error that named this object; null when none. Owned; written by the guard.
    mutable char *error_text = nullptr;
    /// GrB_NAME as the user set it; null when not set. Owned.
    char *given_name = nullptr;
    /// Of operators, monoids and semirings: references, the user's handle among them; see algebra/held.hpp.
    mutable std::uint32_t holders = 1;
};

/// Notes where a new object is.
template <class Object>
Object *made_in(int arena, Object *object) noexcept {
    object->header.arena = static_cast<std::uint8_t>(arena);
    return object;
}

} // namespace grb
