// Interface for data that storage and objects need but do not make themselves: the registry, a
// layer above, chooses variant and device. The registry installs the only maker.
#pragma once

#include "storage/build.hpp"
#include "storage/pending.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// May be called under the lock of the form that is made: nothing here asks a snapshot for that
/// form. All throw std::bad_alloc, and Error when a device has lost its data.
class Maker {
public:
    /// Transposes rows, nrows × ncols in their orientation, to sorted rows. Shares the arrays of a
    /// symmetric pattern.
    virtual SparseForm oriented(const SparseForm &rows, const Type *type, std::uint64_t nrows,
                                std::uint64_t ncols) const = 0;
    /// Row lengths of a sparse form.
    virtual Statistics statistics(const SparseForm &rows, const Type *type, std::uint64_t nrows,
                                  std::uint64_t ncols) const = 0;
    /// Converts the entries to an attainable format, with sorted rows if A has them in that format.
    /// `is_for_host`: the reader is known to be the host.
    virtual Ref<Snapshot> converted(const Snapshot &A, Format format, bool is_for_host) const = 0;
    /// Casts the values of A's first form, which is not iso, to another type.
    virtual Ref<Snapshot> cast(const Snapshot &A, const Type *type) const = 0;
    /// Applies the updates to A; returns A itself when it is dense, unshared, and `is_in_place`.
    virtual Ref<Snapshot> updated(const Snapshot &A, const PendingUpdates &updates,
                                  bool is_in_place) const = 0;
    virtual Ref<Snapshot> built(const TupleList &tuples) const = 0;
    /// Implements extract_tuples().
    virtual void list_tuples(const Snapshot &A, std::uint64_t *rows, std::uint64_t *columns,
                             void *X, const Type *value_type) const = 0;

protected:
    ~Maker() = default;
};

const Maker &maker() noexcept;
/// Called during static initialisation; the maker lives for ever.
void install(const Maker &maker) noexcept;

} // namespace grb
