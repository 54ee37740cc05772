// Descriptor: how an operation treats its output, mask and inputs.
#pragma once

#include "GraphBLAS.h"
#include "base/object.hpp"

struct GrB_Descriptor_opaque : grb::ArenaAllocated<GrB_Descriptor_opaque> {
    grb::ObjectHeader header;
    bool replace = false;
    bool mask_complement = false;
    bool mask_structure = false;
    bool transpose0 = false;
    bool transpose1 = false;
    bool maxk_magnitude = false;
    bool checks_imports = false; // GxB_IMPORT
    int method = 0, sort = 0;    // GxB_AxB_METHOD, GxB_SORT: hints that are kept
    int compression = 0;         // GxB_COMPRESSION
    // GxB_{ROWINDEX,COLINDEX,VALUE}_LIST: the use of a vector as a list: its values, its positions
    // or a range.
    int row_list = 0, column_list = 0, value_list = 0;
    /// "GrB_DESC_T0"; for a user's descriptor an owned copy, or "".
    const char *name = "";
};

namespace grb {

using Descriptor = GrB_Descriptor_opaque;

} // namespace grb
