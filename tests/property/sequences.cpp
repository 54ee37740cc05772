// Implements the random programs: the objects, and the calls that a step may make.
#include "property/sequences.h"

#include "suitesparse/GraphBLAS.h"

#include <cstring>
#include <thread>

namespace grb::property {

namespace {

constexpr GrB_Index size = 70, other_size = 71;
constexpr unsigned vector_count = 7, matrix_count = 2;

GrB_Type type_of(unsigned number) {
    const GrB_Type types[] = {GrB_INT32, GrB_FP64, GrB_BOOL, GrB_INT32, GrB_UINT8, GrB_INT64};
    return types[number % std::size(types)];
}

GrB_Descriptor descriptor_of(unsigned number) {
    const GrB_Descriptor all[] = {nullptr,     GrB_DESC_R,   GrB_DESC_S,  GrB_DESC_RS, GrB_DESC_C,
                                  GrB_DESC_RC, GrB_DESC_RSC, GrB_DESC_T0, GrB_DESC_SC};
    return all[number];
}

GrB_BinaryOp accumulator_of(unsigned number) {
    const GrB_BinaryOp all[] = {nullptr,        nullptr,      nullptr,
                                GrB_PLUS_INT32, GrB_MIN_FP64, GrB_SECOND_INT64};
    return all[number % 6];
}

void twice(void *z, const void *x) {
    const double value = 2 * *static_cast<const double *>(x);
    std::memcpy(z, &value, sizeof value);
}

} // namespace

std::string content(GrB_Vector v) {
    GrB_Index n = 0, count = 0;
    std::string text;
    if (GrB_Vector_size(&n, v) != GrB_SUCCESS || GrB_Vector_nvals(&count, v) != GrB_SUCCESS)
        return "unreadable";
    std::vector<GrB_Index> indices(count);
    std::vector<double> values(count);
    if (GrB_Vector_extractTuples_FP64(indices.data(), values.data(), &count, v) != GrB_SUCCESS)
        return "unreadable tuples";
    text = std::to_string(n) + ":";
    for (GrB_Index k = 0; k < count; k++)
        text += " " + std::to_string(indices[k]) + "=" + std::to_string(values[k]);
    return text;
}

Objects::Objects() {
    for (unsigned k = 0; k < vector_count; k++) {
        GrB_Vector v = nullptr;
        GrB_Vector_new(&v, type_of(k), k == vector_count - 1 ? other_size : size);
        for (GrB_Index i = k; i < size; i += 1 + k % 4)
            GrB_Vector_setElement_INT32(v, static_cast<std::int32_t>(i * 7 % 11), i);
        vectors.push_back(v);
    }
    for (unsigned k = 0; k < matrix_count; k++) {
        GrB_Matrix A = nullptr;
        GrB_Matrix_new(&A, type_of(k), size, size);
        for (GrB_Index i = 0; i < size; i++)
            for (GrB_Index j = i * (k + 3) % 5; j < size; j += 5 + i % 17)
                GrB_Matrix_setElement_INT32(A, static_cast<std::int32_t>((i + 3 * j) % 13), i, j);
        matrices.push_back(A);
    }
}

Objects::~Objects() {
    for (GrB_Vector &v : vectors) GrB_Vector_free(&v);
    for (GrB_Matrix &A : matrices) GrB_Matrix_free(&A);
}

struct TwoWorlds::Drawn {
    unsigned kind, w, u, v, mask, matrix, op, descriptor, number, thread;
};

TwoWorlds::Drawn TwoWorlds::draw() {
    // The vector of the other size seldom takes part: most calls with it are errors.
    const auto vector = [&] { return below(vector_count * 6 - 5) % vector_count; };
    return {below(40),
            vector(),
            vector(),
            vector(),
            below(3) == 0 ? vector() : vector_count,
            below(matrix_count),
            below(6),
            below(9),
            below(1000),
            below(12)};
}

/// Makes a call that may be recorded, or calls change().
GrB_Info TwoWorlds::call(const Drawn &d, Objects &o) {
    const GrB_Vector w = o.vectors[d.w], u = o.vectors[d.u], v = o.vectors[d.v],
                     mask = d.mask < vector_count ? o.vectors[d.mask] : nullptr;
    const GrB_Matrix A = o.matrices[d.matrix];
    const GrB_Descriptor desc = descriptor_of(d.descriptor);
    const GrB_BinaryOp accum = accumulator_of(d.number);
    const GrB_BinaryOp ops[] = {GrB_PLUS_INT32, GrB_LT_FP64,     GrB_MIN_INT32,
                                GrB_MAX_FP64,   GrB_FIRST_INT64, GxB_SECONDI_INT32};
    const GrB_Semiring rings[] = {GrB_MIN_PLUS_SEMIRING_INT32,  GrB_PLUS_TIMES_SEMIRING_FP64,
                                  GxB_MIN_SECONDI_INT32,        GxB_ANY_PAIR_BOOL,
                                  GrB_MIN_FIRST_SEMIRING_INT32, GrB_LOR_LAND_SEMIRING_BOOL};
    const auto number = static_cast<std::int32_t>(d.number % 9);
    const GrB_Index i = d.number % size;
    switch (d.kind) {
    case 0:
    case 1:
    case 2:
    case 3:
        return GrB_vxm(w, mask, accum, rings[d.op], u, A, desc);
    case 4:
    case 5:
    case 6:
        return GrB_mxv(w, mask, accum, rings[d.op], A, u, desc);
    case 7:
    case 8:
    case 9:
        return GrB_Vector_eWiseMult_BinaryOp(w, mask, accum, ops[d.op], u, v, desc);
    case 10:
    case 11:
    case 12:
        return GrB_Vector_eWiseAdd_BinaryOp(w, mask, accum, ops[d.op], u, v, desc);
    case 13:
    case 14:
    case 15:
        return GrB_Vector_assign_INT32(w, mask, accum, number, GrB_ALL, size, desc);
    case 16:
    case 17:
    case 18:
        return GrB_Vector_assign(w, mask, accum, u, GrB_ALL, size, desc);
    case 19:
    case 20:
    case 21:
        return GrB_Vector_select_INT32(w, mask, accum, GrB_VALUELT_INT32, u, number, desc);
    case 22:
        return GrB_Vector_select_INT64(w, mask, accum, GrB_ROWLE, u, i, desc);
    case 23:
    case 24:
        return GrB_Vector_apply(w, mask, accum, GrB_AINV_INT32, u, desc);
    case 25:
        return GrB_Vector_apply_BinaryOp2nd_INT32(w, mask, accum, ops[d.op], u, number, desc);
    case 26:
        return GrB_Vector_apply_IndexOp_INT64(w, mask, accum, GrB_ROWINDEX_INT64, u, number, desc);
    default:
        return change(d, o);
    }
}

/// Makes a call that runs at once, or changes what waiting calls read.
GrB_Info TwoWorlds::change(const Drawn &d, Objects &o) {
    const GrB_Vector w = o.vectors[d.w], u = o.vectors[d.u],
                     mask = d.mask < vector_count ? o.vectors[d.mask] : nullptr;
    const GrB_Matrix A = o.matrices[d.matrix];
    const GrB_Descriptor desc = descriptor_of(d.descriptor);
    const GrB_BinaryOp accum = accumulator_of(d.number);
    const auto number = static_cast<std::int32_t>(d.number % 9);
    const GrB_Index i = d.number % size;
    switch (d.kind) {
    case 27: {
        const GrB_Index range[] = {i / 2, i / 2 + 9, 1};
        return GrB_Vector_assign_INT32(w, mask, accum, number, range, GxB_RANGE, desc);
    }
    case 28: {
        GrB_Index list[] = {i, (i + 13) % size, 5};
        return GrB_Vector_assign_INT32(w, mask, accum, number, list, 3, desc);
    }
    case 29:
        return GrB_Vector_setElement_INT32(w, number, i);
    case 30:
        return GrB_Vector_removeElement(w, i);
    case 31:
        return GrB_Vector_clear(w);
    case 32: {
        GrB_Scalar nothing = nullptr;
        GrB_Scalar_new(&nothing, GrB_INT32);
        const GrB_Info info =
            GrB_Vector_assign_Scalar(w, mask, accum, nothing, GrB_ALL, size, desc);
        GrB_Scalar_free(&nothing);
        return info;
    }
    case 33: {
        GrB_UnaryOp own = nullptr;
        GrB_UnaryOp_new(&own, &twice, GrB_FP64, GrB_FP64);
        const GrB_Info info = GrB_Vector_apply(w, mask, accum, own, u, desc);
        GrB_UnaryOp_free(&own);
        return info;
    }
    case 34: {
        // The program's own semiring and monoid are freed while the call may wait.
        GrB_Monoid least = nullptr;
        GrB_Semiring ring = nullptr;
        GrB_Monoid_new_INT32(&least, GrB_MIN_INT32, INT32_MAX);
        GrB_Semiring_new(&ring, least, GrB_PLUS_INT32);
        const GrB_Info info = GrB_vxm(w, mask, accum, ring, u, A, desc);
        GrB_Semiring_free(&ring);
        GrB_Monoid_free(&least);
        return info;
    }
    case 35: {
        GrB_Vector made = nullptr;
        const GrB_Info info = GrB_Vector_dup(&made, u);
        GrB_Vector_free(&o.vectors[d.w]);
        o.vectors[d.w] = made;
        return info;
    }
    case 36: {
        GrB_Vector made = nullptr;
        GrB_Vector_new(&made, type_of(d.number), size);
        GrB_Vector_free(&o.vectors[d.w]);
        o.vectors[d.w] = made;
        return GrB_Vector_assign_INT32(made, nullptr, nullptr, number, GrB_ALL, size, nullptr);
    }
    case 37:
        std::swap(o.vectors[d.w], o.vectors[d.u]);
        return GrB_SUCCESS;
    case 38:
        return GrB_Matrix_setElement_INT32(A, number, i, (i + d.w) % size);
    default: {
        std::int64_t sum = 0;
        const GrB_Info info =
            GrB_Vector_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, u, nullptr);
        return info == GrB_SUCCESS ? GrB_Vector_setElement_INT64(w, sum % 100, 3) : info;
    }
    }
}

/// Now and then another thread makes the call.
GrB_Info TwoWorlds::carry_out(const Drawn &drawn, Objects &objects) {
    if (drawn.thread != 0) return call(drawn, objects);
    GrB_Info info = GrB_SUCCESS;
    std::thread([&] { info = call(drawn, objects); }).join();
    return info;
}

std::string TwoWorlds::compare(unsigned number) {
    const std::string later = content(later_.vectors[number]),
                      at_once = content(at_once_.vectors[number]);
    return later == at_once
               ? ""
               : "vector " + std::to_string(number) + " is " + later + ", not " + at_once;
}

// The calls of a block run in one world and then in the other: waiting in between would run all
// that is recorded.
std::string TwoWorlds::run(int steps) {
    for (int step = 0; step < steps;) {
        std::vector<Drawn> block(1 + below(20));
        std::vector<GrB_Info> later;
        for (Drawn &drawn : block) {
            drawn = draw();
            later.push_back(carry_out(drawn, later_));
        }
        for (std::size_t k = 0; k < block.size(); k++, step++) {
            const GrB_Info at_once = carry_out(block[k], at_once_);
            for (const GrB_Vector v : at_once_.vectors) GrB_Vector_wait(v, GrB_MATERIALIZE);
            if (later[k] != at_once)
                return "step " + std::to_string(step) + ", call " + std::to_string(block[k].kind) +
                       ": codes " + std::to_string(later[k]) + " and " + std::to_string(at_once);
        }
        // Other vectors go on waiting.
        const unsigned first = below(vector_count), last = first + below(vector_count);
        for (unsigned k = first; k < last; k++)
            if (std::string found = compare(k % vector_count); !found.empty())
                return "before step " + std::to_string(step) + ": " + found;
    }
    for (unsigned k = 0; k < vector_count; k++)
        if (std::string found = compare(k); !found.empty()) return "at the end: " + found;
    return "";
}

} // namespace grb::property
