// Process groups in the C API: joins a group and moves a process's data into and out of the group's
// objects.
#include "graphblast/grx_team.h"

#include "base/process_group.hpp"
#include "capi/arenas.hpp"
#include "capi/gxb_context.hpp"
#include "capi/init.hpp"
#include "capi/shapes.hpp"
#include "capi/values.hpp"
#include "distributed/local_data.hpp"
#include "operations/arguments.hpp"
#include "operations/build.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"
#include "storage/distribution.hpp"
#include "storage/import.hpp"

#include <cinttypes>
#include <cstdlib>

using namespace grb;

namespace {

constexpr AllocatorFunctions usual_functions = {std::malloc, std::calloc, std::realloc, std::free};

int checked_mode(const GrB_Mode &mode) {
    const int number = number_of(mode);
    if (number != GrB_NONBLOCKING && number != GrB_BLOCKING)
        throw Error(GrB_INVALID_VALUE, "mode %d is neither GrB_BLOCKING nor GrB_NONBLOCKING",
                    number);
    return number;
}

GrB_Info init_group(const char *function, const GrB_Mode &mode, const void *comm, bool is_fortran,
                    const char *mpi) {
    return guard_always(function, nullptr, [&] {
        required_pointer(comm, "comm");
        required_pointer(mpi, "mpi");
        initialise_with_group(checked_mode(mode), usual_functions, mpi, comm, is_fortran);
    });
}

void require_group() {
    if (process_group() == nullptr)
        throw Error(GrB_INVALID_VALUE, is_apart() ? "GrX_CONTEXT_LOCAL is engaged"
                                                  : "this process is in no process group");
}

template <class T>
void check_list(const char *argument, const T *list, GrB_Index count) {
    if (count != 0) required_pointer(list, argument);
}

/// `columns` is null for a vector.
void build_local(Container &C, const GrB_Index *rows, const GrB_Index *columns, const void *values,
                 const Type &type, GrB_Index nvals, const BinaryOp *dup) {
    check_is_empty("C", C);
    check_duplicate(C, &type, dup);
    const Held<BinaryOp> duplicate = duplicate_operator(dup, &type);
    const bool is_vector = C.is_vector();
    check_indices(is_vector ? "indices" : "rows", {rows, nvals, false},
                  is_vector ? C.ncols() : C.nrows(), "C", is_vector ? "positions" : "rows");
    if (!is_vector) check_indices("columns", {columns, nvals, false}, C.ncols(), "C", "columns");
    BuildProblem problem;
    problem.tuples.type = C.type();
    problem.tuples.nrows = C.nrows();
    problem.tuples.ncols = C.ncols();
    problem.tuples.rows = rows;
    problem.tuples.columns = columns;
    problem.tuples.X = values;
    problem.tuples.value_type = &type;
    problem.tuples.n = nvals;
    problem.tuples.duplicate = duplicate;
    Ref<Snapshot> built = stored(C, built_from_own(problem));
    agree_to_change();
    C.publish(std::move(built));
}

/// Extracts the tuples of the own partition, with their positions in the whole object.
void extract_local(const Container &A, GrB_Index *rows, GrB_Index *columns, void *values,
                   const Type &type, GrB_Index *nvals) {
    check_domain("A", A.type(), &type);
    const LocalRange local = own_range(A.snapshot(), A.is_vector());
    const std::uint64_t count = local.partition->nvals();
    const bool writes = rows != nullptr || columns != nullptr || values != nullptr;
    if (writes && *nvals < count)
        throw Error(GrB_INSUFFICIENT_SPACE, "*nvals is %" PRIu64 ", %" PRIu64 " entries are here",
                    *nvals, count);
    if (writes) extract_tuples(*local.partition, rows, columns, values, &type);
    GrB_Index *const along = A.is_vector() ? columns : rows;
    for (std::uint64_t k = 0; k < count && along != nullptr; k++) along[k] += local.begin;
    *nvals = count;
}

GrB_Info owned(const char *function, const Container &A, GrB_Index *begin, GrB_Index *end) {
    static_cast<void>(function);
    required_pointer(begin, "begin");
    required_pointer(end, "end");
    const LocalRange local = own_range(A.snapshot(), A.is_vector());
    *begin = local.begin;
    *end = local.end;
    return GrB_SUCCESS;
}

/// Returns the local object at the root; other processes need not give one. It is not checked as an
/// object of the call.
template <class T>
const T *local_at_root(T *handle, const char *argument, int root) {
    const ProcessGroup &group = *process_group();
    if (root < 0 || root >= group.size)
        throw Error(GrB_INVALID_VALUE, "root %d is none of the %d processes", root, group.size);
    if (group.rank != root) return nullptr;
    const T &object = required_itself(handle, argument);
    if (!object.header.is_apart)
        throw Error(GrB_INVALID_VALUE, "%s is of the process group, not of process %d alone",
                    argument, root);
    return &object;
}

template <class T>
GrB_Info scatter(const char *function, T *C, T *A, int root) {
    return guard(function, C, [&] {
        require_group();
        T &target = required(C, "C");
        const T *const source = local_at_root(A, "A", root);
        if (source != nullptr) {
            check_domain("A", source->type(), target.type());
            if (source->nrows() != target.nrows() || source->ncols() != target.ncols())
                throw Error(GrB_DIMENSION_MISMATCH, "the shapes of A and C differ");
            if (source->type() != target.type())
                throw Error(GrB_DOMAIN_MISMATCH, "the domains of A and C differ");
        }
        const Ref<Snapshot> local = source != nullptr ? source->snapshot() : nullptr;
        Ref<Snapshot> made =
            stored(target, scattered(local, target.type(), target.nrows(), target.ncols(), root));
        agree_to_change();
        target.publish(std::move(made));
    });
}

template <class T>
GrB_Info gather(const char *function, T *C, T *A, int root) {
    return guard(function, A, [&] {
        require_group();
        const T &source = required(A, "A");
        T *const target = const_cast<T *>(local_at_root(C, "C", root));
        if (target != nullptr) {
            check_domain("A", source.type(), target->type());
            if (source.nrows() != target->nrows() || source.ncols() != target->ncols())
                throw Error(GrB_DIMENSION_MISMATCH, "the shapes of A and C differ");
        }
        const Ref<Snapshot> whole = gathered(source.snapshot());
        Ref<Snapshot> made = target != nullptr ? stored(*target, whole) : nullptr;
        agree_to_change();
        if (target != nullptr) target->publish(std::move(made));
    });
}

UserContext local_context_{true};

} // namespace

constinit const GxB_Context GrX_CONTEXT_LOCAL = &local_context_;

bool grb::is_local_context(const UserContext &context) noexcept {
    return &context == &local_context_;
}

GrB_Info GrX_init_team(GrB_Mode mode, const void *comm, const char *mpi) {
    return init_group(__func__, mode, comm, false, mpi);
}
GrB_Info GrX_init_team_fortran(GrB_Mode mode, const int *comm, const char *mpi) {
    return init_group(__func__, mode, comm, true, mpi);
}

GrB_Info GrX_launched(int *rank, int *size) {
    return guard_always(__func__, nullptr, [&] {
        required_pointer(rank, "rank");
        required_pointer(size, "size");
        const Launch launch = launch_of_environment();
        *rank = launch.rank;
        *size = launch.size;
    });
}
GrB_Info GrX_init_launched(GrB_Mode mode) {
    return guard_always(__func__, nullptr, [&] {
        const int number = checked_mode(mode);
        const Launch launch = launch_of_environment();
        if (launch.mpi == nullptr)
            initialise_with_group(number, usual_functions, nullptr, nullptr, false);
        else
            initialise_launched(number, usual_functions, launch);
    });
}
GrB_Info GrX_gather_bytes(void *all, GrB_Index *begins, const void *own, GrB_Index bytes) {
    return guard(__func__, nullptr, [&] {
        required_pointer(begins, "begins");
        check_list("own", static_cast<const char *>(own), bytes);
        gather_bytes(all, begins, own, bytes);
    });
}

GrB_Info GrX_Matrix_build_local(GrB_Matrix C, const GrB_Index *rows, const GrB_Index *columns,
                                const void *values, GrB_Type type, GrB_Index nvals,
                                const GrB_BinaryOp dup) {
    return guard(__func__, C, [&] {
        require_group();
        Matrix &matrix = required(C, "C");
        check_list("rows", rows, nvals);
        check_list("columns", columns, nvals);
        check_list("values", values, nvals);
        build_local(matrix, rows, columns, values, required(type, "type"), nvals,
                    optional(dup, "dup"));
    });
}
GrB_Info GrX_Vector_build_local(GrB_Vector w, const GrB_Index *indices, const void *values,
                                GrB_Type type, GrB_Index nvals, const GrB_BinaryOp dup) {
    return guard(__func__, w, [&] {
        require_group();
        Vector &vector = required(w, "w");
        check_list("indices", indices, nvals);
        check_list("values", values, nvals);
        build_local(vector, indices, nullptr, values, required(type, "type"), nvals,
                    optional(dup, "dup"));
    });
}

GrB_Info GrX_Matrix_extractTuples_local(GrB_Index *rows, GrB_Index *columns, void *values,
                                        GrB_Type type, GrB_Index *nvals, const GrB_Matrix A) {
    return guard(__func__, A, [&] {
        require_group();
        required_pointer(nvals, "nvals");
        const Matrix &matrix = required(A, "A");
        extract_local(matrix, rows, columns, values, required(type, "type"), nvals);
    });
}
GrB_Info GrX_Vector_extractTuples_local(GrB_Index *indices, void *values, GrB_Type type,
                                        GrB_Index *nvals, const GrB_Vector u) {
    return guard(__func__, u, [&] {
        require_group();
        required_pointer(nvals, "nvals");
        const Vector &vector = required(u, "u");
        extract_local(vector, nullptr, indices, values, required(type, "type"), nvals);
    });
}

GrB_Info GrX_Matrix_owned(GrB_Index *begin, GrB_Index *end, const GrB_Matrix A) {
    return guard(__func__, A, [&] {
        require_group();
        return owned(__func__, required(A, "A"), begin, end);
    });
}
GrB_Info GrX_Vector_owned(GrB_Index *begin, GrB_Index *end, const GrB_Vector u) {
    return guard(__func__, u, [&] {
        require_group();
        return owned(__func__, required(u, "u"), begin, end);
    });
}

GrB_Info GrX_Matrix_import_local(GrB_Matrix *A, GrB_Type type, GrB_Index own_rows, GrB_Index ncols,
                                 const GrB_Index *offsets, const GrB_Index *columns,
                                 const void *values) {
    return guard(__func__, nullptr, [&] {
        require_group();
        required_pointer(A, "A");
        const Type &domain = required(type, "type");
        check_dimension("own_rows", own_rows);
        check_dimension("ncols", ncols);
        required_pointer(offsets, "offsets");
        const GrB_Index nvals = offsets[own_rows];
        check_list("columns", columns, nvals);
        check_list("values", values, nvals);
        require_equal("ncols", ncols);
        const ForeignArrays arrays{offsets, columns, values, own_rows + 1, nvals, nvals};
        const Ref<Snapshot> whole =
            stacked(import_compressed(&domain, own_rows, ncols, arrays, false));
        auto matrix = make_object<Matrix>(default_arenas(), &domain, whole->nrows(), ncols);
        matrix->publish(matrix->conformed(whole));
        agree_to_change();
        *A = matrix.release();
    });
}

GrB_Info GrX_Matrix_export_local(GrB_Index *offsets, GrB_Index *columns, void *values,
                                 GrB_Type type, GrB_Index *nvals, const GrB_Matrix A) {
    return guard(__func__, A, [&] {
        require_group();
        required_pointer(nvals, "nvals");
        const Matrix &matrix = required(A, "A");
        const Type &domain = required(type, "type");
        check_domain("A", matrix.type(), &domain);
        required_pointer(offsets, "offsets");
        const LocalRange local = own_range(matrix.snapshot(), false);
        const std::uint64_t count = local.partition->nvals(), rows = local.end - local.begin;
        if (*nvals < count)
            throw Error(GrB_INSUFFICIENT_SPACE,
                        "*nvals is %" PRIu64 ", %" PRIu64 " entries are here", *nvals, count);
        check_list("columns", columns, count);
        check_list("values", values, count);
        HostVector<std::uint64_t> row_of(count);
        extract_tuples(*local.partition, row_of.data(), columns, values, &domain);
        std::fill(offsets, offsets + rows + 1, 0);
        for (const std::uint64_t row : row_of) offsets[row + 1]++;
        for (std::uint64_t row = 0; row < rows; row++) offsets[row + 1] += offsets[row];
        *nvals = count;
    });
}

GrB_Info GrX_Matrix_scatter(GrB_Matrix C, const GrB_Matrix A, int root) {
    return scatter(__func__, C, A, root);
}
GrB_Info GrX_Vector_scatter(GrB_Vector w, const GrB_Vector u, int root) {
    return scatter(__func__, w, u, root);
}
GrB_Info GrX_Matrix_gather(GrB_Matrix C, const GrB_Matrix A, int root) {
    return gather(__func__, C, A, root);
}
GrB_Info GrX_Vector_gather(GrB_Vector w, const GrB_Vector u, int root) {
    return gather(__func__, w, u, root);
}
