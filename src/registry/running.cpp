#include "registry/running.hpp"

namespace grb {

namespace {

constinit thread_local Running running_;

} // namespace

Running &running() noexcept {
    return running_;
}

Running::Unseen::Unseen() noexcept : before_(running_.is_unseen) {
    running_.is_unseen = true;
}
Running::Unseen::~Unseen() {
    running_.is_unseen = before_;
}

void Traffic::add(const Array &array) noexcept {
    bytes += array.bytes();
    if (array.is_on_host()) return;
    away += array.bytes();
    arrays_away++;
}
void Traffic::add(const SparsePart &part) noexcept {
    add(part.row_offsets);
    add(part.row_ids);
    add(part.column_indices);
    add(part.values);
}
void Traffic::add(const DensePart &part) noexcept {
    add(part.bits);
    add(part.values);
}
void Traffic::add(const BalancedPart &part) noexcept {
    add(part.counts);
    add(part.column_indices);
    add(part.values);
}
void Traffic::add(const Snapshot &snapshot) noexcept {
    for (const auto *part :
         {&snapshot.rows_part(), &snapshot.jumbled_rows_part(), &snapshot.columns_part()}) {
        if (part->is_present()) add(part->get());
    }
    if (snapshot.dense_part().is_present()) add(snapshot.dense_part().get());
    if (snapshot.balanced_part().is_present()) add(snapshot.balanced_part().get());
}

} // namespace grb
