// Parses the SPEC of a graph, and loads or generates it.
#include "graph_spec.h"

#include "assemble.h"
#include "formats.h"
#include "generate.h"
#include "input_error.h"
#include "random.h"
#include "suggestion.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace grb::tool {

const char *const graph_spec_help =
    "a file (Matrix Market, edge list, CSV, METIS, DIMACS, GAP, SciPy, .grb; also .gz, .zst, .bz2; "
    "- is "
    "standard input) or a generator: kron:SCALE[:EDGEFACTOR] "
    "rmat:SCALE[:EDGEFACTOR[:A:B:C]] grid:ROWSxCOLS rgg:N[:RADIUS] er:N:NNZ path:N star:N "
    "like:ROWS:NNZ:MAXDEGREE, with ,w=LOW..HIGH ,directed ,seed=S behind it";

namespace {

struct Form {
    std::string_view name;
    size_t least;
    size_t most;
    const char *usage;
};

constexpr std::array<Form, 8> forms = {{
    {"kron", 1, 2, "kron:SCALE[:EDGEFACTOR]"},
    {"rmat", 1, 5, "rmat:SCALE[:EDGEFACTOR[:A:B:C]]"},
    {"grid", 1, 1, "grid:ROWSxCOLS"},
    {"rgg", 1, 2, "rgg:N[:RADIUS]"},
    {"er", 2, 2, "er:N:NNZ"},
    {"path", 1, 1, "path:N"},
    {"star", 1, 1, "star:N"},
    {"like", 3, 3, "like:ROWS:NNZ:MAXDEGREE"},
}};

std::vector<std::string> split(const std::string &text, char separator) {
    std::vector<std::string> parts;
    size_t at = 0;
    for (;;) {
        const size_t end = text.find(separator, at);
        parts.push_back(text.substr(at, end == std::string::npos ? end : end - at));
        if (end == std::string::npos) return parts;
        at = end + 1;
    }
}

const Form *form_of(const std::string &name) {
    for (const Form &form : forms)
        if (form.name == name) return &form;
    return nullptr;
}

/// "; did you mean 'kron'?", or nothing without a similar name.
std::string suggested_generator(const std::string &name) {
    std::vector<std::string> known;
    for (const Form &form : forms) known.emplace_back(form.name);
    const std::string text = suggestion(name, known);
    const size_t end = text.find('?');
    return end == std::string::npos ? "" : text.substr(0, end + 1);
}

/// Rounds a real number that is too small or too large to the nearest representable one.
template <class Number>
bool parse_number(std::string_view text, Number &number) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size()) return false;
    const bool is_beyond =
        std::is_floating_point_v<Number> && code == std::errc::result_out_of_range;
    if (is_beyond) number = static_cast<Number>(std::strtod(std::string(text).c_str(), nullptr));
    return code == std::errc() || is_beyond;
}

/// Reads the arguments of one SPEC; its errors quote the SPEC.
class Arguments {
public:
    explicit Arguments(const GraphSpec &spec) : spec_(spec) {}

    [[noreturn]] void fail(const std::string &why) const {
        throw InputError(fmt::format("graph '{}': {}", spec_.text, why));
    }

    uint64_t whole(const std::string &text, const char *what, uint64_t least, uint64_t most) const {
        uint64_t number = 0;
        const char *const last = text.data() + text.size();
        const auto [end, code] = std::from_chars(text.data(), last, number);
        if (end != last || code == std::errc::invalid_argument)
            fail(fmt::format("{} '{}' is not a whole number", what, text));
        if (code != std::errc() || number < least || number > most)
            fail(fmt::format("{} {} is out of range {}..{}", what, text, least, most));
        return number;
    }

    uint64_t whole(size_t k, const char *what, uint64_t least, uint64_t most) const {
        return whole(spec_.arguments[k], what, least, most);
    }

    double real(size_t k, const char *what, double least, double most) const {
        double number = 0;
        if (!parse_number(spec_.arguments[k], number) || std::isnan(number))
            fail(fmt::format("{} '{}' is not a number", what, spec_.arguments[k]));
        if (number < least || number > most)
            fail(
                fmt::format("{} {} is out of range {}..{}", what, spec_.arguments[k], least, most));
        return number;
    }

    bool has(size_t k) const { return k < spec_.arguments.size(); }

    uint64_t entries(size_t k, uint64_t n) const {
        const Uint128 elements = static_cast<Uint128>(n) * (n - (n > 0));
        const uint64_t most =
            elements < max_entries ? static_cast<uint64_t>(elements) : max_entries;
        return whole(k, "NNZ", 0, most);
    }

private:
    const GraphSpec &spec_;
};

EdgeList generate_rmat_graph(const GraphSpec &spec, const GenerateOptions &options) {
    const Arguments in(spec);
    const auto scale = static_cast<unsigned>(in.whole(0, "SCALE", 0, 31));
    const uint64_t factor = in.has(1) ? in.whole(1, "EDGEFACTOR", 1, max_entries >> scale) : 16;
    double a = 0.57;
    double b = 0.19;
    double c = 0.19;
    if (in.has(2)) {
        if (!in.has(4)) in.fail("A, B and C are given together");
        a = in.real(2, "A", 0, 1);
        b = in.real(3, "B", 0, 1);
        c = in.real(4, "C", 0, 1);
        if (a + b + c > 1) in.fail(fmt::format("A + B + C = {} is more than 1", a + b + c));
    }
    return generate_rmat(scale, factor, a, b, c, options);
}

EdgeList generate_grid_graph(const GraphSpec &spec, const GenerateOptions &options) {
    const Arguments in(spec);
    const std::vector<std::string> sides = split(spec.arguments[0], 'x');
    if (sides.size() != 2) in.fail("a grid is given as ROWSxCOLS");
    const uint64_t rows = in.whole(sides[0], "ROWS", 1, max_vertices);
    const uint64_t cols = in.whole(sides[1], "COLS", 1, max_vertices / rows);
    return generate_grid(rows, cols, options);
}

EdgeList generate(const GraphSpec &spec, const RangePart &part) {
    const Arguments in(spec);
    const GenerateOptions options{spec.is_directed, spec.seed, part};
    const std::string &name = spec.generator;
    if (name == "kron" || name == "rmat") return generate_rmat_graph(spec, options);
    if (name == "grid") return generate_grid_graph(spec, options);
    const uint64_t n = in.whole(0, name == "like" ? "ROWS" : "N", 1, max_vertices);
    if (name == "rgg") {
        constexpr double pi = 3.14159265358979323846;
        const double usual = std::sqrt(16 / (pi * static_cast<double>(n)));
        return generate_geometric(n, in.has(1) ? in.real(1, "RADIUS", 1e-9, 2) : usual, options);
    }
    if (name == "er") return generate_erdos_renyi(n, in.entries(1, n), options);
    if (name == "path") return generate_path(n, options);
    if (name == "star") return generate_star(n, options);
    const uint64_t entries = in.entries(1, n);
    const uint64_t largest = in.whole(2, "MAXDEGREE", n > 1, std::max<uint64_t>(n - 1, 1));
    if (entries > n * static_cast<Uint128>(largest))
        in.fail(fmt::format("NNZ {} is more than ROWS * MAXDEGREE", entries));
    return generate_like(n, entries, largest, options);
}

void parse_suffix(GraphSpec &spec, const std::string &suffix) {
    const Arguments in(spec);
    if (suffix == "directed") {
        spec.is_directed = true;
    } else if (suffix.rfind("seed=", 0) == 0) {
        spec.seed = in.whole(suffix.substr(5), "seed", 0, UINT64_MAX);
    } else if (suffix.rfind("w=", 0) == 0) {
        const size_t dots = suffix.find("..");
        int64_t least = 0;
        constexpr int64_t limit = int64_t{1} << 50;
        if (dots == std::string::npos || dots < 2 ||
            !parse_number(std::string_view(suffix).substr(2, dots - 2), least) ||
            !parse_number(std::string_view(suffix).substr(dots + 2), spec.largest_weight) ||
            least > spec.largest_weight || least < -limit || spec.largest_weight > limit)
            in.fail(fmt::format("'{}' is not w=LOW..HIGH", suffix));
        spec.least_weight = least;
    } else {
        in.fail(fmt::format("'{}' is none of w=LOW..HIGH, directed, seed=S", suffix));
    }
}

} // namespace

GraphSpec parse_graph_spec(const std::string &text) {
    GraphSpec spec;
    spec.text = text;
    if (text.empty()) throw InputError("the name of the graph is empty");
    const size_t colon = text.find(':');
    const Form *const form = colon == std::string::npos ? nullptr : form_of(text.substr(0, colon));
    // A file's name may contain a colon, too.
    if (form == nullptr && colon != std::string::npos && access(text.c_str(), F_OK) != 0 &&
        errno == ENOENT)
        throw InputError(fmt::format("'{}' is neither a file nor a generator{}; a graph is {}",
                                     text, suggested_generator(text.substr(0, colon)),
                                     graph_spec_help));
    if (form == nullptr) return spec;
    spec.generator = form->name;
    const std::vector<std::string> parts = split(text.substr(colon + 1), ',');
    spec.arguments = split(parts[0], ':');
    if (spec.arguments.size() < form->least || spec.arguments.size() > form->most)
        throw InputError(fmt::format("graph '{}': {} numbers given, the form is {}", text,
                                     spec.arguments.size(), form->usage));
    for (size_t k = 1; k < parts.size(); ++k) parse_suffix(spec, parts[k]);
    return spec;
}

EdgeList generate_graph(const GraphSpec &spec, const ReadOptions &options, const RangePart &part) {
    if (!options.format.empty() || !options.columns.empty() || options.base || options.has_words ||
        options.use_cache || !options.has_comments || !options.vertices.empty())
        throw InputError(fmt::format("graph '{}': --format, --columns, --base, --words, "
                                     "--no-comments, --vertices and --cache are for files",
                                     spec.text));
    EdgeList edges = generate(spec, part);
    if (spec.least_weight)
        assign_weights(edges, *spec.least_weight, spec.largest_weight,
                       {spec.is_directed, spec.seed});
    return edges;
}

EdgeList load_graph(const GraphSpec &spec, const Progress &progress, const ReadOptions &options) {
    if (spec.generator.empty()) return read_graph(spec.text, options, progress);
    EdgeList edges = generate_graph(spec, options);
    transform(edges, spec.text, options);
    return edges;
}

} // namespace grb::tool
