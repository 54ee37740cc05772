#include "cuda/jit.hpp"

#include "cuda/disk_cache.hpp"
#include "cuda/embedded.hpp"

#include <dlfcn.h>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace grb::device {

namespace {

/// NVRTC, opened when the first kernel has to be compiled.
struct Compiler {
    using Program = struct _nvrtcProgram *;
    int (*create)(Program *, const char *source, const char *name, int headers,
                  const char *const *header_texts, const char *const *header_names) = nullptr;
    int (*destroy)(Program *) = nullptr;
    int (*compile)(Program, int options, const char *const *texts) = nullptr;
    int (*log_size)(Program, std::size_t *) = nullptr;
    int (*log)(Program, char *) = nullptr;
    int (*code_size)(Program, std::size_t *) = nullptr;
    int (*code)(Program, char *) = nullptr;
    bool is_usable = false;

    Compiler() {
        void *library = nullptr;
        for (const char *name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                 "/usr/local/cuda/lib64/libnvrtc.so"}) {
            library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
            if (library != nullptr) break;
        }
        if (library == nullptr) return;
        const auto find = [library](auto &function, const char *name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        is_usable = find(create, "nvrtcCreateProgram") && find(destroy, "nvrtcDestroyProgram") &&
                    find(compile, "nvrtcCompileProgram") &&
                    find(log_size, "nvrtcGetProgramLogSize") && find(log, "nvrtcGetProgramLog") &&
                    find(code_size, "nvrtcGetCUBINSize") && find(code, "nvrtcGetCUBIN");
    }
};

const Compiler &compiler() {
    static const Compiler &only = *new Compiler;
    return only;
}

struct Kernels {
    std::mutex mutex;
    std::unordered_map<std::string, const void *> loaded;
    std::unordered_map<std::string, std::string> failed; // why
};

Kernels &kernels() {
    static Kernels &all = *new Kernels;
    return all;
}

Status load(const std::string &code, const char *entry, const void **kernel) {
    cudaLibrary_t library = nullptr;
    if (const cudaError_t error =
            cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0)) {
        cudaGetLastError();
        return fail(Status::unsupported, "cudaLibraryLoadData: %s", cudaGetErrorString(error));
    }
    cudaKernel_t found = nullptr;
    if (const cudaError_t error = cudaLibraryGetKernel(&found, library, entry)) {
        cudaGetLastError();
        return fail(Status::unsupported, "no kernel %s: %s", entry, cudaGetErrorString(error));
    }
    *kernel = reinterpret_cast<const void *>(found);
    return Status::ok;
}

} // namespace

Status compile(const std::string &program, int capability, std::string *machine_code) {
    const Compiler &nvrtc = compiler();
    if (!nvrtc.is_usable)
        return fail(Status::unsupported, "NVRTC (libnvrtc.so.13 or 12) is not there");
    std::vector<const char *> texts, names;
    for (const EmbeddedFile &file : embedded_files()) {
        texts.push_back(file.text);
        names.push_back(file.name);
    }
    Compiler::Program handle = nullptr;
    if (nvrtc.create(&handle, program.c_str(), "program.cu", static_cast<int>(texts.size()),
                     texts.data(), names.data()) != 0) {
        return fail(Status::unsupported, "nvrtcCreateProgram failed");
    }
    const std::string architecture = "--gpu-architecture=sm_" + std::to_string(capability);
    // No contraction: results equal the CPU's.
    const char *options[] = {architecture.c_str(), "--std=c++20", "--fmad=false",
                             "--device-as-default-execution-space", "-diag-suppress=20054"};
    const int result = nvrtc.compile(handle, static_cast<int>(std::size(options)), options);
    std::size_t size = 0;
    if (result != 0) {
        std::string log;
        nvrtc.log_size(handle, &size);
        log.resize(size);
        nvrtc.log(handle, log.data());
        nvrtc.destroy(&handle);
        return fail(Status::unsupported, "%.500s", log.c_str());
    }
    nvrtc.code_size(handle, &size);
    machine_code->resize(size);
    nvrtc.code(handle, machine_code->data());
    nvrtc.destroy(&handle);
    return Status::ok;
}

Status find_kernel(const std::string &key, const char *entry, std::string (*program)(const void *),
                   const void *program_argument, const void **kernel) {
    Kernels &all = kernels();
    const std::string name = key + '/' + entry;
    const std::lock_guard<std::mutex> guard(all.mutex);
    if (const auto found = all.loaded.find(name); found != all.loaded.end()) {
        *kernel = found->second;
        return Status::ok;
    }
    if (const auto found = all.failed.find(name); found != all.failed.end())
        return fail(Status::unsupported, "%s", found->second.c_str());

    const int capability = runtime().facts().capability;
    const std::string text = program(program_argument);
    const std::string cache_key =
        "sm_" + std::to_string(capability) + '\n' + sources_digest() + '\n' + text;
    std::string code;
    Status status = Status::unsupported;
    if (read_cached(cache_key, &code)) {
        status = load(code, entry, kernel);
        if (status == Status::ok) runtime().count_compilation(true);
    }
    if (status != Status::ok) {
        status = compile(text, capability, &code);
        if (status == Status::ok) {
            runtime().count_compilation(false);
            status = load(code, entry, kernel);
            if (status == Status::ok) write_cached(cache_key, code);
        }
    }
    if (status == Status::ok) {
        all.loaded.emplace(name, *kernel);
    } else {
        all.failed.emplace(name, error_text());
    }
    return status;
}

} // namespace grb::device
