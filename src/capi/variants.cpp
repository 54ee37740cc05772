// Extensions: the registry, row by row.
#include "capi/guard.hpp"

#include <cinttypes>

using namespace grb;

GrB_Info GrX_Variant_count(GrB_Index *count) {
    return guard(__func__, nullptr,
                 [&] { *required_pointer(count, "count") = registry_rows().size(); });
}

GrB_Info GrX_Variant_get(GrB_Index k, const char **operation, const char **name) {
    return guard(__func__, nullptr, [&] {
        required_pointer(operation, "operation");
        required_pointer(name, "name");
        const auto rows = registry_rows();
        if (k >= rows.size()) {
            throw Error(GrB_INVALID_INDEX, "k is %" PRIu64 ", there are %zu variants", k,
                        rows.size());
        }
        *operation = name_of(rows[k].operation);
        *name = rows[k].name;
    });
}
