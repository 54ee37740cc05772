/// `doctor`: what this machine has, and what the library makes of it.

#include "commands.h"

#include "record/run_record.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <link.h>
#include <nlohmann/json.hpp>
#include <omp.h>
#include <sched.h>
#include <sys/sysinfo.h>

namespace grb::tool {

namespace {

namespace fs = std::filesystem;

void line(const char *heading, const std::string &text) {
    fmt::print("{:<10} {}\n", heading, text);
}

std::string variable(const char *name) {
    const char *const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string first_line(const std::string &path) {
    std::ifstream file(path);
    std::string text;
    std::getline(file, text);
    return text;
}

/// Names of the shared libraries of this process that contain one of the words.
std::vector<std::string> loaded_libraries() {
    std::vector<std::string> names;
    dl_iterate_phdr(
        [](dl_phdr_info *info, size_t, void *data) {
            const std::string name = info->dlpi_name;
            if (name.find(".so") != std::string::npos)
                static_cast<std::vector<std::string> *>(data)->push_back(name);
            return 0;
        },
        &names);
    return names;
}

std::string library_with(const std::vector<std::string> &names, const char *word) {
    for (const std::string &name : names)
        if (fs::path(name).filename().string().find(word) != std::string::npos)
            return fs::weakly_canonical(name).string();
    return "";
}

/// The processors that this process may use.
int allowed_processors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

/// The processors that a control group allows; "": all.
std::string processor_quota() {
    const std::string text = first_line("/sys/fs/cgroup/cpu.max");
    const size_t blank = text.find(' ');
    if (blank == std::string::npos || text.compare(0, 3, "max") == 0) return "";
    const double period = std::atof(text.c_str() + blank + 1);
    if (!(period > 0)) return "";
    return fmt::format(", a control group allows the time of {:.3g}",
                       std::atof(text.c_str()) / period);
}

void print_threads() {
    std::string text = fmt::format("{} used; {} processors here{}", threads(), allowed_processors(),
                                   processor_quota());
    for (const char *const name : {"OMP_NUM_THREADS", "OMP_WAIT_POLICY", "OMP_PROC_BIND"})
        if (!variable(name).empty()) text += fmt::format("; {}={}", name, variable(name));
    if (variable("OMP_WAIT_POLICY").empty())
        text += "; OMP_WAIT_POLICY is not set: idle threads spin for a while, then sleep";
    line("threads", text);
}

void print_memory() {
    struct sysinfo facts {};
    if (sysinfo(&facts) != 0) return line("memory", "not known");
    const double unit = facts.mem_unit * 1e-9;
    std::string text = fmt::format("{:.1f} GB, {:.1f} GB free or cached",
                                   static_cast<double>(facts.totalram) * unit,
                                   static_cast<double>(facts.freeram + facts.bufferram) * unit);
    std::ifstream file("/proc/meminfo");
    for (std::string word; file >> word;) {
        double kilobytes = 0;
        if (word == "MemAvailable:" && file >> kilobytes)
            text = fmt::format("{:.1f} GB, {:.1f} GB available",
                               static_cast<double>(facts.totalram) * unit, kilobytes * 1e-6);
    }
    const std::string limit = first_line("/sys/fs/cgroup/memory.max");
    if (!limit.empty() && limit != "max")
        text += fmt::format(", a control group allows {:.1f} GB", std::atof(limit.c_str()) * 1e-9);
    line("memory", text);
}

/// Explains the absence of a GPU.
std::string reason_for_none() {
    if (variable("GRAPHBLAST_CUDA") == "0") return "switched off by GRAPHBLAST_CUDA=0";
    if (!fs::exists("/proc/driver/nvidia/version"))
        return "there is no NVIDIA driver (/proc/driver/nvidia/version)";
    if (!fs::exists("/dev/nvidiactl")) return "there is a driver and no device (/dev/nvidiactl)";
    const std::vector<std::string> names = loaded_libraries();
    if (library_with(names, "graphblast-cuda").empty())
        return "the plugin libgraphblast-cuda.so is not beside the library, or cannot be opened";
    return "the plugin finds no device that it can use; GRAPHBLAST_LOG=pick says more";
}

void print_gpu(const nlohmann::json &record) {
    const bool has_one = has_device();
    if (has_one)
        line("GPU",
             fmt::format("{}, driver {}", device_name(), record.at("driver").get<std::string>()));
    else
        line("GPU", "none: " + reason_for_none());
    if (!has_one && variable("GRAPHBLAST_CUDA") == "always")
        line("", "GRAPHBLAST_CUDA=always has nothing to do without one");
}

/// The BLAS library that the engine opens at the first product of full matrices.
std::string blas_library() {
    for (const char *const name : {"libopenblas.so.0", "libopenblas.so"})
        if (dlopen(name, RTLD_NOW | RTLD_LOCAL) != nullptr)
            return library_with(loaded_libraries(), "libopenblas");
    return "none: there is no libopenblas, full matrices are multiplied by the library's own "
           "kernels";
}

void print_libraries() {
    const std::vector<std::string> names = loaded_libraries();
    const std::string own = library_with(names, "libgraphblast.so");
    line("library",
         fmt::format("{} {}{}", library_name(), library_version(), own.empty() ? "" : ", " + own));
    line("BLAS", blas_library());
    for (const char *const word : {"libgomp", "libomp", "libzstd", "liblz4", "graphblast-cuda"}) {
        const std::string name = library_with(names, word);
        if (!name.empty()) line("", name);
    }
}

void print_profile() {
    const std::string profile = variable("GRAPHBLAST_PROFILE");
    if (profile.empty())
        return line("profile", "none: GRAPHBLAST_PROFILE is not set, defaults apply");
    std::error_code error;
    if (!fs::is_regular_file(profile, error))
        return line("profile", profile + ": no regular file, defaults apply");
    line("profile", profile);
}

void print_variables() {
    const char *heading = "variables";
    for (char **at = environ; *at != nullptr; ++at) {
        const std::string text = *at;
        if (text.rfind("GRAPHBLAST_", 0) != 0) continue;
        line(heading, text);
        heading = "";
    }
}

} // namespace

int doctor_command() {
    const Session session;
    const nlohmann::json record = nlohmann::json::parse(run_record(device_name()));
    print_libraries();
    line("commit", record.at("commit").get<std::string>());
    line("CPU", record.at("processor").get<std::string>());
    print_threads();
    print_memory();
    print_gpu(record);
    print_profile();
    print_variables();
    return 0;
}

} // namespace grb::tool
