// What objects ask of a kind of place: single entries looked up and set where the entries are. Installed as the
// functions of storage/elsewhere.hpp.
#pragma once

#include "objects/container.hpp"

namespace grb {

struct ObjectsElsewhere {
    /// Some array is at another place alone, and the place can be asked.
    bool (*is_away)(const Snapshot &snapshot) noexcept;
    /// Changes of single entries should be made there.
    bool (*is_updated_there)(const Snapshot &snapshot) noexcept;
    /// The value of an entry, and whether there is one. False: the host should look.
    bool (*find_value)(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                       void *value, bool *exists);
    /// All updates in the cells of a dense part, in place where nobody shares the arrays. False: the host
    /// should; what was done by then the host may do again.
    bool (*update_cells)(DensePart &part, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols, const PendingUpdates &pending);
    /// folded() of sparse rows. Null: the host should.
    Ref<Snapshot> (*updated)(const Snapshot &snapshot, const PendingUpdates &pending);
    /// T in C's type and as C wants it stored, where T is. Null: the host should.
    Ref<Snapshot> (*stored)(const Container &C, const Ref<Snapshot> &T);
};

const ObjectsElsewhere &objects_elsewhere() noexcept;
/// During static initialisation.
void install(const ObjectsElsewhere &functions) noexcept;

/// T in C's type and as C wants it stored, made where T is.
Ref<Snapshot> stored(const Container &C, const Ref<Snapshot> &T);

} // namespace grb
