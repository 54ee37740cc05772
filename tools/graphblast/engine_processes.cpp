// Sessions, and the data of several processes.
#include "engine.h"

#include <graphblast/grx_team.h>

namespace grb::tool {

namespace {

bool is_joined_ = false;

} // namespace

Session::Session(Kind kind) {
    is_own_ = !is_joined_;
    if (!is_own_) return;
    if (kind == Kind::alone) {
        check(GrB_init(GrB_NONBLOCKING), "GrB_init");
        return;
    }
    check(GrX_init_launched(GrB_NONBLOCKING), "GrX_init_launched");
    is_joined_ = true;
}

Session::~Session() {
    if (!is_own_) return;
    GrB_finalize();
    is_joined_ = false;
}

Launch launched() {
    Launch launch;
    check(GrX_launched(&launch.rank, &launch.size), "GrX_launched");
    return launch;
}

std::vector<std::string> gather_bytes(std::string_view own) {
    std::vector<GrB_Index> begins(static_cast<size_t>(launched().size) + 1);
    check(GrX_gather_bytes(nullptr, begins.data(), own.data(), own.size()), "GrX_gather_bytes");
    std::string all(begins.back(), '\0');
    check(GrX_gather_bytes(all.data(), begins.data(), own.data(), own.size()), "GrX_gather_bytes");
    std::vector<std::string> parts;
    for (size_t p = 0; p + 1 < begins.size(); ++p)
        parts.push_back(all.substr(begins[p], begins[p + 1] - begins[p]));
    return parts;
}

void build_from_shares(GrB_Matrix A, const Tuples &own, GrB_Type type, GrB_BinaryOp duplicates) {
    const GrB_Info info =
        GrX_Matrix_build_local(A, own.rows, own.columns, own.values, type, own.count, duplicates);
    const char *why = nullptr;
    if (info < GrB_SUCCESS) GrB_Matrix_error(&why, A);
    check(info, "GrX_Matrix_build_local", why);
}

} // namespace grb::tool
