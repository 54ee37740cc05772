// Matrices of every domain behind one interface: values are bytes, and the domain selects the typed
// functions.
#pragma once

#include "api/world.h"

#include <functional>
#include <map>
#include <utility>

namespace api {

using Bytes = std::vector<unsigned char>;
using Positions = std::vector<GrB_Index>;
/// The entries of a matrix.
using Entries = std::map<std::pair<GrB_Index, GrB_Index>, Bytes>;

struct Domain {
    std::string name; // "FP64", "UDT"
    GrB_Type type;
    std::size_t size;
    std::function<Bytes(int k)> value; // different for different small k, except BOOL
    std::function<GrB_Info(GrB_Matrix *, GrB_Type, GrB_Index, GrB_Index, const GrB_Index *,
                           const GrB_Index *, const void *, GrB_Index, GrB_Index, GrB_Index,
                           GrB_Format)>
        import;
    std::function<GrB_Info(GrB_Index *, GrB_Index *, void *, GrB_Index *, GrB_Index *, GrB_Index *,
                           GrB_Format, GrB_Matrix)>
        export_;
    std::function<GrB_Info(GrB_Matrix, const void *, GrB_Index, GrB_Index)> set;
    std::function<GrB_Info(GrB_Index *, GrB_Index *, void *, GrB_Index *, GrB_Matrix)> extract;
};

/// True for GrX_BF16 and GrX_FP16, which neither SuiteSparse's blobs nor row-balanced storage
/// support.
bool is_narrow(const Domain &domain);
/// Returns the built-in domains, then `pair`.
std::vector<Domain> all_domains(GrB_Type pair);
Domain domain_fp64();

/// The arrays of an import or export.
struct Arrays {
    Positions offsets, indices;
    Bytes values;
};

void append(Bytes &bytes, const Bytes &value);
/// Reads the entries; fails the test when the tuples contradict nvals.
Entries entries_of(const Domain &domain, GrB_Matrix A);
/// Makes the arrays of a layout; `is_reversed`: each row, or all tuples, in reverse order.
Arrays arrays_of(const Domain &domain, const Entries &entries, GrB_Index nrows, GrB_Index ncols,
                 GrB_Format format, bool is_reversed);
Entries entries_of(const Domain &domain, const Arrays &arrays, GrB_Index nrows, GrB_Index ncols,
                   GrB_Format format);
/// Imports arrays with their true lengths.
GrB_Info import(GrB_Matrix *A, const Domain &domain, GrB_Index nrows, GrB_Index ncols,
                const Arrays &arrays, GrB_Format format);
/// Exports into arrays of exactly the lengths of exportSize.
Arrays exported(const Domain &domain, GrB_Matrix A, GrB_Format format);
/// Makes a matrix with these entries.
GrB_Matrix matrix_of(const Domain &domain, const Entries &entries, GrB_Index nrows,
                     GrB_Index ncols);
/// Returns a few entries that leave row 1 and column 1 empty, for 4 x 5 and larger.
Entries some_entries(const Domain &domain);

/// Returns the blob of GrB_Matrix_serialize.
Bytes serialized(GrB_Matrix A);
/// Sets INT32 fields of GrB_GLOBAL.
void set_library(GrB_Field field, std::int32_t value);
std::int32_t library_field(GrB_Field field);

std::int32_t field_of(GrB_Matrix A, GrB_Field field);
void set_field(GrB_Matrix A, GrB_Field field, std::int32_t value);

} // namespace api
