/// Times single operations and prints the seconds of all samples as JSON, or digests of their
/// results. Linked so that another GraphBLAS library can replace ours at the start;
/// tools/bench/operations runs it.

#include "cells.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <set>

using namespace grb::tool;

namespace {

double seconds_of(const Body &body, uint64_t times) {
    const auto begin = std::chrono::steady_clock::now();
    for (uint64_t k = 0; k < times; k++) body.call();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    return time.count() / static_cast<double>(times);
}

/// Seconds of a call in each sample, after two to warm up. A sample lasts 20 µs or one call.
std::vector<double> samples(const Body &body, double budget) {
    constexpr double least_sample = 2e-5;
    body.call();
    const double first = std::max(seconds_of(body, 1), 1e-8);
    const auto times = static_cast<uint64_t>(std::max(1.0, std::ceil(least_sample / first)));
    std::vector<double> result;
    double spent = 0;
    while (result.size() < 3 || (spent < budget && result.size() < 100)) {
        result.push_back(seconds_of(body, times));
        spent += result.back() * static_cast<double>(times);
    }
    return result;
}

bool is_wanted(const Cell &cell, const std::string &pattern) {
    return (cell.kind + ": " + cell.name).find(pattern) != std::string::npos;
}

Cells all_cells() {
    Cells cells;
    add_products(cells);
    add_element_wise(cells);
    add_submatrices(cells);
    add_access(cells);
    return cells;
}

void list_kinds(const std::string &pattern) {
    std::set<std::string> seen;
    for (const Cell &cell : all_cells())
        if (is_wanted(cell, pattern) && seen.insert(cell.kind).second)
            fmt::print("{}\n", cell.kind);
}

/// The file that contains the functions.
std::string library() {
    Dl_info info;
    if (dladdr(reinterpret_cast<void *>(&GrB_getVersion), &info) == 0)
        throw std::runtime_error("nobody knows where GrB_getVersion comes from");
    return std::filesystem::canonical(info.dli_fname).string();
}

std::string samples_text(const Body &body, double budget) {
    std::string text;
    for (const double seconds : samples(body, budget))
        text += fmt::format("{}{:.4g}", text.empty() ? "" : ", ", seconds);
    return text;
}

std::string digest_text(const Body &body) {
    body.call();
    const Digest digest = body.digest();
    return fmt::format("{}, {:.17g}, {:.17g}, {:.17g}", digest.count, digest.sum, digest.mixed,
                       digest.scale);
}

/// Prints the text that `measure` returns for each cell.
void run(const std::string &kind, const std::string &pattern,
         const std::function<std::string(const Body &)> &measure) {
    must(GrB_init(GrB_NONBLOCKING));
    unsigned version = 0, subversion = 0;
    must(GrB_getVersion(&version, &subversion));
    fmt::print("{{\"library\": \"{}\", \"version\": \"{}.{}\", \"cells\": {{", library(), version,
               subversion);
    const char *separator = "";
    for (const Cell &cell : all_cells()) {
        if (cell.kind != kind || !is_wanted(cell, pattern)) continue;
        try {
            fmt::print("{}\n\"{}\": [{}]", separator, cell.name, measure(cell.prepare()));
            separator = ",";
        } catch (const std::exception &error) {
            throw std::runtime_error(fmt::format("{}: {}: {}", kind, cell.name, error.what()));
        }
    }
    fmt::print("}}}}\n");
}

} // namespace

int main(int argc, char **argv) {
    try {
        if (argc == 3 && std::string(argv[1]) == "--list") {
            list_kinds(argv[2]);
            return 0;
        }
        if (argc != 4) {
            fmt::print(stderr, "usage: operations_run KIND PATTERN SECONDS\n"
                               "       operations_run --digest KIND PATTERN\n"
                               "       operations_run --list PATTERN\n");
            return 1;
        }
        if (std::string(argv[1]) == "--digest")
            run(argv[2], argv[3], digest_text);
        else
            run(argv[1], argv[2], [budget = std::atof(argv[3])](const Body &body) {
                return samples_text(body, budget);
            });
    } catch (const std::exception &error) {
        fmt::print(stderr, "operations_run: {}\n", error.what());
        return 3;
    }
}
