#pragma once

#include "archive.h"
#include "edge_list.h"
#include "output_file.h"
#include "read_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// A kind of file that holds a graph.
struct Format {
    std::string_view name; ///< as --format and --to take it
    std::string_view text; ///< for people
    std::vector<std::string_view> endings;
};
const std::vector<Format> &formats();

/// "mtx, edges, ...". All of them are read and written.
std::string known_formats();

/// The format with this name. Throws InputError, which lists them.
const Format &format_named(const std::string &name);

/// Reads a graph from a file, "-" is standard input: plain, gzip, zstd or bzip2. The format is the one that the options
/// name, else the one that the first bytes show, else the one of the name's ending. Throws InputError with the name and,
/// where there is one, the line.
EdgeList read_graph(const std::string &path, const ReadOptions &options = {},
                    const Progress &progress = {});

/// The same from memory; `name` is for messages. Any bytes are safe.
EdgeList parse_graph(std::string_view text, const std::string &name,
                     const ReadOptions &options = {}, const Progress &progress = {});

/// What --to says, else what the ending says. Throws InputError, which lists what can be written.
const Format &output_format(const std::string &path, const std::string &to);

/// Throws InputError where the format cannot hold the graph. `comment` goes where the format has place for one.
void write_graph(OutputFile &file, const EdgeList &edges, const Format &format,
                 const std::string &path, const std::string &comment);

} // namespace grb::tool
