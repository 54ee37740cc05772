// The figures of a machine with many GPUs.
#pragma once

#include <map>
#include <string>

namespace grb::scale {

/// A figure that depends on the number of GPUs: values at some numbers, interpolated by the
/// logarithm.
using Curve = std::map<double, double>;
double at(const Curve &curve, double gpus);

/// The figures of a GPU, of the links in a node, and of those between nodes.
struct Links {
    double memory_bytes = 139e9; ///< of a GPU
    double memory_gbs = 4200;    ///< a copy in the GPU's memory
    double fixed_us = 10;        ///< of an operation: the part that no problem size changes
    double collective_us = 60;   ///< latency of an exchange in a node
    double hop_us = 2;           ///< the extra latency per doubling of the nodes
    double gpus_per_node = 8;    ///< the GPUs of one process
    double network_gbs = 50;     ///< between nodes, of each GPU
    Curve node_gbs = {{2, 382}, {4, 355}, {8, 361}}; ///< bus bandwidth in a node, by GPUs
    Curve imbalance_1d = {{8, 1.0},
                          {1024, 2.1}}; ///< largest part over the mean one, rows cut by entries
    Curve imbalance_2d = {{8, 1.0}, {1024, 1.02}}; ///< in blocks, rows and columns permuted

    double bandwidth(double gpus) const; ///< bytes per second that each of so many GPUs receives
    double latency(double gpus) const;   ///< seconds of an exchange of any size
};

/// Reads numbers of a JSON file, which replace the defaults. Throws tool::InputError with the file
/// and the name.
Links read_links(const std::string &path);

/// Formats all figures as such a file.
std::string links_json(const Links &links);

} // namespace grb::scale
