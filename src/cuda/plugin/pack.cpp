#include "cuda/plugin/pack.hpp"

#include "base/new_file.hpp"
#include "cuda/plugin/checksum.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>

namespace grb::device {

namespace {

constexpr char magic[] = "GraphBLAST pack 1\n";
constexpr std::size_t magic_bytes = sizeof magic - 1;

void append(std::string &text, std::uint64_t value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof value);
}

std::uint64_t number_at(const std::string &text, std::size_t place) {
    std::uint64_t value = 0;
    std::memcpy(&value, text.data() + place, sizeof value);
    return value;
}

} // namespace

bool write_pack(const std::string &path, const std::string &basis,
                const std::vector<PackedProgram> &programs) {
    std::string head = magic;
    append(head, basis.size());
    append(head, programs.size());
    head += basis;
    const std::uint64_t data_begin =
        head.size() + programs.size() * sizeof(Pack::Entry) + sizeof(std::uint64_t);
    std::string data;
    std::unordered_map<std::string, std::uint64_t> texts; // where they begin: several share one
    std::vector<Pack::Entry> index;
    for (const PackedProgram &program : programs) {
        const auto [text, is_new] = texts.emplace(program.text, data_begin + data.size());
        if (is_new) data += program.text;
        index.push_back({checksum(program.text), static_cast<std::uint64_t>(program.capability),
                         text->second, program.text.size(), data_begin + data.size(),
                         program.code.size(), checksum(program.code, checksum(program.text))});
        data += program.code;
    }
    std::sort(index.begin(), index.end(),
              [](const Pack::Entry &a, const Pack::Entry &b) { return a.text_hash < b.text_hash; });
    head.append(reinterpret_cast<const char *>(index.data()), index.size() * sizeof(Pack::Entry));
    append(head, checksum(head));

    ReplacingFile file;
    return file.open(path.c_str()) && file.write(head.data(), head.size()) &&
           file.write(data.data(), data.size()) && file.finish();
}

Pack::Pack(const std::string &path, const std::string &basis) {
    if (path.empty()) return;
    file_ = open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file_ < 0) {
        if (errno != ENOENT) reject("it cannot be opened");
        return;
    }
    if (const char *trouble = read_head(basis)) reject(trouble);
}

Pack::~Pack() {
    if (file_ >= 0) ::close(file_);
}

void Pack::reject(const char *trouble) {
    trouble_ = trouble;
    index_.clear();
    if (file_ >= 0) ::close(file_);
    file_ = -1;
}

bool Pack::read(std::uint64_t begin, std::uint64_t bytes, std::string *text) const {
    if (begin > file_bytes_ || bytes > file_bytes_ - begin) return false;
    text->resize(bytes);
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t n =
            ::pread(file_, text->data() + done, bytes - done, static_cast<off_t>(begin + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

/// Null when the head is right.
const char *Pack::read_head(const std::string &basis) {
    struct stat facts {};
    if (::fstat(file_, &facts) != 0 || !S_ISREG(facts.st_mode)) return "it is no file";
    file_bytes_ = static_cast<std::uint64_t>(facts.st_size);
    constexpr std::size_t numbers = magic_bytes + 2 * sizeof(std::uint64_t);
    std::string head;
    if (!read(0, numbers, &head) || head.compare(0, magic_bytes, magic) != 0)
        return "it is damaged or no pack";
    const std::uint64_t basis_bytes = number_at(head, magic_bytes),
                        count = number_at(head, magic_bytes + sizeof(std::uint64_t));
    if (basis_bytes != basis.size()) return "it belongs to another build";
    if (count > file_bytes_ / sizeof(Entry)) return "it is damaged";
    const std::size_t index_begin = numbers + basis.size(),
                      sum_begin = index_begin + count * sizeof(Entry);
    if (!read(0, sum_begin + sizeof(std::uint64_t), &head)) return "it is damaged";
    if (head.compare(numbers, basis.size(), basis) != 0) return "it belongs to another build";
    if (checksum({head.data(), sum_begin}) != number_at(head, sum_begin)) return "it is damaged";
    index_.resize(count);
    std::memcpy(index_.data(), head.data() + index_begin, count * sizeof(Entry));
    return nullptr;
}

bool Pack::find(const std::string &program, int capability, std::string *code) {
    const std::uint64_t hash = checksum(program);
    const auto first = std::lower_bound(
        index_.begin(), index_.end(), hash,
        [](const Entry &entry, std::uint64_t value) { return entry.text_hash < value; });
    const auto wanted = static_cast<std::uint64_t>(capability);
    const Entry *best = nullptr;
    for (auto entry = first; entry != index_.end() && entry->text_hash == hash; ++entry) {
        const bool runs = entry->capability <= wanted && entry->capability / 10 == wanted / 10;
        if (runs && (best == nullptr || entry->capability > best->capability)) best = &*entry;
    }
    if (best == nullptr) return false;
    std::string text;
    if (!read(best->text_begin, best->text_bytes, &text) ||
        !read(best->code_begin, best->code_bytes, code) ||
        checksum(*code, checksum(text)) != best->checksum) {
        reject("it is damaged");
        return false;
    }
    return text == program;
}

} // namespace grb::device
