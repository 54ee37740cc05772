// The host side of build, which sorts and folds tuples, or scatters them into dense storage.
#include "cuda/structure/build.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/runtime.hpp"
#include "cuda/structure/build_arguments.h"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/tuples.hpp"
#include "cuda/structure/values.hpp"

#include <algorithm>
#include <cstring>

namespace grb::device {

namespace {

constexpr std::uint64_t threads = build_threads;

/// A call and the kernel that it wants, which is a program of its own.
template <class Call>
struct Shape {
    const Call &call;
    const char *kernel;
};

void add_dup(ProgramSpec &spec, const BinaryName &op, bool is_reorderable) {
    spec.functor("Add", op.functor, op.type);
    spec.type("Z", op.type);
    spec.line("static __device__ Z add(Z x, Z y) {");
    spec.line("    return grb::device::convert<Z>(Add::apply(x, y));");
    spec.line("}");
    spec.flag("is_reorderable", is_reorderable);
}

void describe_runs(ProgramSpec &spec, const Shape<BuildCall> &shape) {
    const BuildCall &call = shape.call;
    spec.include("structure/build.cuh");
    spec.begin();
    spec.flag("has_dense", false);
    spec.type("X", call.type);
    spec.flag("x_is_iso", call.is_iso);
    add_dup(spec, call.dup, call.is_reorderable);
    spec.end();
    spec.kernel({shape.kernel, "RunArguments", build_threads});
}

void add_values(ProgramSpec &spec, const BuildElementsCall &call) {
    spec.type("X", call.type);
    spec.flag("x_is_iso", call.is_iso);
    const bool has_op = call.dup.functor != nullptr;
    spec.flag("has_op", has_op);
    if (has_op) {
        add_dup(spec, call.dup, true);
    } else {
        spec.type("Z", call.type);
    }
}

void describe_elements(ProgramSpec &spec, const Shape<BuildElementsCall> &shape) {
    const BuildElementsCall &call = shape.call;
    spec.include("structure/build.cuh");
    spec.begin();
    spec.flag("has_dense", true);
    spec.type("Index", call.index_type);
    spec.flag("index_is_iso", call.has_one_index);
    spec.flag("has_values", call.values != nullptr);
    if (call.values != nullptr) add_values(spec, call);
    spec.end();
    spec.kernel({shape.kernel, "ElementArguments", build_threads});
}

Status find_elements_kernel(const BuildElementsCall &call, const char *name, const void **kernel) {
    const Shape<BuildElementsCall> shape{call, name};
    return find_kernel(Program(&describe_elements, shape), name, kernel);
}

/// Computes the value of each distinct position.
Status combine(const BuildCall &call, const TupleSort &tuples, std::uint64_t runs, void *out) {
    const bool only_moves =
        call.dup.functor == nullptr ||
        (!tuples.has_duplicates() && std::strcmp(call.type, call.dup.type) == 0);
    if (only_moves) return gather_values(tuples.order(), call.values, runs, call.value_size, out);
    const void *kernel = nullptr;
    const Shape<BuildCall> shape{call, "fold_runs"};
    const Status status = find_kernel(Program(&describe_runs, shape), shape.kernel, &kernel);
    if (status != Status::ok) return status;
    RunArguments arguments{runs, call.values, tuples.order(), tuples.starts(), out};
    void *list[] = {&arguments};
    return runtime().launch(kernel, (runs + threads - 1) / threads, build_threads, list);
}

} // namespace

std::string build_program(const BuildCall &call, const char *kernel) {
    const Shape<BuildCall> shape{call, kernel};
    return Program(&describe_runs, shape).text();
}

std::string build_program(const BuildElementsCall &call, const char *kernel) {
    const Shape<BuildElementsCall> shape{call, kernel};
    return Program(&describe_elements, shape).text();
}

Status build(const BuildCall *call) {
    const CurrentDevice current;
    TupleSort tuples(*call);
    bool has_outside = false;
    std::uint64_t distinct = 0;
    Status status = tuples.run(&has_outside, &distinct);
    if (status != Status::ok) return status;
    *call->is_refused = has_outside || (tuples.has_duplicates() && call->dup.functor == nullptr);
    if (*call->is_refused) return Status::ok;
    void *offsets = nullptr, *indices = nullptr, *values = nullptr;
    status = call->reserve(call->reserve_context, distinct, &offsets, &indices, &values);
    if (status == Status::ok)
        status = tuples.write(offsets, call->offset_width, indices, call->index_width);
    if (status != Status::ok || values == nullptr) return status;
    return combine(*call, tuples, distinct, values);
}

Status build_elements(const BuildElementsCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr, *prepare = nullptr;
    const bool accumulates = call->values != nullptr && call->dup.functor != nullptr;
    Status status = find_elements_kernel(*call, "scatter_tuples", &kernel);
    if (status == Status::ok && accumulates)
        status = find_elements_kernel(*call, "prepare_elements", &prepare);
    if (status != Status::ok) return status;
    ElementArguments arguments{};
    arguments.count = call->count;
    arguments.elements = call->elements;
    arguments.indices = call->indices;
    arguments.tuple_values = call->tuple_values;
    arguments.values = call->values;
    arguments.bits = reinterpret_cast<unsigned *>(call->bits);
    void *list[] = {&arguments};
    if (accumulates) {
        const std::uint64_t most =
            8 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
        status = runtime().launch(prepare, std::min((call->elements + threads - 1) / threads, most),
                                  build_threads, list);
    } else {
        status = runtime().clear(call->bits, (call->elements + 63) / 64 * 8);
        // Absent elements hold zero.
        if (status == Status::ok && call->values != nullptr)
            status = runtime().clear(call->values,
                                     call->elements * static_cast<std::size_t>(call->value_size));
    }
    if (status != Status::ok) return status;
    Runtime::Publication publication{};
    status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    arguments.count_sum = publication.sum;
    arguments.count_blocks = publication.blocks;
    arguments.flags = publication.appended;
    arguments.where = publication.where;
    status = runtime().launch(kernel, (call->count + threads - 1) / threads, build_threads, list);
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    std::uint64_t flags = 0;
    status = runtime().await(publication, call->nvals, &flags);
    if (status != Status::ok) return status;
    *call->is_refused = flags != 0 || (call->dup.functor == nullptr && *call->nvals != call->count);
    return Status::ok;
}

namespace {

const Export exports[] = {exported<&build>(gpu::build),
                          exported<&build_elements>(gpu::build_elements)};

} // namespace

} // namespace grb::device
