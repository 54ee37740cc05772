// Captures and condenses the lines of GRAPHBLAST_LOG=pick: fetches from the GPU by operation, and
// the operations that ran on the host.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace grb::tool {

/// Captures stderr while it lives.
class Captured {
public:
    Captured() : file_(std::tmpfile()), kept_(dup(2)) {
        if (file_ == nullptr || kept_ < 0) throw std::runtime_error("no temporary file");
        std::fflush(stderr);
        dup2(fileno(file_), 2);
    }
    ~Captured() { end(); }
    std::string text() {
        end();
        std::string all;
        std::rewind(file_);
        char part[65536];
        for (std::size_t n; (n = std::fread(part, 1, sizeof part, file_)) != 0;)
            all.append(part, n);
        std::fclose(file_);
        return all;
    }

private:
    void end() {
        if (kept_ < 0) return;
        std::fflush(stderr);
        dup2(kept_, 2);
        close(kept_);
        kept_ = -1;
    }
    std::FILE *file_;
    int kept_;
};

inline std::string word_after(const std::string &line, const char *name) {
    const std::size_t at = line.find(name);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + std::strlen(name);
    return line.substr(begin, line.find(' ', begin) - begin);
}

/// A condensed log: the operations that fetched arrays, and those that ran on the host.
struct Findings {
    std::map<std::string, std::pair<int, double>> fetched; // by operation: arrays, MB
    std::map<std::string, std::pair<int, double>> on_host; // by variant: calls, milliseconds

    explicit Findings(const std::string &log) {
        std::vector<double> waiting;
        for (std::size_t at = 0; at < log.size();) {
            const std::size_t end = std::min(log.find('\n', at), log.size());
            add_line(log.substr(at, end - at), waiting);
            at = end + 1;
        }
        add_fetches("after the last operation", waiting);
    }

private:
    void add_fetches(const std::string &who, std::vector<double> &waiting) {
        for (const double bytes : waiting) {
            auto &[arrays, megabytes] = fetched[who];
            arrays++;
            megabytes += bytes * 1e-6;
        }
        waiting.clear();
    }
    void add_line(const std::string &line, std::vector<double> &waiting) {
        if (line.find("graphblast device fetched: ") == 0) {
            waiting.push_back(std::stod(word_after(line, "fetched: ")));
            return;
        }
        if (line.find("graphblast pick op=") != 0) return;
        const std::string variant = word_after(line, " variant="),
                          picked = word_after(line, " op=") + ":" + variant;
        // An operation's line follows the lines of all its fetches.
        if (variant.find("cuda/") != 0) {
            auto &[calls, milliseconds] = on_host[picked];
            calls++;
            milliseconds += std::stod(word_after(line, " time_us=")) * 1e-3;
        }
        add_fetches(picked, waiting);
    }
};

inline std::string listed(const std::map<std::string, std::pair<int, double>> &counts,
                          const char *unit, std::size_t most) {
    std::vector<std::pair<double, std::string>> order;
    for (const auto &[name, count] : counts)
        order.emplace_back(-count.second,
                           fmt::format("{{\"by\": \"{}\", \"times\": {}, \"{}\": {:.3g}}}", name,
                                       count.first, unit, count.second));
    std::sort(order.begin(), order.end());
    if (order.size() > most) order.resize(most);
    std::string text;
    for (const auto &[cost, one] : order) text += (text.empty() ? "" : ", ") + one;
    return "[" + text + "]";
}

} // namespace grb::tool
