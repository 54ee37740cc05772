// Parquet through Arrow's library: tools/parquet. Functions of builds without Arrow throw
// InputError.
#pragma once

#include "edge_list.h"
#include "output_file.h"
#include "read_options.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace grb::tool {

bool has_parquet();

/// Reads a table with an edge in each row. Columns have the names and options of CSV; a line in a
/// message means a row, from 1. Throws InputError.
EdgeList parse_parquet(std::string_view bytes, const std::string &name, const ReadOptions &options);

/// A column of a written table.
struct ParquetColumn {
    std::string name;
    std::variant<std::vector<int64_t>, std::vector<double>, std::vector<std::string>> values;
};

/// The ids of these vertices, as numbers if possible.
ParquetColumn id_column(std::string name, const VertexIds &ids,
                        const std::vector<uint64_t> &vertices);

/// All columns have the same length.
void write_parquet(OutputFile &file, const std::string &path,
                   const std::vector<ParquetColumn> &columns);

/// Writes source, target and, unless it is a pattern, weight.
void write_parquet_graph(OutputFile &file, const std::string &path, const EdgeList &edges);

} // namespace grb::tool
