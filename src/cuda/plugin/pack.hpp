// The pack: a file beside the plugin with machine code of the most used kernels.
// The library's build compiles them; pack_format.hpp has the format. A file that is damaged, of
// another version or of another build is not used.
#pragma once

#include "cuda/plugin/pack_format.hpp"
#include "cuda/table.h"

#include <string>
#include <vector>

namespace grb::device {

class Pack {
public:
    using Decompress = decltype(Host::decompress);
    /// `basis`: the compilation_basis() that the file must have been made with.
    Pack(const std::string &path, const std::string &basis, Decompress decompress);
    ~Pack();
    Pack(const Pack &) = delete;
    Pack &operator=(const Pack &) = delete;

    /// Finds code that runs on `capability`: compiled for it or for an older one of the same
    /// generation.
    bool find(const std::string &program, int capability, std::string *code);
    /// Returns the reason why an existing file is not used; null when it is used or does not exist.
    const char *trouble() const { return trouble_; }
    std::size_t size() const { return index_.size(); }

private:
    const char *read_head(const std::string &basis);
    bool read(std::uint64_t begin, std::uint64_t bytes, void *to) const;
    bool read_block(const PackBlock &block, std::string *bytes) const;
    Status decompress(const PackEntry &entry, std::string *content);
    bool reject(const char *trouble);

    Decompress decompress_;
    int file_ = -1;
    std::uint64_t file_bytes_ = 0;
    PackBlock dictionary_block_{};
    std::string dictionary_; // read with the first block
    std::vector<PackEntry> index_;
    const char *trouble_ = nullptr;
};

} // namespace grb::device
