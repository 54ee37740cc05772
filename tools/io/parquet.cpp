// Rejects Parquet files in builds without Arrow.
#include "parquet.h"

namespace grb::tool {

ParquetColumn id_column(std::string name, const VertexIds &ids,
                        const std::vector<uint64_t> &vertices) {
    ParquetColumn column{std::move(name), {}};
    if (ids.are_words()) {
        std::vector<std::string> words;
        words.reserve(vertices.size());
        for (const uint64_t v : vertices) words.push_back(ids.of(v));
        column.values = std::move(words);
        return column;
    }
    const std::vector<uint64_t> &table = ids.table();
    std::vector<int64_t> numbers;
    numbers.reserve(vertices.size());
    for (const uint64_t v : vertices)
        numbers.push_back(static_cast<int64_t>(table.empty() ? v + ids.base() : table[v]));
    column.values = std::move(numbers);
    return column;
}

void write_parquet_graph(OutputFile &file, const std::string &path, const EdgeList &edges) {
    std::vector<ParquetColumn> columns = {
        id_column("source", edges.ids, {edges.rows.begin(), edges.rows.end()}),
        id_column("target", edges.ids, {edges.cols.begin(), edges.cols.end()})};
    if (edges.field == Field::integer)
        columns.push_back(
            {"weight", std::vector<int64_t>(edges.weights.begin(), edges.weights.end())});
    if (edges.field == Field::real)
        columns.push_back(
            {"weight", std::vector<double>(edges.weights.begin(), edges.weights.end())});
    write_parquet(file, path, columns);
}

} // namespace grb::tool
