#include "objects/elsewhere.hpp"

#include "storage/convert.hpp"

namespace grb {

namespace {

constinit ObjectsElsewhere functions_{
    [](const Snapshot &) noexcept { return false; },
    [](const Snapshot &) noexcept { return false; },
    [](const Snapshot &, std::uint64_t, std::uint64_t, void *, bool *) { return false; },
    [](DensePart &, const Type *, std::uint64_t, std::uint64_t, const PendingUpdates &) {
        return false;
    },
    [](const Snapshot &, const PendingUpdates &) { return Ref<Snapshot>(); },
    [](const Container &, const Ref<Snapshot> &) { return Ref<Snapshot>(); },
};

} // namespace

const ObjectsElsewhere &objects_elsewhere() noexcept {
    return functions_;
}

void install(const ObjectsElsewhere &functions) noexcept {
    functions_ = functions;
}

Ref<Snapshot> stored(const Container &C, const Ref<Snapshot> &T) {
    if (Ref<Snapshot> made_there = functions_.stored(C, T)) return made_there;
    return C.honour_options(casted(T, C.type()));
}

} // namespace grb
