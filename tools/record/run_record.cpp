// Collects the facts of a run from /proc, the clock and the environment.
#include "record/run_record.h"

#include "base/printable.hpp"
#include "commit.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <unistd.h>
#include <utility>
#include <vector>

namespace grb::tool {
namespace {

const std::string unknown = "not recorded";

std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            result += c;
        }
    }
    return result + "\"";
}

/// Returns the text after `name` and a colon in the first such line of a file.
std::string line_of(const char *path, const std::string &name) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(name, 0) != 0) continue;
        const std::size_t begin = line.find_first_not_of(" \t:", name.size());
        if (begin != line.npos) return line.substr(begin);
    }
    return unknown;
}

/// Returns the first word of digits and dots, 580.1.2 in
/// "NVRM version: NVIDIA UNIX ... Kernel Module  580.1.2  date".
std::string driver() {
    const std::string line = line_of("/proc/driver/nvidia/version", "NVRM version");
    for (std::size_t begin = 0; begin < line.size();) {
        const std::size_t end = std::min(line.find(' ', begin), line.size());
        const std::string word = line.substr(begin, end - begin);
        if (word.find('.') != word.npos && word.find_first_not_of("0123456789.") == word.npos)
            return word;
        begin = end + 1;
    }
    return unknown;
}

std::string date() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    char text[32];
    if (gmtime_r(&now, &parts) == nullptr) return unknown;
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// Quotes a word for a shell.
std::string shell_word(const std::string &word) {
    const char *const plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%~";
    if (!word.empty() && word.find_first_not_of(plain) == word.npos) return word;
    std::string spelled;
    put_printable(word, [&](std::string_view fragment) { spelled += fragment; });
    // JSON cannot hold bytes that are not text.
    if (spelled != word) {
        std::string escaped = "$'";
        for (const char c : word) {
            const bool is_plain = c >= ' ' && c < 0x7F && c != '\'' && c != '\\';
            escaped += is_plain ? std::string(1, c)
                                : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        }
        return escaped + "'";
    }
    std::string result = "'";
    for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string command() {
    std::vector<std::string> words;
    for (char **variable = environ; *variable != nullptr; variable++) {
        const std::string text = *variable;
        if (text.rfind("GRAPHBLAST_", 0) == 0 || text.rfind("OMP_", 0) == 0) {
            const std::size_t equals = text.find('=');
            words.push_back(text.substr(0, equals + 1) + shell_word(text.substr(equals + 1)));
        }
    }
    std::sort(words.begin(), words.end());
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    bool is_program = true;
    for (std::string word; std::getline(file, word, '\0'); is_program = false)
        words.push_back(is_program ? std::filesystem::path(word).filename().string()
                                   : shell_word(word));
    if (is_program) return unknown;
    std::string result;
    for (const std::string &word : words) result += (result.empty() ? "" : " ") + word;
    return result;
}

} // namespace

std::string run_record(const std::string &device) {
    const std::pair<const char *, std::string> fields[] = {
        {"commit", GRAPHBLAST_COMMIT},
        {"device", device.empty() ? "none" : device},
        {"driver", device.empty() ? "none" : driver()},
        {"processor", line_of("/proc/cpuinfo", "model name")},
        {"date", date()},
        {"command", command()}};
    std::string result;
    for (const auto &[name, value] : fields)
        result += fmt::format("{}\"{}\": {}", result.empty() ? "" : ", ", name, quoted(value));
    return "{" + result + "}";
}

} // namespace grb::tool
