// Stores an object as its user wishes.
#pragma once

#include "base/process_group.hpp"
#include "objects/container.hpp"

namespace grb {

/// Applies the format that the user asked for; the caller's arrays stay as they are.
inline void conform(Container &object) {
    const StorageOptions &options = object.options();
    const bool is_free = options.format == Format::automatic && options.index_width == 0 &&
                         options.orientations == 0;
    if (is_free || object.is_readonly()) return;
    Ref<Snapshot> next = object.conformed(object.snapshot());
    agree_to_change();
    object.publish(std::move(next));
}

} // namespace grb
