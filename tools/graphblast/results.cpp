// Writes the results of tasks to files.
#include "results.h"

#include "commands.h"

#include "io/npy.h"
#include "io/parquet.h"
#include "io/printable.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <omp.h>
#include <set>

namespace grb::tool {

namespace {

/// The entries of a result: `cols` is empty for a vector, and one of the two lists of values.
struct FoundEntries {
    uint64_t size = 0;    ///< vertices
    uint64_t columns = 1; ///< of a matrix
    std::vector<GrB_Index> rows, cols;
    std::vector<int64_t> whole;
    std::vector<double> real;

    uint64_t count() const { return rows.size(); }
    double value(uint64_t k) const {
        return whole.empty() ? real[k] : static_cast<double>(whole[k]);
    }
    std::string text(uint64_t k) const {
        return whole.empty() ? fmt::format("{}", real[k]) : fmt::format("{}", whole[k]);
    }
};

bool is_real(int32_t code) {
    return code == GrB_FP32_CODE || code == GrB_FP64_CODE;
}

void extract_vector(FoundEntries &entries, GrB_Vector w) {
    int32_t code = 0;
    GrB_Index count = 0;
    check(GrB_Vector_get_INT32(w, &code, GrB_EL_TYPE_CODE), "GrB_Vector_get_INT32");
    check(GrB_Vector_size(&entries.size, w), "GrB_Vector_size");
    check(GrB_Vector_nvals(&count, w), "GrB_Vector_nvals");
    entries.rows.resize(count);
    if (is_real(code)) {
        entries.real.resize(count);
        check(GrB_Vector_extractTuples_FP64(entries.rows.data(), entries.real.data(), &count, w),
              "GrB_Vector_extractTuples");
    } else {
        entries.whole.resize(count);
        check(GrB_Vector_extractTuples_INT64(entries.rows.data(), entries.whole.data(), &count, w),
              "GrB_Vector_extractTuples");
    }
}

void extract_matrix(FoundEntries &entries, GrB_Matrix A) {
    int32_t code = 0;
    GrB_Index count = 0;
    check(GrB_Matrix_get_INT32(A, &code, GrB_EL_TYPE_CODE), "GrB_Matrix_get_INT32");
    check(GrB_Matrix_nrows(&entries.size, A), "GrB_Matrix_nrows");
    check(GrB_Matrix_ncols(&entries.columns, A), "GrB_Matrix_ncols");
    check(GrB_Matrix_nvals(&count, A), "GrB_Matrix_nvals");
    entries.rows.resize(count);
    entries.cols.resize(count);
    if (is_real(code)) {
        entries.real.resize(count);
        check(GrB_Matrix_extractTuples_FP64(entries.rows.data(), entries.cols.data(),
                                            entries.real.data(), &count, A),
              "GrB_Matrix_extractTuples");
    } else {
        entries.whole.resize(count);
        check(GrB_Matrix_extractTuples_INT64(entries.rows.data(), entries.cols.data(),
                                             entries.whole.data(), &count, A),
              "GrB_Matrix_extractTuples");
    }
}

FoundEntries extract(const Outcome &outcome) {
    FoundEntries entries;
    if (outcome.vector != nullptr)
        extract_vector(entries, outcome.vector);
    else
        extract_matrix(entries, outcome.matrix);
    return entries;
}

bool ends_with(const std::string &text, const std::string &end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Appends a field of a table: in quotes if it contains a separator.
void put_field(fmt::memory_buffer &out, const std::string &text) {
    if (text.find_first_of(",\t\"\r\n") == std::string::npos) {
        out.append(text.data(), text.data() + text.size());
        return;
    }
    out.push_back('"');
    for (const char c : text) {
        if (c == '"') out.push_back('"');
        out.push_back(c);
    }
    out.push_back('"');
}

/// Writes put(buffer, k) for k below count, in order, with all threads.
template <class Put>
void write_lines(OutputFile &file, uint64_t count, const Put &put) {
    constexpr uint64_t lines = uint64_t{1} << 15;
    const auto thread_count = static_cast<uint64_t>(omp_get_max_threads());
    std::vector<fmt::memory_buffer> chunks(thread_count);
    for (uint64_t begin = 0; begin < count; begin += thread_count * lines) {
#pragma omp parallel for schedule(static, 1)
        for (uint64_t t = 0; t < thread_count; ++t) {
            chunks[t].clear();
            const uint64_t first = std::min(begin + t * lines, count);
            const uint64_t last = std::min(first + lines, count);
            for (uint64_t k = first; k < last; ++k) put(chunks[t], k);
        }
        for (const fmt::memory_buffer &chunk : chunks) file.write({chunk.data(), chunk.size()});
    }
}

/// The names of all results of the chosen algorithms.
std::vector<std::string> result_names(const std::vector<const TaskKind *> &kinds) {
    std::vector<std::string> names;
    for (const TaskKind *const kind : kinds)
        if (*kind->result != '\0') names.emplace_back(kind->result);
    return names;
}

/// "dir/NAME.csv.gz" becomes "dir/NAME-levels.csv.gz".
std::string with_result(const std::string &path, const std::string &result) {
    const size_t slash = path.rfind('/');
    const size_t begin = slash == std::string::npos ? 0 : slash + 1;
    const bool is_packed =
        ends_with(path, ".gz") || ends_with(path, ".zst") || ends_with(path, ".bz2");
    size_t dot = path.rfind('.');
    if (is_packed && dot != 0) dot = path.rfind('.', dot - 1);
    if (dot == std::string::npos || dot <= begin) return path + "-" + result;
    return path.substr(0, dot) + "-" + result + path.substr(dot);
}

} // namespace

ResultFiles::Form ResultFiles::form_of(const std::string &path, const TaskKind &kind) {
    if (path == "-") return Form::csv;
    std::string name = path;
    for (const char *const packed : {".gz", ".zst", ".bz2"})
        if (ends_with(name, packed)) name.resize(name.size() - std::string(packed).size());
    if (ends_with(name, ".csv")) return Form::csv;
    if (ends_with(name, ".tsv")) return Form::tsv;
    if (ends_with(name, ".mtx")) return Form::mtx;
    if (ends_with(name, ".parquet") && has_parquet()) return Form::parquet;
    if (ends_with(name, ".npy")) {
        if (kind.gives_matrix)
            throw UsageError(fmt::format("--out {}: {} is a sparse matrix; it can be written as "
                                         ".csv, .tsv and .mtx",
                                         path, kind.result));
        return Form::npy;
    }
    throw UsageError(
        fmt::format("--out {}: its ending says no format; results can be written as .csv, .tsv, "
                    ".npy{} and .mtx, each also with .gz, .zst or .bz2 behind it{}",
                    path, has_parquet() ? ", .parquet" : "",
                    ends_with(name, ".parquet")
                        ? "; this program was built without Arrow, which writes .parquet"
                        : ""));
}

void ResultFiles::open(const TaskKind &kind, const std::string &path) {
    const Form form = form_of(path, kind);
    if (files_.count(kind.result) != 0)
        throw UsageError(fmt::format("--out {}: {} is written to {} already", path, kind.result,
                                     files_.at(kind.result).path));
    for (const auto &[name, file] : files_)
        if (file.path == path)
            throw UsageError(fmt::format("--out {}: {} is written there already", path, name));
    files_.emplace(kind.result, File{path, form, std::make_unique<OutputFile>(path)});
}

ResultFiles::ResultFiles(const std::vector<std::string> &texts,
                         const std::vector<const TaskKind *> &kinds) {
    const std::vector<std::string> names = result_names(kinds);
    if (!texts.empty() && names.empty())
        throw UsageError("--out: what was asked for gives numbers, no vector and no matrix");
    for (const std::string &text : texts) {
        const size_t equals = text.find('=');
        const std::string name = text.substr(0, equals);
        const bool is_named =
            equals != std::string::npos && equals > 0 &&
            name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
        if (is_named && std::find(names.begin(), names.end(), name) == names.end())
            throw UsageError(fmt::format("--out {}: there is no result '{}'{}", text, name,
                                         suggestion(name, names)));
        for (const TaskKind *const kind : kinds) {
            if (*kind->result == '\0' || (is_named && name != kind->result)) continue;
            const bool is_one = is_named || names.size() == 1;
            const std::string path = is_named ? text.substr(equals + 1) : text;
            if (!is_one && path == "-")
                throw UsageError(
                    fmt::format("--out -: there are {} results; RESULT=- names one", names.size()));
            open(*kind, is_one ? path : with_result(path, kind->result));
        }
    }
}

void ResultFiles::write_table(const File &to, const std::string &name, const Outcome &outcome,
                              const VertexIds &ids) {
    const FoundEntries entries = extract(outcome);
    const char separator = to.form == Form::csv ? ',' : '\t';
    const bool is_vector = entries.cols.empty() && outcome.vector != nullptr;
    const bool is_walk = outcome.meaning == Meaning::walk;
    const auto put_index = [&](fmt::memory_buffer &out, uint64_t index) {
        put_field(out, is_walk ? fmt::format("{}", index) : ids.of(index));
        out.push_back(separator);
    };
    to.file->write(is_vector ? fmt::format("vertex{}{}\n", separator, name)
                   : is_walk ? fmt::format("walk{0}step{0}vertex\n", separator)
                             : fmt::format("from{0}to{0}{1}\n", separator, name));
    write_lines(*to.file, entries.count(), [&](fmt::memory_buffer &out, uint64_t k) {
        put_index(out, entries.rows[k]);
        if (!is_vector) put_index(out, entries.cols[k]);
        if (outcome.meaning == Meaning::number) {
            const std::string text = entries.text(k);
            out.append(text.data(), text.data() + text.size());
        } else {
            put_field(out, ids.of(static_cast<uint64_t>(entries.whole[k])));
        }
        out.push_back('\n');
    });
}

void ResultFiles::write_columns(const File &to, const std::string &name, const Outcome &outcome,
                                const VertexIds &ids) {
    const FoundEntries entries = extract(outcome);
    const bool is_vector = outcome.vector != nullptr;
    std::vector<ParquetColumn> columns;
    if (outcome.meaning == Meaning::walk) {
        columns.push_back({"walk", std::vector<int64_t>(entries.rows.begin(), entries.rows.end())});
        columns.push_back({"step", std::vector<int64_t>(entries.cols.begin(), entries.cols.end())});
    } else {
        columns.push_back(id_column(is_vector ? "vertex" : "from", ids, entries.rows));
        if (!is_vector) columns.push_back(id_column("to", ids, entries.cols));
    }
    if (outcome.meaning != Meaning::number)
        columns.push_back(id_column(name, ids, {entries.whole.begin(), entries.whole.end()}));
    else if (entries.real.empty())
        columns.push_back({name, entries.whole});
    else
        columns.push_back({name, entries.real});
    write_parquet(*to.file, to.path, columns);
}

void ResultFiles::write_mtx(OutputFile &file, const Outcome &outcome) {
    const FoundEntries entries = extract(outcome);
    const bool is_vector = outcome.vector != nullptr;
    const bool is_vertex = outcome.meaning != Meaning::number;
    const char *const meaning = outcome.meaning == Meaning::walk
                                    ? "% Rows are walks, columns steps, values vertices, from 1.\n"
                                : is_vertex ? "% The values are rows, from 1.\n"
                                            : "";
    file.write(fmt::format("%%MatrixMarket matrix coordinate {} general\n{}{} {} {}\n",
                           entries.whole.empty() && entries.count() > 0 ? "real" : "integer",
                           meaning, entries.size, entries.columns, entries.count()));
    write_lines(file, entries.count(), [&](fmt::memory_buffer &out, uint64_t k) {
        auto end = fmt::format_to(std::back_inserter(out), "{} {} ", entries.rows[k] + 1,
                                  is_vector ? 1 : entries.cols[k] + 1);
        if (is_vertex)
            fmt::format_to(end, "{}\n", entries.whole[k] + 1);
        else
            fmt::format_to(end, "{}\n", entries.text(k));
    });
}

void ResultFiles::write_npy_of(OutputFile &file, const Outcome &outcome) {
    const FoundEntries entries = extract(outcome);
    if (entries.whole.empty() && entries.count() > 0) {
        std::vector<double> values(entries.size, std::numeric_limits<double>::quiet_NaN());
        for (uint64_t k = 0; k < entries.count(); ++k) values[entries.rows[k]] = entries.real[k];
        write_npy(file, values);
        return;
    }
    std::vector<int64_t> values(entries.size, -1);
    for (uint64_t k = 0; k < entries.count(); ++k) values[entries.rows[k]] = entries.whole[k];
    write_npy(file, values);
}

void ResultFiles::write(const TaskKind &kind, const Outcome &outcome, const VertexIds &ids) {
    const auto found = files_.find(kind.result);
    if (found == files_.end()) return;
    const File &to = found->second;
    if (to.form == Form::npy)
        write_npy_of(*to.file, outcome);
    else if (to.form == Form::mtx)
        write_mtx(*to.file, outcome);
    else if (to.form == Form::parquet)
        write_columns(to, kind.result, outcome, ids);
    else
        write_table(to, kind.result, outcome, ids);
    to.file->finish();
    fmt::print("{}: {}\n", kind.result, printable(to.path));
    if (!ids.is_plain() && (to.form == Form::npy || to.form == Form::mtx))
        fmt::print("{} has no ids: its vertices are numbered in the order of the graph's; .csv and "
                   ".tsv have them\n",
                   printable(to.path));
}

nlohmann::json id_of(const VertexIds &ids, uint64_t vertex) {
    const std::string id = ids.of(vertex);
    if (ids.are_words()) return id;
    return std::stoull(id);
}

namespace {

std::string top_groups(const std::string &title, const FoundEntries &entries, uint64_t count,
                       const VertexIds &ids, nlohmann::json &data) {
    std::map<int64_t, uint64_t> sizes;
    for (const int64_t group : entries.whole) ++sizes[group];
    std::vector<std::pair<int64_t, uint64_t>> order(sizes.begin(), sizes.end());
    const auto top = order.begin() + static_cast<int64_t>(std::min<uint64_t>(count, order.size()));
    std::partial_sort(order.begin(), top, order.end(), [](const auto &x, const auto &y) {
        return x.second != y.second ? x.second > y.second : x.first < y.first;
    });
    std::string text;
    for (auto group = order.begin(); group != top; ++group) {
        const auto vertex = static_cast<uint64_t>(group->first);
        text += fmt::format("{}: {} vertices with {}\n", title, grouped(group->second),
                            printable(ids.of(vertex)));
        data.push_back({{"vertex", id_of(ids, vertex)}, {"vertices", group->second}});
    }
    return text;
}

} // namespace

std::string top_of(const std::string &title, const Outcome &outcome, uint64_t count,
                   const VertexIds &ids, nlohmann::json &data) {
    if (count == 0 || outcome.meaning == Meaning::vertex || outcome.meaning == Meaning::walk ||
        (outcome.vector == nullptr && outcome.matrix == nullptr))
        return {};
    const FoundEntries entries = extract(outcome);
    if (outcome.meaning == Meaning::group) return top_groups(title, entries, count, ids, data);
    std::vector<uint64_t> order(entries.count());
    std::iota(order.begin(), order.end(), uint64_t{0});
    const auto top = order.begin() + static_cast<int64_t>(std::min<uint64_t>(count, order.size()));
    std::partial_sort(order.begin(), top, order.end(), [&](uint64_t x, uint64_t y) {
        const double a = entries.value(x);
        const double b = entries.value(y);
        return a != b ? a > b : x < y;
    });
    std::string text;
    for (auto at = order.begin(); at != top; ++at) {
        const uint64_t row = entries.rows[*at];
        const std::string value = entries.text(*at);
        const nlohmann::json as_data = entries.whole.empty() ? nlohmann::json(entries.real[*at])
                                                             : nlohmann::json(entries.whole[*at]);
        if (entries.cols.empty()) {
            text += fmt::format("{}: {}  {}\n", title, printable(ids.of(row)), value);
            data.push_back({{"vertex", id_of(ids, row)}, {"value", as_data}});
            continue;
        }
        const uint64_t col = entries.cols[*at];
        text += fmt::format("{}: {} {}  {}\n", title, printable(ids.of(row)),
                            printable(ids.of(col)), value);
        data.push_back({{"from", id_of(ids, row)}, {"to", id_of(ids, col)}, {"value", as_data}});
    }
    return text;
}

} // namespace grb::tool
