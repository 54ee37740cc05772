#include "bench/device_bench.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <stdexcept>

namespace grb::tool {

void check(GrB_Info info, const char *call) {
    if (info < GrB_SUCCESS)
        throw std::runtime_error(fmt::format("{} returned {}", call, static_cast<int>(info)));
}
void check(cudaError_t error, const char *call) {
    if (error != cudaSuccess)
        throw std::runtime_error(fmt::format("{}: {}", call, cudaGetErrorString(error)));
}
void check(cusparseStatus_t status, const char *call) {
    if (status != CUSPARSE_STATUS_SUCCESS)
        throw std::runtime_error(fmt::format("{}: {}", call, cusparseGetErrorString(status)));
}

Csr rows_of(GrB_Matrix A, GrB_Index n, GrB_Index nvals) {
    std::vector<GrB_Index> rows(nvals), columns(nvals);
    CHECK(GrB_Matrix_extractTuples_FP32(rows.data(), columns.data(), nullptr, &nvals, A));
    Csr csr;
    csr.offsets.assign(n + 1, 0);
    csr.indices.resize(nvals);
    for (const GrB_Index row : rows) csr.offsets[row + 1]++;
    for (GrB_Index i = 0; i < n; i++) csr.offsets[i + 1] += csr.offsets[i];
    std::copy(columns.begin(), columns.end(), csr.indices.begin());
    return csr;
}

void time_by_turns(std::vector<Contender> &contenders, int rounds, int calls) {
    for (int round = -1; round < rounds; round++) { // the first one warms up
        for (Contender &contender : contenders) {
            contender.prepare();
            contender.call();
            contender.wait();
            const auto begin = std::chrono::steady_clock::now();
            for (int k = 0; k < calls; k++) contender.call();
            contender.wait();
            const std::chrono::duration<double, std::micro> time =
                std::chrono::steady_clock::now() - begin;
            if (round >= 0) contender.times.push_back(time.count() / calls);
        }
    }
}

double median(Contender &contender) {
    std::sort(contender.times.begin(), contender.times.end());
    return contender.times[contender.times.size() / 2];
}

void force(const std::string &rule) {
    CHECK(GrB_Global_set_String(GrB_GLOBAL, rule.c_str(), static_cast<GrB_Field>(GrX_FORCE)));
}

std::string last_variant() {
    char text[256] = "";
    CHECK(GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
    return text;
}

std::vector<std::string> device_rows(const std::string &operation) {
    std::vector<std::string> names;
    GrB_Index count = 0;
    CHECK(GrX_Variant_count(&count));
    for (GrB_Index k = 0; k < count; k++) {
        const char *of = nullptr, *name = nullptr;
        CHECK(GrX_Variant_get(k, &of, &name));
        if (operation == of && std::string(name).rfind("cuda/", 0) == 0) names.push_back(name);
    }
    return names;
}

} // namespace grb::tool
