// The cache of graphs, FILE.grb. The target first corrects two fields that would stop an input at
// once: the state of the cached file, and the checksum.
#include "fuzz/edges.h"
#include "fuzz/session.h"

#include "io/checksum.h"
#include "io/formats.h"
#include "io/graph_cache.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using namespace grb::tool;

// The header's offsets and sizes.
constexpr std::size_t sum_at = 16, state_at = 24, state_bytes = 32, header_bytes = 144;

/// A file with a graph in a folder of its own, until the process ends.
class Source {
public:
    Source() {
        std::string folder =
            (std::filesystem::temp_directory_path() / "fuzz-cache-XXXXXX").string();
        FUZZ_CHECK(mkdtemp(folder.data()) != nullptr);
        folder_ = folder;
        put(path(), "1 2\n2 3\n");
        ReadOptions options;
        options.use_cache = true;
        read_graph(path(), options);
        std::ifstream stream(path() + ".grb", std::ios::binary);
        const std::string cache{std::istreambuf_iterator<char>(stream),
                                std::istreambuf_iterator<char>()};
        FUZZ_CHECK(cache.size() > header_bytes);
        state_ = cache.substr(state_at, state_bytes);
    }
    ~Source() { std::filesystem::remove_all(folder_); }
    Source(const Source &) = delete;
    Source &operator=(const Source &) = delete;

    std::string path() const { return folder_ + "/graph.txt"; }
    const std::string &state() const { return state_; }
    void put_cache(const std::string &bytes) const { put(path() + ".grb", bytes); }

private:
    static void put(const std::string &file, const std::string &bytes) {
        std::ofstream(file, std::ios::binary) << bytes;
    }

    std::string folder_, state_;
};

/// Completes the bytes as the cache's own writer would: with the state and the checksum.
std::string sealed(std::string bytes, const std::string &state) {
    bytes.replace(state_at, state_bytes, state);
    std::memset(&bytes[sum_at], 0, sizeof(std::uint64_t));
    const std::uint64_t sums[] = {
        checksum(bytes.data(), header_bytes),
        checksum(bytes.data() + header_bytes, bytes.size() - header_bytes)};
    const std::uint64_t sum = checksum(sums, sizeof sums);
    std::memcpy(&bytes[sum_at], &sum, sizeof sum);
    return bytes;
}

void check_graph(EdgeList edges, std::size_t bytes) {
    FUZZ_CHECK(!edges.is_undirected || edges.nrows == edges.ncols);
    fuzz::check_edges(edges, bytes);
    fuzz::check_matrix(edges);
    const std::uint64_t n = std::min(edges.nrows, edges.ncols);
    for (const std::uint64_t v : {std::uint64_t{0}, n / 2, n - (n > 0)})
        if (v < n) {
            const auto found = edges.ids.find(edges.ids.of(v), n);
            FUZZ_CHECK(!found || *found < n);
        }
}

/// Checks packed entries as an algorithm takes them: no row ends before it begins, and the last row
/// ends at the last entry.
bool row_offsets_are_good(const EdgeList &edges) {
    if (edges.packed == nullptr) return true;
    const auto offsets = row_offsets(edges);
    return std::is_sorted(offsets.begin(), offsets.end()) && offsets.front() == 0 &&
           offsets.back() == edges.size();
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const Source source;
    std::string bytes(reinterpret_cast<const char *>(data), size);
    source.put_cache(size < header_bytes ? bytes : sealed(bytes, source.state()));
    std::string why;
    auto edges = GraphCache(source.path(), {}).open(why);
    FUZZ_CHECK(edges.has_value() == why.empty());
    if (!edges) return 0;
    const std::uint64_t entries = edges->size();
    FUZZ_CHECK(row_offsets_are_good(*edges));
    unpack_entries(*edges);
    FUZZ_CHECK(edges->size() == entries);
    check_graph(std::move(*edges), size);
    return 0;
}
