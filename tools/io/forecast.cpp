// Estimates the memory for reading a file.
#include "forecast.h"

#include "gap_graph.h"
#include "packer.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>

namespace grb::tool {

namespace {

uint64_t free_memory() {
    std::ifstream facts("/proc/meminfo");
    for (std::string line; std::getline(facts, line);) {
        constexpr std::string_view key = "MemAvailable:";
        if (line.compare(0, key.size(), key) == 0)
            return std::strtoull(line.c_str() + key.size(), nullptr, 10) << 10;
    }
    return 0;
}

double gigabytes(uint64_t bytes) {
    return static_cast<double>(bytes) * 1e-9;
}

} // namespace

uint64_t bytes_to_read(std::string_view start, uint64_t text_bytes) {
    constexpr uint64_t entry_bytes = 24; // row, column, weight
    // Its entries are in order, and a damaged file may claim more entries than it has room for.
    if (const auto shape = gap_shape(start, false))
        return text_bytes + std::min(shape->entries, text_bytes / 4) * entry_bytes;
    const auto lines = static_cast<uint64_t>(std::count(start.begin(), start.end(), '\n'));
    if (lines < 2) return text_bytes;
    // The first line identifies the file.
    const size_t first = start.find('\n') + 1;
    const uint64_t line_bytes = std::max<uint64_t>(1, (start.size() - first) / (lines - 1));
    const uint64_t stored = text_bytes / line_bytes;
    const bool is_symmetric = start.substr(0, first).find("symmetric") != std::string_view::npos;
    const uint64_t entries = is_symmetric ? 2 * stored : stored;
    return text_bytes + 2 * entries * entry_bytes; // twice while sorting
}

std::string shown_forecast(const std::string &path, uint64_t bytes, uint64_t free_bytes) {
    constexpr uint64_t always = uint64_t{2} << 30;
    const bool is_tight = free_bytes != 0 && bytes > free_bytes / 2;
    if (bytes < always && !is_tight) return {};
    const std::string left =
        free_bytes == 0 ? "" : fmt::format("; {:.1f} GB are free", gigabytes(free_bytes));
    return fmt::format("{}: reading takes about {:.1f} GB of memory{}", path, gigabytes(bytes),
                       left);
}

std::string memory_forecast(std::string_view start, const std::string &path) {
    struct stat status {};
    const bool is_packed = without_packing(path).size() != path.size();
    if (is_packed || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    return shown_forecast(path, bytes_to_read(start, static_cast<uint64_t>(status.st_size)),
                          free_memory());
}

} // namespace grb::tool
