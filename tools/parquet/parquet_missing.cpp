// Replaces parquet.cpp in builds without Arrow: reading and writing throw InputError.
#include "io/input_error.h"
#include "io/parquet.h"

#include <fmt/format.h>

namespace grb::tool {

bool has_parquet() {
    return false;
}

EdgeList parse_parquet(std::string_view, const std::string &name, const ReadOptions &) {
    throw InputError(fmt::format("{}: a Parquet file, and this program was built without Arrow, "
                                 "which reads it: make a CSV file of it, with pyarrow for example",
                                 name));
}

void write_parquet(OutputFile &, const std::string &path, const std::vector<ParquetColumn> &) {
    throw InputError(
        fmt::format("{}: this program was built without Arrow, which writes Parquet", path));
}

} // namespace grb::tool
