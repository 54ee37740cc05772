// The tool's readers of all formats. The first byte gives the format (0: by the content), the
// second the options. GRAPHBLAST_FUZZ_FORMAT=csv keeps to one of them.
#include "fuzz/edges.h"
#include "fuzz/session.h"

#include "io/formats.h"
#include "io/input_error.h"
#include "io/members.h"

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace {

grb::tool::ReadOptions options_of(std::uint8_t format, std::uint8_t bits) {
    using namespace grb::tool;
    ReadOptions options;
    const std::size_t number = format % (formats().size() + 1);
    static const char *const only = std::getenv("GRAPHBLAST_FUZZ_FORMAT");
    if (number > 0) options.format = formats()[number - 1].name;
    if (only != nullptr) options.format = only;
    options.has_words = (bits & 1) != 0;
    options.symmetrize = (bits & 2) != 0;
    options.is_directed = (bits & 2) == 0 && (bits & 4) != 0;
    options.drop_self_loops = (bits & 8) != 0;
    options.largest_component = (bits & 16) != 0;
    options.duplicates = static_cast<Duplicates>(bits >> 5 & 3);
    if ((bits & 128) != 0) options.base = 0;
    return options;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace fuzz;
    using namespace grb::tool;
    if (size < 2) return 0;
    const ReadOptions options = options_of(data[0], data[1]);
    const std::string bytes(reinterpret_cast<const char *>(data) + 2, size - 2);
    try {
        std::string text = unpack(bytes, "fuzz");
        FUZZ_CHECK(text.size() <= longest_text(size));
        std::string name = "fuzz";
        if (std::optional<ArchiveMember> member = graph_member(text, name)) {
            FUZZ_CHECK(member->bytes.size() <= longest_text(text.size()));
            name = member->name;
            text = unpack(std::move(member->bytes), name);
        }
        const EdgeList edges = parse_graph(text, name, options);
        // A zip archive and the pages of Parquet expand once more.
        const bool expands = text.rfind("PK", 0) == 0 || text.rfind("PAR1", 0) == 0;
        check_edges(edges, expands ? longest_text(text.size()) : text.size());
        check_matrix(edges);
        for (const std::uint64_t v : {std::uint64_t{0}, edges.nrows - (edges.nrows > 0)})
            if (v < edges.nrows && edges.nrows == edges.ncols)
                FUZZ_CHECK(edges.ids.find(edges.ids.of(v), edges.nrows) == v);
    } catch (const InputError &error) {
        FUZZ_CHECK(std::string(error.what()).rfind("fuzz: ", 0) == 0);
    }
    return 0;
}
