/// mxv, vxm and mxm with a matrix larger than the memory that GRAPHBLAST_CUDA_MEMORY gives the
/// device: A is cut by the rows of the product into partitions on the host
/// (distributed/streamed_matrix.hpp). As many as fit stay on the device. The others pass: while the
/// device works on one, the next are uploaded, from pinned memory as far as available, and the host
/// waits for none. B or u is on the device, and so are the partitions of the result; a reader of
/// the whole gathers them. A mask of mxv is cut like the result. Each partition makes its own
/// choice. Work: that of the partitions, or the upload of the passing partitions, whichever takes
/// longer. Scratch on the device: two or three partitions. Not deterministic: the number of
/// partitions depends on the free memory. Refused: no device, A that fits (unless a rule forces the
/// variant), A without rows on the host, dense A, a single transposed row, an operand that is not
/// dense, mxm under a mask.
#include "base/device_memory.hpp"
#include "costs/device_rates.hpp"
#include "dispatch/context.hpp"
#include "distributed/streamed_matrix.hpp"
#include "distributed/work.hpp"

#include <cstring>
#include <limits>
#include <utility>

namespace grb {

namespace {

const HostCoefficient turn_seconds{
    "group_turn_seconds", "s", "of a partition of a streamed matrix: its choice and its launches",
    4e-5};

const DeviceCoefficient staged_bytes{"device_staged_bytes", "bytes/s",
                                     "of a streamed matrix that is not pinned: its uploads",
                                     1.25e10};

constexpr const char *mxv_variant = "group/mxv_streamed", *mxm_variant = "group/mxm_streamed";

/// The device that streams partitions, or null. A rule may force streaming without a memory limit.
Device *device_for_streaming(bool is_forced) noexcept {
    Device *const device = here();
    if (device == nullptr || !device->is_usable()) return nullptr;
    return is_forced || memory_of(*device) != 0 ? device : nullptr;
}

const SparseForm *vectors_for_streaming(const Snapshot &A, bool is_transposed) noexcept {
    const LazyForm<SparseForm> &vectors = A.vectors_form(is_transposed);
    if (!vectors.is_present() || vectors.get().is_hyper || vectors.get().is_jumbled) return nullptr;
    const SparseForm &form = vectors.get();
    const bool is_here = form.row_offsets.is_on_host() && form.column_indices.is_on_host() &&
                         form.values.is_on_host();
    return is_here ? &form : nullptr;
}

/// The bytes of the passing arrays: indices and values.
double bytes_of(const SparseForm &vectors, std::size_t value_size) noexcept {
    const std::size_t entry =
        static_cast<std::size_t>(vectors.index_width) + (vectors.is_iso ? 0 : value_size);
    return static_cast<double>(vectors.nvals * entry);
}

template <class Problem>
struct Operands;
template <>
struct Operands<MxvProblem> {
    static bool is_transposed(const MxvProblem &problem) noexcept { return problem.is_transposed; }
    static const Ref<Snapshot> &other(const MxvProblem &problem) noexcept { return problem.u; }
    static std::uint64_t columns(const MxvProblem &) noexcept { return 1; }
    /// The axis of the result along A's rows.
    static constexpr Axis axis = Axis::columns;
    static constexpr const char *variant = mxv_variant;
};
template <>
struct Operands<MxmProblem> {
    static bool is_transposed(const MxmProblem &problem) noexcept {
        return problem.is_A_transposed;
    }
    static const Ref<Snapshot> &other(const MxmProblem &problem) noexcept { return problem.B; }
    static std::uint64_t columns(const MxmProblem &problem) noexcept { return problem.n(); }
    static constexpr Axis axis = Axis::rows;
    static constexpr const char *variant = mxm_variant;
};

template <class Problem>
bool is_forced() noexcept {
    const char *const rule = context().has_rules() ? context().forced(Problem::operation) : nullptr;
    return rule != nullptr && std::strcmp(rule, Operands<Problem>::variant) == 0;
}

/// Bytes on the device beside the passing partitions: the other operand, a dense result and the one
/// that it replaces, for a vector also the other vectors of a loop; A's offsets, and the data that
/// kernels keep with rows: marks of their ends, and tasks.
template <class Problem>
double bytes_beside(const Problem &problem, const SparseForm &vectors) noexcept {
    using Own = Operands<Problem>;
    constexpr double marks = 1.0 / 8, tasks = 12, bits = 1.0 / 8;
    const auto rows = static_cast<double>(problem.m());
    const double elements = rows * static_cast<double>(Own::columns(problem));
    const auto size = static_cast<double>(problem.result_type()->size);
    return static_cast<double>(Own::other(problem)->bytes()) +
           elements * (Own::axis == Axis::columns ? 8 * (size + bits) : 2 * size + bits) +
           static_cast<double>(vectors.row_offsets.bytes()) + tasks * rows +
           marks * static_cast<double>(vectors.nvals);
}

/// A, and the bytes and room of its streamed matrix.
struct Streaming {
    const SparseForm *vectors = nullptr;
    double bytes = 0, room = 0;
};
template <class Problem>
Streaming streaming_of(const Problem &problem, const Device &device) noexcept {
    Streaming streaming;
    streaming.vectors =
        vectors_for_streaming(*problem.A, Operands<Problem>::is_transposed(problem));
    if (streaming.vectors == nullptr) return streaming;
    // If a rule forces streaming of a matrix that fits, two fifths of it count as fitting.
    constexpr double forced_share = 0.4;
    streaming.bytes = bytes_of(*streaming.vectors, problem.A->type()->size);
    streaming.room = room_at(device) - bytes_beside(problem, *streaming.vectors);
    if (is_forced<Problem>())
        streaming.room = std::min(streaming.room, forced_share * streaming.bytes);
    return streaming;
}

template <class Problem>
const char *refuses(const Problem &problem) {
    using Own = Operands<Problem>;
    if (group_context().is_inside) return "inside a group";
    if (group_partitions() != 0) return "partitions are asked for";
    if constexpr (std::is_same_v<Problem, MxmProblem>)
        if (!problem.mask.is_none()) return "masked";
    const Device *const device = device_for_streaming(is_forced<Problem>());
    if (device == nullptr) return "no device with memory of its own";
    if (!is_dense(*Own::other(problem))) return "the other operand is not dense";
    if (is_dense(*problem.A)) return "the matrix is dense";
    if (Own::is_transposed(problem) && problem.A->nrows() == 1) return "one row, transposed";
    const Streaming streaming = streaming_of(problem, *device);
    if (streaming.vectors == nullptr) return "no rows on the host";
    return streaming.bytes <= streaming.room ? "fits" : nullptr;
}

/// The longest of the concurrent activities: the device's work, the uploads, and the host's
/// choices; then the last partition's work.
template <class Problem>
Cost cost(const Problem &problem) {
    Device &device = *device_for_streaming(is_forced<Problem>());
    const Streaming streaming = streaming_of(problem, device);
    const double blocks = blocks_to_stream(streaming.bytes, streaming.room, room_at(device));
    double least = std::numeric_limits<double>::infinity();
    for (const auto *variant : variants<Problem>())
        if (variant->capabilities.device == device.kind() && variant->refuses(problem) == nullptr)
            least = std::min(least, DeviceShare::own_seconds(variant->cost(problem)));
    const device::Rates &r = device::rates();
    const bool is_pinned = may_pin(*problem.A, Operands<Problem>::is_transposed(problem), device);
    const double upload = bytes_to_stream(streaming.bytes, streaming.room) /
                          (is_pinned ? r.upload_bytes : staged_bytes);
    return {std::max({least, upload, blocks * turn_seconds}) + least / blocks +
            2 * r.launch_seconds + r.wait_seconds};
}

/// The partitions take turns on the calling thread; their results stay on their device.
class GroupOfStreams final : public GroupOfRanges {
public:
    explicit GroupOfStreams(int size) noexcept : size_(size) {}
    int size() const noexcept override { return size_; }

private:
    void run(void (*body)(const void *, int), const void *context) override {
        for (int block = 0; block < size_; block++) body(context, block);
    }
    const int size_;
};

template <class Problem>
Ref<Snapshot> run(const Problem &problem) {
    using Own = Operands<Problem>;
    Device *const there = device_for_streaming(is_forced<Problem>());
    if (there == nullptr) throw DeviceFailure();
    Device &device = *there;
    const bool is_transposed = Own::is_transposed(problem);
    const Streaming streaming = streaming_of(problem, device);
    // A choice cached earlier does not know where A's rows are now.
    if (streaming.vectors == nullptr) throw DeviceFailure();
    const InsideGroup inside;
    const AmongDevices among(true);
    const Ref<const StreamedMatrix> matrix = streamed_matrix_of(
        *problem.A, *streaming.vectors, is_transposed,
        blocks_to_stream(streaming.bytes, streaming.room, room_at(device)), device);
    const std::lock_guard<std::mutex> guard(matrix->mutex);
    const Cuts &cuts = matrix->cuts();
    GroupOfStreams group(cuts.blocks());
    UploadPipeline pipeline(*matrix, streaming.room, device);
    HostVector<Ref<Snapshot>> results(static_cast<std::size_t>(cuts.blocks()));
    for (std::size_t k = 0; k < pipeline.order().size(); k++) {
        const int block = pipeline.order()[k];
        Ref<Snapshot> &result = results[static_cast<std::size_t>(block)];
        if (cuts.extent(block) == 0) {
            result = Own::axis == Axis::rows
                         ? Snapshot::empty(problem.result_type(), 0, problem.n())
                         : Snapshot::empty(problem.result_type(), 1, 0);
            continue;
        }
        const InsideGroup scope(block);
        Problem own = problem;
        own.A = matrix->chunk_snapshot(block);
        if constexpr (requires { own.sum_into; }) {
            own.sum_into = nullptr;
            own.narrow_type = nullptr; // partitions are joined in the operator's type
        }
        if (problem.mask.snapshot)
            own.mask.snapshot = (*partitioning_of(*problem.mask.snapshot, Own::axis, cuts))[block];
        pipeline.prefetch(k);
        result = carry_out(own).result;
        pipeline.leave(k);
    }
    const std::uint64_t nrows = Own::axis == Axis::rows ? problem.m() : 1,
                        ncols = Own::axis == Axis::rows ? Own::columns(problem) : problem.m();
    return joined(group, std::move(results), Own::axis, cuts, problem.result_type(), nrows, ncols);
}

} // namespace

extern const Variant<MxvProblem> group_mxv_streamed = {
    mxv_variant,
    {.fuses_mask = true, .is_deterministic = false, .device = group_kind},
    refuses<MxvProblem>,
    cost<MxvProblem>,
    run<MxvProblem>};
extern const Variant<MxmProblem> group_mxm_streamed = {
    mxm_variant,
    {.is_deterministic = false, .device = group_kind},
    refuses<MxmProblem>,
    cost<MxmProblem>,
    run<MxmProblem>};

} // namespace grb
