// Reads and writes Parquet files through Arrow.
#include "io/parquet.h"

#include "io/archive.h"
#include "io/input_error.h"
#include "io/table.h"

#include <arrow/api.h>
#include <arrow/csv/writer.h>
#include <arrow/io/memory.h>
#include <arrow/util/compression.h>
#include <deque>
#include <fmt/format.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>

namespace grb::tool {

namespace {

/// Returns the value of a result. Throws InputError with Arrow's reason.
template <class T>
T value_of(arrow::Result<T> result, const std::string &name) {
    if (!result.ok()) throw InputError(fmt::format("{}: {}", name, result.status().message()));
    return std::move(result).ValueUnsafe();
}

void check(const arrow::Status &status, const std::string &name) {
    if (!status.ok()) throw InputError(fmt::format("{}: {}", name, status.message()));
}

std::string quoted(const std::string &text) {
    std::string field = "\"";
    for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
    return field + '"';
}

/// Returns the columns' names and one sample row of their types as CSV. The rules for CSV then find
/// out the role of each column.
std::string sample_of(const arrow::Schema &schema, const std::string &name) {
    std::string names;
    std::string row;
    for (const std::shared_ptr<arrow::Field> &field : schema.fields()) {
        const arrow::DataType &type = *field->type();
        if (type.num_fields() != 0)
            throw InputError(fmt::format("{}: column {}: a list or a structure is no part of a "
                                         "table with edges",
                                         name, field->name()));
        names += (names.empty() ? "" : ",") + quoted(field->name());
        const arrow::Type::type kind = type.id();
        const bool is_real = arrow::is_floating(kind) || arrow::is_decimal(kind);
        const char *const value = arrow::is_integer(kind) ? "1" : is_real ? "0.5" : "a";
        row += fmt::format("{}{}", row.empty() ? "" : ",", value);
    }
    return names + "\n" + row + "\n";
}

/// Pools are never destroyed: Arrow's threads may free buffers after the call that asked for them
/// has returned.
arrow::MemoryPool &pool_of(size_t most) {
    static auto &pools = *new std::deque<arrow::CappedMemoryPool>;
    return pools.emplace_back(arrow::default_memory_pool(), static_cast<int64_t>(most));
}

bool is_word(const arrow::DataType &type) {
    return !arrow::is_integer(type.id()) && !arrow::is_floating(type.id());
}

} // namespace

bool has_parquet() {
    return true;
}

EdgeList parse_parquet(std::string_view bytes, const std::string &name,
                       const ReadOptions &options) {
    // Pages may expand to anything.
    arrow::MemoryPool &pool = pool_of(std::min(half_of_memory(), longest_text(bytes.size())));
    const auto file = std::make_shared<arrow::io::BufferReader>(std::make_shared<arrow::Buffer>(
        reinterpret_cast<const uint8_t *>(bytes.data()), static_cast<int64_t>(bytes.size())));
    parquet::arrow::FileReaderBuilder builder;
    std::unique_ptr<parquet::arrow::FileReader> reader;
    std::shared_ptr<arrow::Schema> schema;
    try {
        check(builder.Open(file), name);
        check(builder.memory_pool(&pool)->Build(&reader), name);
        check(reader->GetSchema(&schema), name);
        reader->set_use_threads(true);
        const TableLayout layout =
            layout_of(sample_of(*schema, name), name, TableKind::csv, options);
        std::vector<int> columns = {static_cast<int>(layout.source),
                                    static_cast<int>(layout.target)};
        if (layout.weight) columns.push_back(static_cast<int>(*layout.weight));
        std::shared_ptr<arrow::Table> table;
        check(reader->ReadTable(columns, &table), name);
        if (table->num_rows() == 0) throw InputError(fmt::format("{}: it has no rows", name));
        // The file may have the columns in another order.
        std::vector<int> order;
        for (const int column : columns)
            order.push_back(table->schema()->GetFieldIndex(schema->field(column)->name()));
        table = value_of(table->SelectColumns(order), name);
        const auto text = value_of(arrow::io::BufferOutputStream::Create(1 << 20, &pool), name);
        auto writing = arrow::csv::WriteOptions::Defaults();
        writing.include_header = false;
        check(arrow::csv::WriteCSV(*table, writing, text.get()), name);
        const std::shared_ptr<arrow::Buffer> lines = value_of(text->Finish(), name);
        ReadOptions reading = options;
        reading.columns = {"1", "2"};
        if (layout.weight) reading.columns.emplace_back("3");
        reading.has_words = options.has_words || is_word(*table->field(0)->type()) ||
                            is_word(*table->field(1)->type());
        EdgeList edges = parse_table(
            {reinterpret_cast<const char *>(lines->data()), static_cast<size_t>(lines->size())},
            name, TableKind::csv, reading);
        edges.origin =
            fmt::format("Parquet, {} to {}{}, ids {}", schema->field(columns[0])->name(),
                        schema->field(columns[1])->name(),
                        layout.weight ? ", weights in " + schema->field(columns[2])->name() : "",
                        edges.ids.describe());
        return edges;
    } catch (const parquet::ParquetException &error) {
        throw InputError(fmt::format("{}: {}", name, error.what()));
    }
}

namespace {

template <class Builder, class Value>
std::shared_ptr<arrow::Array> array_of(const std::vector<Value> &values, const std::string &path) {
    Builder builder;
    check(builder.AppendValues(values), path);
    return value_of(builder.Finish(), path);
}

} // namespace

void write_parquet(OutputFile &file, const std::string &path,
                   const std::vector<ParquetColumn> &columns) {
    arrow::FieldVector fields;
    arrow::ArrayVector arrays;
    for (const ParquetColumn &column : columns) {
        std::shared_ptr<arrow::Array> array;
        if (const auto *const whole = std::get_if<std::vector<int64_t>>(&column.values))
            array = array_of<arrow::Int64Builder>(*whole, path);
        else if (const auto *const real = std::get_if<std::vector<double>>(&column.values))
            array = array_of<arrow::DoubleBuilder>(*real, path);
        else
            array = array_of<arrow::LargeStringBuilder>(
                std::get<std::vector<std::string>>(column.values), path);
        fields.push_back(arrow::field(column.name, array->type(), false));
        arrays.push_back(std::move(array));
    }
    const auto table = arrow::Table::Make(arrow::schema(fields), arrays);
    const auto stream = value_of(arrow::io::BufferOutputStream::Create(), path);
    constexpr int64_t group_rows = 1 << 20;
    parquet::WriterProperties::Builder properties;
    if (arrow::util::Codec::IsAvailable(arrow::Compression::SNAPPY))
        properties.compression(parquet::Compression::SNAPPY);
    try {
        check(parquet::arrow::WriteTable(*table, arrow::default_memory_pool(), stream, group_rows,
                                         properties.build()),
              path);
    } catch (const parquet::ParquetException &error) {
        throw InputError(fmt::format("{}: {}", path, error.what()));
    }
    const std::shared_ptr<arrow::Buffer> bytes = value_of(stream->Finish(), path);
    file.write({reinterpret_cast<const char *>(bytes->data()), static_cast<size_t>(bytes->size())});
}

} // namespace grb::tool
