// Reads graphs in shares, and cuts those that are read whole.
#include "graph_share.h"

#include "file_memory.h"
#include "formats.h"
#include "graph_cache.h"
#include "graph_spec.h"
#include "input_error.h"
#include "matrix_market.h"
#include "vertex_list.h"

#include "base/open_file.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace grb::tool {

namespace {

/// Keeps entries [begin, end).
void keep_range(EdgeList &edges, uint64_t begin, uint64_t end) {
    const auto keep = [&](auto &buffer) {
        if (buffer.empty()) return;
        const auto first = buffer.begin();
        buffer = std::decay_t<decltype(buffer)>(first + static_cast<int64_t>(begin),
                                                first + static_cast<int64_t>(end));
    };
    keep(edges.rows);
    keep(edges.cols);
    keep(edges.weights);
}

/// The part of a graph that every process has.
GraphShare cut(EdgeList edges, const RangePart &part) {
    GraphShare share;
    share.all_entries = edges.size();
    const uint64_t begin = part.begin(edges.size()), end = part.end(edges.size());
    if (edges.packed == nullptr) {
        keep_range(edges, begin, end);
        share.edges = std::move(edges);
        return share;
    }
    const std::shared_ptr<const PackedRows> packed = std::exchange(edges.packed, nullptr);
    edges.is_undirected = packed->is_symmetric;
    edges.rows.resize(end - begin);
    edges.cols.resize(end - begin);
    edges.weights.resize(edges.is_pattern() ? 0 : end - begin);
    uint64_t low = 0, high = edges.nrows;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        (packed->offset(middle) <= begin ? low : high) = middle;
    }
    for (uint64_t k = begin; k < end; ++k) {
        while (packed->offset(low + 1) <= k) ++low;
        edges.rows[k - begin] = low;
        edges.cols[k - begin] = packed->columns[k];
        if (!edges.is_pattern()) edges.weights[k - begin] = packed->value(k);
    }
    require_unchanged_files();
    share.edges = std::move(edges);
    return share;
}

/// Lets the processes do something one after the other.
template <class Action>
auto by_turns(Processes &group, const Action &action) {
    for (uint64_t p = 0; p < group.rank(); ++p) group.agree();
    auto result = action();
    for (uint64_t p = group.rank(); p < group.size(); ++p) group.agree();
    return result;
}

/// A text that all processes have.
struct SharedText {
    std::shared_ptr<void> file; ///< mapped; null: the text is in `sent`
    size_t file_bytes = 0;
    std::string sent, name;

    std::string_view view() const {
        return file == nullptr
                   ? std::string_view(sent)
                   : std::string_view(static_cast<const char *>(file.get()), file_bytes);
    }
};

/// A file that can be mapped; no bytes for any other, and standard input.
struct Mappable {
    uint64_t bytes = 0;
    bool is_binary = false; ///< a graph in binary; else plain text

    bool operator==(const Mappable &) const = default;
};

Mappable look_at(const std::string &path) {
    struct stat status {};
    if (path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    OpenFile file;
    file.open(open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string start(size_t{1} << 12, '\0');
    const ssize_t got = file.is_open() ? pread(file.number(), start.data(), start.size(), 0) : 0;
    start.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
    Mappable found{static_cast<uint64_t>(status.st_size), begins_as_binary_graph(start)};
    if (!found.is_binary && !is_plain_text(start, path)) found = {};
    return found;
}

/// Returns the finding of process 0. Throws InputError in a process with another one.
Mappable look_together(const std::string &path, Processes &group) {
    const Mappable own = look_at(path);
    const auto [bytes, is_binary] = group.gather_numbers(own).front();
    const Mappable first{bytes, is_binary};
    if (first.bytes != 0 && own != first)
        throw InputError(fmt::format("{}: process {} does not have the file of {} bytes that "
                                     "process 0 has",
                                     path, group.rank(), bytes));
    group.agree();
    return first;
}

void map_text(const std::string &path, uint64_t bytes, SharedText &text) {
    OpenFile file;
    file.open(open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) throw InputError(fmt::format("{}: cannot open", path));
    text.file = file_memory(file, path, bytes, 0);
    text.file_bytes = bytes;
    text.name = path;
}

/// Reads a text in process 0, which sends it to all.
void send_text(const std::string &path, SharedText &text, const Progress &progress,
               const ReadOptions &options, Processes &group) {
    constexpr size_t block = size_t{64} << 20;
    const bool is_reader = group.rank() == 0;
    const FileText own = is_reader ? read_graph_text(path, options, progress) : FileText();
    text.name = group.gather(own.name).front();
    const uint64_t bytes = group.gather_numbers<uint64_t>(own.view().size()).front();
    text.sent.reserve(bytes);
    for (uint64_t at = 0; at < bytes; at += block)
        text.sent += group.gather(is_reader ? own.view().substr(at, block) : "").front();
}

/// Reads the share of a text, if its format is read in shares.
std::optional<GraphShare> parse_share(const SharedText &text, const ReadOptions &options,
                                      const Progress &progress, Processes &group) {
    const std::string_view format = format_of(text.view(), text.name, options);
    GraphShare share;
    if (format == "mtx") {
        share.edges = parse_matrix_market_share(text.view(), text.name, progress, options, group);
        return share;
    }
    const std::optional<TableKind> kind = table_kind(format);
    if (!kind) return std::nullopt;
    std::optional<TableShare> table =
        parse_table_share(text.view(), text.name, *kind, options, progress, group);
    if (!table) return std::nullopt;
    share.edges = std::move(table->edges);
    share.symmetrize = table->is_undirected;
    share.tells_repeated = table->tells_repeated;
    share.origin_end = std::move(table->origin_end);
    if (!options.vertices.empty()) {
        std::string origin = std::exchange(share.edges.origin, {});
        add_vertices(share.edges, text.name, options);
        share.origin_end += std::exchange(share.edges.origin, std::move(origin));
    }
    return share;
}

/// Adds the transformations that the options ask for.
void add_options(GraphShare &share, const ReadOptions &options) {
    share.duplicates = share.mirrored = options.duplicates;
    share.drop_self_loops = options.drop_self_loops;
    share.symmetrize = share.symmetrize || options.symmetrize;
}

/// Reads the share of a text file, and of all that process 0 alone can read.
GraphShare share_of_text(const std::string &path, const Mappable &mappable,
                         const Progress &progress, const ReadOptions &given, Processes &group) {
    std::string undirected;
    const ReadOptions options = with_files_beside(path, given, undirected);
    SharedText text;
    if (mappable.bytes != 0)
        map_text(path, mappable.bytes, text);
    else
        send_text(path, text, progress, options, group);
    group.agree();
    std::optional<GraphShare> share = parse_share(text, options, progress, group);
    if (!share) {
        share = cut(parse_graph(text.view(), text.name, options, progress), group.part());
        share->edges.origin += undirected + member_text(path, text.name);
        return std::move(*share);
    }
    share->all_entries = group.sum(share->edges.size());
    share->origin_end += undirected + member_text(path, text.name);
    add_options(*share, options);
    require_unchanged_files();
    return std::move(*share);
}

/// Maps a graph in binary and takes a part of its entries.
GraphShare share_of_binary(const std::string &path, const ReadOptions &options, Processes &group) {
    std::optional<EdgeList> edges = map_binary_graph(path, 0, group);
    if (!edges) throw InputError(fmt::format("{}: the file changed while it was used", path));
    GraphShare share = cut(std::move(*edges), group.part());
    add_options(share, options);
    return share;
}

GraphShare share_of_file(const std::string &path, const Progress &progress,
                         const ReadOptions &options, Processes &group) {
    // Process 0 makes the cache. Options that do not fit a graph in binary get their usual error.
    const Mappable mappable = look_together(path, group);
    const bool is_misfit =
        mappable.is_binary && (options.base || !options.vertices.empty() ||
                               (!options.format.empty() && options.format != "grb"));
    if (options.use_cache || options.largest_component || is_misfit)
        return cut(by_turns(group, [&] { return load_graph(path, progress, options); }),
                   group.part());
    return mappable.is_binary ? share_of_binary(path, options, group)
                              : share_of_text(path, mappable, progress, options, group);
}

GraphShare generated_share(const GraphSpec &spec, const ReadOptions &options, Processes &group) {
    const bool is_whole = spec.generator == "like" || options.largest_component;
    if (is_whole) return cut(load_graph(spec, {}, options), group.part());
    GraphShare share;
    share.edges = generate_graph(spec, options, group.part());
    share.all_entries = group.sum(share.edges.size());
    add_options(share, options);
    share.duplicates = Duplicates::first;
    return share;
}

} // namespace

GraphShare load_share(const std::string &text, const Progress &progress, const ReadOptions &options,
                      Processes &group) {
    const GraphSpec spec = parse_graph_spec(text);
    if (!spec.generator.empty()) return generated_share(spec, options, group);
    return share_of_file(text, progress, options, group);
}

} // namespace grb::tool
