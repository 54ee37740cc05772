// The memory of a matrix or vector: arenas, and arrays of the caller's.
#include "objects/container.hpp"

#include "graphblast/gxb_containers.h"
#include "storage/arenas.hpp"
#include "storage/distribution.hpp"

#include <utility>

namespace grb {

namespace {

/// Takes the header of another object; each keeps its own arena.
void take_header(ObjectHeader &own, ObjectHeader &other) noexcept {
    const std::uint8_t arena = own.arena, other_arena = other.arena;
    own = std::exchange(other, ObjectHeader{other.magic});
    own.arena = arena;
    other.arena = other_arena;
}

} // namespace

/// Moves arrays of other memory to the arena after a change. They stay where they are when the
/// arena has no memory.
void Container::keep_in_arena() const noexcept {
    if (!has_arenas() || !snapshot_) return;
    try {
        put_in_arena(snapshot_, header.data_arena);
    } catch (const std::exception &) {
    }
}

void Container::move_data(int arena) {
    if (!has_arenas()) return;
    Ref<Snapshot> moved = gathered(snapshot());
    put_in_arena(moved, arena);
    snapshot_ = std::move(moved);
    header.data_arena = static_cast<std::uint8_t>(arena);
}

void Container::take_over(Container &other) noexcept {
    settle_quietly();
    other.settle_quietly();
    take_header(header, other.header);
    type_ = other.type_;
    nrows_ = other.nrows_;
    ncols_ = other.ncols_;
    options_ = other.options_;
    given_sparsity_ = other.given_sparsity_.load();
    snapshot_ = std::move(other.snapshot_);
    is_readonly_ = other.is_readonly_;
    owed_merge_cost = other.owed_merge_cost;
}

void Container::check_writable() const {
    if (is_readonly_)
        throw Error(GxB_OUTPUT_IS_READONLY, "%s was loaded as read-only", is_vector() ? "w" : "C");
}

void Container::end_loans() {
    if (!is_readonly_) return;
    finish_devices(); // ends work that reads the entries
    snapshot_->end_loans();
    is_readonly_ = false;
}

} // namespace grb

void GrB_Scalar_opaque::move_data(int arena) {
    value = value.moved_to(arena);
    header.data_arena = static_cast<std::uint8_t>(arena);
}

void GrB_Scalar_opaque::take_over(GrB_Scalar_opaque &other) noexcept {
    grb::take_header(header, other.header);
    type = other.type;
    has_value = other.has_value;
    value = std::move(other.value);
}
