// The result files of `run`, and its lists of the largest values.
#pragma once

#include "io/output_file.h"
#include "io/vertex_ids.h"
#include "tasks.h"

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace grb::tool {

/// The files of --out. All are opened at the start, before any work.
class ResultFiles {
public:
    /// A text is RESULT=FILE or FILE. FILE alone stands for every result of `kinds`: FILE itself
    /// for a single result, else NAME-RESULT.ENDING for each. Throws UsageError, InputError.
    ResultFiles(const std::vector<std::string> &texts, const std::vector<const TaskKind *> &kinds);

    /// Writes the result of a task if a file was asked for; reports it on stdout.
    void write(const TaskKind &kind, const Outcome &outcome, const VertexIds &ids);

private:
    enum class Form { csv, tsv, npy, mtx, parquet };
    struct File {
        std::string path;
        Form form;
        std::unique_ptr<OutputFile> file;
    };
    static Form form_of(const std::string &path, const TaskKind &kind);
    void open(const TaskKind &kind, const std::string &path);
    static void write_table(const File &to, const std::string &name, const Outcome &outcome,
                            const VertexIds &ids);
    static void write_columns(const File &to, const std::string &name, const Outcome &outcome,
                              const VertexIds &ids);
    static void write_mtx(OutputFile &file, const Outcome &outcome);
    static void write_npy_of(OutputFile &file, const Outcome &outcome);

    std::map<std::string, File> files_; ///< by result
};

/// The `count` vertices, edges or groups with the largest values or the most vertices, as lines
/// that begin with `title`, and as data. Returns nothing for values that are vertices: they have no
/// order.
std::string top_of(const std::string &title, const Outcome &outcome, uint64_t count,
                   const VertexIds &ids, nlohmann::json &data);

/// The id in JSON: a number if possible.
nlohmann::json id_of(const VertexIds &ids, uint64_t vertex);

} // namespace grb::tool
