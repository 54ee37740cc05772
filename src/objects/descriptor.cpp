// The predefined descriptors and GrB_ALL.
#include "objects/descriptor.hpp"

namespace {

/// Makes a predefined descriptor: the letters of its name tell its settings.
constexpr grb::Descriptor make_descriptor(const char *name) {
    grb::Descriptor descriptor{{}, {grb::Magic::descriptor, true}};
    descriptor.name = name;
    for (const char *letter = name + sizeof "GrB_DESC_" - 1; *letter != 0; letter++) {
        switch (*letter) {
        case 'R':
            descriptor.replace = true;
            break;
        case 'S':
            descriptor.mask_structure = true;
            break;
        case 'C':
            descriptor.mask_complement = true;
            break;
        case '0':
            descriptor.transpose0 = true;
            break;
        case '1':
            descriptor.transpose1 = true;
            break;
        default:
            break; // the T before a number
        }
    }
    return descriptor;
}

constexpr GrB_Index all_marker = 0;

} // namespace

/// Only the address of GrB_ALL matters: it stands for all indices.
constinit const GrB_Index *GrB_ALL = &all_marker;

#define GRB_DESCRIPTOR(NAME)                                                                 \
    static constinit grb::Descriptor descriptor_##NAME = make_descriptor("GrB_DESC_" #NAME); \
    constinit GrB_Descriptor GrB_DESC_##NAME = &descriptor_##NAME;

GRB_DESCRIPTOR(T1)
GRB_DESCRIPTOR(T0)
GRB_DESCRIPTOR(T0T1)
GRB_DESCRIPTOR(C)
GRB_DESCRIPTOR(S)
GRB_DESCRIPTOR(CT1)
GRB_DESCRIPTOR(ST1)
GRB_DESCRIPTOR(CT0)
GRB_DESCRIPTOR(ST0)
GRB_DESCRIPTOR(CT0T1)
GRB_DESCRIPTOR(ST0T1)
GRB_DESCRIPTOR(SC)
GRB_DESCRIPTOR(SCT1)
GRB_DESCRIPTOR(SCT0)
GRB_DESCRIPTOR(SCT0T1)
GRB_DESCRIPTOR(R)
GRB_DESCRIPTOR(RT1)
GRB_DESCRIPTOR(RT0)
GRB_DESCRIPTOR(RT0T1)
GRB_DESCRIPTOR(RC)
GRB_DESCRIPTOR(RS)
GRB_DESCRIPTOR(RCT1)
GRB_DESCRIPTOR(RST1)
GRB_DESCRIPTOR(RCT0)
GRB_DESCRIPTOR(RST0)
GRB_DESCRIPTOR(RCT0T1)
GRB_DESCRIPTOR(RST0T1)
GRB_DESCRIPTOR(RSC)
GRB_DESCRIPTOR(RSCT1)
GRB_DESCRIPTOR(RSCT0)
GRB_DESCRIPTOR(RSCT0T1)

#undef GRB_DESCRIPTOR
