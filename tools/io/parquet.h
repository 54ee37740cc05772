#pragma once

#include "edge_list.h"
#include "output_file.h"
#include "read_options.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Parquet, by Arrow's library: tools/parquet. A build without Arrow has functions that throw InputError instead.
namespace grb::tool {

bool has_parquet();

/// A table with an edge in each row. Columns are found as those of CSV are, by the same names and options; a message that
/// names a line means a row, from 1. Throws InputError.
EdgeList parse_parquet(std::string_view bytes, const std::string &name, const ReadOptions &options);

/// A column of a table that is written.
struct ParquetColumn {
    std::string name;
    std::variant<std::vector<int64_t>, std::vector<double>, std::vector<std::string>> values;
};

/// Of these vertices the ids, as numbers where they are some.
ParquetColumn id_column(std::string name, const VertexIds &ids,
                        const std::vector<uint64_t> &vertices);

/// All columns have the same length.
void write_parquet(OutputFile &file, const std::string &path,
                   const std::vector<ParquetColumn> &columns);

/// source, target and, unless it is a pattern, weight.
void write_parquet_graph(OutputFile &file, const std::string &path, const EdgeList &edges);

} // namespace grb::tool
