// Reads the operations of a log.
#include "log.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace grb::scale {

using tool::InputError;
using tool::Keys;
using tool::printable;

namespace {

/// Bytes of a value; 8 for a type of the program's own.
double bytes_of_type(const std::string &type) {
    if (type == "BOOL" || type == "INT8" || type == "UINT8") return 1;
    if (type == "INT16" || type == "UINT16") return 2;
    if (type == "INT32" || type == "UINT32" || type == "FP32") return 4;
    return type == "FC64" ? 16 : 8;
}

class Line {
public:
    Line(const std::string &file, size_t number, const std::string &text)
        : file_(file), number_(number), keys_(tool::keys_of(text)) {}

    Operation operation() const {
        Operation o;
        o.name = tool::value_of(keys_, "op");
        if (o.name.empty()) refuse("no op=");
        o.variant = tool::value_of(keys_, "variant");
        if (o.variant.empty()) refuse("no variant=");
        o.seconds = number("time_us", true) * 1e-6;
        o.A = operand("A");
        o.B = operand("B");
        o.u = operand("u");
        o.T = operand("T");
        o.is_transposed = tool::value_of(keys_, "tran") == "1";
        o.gives_scalar = tool::value_of(keys_, "to") == "scalar";
        const bool needs_matrix = o.name == "mxv" || o.name == "mxm";
        if (needs_matrix && !o.A.is_there) refuse(fmt::format("{} without A=", o.name));
        if (o.name == "mxv" && !o.u.is_there) refuse("mxv without u=");
        if (o.name == "mxm" && !o.B.is_there) refuse("mxm without B=");
        return o;
    }
    /// The end time in seconds; 0 if not logged.
    double end() const { return number("end_us", false) * 1e-6; }

private:
    [[noreturn]] void refuse(const std::string &why) const {
        throw InputError(fmt::format("{}:{}: {}", printable(file_), number_, printable(why)));
    }
    double number(const char *key, bool is_required) const {
        const std::string text = tool::value_of(keys_, key);
        if (text.empty() && !is_required) return 0;
        double value = 0;
        const char *const end = text.data() + text.size();
        const auto [last, code] = std::from_chars(text.data(), end, value);
        if (text.empty()) refuse(fmt::format("no {}=", key));
        if (code != std::errc{} || last != end || !(value >= 0) || !std::isfinite(value))
            refuse(fmt::format("{}={} is no time", key, text));
        return value;
    }
    /// Parses ROWSxCOLUMNS:ENTRIES:FORMAT:TYPE[:iso], or SIZE:... for a vector; "<=" precedes a
    /// number of entries that was not known yet.
    Operand operand(const char *key) const {
        const std::string text = tool::value_of(keys_, key);
        // A name instead of a shape: another operand, or none.
        if (text.find(':') == std::string::npos) return {};
        std::string_view rest(text);
        const auto wrong = [&] { refuse(fmt::format("{}={} is no operand", key, text)); };
        const auto take_number = [&] {
            uint64_t value = 0;
            const auto [last, code] =
                std::from_chars(rest.data(), rest.data() + rest.size(), value);
            if (code != std::errc{}) wrong();
            rest.remove_prefix(static_cast<size_t>(last - rest.data()));
            return static_cast<double>(value);
        };
        const auto skip = [&](std::string_view mark) {
            if (rest.substr(0, mark.size()) != mark) return false;
            rest.remove_prefix(mark.size());
            return true;
        };
        const auto take_word = [&] {
            const size_t end = std::min(rest.find(':'), rest.size());
            const std::string word(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            return word;
        };
        Operand o;
        o.rows = take_number();
        if (skip("x")) {
            o.columns = take_number();
        } else {
            o.columns = o.rows;
            o.rows = 1;
        }
        if (!skip(":")) wrong();
        skip("<=");
        o.entries = take_number();
        if (!skip(":")) wrong();
        const std::string format = take_word(), type = take_word();
        if (format.empty() || type.empty() || o.entries > o.elements()) wrong();
        o.is_full = format == "full";
        o.value_bytes = take_word() == "iso" ? 0 : bytes_of_type(type);
        o.is_there = true;
        return o;
    }

    const std::string &file_;
    const size_t number_;
    const Keys keys_;
};

} // namespace

std::vector<Operation> read_log(std::istream &file, const std::string &name) {
    struct Span {
        double begin, end, seconds;
    };
    std::vector<Operation> operations;
    std::vector<Span> open; // not yet part of a later line
    std::string text;
    for (size_t number = 1; std::getline(file, text); ++number) {
        if (text.find("graphblast pick ") == std::string::npos) continue;
        const Line line(name, number, text);
        Operation operation = line.operation();
        const double end = line.end(), whole = operation.seconds;
        if (end > 0) {
            // Inner steps are logged before their operation. The log has a resolution of
            // nanoseconds.
            const double begin = end - whole - 2e-9;
            while (!open.empty() && open.back().begin >= begin && open.back().end <= end + 2e-9) {
                operation.seconds = std::max(0.0, operation.seconds - open.back().seconds);
                open.pop_back();
            }
            open.push_back({begin + 2e-9, end, whole});
        }
        operations.push_back(std::move(operation));
    }
    if (operations.empty())
        throw InputError(fmt::format("{}: no line of GRAPHBLAST_LOG=pick", printable(name)));
    return operations;
}

} // namespace grb::scale
