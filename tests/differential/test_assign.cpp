// Tests assign and extract in all their forms against the model.
#include "differential/runner.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

/// The two arguments that give the indices of a call.
class IndexArguments {
public:
    IndexArguments(const Indices &indices, Index dimension)
        : list_(indices.list), length_(indices.count(dimension)), is_all_(indices.all) {
        list_.push_back(0); // a list of length 0 has an address too
        if (!indices.range) return;
        const auto [begin, end, step, is_downwards] = *indices.range;
        list_ = {begin, end, step};
        length_ = is_downwards ? GxB_BACKWARDS : step == 1 ? GxB_RANGE : GxB_STRIDE;
    }
    const Index *list() const { return is_all_ ? GrB_ALL : list_.data(); }
    Index length() const { return length_; }

private:
    std::vector<Index> list_;
    Index length_;
    bool is_all_;
};

std::string describe(const Indices &i) {
    if (i.all) return "all";
    if (i.range) {
        return std::to_string(i.range->begin) + (i.range->is_downwards ? " down to " : " to ") +
               std::to_string(i.range->end) + " by " + std::to_string(i.range->step);
    }
    std::string text = "[";
    for (Index k : i.list) text += std::to_string(k) + " ";
    return text + "]";
}

void extract_matrix(Problem &p) {
    const Type type = p.any_type();
    const Index m = p.dimension(), n = p.dimension();
    const bool t = p.descriptor.transpose0;
    const OperandId a = t ? p.matrix(type, n, m) : p.matrix(type, m, n);
    const Indices rows = p.indices(m, true), columns = p.indices(n, true);
    p.output = p.matrix(p.model_of(a).type, rows.count(m), columns.count(n));
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, p.model_of(a).type);
    p.text = "extract of " + std::to_string(a) + " " + describe(rows) + " " + describe(columns);
    p.expected = model::extract(p.write(), p.model_of(a), rows, columns);
    p.call = [&p, a, i = IndexArguments(rows, m), j = IndexArguments(columns, n)] {
        return GrB_Matrix_extract(p.matrix_handle(p.output), p.mask_matrix(),
                                  p.accumulator_handle(), p.matrix_handle(a), i.list(), i.length(),
                                  j.list(), j.length(), p.descriptor_handle());
    };
}

void extract_vector(Problem &p) {
    p.ignore_transposes();
    const Index m = p.dimension();
    const OperandId u = p.vector(p.any_type(), m);
    const Indices rows = p.indices(m, true);
    p.output = p.vector(p.model_of(u).type, rows.count(m));
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, p.model_of(u).type);
    p.text = "extract of vector " + std::to_string(u) + " " + describe(rows);
    p.expected = model::extract(p.write(), p.model_of(u), rows, {});
    p.call = [&p, u, i = IndexArguments(rows, m)] {
        return GrB_Vector_extract(p.vector_handle(p.output), p.mask_vector(),
                                  p.accumulator_handle(), p.vector_handle(u), i.list(), i.length(),
                                  p.descriptor_handle());
    };
}

void extract_column(Problem &p) {
    const Type type = p.any_type();
    const Index m = p.dimension(), n = std::max<Index>(1, p.dimension());
    const OperandId a = p.descriptor.transpose0 ? p.matrix(type, n, m) : p.matrix(type, m, n);
    const Indices rows = p.indices(m, true);
    const Index j = p.rng.below(n);
    p.output = p.vector(p.model_of(a).type, rows.count(m));
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, p.model_of(a).type);
    p.text = "extract of column " + std::to_string(j) + " of " + std::to_string(a) + " " +
             describe(rows);
    p.expected = model::extract_column(p.write(), p.model_of(a), rows, j);
    p.call = [&p, a, i = IndexArguments(rows, m), j] {
        return GrB_Col_extract(p.vector_handle(p.output), p.mask_vector(), p.accumulator_handle(),
                               p.matrix_handle(a), i.list(), i.length(), j, p.descriptor_handle());
    };
}

void assign_matrix(Problem &p) {
    const Type type = p.any_type();
    const Index m = p.dimension(), n = p.dimension();
    p.output = p.matrix(type, m, n);
    const Indices rows = p.indices(m, false), columns = p.indices(n, false);
    const Index am = rows.count(m), an = columns.count(n);
    const Type c = p.model_of(p.output).type;
    const OperandId a = p.descriptor.transpose0 ? p.matrix(c, an, am) : p.matrix(c, am, an);
    p.choose_mask(p.output);
    p.choose_accumulator(c, p.model_of(a).type);
    p.text = "assign of " + std::to_string(a) + " to " + describe(rows) + " " + describe(columns);
    p.expected = model::assign(p.write(), p.model_of(a), rows, columns);
    p.call = [&p, a, i = IndexArguments(rows, m), j = IndexArguments(columns, n)] {
        return GrB_Matrix_assign(p.matrix_handle(p.output), p.mask_matrix(), p.accumulator_handle(),
                                 p.matrix_handle(a), i.list(), i.length(), j.list(), j.length(),
                                 p.descriptor_handle());
    };
}

/// Returns consecutive indices of 0 to dimension - 1, but not all.
Indices block_of(Problem &p, Index dimension) {
    const Index begin = p.rng.below(dimension), length = 1 + p.rng.below(dimension - begin);
    Indices chosen{false, {}, {}};
    for (Index k = 0; k < std::min(length, dimension - 1); ++k) chosen.list.push_back(begin + k);
    return chosen;
}

/// Assigns the dense part of a full matrix to a block of another.
void assign_block(Problem &p) {
    const bool is_aimed = p.aims_at({"cpu/assign_block", "cpu/commit_block"});
    p.is_full = true;
    if (is_aimed) p.stored = {1, Format::Full};
    const Index m = 2 + p.rng.below(60), n = 2 + p.rng.below(60);
    p.output = p.matrix(p.any_type(), m, n);
    const Indices rows = block_of(p, m), columns = block_of(p, n);
    const Type c = p.model_of(p.output).type;
    const Index am = rows.count(m), an = columns.count(n);
    const OperandId a = p.descriptor.transpose0 ? p.matrix(c, an, am) : p.matrix(c, am, an);
    if (!is_aimed) {
        if (p.rng.chance(25)) p.choose_mask(p.output);
        p.choose_accumulator(c, p.model_of(a).type);
    }
    p.text =
        "assign of " + std::to_string(a) + " to block " + describe(rows) + " " + describe(columns);
    p.expected = model::assign(p.write(), p.model_of(a), rows, columns);
    p.call = [&p, a, i = IndexArguments(rows, m), j = IndexArguments(columns, n)] {
        return GrB_Matrix_assign(p.matrix_handle(p.output), p.mask_matrix(), p.accumulator_handle(),
                                 p.matrix_handle(a), i.list(), i.length(), j.list(), j.length(),
                                 p.descriptor_handle());
    };
}

void assign_vector(Problem &p) {
    p.ignore_transposes();
    const Index m = p.dimension();
    p.output = p.vector(p.any_type(), m);
    const Indices rows = p.indices(m, false);
    const Type w = p.model_of(p.output).type;
    const OperandId u = p.vector(w, rows.count(m));
    p.choose_mask(p.output);
    p.choose_accumulator(w, p.model_of(u).type);
    p.text = "assign of vector " + std::to_string(u) + " to " + describe(rows);
    p.expected = model::assign(p.write(), p.model_of(u), rows, {});
    p.call = [&p, u, i = IndexArguments(rows, m)] {
        return GrB_Vector_assign(p.vector_handle(p.output), p.mask_vector(), p.accumulator_handle(),
                                 p.vector_handle(u), i.list(), i.length(), p.descriptor_handle());
    };
}

void assign_row_or_column(Problem &p, bool is_row) {
    p.ignore_transposes();
    const Index along = p.dimension(), across = std::max<Index>(1, p.dimension());
    const Type type = p.any_type();
    p.output = is_row ? p.matrix(type, across, along) : p.matrix(type, along, across);
    const Indices where = p.indices(along, false);
    const Index major = p.rng.below(across), count = where.count(along);
    const Type c = p.model_of(p.output).type;
    const OperandId u = p.vector(c, count);
    p.choose_mask_vector(along);
    p.choose_accumulator(c, p.model_of(u).type);
    p.text = std::string("assign of vector ") + std::to_string(u) + " to " +
             (is_row ? "row " : "column ") + std::to_string(major) + " " + describe(where);
    p.expected = is_row ? model::assign_row(p.write(), p.model_of(u), major, where)
                        : model::assign_column(p.write(), p.model_of(u), where, major);
    p.call = [&p, u, i = IndexArguments(where, along), major, is_row] {
        const GrB_Matrix c = p.matrix_handle(p.output);
        return is_row
                   ? GrB_Row_assign(c, p.mask_vector(), p.accumulator_handle(), p.vector_handle(u),
                                    major, i.list(), i.length(), p.descriptor_handle())
                   : GrB_Col_assign(c, p.mask_vector(), p.accumulator_handle(), p.vector_handle(u),
                                    i.list(), i.length(), major, p.descriptor_handle());
    };
}

/// Neither all of a huge dimension nor large × large can be filled by the model.
Indices fillable_indices(Problem &p, Index dimension, bool is_vector) {
    Indices chosen = p.indices(dimension, false);
    if (dimension <= (is_vector ? 3000 : 400)) return chosen;
    if (chosen.count(dimension) > 400) {
        // Takes some of the range, or a stand-in for all.
        if (chosen.all) return {false, {dimension - 1, dimension - 3, 5}};
        if (chosen.range) chosen.range->step += (dimension - 1) / 300;
        chosen.list.resize(std::min<std::size_t>(chosen.list.size(), 400));
    }
    return chosen;
}

void assign_scalar(Problem &p) {
    p.ignore_transposes();
    const bool is_vector = p.rng.chance(50);
    const Type type = p.any_type();
    const Index m = p.dimension(), n = is_vector ? 1 : p.dimension();
    p.output = is_vector ? p.vector(type, m) : p.matrix(type, m, n);
    const Indices rows = fillable_indices(p, m, is_vector);
    const Indices columns = is_vector ? Indices{} : fillable_indices(p, n, false);
    const Type c = p.model_of(p.output).type, domain = p.type_like(c);
    const bool is_object = p.rng.chance(45);
    std::optional<Value> x;
    if (!is_object || p.rng.chance(75)) x = p.value(domain);
    p.choose_mask(p.output);
    p.choose_accumulator(c, domain);
    p.text = "assign of " + (x ? to_string(*x) : "an empty scalar") + " to " + describe(rows) +
             " " + describe(columns);
    p.expected = model::assign_scalar(p.write(), domain, x, rows, columns);
    p.call = [&p, I = IndexArguments(rows, m), J = IndexArguments(columns, n), x, domain, is_vector,
              is_object] {
        const auto accum = p.accumulator_handle();
        const auto d = p.descriptor_handle();
        const Index ni = I.length(), nj = J.length();
        const Index *i = I.list(), *j = J.list();
        GrB_Scalar s = is_object ? model::to_library_scalar(domain, x) : nullptr;
        GrB_Info info = GrB_SUCCESS;
        if (is_vector) {
            const GrB_Vector w = p.vector_handle(p.output), mask = p.mask_vector();
            info = s ? GrB_Vector_assign_Scalar(w, mask, accum, s, i, ni, d)
                     : calls::assign(w, mask, accum, *x, i, ni, d);
        } else {
            const GrB_Matrix c = p.matrix_handle(p.output), mask = p.mask_matrix();
            info = s ? GrB_Matrix_assign_Scalar(c, mask, accum, s, i, ni, j, nj, d)
                     : calls::assign(c, mask, accum, *x, i, ni, j, nj, d);
        }
        GrB_Scalar_free(&s);
        return info;
    };
}

/// Assigns a value to all positions of a vector, then another: cpu/assign_value_in_place.
void assign_values_in_turn(Problem &p) {
    const Index n = 1 + p.rng.below(300);
    p.output = p.vector(p.any_type(), n);
    const Type domain = p.type_like(p.model_of(p.output).type);
    const Value first = p.value(domain), second = p.value(domain);
    p.text = "assign of " + to_string(first) + " and " + to_string(second);
    p.expected = model::assign_scalar(p.write(), domain, second, {}, {});
    p.call = [&p, first, second, n] {
        const GrB_Vector w = p.vector_handle(p.output);
        const GrB_Info info = calls::assign(w, nullptr, GrB_NULL, first, GrB_ALL, n, nullptr);
        return info == GrB_SUCCESS
                   ? calls::assign(w, nullptr, GrB_NULL, second, GrB_ALL, n, nullptr)
                   : info;
    };
}

/// Assigns a value at the positions of a short list: cpu/assign_mask_in_place. The first call
/// leaves arrays that the output shares with no other form of itself.
void assign_listed(Problem &p) {
    const Index n = 20 + p.rng.below(300);
    const bool is_list = p.rng.chance(30);
    p.is_full = !is_list;
    p.stored = is_list ? Problem::Stored{0.1, Format::Sparse} : Problem::Stored{1, Format::Full};
    p.output = p.vector(p.rng.pick(model::stored_types()), n);
    p.is_full = false;
    p.stored = {0.1, Format::Sparse};
    p.mask = p.vector(p.rng.pick(model::stored_types()), n);
    p.descriptor.structure = true;
    const Type domain = p.type_like(p.model_of(p.output).type);
    const Value x = p.value(domain);
    p.text = "assign of " + to_string(x) + " at the positions of a list";
    p.expected = model::assign_scalar(p.write(), domain, x, {}, {});
    p.call = [&p, x, n] {
        GrB_Info info = GrB_SUCCESS;
        for (int turn = 0; turn < 2 && info == GrB_SUCCESS; turn++)
            info = calls::assign(p.vector_handle(p.output), p.mask_vector(), GrB_NULL, x, GrB_ALL,
                                 n, GrB_DESC_S);
        return info;
    };
}

void extract(Problem &p) {
    p.limit_entries(10000);
    p.choose_descriptor();
    const std::uint64_t form = p.rng.below(10);
    if (form < 5) return extract_matrix(p);
    if (form < 7) return extract_vector(p);
    extract_column(p);
}

void assign(Problem &p) {
    p.limit_entries(10000);
    if (p.aims_at({"cpu/assign_block", "cpu/commit_block"})) return assign_block(p);
    if (p.aims_at({"cpu/assign_value_in_place"})) return assign_values_in_turn(p);
    if (p.aims_at({"cpu/assign_mask_in_place"})) return assign_listed(p);
    const std::uint64_t special = p.rng.below(20);
    if (!p.walks_mask && special == 0) return assign_values_in_turn(p);
    if (special == 1) return assign_listed(p);
    p.choose_descriptor();
    const std::uint64_t form = p.rng.below(10);
    if (!p.walks_mask && p.rng.chance(10)) return assign_block(p);
    if (form < 3 && !p.walks_mask) return assign_matrix(p);
    if (form < 5) return assign_vector(p);
    if (form < 7 && !p.walks_mask) return assign_row_or_column(p, form < 6);
    assign_scalar(p);
}

/// In a list that repeats positions the last one counts, entry or not. The specification leaves
/// this open, so the model does not know it.
TEST(Differential, AssignOfRepeatedPositions) {
    constexpr Index list[] = {3, 1, 3, 0, 1, 3}, count = std::size(list), size = 5;
    for_each_variant("assign", [&] {
        for (const Format format : {Format::Sparse, Format::Bitmap, Format::Full}) {
            for (Index missing = 0; missing <= (format == Format::Full ? 0 : count); missing++) {
                std::optional<double> expected[size] = {9, 9, 9, 9, 9};
                GrB_Vector u = nullptr, w = nullptr;
                GrB_Vector_new(&u, GrB_FP64, count);
                GrB_Vector_new(&w, GrB_FP64, size);
                GrB_Vector_assign_FP64(w, GrB_NULL, GrB_NULL, 9, GrB_ALL, size, GrB_NULL);
                for (Index k = 0; k < count; k++) {
                    expected[list[k]] = std::nullopt;
                    if (k + 1 == missing) continue;
                    const double value = 10 + static_cast<double>(k);
                    GrB_Vector_setElement_FP64(u, value, k);
                    expected[list[k]] = value;
                }
                pin(u, format, 0);
                EXPECT_EQ(GrB_Vector_assign(w, GrB_NULL, GrB_NULL, u, list, count, GrB_NULL),
                          GrB_SUCCESS);
                for (Index i = 0; i < size; i++) {
                    double x = 0;
                    const bool has = GrB_Vector_extractElement_FP64(&x, w, i) == GrB_SUCCESS;
                    EXPECT_EQ(has ? std::optional<double>(x) : std::nullopt, expected[i])
                        << i << ", without entry " << missing;
                }
                GrB_Vector_free(&u);
                GrB_Vector_free(&w);
            }
        }
    });
}

TEST(Differential, Extract) {
    run_problems("extract", 400, extract);
}
TEST(Differential, Assign) {
    run_problems("assign", 600, [](Problem &p) {
        p.walks_mask = p.rng.chance(15);
        assign(p);
    });
}
TEST(Differential, CommitOfAssign) {
    run_problems("commit", 200, [](Problem &p) {
        p.walks_mask = p.rng.chance(30);
        assign(p);
    });
}
TEST(Differential, ExtractOfUserTypes) {
    run_user_problems("extract",
                      {"cuda/extract_gather", "cuda/extract_rows", "cuda/extract_lists",
                       "cuda/extract_vector_gather"},
                      200, extract);
}
TEST(Differential, AssignOfUserTypes) {
    run_user_problems("assign",
                      {"cuda/assign_scalar_dense", "cuda/assign_scalar_mask", "cuda/assign_share",
                       "cuda/assign_masked", "cuda/assign_scatter"},
                      200, [](Problem &p) {
                          p.walks_mask = p.rng.chance(20);
                          assign(p);
                      });
}

} // namespace
} // namespace grb::fuzz
