// `tune`: measures this machine and writes a profile for the cost models.
#include "commands.h"
#include "tune_device.h"

#include "io/printable.h"
#include "io/random.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <omp.h>
#include <sstream>

namespace grb::tool {

namespace {

/// Keeps the compiler from removing an unused result.
template <class T>
void keep(const T &value) {
    asm volatile("" : : "g"(&value) : "memory");
}

/// The seconds of one call: the least of many, over about a tenth of a second.
double best_seconds(const std::function<void()> &body) {
    using Clock = std::chrono::steady_clock;
    double best = 1e9;
    double spent = 0;
    body();
    for (int turn = 0; turn < 1000 && (spent < 0.1 || turn < 3); ++turn) {
        const auto begin = Clock::now();
        body();
        const double time = std::chrono::duration<double>(Clock::now() - begin).count();
        best = std::min(best, time);
        spent += time;
    }
    return best;
}

constexpr uint64_t in_cache = uint64_t{1} << 18;  ///< words of 4 bytes: 1 MiB
constexpr uint64_t in_memory = uint64_t{1} << 26; ///< 256 MiB
constexpr uint64_t accesses = uint64_t{1} << 21;

double stream_rate() {
    std::vector<double> from(in_memory / 4, 1.0);
    std::vector<double> to(in_memory / 4, 0.0);
    const double seconds = best_seconds([&] {
        for (size_t k = 0; k < from.size(); ++k) to[k] = from[k] + 1.0;
        keep(to[0]);
    });
    return 16.0 * static_cast<double>(from.size()) / seconds;
}

std::vector<uint32_t> random_positions(uint64_t limit) {
    const RandomStream random(1, limit);
    std::vector<uint32_t> positions(accesses);
    for (uint64_t k = 0; k < accesses; ++k)
        positions[k] = static_cast<uint32_t>(random.below(k, limit));
    return positions;
}

double gather_rate(uint64_t words) {
    const std::vector<uint32_t> positions = random_positions(words);
    const std::vector<float> values(words, 1.0F);
    const double seconds = best_seconds([&] {
        // Four sums make the additions independent of each other.
        float sum[4] = {};
        for (size_t k = 0; k < accesses; k += 4)
            for (size_t lane = 0; lane < 4; ++lane) sum[lane] += values[positions[k + lane]];
        keep(sum);
    });
    return static_cast<double>(accesses) / seconds;
}

double scatter_rate(uint64_t words) {
    const std::vector<uint32_t> positions = random_positions(words);
    std::vector<float> values(words, 0.0F);
    const double seconds = best_seconds([&] {
        for (const uint32_t position : positions) values[position] += 1.0F;
        keep(values[0]);
    });
    return static_cast<double>(accesses) / seconds;
}

double hash_rate() {
    constexpr uint32_t slots = 1 << 17;
    constexpr uint32_t keys = slots / 2;
    const std::vector<uint32_t> positions = random_positions(keys);
    std::vector<uint32_t> table(slots);
    std::vector<float> sums(slots);
    const double seconds = best_seconds([&] {
        std::fill(table.begin(), table.end(), 0U);
        for (const uint32_t position : positions) {
            const uint32_t key = position + 1;
            uint32_t slot = (key * 0x9e3779b1U) & (slots - 1);
            while (table[slot] != 0 && table[slot] != key) slot = (slot + 1) & (slots - 1);
            table[slot] = key;
            sums[slot] += 1.0F;
        }
        keep(sums[0]);
    });
    return static_cast<double>(accesses) / seconds;
}

double sort_rate() {
    const std::vector<uint32_t> positions = random_positions(in_memory);
    std::vector<uint32_t> keys(positions.begin(), positions.begin() + (1 << 16));
    const double seconds = best_seconds([&] {
        std::copy_n(positions.begin(), keys.size(), keys.begin());
        std::sort(keys.begin(), keys.end());
        keep(keys[0]);
    });
    return static_cast<double>(keys.size()) / seconds;
}

void user_multiply(void *z, const void *x, const void *y) {
    *static_cast<float *>(z) = *static_cast<const float *>(x) * *static_cast<const float *>(y);
}
void user_add(void *z, const void *x, const void *y) {
    *static_cast<float *>(z) = *static_cast<const float *>(x) + *static_cast<const float *>(y);
}

void batch_multiply(float *z, const float *x, const float *y, size_t n) {
    for (size_t k = 0; k < n; ++k) z[k] = x[k] * y[k];
}
float batch_sum(const float *x, size_t n) {
    float sum = 0;
    for (size_t k = 0; k < n; ++k) sum += x[k];
    return sum;
}

struct OperationRates {
    double curated, batch, user;
};

/// Multiply-adds per second over data in the cache: in one loop, as a function over blocks, and as
/// a function per element.
OperationRates operation_rates() {
    constexpr size_t block = 512;
    constexpr size_t operands = size_t{1} << 14;
    const std::vector<float> x(operands, 1.5F);
    const std::vector<float> y(operands, 0.5F);
    const auto rate = [](double seconds) { return static_cast<double>(operands) / seconds; };
    OperationRates rates{};
    rates.curated = rate(best_seconds([&] {
        float sum = 0;
        for (size_t k = 0; k < operands; ++k) sum += x[k] * y[k];
        keep(sum);
    }));
    void (*volatile multiply_block)(float *, const float *, const float *, size_t) = batch_multiply;
    float (*volatile sum_block)(const float *, size_t) = batch_sum;
    rates.batch = rate(best_seconds([&] {
        float products[block];
        float sum = 0;
        for (size_t k = 0; k < operands; k += block) {
            multiply_block(products, &x[k], &y[k], block);
            sum += sum_block(products, block);
        }
        keep(sum);
    }));
    void (*volatile multiply)(void *, const void *, const void *) = user_multiply;
    void (*volatile add)(void *, const void *, const void *) = user_add;
    rates.user = rate(best_seconds([&] {
        float sum = 0;
        for (size_t k = 0; k < operands; ++k) {
            float product = 0;
            multiply(&product, &x[k], &y[k]);
            add(&sum, &sum, &product);
        }
        keep(sum);
    }));
    return rates;
}

/// The seconds of a call whose work is one entry.
double call_seconds() {
    Vector w;
    check(GrB_Vector_new(w.out(), GrB_FP32, 1000), "GrB_Vector_new");
    check(GrB_Vector_setElement_FP32(w, 1.0F, 5), "GrB_Vector_setElement");
    constexpr int calls = 1000;
    const double seconds = best_seconds([&] {
        for (int k = 0; k < calls; ++k)
            check(GrB_Vector_apply(w, nullptr, nullptr, GrB_ABS_FP32, w, nullptr),
                  "GrB_Vector_apply");
    });
    return seconds / calls;
}

/// The names of the coefficients in a profile.
std::vector<std::string> names_in(const std::string &profile) {
    std::vector<std::string> names;
    std::istringstream lines(profile);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line[0] != '#') names.push_back(line.substr(0, line.find(' ')));
    return names;
}

} // namespace

int tune_command(const std::string &output, const FitOptions &options) {
    OutputFile file(output);
    const Session session;
    const OperationRates operations = operation_rates();
    const std::vector<std::pair<const char *, double>> rates = {
        {"stream_bytes", stream_rate()},
        {"gathers_cached", gather_rate(in_cache)},
        {"gathers_memory", gather_rate(in_memory)},
        {"scatters_cached", scatter_rate(in_cache)},
        {"scatters_memory", scatter_rate(in_memory)},
        {"hash_probes", hash_rate()},
        {"sort_keys", sort_rate()},
        {"operations_curated", operations.curated},
        {"operations_batch", operations.batch},
        {"operations_user", operations.user},
        {"call_seconds", call_seconds()},
    };
    std::string text = fmt::format("# Rates of this machine, per second and thread, by 'graphblast "
                                   "tune' ({} threads).\n",
                                   omp_get_max_threads());
    for (const auto &[name, value] : rates) text += fmt::format("{} {:.4g}\n", name, value);
    text += device_profile();
    set_rates(text);
    if (options.seconds > 0) text += fitted_profile(options, names_in(text));
    finish_with(file, text);
    fmt::print("{}\nwritten to {}; export GRAPHBLAST_PROFILE={} makes the library use it\n", text,
               printable(output), printable(output));
    return 0;
}

} // namespace grb::tool
