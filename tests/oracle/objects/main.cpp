// Prints the results of each predefined object of SuiteSparse. compare_objects.py runs the program
// with both libraries.
//
//   oracle_objects VERSION
//
// VERSION (as 2.1) must be what GrB_getVersion says.
#include "oracle/objects/objects.hpp"

#include <cstring>

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: oracle_objects VERSION\n");
        return 2;
    }
    unsigned int version = 0, subversion = 0;
    if (GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS ||
        GrB_getVersion(&version, &subversion) != GrB_SUCCESS ||
        std::to_string(version) + "." + std::to_string(subversion) != argv[1])
        return 3;
    grb::oracle::print_unary_operators();
    grb::oracle::print_binary_operators();
    grb::oracle::print_all_casts();
    grb::oracle::print_monoids();
    grb::oracle::print_semirings();
    grb::oracle::print_positions();
    std::puts("end");
    return GrB_finalize() == GrB_SUCCESS ? 0 : 4;
}
