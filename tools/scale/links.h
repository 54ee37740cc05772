#pragma once

#include <map>
#include <string>

namespace grb::scale {

/// A figure that depends on the number of GPUs: values at some numbers, by the logarithm in between.
using Curve = std::map<double, double>;
double at(const Curve &curve, double gpus);

/// What the machine gives: of a GPU, of the links in a node, and of those between nodes.
struct Links {
    double memory_bytes = 139e9; ///< of a GPU
    double memory_gbs = 4200;    ///< a copy in the GPU's memory
    double fixed_us = 10;        ///< of an operation: what does not become shorter with its problem
    double collective_us = 60;   ///< latency of an exchange in a node
    double hop_us = 2;           ///< more for each doubling of the nodes
    double gpus_per_node = 8;    ///< one process has these
    double network_gbs = 50;     ///< between nodes, of each GPU
    Curve node_gbs = {{2, 382}, {4, 355}, {8, 361}}; ///< bus bandwidth in a node, by GPUs
    Curve imbalance_1d = {{8, 1.0},
                          {1024, 2.1}}; ///< largest part over the mean one, rows cut by entries
    Curve imbalance_2d = {{8, 1.0}, {1024, 1.02}}; ///< cut into blocks, rows and columns permuted

    double bandwidth(double gpus) const; ///< bytes a second that each of so many GPUs receives
    double latency(double gpus) const;   ///< seconds of an exchange, whatever its size
};

/// Numbers of a JSON file in the place of the defaults. Throws tool::InputError with the file and the name.
Links read_links(const std::string &path);

/// All of them, as such a file.
std::string links_json(const Links &links);

} // namespace grb::scale
