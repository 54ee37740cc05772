// Measures the roofs of this machine, and the work of calls.
#include "roofline.h"

#include "io/buffer.h"
#include "objects.h"

#include <algorithm>
#include <omp.h>
#include <optional>

namespace grb::tool {

namespace {

std::optional<Shape> shape_of(const Call &call, const char *operand) {
    Shape shape;
    return parse_shape(value_of(call.keys, operand), shape) ? std::optional(shape) : std::nullopt;
}

double element_count_of(const Shape &shape) {
    return static_cast<double>(shape.nrows) * static_cast<double>(shape.ncols);
}

double bytes_of_value(const Shape &shape) {
    if (shape.is_iso) return 0;
    for (const char *const bits : {"64", "32", "16"})
        if (shape.type.find(bits) != std::string::npos) return std::stod(bits) / 8;
    return 1;
}

/// The bytes of an entry: its value, and its index if the format stores one.
double bytes_per_entry(const Shape &shape) {
    constexpr uint64_t narrow = uint64_t{1} << 32;
    const bool has_index = shape.format != "full" && shape.format != "bitmap";
    const double index = has_index ? (shape.ncols > narrow ? 8 : 4) : 0;
    return index + bytes_of_value(shape) + (shape.format == "bitmap" ? 1 : 0);
}

double bytes_of(const Shape &shape) {
    const bool is_dense = shape.format == "full" || shape.format == "bitmap";
    return (is_dense ? element_count_of(shape) : static_cast<double>(shape.nvals)) *
           bytes_per_entry(shape);
}

/// The work by the shapes' entries; ignores savings by the mask or an early exit.
Work product_work(const Call &call, const Shape &A, const Shape &B) {
    Work work;
    const double nvals = static_cast<double>(A.nvals);
    if (call.operation == "mxv") {
        const bool is_push = direction_of(call) == "push";
        const double touched =
            is_push ? nvals * static_cast<double>(B.nvals) / std::max(1.0, element_count_of(B))
                    : nvals;
        work.operations = 2 * touched;
        work.bytes = touched * bytes_per_entry(A) + bytes_of(B);
        return work;
    }
    const double row_count = static_cast<double>(std::max<uint64_t>(1, B.nrows));
    double multiplications = nvals * static_cast<double>(B.nvals) / row_count;
    const std::optional<Shape> mask = shape_of(call, "M");
    const bool is_kept = mask && value_of(call.keys, "mask").rfind("comp_", 0) != 0;
    // With a mask, each of its entries is one product of a row and a column.
    if (is_kept)
        multiplications =
            std::min(multiplications, static_cast<double>(mask->nvals) * nvals /
                                              static_cast<double>(std::max<uint64_t>(1, A.nrows)) +
                                          static_cast<double>(mask->nvals));
    work.operations = 2 * multiplications;
    work.bytes = bytes_of(A) + multiplications * bytes_per_entry(B);
    return work;
}

} // namespace

Work work_of(const Call &call) {
    const std::optional<Shape> A = shape_of(call, "A");
    const std::optional<Shape> B = shape_of(call, call.operation == "mxv" ? "u" : "B");
    if (call.is_product()) return A && B ? product_work(call, *A, *B) : Work{};
    Work work;
    for (const char *const operand : {"A", "B", "C", "T"}) {
        const std::optional<Shape> shape = shape_of(call, operand);
        if (!shape) continue;
        work.operations += static_cast<double>(shape->nvals);
        work.bytes += bytes_of(*shape);
    }
    return work;
}

namespace {

/// 1, 2, 3, ... in 64 bits each.
Vector counting_vector(uint64_t size) {
    Vector vector;
    check(GrB_Vector_new(vector.out(), GrB_INT64, size), "GrB_Vector_new");
    check(GrB_Vector_assign_INT64(vector, nullptr, nullptr, 0, GrB_ALL, size, nullptr),
          "GrB_Vector_assign");
    check(GrB_Vector_apply_IndexOp_INT64(vector, nullptr, nullptr, GrB_ROWINDEX_INT64, vector, 1,
                                         nullptr),
          "GrB_Vector_apply_IndexOp");
    return vector;
}

/// The bandwidth of the GPU's memory, by a[k] += b[k] through the library, 256 MB each. 0 if the
/// calls did not run there.
double measured_device() {
    constexpr uint64_t size = uint64_t{1} << 25;
    constexpr int additions = 20;
    run_on(Target::device);
    const Vector a = counting_vector(size);
    const Vector b = counting_vector(size);
    double least = 0;
    bool is_there = false;
    for (int turn = 0; turn < 4; ++turn) { // the first one opens the GPU and compiles
        const double begin = now();
        for (int k = 0; k < additions; ++k)
            check(GrB_Vector_eWiseAdd_BinaryOp(a, nullptr, nullptr, GrB_PLUS_INT64, a, b, nullptr),
                  "GrB_Vector_eWiseAdd");
        is_there = last_variant().find("cuda/") != std::string::npos;
        int64_t last = 0; // waits for all of them
        check(GrB_Vector_extractElement_INT64(&last, a, size - 1), "GrB_Vector_extractElement");
        const double seconds = now() - begin;
        if (turn == 1 || (turn > 1 && seconds < least)) least = seconds;
    }
    run_on(Target::choice);
    return is_there ? additions * 3.0 * sizeof(int64_t) * static_cast<double>(size) / least : 0;
}

} // namespace

Roofs measured_roofs(int threads, const std::vector<Call> &calls) {
    constexpr size_t far = size_t{1} << 24; // doubles: 128 MB each, larger than any cache
    constexpr size_t near = 1024;
    constexpr int rounds = 20000;
    Roofs roofs;
    Buffer<double> a(far);
    Buffer<double> b(far);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t k = 0; k < far; ++k) a[k] = b[k] = 1;
    for (int turn = 0; turn < 3; ++turn) {
        const double begin = now();
#pragma omp parallel for num_threads(threads) schedule(static)
        for (size_t k = 0; k < far; ++k) a[k] = a[k] + 0.5 * b[k];
        const double seconds = now() - begin;
        roofs.bytes_per_second = std::max(roofs.bytes_per_second,
                                          3 * sizeof(double) * static_cast<double>(far) / seconds);
    }
    for (int turn = 0; turn < 3; ++turn) {
        const double begin = now();
        double sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
        {
            double own[near];
            std::fill_n(own, near, 1.0);
            for (int round = 0; round < rounds; ++round)
                for (size_t k = 0; k < near; ++k) own[k] = own[k] * 0.999 + 0.001;
            for (const double value : own) sum += value;
        }
        const double seconds = now() - begin;
        if (sum > 0) // keeps the loop from being optimised away
            roofs.operations_per_second =
                std::max(roofs.operations_per_second, 2.0 * rounds * near * threads / seconds);
    }
    const bool has_run = std::any_of(calls.begin(), calls.end(), [](const Call &call) {
        return call.variant.rfind("cuda/", 0) == 0;
    });
    if (has_run && has_device()) roofs.device_bytes_per_second = measured_device();
    return roofs;
}

std::vector<VariantWork> variant_works(const std::vector<Call> &calls) {
    std::map<std::string, VariantWork> sums;
    for (const Call &call : calls) {
        if (call.is_commit()) continue;
        const Work work = work_of(call);
        if (work.operations <= 0 || work.bytes <= 0 || call.seconds <= 0) continue;
        VariantWork &sum = sums[call.variant];
        sum.variant = call.variant;
        ++sum.calls;
        sum.operations += work.operations;
        sum.bytes += work.bytes;
        sum.seconds += call.seconds;
    }
    std::vector<VariantWork> works;
    for (auto &[name, sum] : sums) works.push_back(std::move(sum));
    std::stable_sort(works.begin(), works.end(),
                     [](const auto &x, const auto &y) { return x.seconds > y.seconds; });
    constexpr size_t most = 8;
    if (works.size() > most) works.resize(most);
    return works;
}

} // namespace grb::tool
