// Prints the results of random calls of the API, one block per case. The program links to names of
// the API 2.0 only, so another library can take the place of this one; compare.py does that.
//
//   oracle_calls VERSION FIRST COUNT [show]
//
// VERSION (as 2.1) must be what GrB_getVersion says; `show` prints the operands too.
#include "oracle/calls.h"

#include <cstdio>
#include <cstdlib>

namespace {

bool is_version(const char *expected) {
    unsigned int version = 0, subversion = 0;
    if (GrB_getVersion(&version, &subversion) != GrB_SUCCESS) return false;
    const std::string found = std::to_string(version) + "." + std::to_string(subversion);
    if (found == expected) return true;
    std::fprintf(stderr, "the library says version %s, not %s\n", found.c_str(), expected);
    return false;
}

void run_case(const grb::oracle::Algebra &algebra, std::uint64_t number, bool shows_operands) {
    const std::vector<grb::oracle::Operation> &list = grb::oracle::operations();
    const grb::oracle::Operation &operation = list[number % list.size()];
    std::printf("case %llu %s\n", static_cast<unsigned long long>(number), operation.name);
    grb::oracle::Case c(algebra, number, operation.allows_long_dimensions);
    c.shows_operands = shows_operands;
    operation.run(c);
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: oracle_calls VERSION FIRST COUNT [show]\n");
        return 2;
    }
    if (GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS || !is_version(argv[1])) return 3;
    const std::uint64_t first = std::strtoull(argv[2], nullptr, 10);
    const std::uint64_t count = std::strtoull(argv[3], nullptr, 10);
    grb::oracle::make_pair_type();
    {
        const grb::oracle::Algebra algebra;
        for (std::uint64_t k = 0; k < count; ++k) run_case(algebra, first + k, argc > 4);
    }
    grb::oracle::free_pair_type();
    std::puts("end");
    return GrB_finalize() == GrB_SUCCESS ? 0 : 4;
}
