// What storage and objects ask of GPUs before they work on the host.
#include "objects/elsewhere.hpp"

#include "cuda/library/backend.hpp"
#include "cuda/structure/rows/build.hpp"
#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/rows/formats.hpp"
#include "cuda/structure/rows/statistics.hpp"
#include "cuda/structure/rows/transpose.hpp"
#include "cuda/structure/rows/tuples.hpp"
#include "cuda/structure/rows/updates.hpp"
#include "storage/elsewhere.hpp"

namespace grb::device {

namespace {

Ref<Snapshot> stored(const Container &C, const Ref<Snapshot> &T) {
    if (!is_open() || T->is_on_host()) return nullptr;
    try {
        return C.honour_options(casted(T, C.type()));
    } catch (const Failure &) {
        return nullptr;
    }
}

[[maybe_unused]] const bool is_installed =
    (install(StorageElsewhere{&transposed_there, &unpacked_there, &listed_there, &statistics_there,
                              &converted, static_cast<decltype(StorageElsewhere::built)>(&built),
                              &leaner, &row_numbers}),
     install(ObjectsElsewhere{&is_away, &is_updated_there, &find_value, &update_cells, &updated,
                              &stored}),
     true);

} // namespace

} // namespace grb::device
