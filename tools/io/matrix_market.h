#pragma once

#include "archive.h"
#include "edge_list.h"
#include "output_file.h"
#include "read_options.h"

#include <string>
#include <string_view>

namespace grb::tool {

/// Reads a Matrix Market file: coordinate or array; pattern, integer, unsigned-integer, real or complex; general,
/// symmetric, hermitian or skew-symmetric; in all that read_text() reads. Symmetric files are expanded. Entries given
/// twice are added up; zeros of an array file are no entries, zeros of a coordinate file are. Of complex values the
/// pattern is taken.
/// Throws InputError, with the line where there is one.
EdgeList read_matrix_market(const std::string &path, const Progress &progress = {});

/// The same from memory. `name` is for messages. Any bytes are safe.
EdgeList parse_matrix_market(std::string_view text, const std::string &name,
                             const Progress &progress = {}, const ReadOptions &options = {});

/// Writes a coordinate file under `path`, compressed where the name ends in .gz or .zst; the lower
/// triangle alone where the matrix is symmetric. Nothing is left behind when it fails.
void write_matrix_market(const std::string &path, const EdgeList &edges,
                         const std::string &comment);
void write_matrix_market(OutputFile &file, const EdgeList &edges, const std::string &comment);

} // namespace grb::tool
