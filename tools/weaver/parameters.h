// The parameters of a simulated machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grb::weaver {

/// The sizes and times of a machine; parameters.def has their names, defaults and sources.
struct Parameters {
#define GRB_PARAMETER(name, value, source, text) uint32_t name = value;
#include "parameters.def"
#undef GRB_PARAMETER

    uint32_t cores() const {
        return sockets * cores_per_socket;
    }
    uint32_t block() const {
        return warps * threads;
    } ///< threads of a core
    /// The cores run independently for so many cycles: no response of the L2 comes sooner.
    uint32_t window() const {
        return 2 * network_latency + l2_latency;
    }
};

struct ParameterRow {
    const char *name;
    uint32_t value; ///< the default
    const char *source;
    const char *text;
    uint32_t Parameters::*member;
};
const std::vector<ParameterRow> &parameter_rows();

/// Throws tool::InputError if the name is not in the list.
void set_parameter(Parameters &parameters, const std::string &name, uint32_t value);

/// Reads a JSON object of names and integers that replace defaults. Throws tool::InputError.
void read_parameters(Parameters &parameters, const std::string &path);

/// Throws tool::InputError if the model does not support the sizes.
void require_valid(const Parameters &parameters);

} // namespace grb::weaver
