// Shared parts of the GPU benchmarks: command line, turns, statistics.
#include "bench/device_bench.hpp"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/surrogates.h"
#include "record/run_record.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
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
            const auto queued = std::chrono::steady_clock::now();
            contender.wait();
            using Microseconds = std::chrono::duration<double, std::micro>;
            const Microseconds time = std::chrono::steady_clock::now() - begin;
            if (round < 0) continue;
            contender.times.push_back(time.count() / calls);
            contender.host_times.push_back(Microseconds(queued - begin).count() / calls);
        }
    }
}

double median(Contender &contender) {
    std::sort(contender.times.begin(), contender.times.end());
    return contender.times[contender.times.size() / 2];
}

std::string spread(Contender &contender) {
    const double time = median(contender);
    std::vector<double> host = contender.host_times;
    std::sort(host.begin(), host.end());
    return fmt::format(R"("us": {:.2f}, "from": {:.2f}, "to": {:.2f}, "host_us": {:.2f})", time,
                       contender.times.front(), contender.times.back(), host[host.size() / 2]);
}

std::vector<std::string> split_list(const std::string &list) {
    std::vector<std::string> parts;
    std::istringstream stream(list + ",");
    for (std::string part; std::getline(stream, part, ',');) {
        if (part.empty()) throw InputError(fmt::format("'{}' is not a list with commas", list));
        parts.push_back(part);
    }
    return parts;
}

GrB_Index whole_number(const std::string &text) {
    GrB_Index number = 0;
    const char *const last = text.data() + text.size();
    const auto [end, code] = std::from_chars(text.data(), last, number);
    if (code != std::errc() || end != last || number == 0)
        throw InputError(fmt::format("'{}' is not a whole number from 1 on", text));
    return number;
}

std::vector<GrB_Index> number_list(const std::string &list) {
    std::vector<GrB_Index> numbers;
    for (const std::string &part : split_list(list)) numbers.push_back(whole_number(part));
    return numbers;
}

namespace {

struct NamedGraph {
    std::string name;
    GraphSpec spec;
};

/// Opens the file early: the runs of other graphs may take hours.
NamedGraph named_graph(const std::string &name) {
    if (name[0] == '~') {
        const auto program = std::filesystem::read_symlink("/proc/self/exe");
        const std::string list = program.parent_path() / "gnn_graphs.tsv";
        return {name, parse_graph_spec(surrogate(name.substr(1), list))};
    }
    NamedGraph graph{name, parse_graph_spec(name)};
    if (graph.spec.generator.empty() && !std::filesystem::exists(name))
        throw InputError(fmt::format("{}: no such file, and no generator", name));
    return graph;
}

std::vector<NamedGraph> read_command(int argc, char **argv, BenchCommand &command) {
    const auto times = [](int &number) {
        return [&number](const std::string &text) {
            number = static_cast<int>(std::min<GrB_Index>(whole_number(text), 1000000));
        };
    };
    command.values["--rounds"] = times(command.rounds);
    command.values["--calls"] = times(command.calls);
    std::vector<NamedGraph> graphs;
    for (int k = 1; k < argc; k++) {
        const std::string argument = argv[k];
        if (const auto flag = command.flags.find(argument); flag != command.flags.end()) {
            *flag->second = true;
        } else if (const auto value = command.values.find(argument);
                   value != command.values.end()) {
            if (k + 1 == argc) throw InputError(argument + " needs a value");
            value->second(argv[++k]);
        } else if (argument.empty() || argument[0] == '-') {
            throw InputError(fmt::format("'{}' is no option", argument));
        } else {
            graphs.push_back(named_graph(argument));
        }
    }
    if (graphs.empty()) throw InputError("no graph given");
    return graphs;
}

} // namespace

int bench_main(int argc, char **argv, BenchCommand &command, const GraphRun &run) {
    try {
        const std::vector<NamedGraph> graphs = read_command(argc, argv, command);
        CHECK(GrB_init(GrB_NONBLOCKING));
        GrB_Index devices = 0;
        CHECK(GrX_Device_count(&devices));
        if (devices == 0) throw std::runtime_error("no GPU");
        fmt::print("{{\"run\": {}}}\n", run_record(device_name()));
        command.start();
        for (const NamedGraph &graph : graphs) {
            const EdgeList edges = load_graph(graph.spec);
            if (edges.nrows != edges.ncols)
                throw InputError(fmt::format("{}: {} x {}, a square matrix is wanted", graph.name,
                                             edges.nrows, edges.ncols));
            run(graph.name, edges);
        }
        CHECK(GrB_finalize());
    } catch (const std::exception &error) {
        fmt::print(stderr, "{}: {}\n", command.name, error.what());
        return 1;
    }
    return 0;
}

void force(const std::string &rule) {
    CHECK(GrB_Global_set_String(GrB_GLOBAL, rule.c_str(), static_cast<GrB_Field>(GrX_FORCE)));
}

std::string device_name() {
    char text[256] = "";
    CHECK(GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(GrX_DEVICE_NAME)));
    return text;
}

std::string last_variant() {
    char text[256] = "";
    CHECK(GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
    return text;
}

std::vector<std::string> device_variants(const std::string &operation) {
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
