// Reads SuiteSparse's blobs. Every number is checked before it is used, and every position before a
// matrix is made of it.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/type_name.hpp"
#include "io/serialize_check.hpp"
#include "io/serialize_codec.hpp"
#include "io/suitesparse.hpp"
#include "io/suitesparse_format.hpp"
#include "objects/loading.hpp"
#include "storage/convert.hpp"
#include "storage/hand_over.hpp"

#include <cinttypes>

namespace grb::suitesparse {

namespace {

using blob::Codec;
using blob::require;

struct Blob {
    const unsigned char *bytes = nullptr;
    std::uint64_t size = 0;
    Header header{};
    std::uint64_t ends[array_count] = {};          // where each array's table of ends begins
    std::uint64_t block_offsets[array_count] = {}; // where its blocks begin
    std::uint64_t texts = 0;                       // behind the last block

    TypeCode type_code() const noexcept {
        const std::uint32_t code = header.encoding & 15;
        return code == user_type ? TypeCode::user : static_cast<TypeCode>(code);
    }
    Sparsity sparsity() const noexcept { return static_cast<Sparsity>(header.shape >> 2); }
    bool is_iso() const noexcept { return (header.shape & 2) != 0; }
    bool is_by_column() const noexcept { return (header.shape & 1) != 0; }
    int width(ArrayNumber array) const noexcept {
        const int shift = array == offsets ? 12 : array == ids ? 8 : 4;
        return (header.encoding >> shift & 15) == 1 ? 4 : 8;
    }
    std::uint64_t nrows() const noexcept {
        return is_by_column() ? header.vector_length : header.vectors;
    }
    std::uint64_t ncols() const noexcept {
        return is_by_column() ? header.vectors : header.vector_length;
    }
    std::uint64_t count(ArrayNumber array) const noexcept {
        return header.arrays[array].blocks == 0 ? 0 : header.raw_bytes[array] / width(array);
    }
    std::uint64_t end_of(int array, std::int32_t block) const noexcept {
        std::uint64_t end;
        std::memcpy(&end, bytes + ends[array] + static_cast<std::uint64_t>(block) * 8, 8);
        return end;
    }
};

Codec codec_of(std::int32_t method) noexcept {
    if (method < 0) return Codec::none;
    return method >= 1000 && method < 3000 ? Codec::lz4 : Codec::zstd;
}

void check_header(const Blob &blob) {
    constexpr std::uint64_t largest = GrB_INDEX_MAX + 1;
    const Header &header = blob.header;
    const std::uint32_t code = header.encoding & 15;
    require(code >= 1 && code <= user_type, "it has an unknown type");
    require((header.encoding & 0xFFFFEEE0U) == 0, "its arrays have an unknown width");
    require(code != user_type || blob.size >= sizeof(Header) + name_bytes,
            "it is shorter than a header");
    require(header.vectors <= largest && header.vector_length <= largest,
            "its dimensions are too large");
    require(header.value_size != 0, "its values have no size");
    const Sparsity sparsity = blob.sparsity();
    require(sparsity == hypersparse || sparsity == sparse || sparsity == bitmap || sparsity == full,
            "it has an unknown layout");
    for (int array = 0; array < array_count; array++) {
        const std::int32_t blocks = header.arrays[array].blocks;
        require(blocks >= 0, "an array has a negative number of blocks");
        // An array that was never made has no block, whatever its length says.
        require(blocks == 0 || header.raw_bytes[array] <= UINT64_MAX / 2, "an array is too long");
    }
}

/// Requires n items of `size` bytes in an array.
void require_items(const Blob &blob, ArrayNumber array, std::uint64_t n, std::uint64_t size,
                   const char *what) {
    std::uint64_t bytes;
    const bool is_there = blob.header.arrays[array].blocks != 0;
    require(!__builtin_mul_overflow(n, size, &bytes) &&
                (is_there ? blob.header.raw_bytes[array] == bytes : bytes == 0),
            what);
}

void check_sparse_lengths(const Blob &blob) {
    const Header &header = blob.header;
    const bool is_hyper = blob.sparsity() == hypersparse;
    require(is_hyper ? header.stored_vectors <= header.vectors
                     : header.stored_vectors == header.vectors,
            "its number of stored vectors is wrong");
    const std::uint64_t n = blob.count(indices);
    require(n <= element_count(header.vectors, header.vector_length) &&
                (n == header.nvals || header.version < version_of_nvals),
            "its number of entries is wrong");
    // Without rows or columns the offsets may be missing.
    if (header.arrays[offsets].blocks != 0 || header.stored_vectors != 0 || n != 0) {
        require_items(blob, offsets, header.stored_vectors + 1,
                      static_cast<std::uint64_t>(blob.width(offsets)),
                      "its offsets have a wrong length");
    }
    require_items(blob, ids, is_hyper ? header.stored_vectors : 0,
                  static_cast<std::uint64_t>(blob.width(ids)),
                  "its vector numbers have a wrong length");
    require_items(blob, indices, n, static_cast<std::uint64_t>(blob.width(indices)),
                  "its indices have a wrong length");
    require_items(blob, present, 0, 1, "it is sparse and a bitmap");
    // An iso matrix without entries may have its value or not.
    if (n != 0) {
        require_items(blob, values, blob.is_iso() ? 1 : n, header.value_size,
                      "its values have a wrong length");
    }
}

void check_dense_lengths(const Blob &blob) {
    const Header &header = blob.header;
    const std::uint64_t elements = element_count(header.vectors, header.vector_length);
    require(elements <= largest_dense, "it is too large to be dense");
    for (const ArrayNumber array : {offsets, ids, indices})
        require_items(blob, array, 0, 1, "it is dense and sparse");
    const bool is_bitmap = blob.sparsity() == bitmap;
    require_items(blob, present, is_bitmap ? elements : 0, 1, "its presence has a wrong length");
    require(!is_bitmap || header.nvals <= elements, "its number of entries is wrong");
    if (elements != 0) {
        require_items(blob, values, blob.is_iso() ? 1 : elements, header.value_size,
                      "its values have a wrong length");
    }
}

/// Finds the tables and the blocks.
void read_block_offsets(Blob &blob) {
    std::uint64_t at = sizeof(Header) + ((blob.header.encoding & 15) == user_type ? name_bytes : 0);
    for (int array = 0; array < array_count; array++) {
        const std::uint64_t bytes =
            static_cast<std::uint64_t>(blob.header.arrays[array].blocks) * 8;
        require(bytes <= blob.size - at, "its tables do not fit");
        blob.ends[array] = at;
        at += bytes;
    }
    for (int array = 0; array < array_count; array++) {
        blob.block_offsets[array] = at;
        const std::int32_t blocks = blob.header.arrays[array].blocks;
        std::uint64_t last = 0;
        for (std::int32_t k = 0; k < blocks; k++) {
            const std::uint64_t end = blob.end_of(array, k);
            require(end >= last && end <= blob.size - at, "a block has a wrong length");
            last = end;
        }
        at += last;
    }
    blob.texts = at;
}

Blob read_blob(const void *bytes, std::uint64_t size) {
    Blob blob;
    blob.bytes = static_cast<const unsigned char *>(bytes);
    blob.size = size;
    std::memcpy(&blob.header, bytes, sizeof(Header));
    check_header(blob);
    if (blob.sparsity() == hypersparse || blob.sparsity() == sparse) {
        check_sparse_lengths(blob);
    } else {
        check_dense_lengths(blob);
    }
    read_block_offsets(blob);
    return blob;
}

struct Block {
    std::uint64_t begin, bytes; // in the array
    const unsigned char *stored;
    std::uint64_t stored_bytes;
};

Block block_of(const Blob &blob, int array, std::int32_t k) {
    const std::uint64_t n = blob.header.raw_bytes[array],
                        before = k == 0 ? 0 : blob.end_of(array, k - 1);
    const std::int32_t blocks = blob.header.arrays[array].blocks;
    const std::uint64_t begin = block_begin(n, k, blocks), end = block_begin(n, k + 1, blocks);
    require(begin < end && end <= n, "an array has more blocks than bytes");
    return {begin, end - begin, blob.bytes + blob.block_offsets[array] + before,
            blob.end_of(array, k) - before};
}

/// Checks that the blocks can hold what they claim: nothing is allocated before.
void check_blocks(const Blob &blob, int array) {
    const Codec codec = codec_of(blob.header.arrays[array].method);
    const std::int32_t blocks = blob.header.arrays[array].blocks;
    const std::uint64_t n = blob.header.raw_bytes[array];
    if (blocks == 0) return;
    if (codec == Codec::none) {
        require(blocks == 1 && blob.end_of(array, 0) == n, "an array has a wrong length");
        return;
    }
    for (std::int32_t k = 0; k < blocks; k++) {
        const Block block = block_of(blob, array, k);
        require(blob::can_hold_block(codec, block.stored, block.stored_bytes, block.bytes),
                "a block cannot be decompressed");
    }
}

/// Returns the decoded bytes of an array.
Array decoded(const Blob &blob, int array) {
    const std::int32_t blocks = blob.header.arrays[array].blocks;
    const std::uint64_t n = blob.header.raw_bytes[array];
    const Codec codec = codec_of(blob.header.arrays[array].method);
    if (codec == Codec::none) return Array::copy_of(blob.bytes + blob.block_offsets[array], n);
    Array result(n);
    auto *const target = result.as<unsigned char>();
    parallel_ranges(static_cast<std::uint64_t>(blocks), static_cast<double>(n) / blocks,
                    [&](std::uint64_t begin, std::uint64_t end) {
                        blob::Decoder decoder;
                        for (std::uint64_t k = begin; k < end; k++) {
                            const Block block = block_of(blob, array, static_cast<std::int32_t>(k));
                            require(decoder.decode_block(codec, target + block.begin, block.bytes,
                                                         block.stored, block.stored_bytes),
                                    "a block cannot be decompressed");
                        }
                    });
    return result;
}

const Type *type_of(const Blob &blob, const Type *type) {
    const Header &header = blob.header;
    if (blob.type_code() != TypeCode::user) {
        const Type *const stored = builtin_type(blob.type_code());
        require(header.value_size == stored->size, "its values have the wrong size");
        if (type == nullptr || type == stored) return stored;
        throw Error(GrB_DOMAIN_MISMATCH, "the blob has values of type %s, type is %s",
                    type_name(stored), type_name(type));
    }
    if (type != nullptr && type->code == TypeCode::user && type->size == header.value_size)
        return type;
    throw Error(GrB_DOMAIN_MISMATCH,
                "the blob has values of a user-defined type of %" PRIu64 " bytes, type is %s",
                header.value_size, type == nullptr ? "NULL" : type_name(type));
}

/// Makes a vector of the items of an array; its length is 0 if there is no array.
Ref<Snapshot> component_of(const Blob &blob, ArrayNumber array, const Type *type) {
    const std::uint64_t n =
        blob.header.arrays[array].blocks == 0 ? 0 : blob.header.raw_bytes[array] / type->size;
    if (n == 0) return Snapshot::empty(type, 1, 0);
    return full_object(type, 1, n, decoded(blob, array), false);
}

Ref<Snapshot> positions_of(const Blob &blob, ArrayNumber array) {
    return component_of(blob, array,
                        builtin_type(blob.width(array) == 4 ? TypeCode::uint32 : TypeCode::uint64));
}

/// Returns the text at `at` up to its 0, or null without one; moves `at` behind it.
const char *text_at(const Blob &blob, std::uint64_t &at) noexcept {
    const void *const end =
        at < blob.size ? std::memchr(blob.bytes + at, 0, blob.size - at) : nullptr;
    if (end == nullptr) return nullptr;
    const auto *const text = reinterpret_cast<const char *>(blob.bytes + at);
    at += static_cast<std::uint64_t>(static_cast<const char *>(end) - text) + 1;
    return text;
}

} // namespace

bool is_blob(const void *bytes, std::uint64_t size) noexcept {
    std::uint64_t first;
    if (size < sizeof(Header)) return false;
    std::memcpy(&first, bytes, sizeof first);
    return first == size;
}

Ref<Snapshot> deserialize(const void *bytes, std::uint64_t size, const Type *wanted) {
    const Blob blob = read_blob(bytes, size);
    const Type *const type = type_of(blob, wanted);
    for (int array = 0; array < array_count; array++) check_blocks(blob, array);
    const Sparsity sparsity = blob.sparsity();
    const bool is_sparse = sparsity == hypersparse || sparsity == sparse;
    if (is_sparse && blob.count(indices) == 0 && blob.count(offsets) == 0)
        return Snapshot::empty(type, blob.nrows(), blob.ncols());
    ObjectComponents components;
    components.owner = "the blob's ";
    components.unfit = GrB_INVALID_OBJECT;
    components.kind = {sparsity == hypersparse ? Layout::hyper
                       : sparsity == sparse    ? Layout::compressed
                       : sparsity == bitmap    ? Layout::bitmap
                                               : Layout::full,
                       blob.is_by_column()};
    components.nrows = blob.nrows();
    components.ncols = blob.ncols();
    components.nvals = is_sparse ? blob.count(indices) : blob.header.nvals;
    components.is_iso = blob.is_iso();
    components.offsets = positions_of(blob, offsets);
    components.ids = positions_of(blob, ids);
    components.present = component_of(blob, present, builtin_type(TypeCode::int8));
    components.indices = positions_of(blob, indices);
    components.values = component_of(blob, values, type);
    return made_of_components(components, true);
}

BlobFacts blob_facts(const void *bytes, std::uint64_t size) {
    const Blob blob = read_blob(bytes, size);
    const Header &header = blob.header;
    BlobFacts facts{};
    facts.is_suitesparse = true;
    facts.type_code = blob.type_code();
    if (facts.type_code == TypeCode::user) {
        std::memcpy(facts.type_name, blob.bytes + sizeof(Header), sizeof facts.type_name);
        facts.type_name[sizeof facts.type_name - 1] = 0;
    } else {
        std::snprintf(facts.type_name, sizeof facts.type_name, "%s",
                      builtin_type(facts.type_code)->name);
    }
    facts.value_size = header.value_size;
    facts.nrows = blob.nrows();
    facts.ncols = blob.ncols();
    facts.is_iso = blob.is_iso();
    facts.is_by_column = blob.is_by_column();
    facts.format = blob.sparsity() == hypersparse ? Format::hypersparse
                   : blob.sparsity() == sparse    ? Format::sparse
                   : blob.sparsity() == bitmap    ? Format::bitmap
                                                  : Format::full;
    facts.sparsity_control = static_cast<int>(header.control & 15);
    facts.hyper_switch = static_cast<double>(header.hyper_switch);
    facts.bitmap_switch = static_cast<double>(header.bitmap_switch);
    if (header.version >= version_of_texts) {
        std::uint64_t at = blob.texts;
        const char *const name = text_at(blob, at), *const type_text = text_at(blob, at);
        if (type_text != nullptr) {
            facts.object_name = name;
            facts.type_text = type_text;
        }
    }
    return facts;
}

} // namespace grb::suitesparse
