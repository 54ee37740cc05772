// Changes single entries of a dense form in place.
#pragma once

#include "storage/pending.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// Prepares a form for the changes to come and does all that can fail: the form gets its own
/// arrays, a full one gets bits when entries are to be removed, and iso values are expanded unless
/// `value` (null: no new value) equals them. The entries stay as they are. Throws std::bad_alloc.
void prepare_update(DenseForm &form, const Type *type, std::uint64_t elements, const void *value,
                    bool has_removals);

/// Bytes of the values of a dense iso object once an element gets another value; 0 if they are few.
double expected_expansion(const Snapshot &snapshot) noexcept;

/// Sets or removes the entry of one element of a prepared form. Returns true when the pattern
/// changed.
bool set_dense_element(DenseForm &form, const Type *type, std::uint64_t element,
                       const void *value) noexcept;
bool remove_dense_element(DenseForm &form, std::uint64_t element) noexcept;

/// Prepare and apply all pending updates.
void prepare_update(DenseForm &form, const Type *type, std::uint64_t elements,
                    const PendingUpdates &pending);
void apply_updates(DenseForm &form, const Type *type, std::uint64_t ncols,
                   const PendingUpdates &pending) noexcept;

} // namespace grb
