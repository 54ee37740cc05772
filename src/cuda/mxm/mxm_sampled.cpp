// Host side of the sampled product of full matrices: program and grid.
#include "cuda/mxm/mxm_sampled.hpp"

#include "cuda/mxm/mxm_sampled_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"

#include <algorithm>

namespace grb::device {

namespace {

constexpr int most_lanes = 32;

/// The distribution of lanes over k.
struct Shape {
    MxmSampledCall call;
    int vec = 1, lanes = 1;

    explicit Shape(const MxmSampledCall &given) : call(given) {
        SparseArrays left{};
        left.type = call.A.type;
        left.is_iso = call.A.is_iso;
        forget_unused(call.semiring, false, left, call.B.type, call.B.is_iso);
        call.A.type = left.type;
        call.A.is_iso = left.is_iso;
        while (vec < 4 && fits(2 * vec)) vec *= 2;
        // A lane has two loads of each operand in flight.
        const std::uint64_t chunks = divide_up(call.k, 2 * static_cast<std::uint64_t>(vec));
        while (lanes < most_lanes && static_cast<std::uint64_t>(lanes) < chunks) lanes *= 2;
    }

private:
    bool fits(int width) const {
        const auto is_loadable = [width](const DenseArrays &operand) {
            const std::size_t bytes = size_of_type(operand.type) * static_cast<std::size_t>(width);
            const auto address = reinterpret_cast<std::uintptr_t>(operand.values);
            return operand.is_iso || (bytes <= 16 && address % bytes == 0);
        };
        return call.k % static_cast<unsigned>(width) == 0 && is_loadable(call.A) &&
               is_loadable(call.B);
    }
};

void describe(ProgramSpec &spec, const Shape &shape) {
    const MxmSampledCall &call = shape.call;
    spec.include("mxm/mxm_sampled.cuh");
    spec.begin();
    spec.index("Offset", call.M.offset_width);
    spec.index("Index", call.M.index_width);
    spec.semiring(call.semiring, call.A.type, call.B.type, false);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("u_is_iso", call.B.is_iso);
    spec.number("vec", shape.vec);
    spec.number("lanes", shape.lanes);
    spec.end();
    spec.kernel({"mxm_sampled", "MxmSampledArguments", sampled_threads});
}

} // namespace

std::string mxm_sampled_program(const MxmSampledCall &call) {
    const Shape shape(call);
    return Program(&describe, shape).text();
}

static Status mxm_sampled(const MxmSampledCall *given) {
    const Shape shape(*given);
    const MxmSampledCall &call = shape.call;
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(Program(&describe, shape), "mxm_sampled", &kernel);
    if (status != Status::ok) return status;
    MxmSampledArguments arguments{call.M, call.k, call.A.values, call.B.values, call.values};
    void *list[] = {&arguments};
    return runtime().launch(kernel, divide_up(call.M.nvals, sampled_share), sampled_threads, list);
}

namespace {

const Export export_of_sampled = exported<&mxm_sampled>(gpu::mxm_sampled);

} // namespace

} // namespace grb::device
