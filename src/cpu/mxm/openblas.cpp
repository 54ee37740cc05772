// OpenBLAS, opened on first use: a program without such products starts none of its threads. This
// library's own threads each call it for a partition of C, and meanwhile OpenBLAS runs no threads
// of its own.
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "cpu/mxm/gemm.hpp"

#ifdef GRAPHBLAST_HAS_OPENBLAS
#include <atomic>
#include <cblas.h>
#include <dlfcn.h>
#include <mutex>
#include <unistd.h>
#endif

namespace grb {

#ifdef GRAPHBLAST_HAS_OPENBLAS

namespace {

struct OpenBlas {
    decltype(&cblas_sgemm) sgemm = nullptr;
    decltype(&cblas_dgemm) dgemm = nullptr;
    decltype(&openblas_set_num_threads) set_threads = nullptr;
    decltype(&openblas_get_num_threads) threads = nullptr;
    pid_t process = 0;
    bool is_there = false;

    OpenBlas() noexcept {
        void *object = nullptr;
        for (const char *name : {"libopenblas.so.0", "libopenblas.so"}) {
            object = dlopen(name, RTLD_NOW | RTLD_LOCAL);
            if (object != nullptr) break;
        }
        if (object == nullptr) return;
        const auto find = [object](auto &function, const char *name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(object, name));
            return function != nullptr;
        };
        process = getpid();
        is_there = find(sgemm, "cblas_sgemm") && find(dgemm, "cblas_dgemm") &&
                   find(set_threads, "openblas_set_num_threads") &&
                   find(threads, "openblas_get_num_threads");
    }
};

/// Returns null when OpenBLAS is missing or switched off.
const OpenBlas *openblas() noexcept {
    static const OpenBlas only; // never closed
    return only.is_there && getpid() == only.process ? &only : nullptr;
}

constinit std::atomic<bool> is_open{false};

/// Restricts OpenBLAS to the calling thread for its lifetime; the destructor restores the number of
/// threads.
class OneThreadEach {
public:
    explicit OneThreadEach(const OpenBlas &library) : library_(library) {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (living_++ == 0) {
            before_ = library_.threads();
            library_.set_threads(1);
        }
    }
    ~OneThreadEach() {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (--living_ == 0) library_.set_threads(before_);
    }
    OneThreadEach(const OneThreadEach &) = delete;
    OneThreadEach &operator=(const OneThreadEach &) = delete;

private:
    static inline std::mutex mutex_;
    static inline int living_ = 0, before_ = 0;
    const OpenBlas &library_;
};

/// A range of C's rows, or of its columns.
struct Block {
    std::uint64_t first_row, rows, first_column, columns;
};

template <class T, class Function>
void multiply_block(const Gemm &gemm, const Block &block, Function function) {
    const auto number = [](std::uint64_t n) { return static_cast<int>(n); };
    const std::uint64_t a_stride = gemm.is_a_transposed ? gemm.m : gemm.k,
                        b_stride = gemm.is_b_transposed ? gemm.k : gemm.n;
    const T *const a =
        static_cast<const T *>(gemm.a) + block.first_row * (gemm.is_a_transposed ? 1 : a_stride);
    const T *const b =
        static_cast<const T *>(gemm.b) + block.first_column * (gemm.is_b_transposed ? b_stride : 1);
    T *const c = static_cast<T *>(gemm.c) + block.first_row * gemm.n + block.first_column;
    function(CblasRowMajor, gemm.is_a_transposed ? CblasTrans : CblasNoTrans,
             gemm.is_b_transposed ? CblasTrans : CblasNoTrans, number(block.rows),
             number(block.columns), number(gemm.k), T{1}, a, number(a_stride), b, number(b_stride),
             T{0}, c, number(gemm.n));
}

} // namespace

bool has_openblas() noexcept {
    const bool is_there = openblas() != nullptr;
    is_open.store(is_there, std::memory_order_relaxed);
    return is_there;
}

bool is_openblas_open() noexcept {
    return is_open.load(std::memory_order_relaxed);
}

bool multiply_by_openblas(const Gemm &gemm, int threads) {
    // OpenBLAS has buffers for a limited number of concurrent callers, and ends the program when
    // they run out.
    constexpr std::uint64_t most_callers = 32, least_major_count = 64, most = INT32_MAX;
    if (gemm.m > most || gemm.n > most || gemm.k > most) return false;
    const OpenBlas *const library = openblas();
    if (library == nullptr) return false;
    const OneThreadEach alone(*library);
    const bool is_by_rows = gemm.m >= gemm.n;
    const std::uint64_t major_count = is_by_rows ? gemm.m : gemm.n;
    const std::uint64_t blocks =
        std::min({static_cast<std::uint64_t>(threads), most_callers,
                  (major_count + least_major_count - 1) / least_major_count});
    parallel_tasks(static_cast<std::int64_t>(blocks), threads, [&](std::int64_t task) {
        const auto number = static_cast<std::uint64_t>(task);
        const std::uint64_t first = major_count * number / blocks,
                            count = major_count * (number + 1) / blocks - first;
        const Block block =
            is_by_rows ? Block{first, count, 0, gemm.n} : Block{0, gemm.m, first, count};
        if (gemm.is_double) {
            multiply_block<double>(gemm, block, library->dgemm);
        } else {
            multiply_block<float>(gemm, block, library->sgemm);
        }
    });
    return true;
}

#else

bool has_openblas() noexcept {
    return false;
}

bool is_openblas_open() noexcept {
    return false;
}

bool multiply_by_openblas(const Gemm &, int) {
    return false;
}

#endif

} // namespace grb
