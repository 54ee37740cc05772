// Compiles the programs of the pack for every given architecture and writes the file:
//   make_pack OUTPUT 80 90 120
// Needs NVRTC, no GPU. Without NVRTC the pack is written empty: kernels are then compiled on their
// first use, on machines that have NVRTC.
#include "cuda/library/decompress.hpp"
#include "cuda/pack/hot_programs.hpp"
#include "cuda/pack/on_threads.hpp"
#include "cuda/pack/write_pack.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/pack.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace grb::device;

/// Returns false, with the reason on stderr, when a program does not compile.
bool compile_all(std::vector<PackedProgram> &programs) {
    std::atomic<bool> is_right{true};
    on_threads(programs.size(), [&](std::size_t k) {
        PackedProgram &program = programs[k];
        if (!is_right || compile(program.text, program.capability, &program.code) == Status::ok)
            return;
        if (is_right.exchange(false))
            std::fprintf(stderr, "make_pack: sm_%d: %s\n%s", program.capability, error_text(),
                         program.text.c_str());
    });
    return is_right;
}

bool has_compiler() {
    std::string code;
    return compile("extern \"C\" __global__ void nothing() {}", 80, &code) == Status::ok;
}

/// Returns true if the file holds every program with the compiled code.
bool holds_all(const char *path, const std::vector<PackedProgram> &programs) {
    Pack pack(path, compilation_basis(), &decompress);
    for (const PackedProgram &program : programs) {
        std::string code;
        if (pack.find(program.text, program.capability, &code) && code == program.code) continue;
        std::fprintf(stderr, "make_pack: %s: not as it was written: %s\n", path,
                     pack.trouble() != nullptr ? pack.trouble() : "code that differs");
        return false;
    }
    return true;
}

} // namespace

int main(int count, char **arguments) {
    if (count < 2) {
        std::fprintf(stderr, "make_pack OUTPUT ARCHITECTURE...\n");
        return 1;
    }
    std::vector<PackedProgram> programs;
    if (!has_compiler()) {
        std::fprintf(stderr, "make_pack: %s: the pack stays empty\n", error_text());
        count = 2;
    }
    const std::vector<std::string> texts = hot_programs();
    for (int k = 2; k < count; k++) {
        for (const std::string &text : texts)
            programs.push_back({text, std::atoi(arguments[k]), {}});
    }
    if (!compile_all(programs)) return 1;
    if (!write_pack(arguments[1], compilation_basis(), programs)) {
        std::fprintf(stderr, "make_pack: %s: %s\n", arguments[1], std::strerror(errno));
        return 1;
    }
    if (!holds_all(arguments[1], programs)) return 1;
    std::printf("%zu programs for %d architectures\n", texts.size(), count - 2);
    return 0;
}
