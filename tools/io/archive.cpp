#include "archive.h"

#include "input_error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace grb::tool {

namespace {

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

constexpr std::string_view gzip_magic("\x1f\x8b", 2);
constexpr std::string_view zstd_magic("\x28\xb5\x2f\xfd", 4);
constexpr size_t block_bytes = size_t{1} << 20;

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/// Adds what a decoder made to the text.
void append(std::string &text, const char *made, size_t size, size_t compressed_bytes,
            const std::string &name) {
    if (size > longest_text(compressed_bytes) - text.size())
        throw InputError(fmt::format("{}: {} bytes expand to more than {}: decompress the file "
                                     "first if that is right",
                                     name, compressed_bytes, longest_text(compressed_bytes)));
    text.append(made, size);
}

std::string unpack_gzip(std::string_view bytes, const std::string &name) {
    std::string text;
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
        append(text, block.data(), made, bytes.size(), name);
        if (code == Z_STREAM_END) {
            if (used == bytes.size()) return text;
            if (!starts_with(bytes.substr(used), gzip_magic))
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

std::string unpack_zstd(std::string_view bytes, const std::string &name) {
    std::string text;
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
        append(text, block.data(), out.pos, bytes.size(), name);
        if (in.pos == in.size && out.pos < out.size) break;
    }
    if (wanted != 0)
        throw InputError(fmt::format("{}: truncated zstd data: it stops at byte {}, before the end "
                                     "of its frame",
                                     name, bytes.size()));
    return text;
}

} // namespace

std::string unpack(std::string bytes, const std::string &name) {
    if (starts_with(bytes, gzip_magic)) return unpack_gzip(bytes, name);
    if (starts_with(bytes, zstd_magic)) return unpack_zstd(bytes, name);
    if (ends_with(name, ".gz") || ends_with(name, ".zst"))
        throw InputError(fmt::format("{}: not {} data: its first bytes are wrong", name,
                                     ends_with(name, ".gz") ? "gzip" : "zstd"));
    return bytes;
}

std::string read_text(const std::string &path, const Progress &progress) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw InputError(fmt::format("{}: cannot open: {}", path, std::strerror(errno)));
    struct Closer {
        int file;
        ~Closer() { close(file); }
    } closer{file};
    struct stat status {};
    const bool sized = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    std::string bytes;
    if (sized) bytes.reserve(static_cast<size_t>(status.st_size));
    size_t size = 0;
    for (;;) {
        bytes.resize(size + 4 * block_bytes);
        const ssize_t got = read(file, bytes.data() + size, 4 * block_bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            throw InputError(fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
        size += static_cast<size_t>(got);
        if (progress && sized) progress(size, static_cast<size_t>(status.st_size));
        if (got == 0) break;
    }
    bytes.resize(size);
    return unpack(std::move(bytes), path);
}

struct OutputFile::Packer {
    explicit Packer(bool gzip) : is_gzip(gzip), block(block_bytes) {
        if (is_gzip) {
            if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
                throw std::bad_alloc();
        } else if ((context = ZSTD_createCCtx()) == nullptr) {
            throw std::bad_alloc();
        }
    }
    ~Packer() {
        if (is_gzip) deflateEnd(&stream);
        ZSTD_freeCCtx(context);
    }

    void pack(std::string_view text, bool last, OutputFile &file) {
        if (is_gzip) {
            size_t used = 0;
            bool more = true;
            while (more) {
                const size_t given = std::min(text.size() - used, size_t{1} << 30);
                stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data() + used));
                stream.avail_in = static_cast<uInt>(given);
                stream.next_out = block.data();
                stream.avail_out = static_cast<uInt>(block.size());
                const int code = deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
                used += given - stream.avail_in;
                file.write_bytes(block.data(), block.size() - stream.avail_out);
                more = last ? code != Z_STREAM_END : used < text.size() || stream.avail_out == 0;
            }
            return;
        }
        ZSTD_inBuffer in{text.data(), text.size(), 0};
        bool more = true;
        while (more) {
            ZSTD_outBuffer out{block.data(), block.size(), 0};
            const size_t left =
                ZSTD_compressStream2(context, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_isError(left))
                throw InputError(
                    fmt::format("{}: cannot compress: {}", file.path_, ZSTD_getErrorName(left)));
            file.write_bytes(block.data(), out.pos);
            more = last ? left != 0 : in.pos < in.size;
        }
    }

    bool is_gzip;
    std::vector<Bytef> block;
    z_stream stream{};
    ZSTD_CCtx *context = nullptr;
};

OutputFile::OutputFile(std::string path) : path_(std::move(path)), written_path_(path_) {
    struct stat status {};
    const bool exists = stat(path_.c_str(), &status) == 0;
    renames_ = !exists || S_ISREG(status.st_mode);
    if (renames_) written_path_ = fmt::format("{}.part-{}", path_, getpid());
    descriptor_ = open(written_path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot create");
    if (ends_with(path_, ".gz") || ends_with(path_, ".zst"))
        packer_ = std::make_unique<Packer>(ends_with(path_, ".gz"));
}

OutputFile::~OutputFile() {
    if (descriptor_ < 0) return;
    close(descriptor_);
    if (renames_) unlink(written_path_.c_str());
}

void OutputFile::fail(const char *what) const {
    throw InputError(fmt::format("{}: {}: {}", path_, what, std::strerror(errno)));
}

void OutputFile::write_bytes(const void *bytes, size_t size) {
    const char *at = static_cast<const char *>(bytes);
    while (size > 0) {
        const ssize_t done = ::write(descriptor_, at, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) fail("cannot write");
        at += done;
        size -= static_cast<size_t>(done);
    }
}

void OutputFile::write(std::string_view text) {
    if (packer_ != nullptr)
        packer_->pack(text, false, *this);
    else
        write_bytes(text.data(), text.size());
}

void OutputFile::finish() {
    if (packer_ != nullptr) packer_->pack({}, true, *this);
    if (renames_ && std::rename(written_path_.c_str(), path_.c_str()) != 0)
        fail("cannot rename into place");
    const int closed = close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) fail("cannot close");
}

} // namespace grb::tool
