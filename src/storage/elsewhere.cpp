#include "storage/elsewhere.hpp"

namespace grb {

namespace {

constinit StorageElsewhere functions_{
    [](const SparsePart &, const Type *, std::uint64_t, std::uint64_t) {
        return std::optional<SparsePart>();
    },
    [](const Snapshot &) { return std::optional<SparsePart>(); },
    [](const Snapshot &) { return std::optional<SparsePart>(); },
    [](const SparsePart &, std::uint64_t) { return std::optional<Statistics>(); },
    [](const Snapshot &, Format) { return Ref<Snapshot>(); },
    [](const Type *, std::uint64_t, std::uint64_t, const std::uint64_t *, const std::uint64_t *,
       const void *, const Type *, bool, const Array &, std::uint64_t,
       const BinaryOp *) { return Ref<Snapshot>(); },
    [](const Snapshot &, const Type *) { return Ref<Snapshot>(); },
    [](const SparsePart &, std::uint64_t, std::uint64_t *) { return false; },
};

} // namespace

const StorageElsewhere &storage_elsewhere() noexcept {
    return functions_;
}

void install(const StorageElsewhere &functions) noexcept {
    functions_ = functions;
}

} // namespace grb
