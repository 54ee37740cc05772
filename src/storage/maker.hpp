// What storage and objects need made and do not make themselves: how, and at which place, is the registry's choice,
// which lies above. The registry installs the one maker there is.
#pragma once

#include "storage/build.hpp"
#include "storage/pending.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// May be called under the lock of the part that is made: nothing here asks a snapshot for the part that it makes.
/// All throw std::bad_alloc, and Error where a place lost what it had.
class Maker {
public:
    /// The transpose of rows, nrows × ncols in their orientation, by sorted rows. Of a symmetric pattern it shares
    /// the arrays.
    virtual SparsePart oriented(const SparsePart &rows, const Type *type, std::uint64_t nrows,
                                std::uint64_t ncols) const = 0;
    /// Row lengths of a part.
    virtual Statistics statistics(const SparsePart &rows, const Type *type, std::uint64_t nrows,
                                  std::uint64_t ncols) const = 0;
    /// The entries in a format that is attainable, rows sorted where that is A's own. `is_for_host`: the reader is
    /// known to be the host.
    virtual Ref<Snapshot> converted(const Snapshot &A, Format format, bool is_for_host) const = 0;
    /// A's first part with values of another type; not iso.
    virtual Ref<Snapshot> cast(const Snapshot &A, const Type *type) const = 0;
    /// A with the updates applied; A itself where it is dense, nobody shares it and `is_in_place`.
    virtual Ref<Snapshot> updated(const Snapshot &A, const PendingUpdates &updates,
                                  bool is_in_place) const = 0;
    virtual Ref<Snapshot> built(const TupleList &tuples) const = 0;
    /// extract_tuples().
    virtual void list_tuples(const Snapshot &A, std::uint64_t *rows, std::uint64_t *columns,
                             void *X, const Type *value_type) const = 0;

protected:
    ~Maker() = default;
};

const Maker &maker() noexcept;
/// During static initialisation; it lives for ever.
void install(const Maker &maker) noexcept;

} // namespace grb
