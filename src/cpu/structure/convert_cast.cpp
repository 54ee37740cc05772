/// The entries of A with values of another type; the pattern is shared. A m×n in any format, not
/// iso: an iso value is cast without a choice of variant. From row-balanced to complex: by rows.
/// Work O(entries), of a dense form O(m·n). Deterministic.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const ConvertProblem &problem) {
    return problem.is_cast() ? nullptr : "no cast";
}

Cost cost(const ConvertProblem &problem) {
    const double values =
        static_cast<double>(problem.traffic().bytes) / static_cast<double>(problem.A->type()->size);
    const auto both = static_cast<double>(problem.A->type()->size + problem.type->size);
    return {rates().call_seconds + values * both / rates().stream_bytes};
}

Ref<Snapshot> run(const ConvertProblem &problem) {
    return as_type(*problem.A, problem.type);
}

} // namespace

extern const Variant<ConvertProblem> convert_cast = {"cpu/convert_cast", {}, refuses, cost, run};

} // namespace grb
