#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grb::weaver {

/// What a machine is made of: parameters.def has the names, defaults and sources.
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
    /// No answer of the L2 comes sooner: for so long the cores need not know of each other.
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

/// Throws tool::InputError where the name is not in the list.
void set_parameter(Parameters &parameters, const std::string &name, uint32_t value);

/// A JSON object of names and whole numbers, which change the defaults. Throws tool::InputError.
void read_parameters(Parameters &parameters, const std::string &path);

/// Throws tool::InputError where the sizes are none of a machine that the model can be.
void require_valid(const Parameters &parameters);

} // namespace grb::weaver
