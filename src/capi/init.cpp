// Context: GrB_init, GrB_finalize, GrB_getVersion, and the object that stands for the library.
#include "capi/guard.hpp"

using namespace grb;

namespace {
constinit GrB_Global_opaque global_{{Magic::global, true}};
}

constinit const GrB_Global GrB_GLOBAL = &global_;

GrB_Info GrB_init(GrB_Mode mode) {
    return guard_always(__func__, nullptr, [&] {
        const int number = number_of(mode);
        if (number != GrB_NONBLOCKING && number != GrB_BLOCKING) {
            throw Error(GrB_INVALID_VALUE, "mode %d is neither GrB_BLOCKING nor GrB_NONBLOCKING",
                        number);
        }
        context().initialise(number);
    });
}

GrB_Info GrB_finalize(void) {
    return guard(__func__, nullptr, [] { context().finalise(); });
}

GrB_Info GrB_getVersion(unsigned int *version, unsigned int *subversion) {
    return guard_always(__func__, nullptr, [&] {
        required_pointer(version, "version");
        required_pointer(subversion, "subversion");
        *version = GRB_VERSION;
        *subversion = GRB_SUBVERSION;
    });
}
