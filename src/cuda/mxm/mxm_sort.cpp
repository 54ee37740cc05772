// Host side of the products that are sorted by position: program, tuples, and the rows of the
// result.
#include "cuda/mxm/mxm_sort.hpp"

#include "cuda/mxm/mxm_sort_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/structure/build.hpp"
#include "cuda/structure/compaction.hpp"
#include "cuda/structure/scan.hpp"

#include <algorithm>

namespace grb::device {

namespace {

constexpr std::uint64_t most_products = (std::uint64_t{1} << 32) - 1;

int width_for(std::uint64_t largest) {
    return largest < most_products ? 4 : 8;
}

struct Shape {
    MxmSortCall call;
    int position_width, row_width;

    explicit Shape(const MxmSortCall &given)
        : call(given), position_width(given.b_row_ids == nullptr ? given.A.index_width
                                                                 : width_for(given.B.nrows + 1)),
          row_width(width_for(given.A.nrows)) {
        forget_unused(call.semiring, call.is_flipped, call.A, call.B.type, call.B.is_iso);
    }
};

void describe(ProgramSpec &spec, const Shape &shape) {
    const MxmSortCall &call = shape.call;
    spec.include("mxm/mxm_sort.cuh");
    spec.begin();
    spec.index("Offset", call.B.offset_width);
    spec.index("Index", call.B.index_width);
    spec.index("FrontierIndex", shape.position_width);
    spec.index("Row", shape.row_width);
    spec.semiring(call.semiring, call.A.type, call.B.type, call.is_flipped);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("u_is_iso", call.B.is_iso);
    spec.end();
    spec.kernel({"mxm_sort", "MxmSortArguments", schedule_threads});
}

/// The tuples of a call and the rows that they go to.
class SortedProducts {
public:
    explicit SortedProducts(const Shape &shape) : shape_(shape), call_(shape.call) {}

    Status run() {
        Status status = walk_rows();
        if (status != Status::ok || products_ == 0) return status;
        if (products_ >= most_products)
            return fail(Status::unsupported, "more than 2^32 products to sort");
        if ((status = number_rows()) != Status::ok || (status = make_tuples()) != Status::ok)
            return status;
        return build_rows();
    }

private:
    /// Counts the products of each entry of A.
    Status walk_rows() {
        MxvPushCall walk{};
        walk.count = call_.A.nvals;
        walk.frontier = call_.A.column_indices;
        walk.frontier_width = shape_.position_width;
        walk.A = call_.B;
        Status status = Status::ok;
        if (call_.b_row_ids != nullptr) {
            const auto width = static_cast<std::uint64_t>(shape_.position_width);
            const auto offset = static_cast<std::uint64_t>(call_.B.offset_width);
            status = positions_.allocate(call_.A.nvals * width);
            if (status == Status::ok) status = offsets_.allocate((call_.B.nrows + 2) * offset);
            if (status == Status::ok)
                status = find_positions(call_, positions_.as<void>(), shape_.position_width);
            if (status == Status::ok) status = extend_offsets(call_, offsets_.as<void>());
            if (status != Status::ok) return status;
            walk.frontier = positions_.as<void>();
            walk.A.row_offsets = offsets_.as<void>();
            walk.A.nrows++;
        }
        status = prefix_.allocate((call_.A.nvals + 1) * sizeof(unsigned long));
        if (status != Status::ok) return status;
        arguments_.walk.A = walk.A;
        arguments_.walk.count = walk.count;
        arguments_.walk.frontier = walk.frontier;
        arguments_.walk.prefix = prefix_.as<unsigned long>();
        return frontier_prefix(walk, prefix_.as<unsigned long>(), &products_);
    }

    /// Finds the row of C of each entry of A.
    Status number_rows() {
        const auto *prefix = prefix_.as<unsigned long>();
        nrows_ = call_.A.nrows;
        unsigned *ranks = nullptr;
        Status status = Status::ok;
        if (call_.a_row_ids != nullptr) {
            if ((status = ranks_.allocate(nrows_ * sizeof(unsigned))) != Status::ok) return status;
            ranks = ranks_.as<unsigned>();
            status = mark_rows(call_, prefix, ranks, &nrows_);
            if (status == Status::ok) status = exclusive_sums(ranks, ranks, call_.A.nrows);
        }
        if (status == Status::ok)
            status =
                entry_rows_.allocate(call_.A.nvals * static_cast<std::uint64_t>(shape_.row_width));
        if (status != Status::ok) return status;
        arguments_.entry_rows = entry_rows_.as<void>();
        return find_entry_rows(call_, ranks, entry_rows_.as<void>(), shape_.row_width);
    }

    Status make_tuples() {
        const auto value = static_cast<std::uint64_t>(call_.value_size);
        Status status = rows_.allocate(products_ * static_cast<std::uint64_t>(shape_.row_width));
        if (status == Status::ok)
            status = columns_.allocate(products_ * static_cast<std::uint64_t>(call_.B.index_width));
        if (status == Status::ok) status = values_.allocate(products_ * value);
        const void *kernel = nullptr;
        if (status == Status::ok)
            status = find_kernel(Program(&describe, shape_), "mxm_sort", &kernel);
        if (status != Status::ok) return status;
        arguments_.A = call_.A;
        arguments_.rows = rows_.as<void>();
        arguments_.columns = columns_.as<void>();
        arguments_.values = values_.as<void>();
        void *list[] = {&arguments_};
        const std::uint64_t resident =
            8 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
        const std::uint64_t tiles = divide_up(products_, 4 * schedule_threads);
        return runtime().launch(kernel, std::min(tiles, resident), schedule_threads, list);
    }

    /// Sorts the tuples and adds up those of one position, in the order in which they were made.
    Status build_rows() {
        bool is_refused = false;
        BuildCall build_call{};
        build_call.count = products_;
        build_call.nrows = nrows_;
        build_call.ncols = call_.B.ncols;
        build_call.rows = nrows_ == 1 ? nullptr : rows_.as<void>();
        build_call.columns = columns_.as<void>();
        build_call.row_width = shape_.row_width;
        build_call.column_width = call_.B.index_width;
        build_call.values = values_.as<void>();
        build_call.type = call_.semiring.result_type;
        build_call.value_size = call_.value_size;
        build_call.dup = call_.semiring.add;
        build_call.is_reorderable = call_.is_reorderable;
        build_call.offset_width = call_.offset_width;
        build_call.index_width = call_.index_width;
        build_call.reserve = &SortedProducts::reserve;
        build_call.reserve_context = this;
        build_call.is_refused = &is_refused;
        const Status status = build(&build_call);
        if (status != Status::ok || call_.a_row_ids == nullptr) return status;
        return list_rows(call_, prefix_.as<unsigned long>(), ranks_.as<unsigned>(), row_ids_,
                         call_.index_width);
    }

    static Status reserve(void *context, std::uint64_t nvals, void **offsets, void **indices,
                          void **values) {
        auto &own = *static_cast<SortedProducts *>(context);
        return own.call_.reserve(own.call_.reserve_context, own.nrows_, nvals, &own.row_ids_,
                                 offsets, indices, values);
    }

    const Shape &shape_;
    const MxmSortCall &call_;
    MxmSortArguments arguments_{};
    std::uint64_t products_ = 0, nrows_ = 0;
    void *row_ids_ = nullptr;
    Scratch positions_, offsets_, prefix_, ranks_, entry_rows_, rows_, columns_, values_;
};

} // namespace

std::string mxm_sort_program(const MxmSortCall &call) {
    const Shape shape(call);
    return Program(&describe, shape).text();
}

static Status mxm_sort(const MxmSortCall *given) {
    const Shape shape(*given);
    const CurrentDevice current;
    return SortedProducts(shape).run();
}

namespace {

const Export export_of_mxm_sort = exported<&mxm_sort>(gpu::mxm_sort);

} // namespace

} // namespace grb::device
