// The share of a graph that one of several processes reads or generates.
#pragma once

#include "archive.h"
#include "edge_list.h"
#include "processes.h"
#include "read_options.h"

#include <cstdint>
#include <string>

namespace grb::tool {

/// A process's share of a graph. The entries of all processes, in the order of the processes, are
/// those of the graph before `duplicates` joins equal positions; the other fields of `edges` are
/// the whole graph's.
struct GraphShare {
    EdgeList edges;
    uint64_t all_entries = 0; ///< of all processes, duplicates included
    Duplicates duplicates = Duplicates::sum;
    bool drop_self_loops = false; ///< still to be done
    bool symmetrize = false;      ///< still to be done, by `mirrored`
    Duplicates mirrored = Duplicates::sum;
    bool tells_repeated = false; ///< text_of_repeated() belongs between the origin and origin_end
    std::string origin_end;
};

/// Reads or generates the process's share of a graph; docs/guide/clusters.md lists the graphs that
/// every process reads whole. Throws InputError, with the text that a single process gives.
GraphShare load_share(const std::string &text, const Progress &progress, const ReadOptions &options,
                      Processes &group);

} // namespace grb::tool
