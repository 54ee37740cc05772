// The tool's reader of Matrix Market files, plain or compressed.
#include "fuzz/edges.h"
#include "fuzz/session.h"

#include "io/input_error.h"
#include "io/matrix_market.h"

#include <string>

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace fuzz;
    using namespace grb::tool;
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    try {
        const std::string text = unpack(bytes, "fuzz.mtx");
        FUZZ_CHECK(text.size() <= longest_text(size));
        const EdgeList edges = parse_matrix_market(text, "fuzz.mtx");
        check_edges(edges, text.size());
        check_matrix(edges);
    } catch (const InputError &error) {
        FUZZ_CHECK(std::string(error.what()).rfind("fuzz.mtx: ", 0) == 0);
    }
    return 0;
}
