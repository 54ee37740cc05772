// Computes the traffic, ownership and descriptions of structural problems.
#include "problems/structure.hpp"

#include "problems/log_line.hpp"
#include "storage/dense_update.hpp"

#include <cinttypes>
#include <cstring>
#include <type_traits>

namespace grb {

namespace {

/// Returns the values of the first form that A has.
const Array &first_values(const Snapshot &A) noexcept {
    if (A.has_balanced()) return A.balanced_form().get().values;
    if (is_dense(A)) return A.dense_form().get().values;
    if (A.is_by_column()) return A.columns_form().get().values;
    return A.rows_form().is_present() ? A.rows_form().get().values
                                      : A.jumbled_rows_form().get().values;
}

} // namespace

Traffic ConvertProblem::traffic() const noexcept {
    Traffic traffic;
    if (is_cast()) {
        traffic.add(first_values(*A));
        return traffic;
    }
    // Prefers rows or columns as they are, then the dense form, then the slots of the row-balanced
    // form.
    if (A->has_rows() || A->is_by_column()) {
        traffic.add(A->is_by_column()             ? A->columns_form().get()
                    : A->rows_form().is_present() ? A->rows_form().get()
                                                  : A->jumbled_rows_form().get());
    } else {
        traffic.add(*A);
    }
    return traffic;
}

Traffic OrientProblem::traffic() const noexcept {
    Traffic traffic;
    traffic.add(rows);
    return traffic;
}

Traffic StatisticsProblem::traffic() const noexcept {
    Traffic traffic;
    traffic.add(rows.row_offsets);
    return traffic;
}

Traffic UpdateProblem::traffic() const noexcept {
    Traffic traffic;
    traffic.add(*A);
    if (!devices().empty() && traffic.away == 0) {
        // Assumes that the next reader of the dense form works where the entries are.
        traffic.away = static_cast<std::size_t>(expected_expansion(*A));
        traffic.arrays_away = traffic.away != 0 ? 1 : 0;
    }
    return traffic;
}

Traffic BuildProblem::traffic() const noexcept {
    Traffic traffic;
    if (positions) {
        traffic.add(*positions);
        traffic.add(*values);
    } else {
        const std::size_t lists = tuples.columns != nullptr ? 2 : 1;
        traffic.bytes = tuples.n * lists * sizeof(std::uint64_t) +
                        (tuples.is_iso ? 1 : tuples.n) * tuples.value_type->size;
    }
    return traffic;
}

Traffic TuplesProblem::traffic() const noexcept {
    Traffic traffic;
    const auto add_values = [&](const Array &values) {
        if (X != nullptr) traffic.add(values);
    };
    if (!A->has_rows() && A->has_dense()) {
        const DenseForm &dense = A->dense_form().get();
        traffic.add(dense.bits);
        add_values(dense.values);
    } else if (A->rows_form().is_present()) {
        const SparseForm &form = A->rows_form().get();
        if (rows != nullptr) {
            traffic.add(form.row_offsets);
            traffic.add(form.row_ids);
        }
        if (columns != nullptr) traffic.add(form.column_indices);
        add_values(form.values);
    } else {
        traffic.add(*A);
    }
    return traffic;
}

Traffic SortProblem::traffic() const noexcept {
    Traffic traffic;
    traffic.add(*A);
    return traffic;
}

Traffic ConcatProblem::traffic() const noexcept {
    Traffic traffic;
    for (const Tile &tile : tiles) traffic.add(*tile.entries);
    return traffic;
}

namespace {

/// Replaces a caller's array by an array in `owned`: a copy, or one to be written.
template <class T>
void own_array(T *&array, std::size_t bytes, Array &owned) {
    if (array == nullptr) return;
    owned = Array(bytes);
    if constexpr (std::is_const_v<T>) std::memcpy(owned.data(), array, bytes);
    array = static_cast<T *>(owned.data());
}
bool is_own(const void *array, const Array &owned) noexcept {
    return array == nullptr || (!owned.empty() && array == std::as_const(owned).data());
}

} // namespace

void own_all(UpdateProblem &problem) {
    if (owns_all(problem)) return;
    problem.own = make_ref<OwnUpdates>(*problem.updates);
    problem.updates = &problem.own->updates;
}
bool owns_all(const UpdateProblem &problem) noexcept {
    return problem.own && problem.updates == &problem.own->updates;
}

void own_all(BuildProblem &problem) {
    if (owns_all(problem)) return;
    TupleList &tuples = problem.tuples;
    const std::size_t values = tuples.is_iso ? 1 : tuples.n;
    own_array(tuples.rows, tuples.n * sizeof(std::uint64_t), problem.own.rows);
    own_array(tuples.columns, tuples.n * sizeof(std::uint64_t), problem.own.columns);
    own_array(tuples.X, values * tuples.value_type->size, problem.own.values);
}
bool owns_all(const BuildProblem &problem) noexcept {
    const TupleList &tuples = problem.tuples;
    return is_own(tuples.rows, problem.own.rows) && is_own(tuples.columns, problem.own.columns) &&
           is_own(tuples.X, problem.own.values);
}

void own_all(TuplesProblem &problem) {
    if (owns_all(problem)) return;
    const std::size_t n = problem.A->nvals();
    own_array(problem.rows, n * sizeof(std::uint64_t), problem.own.rows);
    own_array(problem.columns, n * sizeof(std::uint64_t), problem.own.columns);
    own_array(problem.X, n * problem.value_type->size, problem.own.values);
}
bool owns_all(const TuplesProblem &problem) noexcept {
    return is_own(problem.rows, problem.own.rows) && is_own(problem.columns, problem.own.columns) &&
           is_own(problem.X, problem.own.values);
}

std::size_t bytes_of(const SparseForm &form) noexcept {
    Traffic traffic;
    traffic.add(form);
    return traffic.bytes;
}

double sparse_bytes(double vectors, double entries, const Type *type) noexcept {
    return 4 * (vectors + entries) + entries * static_cast<double>(type->size);
}

double dense_bytes_of(const Snapshot &A) noexcept {
    const double value = A.is_iso() ? 0 : static_cast<double>(A.type()->size);
    return static_cast<double>(A.nrows()) * static_cast<double>(A.ncols()) * (value + 0.125);
}

namespace {

void add_shape(Line &line, std::uint64_t nrows, std::uint64_t ncols, const Type *type) {
    line.add(" C=%" PRIu64 "x%" PRIu64 ":%s", nrows, ncols, short_name(type->code));
}

} // namespace

void ConvertProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    line.add(" to=%s:%s", name_of_format(format), short_name(type->code));
    add_operand(line, "A", A);
}

void RowsProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    const SparseForm &form = rows;
    line.add(" A=%" PRIu64 "x%" PRIu64 ":%" PRIu64 ":%s:%s%s", nrows, ncols, form.nvals,
             name_of_format(form.is_hyper ? Format::hypersparse : Format::sparse),
             short_name(type->code), form.is_iso ? ":iso" : "");
}

void UpdateProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    line.add(" updates=%zu in_place=%d", updates->size(), is_in_place);
    add_operand(line, "A", A);
}

void BuildProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    line.add(" tuples=%" PRIu64 " from=%s", tuples.n, positions ? "vectors" : "lists");
    if (tuples.duplicate != nullptr) add_op(line, *tuples.duplicate);
    add_shape(line, tuples.nrows, tuples.ncols, tuples.type);
}

void TuplesProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    line.add(" rows=%d columns=%d values=%s", rows != nullptr, columns != nullptr,
             X != nullptr ? short_name(value_type->code) : "none");
    add_operand(line, "A", A);
}

void SortProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_op(line, *comes_before);
    line.add(" by=%s", by_column ? "columns" : "rows");
    add_operand(line, "A", A);
}

void ConcatProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    line.add(" tiles=%zu", tiles.size());
    add_shape(line, nrows, ncols, type);
}

} // namespace grb
