// Keeps binary caches beside graph files.
#include "graph_cache.h"

#include "checksum.h"
#include "input_error.h"

#include "base/open_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

namespace grb::tool {

namespace {

/// The caller asks before it opens a file: opening a pipe takes it from its other reader.
bool is_regular_file(const std::string &path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::optional<FileState> state_of(const std::string &path) {
    if (!is_regular_file(path)) return std::nullopt;
    OpenFile file;
    file.open(open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!file.is_open() || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    FileState state{static_cast<uint64_t>(status.st_size), status.st_mtim.tv_sec,
                    status.st_mtim.tv_nsec, 0};
    constexpr size_t end_bytes = 1 << 16;
    std::string bytes(2 * end_bytes, '\0');
    const auto size = static_cast<off_t>(state.bytes);
    const off_t tail = std::max<off_t>(0, size - static_cast<off_t>(end_bytes));
    const ssize_t first = pread(file.number(), bytes.data(), end_bytes, 0);
    const ssize_t last = pread(file.number(), bytes.data() + end_bytes, end_bytes, tail);
    if (first < 0 || last < 0) return std::nullopt;
    state.sum = checksum(bytes.data(), bytes.size());
    return state;
}

std::string text_of(const ReadOptions &options) {
    const std::optional<FileState> known =
        options.vertices.empty() ? std::nullopt : state_of(options.vertices);
    const FileState vertices = known.value_or(FileState());
    return fmt::format("{};{};{};{};{};{};{};{};{};{};{};{};{};{};{}", options.format,
                       options.base ? static_cast<int>(*options.base) : -1,
                       fmt::join(options.columns, "\n"), options.has_words, options.is_directed,
                       static_cast<int>(options.duplicates), options.symmetrize,
                       options.drop_self_loops, options.largest_component, options.has_comments,
                       options.vertices, vertices.bytes, vertices.seconds, vertices.nanoseconds,
                       vertices.sum);
}

/// The size of a regular file; 0 for other files.
size_t size_of(const OpenFile &file) {
    struct stat status {};
    const bool is_regular = fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode);
    return is_regular ? static_cast<size_t>(status.st_size) : 0;
}

/// The graph in an open file.
std::optional<EdgeList> graph_in_file(const OpenFile &file, const std::string &name,
                                      size_t largest_copy, const FileState *source,
                                      const std::string &options, std::string &why,
                                      Processes &group) {
    const size_t size = size_of(file);
    if (size == 0) {
        why = "it is no cache of a graph";
        return std::nullopt;
    }
    const std::shared_ptr<void> memory = file_memory(file, name, size, largest_copy);
    return graph_in(memory, {static_cast<const char *>(memory.get()), size}, source, options, why,
                    group);
}

/// Returns the graph with its origin, or throws the error.
EdgeList required(std::optional<EdgeList> edges, const std::string &name, const std::string &why) {
    if (!edges) throw InputError(fmt::format("{}: no graph can be taken from it: {}", name, why));
    constexpr std::string_view kind = "graph in binary";
    if (edges->origin.empty())
        edges->origin = fmt::format("{}, ids {}", kind, edges->ids.describe());
    else if (edges->origin.rfind(kind, 0) != 0)
        edges->origin = fmt::format("{}, once {}", kind, edges->origin);
    return std::move(*edges);
}

} // namespace

GraphCache::GraphCache(const std::string &path, const ReadOptions &options)
    : file_path_(path), cache_path_(path + ".grb"), options_(text_of(options)),
      state_(state_of(path)) {}

std::optional<EdgeList> GraphCache::open(std::string &why) const {
    OpenFile file;
    file.open(open_file(AT_FDCWD, cache_path_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!state_ || !file.is_open()) {
        if (state_ && errno != ENOENT) why = fmt::format("cannot open: {}", std::strerror(errno));
        return std::nullopt;
    }
    try {
        Processes alone;
        return graph_in_file(file, cache_path_, largest_copied_file(), &*state_, options_, why,
                             alone);
    } catch (const InputError &error) {
        why = error.what();
        return std::nullopt;
    }
}

void GraphCache::write(const EdgeList &edges) const {
    if (!state_) throw InputError(fmt::format("{}: only files have a cache", file_path_));
    if (edges.has_lost_order)
        throw InputError(fmt::format("{}: its complex values would be lost", file_path_));
    if (state_of(file_path_) != state_)
        throw InputError(fmt::format("{}: the file changed while it was read", file_path_));
    OutputFile file(cache_path_);
    write_binary_graph(file, edges, *state_, options_);
    file.finish();
}

std::optional<EdgeList> map_binary_graph(const std::string &path, size_t largest_copy) {
    Processes alone;
    return map_binary_graph(path, largest_copy, alone);
}

std::optional<EdgeList> map_binary_graph(const std::string &path, size_t largest_copy,
                                         Processes &group) {
    if (!is_regular_file(path)) return std::nullopt;
    OpenFile file;
    file.open(open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC));
    char start[8] = {};
    if (!file.is_open() || size_of(file) < sizeof start ||
        pread(file.number(), start, sizeof start, 0) != static_cast<ssize_t>(sizeof start) ||
        !begins_as_binary_graph({start, sizeof start}))
        return std::nullopt;
    std::string why;
    std::optional<EdgeList> edges =
        graph_in_file(file, path, largest_copy, nullptr, {}, why, group);
    return required(std::move(edges), path, why);
}

EdgeList parse_binary_graph(std::string_view bytes, const std::string &name) {
    const auto memory = std::make_shared<Buffer<uint64_t>>((bytes.size() + 7) / 8);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char *>(memory->data()));
    const std::shared_ptr<void> owner(memory, memory->data());
    std::string why;
    Processes alone;
    std::optional<EdgeList> edges =
        graph_in(owner, {reinterpret_cast<const char *>(memory->data()), bytes.size()}, nullptr, {},
                 why, alone);
    return required(std::move(edges), name, why);
}

} // namespace grb::tool
