// Sets the fields of descriptors.
#pragma once

#include "objects/descriptor.hpp"

namespace grb {

/// Sets a field to a GrB_Desc_Value; throws GrB_INVALID_VALUE when the descriptor is predefined, or
/// the field cannot have this value. GrB_COMP and GrB_STRUCTURE, set one after the other, are both
/// set.
void set_descriptor_field(Descriptor &descriptor, int field, int value);

} // namespace grb
