// Writes blobs in both formats and reads the settings of SuiteSparse's.
#include "capi/blobs.hpp"

#include "capi/arenas.hpp"
#include "capi/get_fields.hpp"
#include "capi/gxb_settings.hpp"
#include "capi/set_fields.hpp"
#include "io/suitesparse.hpp"
#include "storage/column.hpp"
#include "suitesparse/GraphBLAS.h"

namespace grb {

namespace {

const char *name_of(const Type &type) noexcept {
    return type.header.given_name != nullptr ? type.header.given_name : type.name;
}

/// `type_name` must outlive the result.
suitesparse::Description description_of(const Container &object, const HostString &type_name) {
    suitesparse::Description description;
    if (object.header.given_name != nullptr) description.name = object.header.given_name;
    description.type_name = type_name.c_str();
    description.type_c_name = object.type()->name;
    description.sparsity_control = object.options().sparsity_control;
    description.hyper_switch = static_cast<float>(real_of_field(object, GxB_HYPER_SWITCH));
    description.bitmap_switch = static_cast<float>(real_of_field(object, GxB_BITMAP_SWITCH));
    description.is_vector = object.is_vector();
    return description;
}

/// This library's format knows only matrices.
Ref<Snapshot> as_matrix(const Container &object) {
    return object.is_vector() ? as_column(*object.snapshot()) : object.snapshot();
}

/// SuiteSparse's format has no code for narrow types: these are written in this library's format,
/// which all functions read.
bool is_for_suitesparse(const Container &object) {
    return settings().blob_format == GrX_BLOB_SUITESPARSE && !is_narrow_code(object.type()->code);
}

} // namespace

std::uint64_t blob_bound(const Container &object) {
    if (is_for_suitesparse(object)) {
        const HostString type_name = type_name_of(*object.type());
        return suitesparse::serialized_bound(*object.snapshot(), description_of(object, type_name));
    }
    return serialized_bound(*as_matrix(object), name_of(*object.type()));
}

std::uint64_t write_blob(const Container &object, int compression, void *blob,
                         std::uint64_t capacity) {
    if (is_for_suitesparse(object)) {
        const HostString type_name = type_name_of(*object.type());
        return suitesparse::serialize(*object.snapshot(), description_of(object, type_name),
                                      compression, blob, capacity);
    }
    return serialize(*as_matrix(object), compression, name_of(*object.type()), blob, capacity);
}

void take_settings(Container &object, const void *blob, std::uint64_t size) {
    const BlobFacts facts = blob_facts(blob, size);
    if (!facts.is_suitesparse) return;
    StorageOptions &options = object.options();
    options.by_column = facts.is_by_column ? 1 : 0;
    if (facts.sparsity_control != 0) options.sparsity_control = facts.sparsity_control;
    options.hyper_switch = facts.hyper_switch;
    options.bitmap_switch = facts.bitmap_switch;
    object.note_given(sparsity_of(facts.format));
    if (facts.object_name != nullptr) set_name(object.header, facts.object_name, false);
}

} // namespace grb
