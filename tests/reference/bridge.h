// Converts model objects into the library's and back.
#pragma once

#include "reference/model.h"
#include "reference/typed_calls.h"

#include <ostream>

namespace grb::model {

/// Throws when a call of the library that a test needs, but does not test, has failed.
void require(GrB_Info info, const char *what);

/// Makes library objects with the content of the model's.
GrB_Matrix to_library(const Matrix &a);
GrB_Vector to_library_vector(const Matrix &u);
GrB_Scalar to_library_scalar(const Type &type, const std::optional<Value> &x);
/// Makes a descriptor; NULL for the default one. The caller frees it.
GrB_Descriptor to_library(const Descriptor &descriptor);

/// Returns the result of extractTuples, and in `problem` the first violated invariant of every
/// object: nvals tuples, indices in range, sorted row by row, no duplicates; with `probe`
/// extractElement also finds each. Values are read in the object's own type.
Matrix from_library(GrB_Matrix a, const Type &type, std::string *problem, bool probe = false);
Matrix from_library(GrB_Vector u, const Type &type, std::string *problem, bool probe = false);
std::optional<Value> from_library(GrB_Scalar s, const Type &type);

/// Holds the model's entries as arrays.
struct TupleArrays {
    std::vector<Index> i, j;
    calls::Bytes x;
};
TupleArrays tuples_of(const Matrix &a);
void append(calls::Bytes &bytes, const Value &x);

/// Describes the first differences of the matrices; empty when they are equal.
std::string difference(const Matrix &expected, const Matrix &actual);
std::string to_string(const Matrix &a);

// Print values for GoogleTest.
inline void PrintTo(const Value &x, std::ostream *out) {
    *out << to_string(x);
}
inline void PrintTo(const Matrix &a, std::ostream *out) {
    *out << to_string(a);
}

} // namespace grb::model
