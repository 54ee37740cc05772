// Tests methods: build, sequences of set/remove/extractElement, resize, dup and diag.
#include "differential/runner.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <numeric>

namespace grb::fuzz {
namespace {

std::vector<model::Tuple> random_tuples(Problem &p, const Type &type, Index m, Index n,
                                        bool with_duplicates) {
    std::vector<model::Tuple> tuples;
    std::map<model::Position, bool> seen;
    const Index wanted = m == 0 || n == 0 ? 0 : p.rng.below(3 * p.scale.largest);
    for (Index k = 0; k < wanted; ++k) {
        const Index i = p.rng.below(m), j = p.rng.below(n);
        if (!with_duplicates && seen[{i, j}]) continue;
        seen[{i, j}] = true;
        tuples.push_back({i, j, p.value(type)});
    }
    return tuples;
}

/// Makes a matrix (or at random a vector, when ncols is 1) that the method replaces.
OperandId empty_object(Problem &p, const Type &type, Index m, Index n, bool is_vector) {
    p.output = is_vector ? p.vector(type, m) : p.matrix(type, m, n);
    return p.output;
}

GrB_Info clear(Problem &p, OperandId id, bool is_vector) {
    return is_vector ? GrB_Vector_clear(p.vector_handle(id))
                     : GrB_Matrix_clear(p.matrix_handle(id));
}

/// Gives the tuples as two vectors; GxB_Vector_build_Vector takes the values of both.
GrB_Info build_from_vectors(GrB_Vector w, const std::vector<model::Tuple> &tuples, GrB_BinaryOp dup,
                            const Type &given) {
    const Index n = std::max<Index>(1, tuples.size());
    Matrix positions{model::type_of(TypeCode::Int64), n, 1, {}}, values{given, n, 1, {}};
    for (Index k = 0; k < tuples.size(); ++k) {
        positions.set(k, 0, Value::of(static_cast<std::int64_t>(tuples[k].i)));
        values.set(k, 0, tuples[k].x);
    }
    GrB_Vector I = model::to_library_vector(positions), X = model::to_library_vector(values);
    const GrB_Info info = GxB_Vector_build_Vector(w, I, X, dup, nullptr);
    model::require(GrB_Vector_free(&I), "free");
    model::require(GrB_Vector_free(&X), "free");
    return info;
}

void build(Problem &p) {
    const bool is_aimed = p.aims_at({"cpu/build_scatter"});
    const bool is_vector = is_aimed || p.rng.chance(40), has_dup = is_aimed || p.rng.chance(60),
               is_of_vectors = is_vector && p.rng.chance(40);
    Monoid m = p.rng.pick(algebra().monoids);
    while (is_aimed && m.op.name.find("MIN") == std::string::npos)
        m = p.rng.pick(algebra().monoids);
    const Type type = m.op.z;
    p.limit_terms(m.op);
    const Index rows = p.dimension(), columns = is_vector ? 1 : p.dimension();
    const OperandId id = empty_object(p, type, rows, columns, is_vector);
    const Type own = p.model_of(id).type, given = p.type_like(own);
    const auto tuples = random_tuples(p, given, rows, columns, has_dup);
    // The library applies dup on its own domain, then casts the result to the object's type.
    p.expected = model::build(own, rows, columns, tuples, has_dup ? &m.op : nullptr);
    p.text =
        "build by " + (has_dup ? m.name : "no dup") + " of " + given.name + " into " + own.name;
    p.call = [&p, id, is_vector, is_of_vectors, has_dup, m, tuples, given] {
        std::vector<Index> i, j;
        calls::Bytes x;
        for (const model::Tuple &t : tuples) {
            i.push_back(t.i);
            j.push_back(t.j);
            model::append(x, t.x);
        }
        i.reserve(1);
        j.reserve(1);
        x.reserve(1);
        const GrB_BinaryOp dup = has_dup ? m.op.handle : nullptr;
        const GrB_Info cleared = clear(p, id, is_vector);
        if (cleared != GrB_SUCCESS) return cleared;
        if (is_of_vectors) return build_from_vectors(p.vector_handle(id), tuples, dup, given);
        return is_vector
                   ? calls::build(p.vector_handle(id), i.data(), x, i.size(), dup, given)
                   : calls::build(p.matrix_handle(id), i.data(), j.data(), x, i.size(), dup, given);
    };
}

/// One step of a sequence: set, remove, extract, read nvals, or let an operation make the object
/// anew, which may leave it on another device.
struct Step {
    enum Kind { Set, Remove, Extract, Count, Renew } kind;
    Index i, j;
    Value x;
};

constexpr Index most_renewed = 4096;

/// u = u(0, 1, 2, ...), or A = (A')': an operation makes the same entries.
GrB_Info renew(Problem &p, const Matrix &model, bool is_vector) {
    if (model.nrows > most_renewed || model.ncols > most_renewed) return GrB_SUCCESS;
    if (is_vector) {
        std::vector<Index> all(model.nrows);
        std::iota(all.begin(), all.end(), Index{0});
        const GrB_Vector u = p.vector_handle(p.output);
        return GrB_Vector_extract(u, nullptr, nullptr, u, all.data(), all.size(), nullptr);
    }
    const GrB_Matrix a = p.matrix_handle(p.output);
    GrB_Matrix t = nullptr;
    GrB_Info info = GrB_Matrix_new(&t, model.type.handle, model.ncols, model.nrows);
    if (info == GrB_SUCCESS) info = GrB_transpose(t, nullptr, nullptr, a, nullptr);
    if (info == GrB_SUCCESS) info = GrB_transpose(a, nullptr, nullptr, t, nullptr);
    GrB_Matrix_free(&t);
    return info;
}

std::string take_step(Problem &p, const Step &s, Matrix &model, bool is_vector) {
    const GrB_Matrix a = p.matrix_handle(p.output);
    const GrB_Vector u = p.vector_handle(p.output);
    GrB_Info info = GrB_SUCCESS;
    if (s.kind == Step::Set) {
        model.set(s.i, s.j, s.x);
        info = is_vector ? calls::set_element(u, s.x, s.i) : calls::set_element(a, s.x, s.i, s.j);
    } else if (s.kind == Step::Remove) {
        model.entries.erase({s.i, s.j});
        info = is_vector ? GrB_Vector_removeElement(u, s.i) : GrB_Matrix_removeElement(a, s.i, s.j);
    } else if (s.kind == Step::Renew) {
        info = renew(p, model, is_vector);
    } else if (s.kind == Step::Count) {
        Index count = 0;
        info = is_vector ? GrB_Vector_nvals(&count, u) : GrB_Matrix_nvals(&count, a);
        if (count != model.entries.size()) return "nvals is " + std::to_string(count);
    } else {
        Value x{s.x.type, {}};
        const auto entry = model.entries.find({s.i, s.j});
        info =
            is_vector ? calls::extract_element(x, u, s.i) : calls::extract_element(x, a, s.i, s.j);
        const bool found = entry != model.entries.end();
        if (info != (found ? GrB_SUCCESS : GrB_NO_VALUE)) return "extractElement found otherwise";
        if (found && x != cast(entry->second, x.type)) return "extractElement gave " + to_string(x);
        return "";
    }
    return info == GrB_SUCCESS ? "" : "a step returned " + std::to_string(info);
}

void element_sequence(Problem &p) {
    const bool is_vector = p.rng.chance(50);
    const Type type = p.any_type();
    const Index m = std::max<Index>(1, p.dimension());
    const Index n = is_vector ? 1 : std::max<Index>(1, p.dimension());
    empty_object(p, type, m, n, is_vector);
    const Type own = p.model_of(p.output).type;
    std::vector<Step> steps;
    const Index positions = 1 + p.rng.below(8); // few, so that steps collide
    std::vector<model::Position> where;
    for (Index k = 0; k < positions; ++k) where.push_back({p.rng.below(m), p.rng.below(n)});
    for (std::uint64_t k = 0, count = 1 + p.rng.below(60); k < count; ++k) {
        const model::Position at = p.rng.pick(where);
        const std::uint64_t kind = p.rng.below(11);
        const Step::Kind step = kind < 5    ? Step::Set
                                : kind < 7  ? Step::Remove
                                : kind < 9  ? Step::Extract
                                : kind < 10 ? Step::Count
                                            : Step::Renew;
        steps.push_back({step, at.first, at.second, p.value(p.type_like(own))});
    }
    auto model = std::make_shared<Matrix>(p.model_of(p.output));
    auto wrong = std::make_shared<std::string>();
    p.text = "sequence of " + std::to_string(steps.size()) + " element methods";
    p.call = [&p, steps, model, wrong, is_vector] {
        for (std::size_t k = 0; k < steps.size() && wrong->empty(); ++k) {
            *wrong = take_step(p, steps[k], *model, is_vector);
            if (!wrong->empty()) *wrong = "step " + std::to_string(k) + ": " + *wrong;
        }
        p.expected = *model;
        return GrB_SUCCESS;
    };
    p.check_more = [wrong] { return *wrong; };
}

void resize(Problem &p) {
    const bool is_vector = p.rng.chance(50);
    const Index m = p.dimension(), n = is_vector ? 1 : p.dimension();
    empty_object(p, p.any_type(), m, n, is_vector);
    const Index rows = p.dimension(), columns = is_vector ? 1 : p.dimension();
    p.expected = model::resized(p.model_of(p.output), rows, columns);
    p.text = "resize to " + std::to_string(rows) + "x" + std::to_string(columns);
    p.call = [&p, rows, columns, is_vector] {
        return is_vector ? GrB_Vector_resize(p.vector_handle(p.output), rows)
                         : GrB_Matrix_resize(p.matrix_handle(p.output), rows, columns);
    };
}

/// A change of a copy leaves the original unchanged.
void dup(Problem &p) {
    const Index m = std::max<Index>(1, p.dimension()), n = std::max<Index>(1, p.dimension());
    p.output = p.matrix(p.any_type(), m, n);
    p.expected = p.model_of(p.output);
    p.text = "dup";
    auto wrong = std::make_shared<std::string>();
    const Value x = p.value(p.expected.type);
    const Index i = p.rng.below(m), j = p.rng.below(n);
    p.call = [&p, wrong, x, i, j] {
        GrB_Matrix copy = nullptr;
        const GrB_Info info = GrB_Matrix_dup(&copy, p.matrix_handle(p.output));
        if (info != GrB_SUCCESS) return info;
        *wrong = difference(p.expected, from_library(copy, x.type, wrong.get(), true));
        Matrix changed = p.expected;
        changed.set(i, j, x);
        model::require(calls::set_element(copy, x, i, j), "setElement");
        *wrong += difference(changed, from_library(copy, x.type, wrong.get(), true));
        return GrB_Matrix_free(&copy);
    };
    p.check_more = [wrong] { return *wrong; };
}

void diagonal(Problem &p) {
    const Index n = std::min<Index>(p.dimension(), Index{1} << 58);
    p.output = p.vector(p.any_type(), n);
    p.expected = p.model_of(p.output);
    const std::int64_t k = p.rng.between(-5, 5);
    p.text = "diagonal " + std::to_string(k);
    auto wrong = std::make_shared<std::string>();
    p.call = [&p, wrong, k] {
        GrB_Matrix d = nullptr;
        const GrB_Info info = GrB_Matrix_diag(&d, p.vector_handle(p.output), k);
        if (info != GrB_SUCCESS) return info;
        const Matrix actual = from_library(d, p.expected.type, wrong.get(), true);
        *wrong += difference(model::diagonal(p.expected, k), actual);
        return GrB_Matrix_free(&d);
    };
    p.check_more = [wrong] { return *wrong; };
}

TEST(Methods, Build) {
    run_problems("build", 400, build);
}
TEST(Methods, ElementSequence) {
    run_problems("elements", 600, element_sequence);
}
TEST(Methods, Resize) {
    run_problems("resize", 300, resize);
}
TEST(Methods, Dup) {
    run_problems("dup", 200, dup);
}
TEST(Methods, Diagonal) {
    run_problems("diag", 200, diagonal);
}

} // namespace
} // namespace grb::fuzz
