// Makes user-defined operators for the functions that get C source with them and for those that do
// not.
#pragma once

#include "capi/arenas.hpp"

namespace grb {

/// The header arena of a new object.
struct HeaderArena {
    int number;
    bool is_given; // by the caller, who must get an error when there is none
    static HeaderArena usual() noexcept { return {default_arenas().header, false}; }
    static HeaderArena given(int number) noexcept { return {number, true}; }
    int checked() const { return is_given ? checked_arena("header_arena", number) : number; }
};

// All of these check their arguments, the arena last.
std::unique_ptr<Type> make_type(std::size_t size, const char *name, HeaderArena arena);
std::unique_ptr<UnaryOp> make_unary_op(GxB_unary_function function, GrB_Type ztype, GrB_Type xtype,
                                       HeaderArena arena);
std::unique_ptr<BinaryOp> make_binary_op(GxB_binary_function function, GrB_Type ztype,
                                         GrB_Type xtype, GrB_Type ytype, HeaderArena arena);
std::unique_ptr<IndexUnaryOp> make_index_unary_op(GxB_index_unary_function function, GrB_Type ztype,
                                                  GrB_Type xtype, GrB_Type ytype,
                                                  HeaderArena arena);
/// Makes a new aggregate in an arena.
template <class Object>
std::unique_ptr<Object> new_in(HeaderArena arena, const Object &source) {
    const int number = arena.checked();
    return std::unique_ptr<Object>(made_in(number, new (InArena{number}) Object(source)));
}

} // namespace grb
