// Reads files: plain, compressed or in an archive.
#include "archive.h"

#include "encoding.h"
#include "input_error.h"
#include "members.h"
#include "packer.h"

#include "base/new_file.hpp"

#include <algorithm>
#include <bzlib.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace grb::tool {

size_t half_of_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return std::numeric_limits<size_t>::max();
    return static_cast<size_t>(pages) / 2 * static_cast<size_t>(page);
}

namespace {

constexpr std::string_view gzip_magic("\x1f\x8b", 2);
constexpr std::string_view zstd_magic("\x28\xb5\x2f\xfd", 4);
constexpr std::string_view bzip2_magic("BZh", 3);
constexpr size_t block_bytes = size_t{1} << 20;
/// Waits for so many bytes of a pipe before it checks the start: a tar archive's first header.
constexpr size_t smallest_start = 512;

/// Recognises "BZh", the size of a block, and the mark of a block or of the end.
bool is_bzip2(std::string_view text) {
    const std::string_view mark = text.substr(std::min<size_t>(text.size(), 4), 3);
    return text.starts_with(bzip2_magic) && (mark == "1AY" || mark == "\x17rE");
}

[[noreturn]] void refuse_length(const std::string &name) {
    throw InputError(fmt::format("{}: more than {} bytes, half of this machine's memory", name,
                                 half_of_memory()));
}

/// Checks the start of a text. Archives need more than their start.
void check_text(std::string_view start, const std::string &name, const StartCheck &check) {
    if (check && !begins_as_archive(start)) check(decoded_start(start, name), name);
}

/// The text that a decoder produces, chunk by chunk.
class Text {
public:
    Text(size_t compressed_bytes, const std::string &name, const StartCheck &check)
        : compressed_bytes_(compressed_bytes), name_(name), check_(check) {}

    void append(const char *made, size_t size) {
        if (size > longest_text(compressed_bytes_) - text_.size())
            throw InputError(fmt::format("{}: {} bytes expand to more than {}: decompress the file "
                                         "first if that is right",
                                         name_, compressed_bytes_,
                                         longest_text(compressed_bytes_)));
        if (size > half_of_memory() - std::min(text_.size(), half_of_memory()))
            refuse_length(name_);
        const bool is_first = text_.empty() && size > 0;
        text_.append(made, size);
        if (is_first) check_text(text_, name_, check_);
    }

    std::string take() { return std::move(text_); }

private:
    std::string text_;
    size_t compressed_bytes_;
    const std::string &name_;
    const StartCheck &check_;
};

/// All of a text, or only the output of its first bytes.
enum class Part { whole, start };

std::string unpack_gzip(std::string_view bytes, const std::string &name, const StartCheck &check,
                        Part part) {
    Text text(bytes.size(), name, check);
    std::vector<char> block(block_bytes);
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream *)> owner(&stream, inflateEnd);
    size_t used = 0;
    for (;;) {
        const size_t given = std::min(bytes.size() - used, block_bytes);
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data() + used));
        stream.avail_in = static_cast<uInt>(given);
        stream.next_out = reinterpret_cast<Bytef *>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        const int code = inflate(&stream, Z_NO_FLUSH);
        used += given - stream.avail_in;
        const size_t made = block.size() - stream.avail_out;
        text.append(block.data(), made);
        if (part == Part::start && (made != 0 || used == bytes.size())) return text.take();
        if (code == Z_STREAM_END) {
            if (used == bytes.size()) return text.take();
            if (!bytes.substr(used).starts_with(gzip_magic))
                throw InputError(fmt::format("{}: {} bytes of something else follow the gzip data "
                                             "that ends at byte {}",
                                             name, bytes.size() - used, used));
            inflateReset(&stream);
        } else if (used == bytes.size() && made == 0) {
            throw InputError(fmt::format("{}: truncated gzip data: it stops at byte {}, before its "
                                         "end mark",
                                         name, used));
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            throw InputError(fmt::format("{}: corrupt gzip data near byte {}: {}", name, used,
                                         stream.msg != nullptr ? stream.msg : zError(code)));
        }
    }
}

std::string unpack_zstd(std::string_view bytes, const std::string &name, const StartCheck &check,
                        Part part) {
    Text text(bytes.size(), name, check);
    std::vector<char> block(block_bytes);
    const std::unique_ptr<ZSTD_DStream, size_t (*)(ZSTD_DStream *)> stream(ZSTD_createDStream(),
                                                                           ZSTD_freeDStream);
    if (stream == nullptr) throw std::bad_alloc();
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    size_t wanted = 1;
    for (;;) {
        ZSTD_outBuffer out{block.data(), block.size(), 0};
        wanted = ZSTD_decompressStream(stream.get(), &out, &in);
        if (ZSTD_isError(wanted))
            throw InputError(fmt::format("{}: corrupt zstd data near byte {}: {}", name, in.pos,
                                         ZSTD_getErrorName(wanted)));
        text.append(block.data(), out.pos);
        if (part == Part::start && (out.pos != 0 || in.pos == in.size)) return text.take();
        if (in.pos == in.size && out.pos < out.size) break;
    }
    if (wanted != 0)
        throw InputError(fmt::format("{}: truncated zstd data: it stops at byte {}, before the end "
                                     "of its frame",
                                     name, bytes.size()));
    return text.take();
}

std::string unpack_bzip2(std::string_view bytes, const std::string &name, const StartCheck &check,
                         Part part) {
    Text text(bytes.size(), name, check);
    std::vector<char> block(block_bytes);
    bz_stream stream{};
    if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) throw std::bad_alloc();
    const std::unique_ptr<bz_stream, int (*)(bz_stream *)> owner(&stream, BZ2_bzDecompressEnd);
    size_t used = 0;
    for (;;) {
        const size_t given = std::min(bytes.size() - used, block_bytes);
        stream.next_in = const_cast<char *>(bytes.data() + used);
        stream.avail_in = static_cast<unsigned>(given);
        stream.next_out = block.data();
        stream.avail_out = static_cast<unsigned>(block.size());
        const int code = BZ2_bzDecompress(&stream);
        used += given - stream.avail_in;
        const size_t made = block.size() - stream.avail_out;
        text.append(block.data(), made);
        if (part == Part::start && (made != 0 || used == bytes.size())) return text.take();
        if (code == BZ_STREAM_END) {
            if (used == bytes.size()) return text.take();
            if (!is_bzip2(bytes.substr(used)))
                throw InputError(fmt::format("{}: {} bytes of something else follow the bzip2 data "
                                             "that ends at byte {}",
                                             name, bytes.size() - used, used));
            BZ2_bzDecompressEnd(&stream);
            if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) throw std::bad_alloc();
        } else if (code == BZ_MEM_ERROR) {
            throw std::bad_alloc();
        } else if (code != BZ_OK) {
            throw InputError(fmt::format("{}: corrupt bzip2 data near byte {}", name, used));
        } else if (used == bytes.size() && made == 0) {
            throw InputError(fmt::format("{}: truncated bzip2 data: it stops at byte {}, before "
                                         "its end mark",
                                         name, used));
        }
    }
}

/// Runs before the rest is read: rejects endless input.
void check_start(std::string_view bytes, const std::string &name, const StartCheck &check) {
    if (bytes.starts_with(gzip_magic))
        unpack_gzip(bytes, name, check, Part::start);
    else if (bytes.starts_with(zstd_magic))
        unpack_zstd(bytes, name, check, Part::start);
    else if (is_bzip2(bytes))
        unpack_bzip2(bytes, name, check, Part::start);
    else
        check_text(bytes, name, check);
}

/// An open file, or standard input.
class Input {
public:
    explicit Input(const std::string &path) : name_(path) {
        const bool is_standard = path == "-" || path == "/dev/stdin";
        struct stat status {};
        // Checks before opening, which alone has effects on some devices.
        if (!is_standard && stat(path.c_str(), &status) == 0) check_kind(status.st_mode);
        const int number = is_standard
                               ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                               : open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
        if (number < 0) fail("cannot open");
        file_.open(number);
        if (fstat(number, &status) != 0) fail("cannot read");
        if (isatty(number) == 0) check_kind(status.st_mode);
        if (S_ISREG(status.st_mode) && status.st_size > 0)
            length_ = static_cast<size_t>(status.st_size);
        if (length_ > half_of_memory()) refuse_length(name_);
    }
    /// Reads up to so many bytes; returns 0 at the end.
    size_t read(char *bytes, size_t size) {
        for (;;) {
            const ssize_t got = ::read(file_.number(), bytes, size);
            if (got >= 0) return static_cast<size_t>(got);
            if (errno != EINTR) fail("cannot read");
        }
    }
    /// Reads from this position without moving the file's. Returns false if the file ends before.
    bool read_at(char *bytes, size_t size, size_t offset) const {
        while (size > 0) {
            const ssize_t got = pread(file_.number(), bytes, size, static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return false;
            bytes += got;
            offset += static_cast<size_t>(got);
            size -= static_cast<size_t>(got);
        }
        return true;
    }
    size_t length() const { return length_; } ///< 0: unknown

private:
    [[noreturn]] void fail(const char *what) const {
        throw InputError(fmt::format("{}: {}: {}", name_, what, std::strerror(errno)));
    }
    /// Rejects devices, which have no end.
    void check_kind(mode_t mode) const {
        if (S_ISBLK(mode) || S_ISCHR(mode))
            throw InputError(fmt::format("{}: cannot read: it is a device", name_));
    }

    const std::string &name_;
    OpenFile file_;
    size_t length_ = 0;
};

} // namespace

std::string unpack(std::string bytes, const std::string &name, const StartCheck &check) {
    if (bytes.starts_with(gzip_magic))
        return decoded(unpack_gzip(bytes, name, check, Part::whole), name);
    if (bytes.starts_with(zstd_magic))
        return decoded(unpack_zstd(bytes, name, check, Part::whole), name);
    if (is_bzip2(bytes)) return decoded(unpack_bzip2(bytes, name, check, Part::whole), name);
    for (const auto &[ending, kind] :
         {std::pair(".gz", "gzip"), std::pair(".zst", "zstd"), std::pair(".bz2", "bzip2")})
        if (name.ends_with(ending))
            throw InputError(fmt::format("{}: not {} data: its first bytes are wrong", name, kind));
    return decoded(std::move(bytes), name);
}

std::string read_text(const std::string &path, const Progress &progress, const StartCheck &check) {
    Input input(path);
    std::string bytes;
    size_t size = 0;
    bool is_checked = false;
    for (;;) {
        bytes.resize(size + 4 * block_bytes);
        const size_t got = input.read(bytes.data() + size, bytes.size() - size);
        size += got;
        if (size > half_of_memory()) refuse_length(path);
        if (progress && input.length() != 0)
            progress(std::min(size, input.length()), input.length());
        if (got == 0) break;
        if (!is_checked && size >= smallest_start) {
            is_checked = true;
            if (check) check_start({bytes.data(), size}, path, check);
            bytes.reserve(input.length() + 5 * block_bytes);
        }
    }
    bytes.resize(size);
    return unpack(std::move(bytes), path, check);
}

namespace {

/// Returns whether a file is compressed, by its start or its name.
bool is_packed(std::string_view start, const std::string &path) {
    return start.starts_with(gzip_magic) || start.starts_with(zstd_magic) || is_bzip2(start) ||
           without_packing(path).size() != path.size();
}

/// Reads a plain file with all threads. Returns nothing for other files, encoded ones and those
/// that change meanwhile.
Buffer<char> read_plain(const std::string &path, const Progress &progress,
                        const StartCheck &check) {
    constexpr off_t least = off_t{1} << 24;
    // A pipe opens only once; part of standard input may already have been read.
    struct stat status {};
    if (path == "-" || path == "/dev/stdin" || stat(path.c_str(), &status) != 0 ||
        !S_ISREG(status.st_mode) || status.st_size < least)
        return {};
    const Input input(path);
    const size_t length = input.length();
    std::string start(block_bytes, '\0');
    if (!input.read_at(start.data(), start.size(), 0)) return {};
    if (is_packed(start, path) || needs_decoding(start)) return {};
    check_text(start, path, check);
    Buffer<char> bytes(length);
    constexpr size_t chunk = 4 * block_bytes;
    const size_t chunks = (length + chunk - 1) / chunk;
    bool is_complete = true;
    size_t done = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(&& : is_complete)
    for (size_t k = 0; k < chunks; ++k) {
        const size_t offset = k * chunk;
        const size_t size = std::min(chunk, length - offset);
        is_complete = input.read_at(bytes.data() + offset, size, offset) && is_complete;
        if (progress) {
#pragma omp critical(read_progress)
            progress(done += size, length);
        }
    }
    char next = 0;
    const bool has_grown = input.read_at(&next, 1, length);
    return is_complete && !has_grown ? std::move(bytes) : Buffer<char>();
}

} // namespace

bool is_plain_text(std::string_view start, const std::string &path) {
    return !is_packed(start, path) && !needs_decoding(start) && !begins_as_archive(start);
}

FileText read_file(const std::string &path, const Progress &progress, const StartCheck &check) {
    FileText text;
    text.name = path;
    text.bytes = read_plain(path, progress, check);
    if (text.bytes.empty()) text.text = read_text(path, progress, check);
    std::optional<ArchiveMember> member = graph_member(text.view(), path);
    if (!member) return text;
    text.bytes.clear();
    text.name = std::move(member->name);
    text.text = unpack(std::move(member->bytes), text.name, check);
    return text;
}

} // namespace grb::tool
