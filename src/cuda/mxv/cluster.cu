// Renumbers columns so that those with many entries are adjacent. A gather from u fetches a sector
// of 8 floats and occupies an L1 line of 32: where hubs are scattered over u, most of those bytes
// are never used.
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/mxv_pull.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/sort.hpp"
#include "cuda/structure/values.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace grb::device {

namespace {

using std::uint64_t;

/// counts(j) += 1 for each entry in column j. Grid: entries / 256 blocks. Deterministic.
__global__ void __launch_bounds__(plain_threads)
    count_columns(const unsigned *columns, uint64_t nvals, unsigned *counts) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p < nvals) atomicAdd(counts + columns[p], 1u);
}

/// The partitions of the columns, passed by value to the kernels. The keys of a partition are
/// consecutive: 0 for a hub, 1 + the class for any other column. Columns without entries have the
/// last key.
struct ColumnPartitions {
    uint64_t bounds[most_column_partitions + 1];
    unsigned partitions;
    unsigned most_of_others;             // entries; hubs have more
    static constexpr unsigned keys = 64; // keys of each partition

    __device__ unsigned key(uint64_t j, unsigned count) const {
        if (count == 0) return partitions * keys;
        unsigned partition = 0;
        while (j >= bounds[partition + 1]) partition++;
        return partition * keys + (count > most_of_others ? 0u : 1u + __clz(static_cast<int>(count)));
    }
};

/// Classifies columns by powers of 2 of their entries, the fullest first.
struct ColumnClasses {
    static constexpr unsigned none = 32; // class of columns without entries
    __device__ unsigned key(uint64_t, unsigned count) const {
        return __clz(static_cast<int>(count));
    }
};

/// Columns of one key keep their order, and with it their locality. Grid: columns / 256 blocks.
template <class Keys>
__global__ void __launch_bounds__(plain_threads)
    classify(Keys of, const unsigned *counts, uint64_t ncols, unsigned *keys, unsigned *columns) {
    const uint64_t j = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (j >= ncols) return;
    keys[j] = of.key(j, counts[j]);
    columns[j] = static_cast<unsigned>(j);
}

/// starts(k) = the number of keys below k * step + offset. A thread each.
__global__ void find_starts(const unsigned *keys, uint64_t ncols, unsigned step, unsigned offset,
                            uint64_t *starts) {
    const unsigned key = threadIdx.x * step + offset;
    uint64_t low = 0, high = ncols;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (keys[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    starts[threadIdx.x] = low;
}

/// rank(order(k)) = k. Grid: columns / 256 blocks.
__global__ void __launch_bounds__(plain_threads)
    invert(const unsigned *order, uint64_t ncols, unsigned *rank) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k < ncols) rank[order[k]] = static_cast<unsigned>(k);
}

/// Fills ClusterPartitionsCall's arrays. starts: of the partitions; others: the columns of each
/// partition that are no hubs. Grid: columns / 256 blocks.
__global__ void __launch_bounds__(plain_threads)
    number_partitions(const unsigned *keys, const unsigned *order, uint64_t ncols, unsigned partitions,
                 const uint64_t *starts, const uint64_t *others, uint64_t hubs, unsigned *rank,
                 unsigned *hub_order) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k >= ncols) return;
    const auto position = static_cast<unsigned>(hubs + k);
    const unsigned partition = keys[k] / ColumnPartitions::keys;
    if (partition == partitions || keys[k] % ColumnPartitions::keys != 0) {
        rank[order[k]] = position;
        return;
    }
    uint64_t number = k - starts[partition];
    for (unsigned p = 0; p < partition; p++) number += others[p] - starts[p];
    rank[order[k]] = static_cast<unsigned>(number);
    hub_order[number] = position;
}

/// Grid: entries / 256 blocks.
__global__ void __launch_bounds__(plain_threads)
    renumber(const unsigned *columns, const unsigned *rank, uint64_t nvals, unsigned *renumbered) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p < nvals) renumbered[p] = rank[columns[p]];
}

/// The keys of all columns, and the columns sorted by key; with a second buffer for both.
class SortedColumns {
public:
    Status allocate(const SparseArrays &A) {
        A_ = &A;
        const std::size_t bytes = A.ncols * sizeof(unsigned);
        Status status = counts_.allocate(bytes);
        if (status == Status::ok) status = keys_.allocate(2 * bytes);
        if (status == Status::ok) status = values_.allocate(2 * bytes);
        if (status == Status::ok) status = runtime().clear(counts_.as<unsigned>(), bytes);
        if (status == Status::ok) {
            status = launch(&count_columns, blocks_for(A.nvals),
                            static_cast<const unsigned *>(A.column_indices), A.nvals,
                            counts_.as<unsigned>());
        }
        return status;
    }
    /// Finds the number of entries of the column that exactly `fuller` columns precede in
    /// descending order.
    Status find_count(uint64_t fuller, unsigned *count) {
        const uint64_t n = A_->ncols;
        SortArrays sorted{};
        sorted.keys[0] = keys_.as<unsigned>();
        sorted.keys[1] = keys_.as<unsigned>() + n;
        Status status =
            runtime().copy(sorted.keys[0], counts_.as<unsigned>(), n * sizeof(unsigned));
        if (status == Status::ok) status = sort_pairs(sorted, n, 32);
        return status == Status::ok
                   ? runtime().download(count, sorted.keys[sorted.first] + (n - 1 - fuller),
                                        sizeof *count)
                   : status;
    }
    template <class Keys>
    Status sort(const Keys &of, int bits) {
        const uint64_t n = A_->ncols;
        SortArrays sorted{};
        sorted.value_size = sizeof(unsigned);
        for (uint64_t k = 0; k < 2; k++) {
            sorted.keys[k] = keys_.as<unsigned>() + k * n;
            sorted.values[k] = values_.as<unsigned>() + k * n;
        }
        Status status = launch(&classify<Keys>, blocks_for(n), of, counts_.as<const unsigned>(), n,
                               sorted.keys[0], static_cast<unsigned *>(sorted.values[0]));
        if (status == Status::ok) status = sort_pairs(sorted, n, bits);
        keys = sorted.keys[sorted.first];
        order = static_cast<const unsigned *>(sorted.values[sorted.first]);
        rank_ = sorted.keys[1 - sorted.first];
        return status;
    }
    /// Finds the starts of keys k * step + offset, k < `count`: writes them to the host, and to
    /// `device` unless null.
    Status starts_of(unsigned count, unsigned step, unsigned offset, uint64_t *device,
                     uint64_t *host) const {
        const unsigned *sorted = keys;
        uint64_t ncols = A_->ncols;
        void *list[] = {&sorted, &ncols, &step, &offset, &device};
        const Status status = runtime().launch(reinterpret_cast<const void *>(&find_starts), 1,
                                               static_cast<int>(count), list);
        return status == Status::ok ? runtime().download(host, device, count * sizeof *host)
                                    : status;
    }
    unsigned *rank() const { return rank_; }
    Status renumber_entries(unsigned *indices, unsigned *order_out) const {
        Status status =
            launch(&renumber, blocks_for(A_->nvals),
                   static_cast<const unsigned *>(A_->column_indices), rank_, A_->nvals, indices);
        if (status == Status::ok)
            status = runtime().copy(order_out, order, A_->ncols * sizeof(unsigned));
        return status;
    }

    const unsigned *keys = nullptr, *order = nullptr; // sorted

private:
    const SparseArrays *A_ = nullptr;
    Scratch counts_, keys_, values_;
    unsigned *rank_ = nullptr;
};

} // namespace

/// Moves 4 bytes at a time: indices twice, and per entry an atomic and a gather on tables of ncols
/// words.
static Status cluster_columns(const ClusterCall *call) {
    const CurrentDevice current;
    SortedColumns sorted;
    Scratch start;
    constexpr int bits = 6; // of 0 to 32
    Status status = sorted.allocate(call->A);
    if (status == Status::ok) status = start.allocate(sizeof(uint64_t));
    if (status == Status::ok) status = sorted.sort(ColumnClasses{}, bits);
    if (status == Status::ok) {
        status = sorted.starts_of(1, 0, ColumnClasses::none, start.as<uint64_t>(), call->used);
    }
    if (status == Status::ok)
        status =
            launch(&invert, blocks_for(call->A.ncols), sorted.order, call->A.ncols, sorted.rank());
    return status == Status::ok ? sorted.renumber_entries(call->indices, call->order) : status;
}

/// Clusters the columns of each partition, with a sort of all counts that finds the hubs.
static Status cluster_partitions(const ClusterPartitionsCall *call) {
    const CurrentDevice current;
    const auto partitions = static_cast<unsigned>(call->partitions);
    ColumnPartitions of{};
    std::copy_n(call->bounds, partitions + 1, of.bounds);
    of.partitions = partitions;
    std::size_t room = 0;
    Status status = shared_room(&room);
    if (status != Status::ok) return status;
    const uint64_t most =
        std::min<uint64_t>(room / static_cast<std::size_t>(call->value_size), most_hubs);
    SortedColumns sorted;
    Scratch starts;
    status = sorted.allocate(call->A);
    if (status == Status::ok) status = starts.allocate((2 * partitions + 1) * sizeof(uint64_t));
    if (status == Status::ok && most < call->A.ncols)
        status = sorted.find_count(most, &of.most_of_others);
    if (status == Status::ok)
        status = sorted.sort(of, static_cast<int>(std::bit_width(partitions * ColumnPartitions::keys)));
    if (status != Status::ok) return status;
    uint64_t others[most_column_partitions];
    uint64_t *const begins = starts.as<uint64_t>(), *const ends_of_hubs = begins + partitions + 1;
    status = sorted.starts_of(partitions + 1, ColumnPartitions::keys, 0, begins, call->starts);
    if (status == Status::ok)
        status = sorted.starts_of(partitions, ColumnPartitions::keys, 1, ends_of_hubs, others);
    if (status != Status::ok) return status;
    *call->hubs = 0;
    for (unsigned p = 0; p < partitions; p++) *call->hubs += others[p] - call->starts[p];
    status =
        launch(&number_partitions, blocks_for(call->A.ncols), sorted.keys, sorted.order, call->A.ncols,
               partitions, begins, ends_of_hubs, *call->hubs, sorted.rank(), call->hub_order);
    return status == Status::ok ? sorted.renumber_entries(call->indices, call->order) : status;
}

static Status permute_values(const PermuteCall *call) {
    const CurrentDevice current;
    return gather_values(call->order, call->from, call->size, call->value_size, call->to);
}

namespace {

const Export exports[] = {exported<&cluster_columns>(gpu::cluster_columns),
                          exported<&cluster_partitions>(gpu::cluster_partitions),
                          exported<&permute_values>(gpu::permute_values)};

} // namespace

} // namespace grb::device
