// Reads and writes the figures of a machine.
#include "links.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace grb::scale {

using nlohmann::ordered_json;
using tool::InputError;
using tool::printable;

namespace {

struct Number {
    const char *name;
    double Links::*member;
    double least;
};
constexpr Number numbers[] = {
    {"memory_bytes", &Links::memory_bytes, 1},
    {"memory_gbs", &Links::memory_gbs, 1e-3},
    {"fixed_us", &Links::fixed_us, 0},
    {"collective_us", &Links::collective_us, 0},
    {"hop_us", &Links::hop_us, 0},
    {"gpus_per_node", &Links::gpus_per_node, 1},
    {"network_gbs", &Links::network_gbs, 1e-3},
};

struct Curves {
    const char *name;
    Curve Links::*member;
    double least;
};
constexpr Curves curves[] = {
    {"node_gbs", &Links::node_gbs, 1e-3},
    {"imbalance_1d", &Links::imbalance_1d, 1},
    {"imbalance_2d", &Links::imbalance_2d, 1},
};

class Reader {
public:
    explicit Reader(const std::string &path) : path_(path) {}

    void take(Links &links, const std::string &name, const ordered_json &value) const {
        for (const Number &number : numbers)
            if (name == number.name) {
                links.*number.member = number_of(name, value, number.least);
                return;
            }
        for (const Curves &curve : curves)
            if (name == curve.name) {
                links.*curve.member = curve_of(name, value, curve.least);
                return;
            }
        refuse(name, "is no figure of the model (graphblast scale --show-links lists them)");
    }

private:
    [[noreturn]] void refuse(const std::string &name, const std::string &why) const {
        throw InputError(fmt::format("{}: {} {}", printable(path_), printable(name), why));
    }
    double number_of(const std::string &name, const ordered_json &value, double least) const {
        if (!value.is_number() || !(value.get<double>() >= least) || !(value.get<double>() < 1e18))
            refuse(name,
                   fmt::format("is {}, no number from {} on", printable(value.dump()), least));
        return value.get<double>();
    }
    Curve curve_of(const std::string &name, const ordered_json &value, double least) const {
        if (!value.is_object() || value.empty())
            refuse(name, "is no object of numbers by GPUs, as {\"2\": 329}");
        Curve curve;
        for (const auto &[gpus, figure] : value.items()) {
            uint32_t count = 0;
            const char *const end = gpus.data() + gpus.size();
            const auto [last, code] = std::from_chars(gpus.data(), end, count);
            if (code != std::errc{} || last != end || count == 0)
                refuse(name, fmt::format("has '{}', no number of GPUs", printable(gpus)));
            curve[count] = number_of(name, figure, least);
        }
        return curve;
    }
    const std::string &path_;
};

} // namespace

double at(const Curve &curve, double gpus) {
    const auto after = curve.lower_bound(gpus);
    if (after == curve.begin()) return after->second;
    if (after == curve.end()) return curve.rbegin()->second;
    const auto before = std::prev(after);
    const double fraction = std::log(gpus / before->first) / std::log(after->first / before->first);
    return before->second + fraction * (after->second - before->second);
}

Links read_links(const std::string &path) {
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot open", printable(path)));
    const ordered_json all = ordered_json::parse(file, nullptr, false);
    if (!all.is_object())
        throw InputError(fmt::format("{}: no JSON object of figures", printable(path)));
    Links links;
    const Reader reader(path);
    for (const auto &[name, value] : all.items()) reader.take(links, name, value);
    return links;
}

std::string links_json(const Links &links) {
    ordered_json all = ordered_json::object();
    for (const Number &number : numbers) all[number.name] = links.*number.member;
    for (const Curves &curve : curves)
        for (const auto &[gpus, figure] : links.*curve.member)
            all[curve.name][fmt::format("{:.0f}", gpus)] = figure;
    return all.dump(2) + "\n";
}

} // namespace grb::scale
