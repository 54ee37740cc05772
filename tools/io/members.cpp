// Finds the graph's file in a tar or zip archive.
#include "members.h"

#include "formats.h"
#include "input_error.h"
#include "packer.h"
#include "printable.h"
#include "zip.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace grb::tool {

namespace {

constexpr size_t block_bytes = 512;

bool begins_as_zip(std::string_view start) {
    return start.substr(0, 4) == std::string_view("PK\3\4", 4);
}

bool begins_as_tar(std::string_view start) {
    constexpr size_t mark_at = 257;
    return start.size() >= mark_at + 5 && start.substr(mark_at, 5) == "ustar";
}

struct TarFile {
    std::string name;
    std::string_view bytes;
};

/// Lists the files of a tar archive without a copy of their bytes.
class TarReader {
public:
    TarReader(std::string_view bytes, const std::string &name) : bytes_(bytes), name_(name) {
        while (at_ + block_bytes <= bytes_.size() && bytes_[at_] != '\0') add_member();
    }

    const std::vector<TarFile> &files() const { return files_; }

private:
    [[noreturn]] void fail(size_t at, const std::string &why) const {
        throw InputError(fmt::format("{}: corrupt tar data near byte {}: {}", name_, at, why));
    }

    /// A field of a header, up to its first zero byte.
    std::string_view field(size_t at, size_t size) const {
        const std::string_view all = bytes_.substr(at_ + at, size);
        return all.substr(0, all.find('\0'));
    }

    /// Parses octal digits; GNU tar stores sizes beyond 8 GB in binary with first byte 0x80.
    uint64_t number(size_t at, size_t size) const {
        const std::string_view all = bytes_.substr(at_ + at, size);
        const bool is_binary = static_cast<unsigned char>(all[0]) == 0x80;
        uint64_t value = 0;
        for (const char c : all.substr(is_binary ? size - 8 : 0)) {
            if (is_binary)
                value = value << 8 | static_cast<unsigned char>(c);
            else if (c >= '0' && c <= '7')
                value = value << 3 | static_cast<uint64_t>(c - '0');
            else if (c != ' ' && c != '\0')
                fail(at_ + at, "no number");
        }
        return value;
    }

    void check_sum() const {
        constexpr size_t sum_at = 148;
        constexpr size_t sum_bytes = 8;
        uint64_t sum = 0;
        for (size_t k = 0; k < block_bytes; ++k)
            sum += k >= sum_at && k < sum_at + sum_bytes
                       ? ' '
                       : static_cast<unsigned char>(bytes_[at_ + k]);
        if (sum != number(sum_at, sum_bytes)) fail(at_, "the checksum is wrong");
    }

    /// Parses "27 path=long/name.mtx
    /// " of a header of POSIX.
    void read_records(std::string_view records) {
        constexpr std::string_view key = " path=";
        const size_t path = records.find(key);
        if (path == std::string_view::npos) return;
        const std::string_view rest = records.substr(path + key.size());
        long_name_ = std::string(rest.substr(0, rest.find('\n')));
    }

    void add_member() {
        check_sum();
        const uint64_t size = number(124, 12);
        const size_t body = at_ + block_bytes;
        if (size > bytes_.size() - body)
            throw InputError(fmt::format("{}: truncated tar data: {} bytes from byte {} on are not "
                                         "there",
                                         name_, size, body));
        const std::string_view content = bytes_.substr(body, size);
        const char kind = bytes_[at_ + 156];
        const std::string prefix(field(345, 155));
        std::string name(field(0, 100));
        if (!prefix.empty()) name.insert(0, prefix + '/');
        at_ = body + (size + block_bytes - 1) / block_bytes * block_bytes;
        if (kind == 'L') { // a longer name for the next file
            long_name_ = std::string(content.substr(0, content.find('\0')));
        } else if (kind == 'x') {
            read_records(content);
        } else if (kind != 'g') {
            if (!long_name_.empty()) name = long_name_;
            long_name_.clear();
            if (kind == '0' || kind == '\0') files_.push_back({name, content});
        }
    }

    std::string_view bytes_;
    const std::string &name_;
    size_t at_ = 0;
    std::string long_name_;
    std::vector<TarFile> files_;
};

/// Returns whether a file of an archive is one that systems add.
bool is_hidden(std::string_view file) {
    const std::string_view base = file.substr(file.rfind('/') + 1);
    return base.empty() || base[0] == '.' || file.substr(0, 9) == "__MACOSX/";
}

/// Judges by the name: the endings of formats, and KONECT's out.NAME.
bool is_graph(std::string_view file) {
    const std::string_view base = without_packing(file.substr(file.rfind('/') + 1));
    if (base.substr(0, 4) == "out.") return true;
    constexpr std::string_view about = "readme";
    const bool is_about = std::equal(about.begin(), about.end(), base.begin(),
                                     base.begin() + std::min(base.size(), about.size()),
                                     [](char x, char y) { return x == (y | 0x20); });
    if (is_about) return false;
    for (const Format &format : formats())
        for (const std::string_view ending : format.endings)
            if (base.ends_with(ending)) return true;
    return false;
}

std::string listed(const std::vector<std::string> &files) {
    constexpr size_t most = 10;
    std::vector<std::string> shown;
    for (size_t k = 0; k < std::min(files.size(), most); ++k) shown.push_back(printable(files[k]));
    return fmt::format("{}{}", fmt::join(shown, ", "),
                       files.size() > most ? fmt::format(" and {} more", files.size() - most) : "");
}

/// The name of the only graph among the files.
std::string chosen(const std::vector<std::string> &all, const std::string &archive, bool is_zip) {
    std::vector<std::string> files, matrices, graphs;
    for (const std::string &file : all) {
        if (is_hidden(file)) continue;
        files.push_back(file);
        if (is_graph(file)) graphs.push_back(file);
        if (without_packing(file).ends_with(".mtx")) matrices.push_back(file);
    }
    const std::vector<std::string> &found = !matrices.empty() ? matrices
                                            : !graphs.empty() ? graphs
                                                              : files;
    if (found.size() == 1) return found[0];
    const char *const kind = is_zip ? "zip" : "tar";
    if (graphs.empty())
        throw InputError(fmt::format("{}: a {} archive without a graph among its files: {}",
                                     archive, kind, files.empty() ? "none" : listed(files)));
    throw InputError(fmt::format("{}: a {} archive of {} graphs: {}: take one out of it: {} {} {} "
                                 "| graphblast ... --graph -",
                                 archive, kind, found.size(), listed(found),
                                 is_zip ? "unzip -p" : "tar -xOf", archive, printable(found[0])));
}

} // namespace

bool begins_as_archive(std::string_view start) {
    return begins_as_zip(start) || begins_as_tar(start);
}

std::optional<ArchiveMember> graph_member(std::string_view bytes, const std::string &name) {
    std::vector<std::string> names;
    if (begins_as_tar(bytes)) {
        const TarReader tar(bytes, name);
        for (const TarFile &file : tar.files()) names.push_back(file.name);
        const std::string member = chosen(names, name, false);
        // If several members have one name, the last one counts.
        for (size_t k = names.size(); k-- > 0;)
            if (names[k] == member)
                return ArchiveMember{fmt::format("{}: {}", name, printable(member)),
                                     std::string(tar.files()[k].bytes)};
    }
    if (!begins_as_zip(bytes)) return std::nullopt;
    const ZipReader zip(bytes, name);
    names = zip.names();
    if (std::any_of(names.begin(), names.end(),
                    [](const std::string &file) { return file.ends_with(".npy"); }))
        return std::nullopt;
    const std::string member = chosen(names, name, true);
    const std::vector<ZipBytes> read = zip.read({member});
    return ArchiveMember{fmt::format("{}: {}", name, printable(member)),
                         std::string(read.front().view())};
}

} // namespace grb::tool
