// Lists, reads and validates the parameters of a machine.
#include "parameters.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace grb::weaver {

using tool::InputError;

const std::vector<ParameterRow> &parameter_rows() {
    static const std::vector<ParameterRow> rows = {
#define GRB_PARAMETER(name, value, source, text) {#name, value, source, text, &Parameters::name},
#include "parameters.def"
#undef GRB_PARAMETER
    };
    return rows;
}

void set_parameter(Parameters &parameters, const std::string &name, uint32_t value) {
    for (const ParameterRow &row : parameter_rows())
        if (name == row.name) {
            parameters.*row.member = value;
            return;
        }
    throw InputError(
        fmt::format("there is no parameter '{}' (graphblast weaver --show-parameters lists them)",
                    tool::printable(name)));
}

void read_parameters(Parameters &parameters, const std::string &path) {
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot open", tool::printable(path)));
    const nlohmann::json all = nlohmann::json::parse(file, nullptr, false);
    if (!all.is_object())
        throw InputError(fmt::format("{}: no JSON object of parameters", tool::printable(path)));
    for (const auto &[name, value] : all.items()) {
        constexpr uint64_t most = std::numeric_limits<int32_t>::max();
        if (!value.is_number_unsigned() || value.get<uint64_t>() > most)
            throw InputError(fmt::format("{}: {} is {}, no whole number of 0 to {}",
                                         tool::printable(path), tool::printable(name),
                                         tool::printable(value.dump()), most));
        set_parameter(parameters, name, value.get<uint32_t>());
    }
}

namespace {

void require(bool holds, const char *name, uint32_t value, const char *what) {
    if (!holds) throw InputError(fmt::format("the parameter {} is {}: {}", name, value, what));
}

bool is_power(uint32_t value) {
    return value != 0 && (value & (value - 1)) == 0;
}

} // namespace

void require_valid(const Parameters &p) {
    for (const ParameterRow &row : parameter_rows()) {
        const std::string name = row.name;
        if (name != "l3_bytes" && name != "network_latency" && name != "l1_coalesces" &&
            name != "l2_atomic_merges")
            require(p.*row.member > 0, row.name, p.*row.member, "it has to be above 0");
    }
    require(p.l1_coalesces <= 1, "l1_coalesces", p.l1_coalesces, "it has to be 0 or 1");
    require(p.l2_atomic_merges <= 1, "l2_atomic_merges", p.l2_atomic_merges, "it has to be 0 or 1");
    require(p.threads <= 32, "threads", p.threads, "a warp has 32 threads at most");
    require(is_power(p.threads), "threads", p.threads, "it has to be a power of 2");
    require(p.warps <= p.threads, "warps", p.warps, "a core has no more warps than a warp threads");
    require(is_power(p.warps), "warps", p.warps, "it has to be a power of 2");
    require(p.cores() <= 1024, "sockets", p.sockets, "the machine has 1,024 cores at most");
    require(is_power(p.line_bytes) && p.line_bytes >= 4, "line_bytes", p.line_bytes,
            "it has to be a power of 2 from 4 on");
    require(p.dram_row_bytes >= p.line_bytes, "dram_row_bytes", p.dram_row_bytes,
            "a row has to hold a line");
    require(p.table_entries >= p.threads && p.table_entries % p.threads == 0, "table_entries",
            p.table_entries, "it has to be a multiple of the threads of a warp");
    for (const auto &[name, bytes, ways] :
         {std::tuple{"l1_bytes", p.l1_bytes, p.l1_ways},
          std::tuple{"l1_bytes_with_unit", p.l1_bytes_with_unit, p.l1_ways},
          std::tuple{"l2_bytes", p.l2_bytes, p.l2_ways},
          std::tuple{"l3_bytes", p.l3_bytes, p.l3_ways}})
        require(bytes % (p.line_bytes * ways) == 0, name, bytes,
                "it has to be a multiple of line and ways");
}

} // namespace grb::weaver
