// Checks users' sources, writes their definitions and inserts them into programs.
#include "cuda/plugin/user_source.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/theta.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace grb::device {

namespace {

using Kind = Definition::Kind;

constexpr const char insertion_point[] = "struct P {"; // each program's own part begins here

struct Entry {
    std::string name, c_name;
    std::vector<const Entry *> types; // definitions whose texts must come before this one
    std::string text;
    /// A text that makes the compiler instantiate the whole definition.
    std::string use;
    std::size_t size = 0;       // of a type
    std::size_t theta_size = 0; // 0: no theta
    bool is_positioned = false; // a type without a name in C
    bool is_refused = false;
};

struct Definitions {
    std::mutex mutex;
    std::unordered_map<std::string, Entry *> by_content;
    std::unordered_map<std::string, Entry> by_name; // never removed: kernels are named after them
};

Definitions &definitions() {
    static Definitions &all = *new Definitions;
    return all;
}

std::string content_of(const Definition &definition) {
    std::string content =
        std::to_string(static_cast<int>(definition.kind)) + ' ' + std::to_string(definition.size);
    for (const char *part : {definition.z, definition.x, definition.y, definition.theta_type,
                             definition.c_name, definition.source}) {
        content += '\n';
        if (part != nullptr) content += part;
    }
    return content;
}

/// Returns FNV-1a, in hexadecimal.
std::string hash_of(const std::string &content) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char byte : content)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return digits;
}

/// Returns a namespace for the source, so that functions of one name do not collide.
std::string space_of(const Entry &entry) {
    return "source_of_" + entry.name;
}

std::string source_text(const Entry &entry, const Definition &definition) {
    std::string text = "namespace " + space_of(entry) + " {\n";
    for (const Entry *type : entry.types)
        if (!type->is_positioned) text += "using " + type->c_name + " = ::" + type->name + ";\n";
    return text + definition.source + "\n}\n";
}

std::string type_text(const Entry &entry, const Definition &definition) {
    return source_text(entry, definition) + "using " + entry.name + " = " + space_of(entry) +
           "::" + entry.c_name + ";\nstatic_assert(sizeof(" + entry.name +
           ") == " + std::to_string(definition.size) +
           ", \"not of the size that was given\");\nusing " + entry.name +
           "_is_returned = " + entry.name + " (*)(" + entry.name + "); // so it is no array\n";
}

/// Writes a value with its position, as algebra/indexed.hpp has it; fails for a value aligned to
/// more than 16 bytes.
std::string positioned_text(const Entry &entry, const Definition &definition) {
    return "struct " + entry.name + " {\n    unsigned long row, column;\n    " + definition.x +
           " value;\n};\nstatic_assert(sizeof(" + entry.name +
           ") == " + std::to_string(definition.size) + " && alignof(" + entry.name +
           ") <= 16, \"a value that is aligned to more\");\n";
}

std::string functor_head(const Entry &entry, const Definition &definition) {
    std::string text = "namespace grb {\ntemplate <class>\nstruct " + entry.name + " {\n";
    text += std::string("    using X = ") + definition.x + ";\n";
    if (definition.y != nullptr) text += std::string("    using Y = ") + definition.y + ";\n";
    text += std::string("    using Z = ") + definition.z + ";\n";
    return text + "    static constexpr bool is_user_defined = true, ignores_x = false, "
                  "ignores_y = false, has_terminal = false;\n"
                  "    static __device__ Z identity() { return Z{}; }\n";
}

/// Writes a functor that combines a value and its position, row and column exchanged if y says so.
std::string carry_text(const Entry &entry, const Definition &definition) {
    return functor_head(entry, definition) +
           "    static __device__ Z apply(X x, long i, long j, Y y) {\n"
           "        Z z{};\n"
           "        z.row = static_cast<unsigned long>(y ? j : i);\n"
           "        z.column = static_cast<unsigned long>(y ? i : j);\n"
           "        z.value = x;\n        return z;\n    }\n};\n}\n";
}

/// Writes the user's function on two positioned values. theta lies in memory that each call fills:
/// see theta.hpp.
std::string indexed_text(const Entry &entry, const Definition &definition) {
    const std::string theta = theta_name(entry.name);
    return source_text(entry, definition) +
           "extern \"C\" {\n__constant__ __align__(16) unsigned char " + theta + "[" +
           std::to_string(definition.theta_size) + "];\n}\n" + functor_head(entry, definition) +
           "    static __device__ Z apply(X x, Y y) {\n        Z z{};\n        ::" +
           space_of(entry) + "::" + entry.c_name +
           "(&z, &x.value, x.row, x.column, &y.value, y.row, y.column, "
           "reinterpret_cast<const " +
           definition.theta_type + " *>(" + theta + "));\n        return z;\n    }\n};\n}\n";
}

/// Writes a functor like those of the catalogue. The user's function writes to a local z only.
std::string functor_text(const Entry &entry, const Definition &definition) {
    const bool has_y = definition.y != nullptr;
    const bool has_position = definition.kind == Kind::index_unary;
    std::string text = source_text(entry, definition) + functor_head(entry, definition);
    text += std::string("    static __device__ Z apply(X x") +
            (has_position ? ", long i, long j" : "") + (has_y ? ", Y y" : "") + ") {\n";
    text += "        Z z{};\n        ::" + space_of(entry) + "::" + entry.c_name + "(&z, &x";
    if (has_position) text += ", static_cast<unsigned long>(i), static_cast<unsigned long>(j)";
    return text + (has_y ? ", &y" : "") + ");\n        return z;\n    }\n};\n}\n";
}

void add_type(Entry &entry, const Definitions &all, const char *name) {
    if (name == nullptr) return;
    const auto found = all.by_name.find(name);
    if (found == all.by_name.end()) return; // a built-in type
    if (std::find(entry.types.begin(), entry.types.end(), &found->second) == entry.types.end())
        entry.types.push_back(&found->second);
    // A source names the types of the values.
    if (!found->second.is_positioned) return;
    for (const Entry *value : found->second.types)
        if (std::find(entry.types.begin(), entry.types.end(), value) == entry.types.end())
            entry.types.push_back(value);
}

std::string operator_text(const Entry &entry, const Definition &definition) {
    switch (definition.kind) {
    case Kind::carry:
        return carry_text(entry, definition);
    case Kind::indexed:
        return indexed_text(entry, definition);
    default:
        return functor_text(entry, definition);
    }
}

Entry entry_of(const Definitions &all, const Definition &definition, const std::string &content) {
    Entry entry;
    entry.name = std::string(user_prefix) + hash_of(content);
    while (all.by_name.count(entry.name) != 0) entry.name += '0';
    entry.c_name = definition.c_name;
    entry.size = definition.size;
    if (definition.kind == Kind::type) {
        entry.text = type_text(entry, definition);
        return entry;
    }
    for (const char *type : {definition.z, definition.x, definition.y, definition.theta_type})
        add_type(entry, all, type);
    if (definition.kind == Kind::positioned) {
        entry.is_positioned = true;
        entry.text = positioned_text(entry, definition);
        return entry;
    }
    entry.theta_size = definition.theta_size;
    entry.text = operator_text(entry, definition);
    entry.use = "template struct grb::" + entry.name + "<void>;\n";
    return entry;
}

/// Adds each definition once, after those that it needs.
void add_with_types(std::vector<const Entry *> &list, const Entry &entry) {
    for (const Entry *type : entry.types) add_with_types(list, *type);
    if (std::find(list.begin(), list.end(), &entry) == list.end()) list.push_back(&entry);
}

/// Returns the definitions that a program names, in the required order. The caller holds the lock.
std::vector<const Entry *> used_by(const Definitions &all, const std::string &program) {
    std::vector<const Entry *> list;
    std::size_t begin = 0;
    while ((begin = program.find(user_prefix, begin)) != std::string::npos) {
        std::size_t end = begin + user_prefix.size();
        end = std::min(program.find_first_not_of("0123456789abcdef", end), program.size());
        const auto found = all.by_name.find(program.substr(begin, end - begin));
        if (found != all.by_name.end()) add_with_types(list, found->second);
        begin = end;
    }
    return list;
}

std::string texts_of(const std::vector<const Entry *> &list) {
    std::string text = "#include \"kernels/c_names.cuh\"\n";
    for (const Entry *entry : list) text += entry->text;
    return text;
}

void refuse(Definitions &all, const Entry &entry, const char *reason) {
    const std::lock_guard<std::mutex> guard(all.mutex);
    if (std::exchange(all.by_name.at(entry.name).is_refused, true)) return;
    runtime().note("source refused", (entry.c_name + ": " + reason).c_str());
}

} // namespace

Status define(const Definition *definition, const char **name) {
    Definitions &all = definitions();
    const std::string content = content_of(*definition);
    const std::lock_guard<std::mutex> guard(all.mutex);
    Entry *&known = all.by_content[content];
    if (known == nullptr) {
        Entry entry = entry_of(all, *definition, content);
        const std::string key = entry.name;
        known = &all.by_name.emplace(key, std::move(entry)).first->second;
    }
    *name = known->name.c_str();
    if (definition->theta != nullptr) set_theta(*name, definition->theta, definition->theta_size);
    return known->is_refused ? fail(Status::unsupported, "the C source of %s does not compile",
                                    definition->c_name)
                             : Status::ok;
}

std::size_t size_of_user_type(std::string_view name) {
    Definitions &all = definitions();
    const std::lock_guard<std::mutex> guard(all.mutex);
    const auto found = all.by_name.find(std::string(name));
    return found != all.by_name.end() ? found->second.size : 0;
}

const char *theta_in(const std::string &program) {
    if (program.find(user_prefix) == std::string::npos) return nullptr;
    Definitions &all = definitions();
    const std::lock_guard<std::mutex> guard(all.mutex);
    for (const Entry *entry : used_by(all, program))
        if (entry->theta_size != 0) return entry->name.c_str();
    return nullptr;
}

std::string with_definitions(std::string program) {
    if (program.find(user_prefix) == std::string::npos) return program;
    Definitions &all = definitions();
    const std::lock_guard<std::mutex> guard(all.mutex);
    const std::vector<const Entry *> list = used_by(all, program);
    // Inserts behind the kernels' headers, which the macros of a source must not affect.
    if (!list.empty())
        program.insert(std::min(program.find(insertion_point), program.size()), texts_of(list));
    return program;
}

void refuse_broken_definitions(const std::string &program, int capability) {
    Definitions &all = definitions();
    const std::string reason = error_text();
    std::vector<const Entry *> list;
    {
        const std::lock_guard<std::mutex> guard(all.mutex);
        list = used_by(all, program);
    }
    bool is_any_broken = false;
    for (const Entry *entry : list) {
        std::vector<const Entry *> alone;
        add_with_types(alone, *entry);
        std::string code;
        if (compile(texts_of(alone) + entry->use, capability, &code) != Status::unsupported)
            continue;
        is_any_broken = true;
        refuse(all, *entry, error_text());
    }
    // All compile alone: a macro of one breaks another. It is unknown which, so none of them is
    // used again.
    if (is_any_broken) return;
    for (const Entry *entry : list) refuse(all, *entry, reason.c_str());
}

namespace {

Status is_source_refused(const char *name, bool *is_refused) {
    Definitions &all = definitions();
    const std::lock_guard<std::mutex> guard(all.mutex);
    const auto found = all.by_name.find(name);
    *is_refused = found != all.by_name.end() && found->second.is_refused;
    return Status::ok;
}

const Export exports[] = {exported<&define>(gpu::define),
                          exported<&is_source_refused>(gpu::is_source_refused)};

} // namespace

} // namespace grb::device
