// Changing fields, by kind of object. The field is one that the kind has and that can be changed, and
// of the type that the function's name says.
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

/// GxB_BITMAP_SWITCH (null: the defaults), GxB_PRINTF, GxB_FLUSH. Errors as of a size that is not the field's.
/// GxB_PRINT_FUNCTION. GrB_INVALID_VALUE: a built-in type, or another size than a pointer's.
void set_print_function(Type &type, const void *function, std::size_t size);
void set_library_bytes(int field, const void *value, std::size_t size);
void set_library_text(int field, const char *text);

/// GrB_NAME. GrB_INVALID_VALUE for predefined objects; GrB_ALREADY_SET when `only_once` and there is
/// one. "" is no name.
void set_name(ObjectHeader &object, const char *name, bool only_once);

} // namespace grb
