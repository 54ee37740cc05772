// Measures the rates of the GPU through the API.
#include "tune_device.h"

#include "engine.h"
#include "graph.h"
#include "io/graph_spec.h"
#include "io/random.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace grb::tool {

namespace {

using Action = std::function<void()>;

double seconds_of(const Action &action) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    action();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median_of(const std::function<double()> &measure) {
    constexpr size_t rounds = 5;
    std::vector<double> found;
    for (size_t round = 0; round < rounds; ++round) found.push_back(measure());
    std::sort(found.begin(), found.end());
    return found[rounds / 2];
}

void wait_for(const Vector &w) {
    check(GrB_Vector_wait(w, GrB_MATERIALIZE), "GrB_Vector_wait");
}

/// Throws if another variant ran: its time would be meaningless.
void require_variant(const std::string &start) {
    const std::string ran = last_variant();
    if (ran.rfind(start, 0) != 0)
        throw EngineError(fmt::format("{} ran in place of {}", ran, start));
}

/// The seconds per call of many queued calls, after a warm-up of all cached data.
double seconds_per_call(int calls, const Vector &w, const std::string &variant,
                        const Action &call) {
    call();
    require_variant(variant);
    wait_for(w);
    return median_of([&] {
        return seconds_of([&] {
                   for (int k = 0; k < calls; ++k) call();
                   wait_for(w);
               }) /
               calls;
    });
}

Vector empty_vector(GrB_Index n) {
    Vector w;
    check(GrB_Vector_new(w.out(), GrB_FP32, n), "GrB_Vector_new");
    return w;
}

/// A full vector with distinct values, made on the device that runs operations.
Vector numbers(GrB_Index n) {
    const Vector ones = empty_vector(n);
    check(GrB_Vector_assign_FP32(ones, nullptr, nullptr, 1.0F, GrB_ALL, n, nullptr),
          "GrB_Vector_assign");
    Vector w = empty_vector(n);
    check(GrB_Vector_apply_IndexOp_INT32(w, nullptr, nullptr, GrB_ROWINDEX_INT32, ones, 1, nullptr),
          "GrB_Vector_apply_IndexOp");
    return w;
}

void negate(const Vector &w, const Vector &u) {
    check(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_FP32, u, nullptr), "GrB_Vector_apply");
}

constexpr const char *any_device_variant = "cuda/";
constexpr GrB_Index long_vector = GrB_Index{1} << 27; ///< 512 MB of FP32: beyond any cache
constexpr GrB_Index short_vector = 1000;
constexpr double value_bytes = 4;

double device_stream_rate() {
    const Vector u = numbers(long_vector);
    const Vector w = empty_vector(long_vector);
    const double seconds = seconds_per_call(50, w, any_device_variant, [&] { negate(w, u); });
    return 2 * value_bytes * static_cast<double>(long_vector) / seconds;
}

double launch_seconds() {
    const Vector u = numbers(short_vector);
    const Vector w = empty_vector(short_vector);
    return seconds_per_call(1000, w, any_device_variant, [&] { negate(w, u); });
}

double wait_seconds(double launch) {
    const Vector u = numbers(short_vector);
    const Vector w = empty_vector(short_vector);
    return seconds_per_call(1000, w, any_device_variant,
                            [&] {
                                negate(w, u);
                                wait_for(w);
                            }) -
           launch;
}

/// The extra time of the first operation after a change on the host over the next one. The device
/// already has the memory.
double upload_rate() {
    run_on(Target::host);
    const Vector u = numbers(long_vector), w = empty_vector(long_vector);
    const auto pass = [&] {
        negate(w, u);
        wait_for(w);
    };
    run_on(Target::device);
    pass();
    return median_of([&] {
        run_on(Target::host);
        check(GrB_Vector_setElement_FP32(u, 1, 0), "GrB_Vector_setElement");
        wait_for(u);
        run_on(Target::device);
        const DeviceUse before = device_use();
        const double cold = seconds_of(pass);
        const auto bytes = static_cast<double>(device_use().since(before).bytes_in);
        require_variant(any_device_variant);
        return bytes / (cold - seconds_of(pass));
    });
}

struct Transfer {
    double seconds, bytes;
};

/// Transfers the values of a vector that only the device holds. The copy to the caller is excluded:
/// the second call does only that.
Transfer download_of(GrB_Index n) {
    const Vector u = numbers(n);
    const Vector w = empty_vector(n);
    std::vector<float> values(n);
    double bytes = 0;
    const auto extract = [&] {
        GrB_Index count = n;
        check(GrB_Vector_extractTuples_FP32(nullptr, values.data(), &count, w),
              "GrB_Vector_extractTuples");
    };
    const double seconds = median_of([&] {
        negate(w, u);
        require_variant(any_device_variant);
        wait_for(w);
        const DeviceUse before = device_use();
        const double cold = seconds_of(extract);
        bytes = static_cast<double>(device_use().since(before).bytes_out);
        return cold - seconds_of(extract);
    });
    return {seconds, bytes};
}

/// Uses two sizes, which cancels the fixed time of each transfer.
double download_rate() {
    const Transfer small = download_of(long_vector / 16);
    const Transfer large = download_of(long_vector);
    return (large.bytes - small.bytes) / (large.seconds - small.seconds);
}

constexpr GrB_Index row_length = 32;
constexpr GrB_Index many_entries = GrB_Index{1} << 26;

/// Rows of 32 entries, one in each 32nd of the columns: random positions in sorted order.
Matrix scattered(GrB_Index ncols) {
    constexpr GrB_Index nrows = many_entries / row_length;
    const RandomStream random(1, ncols);
    const GrB_Index part = ncols / row_length;
    Buffer<GrB_Index> offsets(nrows + 1);
    Buffer<GrB_Index> columns(many_entries);
    Buffer<int8_t> values(many_entries);
#pragma omp parallel for schedule(static)
    for (GrB_Index i = 0; i <= nrows; ++i) offsets[i] = i * row_length;
#pragma omp parallel for schedule(static)
    for (GrB_Index k = 0; k < many_entries; ++k) {
        columns[k] = k % row_length * part + random.below(k, part);
        values[k] = 1;
    }
    Matrix A;
    check(GrB_Matrix_import_INT8(A.out(), GrB_INT8, nrows, ncols, offsets.data(), columns.data(),
                                 values.data(), offsets.size(), columns.size(), values.size(),
                                 GrB_CSR_FORMAT),
          "GrB_Matrix_import");
    // Makes the values iso.
    check(GrB_Matrix_assign_INT8(A, A, nullptr, 1, GrB_ALL, nrows, GrB_ALL, ncols, GrB_DESC_RS),
          "GrB_Matrix_assign");
    return A;
}

/// The seconds of a product that sums the values of u at the positions of A's entries.
double product_seconds(const Matrix &A, const std::string &variant) {
    GrB_Index nrows = 0;
    GrB_Index ncols = 0;
    check(GrB_Matrix_nrows(&nrows, A), "GrB_Matrix_nrows");
    check(GrB_Matrix_ncols(&ncols, A), "GrB_Matrix_ncols");
    Semiring plus_second;
    check(GrB_Semiring_new(plus_second.out(), GrB_PLUS_MONOID_FP32, GrB_SECOND_FP32),
          "GrB_Semiring_new");
    const Vector u = numbers(ncols);
    const Vector w = empty_vector(nrows);
    force_variant("mxv:" + variant);
    return seconds_per_call(20, w, variant, [&] {
        check(GrB_mxv(w, nullptr, nullptr, plus_second, A, u, nullptr), "GrB_mxv");
    });
}

/// Takes a product's time without the time for reading the indices in order.
double gather_rate(GrB_Index ncols, double stream_bytes) {
    constexpr auto entries = static_cast<double>(many_entries);
    const double seconds = product_seconds(scattered(ncols), "cuda/mxv_segmented");
    return entries / (seconds - 4 * entries / stream_bytes);
}

/// Gathers mostly from few columns, else from the cache: takes a product's time without the time
/// for permuting u, which gathers too.
double hub_rate(double gathers_cached) {
    const Matrix A = to_matrix(load_graph("kron:20")).matrix;
    GrB_Index ncols = 0, nvals = 0;
    check(GrB_Matrix_ncols(&ncols, A), "GrB_Matrix_ncols");
    check(GrB_Matrix_nvals(&nvals, A), "GrB_Matrix_nvals");
    const double seconds = product_seconds(A, "cuda/mxv_hub");
    return static_cast<double>(nvals) / (seconds - static_cast<double>(ncols) / gathers_cached);
}

class Profile {
public:
    /// Adds a line with the value that `measure` returns, and returns it. If `measure` fails, adds
    /// the reason; the value is then NaN, and so are values derived from it.
    double add(const char *name, const char *unit, const std::function<double()> &measure) {
        try {
            const double value = measure();
            if (std::isfinite(value) && value > 0) {
                text_ += fmt::format("{} {:.4g} # {}\n", name, value, unit);
                return value;
            }
            leave_out(name, "the times say nothing about it");
        } catch (const std::exception &error) {
            leave_out(name, error.what());
        }
        run_on(Target::device);
        return std::nan("");
    }
    const std::string &text() const { return text_; }

private:
    void leave_out(const char *name, const char *reason) {
        text_ += fmt::format("# {} left out: {}\n", name, reason);
    }
    std::string text_;
};

} // namespace

std::string device_profile() {
    if (!has_device()) return "# No GPU in use: its rates are left out.\n";
    run_on(Target::device);
    Profile profile;
    const char *const bytes = "bytes per second";
    const char *const entries = "entries per second";
    const double stream = profile.add("device_stream_bytes", bytes, device_stream_rate);
    const auto gathers = [&](int log_columns) {
        return [=] { return gather_rate(GrB_Index{1} << log_columns, stream); };
    };
    const double cached = profile.add("device_gathers_cached", entries, gathers(21));
    profile.add("device_gathers_memory", entries, gathers(27));
    profile.add("device_gathers_hub", entries, [=] { return hub_rate(cached); });
    profile.add("device_upload_bytes", bytes, upload_rate);
    profile.add("device_download_bytes", bytes, download_rate);
    const double launch = profile.add("device_launch_seconds", "seconds", launch_seconds);
    profile.add("device_wait_seconds", "seconds", [=] { return wait_seconds(launch); });
    force_variant("");
    run_on(Target::choice);
    return fmt::format("# Rates of the GPU: {}.\n", device_name()) + profile.text();
}

} // namespace grb::tool
