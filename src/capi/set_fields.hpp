// Changes fields, by kind of object. The kind must have the field, which must be changeable and of
// the type in the function's name.
#pragma once

#include "capi/fields.hpp"

namespace grb {

void set_number(GrB_Global_opaque &library, int field, std::int32_t value);
void set_number(Descriptor &descriptor, int field, std::int32_t value);
void set_number(Scalar &scalar, int field, std::int32_t value);
void set_number(Vector &vector, int field, std::int32_t value);
void set_number(Matrix &matrix, int field, std::int32_t value);

void set_real(GrB_Global_opaque &library, int field, double value);
void set_real(Container &object, int field, double value);

/// set_print_function() takes GxB_PRINT_FUNCTION; throws GrB_INVALID_VALUE for a built-in type or a
/// size other than a pointer's. set_library_bytes() takes GxB_BITMAP_SWITCH (null: the defaults),
/// GxB_PRINTF and GxB_FLUSH; throws the same for a size that is not the field's.
void set_print_function(Type &type, const void *function, std::size_t size);
void set_library_bytes(int field, const void *value, std::size_t size);
void set_library_text(int field, const char *text);

/// Sets GrB_NAME. Throws GrB_INVALID_VALUE for predefined objects; GrB_ALREADY_SET when `only_once`
/// and there is a name. "" is no name.
void set_name(ObjectHeader &object, const char *name, bool only_once);

} // namespace grb
