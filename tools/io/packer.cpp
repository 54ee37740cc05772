// Compresses with gzip, zstd and bzip2.
#include "packer.h"

#include <algorithm>
#include <bzlib.h>
#include <new>
#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace grb::tool {

namespace {

constexpr size_t block_bytes = size_t{1} << 20;
constexpr size_t most_at_once = size_t{1} << 30;

class GzipPacker : public Packer {
public:
    GzipPacker() : block_(block_bytes) {
        if (deflateInit2(&stream_, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~GzipPacker() override { deflateEnd(&stream_); }

    bool pack(std::string_view text, bool is_last, const Sink &sink) override {
        size_t used = 0;
        for (bool more = true; more;) {
            const size_t given = std::min(text.size() - used, most_at_once);
            const bool is_end = is_last && used + given == text.size();
            stream_.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data() + used));
            stream_.avail_in = static_cast<uInt>(given);
            stream_.next_out = block_.data();
            stream_.avail_out = static_cast<uInt>(block_.size());
            const int code = deflate(&stream_, is_end ? Z_FINISH : Z_NO_FLUSH);
            used += given - stream_.avail_in;
            sink(block_.data(), block_.size() - stream_.avail_out);
            if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return false;
            more = is_last ? code != Z_STREAM_END : used < text.size() || stream_.avail_out == 0;
        }
        return true;
    }

private:
    std::vector<Bytef> block_;
    z_stream stream_{};
};

class ZstdPacker : public Packer {
public:
    ZstdPacker() : block_(block_bytes), context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
        if (context_ == nullptr) throw std::bad_alloc();
    }

    bool pack(std::string_view text, bool is_last, const Sink &sink) override {
        ZSTD_inBuffer in{text.data(), text.size(), 0};
        for (bool more = true; more;) {
            ZSTD_outBuffer out{block_.data(), block_.size(), 0};
            const size_t left = ZSTD_compressStream2(context_.get(), &out, &in,
                                                     is_last ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_isError(left)) return false;
            sink(block_.data(), out.pos);
            more = is_last ? left != 0 : in.pos < in.size;
        }
        return true;
    }

private:
    std::vector<char> block_;
    std::unique_ptr<ZSTD_CCtx, size_t (*)(ZSTD_CCtx *)> context_;
};

class Bzip2Packer : public Packer {
public:
    Bzip2Packer() : block_(block_bytes) {
        if (BZ2_bzCompressInit(&stream_, 9, 0, 0) != BZ_OK) throw std::bad_alloc();
    }
    ~Bzip2Packer() override { BZ2_bzCompressEnd(&stream_); }

    bool pack(std::string_view text, bool is_last, const Sink &sink) override {
        size_t used = 0;
        for (bool more = used < text.size() || is_last; more;) {
            const size_t given = std::min(text.size() - used, most_at_once);
            const bool is_end = is_last && used + given == text.size();
            stream_.next_in = const_cast<char *>(text.data() + used);
            stream_.avail_in = static_cast<unsigned>(given);
            stream_.next_out = block_.data();
            stream_.avail_out = static_cast<unsigned>(block_.size());
            const int code = BZ2_bzCompress(&stream_, is_end ? BZ_FINISH : BZ_RUN);
            if (code < 0) return false;
            used += given - stream_.avail_in;
            sink(block_.data(), block_.size() - stream_.avail_out);
            more = is_last ? code != BZ_STREAM_END : used < text.size();
        }
        return true;
    }

private:
    std::vector<char> block_;
    bz_stream stream_{};
};

} // namespace

std::unique_ptr<Packer> packer_for(std::string_view name) {
    if (name.ends_with(".gz")) return std::make_unique<GzipPacker>();
    if (name.ends_with(".zst")) return std::make_unique<ZstdPacker>();
    if (name.ends_with(".bz2")) return std::make_unique<Bzip2Packer>();
    return nullptr;
}

std::string_view without_packing(std::string_view name) {
    for (const std::string_view ending : {".gz", ".zst", ".bz2"})
        if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
    return name;
}

} // namespace grb::tool
