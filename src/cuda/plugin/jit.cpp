// Finds kernels in memory, in the pack or on disk, and compiles the rest.
#include "cuda/plugin/jit.hpp"

#include "base/own_folder.hpp"
#include "cuda/plugin/disk_cache.hpp"
#include "cuda/plugin/pack.hpp"
#include "cuda/plugin/theta.hpp"
#include "cuda/plugin/user_source.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace grb::device {

namespace {

struct Kernels {
    KernelTable found;
    std::mutex mutex; // guards the rest; one program is made at a time
    std::unordered_map<std::string, cudaLibrary_t> libraries; // by their program
    std::unordered_map<std::string, std::string> refused; // programs that failed, with the reason
};

/// Returns the kernels of all devices of one capability. Never destroyed.
Kernels &kernels(int capability) {
    static std::atomic<Kernels *> by_capability[256];
    std::atomic<Kernels *> &slot = by_capability[capability & 255];
    Kernels *found = slot.load(std::memory_order_acquire);
    if (found != nullptr) return *found;
    auto made = std::make_unique<Kernels>();
    return slot.compare_exchange_strong(found, made.get()) ? *made.release() : *found;
}

/// A lack of memory may pass; code that the driver refuses once, it refuses for good.
Status load_failure(const char *what, cudaError_t error) {
    switch (error) {
    case cudaErrorInvalidKernelImage:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorSymbolNotFound:
    case cudaErrorInvalidPtx:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorInvalidSource:
        cudaGetLastError();
        return fail(Status::unsupported, "%s: %s", what, cudaGetErrorString(error));
    default:
        return fail(what, error);
    }
}

Status load(const std::string &code, cudaLibrary_t *library) {
    const cudaError_t error =
        cudaLibraryLoadData(library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    return error == cudaSuccess ? Status::ok : load_failure("cudaLibraryLoadData", error);
}

/// Returns the pack in the plugin's own folder.
Pack &pack() {
    static Pack &only =
        *new Pack(OwnPath(pack_file_name).text, compilation_basis(), runtime().host().decompress);
    return only;
}

bool find_packed(const std::string &program, int capability, std::string *code) {
    static std::mutex mutex; // devices of different capabilities may search at the same time
    static bool trouble_is_noted = false;
    const std::lock_guard<std::mutex> guard(mutex);
    const bool is_found = pack().find(program, capability, code);
    if (pack().trouble() != nullptr && !std::exchange(trouble_is_noted, true))
        runtime().note("pack ignored", pack().trouble());
    return is_found;
}

/// Returns the key that determines machine code on disk.
std::string cache_key_of(const std::string &program) {
    return "sm_" + std::to_string(runtime().facts().capability) + '\n' + compilation_basis() +
           '\n' + program;
}

/// Loads a library from the pack or the disk. unsupported: neither has it.
Status load_stored(const std::string &program, cudaLibrary_t *library) {
    std::string code;
    if (find_packed(program, runtime().facts().capability, &code)) {
        const Status status = load(code, library);
        if (status != Status::unsupported) return status;
    }
    if (!read_cached(cache_key_of(program), &code)) return Status::unsupported;
    const Status status = load(code, library);
    if (status == Status::ok) runtime().count_compilation(true);
    return status;
}

/// Loads the compiler's result and stores it on disk.
Status load_compiled(const KernelKey &key, const std::string &program, const std::string &code,
                     cudaLibrary_t *library) {
    runtime().count_compilation(false);
    runtime().note("compiled", std::string(key.text()).c_str());
    const Status status = load(code, library);
    if (status == Status::ok) write_cached(cache_key_of(program), code);
    return status;
}

/// Gets machine code from the pack, the disk or the compiler, and loads it.
Status make_library(const KernelKey &key, const std::string &program, cudaLibrary_t *library) {
    Status status = load_stored(program, library);
    if (status != Status::unsupported) return status;
    std::string code;
    status = compile(program, runtime().facts().capability, &code);
    return status == Status::ok ? load_compiled(key, program, code, library) : status;
}

/// Returns the library of a program. Remembers a program that the compiler or the driver refuses,
/// with the reason.
Status library_of(Kernels &all, const KernelKey &key, const std::string &program,
                  cudaLibrary_t *library) {
    if (const auto found = all.libraries.find(program); found != all.libraries.end()) {
        *library = found->second;
        return Status::ok;
    }
    if (const auto found = all.refused.find(program); found != all.refused.end())
        return fail(Status::unsupported, "%s", found->second.c_str());
    const Status status = make_library(key, program, library);
    if (status == Status::ok) all.libraries.emplace(program, *library);
    if (status == Status::unsupported) {
        refuse_broken_definitions(program, runtime().facts().capability);
        all.refused.emplace(program, error_text());
    }
    return status;
}

/// A program that is compiled beside others.
struct Compilation {
    const KernelKey *key;
    std::string program, code;
    Status status = Status::unsupported;

    void run(int capability) noexcept {
        try {
            status = compile(program, capability, &code);
        } catch (const std::exception &) {
            status = Status::out_of_memory;
        }
    }
};

/// Runs each in its own thread; the calling thread takes the rest when no more threads can be
/// started.
void run_all(std::vector<Compilation> &all, int capability) {
    std::vector<std::jthread> threads;
    threads.reserve(all.size());
    std::size_t begun = 0;
    try {
        for (; begun + 1 < all.size(); begun++)
            threads.emplace_back([&one = all[begun], capability] { one.run(capability); });
    } catch (const std::system_error &) { // no more threads
    }
    for (; begun < all.size(); begun++) all[begun].run(capability);
}

} // namespace

Status find_kernel(const Program &program, const char *entry, const void **kernel) {
    if (entry == nullptr) return Status::ok;
    Kernels &all = kernels(runtime().facts().capability);
    *kernel = all.found.find(program.key(), entry);
    if (*kernel != nullptr) return Status::ok;
    const std::lock_guard<std::mutex> guard(all.mutex);
    cudaLibrary_t library = nullptr;
    const std::string text = program.text();
    const Status status = library_of(all, program.key(), with_definitions(text), &library);
    if (status != Status::ok) return status;
    cudaKernel_t found = nullptr;
    if (const cudaError_t error = cudaLibraryGetKernel(&found, library, entry))
        return load_failure(entry, error);
    *kernel = reinterpret_cast<const void *>(found);
    if (const char *const op = theta_in(text)) note_theta(*kernel, library, op);
    all.found.add(program.key(), entry, *kernel);
    return Status::ok;
}

Status make_ready(const std::vector<WantedKernel> &wanted) {
    const int capability = runtime().facts().capability;
    Kernels &all = kernels(capability);
    const auto is_loaded = [&all](const WantedKernel &one) {
        return all.found.find(one.program->key(), one.entry) != nullptr;
    };
    if (std::all_of(wanted.begin(), wanted.end(), is_loaded)) return Status::ok;
    const std::lock_guard<std::mutex> guard(all.mutex);
    std::vector<Compilation> missing;
    for (const WantedKernel &one : wanted) {
        if (is_loaded(one)) continue;
        const std::string program = with_definitions(one.program->text());
        if (all.libraries.contains(program) || all.refused.contains(program)) continue;
        cudaLibrary_t library = nullptr;
        const Status status = load_stored(program, &library);
        if (status == Status::ok) all.libraries.emplace(program, library);
        const auto is_same = [&program](const Compilation &other) {
            return other.program == program;
        };
        if (status == Status::unsupported && std::none_of(missing.begin(), missing.end(), is_same))
            missing.push_back({&one.program->key(), program, {}});
        if (status != Status::ok && status != Status::unsupported) return status;
    }
    run_all(missing, capability);
    for (const Compilation &one : missing) {
        cudaLibrary_t library = nullptr;
        if (one.status == Status::ok &&
            load_compiled(*one.key, one.program, one.code, &library) == Status::ok)
            all.libraries.emplace(one.program, library);
    }
    return Status::ok;
}

} // namespace grb::device
