// Makes the operands of repeated problems, reads their bytes and defines most calls.
#include "differential/repeated_problems.h"

#include "differential/engine_controls.h"
#include "differential/random.h"

#include "reference/bridge.h"

#include <cmath>
#include <cstdlib>
#include <memory>

namespace grb::fuzz {

using model::require;

constexpr GrB_Index size = repeated_size;

namespace {

/// Values have all magnitudes, so that another order of addition gives other bits.
float random_value(Rng &rng) {
    const float unit = static_cast<float>(rng.next() >> 40) * 0x1p-24f + 0x1p-24f;
    return std::ldexp(rng.chance(50) ? unit : -unit, static_cast<int>(rng.between(-6, 6)));
}

/// Rows and columns 0 and 1 are hubs, every seventh row is empty, the others are short.
bool is_present(Rng &rng, GrB_Index i, GrB_Index j) {
    if (i % 7 == 5) return false;
    if (i < 2 || j < 2) return rng.chance(i + j < 2 ? 100 : 60);
    return rng.below(size) < 8;
}

GrB_Matrix matrix(Rng &rng, bool is_iso) {
    std::vector<GrB_Index> rows, columns;
    std::vector<float> values;
    for (GrB_Index i = 0; i < size; i++) {
        for (GrB_Index j = 0; j < size; j++) {
            if (!is_present(rng, i, j)) continue;
            rows.push_back(i);
            columns.push_back(j);
            values.push_back(is_iso ? 1 : random_value(rng));
        }
    }
    GrB_Matrix result = nullptr;
    require(GrB_Matrix_new(&result, GrB_FP32, size, size), "new");
    require(GrB_Matrix_build_FP32(result, rows.data(), columns.data(), values.data(), values.size(),
                                  nullptr),
            "build");
    if (is_iso)
        require(GrB_Matrix_assign_FP32(result, result, nullptr, 1, GrB_ALL, size, GrB_ALL, size,
                                       GrB_DESC_S),
                "assign");
    keep_both_orientations(result);
    return result;
}
GrB_Matrix small(Rng &rng) {
    GrB_Matrix result = nullptr;
    require(GrB_Matrix_new(&result, GrB_FP32, 30, 30), "new");
    for (GrB_Index i = 0; i < 30; i++)
        require(GrB_Matrix_setElement_FP32(result, random_value(rng), i, (i * 7) % 30), "set");
    require(GrB_Matrix_wait(result, GrB_MATERIALIZE), "wait");
    return result;
}
GrB_Vector vector(Rng &rng, GrB_Type type, int percent) {
    GrB_Vector result = nullptr;
    require(GrB_Vector_new(&result, type, size), "new");
    for (GrB_Index i = 0; i < size; i++) {
        if (rng.chance(percent))
            require(GrB_Vector_setElement_FP32(result, random_value(rng), i), "set");
    }
    require(GrB_Vector_wait(result, GrB_MATERIALIZE), "wait");
    return result;
}

struct Tuples {
    std::vector<GrB_Index> indices;
    std::vector<float> values;

    explicit Tuples(GrB_Vector u) {
        GrB_Index count = 0;
        require(GrB_Vector_nvals(&count, u), "nvals");
        indices.resize(count);
        values.resize(count);
        require(GrB_Vector_extractTuples_FP32(indices.data(), values.data(), &count, u),
                "extractTuples");
    }
};

/// The first entries of u as a vector.
GrB_Vector part_of(GrB_Vector u, GrB_Index count) {
    const Tuples all(u);
    GrB_Vector part = nullptr;
    require(GrB_Vector_new(&part, GrB_FP32, size), "new");
    require(GrB_Vector_build_FP32(part, all.indices.data(), all.values.data(), count, nullptr),
            "build");
    return part;
}

std::string bytes_of(const std::vector<GrB_Index> &indices, const std::vector<float> &values) {
    std::string bytes;
    bytes.append(reinterpret_cast<const char *>(indices.data()),
                 indices.size() * sizeof(GrB_Index));
    bytes.append(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(float));
    return bytes;
}
std::string bytes_of(GrB_Vector object) {
    const Tuples all(object);
    return bytes_of(all.indices, all.values);
}
/// The stored values of a full matrix: extracting millions of tuples would take long.
std::string values_of(GrB_Matrix object) {
    GrB_Matrix copy = nullptr;
    void *values = nullptr;
    GrB_Index length = 0;
    require(GrB_Matrix_dup(&copy, object), "dup");
    require(GrX_Matrix_export_full(&copy, &values, &length, nullptr), "export_full");
    const std::unique_ptr<void, decltype(&std::free)> owner(values, &std::free);
    return {static_cast<const char *>(values), length};
}
std::string bytes_of(GrB_Matrix object) {
    GrB_Index count = 0, nrows = 0, ncols = 0;
    require(GrB_Matrix_nvals(&count, object), "nvals");
    require(GrB_Matrix_nrows(&nrows, object), "nrows");
    require(GrB_Matrix_ncols(&ncols, object), "ncols");
    if (count == nrows * ncols) return values_of(object);
    std::vector<GrB_Index> indices(2 * count);
    std::vector<float> values(count);
    require(GrB_Matrix_extractTuples_FP32(indices.data(), indices.data() + count, values.data(),
                                          &count, object),
            "extractTuples");
    return bytes_of(indices, values);
}

} // namespace

Operands::Operands() {
    Rng rng(20);
    A = matrix(rng, false);
    B = matrix(rng, false);
    ones = matrix(rng, true);
    full = vector(rng, GrB_FP32, 100);
    bitmap = vector(rng, GrB_FP32, 60);
    sparse = vector(rng, GrB_FP32, 3);
    list_mask = vector(rng, GrB_BOOL, 4);
    bitmap_mask = vector(rng, GrB_BOOL, 50);
    pin(bitmap, Format::Bitmap, 0);
    pin(bitmap_mask, Format::Bitmap, 0);
    pin(list_mask, Format::Sparse, 0);
    require(GrB_Vector_new(&iso, GrB_FP32, size), "new");
    require(GrB_Vector_assign_FP32(iso, sparse, nullptr, 1, GrB_ALL, size, GrB_DESC_S), "assign");
    for (GrB_Index k = 0; k < size / 2; k++) {
        positions.push_back((k * 7 + 3) % size);
        range.push_back(700 + k);
    }
    few = part_of(sparse, 4);
    require(GrB_Vector_new(&half, GrB_FP32, positions.size()), "new");
    require(GrB_Vector_extract(half, nullptr, nullptr, full, positions.data(), positions.size(),
                               nullptr),
            "extract");
    factor = small(rng);
    require(GrB_Matrix_new(&tall, GrB_FP32, size, 5), "new");
    for (GrB_Index j = 0; j < 5; j++)
        require(GrB_Col_assign(tall, nullptr, nullptr, full, GrB_ALL, size, j, nullptr), "assign");
    require(GrB_Matrix_new(&broad, GrB_FP32, size, broad_columns), "new");
    std::vector<GrB_Index> columns(broad_columns);
    for (GrB_Index j = 0; j < broad_columns; j++) columns[j] = j % 5;
    require(GrB_Matrix_extract(broad, nullptr, nullptr, tall, GrB_ALL, size, columns.data(),
                               broad_columns, nullptr),
            "extract");
    require(GrB_Matrix_new(&pruned, GrB_FP32, size, broad_columns), "new");
    require(GrX_Matrix_maxk(pruned, broad, 4, nullptr), "maxk");
    require(GrB_Matrix_new(&thin, GrB_FP32, size, 1), "new");
    require(GrB_Col_assign(thin, nullptr, nullptr, full, GrB_ALL, size, 0, nullptr), "assign");
    clear();
}
Operands::~Operands() {
    for (GrB_Matrix *object : {&A, &B, &ones, &tall, &broad, &pruned, &thin, &factor})
        GrB_Matrix_free(object);
    for (const Output &output : outputs()) GrB_Matrix_free(output.object);
    for (GrB_Vector *object :
         {&full, &bitmap, &sparse, &few, &half, &iso, &list_mask, &bitmap_mask, &w})
        GrB_Vector_free(object);
}

void Operands::clear() {
    for (const Output &output : outputs()) {
        GrB_Matrix_free(output.object);
        require(GrB_Matrix_new(output.object, GrB_FP32, output.nrows, output.ncols), "new");
    }
    GrB_Vector_free(&w);
    require(GrB_Vector_dup(&w, full), "dup");
}

std::string Operands::bytes() {
    std::string all = bytes_of(w);
    for (const Output &output : outputs()) all += bytes_of(*output.object);
    return all;
}

std::vector<Operands::Output> Operands::outputs() {
    return {{&product, size, size},
            {&transpose, size, size},
            {&row_subset, positions.size(), size},
            {&narrow, size, 5},
            {&wide, size, broad_columns},
            {&square, size, size},
            {&flat, 5, size},
            {&kron, 900, 900},
            {&column, size, 1}};
}

namespace {

std::vector<RepeatedCall> apply_calls() {
    return {[](Operands &o) {
                return GrB_Matrix_apply(o.product, nullptr, nullptr, GrB_MINV_FP32, o.A, nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_apply(o.w, o.bitmap_mask, GrB_PLUS_FP32, GrB_MINV_FP32, o.bitmap,
                                        nullptr);
            }};
}

std::vector<RepeatedCall> select_calls() {
    return {[](Operands &o) {
                return GrB_Matrix_select_FP32(o.product, nullptr, nullptr, GrB_VALUEGT_FP32, o.A, 0,
                                              nullptr);
            },
            [](Operands &o) {
                return GrB_Matrix_select_INT64(o.product, nullptr, nullptr, GrB_TRIU, o.A, 1,
                                               nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_select_FP32(o.w, nullptr, nullptr, GrB_VALUEGT_FP32, o.bitmap, 0,
                                              nullptr);
            }};
}

std::vector<RepeatedCall> assign_calls() {
    return {[](Operands &o) {
                return GrB_Vector_assign_FP32(o.w, o.list_mask, GrB_PLUS_FP32, 3, GrB_ALL, size,
                                              GrB_DESC_S);
            },
            [](Operands &o) {
                return GrB_Vector_assign(o.w, o.list_mask, GrB_PLUS_FP32, o.bitmap, GrB_ALL, size,
                                         nullptr);
            },
            [](Operands &o) {
                return GrB_Matrix_assign(o.product, nullptr, nullptr, o.factor, o.positions.data(),
                                         30, o.positions.data(), 30, nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_assign_FP32(o.w, nullptr, GrB_PLUS_FP32, 3, o.positions.data(),
                                              o.positions.size(), nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_assign(o.w, nullptr, GrB_PLUS_FP32, o.half, o.positions.data(),
                                         o.positions.size(), nullptr);
            },
            [](Operands &o) {
                return GrB_Vector_assign(o.w, nullptr, nullptr, o.half, o.range.data(),
                                         o.range.size(), nullptr);
            },
            [](Operands &o) {
                const GrB_Info info =
                    GrB_Vector_assign_FP32(o.w, nullptr, nullptr, 4, GrB_ALL, size, nullptr);
                return info != GrB_SUCCESS ? info
                                           : GrB_Vector_assign_FP32(o.w, nullptr, nullptr, 3,
                                                                    GrB_ALL, size, nullptr);
            },
            [](Operands &o) {
                fill_w(o);
                return GrB_Vector_assign_FP32(o.w, o.few, nullptr, 3, GrB_ALL, size, GrB_DESC_S);
            }};
}

std::vector<RepeatedCall> extract_calls() {
    return {
        [](Operands &o) {
            return GrB_Matrix_extract(o.row_subset, nullptr, nullptr, o.A, o.positions.data(),
                                      o.positions.size(), GrB_ALL, size, nullptr);
        },
        [](Operands &o) {
            std::vector<GrB_Index> list(o.positions);
            list.resize(size, 5);
            return GrB_Matrix_extract(o.row_subset, nullptr, nullptr, o.A, o.positions.data(),
                                      o.positions.size(), list.data(), size, nullptr);
        },
        [](Operands &o) {
            std::vector<GrB_Index> list(o.positions);
            list.resize(size, 5);
            return GrB_Vector_extract(o.w, nullptr, nullptr, o.bitmap, list.data(), size, nullptr);
        },
        [](Operands &o) {
            std::vector<GrB_Index> list(o.positions);
            list.resize(size, 5);
            return GrB_Vector_extract(o.w, nullptr, nullptr, o.sparse, list.data(), size, nullptr);
        }};
}

std::vector<RepeatedCall> reduce_calls() {
    return {[](Operands &o) {
                return GrB_Matrix_reduce_Monoid(o.w, nullptr, GrB_PLUS_FP32, GrB_PLUS_MONOID_FP32,
                                                o.A, nullptr);
            },
            [](Operands &o) {
                return GrB_Matrix_reduce_Monoid(o.w, o.bitmap_mask, nullptr, GrB_PLUS_MONOID_FP32,
                                                o.A, GrB_DESC_RT0);
            },
            [](Operands &o) {
                float sum = 0;
                const GrB_Info info =
                    GrB_Vector_reduce_FP32(&sum, nullptr, GrB_PLUS_MONOID_FP32, o.bitmap, nullptr);
                return info == GrB_SUCCESS ? GrB_Vector_setElement_FP32(o.w, sum, 0) : info;
            },
            [](Operands &o) {
                float sum = 0;
                const GrB_Info info =
                    GrB_Matrix_reduce_FP32(&sum, nullptr, GrB_PLUS_MONOID_FP32, o.A, nullptr);
                return info == GrB_SUCCESS ? GrB_Vector_setElement_FP32(o.w, sum, 0) : info;
            },
            [](Operands &o) {
                float sum = 0;
                const GrB_Info info =
                    GrB_Vector_reduce_FP32(&sum, nullptr, GrB_PLUS_MONOID_FP32, o.few, nullptr);
                return info == GrB_SUCCESS ? GrB_Vector_setElement_FP32(o.w, sum, 0) : info;
            }};
}

std::vector<RepeatedCall> transpose_calls() {
    return {[](Operands &o) { return GrB_transpose(o.transpose, nullptr, nullptr, o.A, nullptr); },
            [](Operands &o) { return GrB_transpose(o.flat, nullptr, nullptr, o.tall, nullptr); }};
}

std::vector<RepeatedCall> kronecker_calls() {
    return {[](Operands &o) {
        return GrB_Matrix_kronecker_BinaryOp(o.kron, nullptr, nullptr, GrB_TIMES_FP32, o.factor,
                                             o.factor, nullptr);
    }};
}

std::vector<RepeatedCall> maxk_calls() {
    return {[](Operands &o) { return GrX_Matrix_maxk(o.narrow, o.tall, 2, nullptr); },
            [](Operands &o) { return GrX_Matrix_maxk(o.transpose, o.A, 3, GrB_DESC_T0); }};
}

} // namespace

const std::map<std::string, std::vector<RepeatedCall>> &repeated_problems() {
    static const auto all = [] {
        std::map<std::string, std::vector<RepeatedCall>> calls = {
            {"mxv", repeated_mxv()},
            {"mxm", repeated_mxm()},
            {"ewise_add", repeated_ewise_add()},
            {"ewise_mult", repeated_ewise_mult()},
            {"apply", apply_calls()},
            {"select", select_calls()},
            {"assign", assign_calls()},
            {"extract", extract_calls()},
            {"reduce", reduce_calls()},
            {"transpose", transpose_calls()},
            {"kronecker", kronecker_calls()},
            {"maxk", maxk_calls()},
            {"commit", repeated_commits()},
        };
        calls.merge(std::map(repeated_structure_problems()));
        return calls;
    }();
    return all;
}

} // namespace grb::fuzz
