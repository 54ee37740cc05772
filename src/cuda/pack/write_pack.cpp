// Trains the dictionary, compresses the programs and writes the pack's file.
#include "cuda/pack/write_pack.hpp"

#include "base/new_file.hpp"
#include "cuda/pack/on_threads.hpp"
#include "cuda/plugin/pack_format.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <zdict.h>
#include <zstd.h>

namespace grb::device {

namespace {

/// Kernels are similar: a dictionary of this size halves them; twice the size would save a tenth.
constexpr std::size_t dictionary_bytes = std::size_t{256} << 10;
constexpr int level = 19;

/// Returns an empty text when there is too little to learn from.
std::string dictionary_for(const std::vector<std::string> &contents) {
    std::string all, dictionary(dictionary_bytes, 0);
    std::vector<std::size_t> sizes;
    for (const std::string &one : contents) {
        all += one;
        sizes.push_back(one.size());
    }
    const std::size_t size =
        ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), all.data(), sizes.data(),
                              static_cast<unsigned>(sizes.size()));
    dictionary.resize(ZDICT_isError(size) != 0 ? 0 : size);
    return dictionary;
}

/// Returns nothing when memory runs out.
std::vector<std::string> compressed(const std::vector<std::string> &contents,
                                    const std::string &dictionary) {
    const std::unique_ptr<ZSTD_CDict, decltype(&ZSTD_freeCDict)> prepared(
        ZSTD_createCDict(dictionary.data(), dictionary.size(), level), &ZSTD_freeCDict);
    std::vector<std::string> blocks(contents.size());
    for (std::size_t k = 0; k < blocks.size(); k++)
        blocks[k].resize(ZSTD_compressBound(contents[k].size()));
    std::atomic<bool> is_right{prepared != nullptr};
    on_threads(blocks.size(), [&](std::size_t k) {
        const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                           &ZSTD_freeCCtx);
        const std::size_t size =
            !is_right || context == nullptr
                ? static_cast<std::size_t>(-1)
                : ZSTD_compress_usingCDict(context.get(), blocks[k].data(), blocks[k].size(),
                                           contents[k].data(), contents[k].size(), prepared.get());
        if (ZSTD_isError(size) != 0) {
            is_right = false;
        } else {
            blocks[k].resize(size);
        }
    });
    if (!is_right) blocks.clear();
    return blocks;
}

void append(std::string &text, const void *bytes, std::size_t size) {
    text.append(static_cast<const char *>(bytes), size);
}

} // namespace

bool write_pack(const std::string &path, const std::string &basis,
                const std::vector<PackedProgram> &programs) {
    std::vector<std::string> contents;
    for (const PackedProgram &program : programs) contents.push_back(program.text + program.code);
    const std::string dictionary = dictionary_for(contents);
    const std::vector<std::string> blocks = compressed(contents, dictionary);
    if (blocks.size() != contents.size()) {
        errno = ENOMEM;
        return false;
    }

    PackHead head{};
    std::memcpy(head.magic, pack_magic, sizeof pack_magic);
    head.basis_bytes = basis.size();
    head.programs = programs.size();
    std::uint64_t at = sizeof head + padded(basis.size()) + programs.size() * sizeof(PackEntry) +
                       sizeof(std::uint64_t);
    const auto append_block = [&at](const std::string &block) {
        const PackBlock appended{at, block.size(), pack_checksum(block)};
        at += block.size();
        return appended;
    };
    head.dictionary = append_block(dictionary);
    std::vector<PackEntry> index;
    for (std::size_t k = 0; k < programs.size(); k++) {
        const PackedProgram &program = programs[k];
        index.push_back({checksum(program.text), static_cast<std::uint64_t>(program.capability),
                         program.text.size(), program.code.size(), append_block(blocks[k])});
    }
    std::sort(index.begin(), index.end(),
              [](const PackEntry &a, const PackEntry &b) { return a.text_hash < b.text_hash; });

    std::string all;
    append(all, &head, sizeof head);
    all += basis;
    all.resize(sizeof head + padded(basis.size()));
    append(all, index.data(), index.size() * sizeof(PackEntry));
    const std::uint64_t sum = pack_checksum(all);
    append(all, &sum, sizeof sum);
    all += dictionary;
    for (const std::string &block : blocks) all += block;
    ReplacingFile file;
    return file.open(path.c_str()) && file.write(all.data(), all.size()) && file.finish();
}

} // namespace grb::device
