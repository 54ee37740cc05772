// Compressors of output files.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace grb::tool {

/// Compresses its input chunk by chunk.
class Packer {
public:
    using Sink = std::function<void(const void *, size_t)>;

    virtual ~Packer() = default;
    /// `is_last`: nothing follows. Returns false if the library fails.
    virtual bool pack(std::string_view text, bool is_last, const Sink &sink) = 0;
};

/// The compressor for a name that ends in .gz, .zst or .bz2; null for other names.
std::unique_ptr<Packer> packer_for(std::string_view name);

/// The name without one of these endings.
std::string_view without_packing(std::string_view name);

} // namespace grb::tool
