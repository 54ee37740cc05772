// Compiles the programs of the pack for every architecture that is named and writes the file:
//   make_pack OUTPUT 80 90 120
// Needs NVRTC, no GPU. Where there is no NVRTC the pack is written empty: kernels are then compiled
// when they are first asked for, on machines that have it.
#include "cuda/pack/hot_programs.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/pack.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

using namespace grb::device;

unsigned team() {
    constexpr unsigned least = 2, most = 16;
    return std::clamp(std::thread::hardware_concurrency(), least, most);
}

/// False, and the reason on stderr, when some program does not compile.
bool compile_all(std::vector<PackedProgram> &programs) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> is_right{true};
    const auto work = [&] {
        for (std::size_t k; is_right && (k = next++) < programs.size();) {
            PackedProgram &program = programs[k];
            if (compile(program.text, program.capability, &program.code) == Status::ok) continue;
            if (is_right.exchange(false))
                std::fprintf(stderr, "make_pack: sm_%d: %s\n%s", program.capability, error_text(),
                             program.text.c_str());
        }
    };
    std::vector<std::thread> others;
    for (unsigned k = team(); k > 1; k--) others.emplace_back(work);
    work();
    for (std::thread &other : others) other.join();
    return is_right;
}

bool has_compiler() {
    std::string code;
    return compile("extern \"C\" __global__ void nothing() {}", 80, &code) == Status::ok;
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
    std::printf("%zu programs for %d architectures\n", texts.size(), count - 2);
    return 0;
}
