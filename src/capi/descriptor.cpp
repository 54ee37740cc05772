// Descriptors of the C API.
#include "capi/descriptor.hpp"

#include "capi/algebra.hpp"
#include "graphblast/gxb_arenas.h"

using namespace grb;

namespace {

[[noreturn]] void throw_value(const char *field, int value) {
    throw Error(GrB_INVALID_VALUE, "field %s cannot be %d", field, value);
}

bool is_chosen(const char *field, int value, int choice) {
    if (value != GrB_DEFAULT && value != choice) throw_value(field, value);
    return value == choice;
}

int checked_list(const char *field, int value, bool may_be_range) {
    const bool is_one = value == GxB_USE_VALUES || value == GxB_USE_INDICES ||
                        (may_be_range && value == GxB_IS_STRIDE);
    if (!is_one) throw_value(field, value);
    return value;
}

void set_mask(Descriptor &descriptor, int value) {
    switch (value) {
    case GrB_DEFAULT:
        descriptor.mask_complement = descriptor.mask_structure = false;
        break;
    case GrB_COMP:
        descriptor.mask_complement = true;
        break;
    case GrB_STRUCTURE:
        descriptor.mask_structure = true;
        break;
    case GrB_COMP_STRUCTURE:
        descriptor.mask_complement = descriptor.mask_structure = true;
        break;
    default:
        throw_value("GrB_MASK", value);
    }
}

} // namespace

void grb::set_descriptor_field(Descriptor &descriptor, int field, int value) {
    if (descriptor.header.is_predefined) {
        throw Error(GrB_INVALID_VALUE, "%s is predefined and cannot be changed", descriptor.name);
    }
    switch (field) {
    case GrB_OUTP:
        descriptor.replace = is_chosen("GrB_OUTP", value, GrB_REPLACE);
        break;
    case GrB_MASK:
        set_mask(descriptor, value);
        break;
    case GrB_INP0:
        descriptor.transpose0 = is_chosen("GrB_INP0", value, GrB_TRAN);
        break;
    case GrB_INP1:
        descriptor.transpose1 = is_chosen("GrB_INP1", value, GrB_TRAN);
        break;
    case GxB_AxB_METHOD:
        if (value != GxB_DEFAULT && value != GxB_AxB_GUSTAVSON && value != GxB_AxB_DOT &&
            value != GxB_AxB_HASH && value != GxB_AxB_SAXPY) {
            throw_value("GxB_AxB_METHOD", value);
        }
        descriptor.method = value;
        break;
    case GxB_SORT:
        descriptor.sort = value;
        break;
    case GxB_COMPRESSION:
        descriptor.compression = value;
        break;
    case GxB_ROWINDEX_LIST:
        descriptor.row_list = checked_list("GxB_ROWINDEX_LIST", value, true);
        break;
    case GxB_COLINDEX_LIST:
        descriptor.column_list = checked_list("GxB_COLINDEX_LIST", value, true);
        break;
    case GxB_VALUE_LIST:
        descriptor.value_list = checked_list("GxB_VALUE_LIST", value, false);
        break;
    case GxB_IMPORT:
        descriptor.checks_imports = value != GxB_DEFAULT;
        break;
    case GrX_MAXK:
        descriptor.maxk_magnitude = is_chosen("GrX_MAXK", value, GrX_MAXK_ABS);
        break;
    default:
        throw Error(GrB_INVALID_VALUE, "field %d is none of a descriptor", field);
    }
}

namespace {

GrB_Info new_descriptor(const char *function, GrB_Descriptor *descriptor, HeaderArena arena) {
    return guard(function, nullptr, [&] {
        required_pointer(descriptor, "descriptor");
        *descriptor = new_in(arena, Descriptor{{}, {Magic::descriptor}}).release();
    });
}

} // namespace

GrB_Info GrB_Descriptor_new(GrB_Descriptor *descriptor) {
    return new_descriptor(__func__, descriptor, HeaderArena::usual());
}
GrB_Info GxB_Descriptor_new_arena(GrB_Descriptor *descriptor, const int header_arena) {
    return new_descriptor(__func__, descriptor, HeaderArena::given(header_arena));
}

GrB_Info GrB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value) {
    return guard(__func__, descriptor, [&] {
        set_descriptor_field(required(descriptor, "descriptor"), number_of(field),
                             number_of(value));
    });
}
