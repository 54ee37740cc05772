// The example in C++, which sees the typed functions and not the C11 polymorphic macros.
#include <GraphBLAS.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace {

void check(GrB_Info info) {
    if (info != GrB_SUCCESS) throw std::runtime_error("GrB_Info " + std::to_string(info));
}

void print_levels() {
    const std::array<GrB_Index, 12> from{0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 6};
    const std::array<GrB_Index, 12> to{1, 3, 4, 6, 5, 0, 2, 5, 2, 2, 3, 4};
    std::array<bool, 12> edge;
    edge.fill(true);
    const GrB_Index n = 7;

    GrB_Matrix graph = nullptr;
    check(GrB_Matrix_new(&graph, GrB_BOOL, n, n));
    check(GrB_Matrix_build_BOOL(graph, from.data(), to.data(), edge.data(), edge.size(), GrB_LOR));
    GrB_Vector level = nullptr;
    GrB_Vector frontier = nullptr;
    check(GrB_Vector_new(&level, GrB_INT32, n));
    check(GrB_Vector_new(&frontier, GrB_BOOL, n));
    check(GrB_Vector_setElement_BOOL(frontier, true, 0));

    GrB_Index reached = 1;
    for (std::int32_t depth = 0; reached > 0; ++depth) {
        check(GrB_Vector_assign_INT32(level, frontier, nullptr, depth, GrB_ALL, n, GrB_DESC_S));
        check(GrB_vxm(frontier, level, nullptr, GrB_LOR_LAND_SEMIRING_BOOL, frontier, graph,
                      GrB_DESC_RSC));
        check(GrB_Vector_nvals(&reached, frontier));
    }
    for (GrB_Index v = 0; v < n; ++v) {
        std::int32_t depth = -1;
        check(GrB_Vector_extractElement_INT32(&depth, level, v));
        std::printf("vertex %d: level %d\n", static_cast<int>(v), static_cast<int>(depth));
    }
    check(GrB_Matrix_free(&graph));
    check(GrB_Vector_free(&level));
    check(GrB_Vector_free(&frontier));
}

} // namespace

int main() {
    try {
        check(GrB_init(GrB_NONBLOCKING));
        print_levels();
        check(GrB_finalize());
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
    return 0;
}
