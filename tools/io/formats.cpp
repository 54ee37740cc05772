// The list of formats, and the choice among them by content and name.
#include "formats.h"

#include "assemble.h"
#include "forecast.h"
#include "gap_graph.h"
#include "graph_cache.h"
#include "graph_texts.h"
#include "input_error.h"
#include "matrix_market.h"
#include "matrix_market_header.h"
#include "other_kinds.h"
#include "other_texts.h"
#include "packer.h"
#include "parquet.h"
#include "scipy_npz.h"
#include "suggestion.h"
#include "table.h"
#include "text_write.h"
#include "vertex_list.h"

#include <algorithm>
#include <fmt/format.h>

namespace grb::tool {

namespace {

const Format *format_of_ending(std::string_view path) {
    const std::string_view name = without_packing(path);
    for (const Format &format : formats())
        for (const std::string_view ending : format.endings)
            if (name.ends_with(ending)) return &format;
    return nullptr;
}

/// The position of the first byte that no text contains, or the end.
size_t binary_byte(std::string_view text) {
    for (size_t k = 0; k < text.size(); ++k) {
        const auto c = static_cast<unsigned char>(text[k]);
        if ((c < ' ' && c != '\n' && c != '\t' && c != '\r') || c == 0x7f) return k;
    }
    return text.size();
}

/// Returns the format by content, else by the name's ending; only a whole text separates formats
/// with the same start.
std::string_view recognise(std::string_view text, const std::string &name, bool is_whole) {
    constexpr size_t examined = 4096;
    if (text.empty()) throw InputError(fmt::format("{}: the file is empty", name));
    if (begins_as_matrix_market(text)) return "mtx";
    if (text.substr(0, 4) == std::string_view("PK\3\4", 4)) return "npz";
    if (text.substr(0, 4) == "PAR1") return "parquet";
    if (begins_as_binary_graph(text)) return "grb";
    if (const std::string_view other = other_kind(text); !other.empty())
        throw InputError(fmt::format("{}: no graph that is read, but {}", name, other));
    const Format *const ending = format_of_ending(name);
    const std::string_view by_name = ending == nullptr ? std::string_view() : ending->name;
    for (const std::string_view other : {"mtx", "npz", "parquet", "grb"})
        if (by_name == other) return by_name;
    const size_t odd = binary_byte(text.substr(0, examined));
    if (by_name == "sg" || by_name == "wsg") return by_name;
    if (const auto shape = gap_shape(text, is_whole)) return shape->has_weights ? "wsg" : "sg";
    if (odd < std::min(text.size(), examined))
        throw InputError(fmt::format("{}: byte {}: no graph: 0x{:02x} stands in no text, and the "
                                     "file is none of the binary formats (npz, sg, wsg, grb)",
                                     name, odd, static_cast<unsigned char>(text[odd])));
    if (looks_like_dimacs(text)) return "gr";
    if (const std::string_view other = other_text(text); !other.empty())
        throw InputError(
            fmt::format("{}: no graph that is read: it seems to be {}; "
                        "networkx.write_edgelist writes what is read here: edge lists, "
                        "tables and more (--format says which: {})",
                        name, other, known_formats()));
    if (!by_name.empty() && by_name != "edges") return by_name;
    if (is_whole && looks_like_metis(text)) return "metis";
    return "edges";
}

TableKind kind_of(std::string_view format) {
    return format == "el"    ? TableKind::el
           : format == "wel" ? TableKind::wel
           : format == "csv" ? TableKind::csv
           : format == "tsv" ? TableKind::tsv
                             : TableKind::edge_list;
}

bool is_table(std::string_view format) {
    return format == "edges" || format == "el" || format == "wel" || format == "csv" ||
           format == "tsv";
}

std::vector<Format> known() {
    std::vector<Format> all = {
        {"mtx", "Matrix Market", {".mtx"}},
        {"edges", "edge list: SNAP, KONECT and others", {".edges", ".edgelist", ".txt"}},
        {"csv", "comma-separated values", {".csv"}},
        {"tsv", "tab-separated values", {".tsv"}},
        {"el", "GAP's edge list", {".el"}},
        {"wel", "GAP's edge list with weights", {".wel"}},
        {"metis", "METIS", {".graph", ".metis"}},
        {"gr", "DIMACS", {".gr"}},
        {"sg", "GAP's serialised graph", {".sg"}},
        {"wsg", "GAP's serialised graph with weights", {".wsg"}},
        {"npz", "SciPy's sparse matrix", {".npz"}},
        {"grb", "a graph in binary, which is mapped", {".grb"}},
        {"adjlist", "adjacency lists: a vertex and its neighbours", {".adjlist"}},
    };
    if (has_parquet()) all.push_back({"parquet", "Parquet", {".parquet"}});
    return all;
}

/// Returns whether a list of vertices can accompany files of a format.
bool takes_list(std::string_view format) {
    return (is_table(format) && format != "el" && format != "wel") || format == "adjlist" ||
           format == "parquet";
}

/// Throws InputError if --base or --vertices contradicts a format with fixed ids.
void require_ids(const std::string &name, std::string_view format, const ReadOptions &options) {
    if (!options.vertices.empty() && !takes_list(format))
        throw InputError(fmt::format("{}: a list of vertices ({}) is for tables and adjacency "
                                     "lists, this file is {}",
                                     name, options.vertices, format));
    if (!options.base) return;
    if (format == "grb")
        throw InputError(
            fmt::format("{}: the file itself holds the ids: --base is not for grb", name));
    if (format == "adjlist")
        throw InputError(fmt::format("{}: vertices are the ids in the lists: --base is not for "
                                     "adjlist",
                                     name));
    if ((format == "sg" || format == "wsg" || format == "npz") && *options.base != 0)
        throw InputError(fmt::format("{}: ids of {} are from 0", name, format));
}

/// Throws InputError if a file with this start is unreadable, before the rest is read.
void check_start(std::string_view start, const std::string &name, const ReadOptions &options) {
    const std::string_view format =
        options.format.empty() ? recognise(start, name, false) : options.format;
    if (format == "mtx") check_matrix_market_start(start, name);
    if (format == "parquet" && !has_parquet()) parse_parquet(start, name, options);
    const size_t lines = start.rfind('\n') + 1;
    // DIMACS and METIS may begin with comments of any form.
    if (!is_table(format) || lines == 0 || start[0] == 'c') return;
    check_table_start(start.substr(0, lines), name, kind_of(format), options);
}

} // namespace

const std::vector<Format> &formats() {
    static const std::vector<Format> all = known();
    return all;
}

std::string known_formats() {
    std::string names;
    for (const Format &format : formats())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", format.name);
    return names;
}

const Format &format_named(const std::string &name) {
    for (const Format &format : formats())
        if (format.name == name) return format;
    std::vector<std::string> names;
    for (const Format &format : formats()) names.emplace_back(format.name);
    throw InputError(fmt::format("'{}' is no format{}", name, suggestion(name, names)));
}

std::string_view format_of(std::string_view text, const std::string &name,
                           const ReadOptions &options) {
    const std::string_view format =
        options.format.empty() ? recognise(text, name, true) : format_named(options.format).name;
    if (!options.columns.empty() && (!takes_list(format) || format == "adjlist"))
        throw InputError(fmt::format("{}: --columns is for tables, this file is {}", name, format));
    require_ids(name, format, options);
    return format;
}

std::optional<TableKind> table_kind(std::string_view format) {
    return is_table(format) ? std::optional(kind_of(format)) : std::nullopt;
}

EdgeList parse_graph(std::string_view text, const std::string &name, const ReadOptions &options,
                     const Progress &progress) {
    const std::string_view format = format_of(text, name, options);
    EdgeList edges;
    if (format == "mtx")
        edges = parse_matrix_market(text, name, progress, options);
    else if (format == "metis")
        edges = parse_metis(text, name, options, progress);
    else if (format == "gr")
        edges = parse_dimacs(text, name, options, progress);
    else if (format == "adjlist")
        edges = parse_adjacency_lists(text, name, options);
    else if (format == "npz")
        edges = parse_npz(text, name, options);
    else if (format == "sg" || format == "wsg")
        edges = parse_gap(text, name, format == "wsg");
    else if (format == "grb")
        edges = parse_binary_graph(text, name);
    else if (format == "parquet")
        edges = parse_parquet(text, name, options);
    else
        edges = parse_table(text, name, kind_of(format), options, progress);
    unpack_entries(edges);
    if (!options.vertices.empty()) add_vertices(edges, name, options);
    transform(edges, name, options);
    return edges;
}

ReadOptions with_files_beside(const std::string &path, const ReadOptions &given,
                              std::string &undirected) {
    if (!given.format.empty()) format_named(given.format);
    const GraphalyticsFiles beside = files_beside(path);
    ReadOptions options = given;
    if (options.vertices.empty() && (options.format.empty() || takes_list(options.format)))
        options.vertices = beside.vertices;
    const bool is_undirected = !beside.undirected.empty() && !options.is_directed;
    if (is_undirected) options.symmetrize = true;
    if (is_undirected) undirected = fmt::format(", undirected: {} says so", beside.undirected);
    return options;
}

FileText read_graph_text(const std::string &path, const ReadOptions &options,
                         const Progress &progress) {
    return read_file(path, progress, [&](std::string_view start, const std::string &name) {
        check_start(start, name, options);
        const std::string forecast = memory_forecast(start, path);
        if (!forecast.empty() && options.say) options.say(forecast);
    });
}

std::string member_text(const std::string &path, const std::string &name) {
    return name == path ? "" : fmt::format("; of {}", name.substr(path.size() + 2));
}

EdgeList read_graph(const std::string &path, const ReadOptions &given, const Progress &progress) {
    std::string undirected;
    const ReadOptions options = with_files_beside(path, given, undirected);
    const auto say = [&](const std::string &text) {
        if (options.say) options.say(text);
    };
    const bool may_be_binary = options.format.empty() || options.format == "grb";
    if (path != "-" && may_be_binary)
        if (std::optional<EdgeList> edges = map_binary_graph(path)) {
            require_ids(path, "grb", options);
            const bool is_changed =
                options.symmetrize || options.drop_self_loops || options.largest_component;
            if (is_changed || !options.may_be_packed) unpack_entries(*edges);
            transform(*edges, path, options);
            return std::move(*edges);
        }
    std::optional<GraphCache> cache;
    if (options.use_cache && path != "-") {
        cache.emplace(path, options);
        std::string why;
        if (std::optional<EdgeList> edges = cache->open(why)) {
            edges->origin += fmt::format("; from {}", cache->path());
            if (!options.may_be_packed) unpack_entries(*edges);
            return std::move(*edges);
        }
        if (!why.empty()) say(fmt::format("{}: not used, and made anew: {}", cache->path(), why));
    }
    const FileText text = read_graph_text(path, options, progress);
    EdgeList edges = parse_graph(text.view(), text.name, options, progress);
    edges.origin += undirected + member_text(path, text.name);
    try {
        if (cache) cache->write(edges);
    } catch (const InputError &error) {
        say(fmt::format("there will be no cache: {}", error.what()));
    }
    return edges;
}

const Format &output_format(const std::string &path, const std::string &to) {
    if (!to.empty()) return format_named(to);
    const std::string_view name = without_packing(path);
    const size_t slash = name.rfind('/');
    const size_t dot = name.rfind('.');
    const bool has_ending = dot != std::string_view::npos &&
                            (slash == std::string_view::npos || dot > slash + 1) && dot > 0;
    // A name without an ending, as of a pipe or standard output, means Matrix Market.
    if (!has_ending) return formats().front();
    const Format *const format = format_of_ending(name);
    if (format != nullptr) return *format;
    std::string endings;
    for (const Format &known : formats())
        for (const std::string_view ending : known.endings)
            endings += fmt::format("{}{}", endings.empty() ? "" : " ", ending);
    throw InputError(
        fmt::format("{}: nothing is written with the ending {}: the endings are {}, "
                    "each also with .gz, .zst or .bz2 behind it; --to names a format{}",
                    path, name.substr(dot), endings,
                    name.substr(dot) == ".parquet" ? "; .parquet needs a build with Arrow" : ""));
}

void write_graph(OutputFile &file, const EdgeList &edges, const Format &format,
                 const std::string &path, const std::string &comment) {
    if (edges.nrows != edges.ncols && format.name != "mtx" && format.name != "npz" &&
        format.name != "grb")
        throw InputError(fmt::format("{}: a matrix of {} x {} is no graph, which {} holds; mtx, "
                                     "npz and grb take it",
                                     path, edges.nrows, edges.ncols, format.name));
    const bool has_lines =
        format.name == "tsv" || format.name == "edges" || format.name == "adjlist";
    if (has_lines && edges.ids.are_words() && edges.ids.text().find('\n') != std::string::npos)
        throw InputError(fmt::format("{}: an id has a line end in it, which {} does not hold; csv "
                                     "and grb take it",
                                     path, format.name));
    constexpr uint64_t always = uint64_t{1} << 24;
    const bool has_offsets = format.name == "sg" || format.name == "wsg" ||
                             format.name == "metis" || format.name == "adjlist";
    if (has_offsets && edges.nrows > always && (edges.nrows - always) / 64 > edges.size())
        throw InputError(fmt::format("{}: {} vertices are too many for {} entries: {} holds a "
                                     "number for each",
                                     path, edges.nrows, edges.size(), format.name));
    if (format.name == "mtx")
        write_matrix_market(file, edges, comment);
    else if (format.name == "csv" || format.name == "tsv" || format.name == "edges")
        write_table(file, edges, format.name == "csv" ? ',' : '\t');
    else if (format.name == "el" || format.name == "wel")
        write_gap_lines(file, edges, format.name == "wel");
    else if (format.name == "metis")
        write_metis(file, edges, path);
    else if (format.name == "gr")
        write_dimacs(file, edges);
    else if (format.name == "adjlist")
        write_adjacency_lists(file, edges);
    else if (format.name == "npz")
        write_npz(file, edges);
    else if (format.name == "parquet")
        write_parquet_graph(file, path, edges);
    else if (format.name == "grb")
        write_binary_graph(file, edges, {}, {});
    else
        write_gap(file, edges, format.name == "wsg", path);
}

} // namespace grb::tool
