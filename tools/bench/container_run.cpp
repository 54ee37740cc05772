// Loads a graph of many entries from a container and unloads it: seconds, memory, copies.
//
//   container_run LIBRARY ENTRIES [RUNS]
//
// The program opens LIBRARY at run time: this one, or SuiteSparse:GraphBLAS from 10 on. The graph
// has a row for each 1024 entries, 32-bit positions and iso values. Prints two JSON objects, a line
// each: the run's settings; then, for each run, the seconds to load and to unload and whether the
// array of positions came back at the same address, and the peak memory of the process beside the
// bytes of the array.
#include "record/run_record.h"

#include <suitesparse/GraphBLAS.h>

#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <sys/resource.h>

namespace {

void *image = nullptr;

/// A function of the library, by name.
template <class F>
F *find(const char *name, F *) {
    void *const address = dlsym(image, name);
    if (address == nullptr) {
        std::fprintf(stderr, "no %s\n", name);
        std::exit(2);
    }
    F *function = nullptr;
    std::memcpy(&function, &address, sizeof function);
    return function;
}
#define CALL(name) find(#name, static_cast<decltype(&::name)>(nullptr))

void require(GrB_Info info, const char *what) {
    if (info == GrB_SUCCESS) return;
    std::fprintf(stderr, "%s: %d\n", what, static_cast<int>(info));
    std::exit(2);
}

GrB_Type type(const char *name) {
    GrB_Type handle = nullptr;
    std::memcpy(&handle, dlsym(image, name), sizeof handle);
    return handle;
}

double now() {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

void fill(GrB_Vector component, void *array, const char *type_name, std::uint64_t n,
          std::uint64_t bytes) {
    void *given = array;
    require(
        CALL(GxB_Vector_load)(component, &given, type(type_name), n, bytes, GrB_DEFAULT, nullptr),
        "GxB_Vector_load");
}

constexpr std::uint64_t in_row = 1024;

/// Fills the container with the arrays of the graph.
void fill_container(GxB_Container box, std::uint64_t entries) {
    const std::uint64_t rows = entries / in_row, columns = rows < in_row ? in_row : rows;
    auto *const offsets = static_cast<std::uint32_t *>(std::malloc((rows + 1) * 4));
    auto *const indices = static_cast<std::uint32_t *>(std::malloc(entries * 4));
    auto *const value = static_cast<double *>(std::malloc(sizeof(double)));
    if (offsets == nullptr || indices == nullptr || value == nullptr)
        require(GrB_OUT_OF_MEMORY, "");
    for (std::uint64_t row = 0; row <= rows; row++)
        offsets[row] = static_cast<std::uint32_t>(row * in_row);
    const std::uint64_t step = columns / in_row;
    for (std::uint64_t k = 0; k < entries; k++)
        indices[k] = static_cast<std::uint32_t>(k % in_row * step);
    *value = 1;
    fill(box->p, offsets, "GrB_UINT32", rows + 1, (rows + 1) * 4);
    fill(box->i, indices, "GrB_INT32", entries, entries * 4);
    fill(box->x, value, "GrB_FP64", 1, sizeof(double));
    box->nrows = rows;
    box->ncols = columns;
    box->nrows_nonempty = static_cast<std::int64_t>(rows);
    box->ncols_nonempty = -1;
    box->nvals = entries;
    box->format = GxB_SPARSE;
    box->orientation = GrB_ROWMAJOR;
    box->iso = true;
    box->jumbled = false;
}

/// The address of the array of positions, which stays in the container.
const void *address_of(GrB_Vector component) {
    void *array = nullptr;
    GrB_Type domain = nullptr;
    std::uint64_t n = 0, bytes = 0;
    int handling = 0;
    require(CALL(GxB_Vector_unload)(component, &array, &domain, &n, &bytes, &handling, nullptr),
            "GxB_Vector_unload");
    const void *const address = array;
    require(CALL(GxB_Vector_load)(component, &array, domain, n, bytes, handling, nullptr),
            "GxB_Vector_load");
    return address;
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    image = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (image == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    const std::uint64_t entries = std::strtoull(argv[2], nullptr, 10) / in_row * in_row;
    const int runs = argc > 3 ? std::atoi(argv[3]) : 3;
    require(CALL(GrB_init)(GrB_NONBLOCKING), "GrB_init");
    GxB_Container box = nullptr;
    GrB_Matrix A = nullptr;
    require(CALL(GxB_Container_new)(&box), "GxB_Container_new");
    require(CALL(GrB_Matrix_new)(&A, type("GrB_FP64"), 0, 0), "GrB_Matrix_new");
    fill_container(box, entries);
    std::string loads, unloads, same;
    for (int run = 0; run < runs; run++) {
        const void *const before = address_of(box->i);
        const double start = now();
        require(CALL(GxB_load_Matrix_from_Container)(A, box, nullptr), "load");
        const double loaded = now();
        GrB_Index nvals = 0;
        require(CALL(GrB_Matrix_nvals)(&nvals, A), "GrB_Matrix_nvals");
        if (nvals != entries) require(GrB_PANIC, "the number of entries");
        const double asked = now();
        require(CALL(GxB_unload_Matrix_into_Container)(A, box, nullptr), "unload");
        const double unloaded = now();
        const std::string comma = run == 0 ? "" : ",";
        loads += comma + std::to_string(loaded - start);
        unloads += comma + std::to_string(unloaded - asked);
        same += comma + (address_of(box->i) == before ? "true" : "false");
    }
    require(CALL(GrB_Matrix_free)(&A), "GrB_Matrix_free");
    require(CALL(GxB_Container_free)(&box), "GxB_Container_free");
    require(CALL(GrB_finalize)(), "GrB_finalize");
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("{\"run\": %s}\n", grb::tool::run_record({}).c_str());
    std::printf("{\"library\": \"%s\", \"entries\": %" PRIu64 ", \"positions_mb\": %" PRIu64
                ", \"most_mb\": %ld, \"load_s\": [%s], \"unload_s\": [%s], \"same_array\": [%s]}\n",
                argv[1], entries, entries * 4 / 1000000, used.ru_maxrss * 1024 / 1000000,
                loads.c_str(), unloads.c_str(), same.c_str());
    return 0;
}
