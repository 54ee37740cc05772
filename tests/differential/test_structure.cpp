// Tests operations that move entries without computing on them, by every variant, on objects in
// every form: formats, orientations, row lengths, pending updates, tuples, sort and concat.
#include "differential/runner.h"

#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

constexpr Format formats[] = {Format::Sparse, Format::Hypersparse, Format::Bitmap,
                              Format::Full,   Format::Balanced,    Format::Auto};

/// The entries, cast to a type.
Matrix cast_to(const Type &type, const Matrix &a) {
    Matrix result{type, a.nrows, a.ncols, {}};
    for (const auto &[at, x] : a.entries) result.set(at.first, at.second, x);
    return result;
}

/// Converts to one format after the other, or to another type.
void convert(Problem &p) {
    const Index m = p.dimension(), n = p.dimension();
    p.output = p.matrix(p.any_type(), m, n);
    const Matrix &target = p.model_of(p.output);
    if (p.rng.chance(40)) {
        const OperandId from = p.matrix(target.type, m, n);
        p.expected = cast_to(p.model_of(p.output).type, p.model_of(from));
        p.text = "a copy in another type";
        p.call = [&p, from] {
            return GrB_transpose(p.matrix_handle(p.output), nullptr, nullptr, p.matrix_handle(from),
                                 GrB_DESC_T0);
        };
        return;
    }
    p.expected = target;
    std::vector<Format> order;
    for (int k = 0; k < 4; ++k) order.push_back(formats[p.rng.below(std::size(formats))]);
    p.text = "formats";
    p.call = [&p, order] {
        for (const Format format : order) pin(p.matrix_handle(p.output), format, 0);
        return GrB_SUCCESS;
    };
}

void orient(Problem &p) {
    const Index m = p.dimension(), n = p.dimension();
    p.output = p.matrix(p.any_type(), n, m);
    const Type type = p.model_of(p.output).type;
    const OperandId from = p.matrix(type, m, n);
    Matrix transposed{type, n, m, {}};
    for (const auto &[at, x] : p.model_of(from).entries) transposed.set(at.second, at.first, x);
    p.expected = transposed;
    p.text = "transpose";
    p.call = [&p, from] {
        return GrB_transpose(p.matrix_handle(p.output), nullptr, nullptr, p.matrix_handle(from),
                             nullptr);
    };
}

/// Row lengths decide if a matrix fits row-balanced storage.
void statistics(Problem &p) {
    const Index m = p.dimension(), n = p.dimension();
    p.output = p.matrix(p.rng.pick(model::stored_types()), m, n);
    p.expected = p.model_of(p.output);
    p.text = "row-balanced";
    p.call = [&p] {
        pin(p.matrix_handle(p.output), Format::Balanced, 0);
        return GrB_SUCCESS;
    };
}

/// Sets and removes entries, then assembles them; at times another object shares the arrays.
void update(Problem &p) {
    const bool is_vector = p.rng.chance(50), is_shared = p.rng.chance(30);
    const Index m = std::max<Index>(1, p.dimension());
    const Index n = is_vector ? 1 : std::max<Index>(1, p.dimension());
    p.output = is_vector ? p.vector(p.any_type(), m) : p.matrix(p.any_type(), m, n);
    const Matrix before = p.model_of(p.output);
    p.expected = before;
    struct Change {
        Index i, j;
        std::optional<Value> x;
    };
    std::vector<Change> changes;
    for (std::uint64_t k = 0, count = 1 + p.rng.below(20); k < count; ++k) {
        Change change{p.rng.below(m), p.rng.below(n), std::nullopt};
        if (p.rng.chance(70)) change.x = p.value(p.type_like(before.type));
        changes.push_back(change);
        if (change.x) {
            p.expected.set(change.i, change.j, *change.x);
        } else {
            p.expected.entries.erase({change.i, change.j});
        }
    }
    p.text = "updates";
    auto wrong = std::make_shared<std::string>();
    p.call = [&p, is_vector, is_shared, changes, before, wrong] {
        GrB_Matrix a = is_vector ? nullptr : p.matrix_handle(p.output), a_copy = nullptr;
        GrB_Vector u = is_vector ? p.vector_handle(p.output) : nullptr, u_copy = nullptr;
        if (is_shared)
            model::require(is_vector ? GrB_Vector_dup(&u_copy, u) : GrB_Matrix_dup(&a_copy, a),
                           "dup");
        for (const Change &c : changes) {
            model::require(c.x         ? is_vector ? calls::set_element(u, *c.x, c.i)
                                                   : calls::set_element(a, *c.x, c.i, c.j)
                                   : is_vector ? GrB_Vector_removeElement(u, c.i)
                                       : GrB_Matrix_removeElement(a, c.i, c.j),
                           "a change");
        }
        const GrB_Info info =
            is_vector ? GrB_Vector_wait(u, GrB_MATERIALIZE) : GrB_Matrix_wait(a, GrB_MATERIALIZE);
        if (!is_shared) return info;
        *wrong = difference(before, is_vector ? from_library(u_copy, before.type, wrong.get())
                                              : from_library(a_copy, before.type, wrong.get()));
        GrB_Vector_free(&u_copy);
        GrB_Matrix_free(&a_copy);
        return info;
    };
    p.check_more = [wrong] { return wrong->empty() ? "" : "the copy: " + *wrong; };
}

/// Extracts all entries in any type.
void tuples(Problem &p) {
    const bool is_vector = p.rng.chance(50);
    const Index m = p.dimension(), n = is_vector ? 1 : p.dimension();
    p.output = is_vector ? p.vector(p.any_type(), m) : p.matrix(p.any_type(), m, n);
    p.expected = p.model_of(p.output);
    const Type given = p.type_like(p.expected.type);
    p.text = "extractTuples in " + std::string(given.name);
    auto wrong = std::make_shared<std::string>();
    p.call = [&p, is_vector, given, wrong] {
        *wrong =
            difference(cast_to(given, p.expected),
                       is_vector ? from_library(p.vector_handle(p.output), given, wrong.get())
                                 : from_library(p.matrix_handle(p.output), given, wrong.get()));
        return GrB_SUCCESS;
    };
    p.check_more = [wrong] { return *wrong; };
}

/// Sorts the values of each row and returns their previous positions.
void sort(Problem &p) {
    p.scale.values = Values::Small; // NaN has no order
    const BinaryOp *const order = pick_where(p.rng, algebra().binary, [](const BinaryOp &op) {
        return (op.name.find("LT") != std::string::npos ||
                op.name.find("GT") != std::string::npos) &&
               op.z.code == TypeCode::Bool && op.x == op.y && !op.x.is_user();
    });
    ASSERT_NE(order, nullptr);
    const Index m = p.dimension(), n = p.dimension();
    const OperandId from = p.matrix(order->x, m, n);
    const Matrix a = p.model_of(from);
    p.output = p.matrix(a.type, m, n);
    Matrix values{p.model_of(p.output).type, m, n, {}},
        positions{model::type_of(TypeCode::Int64), m, n, {}};
    for (auto row = a.entries.begin(); row != a.entries.end();) {
        const Index i = row->first.first;
        std::vector<std::pair<Index, Value>> row_entries;
        for (; row != a.entries.end() && row->first.first == i; ++row)
            row_entries.emplace_back(row->first.second, row->second);
        std::stable_sort(row_entries.begin(), row_entries.end(), [&](const auto &x, const auto &y) {
            return (*order)(x.second, y.second).template as<bool>();
        });
        for (Index k = 0; k < row_entries.size(); ++k) {
            values.set(i, k, row_entries[k].second);
            positions.set(i, k, Value::of(static_cast<std::int64_t>(row_entries[k].first)));
        }
    }
    p.expected = values;
    p.text = "sort by " + order->name;
    auto wrong = std::make_shared<std::string>();
    p.call = [&p, from, positions, wrong, op = order->handle] {
        GrB_Matrix P = nullptr;
        model::require(GrB_Matrix_new(&P, GrB_INT64, positions.nrows, positions.ncols), "new");
        const GrB_Info info =
            GxB_Matrix_sort(p.matrix_handle(p.output), P, op, p.matrix_handle(from), nullptr);
        if (info == GrB_SUCCESS)
            *wrong = difference(positions, from_library(P, positions.type, wrong.get()));
        model::require(GrB_Matrix_free(&P), "free");
        return info;
    };
    p.check_more = [wrong] { return wrong->empty() ? "" : "positions: " + *wrong; };
}

/// Concatenates two matrices, one beside or above the other.
void concat(Problem &p) {
    const bool is_beside = p.rng.chance(50);
    const Index m = 1 + p.rng.below(40), n = 1 + p.rng.below(40), more = 1 + p.rng.below(40);
    const Type domain = p.any_type();
    p.output = is_beside ? p.matrix(domain, m, n + more) : p.matrix(domain, m + more, n);
    const Type type = p.model_of(p.output).type;
    const OperandId first = p.matrix(type, m, n),
                    second = is_beside ? p.matrix(type, m, more) : p.matrix(type, more, n);
    Matrix joined{type, p.model_of(p.output).nrows, p.model_of(p.output).ncols, {}};
    for (const auto &[at, x] : p.model_of(first).entries) joined.set(at.first, at.second, x);
    for (const auto &[at, x] : p.model_of(second).entries)
        joined.set(at.first + (is_beside ? 0 : m), at.second + (is_beside ? n : 0), x);
    p.expected = joined;
    p.text = "concat";
    p.call = [&p, first, second, is_beside] {
        const GrB_Matrix tiles[] = {p.matrix_handle(first), p.matrix_handle(second)};
        return GxB_Matrix_concat(p.matrix_handle(p.output), tiles, is_beside ? 1 : 2,
                                 is_beside ? 2 : 1, nullptr);
    };
}

TEST(Structure, Convert) {
    run_problems("convert", 200, convert);
}
TEST(Structure, Orient) {
    run_problems("orient", 150, orient);
}
TEST(Structure, Statistics) {
    run_problems("statistics", 100, statistics);
}
TEST(Structure, Update) {
    run_problems("update", 200, update);
}
TEST(Structure, Tuples) {
    run_problems("tuples", 150, tuples);
}
TEST(Structure, Sort) {
    run_problems("sort", 150, sort);
}
TEST(Structure, Concat) {
    run_problems("concat", 100, concat);
}

} // namespace
} // namespace grb::fuzz
