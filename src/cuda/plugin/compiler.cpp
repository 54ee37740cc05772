// The run-time compiler NVRTC: headers, options and errors of a compilation.
#include "cuda/plugin/embedded.hpp"
#include "cuda/plugin/jit.hpp"

#include <dlfcn.h>
#include <vector>

namespace grb::device {

namespace {

/// NVRTC, opened when the first kernel must be compiled.
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

/// Without contraction, results equal the CPU's.
constexpr const char *options[] = {"--std=c++20", "--fmad=false",
                                   "--device-as-default-execution-space", "-diag-suppress=20054"};
constexpr int out_of_host_memory = 1; // NVRTC_ERROR_OUT_OF_MEMORY

std::string log_of(const Compiler &nvrtc, Compiler::Program program) {
    std::size_t size = 0;
    nvrtc.log_size(program, &size);
    std::string log(size, 0);
    nvrtc.log(program, log.data());
    return log;
}

/// C headers that a user's source may include.
constexpr const char *c_headers[] = {"stdint.h", "stdbool.h", "stddef.h", "string.h",   "stdlib.h",
                                     "limits.h", "float.h",   "math.h",   "GraphBLAS.h"};
constexpr const char c_header[] = "#include \"kernels/c_names.cuh\"\n";

} // namespace

const std::string &compilation_basis() {
    static const std::string &text = *new std::string([] {
        std::string all = sources_digest();
        for (const char *option : options) all += std::string("\n") + option;
        return all;
    }());
    return text;
}

Status compile(const std::string &program, int capability, std::string *machine_code) {
    const Compiler &nvrtc = compiler();
    if (!nvrtc.is_usable)
        return fail(Status::unsupported, "NVRTC (libnvrtc.so.13 or 12) is not there");
    std::vector<const char *> texts, names;
    for (const EmbeddedFile &file : embedded_files()) {
        texts.push_back(file.text);
        names.push_back(file.name);
    }
    for (const char *name : c_headers) {
        texts.push_back(c_header);
        names.push_back(name);
    }
    Compiler::Program handle = nullptr;
    if (nvrtc.create(&handle, program.c_str(), "program.cu", static_cast<int>(texts.size()),
                     texts.data(), names.data()) != 0) {
        return fail(Status::unsupported, "nvrtcCreateProgram failed");
    }
    const std::string architecture = "--gpu-architecture=sm_" + std::to_string(capability);
    std::vector<const char *> all{architecture.c_str()};
    all.insert(all.end(), std::begin(options), std::end(options));
    const int result = nvrtc.compile(handle, static_cast<int>(all.size()), all.data());
    if (result != 0) {
        const std::string log = log_of(nvrtc, handle);
        nvrtc.destroy(&handle);
        return fail(result == out_of_host_memory ? Status::out_of_memory : Status::unsupported,
                    "%.500s", log.c_str());
    }
    std::size_t size = 0;
    nvrtc.code_size(handle, &size);
    machine_code->resize(size);
    nvrtc.code(handle, machine_code->data());
    nvrtc.destroy(&handle);
    return Status::ok;
}

} // namespace grb::device
