#include "graph_cache.h"

#include "checksum.h"
#include "input_error.h"
#include "output_file.h"

#include "base/open_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace grb::tool {

namespace {

constexpr uint64_t magic = 0x3165686361436247; // "GbCache1"
constexpr uint32_t version = 1;
constexpr uint32_t byte_order = 0x01020304;

enum IdKind : uint32_t { plain, numbers, words };

/// What the cache begins with. Behind it: rows, columns, weights (where there are any), ids, their text, the options
/// and the origin.
struct Header {
    uint64_t magic;
    uint32_t version;
    uint32_t byte_order;
    uint64_t checksum; ///< of all bytes, with 0 here
    uint64_t source_bytes;
    int64_t source_seconds; ///< when it was changed
    int64_t source_nanoseconds;
    uint64_t source_sum; ///< of bytes at both ends
    uint64_t nrows, ncols, entries;
    uint32_t field, is_undirected, id_kind, unused;
    uint64_t base, ids, text_bytes, options_bytes, origin_bytes;
};

/// A file in memory, until nothing refers to it any more.
struct Mapping {
    Mapping(char *begin, size_t size) : begin(begin), size(size) {}
    ~Mapping() { munmap(begin, size); }
    Mapping(const Mapping &) = delete;
    Mapping &operator=(const Mapping &) = delete;
    char *begin;
    size_t size;
};

std::optional<FileState> state_of(const std::string &path) {
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
    return fmt::format("{};{};{};{};{};{};{};{};{}", options.format,
                       options.base ? static_cast<int>(*options.base) : -1,
                       fmt::join(options.columns, "\n"), options.has_words, options.is_directed,
                       static_cast<int>(options.duplicates), options.symmetrize,
                       options.drop_self_loops, options.largest_component);
}

uint64_t payload_bytes(const Header &h, bool &is_sound) {
    constexpr uint64_t most = uint64_t{1} << 58;
    constexpr uint64_t most_vertices = uint64_t{1} << 60;
    is_sound = h.nrows <= most_vertices && h.ncols <= most_vertices && h.base <= 1 &&
               h.entries < most / 32 && h.ids < most / 8 && h.text_bytes < most &&
               h.options_bytes < most && h.origin_bytes < most;
    const uint64_t numbers = h.entries * (h.field == 0 ? 2 : 3) + h.ids;
    return numbers * 8 + h.text_bytes + h.options_bytes + h.origin_bytes;
}

/// The checksum of a whole cache, with that of the header left out.
uint64_t sum_of(Header header, const char *payload, size_t bytes) {
    header.checksum = 0;
    const uint64_t sums[] = {checksum(&header, sizeof header), checksum(payload, bytes)};
    return checksum(sums, sizeof sums);
}

/// The reason not to use it, or nothing.
std::string fault_of(const Header &h, const FileState &source, uint64_t file_bytes) {
    if (h.magic != magic) return "it is no cache of a graph";
    if (h.byte_order != byte_order) return "it was made on a machine with another order of bytes";
    if (h.version != version)
        return fmt::format("it has version {}, this is {}", h.version, version);
    bool is_sound = false;
    const uint64_t expected = sizeof(Header) + payload_bytes(h, is_sound);
    if (!is_sound || expected != file_bytes)
        return fmt::format("it has {} bytes, its first lines say something else", file_bytes);
    if (h.source_bytes != source.bytes)
        return fmt::format("the file had {} bytes then, now {}", h.source_bytes, source.bytes);
    if (h.source_seconds != source.seconds || h.source_nanoseconds != source.nanoseconds)
        return "the file was written to since";
    if (h.source_sum != source.sum) return "the file has other bytes since";
    return {};
}

/// Whether all entries are inside of the matrix, sorted, each place once.
bool are_sound(const uint64_t *rows, const uint64_t *cols, const Header &h) {
    bool sound = true;
#pragma omp parallel for schedule(static) reduction(&& : sound)
    for (uint64_t k = 0; k < h.entries; ++k) {
        sound = sound && rows[k] < h.nrows && cols[k] < h.ncols;
        if (k > 0)
            sound = sound &&
                    (rows[k - 1] < rows[k] || (rows[k - 1] == rows[k] && cols[k - 1] < cols[k]));
    }
    return sound;
}

/// Reads the ids behind the weights. False where they are none.
bool read_ids(const Header &h, const uint64_t *table, const char *text, VertexIds &ids) {
    if (h.id_kind == plain) {
        ids = VertexIds(h.base);
        return h.ids == 0 && h.text_bytes == 0;
    }
    if (h.ids != std::max(h.nrows, h.ncols)) return false;
    if (h.id_kind == numbers) {
        for (uint64_t k = 1; k < h.ids; ++k)
            if (table[k - 1] >= table[k]) return false;
        ids = VertexIds::of_numbers({table, table + h.ids});
        return h.text_bytes == 0;
    }
    std::vector<std::string_view> all;
    all.reserve(h.ids);
    for (uint64_t k = 0; k < h.ids; ++k) {
        const uint64_t begin = k == 0 ? 0 : table[k - 1];
        if (begin > table[k] || table[k] > h.text_bytes) return false;
        all.emplace_back(text + begin, table[k] - begin);
    }
    ids = VertexIds::of_words(all);
    return h.id_kind == words;
}

/// The graph in a mapped file that fault_of() found no fault in.
std::optional<EdgeList> graph_in(const std::shared_ptr<Mapping> &file, const Header &h,
                                 const std::string &options, std::string &why) {
    char *const payload = file->begin + sizeof(Header);
    auto *const rows = reinterpret_cast<uint64_t *>(payload);
    uint64_t *const cols = rows + h.entries;
    auto *const weights = reinterpret_cast<double *>(cols + h.entries);
    const uint64_t weight_count = h.field == 0 ? 0 : h.entries;
    const auto *const ids = reinterpret_cast<const uint64_t *>(weights + weight_count);
    const char *const text = reinterpret_cast<const char *>(ids + h.ids);
    if (options != std::string_view(text + h.text_bytes, h.options_bytes)) {
        why = "it was made with other options";
        return std::nullopt;
    }
    EdgeList edges;
    if (h.checksum != sum_of(h, payload, file->size - sizeof(Header)) || h.field > 2 ||
        (h.is_undirected != 0 && h.nrows != h.ncols) || !are_sound(rows, cols, h) ||
        !read_ids(h, ids, text, edges.ids)) {
        why = "it is damaged";
        return std::nullopt;
    }
    edges.nrows = h.nrows;
    edges.ncols = h.ncols;
    edges.field = static_cast<Field>(h.field);
    edges.is_undirected = h.is_undirected != 0;
    edges.origin.assign(text + h.text_bytes + h.options_bytes, h.origin_bytes);
    const auto adopt = [&](auto &buffer, auto *elements, uint64_t count) {
        using Element = std::remove_pointer_t<decltype(elements)>;
        if (count == 0) return;
        const UninitialisedAllocator<Element> given(file, elements, count);
        buffer = Buffer<Element>(count, given);
    };
    adopt(edges.rows, rows, h.entries);
    adopt(edges.cols, cols, h.entries);
    adopt(edges.weights, weights, weight_count);
    return edges;
}

std::string_view bytes_of(const void *data, size_t bytes) {
    return {static_cast<const char *>(data), bytes};
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
    struct stat status {};
    Header header{};
    if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
        pread(file.number(), &header, sizeof header, 0) != static_cast<ssize_t>(sizeof header)) {
        why = "it is no cache of a graph";
        return std::nullopt;
    }
    const auto size = static_cast<size_t>(status.st_size);
    why = fault_of(header, *state_, size);
    if (!why.empty()) return std::nullopt;
    // Written pages are this process's alone.
    void *const begin =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file.number(), 0);
    if (begin == MAP_FAILED) {
        why = fmt::format("cannot map: {}", std::strerror(errno));
        return std::nullopt;
    }
    const auto mapping = std::make_shared<Mapping>(static_cast<char *>(begin), size);
    return graph_in(mapping, header, options_, why);
}

void GraphCache::write(const EdgeList &edges) const {
    if (!state_) throw InputError(fmt::format("{}: only files have a cache", file_path_));
    if (state_of(file_path_) != state_)
        throw InputError(fmt::format("{}: the file changed while it was read", file_path_));
    const std::vector<uint64_t> &table = edges.ids.table();
    const std::string &text = edges.ids.text();
    Header h{};
    h.magic = magic;
    h.version = version;
    h.byte_order = byte_order;
    h.source_bytes = state_->bytes;
    h.source_seconds = state_->seconds;
    h.source_nanoseconds = state_->nanoseconds;
    h.source_sum = state_->sum;
    h.nrows = edges.nrows;
    h.ncols = edges.ncols;
    h.entries = edges.size();
    h.field = static_cast<uint32_t>(edges.field);
    h.is_undirected = edges.is_undirected;
    h.id_kind = edges.ids.is_plain() ? plain : edges.ids.are_words() ? words : numbers;
    h.base = edges.ids.base();
    h.ids = table.size();
    h.text_bytes = text.size();
    h.options_bytes = options_.size();
    h.origin_bytes = edges.origin.size();
    const std::string_view parts[] = {
        bytes_of(edges.rows.data(), 8 * edges.rows.size()),
        bytes_of(edges.cols.data(), 8 * edges.cols.size()),
        bytes_of(edges.weights.data(), edges.is_pattern() ? 0 : 8 * edges.weights.size()),
        bytes_of(table.data(), 8 * table.size()),
        text,
        options_,
        edges.origin};
    Checksum sum;
    for (const std::string_view part : parts) sum.add(part.data(), part.size());
    const uint64_t sums[] = {checksum(&h, sizeof h), sum.value()};
    h.checksum = checksum(sums, sizeof sums);
    OutputFile file(cache_path_);
    file.write(bytes_of(&h, sizeof h));
    for (const std::string_view part : parts) file.write(part);
    file.finish();
}

} // namespace grb::tool
