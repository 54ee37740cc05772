/// mxv, vxm and mxm with a matrix larger than the memory that GRAPHBLAST_CUDA_MEMORY gives the
/// device: A is cut by the rows of the product into parts on the host (team/passage.hpp). As many
/// as fit stay on the device. The others pass: while the device works on one, the next are
/// uploaded, from pinned memory as far as available, and the host waits for none. B or u is on the
/// device, and so are the parts of the result; a reader of the whole gathers them. A mask of mxv is
/// cut like the result. Each part makes its own choice. Work: that of the parts, or the upload of
/// the passing parts, whichever takes longer. Scratch on the device: two or three parts. Not
/// deterministic: the number of parts depends on the free memory. Refused: no device, A that fits
/// (unless a rule forces the variant), A without rows on the host, dense A, a single transposed
/// row, an operand that is not dense, mxm under a mask.
#include "base/device_memory.hpp"
#include "costs/device_rates.hpp"
#include "dispatch/context.hpp"
#include "team/passage.hpp"
#include "team/work.hpp"

#include <cstring>
#include <limits>
#include <utility>

namespace grb {

namespace {

const HostCoefficient turn_seconds{
    "team_turn_seconds", "s", "of a part of a streamed matrix: its choice and its launches", 4e-5};

const DeviceCoefficient staged_bytes{"device_staged_bytes", "bytes/s",
                                     "of a streamed matrix that is not pinned: its uploads",
                                     1.25e10};

constexpr const char *mxv_row = "team/mxv_streamed", *mxm_row = "team/mxm_streamed";

/// The device that streams parts, or null. A rule may force streaming without a memory limit.
Device *device_of_turns(bool is_forced) noexcept {
    Device *const device = here();
    if (device == nullptr || !device->is_usable()) return nullptr;
    return is_forced || memory_of(*device) != 0 ? device : nullptr;
}

const SparsePart *lines_of_turns(const Snapshot &A, bool is_transposed) noexcept {
    const LazyPart<SparsePart> &lines = A.lines_part(is_transposed);
    if (!lines.is_present() || lines.get().is_hyper || lines.get().is_jumbled) return nullptr;
    const SparsePart &part = lines.get();
    const bool is_here = part.row_offsets.is_on_host() && part.column_indices.is_on_host() &&
                         part.values.is_on_host();
    return is_here ? &part : nullptr;
}

/// The bytes of the passing arrays: indices and values.
double bytes_of(const SparsePart &lines, std::size_t value_size) noexcept {
    const std::size_t entry =
        static_cast<std::size_t>(lines.index_width) + (lines.is_iso ? 0 : value_size);
    return static_cast<double>(lines.nvals * entry);
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
    static constexpr const char *row = mxv_row;
};
template <>
struct Operands<MxmProblem> {
    static bool is_transposed(const MxmProblem &problem) noexcept {
        return problem.is_A_transposed;
    }
    static const Ref<Snapshot> &other(const MxmProblem &problem) noexcept { return problem.B; }
    static std::uint64_t columns(const MxmProblem &problem) noexcept { return problem.n(); }
    static constexpr Axis axis = Axis::rows;
    static constexpr const char *row = mxm_row;
};

template <class Problem>
bool is_forced() noexcept {
    const char *const rule = context().has_rules() ? context().forced(Problem::operation) : nullptr;
    return rule != nullptr && std::strcmp(rule, Operands<Problem>::row) == 0;
}

/// Bytes on the device beside the passing parts: the other operand, a dense result and the one that
/// it replaces, for a vector also the other vectors of a loop; A's offsets, and the data that
/// kernels keep with rows: marks of their ends, and tasks.
template <class Problem>
double bytes_beside(const Problem &problem, const SparsePart &lines) noexcept {
    using Own = Operands<Problem>;
    constexpr double marks = 1.0 / 8, tasks = 12, bits = 1.0 / 8;
    const auto rows = static_cast<double>(problem.m());
    const double cells = rows * static_cast<double>(Own::columns(problem));
    const auto size = static_cast<double>(problem.result_type()->size);
    return static_cast<double>(Own::other(problem)->bytes()) +
           cells * (Own::axis == Axis::columns ? 8 * (size + bits) : 2 * size + bits) +
           static_cast<double>(lines.row_offsets.bytes()) + tasks * rows +
           marks * static_cast<double>(lines.nvals);
}

/// A, and the bytes and room of its passage.
struct Passing {
    const SparsePart *lines = nullptr;
    double bytes = 0, room = 0;
};
template <class Problem>
Passing passing_of(const Problem &problem, const Device &device) noexcept {
    Passing passing;
    passing.lines = lines_of_turns(*problem.A, Operands<Problem>::is_transposed(problem));
    if (passing.lines == nullptr) return passing;
    // If a rule forces streaming of a matrix that fits, two fifths of it count as fitting.
    constexpr double forced_share = 0.4;
    passing.bytes = bytes_of(*passing.lines, problem.A->type()->size);
    passing.room = room_at(device) - bytes_beside(problem, *passing.lines);
    if (is_forced<Problem>()) passing.room = std::min(passing.room, forced_share * passing.bytes);
    return passing;
}

template <class Problem>
const char *refuses(const Problem &problem) {
    using Own = Operands<Problem>;
    if (team_turn().is_inside) return "inside of a team";
    if (team_parts() != 0) return "parts are asked for";
    if constexpr (std::is_same_v<Problem, MxmProblem>)
        if (!problem.mask.is_none()) return "masked";
    const Device *const device = device_of_turns(is_forced<Problem>());
    if (device == nullptr) return "no place with memory of its own";
    if (!is_dense(*Own::other(problem))) return "the other operand has no cells";
    if (is_dense(*problem.A)) return "the matrix has cells";
    if (Own::is_transposed(problem) && problem.A->nrows() == 1) return "one row, transposed";
    const Passing passing = passing_of(problem, *device);
    if (passing.lines == nullptr) return "no rows on the host";
    return passing.bytes <= passing.room ? "fits" : nullptr;
}

/// The longest of the concurrent activities: the device's work, the uploads, and the host's
/// choices; then the last part's work.
template <class Problem>
Cost cost(const Problem &problem) {
    Device &device = *device_of_turns(is_forced<Problem>());
    const Passing passing = passing_of(problem, device);
    const double parts = parts_to_pass(passing.bytes, passing.room, room_at(device));
    double least = std::numeric_limits<double>::infinity();
    for (const auto *row : variants<Problem>())
        if (row->capabilities.device == device.kind() && row->refuses(problem) == nullptr)
            least = std::min(least, DeviceShare::own_seconds(row->cost(problem)));
    const device::Rates &r = device::rates();
    const bool is_pinned = may_pin(*problem.A, Operands<Problem>::is_transposed(problem), device);
    const double upload =
        bytes_to_pass(passing.bytes, passing.room) / (is_pinned ? r.upload_bytes : staged_bytes);
    return {std::max({least, upload, parts * turn_seconds}) + least / parts + 2 * r.launch_seconds +
            r.wait_seconds};
}

/// The parts take turns on the calling thread; their results stay on their device.
class TeamOfTurns final : public TeamOfRanges {
public:
    explicit TeamOfTurns(int size) noexcept : size_(size) {}
    int size() const noexcept override { return size_; }

private:
    void run(void (*body)(const void *, int), const void *context) override {
        for (int part = 0; part < size_; part++) body(context, part);
    }
    const int size_;
};

template <class Problem>
Ref<Snapshot> run(const Problem &problem) {
    using Own = Operands<Problem>;
    Device *const there = device_of_turns(is_forced<Problem>());
    if (there == nullptr) throw DeviceFailure();
    Device &device = *there;
    const bool is_transposed = Own::is_transposed(problem);
    const Passing passing = passing_of(problem, device);
    // A choice cached earlier does not know where A's rows are now.
    if (passing.lines == nullptr) throw DeviceFailure();
    const InsideTeam inside;
    const AmongDevices among(true);
    const Ref<const Passage> passage =
        passage_of(*problem.A, *passing.lines, is_transposed,
                   parts_to_pass(passing.bytes, passing.room, room_at(device)), device);
    const std::lock_guard<std::mutex> guard(passage->mutex);
    const Cuts &cuts = passage->cuts();
    TeamOfTurns team(cuts.parts());
    Conveyor conveyor(*passage, passing.room, device);
    HostVector<Ref<Snapshot>> results(static_cast<std::size_t>(cuts.parts()));
    for (std::size_t k = 0; k < conveyor.order().size(); k++) {
        const int part = conveyor.order()[k];
        Ref<Snapshot> &result = results[static_cast<std::size_t>(part)];
        if (cuts.extent(part) == 0) {
            result = Own::axis == Axis::rows
                         ? Snapshot::empty(problem.result_type(), 0, problem.n())
                         : Snapshot::empty(problem.result_type(), 1, 0);
            continue;
        }
        const InsideTeam turn(part);
        Problem own = problem;
        own.A = passage->piece(part);
        if constexpr (requires { own.sum_into; }) {
            own.sum_into = nullptr;
            own.narrow_type = nullptr; // partitions are joined in the operator's type
        }
        if (problem.mask.snapshot)
            own.mask.snapshot = (*parts_of(*problem.mask.snapshot, Own::axis, cuts))[part];
        conveyor.bring(k);
        result = carry_out(own).result;
        conveyor.leave(k);
    }
    const std::uint64_t nrows = Own::axis == Axis::rows ? problem.m() : 1,
                        ncols = Own::axis == Axis::rows ? Own::columns(problem) : problem.m();
    return joined(team, std::move(results), Own::axis, cuts, problem.result_type(), nrows, ncols);
}

} // namespace

extern const Variant<MxvProblem> team_mxv_streamed = {
    mxv_row,
    {.fuses_mask = true, .is_deterministic = false, .device = team_kind},
    refuses<MxvProblem>,
    cost<MxvProblem>,
    run<MxvProblem>};
extern const Variant<MxmProblem> team_mxm_streamed = {
    mxm_row,
    {.is_deterministic = false, .device = team_kind},
    refuses<MxmProblem>,
    cost<MxmProblem>,
    run<MxmProblem>};

} // namespace grb
