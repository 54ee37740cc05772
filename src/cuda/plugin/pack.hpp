// The pack: machine code of the kernels that graph algorithms ask for most, compiled when the library is
// built, in one file beside the plugin. A head with what the code depends on, an index, a checksum of
// both; then texts of programs and their code, with a checksum each. A file that is damaged or of
// another build is not used.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grb::device {

inline constexpr const char pack_file_name[] = "libgraphblast-cuda.pack";

struct PackedProgram {
    std::string text;
    int capability;
    std::string code;
};

/// Replaces the file when all of it is written. False: errno says why.
bool write_pack(const std::string &path, const std::string &basis,
                const std::vector<PackedProgram> &programs);

class Pack {
public:
    /// `basis`: the compilation_basis() that the file must have been made with.
    Pack(const std::string &path, const std::string &basis);
    ~Pack();
    Pack(const Pack &) = delete;
    Pack &operator=(const Pack &) = delete;

    /// Code that runs on `capability`: compiled for it or for an older one of the same generation.
    bool find(const std::string &program, int capability, std::string *code);
    /// Why the file is not used although it is there; null when it is used or not there.
    const char *trouble() const { return trouble_; }
    std::size_t size() const { return index_.size(); }

private:
    struct Entry {
        std::uint64_t text_hash, capability;
        std::uint64_t text_begin, text_bytes, code_begin, code_bytes; // in the file
        std::uint64_t checksum;                                       // of text and code
    };
    friend bool write_pack(const std::string &, const std::string &,
                           const std::vector<PackedProgram> &);
    const char *read_head(const std::string &basis);
    bool read(std::uint64_t begin, std::uint64_t bytes, std::string *text) const;
    void reject(const char *trouble);

    int file_ = -1;
    std::uint64_t file_bytes_ = 0;
    std::vector<Entry> index_; // ascending by hash
    const char *trouble_ = nullptr;
};

} // namespace grb::device
