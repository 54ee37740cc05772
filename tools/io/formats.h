// Reads and writes graphs in all supported formats.
#pragma once

#include "archive.h"
#include "edge_list.h"
#include "output_file.h"
#include "read_options.h"
#include "table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// A file format of graphs.
struct Format {
    std::string_view name; ///< as in --format and --to
    std::string_view text; ///< for people
    std::vector<std::string_view> endings;
};
const std::vector<Format> &formats();

/// "mtx, edges, ...". The program reads and writes all of them.
std::string known_formats();

/// The format with this name. Throws InputError, which lists all names.
const Format &format_named(const std::string &name);

/// Reads a graph from a file, "-" is standard input: plain, gzip, zstd or bzip2. The options name
/// the format; else the first bytes decide, else the name's ending. Throws InputError with the name
/// and, if there is one, the line.
EdgeList read_graph(const std::string &path, const ReadOptions &options = {},
                    const Progress &progress = {});

/// Reads from memory; `name` is for messages. Any bytes are safe.
EdgeList parse_graph(std::string_view text, const std::string &name,
                     const ReadOptions &options = {}, const Progress &progress = {});

// Parts of reading, for the readers of shares.

/// The format that the options name, else the text's. Throws InputError if an option does not fit.
std::string_view format_of(std::string_view text, const std::string &name,
                           const ReadOptions &options);
/// The kind of table that a format is, or nothing.
std::optional<TableKind> table_kind(std::string_view format);
/// The options, completed by files beside the graph's; `undirected`: text for the origin.
ReadOptions with_files_beside(const std::string &path, const ReadOptions &given,
                              std::string &undirected);
/// Does read_file(), with a check of the start and a forecast of the memory.
FileText read_graph_text(const std::string &path, const ReadOptions &options,
                         const Progress &progress);
/// "; of MEMBER" if the text is a member of an archive.
std::string member_text(const std::string &path, const std::string &name);

/// The format of --to, else of the ending. Throws InputError, which lists the writable formats.
const Format &output_format(const std::string &path, const std::string &to);

/// Throws InputError if the format cannot hold the graph. `comment` is written if the format has
/// comments.
void write_graph(OutputFile &file, const EdgeList &edges, const Format &format,
                 const std::string &path, const std::string &comment);

} // namespace grb::tool
