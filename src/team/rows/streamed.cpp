/// mxv, vxm and mxm with a matrix that is larger than the memory that GRAPHBLAST_CUDA_MEMORY gives the place: A is cut by the rows
/// of the product into parts on the host. They take turns at the place: while it works on one, the next is uploaded. As many as fit
/// beside two of the others stay there. B or u is at the place, and so are the parts of the result, which who reads it whole gathers. A mask of mxv is
/// cut as the result is. Each part makes its own choice. Work: that of the parts, or the upload of what does not stay, whichever takes
/// longer. Scratch at the place: two parts. Not deterministic: the number of parts follows the memory that is left. Refused: without a
/// place, where A fits, A without rows on the host, A with cells, one row transposed, an operand without cells, mxm under a mask.
#include "base/array_ranges.hpp"
#include "base/place_memory.hpp"
#include "registry/device_rates.hpp"
#include "team/work.hpp"

#include <limits>
#include <utility>

namespace grb {

namespace {

/// How A is laid out for turns.
struct Turns {
    int parts = 0;
    int staying = 0; // the first ones
    double bytes_of_part = 0;
};

/// The place that takes turns; null: there is none.
Place *place_of_turns() noexcept {
    Place *const place = here();
    if (place == nullptr || !place->is_usable() || memory_of(*place) == 0) return nullptr;
    return place;
}

const SparsePart *lines_of_turns(const Snapshot &A, bool is_transposed) noexcept {
    const LazyPart<SparsePart> &lines = A.lines_part(is_transposed);
    if (!lines.is_present() || lines.get().is_hyper || lines.get().is_jumbled) return nullptr;
    const SparsePart &part = lines.get();
    const bool is_here = part.row_offsets.is_on_host() && part.column_indices.is_on_host() &&
                         part.values.is_on_host();
    return is_here ? &part : nullptr;
}

double bytes_of(const SparsePart &lines) noexcept {
    return static_cast<double>(lines.column_indices.bytes() + lines.values.bytes() +
                               lines.row_offsets.bytes());
}

/// Parts of an eighth of what the others leave, a quarter of which is for the two that pass.
Turns turns_of(const SparsePart &lines, double room, double others) noexcept {
    constexpr int parts_at_once = 8, passing = 2;
    constexpr double most_parts = 1024;
    Turns turns;
    const double bytes = bytes_of(lines), left = room - others;
    turns.staying = left > 0 ? parts_at_once - passing : 0;
    const double of_part =
        std::max(left > 0 ? left / parts_at_once : room / 64, bytes / most_parts);
    turns.parts = static_cast<int>(bytes / of_part) + 1;
    turns.staying = std::min(turns.staying, turns.parts);
    turns.bytes_of_part = bytes / turns.parts;
    return turns;
}

template <class Problem>
struct Operands;
template <>
struct Operands<MxvProblem> {
    static bool is_transposed(const MxvProblem &problem) noexcept { return problem.is_transposed; }
    static const Ref<Snapshot> &other(const MxvProblem &problem) noexcept { return problem.u; }
    static std::uint64_t columns(const MxvProblem &) noexcept { return 1; }
    /// The axis of the result that A's rows are along.
    static constexpr Axis axis = Axis::columns;
};
template <>
struct Operands<MxmProblem> {
    static bool is_transposed(const MxmProblem &problem) noexcept {
        return problem.is_A_transposed;
    }
    static const Ref<Snapshot> &other(const MxmProblem &problem) noexcept { return problem.B; }
    static std::uint64_t columns(const MxmProblem &problem) noexcept { return problem.n(); }
    static constexpr Axis axis = Axis::rows;
};

/// Bytes at the place beside A: the other operand, a result with cells and the one that it replaces; of a vector also those of
/// a loop's other vectors.
template <class Problem>
double bytes_beside(const Problem &problem) noexcept {
    using Own = Operands<Problem>;
    const double cells =
        static_cast<double>(problem.m()) * static_cast<double>(Own::columns(problem));
    return static_cast<double>(Own::other(problem)->bytes()) +
           (Own::axis == Axis::columns ? 8 : 2) * cells *
               static_cast<double>(problem.result_type()->size);
}

template <class Problem>
const char *refuses(const Problem &problem) {
    using Own = Operands<Problem>;
    if (team_turn().is_inside) return "inside of a team";
    if (team_parts() != 0) return "parts are asked for";
    if constexpr (std::is_same_v<Problem, MxmProblem>)
        if (!problem.mask.is_none()) return "masked";
    const Place *const place = place_of_turns();
    if (place == nullptr) return "no place with memory of its own";
    if (!is_dense(*Own::other(problem))) return "the other operand has no cells";
    if (is_dense(*problem.A)) return "the matrix has cells";
    if (Own::is_transposed(problem) && problem.A->nrows() == 1) return "one row, transposed";
    const SparsePart *const lines = lines_of_turns(*problem.A, Own::is_transposed(problem));
    if (lines == nullptr) return "no rows on the host";
    return bytes_of(*lines) + bytes_beside(problem) <= room_at(*place) ? "fits" : nullptr;
}

template <class Problem>
Cost cost(const Problem &problem) {
    using Own = Operands<Problem>;
    Place &place = *place_of_turns();
    const SparsePart &lines = *lines_of_turns(*problem.A, Own::is_transposed(problem));
    const Turns turns = turns_of(lines, room_at(place), bytes_beside(problem));
    double least = std::numeric_limits<double>::infinity();
    for (const auto *row : variants<Problem>())
        if (row->capabilities.place == place.kind() && row->refuses(problem) == nullptr)
            least = std::min(least, PlaceShare::own_seconds(row->cost(problem)));
    const device::Rates &r = device::rates();
    const double upload = turns.bytes_of_part * (turns.parts - turns.staying) / r.upload_bytes;
    return {std::max(least, upload) + turns.parts * (2 * r.launch_seconds + r.wait_seconds)};
}

/// A piece whose entries nobody has at the place yet, and nobody keeps there afterwards.
Ref<Snapshot> passing(const Ref<Snapshot> &given, bool is_by_columns) {
    const Snapshot &piece = *given;
    if (!piece.lines_part(is_by_columns).is_present()) return given; // of no extent
    SparsePart part = piece.lines_part(is_by_columns).get();
    part.column_indices = read_anew(part.column_indices);
    if (!part.is_iso) part.values = read_anew(part.values);
    return is_by_columns
               ? Snapshot::of_columns(piece.type(), piece.nrows(), piece.ncols(), std::move(part))
               : Snapshot::of_rows(piece.type(), piece.nrows(), piece.ncols(), std::move(part));
}

void bring(const Snapshot &piece, bool is_by_columns, Place &place) {
    if (piece.nvals() == 0 || !piece.lines_part(is_by_columns).is_present()) return;
    const SparsePart &part = piece.lines_part(is_by_columns).get();
    for (const Array *const array : {&part.row_offsets, &part.column_indices, &part.values})
        if (array->bytes() != 0) array->data_at(place);
}

/// The parts take turns on the calling thread, and what they make stays where it is.
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
    Place &place = *place_of_turns();
    const bool is_transposed = Own::is_transposed(problem);
    const SparsePart &lines = *lines_of_turns(*problem.A, is_transposed);
    const Turns turns = turns_of(lines, room_at(place), bytes_beside(problem));
    const InsideTeam inside;
    const AmongPlaces among(true);
    TeamOfTurns team(turns.parts);
    const Axis of_A = stored(Axis::rows, is_transposed);
    const Cuts cuts = own_cuts(*problem.A, of_A, turns.parts);
    const Ref<const Parts> pieces = parts_of(*problem.A, of_A, cuts);
    const auto piece_of = [&](int part) {
        const Ref<Snapshot> &own = (*pieces)[part];
        return part < turns.staying ? own : passing(own, is_transposed);
    };
    HostVector<Ref<Snapshot>> results(static_cast<std::size_t>(turns.parts));
    Ref<Snapshot> next = piece_of(0);
    for (int part = 0; part < turns.parts; part++) {
        const InsideTeam turn(part);
        Problem own = problem;
        own.A = std::exchange(next, nullptr);
        if constexpr (requires { own.sum_into; }) {
            own.sum_into = nullptr;
            own.narrow_type = nullptr; // the pieces are joined in the operator's type
        }
        if (problem.mask.snapshot)
            own.mask.snapshot = (*parts_of(*problem.mask.snapshot, Own::axis, cuts))[part];
        if (cuts.extent(part) == 0) {
            results[static_cast<std::size_t>(part)] =
                Own::axis == Axis::rows ? Snapshot::empty(problem.result_type(), 0, problem.n())
                                        : Snapshot::empty(problem.result_type(), 1, 0);
        } else {
            results[static_cast<std::size_t>(part)] = run_picked(own).result;
        }
        if (part + 1 == turns.parts) break;
        next = piece_of(part + 1);
        // Its kernels are on their way: they run beside this.
        bring(*next, is_transposed, place);
    }
    const std::uint64_t nrows = Own::axis == Axis::rows ? problem.m() : 1,
                        ncols = Own::axis == Axis::rows ? Own::columns(problem) : problem.m();
    return joined(team, std::move(results), Own::axis, cuts, problem.result_type(), nrows, ncols);
}

} // namespace

extern const Variant<MxvProblem> team_mxv_streamed = {
    "team/mxv_streamed",
    {.fuses_mask = true, .is_deterministic = false, .place = team_kind},
    refuses<MxvProblem>,
    cost<MxvProblem>,
    run<MxvProblem>};
extern const Variant<MxmProblem> team_mxm_streamed = {
    "team/mxm_streamed",
    {.is_deterministic = false, .place = team_kind},
    refuses<MxmProblem>,
    cost<MxmProblem>,
    run<MxmProblem>};

} // namespace grb
