// Converts model objects to library objects and back, and compares them.
#include "reference/bridge.h"

#include <stdexcept>

namespace grb::model {
namespace {

Value value_at(const calls::Bytes &bytes, Index k, const Type &type) {
    Value value{type, {}};
    std::memcpy(value.data(), bytes.data() + k * type.size, type.size);
    return value;
}

std::string position(Index i, Index j) {
    return "(" + std::to_string(i) + "," + std::to_string(j) + ")";
}

/// Fills `a` from the arrays and checks order and range.
void collect(Matrix &a, const TupleArrays &tuples, std::string *problem) {
    std::optional<Position> previous;
    for (Index k = 0; k < tuples.i.size(); ++k) {
        const Position at{tuples.i[k], tuples.j[k]};
        if (problem->empty() && (at.first >= a.nrows || at.second >= a.ncols)) {
            *problem = "a tuple is outside the object: " + position(at.first, at.second);
        }
        if (problem->empty() && previous && !(*previous < at)) {
            *problem = "tuples not sorted, or doubled, at " + position(at.first, at.second);
        }
        previous = at;
        a.entries[at] = value_at(tuples.x, k, a.type);
    }
}

template <class Extract>
void probe_entries(const Matrix &a, Extract extract, std::string *problem) {
    for (const auto &[at, x] : a.entries) {
        Value y{a.type, {}};
        if (!problem->empty()) return;
        if (extract(y, at) != GrB_SUCCESS || !is_identical(x, y)) {
            *problem =
                "extractElement and extractTuples differ at " + position(at.first, at.second);
        }
    }
}

} // namespace

void require(GrB_Info info, const char *what) {
    if (info != GrB_SUCCESS) {
        throw std::runtime_error(std::string(what) + " returned " + std::to_string(info));
    }
}

void append(calls::Bytes &bytes, const Value &x) {
    bytes.insert(bytes.end(), x.bytes.begin(), x.bytes.begin() + x.type.size);
}

TupleArrays tuples_of(const Matrix &a) {
    TupleArrays tuples;
    for (const auto &[at, x] : a.entries) {
        tuples.i.push_back(at.first);
        tuples.j.push_back(at.second);
        append(tuples.x, x);
    }
    tuples.x.reserve(1); // never a null pointer
    return tuples;
}

GrB_Matrix to_library(const Matrix &a) {
    GrB_Matrix c = nullptr;
    require(GrB_Matrix_new(&c, a.type.handle, a.nrows, a.ncols), "GrB_Matrix_new");
    if (a.entries.empty()) return c;
    const TupleArrays t = tuples_of(a);
    require(calls::build(c, t.i.data(), t.j.data(), t.x, t.i.size(), GrB_NULL, a.type),
            "GrB_Matrix_build");
    return c;
}

GrB_Vector to_library_vector(const Matrix &u) {
    GrB_Vector w = nullptr;
    require(GrB_Vector_new(&w, u.type.handle, u.nrows), "GrB_Vector_new");
    if (u.entries.empty()) return w;
    const TupleArrays t = tuples_of(u);
    require(calls::build(w, t.i.data(), t.x, t.i.size(), GrB_NULL, u.type), "GrB_Vector_build");
    return w;
}

GrB_Scalar to_library_scalar(const Type &type, const std::optional<Value> &x) {
    GrB_Scalar s = nullptr;
    require(GrB_Scalar_new(&s, type.handle), "GrB_Scalar_new");
    if (x) require(calls::set_element(s, *x), "GrB_Scalar_setElement");
    return s;
}

GrB_Descriptor to_library(const Descriptor &d) {
    if (!(d.replace || d.structure || d.complement || d.transpose0 || d.transpose1)) return nullptr;
    GrB_Descriptor descriptor = nullptr;
    require(GrB_Descriptor_new(&descriptor), "GrB_Descriptor_new");
    auto set = [&](GrB_Desc_Field field, GrB_Desc_Value value) {
        require(GrB_Descriptor_set(descriptor, field, value), "GrB_Descriptor_set");
    };
    if (d.replace) set(GrB_OUTP, GrB_REPLACE);
    if (d.structure) set(GrB_MASK, GrB_STRUCTURE);
    if (d.complement) set(GrB_MASK, GrB_COMP);
    if (d.transpose0) set(GrB_INP0, GrB_TRAN);
    if (d.transpose1) set(GrB_INP1, GrB_TRAN);
    return descriptor;
}

Matrix from_library(GrB_Matrix a, const Type &type, std::string *problem, bool probe) {
    Matrix result{type, 0, 0, {}};
    Index count = 0;
    require(GrB_Matrix_nrows(&result.nrows, a), "GrB_Matrix_nrows");
    require(GrB_Matrix_ncols(&result.ncols, a), "GrB_Matrix_ncols");
    require(GrB_Matrix_nvals(&count, a), "GrB_Matrix_nvals");
    TupleArrays t{std::vector<Index>(count + 1), std::vector<Index>(count + 1),
                  calls::Bytes((count + 1) * type.size)};
    Index filled = count + 1;
    require(calls::extract_tuples(t.i.data(), t.j.data(), t.x, filled, a, type),
            "GrB_Matrix_extractTuples");
    if (filled != count) *problem = "nvals differs from the number of tuples";
    t.i.resize(filled);
    t.j.resize(filled);
    collect(result, t, problem);
    if (probe) {
        probe_entries(
            result,
            [&](Value &x, Position at) {
                return calls::extract_element(x, a, at.first, at.second);
            },
            problem);
    }
    return result;
}

Matrix from_library(GrB_Vector u, const Type &type, std::string *problem, bool probe) {
    Matrix result{type, 0, 1, {}};
    Index count = 0;
    require(GrB_Vector_size(&result.nrows, u), "GrB_Vector_size");
    require(GrB_Vector_nvals(&count, u), "GrB_Vector_nvals");
    TupleArrays t{std::vector<Index>(count + 1), {}, calls::Bytes((count + 1) * type.size)};
    Index filled = count + 1;
    require(calls::extract_tuples(t.i.data(), t.x, filled, u, type), "GrB_Vector_extractTuples");
    if (filled != count) *problem = "nvals differs from the number of tuples";
    t.i.resize(filled);
    t.j.assign(filled, 0);
    collect(result, t, problem);
    if (probe) {
        probe_entries(
            result, [&](Value &x, Position at) { return calls::extract_element(x, u, at.first); },
            problem);
    }
    return result;
}

std::optional<Value> from_library(GrB_Scalar s, const Type &type) {
    Value x{type, {}};
    return calls::extract_element(x, s) == GrB_SUCCESS ? std::optional<Value>(x) : std::nullopt;
}

std::string difference(const Matrix &expected, const Matrix &actual) {
    if (expected.type != actual.type) return "the types differ";
    if (expected.nrows != actual.nrows || expected.ncols != actual.ncols) {
        return "expected " + position(expected.nrows, expected.ncols) + " rows and columns, got " +
               position(actual.nrows, actual.ncols);
    }
    std::string text;
    std::size_t count = 0;
    auto note = [&](Position at, const std::string &what) {
        if (++count <= 3) text += " " + position(at.first, at.second) + what;
    };
    for (const auto &[at, x] : expected.entries) {
        const auto found = actual.entries.find(at);
        if (found == actual.entries.end())
            note(at, " missing, expected " + to_string(x));
        else if (found->second != x) {
            note(at, " is " + to_string(found->second) + ", expected " + to_string(x));
        }
    }
    for (const auto &[at, x] : actual.entries) {
        if (!expected.entries.count(at)) note(at, " = " + to_string(x) + " is not expected");
    }
    return count == 0 ? "" : std::to_string(count) + " differences:" + text;
}

std::string to_string(const Matrix &a) {
    std::string text = std::string(a.type.name) + " " + std::to_string(a.nrows) + "x" +
                       std::to_string(a.ncols) + " {";
    for (const auto &[at, x] : a.entries) {
        if (text.size() > 600) return text + " ...}";
        text += " " + position(at.first, at.second) + "=" + to_string(x);
    }
    return text + " }";
}

} // namespace grb::model
