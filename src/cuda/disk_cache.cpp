#include "cuda/disk_cache.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace grb::device {

namespace {

constexpr char magic[] = "GraphBLAST kernel 1\n";
/// Beyond this the oldest files go.
constexpr std::uint64_t largest_cache = std::uint64_t{256} << 20;

/// FNV-1a.
std::uint64_t hash(const std::string &text, std::uint64_t value = 14695981039346656037ull) {
    for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return value;
}

/// The folder, made when missing; empty when there is none that is safe to use.
std::string folder() {
    std::string path;
    if (const char *given = secure_getenv("XDG_CACHE_HOME"); given != nullptr && *given == '/') {
        path = given;
    } else if (const char *home = secure_getenv("HOME"); home != nullptr && *home == '/') {
        path = std::string(home) + "/.cache";
        ::mkdir(path.c_str(), 0700);
    } else {
        return {};
    }
    path += "/graphblast";
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return {};
    struct stat facts {};
    const bool is_safe = ::lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) &&
                         facts.st_uid == ::geteuid() && (facts.st_mode & 022) == 0;
    return is_safe ? path : std::string{};
}

std::string file_of(const std::string &key) {
    const std::string path = folder();
    if (path.empty()) return {};
    char name[64];
    std::snprintf(name, sizeof name, "/%016llx%016llx.kernel",
                  static_cast<unsigned long long>(hash(key)),
                  static_cast<unsigned long long>(hash(key, 1099511628211ull)));
    return path + name;
}

void append(std::string &text, std::uint64_t value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// Makes room for `bytes` more.
void drop_oldest(const std::string &path, std::uint64_t bytes) {
    struct Entry {
        std::string name;
        std::uint64_t bytes;
        time_t used;
    };
    std::vector<Entry> entries;
    std::uint64_t total = bytes;
    DIR *directory = ::opendir(path.c_str());
    if (directory == nullptr) return;
    while (const dirent *entry = ::readdir(directory)) {
        const std::string name = path + '/' + entry->d_name;
        struct stat facts {};
        if (::lstat(name.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) continue;
        entries.push_back({name, static_cast<std::uint64_t>(facts.st_size), facts.st_mtime});
        total += entries.back().bytes;
    }
    ::closedir(directory);
    if (total <= largest_cache) return;
    std::sort(entries.begin(), entries.end(),
              [](const Entry &a, const Entry &b) { return a.used < b.used; });
    for (const Entry &entry : entries) {
        if (total <= largest_cache / 2) return;
        if (::unlink(entry.name.c_str()) == 0) total -= entry.bytes;
    }
}

} // namespace

bool read_cached(const std::string &key, std::string *code) {
    const std::string path = file_of(key);
    if (path.empty()) return false;
    std::FILE *file = std::fopen(path.c_str(), "rbe");
    if (file == nullptr) return false;
    std::string content;
    char buffer[1 << 16];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) != 0;)
        content.append(buffer, n);
    std::fclose(file);

    const std::size_t head = sizeof magic - 1 + 3 * sizeof(std::uint64_t);
    if (content.size() < head || content.compare(0, sizeof magic - 1, magic) != 0) return false;
    std::uint64_t numbers[3]; // length of the key, of the code, checksum of both
    std::memcpy(numbers, content.data() + sizeof magic - 1, sizeof numbers);
    if (numbers[0] != key.size() || numbers[1] > content.size() ||
        content.size() != head + numbers[0] + numbers[1]) {
        return false;
    }
    if (content.compare(head, key.size(), key) != 0) return false;
    code->assign(content, head + key.size(), std::string::npos);
    return hash(*code, hash(key)) == numbers[2];
}

void write_cached(const std::string &key, const std::string &code) {
    const std::string path = file_of(key);
    if (path.empty()) return;
    std::string content = magic;
    append(content, key.size());
    append(content, code.size());
    append(content, hash(code, hash(key)));
    content += key;
    content += code;
    drop_oldest(folder(), content.size());

    char suffix[32];
    std::snprintf(suffix, sizeof suffix, ".%ld.part", static_cast<long>(::getpid()));
    const std::string part = path + suffix;
    const int handle = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (handle < 0) return;
    std::size_t written = 0;
    while (written < content.size()) {
        const ssize_t n = ::write(handle, content.data() + written, content.size() - written);
        if (n <= 0) break;
        written += static_cast<std::size_t>(n);
    }
    const bool is_whole = ::close(handle) == 0 && written == content.size();
    if (!is_whole || ::rename(part.c_str(), path.c_str()) != 0) ::unlink(part.c_str());
}

} // namespace grb::device
