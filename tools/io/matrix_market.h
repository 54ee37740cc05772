// Reads and writes Matrix Market files.
#pragma once

#include "archive.h"
#include "edge_list.h"
#include "output_file.h"
#include "processes.h"
#include "read_options.h"

#include <string>
#include <string_view>

namespace grb::tool {

/// Reads a Matrix Market file: coordinate or array; pattern, integer, unsigned-integer, real or
/// complex; general, symmetric, hermitian or skew-symmetric; in all encodings of read_text().
/// Expands symmetric files. Sums duplicates. Zeros are entries of a coordinate file, but not of an
/// array file. Reduces complex values to the pattern. Throws InputError, with the line if there is
/// one.
EdgeList read_matrix_market(const std::string &path, const Progress &progress = {});

/// Reads from memory. `name` is for messages. Any bytes are safe.
EdgeList parse_matrix_market(std::string_view text, const std::string &name,
                             const Progress &progress = {}, const ReadOptions &options = {});

/// Parses the process's lines of a text that all processes have. The entries are in the order of
/// the file, duplicates included; all else is the whole matrix's.
EdgeList parse_matrix_market_share(std::string_view text, const std::string &name,
                                   const Progress &progress, const ReadOptions &options,
                                   Processes &group);

/// Writes a coordinate file under `path`, compressed if the name ends in .gz or .zst; only the
/// lower triangle of a symmetric matrix. Leaves no file behind on failure.
void write_matrix_market(const std::string &path, const EdgeList &edges,
                         const std::string &comment);
void write_matrix_market(OutputFile &file, const EdgeList &edges, const std::string &comment);

} // namespace grb::tool
