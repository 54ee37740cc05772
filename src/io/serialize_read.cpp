// Reads blobs. Every number of a blob is checked before it is used: first against the others and
// the size of the blob, then the entries against the matrix.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/type_name.hpp"
#include "io/serialize.hpp"
#include "io/serialize_check.hpp"
#include "io/serialize_codec.hpp"
#include "io/suitesparse.hpp"
#include "storage/balanced.hpp"
#include "storage/convert.hpp"

#include <cinttypes>

namespace grb {

namespace {

using namespace blob;

struct Blob {
    const unsigned char *bytes;
    Header header;
    Section sections[max_sections];
    HostVector<Chunk> chunks;
    HostVector<std::uint64_t> offsets; // where each chunk begins in the blob
};

void check_balanced_shape(const Header &header) {
    const std::uint64_t slots = header.stored_rows;
    const bool is_real = is_real_code(static_cast<TypeCode>(header.type_code));
    require(is_real && header.nrows != 0 && index_width_for(header.nrows, header.ncols) == 4 &&
                slots != 0 && slots <= header.ncols && slots <= UINT32_MAX,
            "it cannot be row-balanced");
    const std::uint64_t elements = element_count(header.nrows, slots);
    require(elements <= largest_dense, "it has too many slots");
    require(header.nvals <= elements, "its number of entries is wrong");
    require(header.is_hyper == 0 && header.offset_width == 0 &&
                header.index_width == balanced_index_width(header.ncols),
            "its arrays have an unknown width");
}

void check_shape(const Header &header) {
    constexpr std::uint64_t largest = GrB_INDEX_MAX + 1, narrow = std::uint64_t{1} << 32;
    require(header.nrows <= largest && header.ncols <= largest, "its dimensions are too large");
    require(header.type_code < type_code_count, "it has an unknown type");
    require(header.layout <= static_cast<std::uint8_t>(Layout::balanced) &&
                header.version == version_of(static_cast<Layout>(header.layout)),
            "it has an unknown layout");
    require(header.is_hyper <= 1 && header.is_iso <= 1, "it has unknown flags");
    require(header.value_size != 0, "its values have no size");
    const std::uint64_t elements = element_count(header.nrows, header.ncols);
    const auto layout = static_cast<Layout>(header.layout);
    if (layout == Layout::full || layout == Layout::bitmap) {
        require(elements <= largest_dense, "it is too large to be dense");
        require(layout == Layout::full ? header.nvals == elements : header.nvals <= elements,
                "its number of entries is wrong");
        require(header.is_hyper == 0 && header.stored_rows == 0 && header.offset_width == 0 &&
                    header.index_width == 0,
                "it is dense and sparse");
        return;
    }
    require(header.is_iso == 0 || header.nvals != 0, "it is iso without an entry");
    if (layout == Layout::balanced) {
        check_balanced_shape(header);
        return;
    }
    const int o = header.offset_width, i = header.index_width;
    require((o == 4 && i == 4) || (o == 8 && i == 4) || (o == 8 && i == 8),
            "its arrays have an unknown width");
    require(i == 8 || (header.nrows <= narrow && header.ncols <= narrow),
            "its indices are too narrow");
    require(o == 8 || header.nvals < narrow, "its offsets are too narrow");
    const std::uint64_t vectors = layout == Layout::rows ? header.nrows : header.ncols;
    require(header.is_hyper != 0 ? header.stored_rows <= vectors : header.stored_rows == vectors,
            "its number of stored rows is wrong");
    require(header.nvals <= elements, "its number of entries is wrong");
}

void read_header(Blob &blob, std::uint64_t size) {
    require(size >= sizeof(Header), "it is shorter than a header");
    Header &header = blob.header;
    std::memcpy(&header, blob.bytes, sizeof(Header));
    if (std::memcmp(header.magic, magic, sizeof magic) != 0) {
        throw Error(GrB_INVALID_OBJECT, "the bytes are no serialised matrix of this library");
    }
    if (header.version == 0 || header.version > version) {
        throw Error(GrB_INVALID_OBJECT,
                    "the blob has format version %u, this library reads versions 1 to %u",
                    header.version, version);
    }
    require(header.total_bytes <= size, "it is shorter than it says");
    require(header.name_bytes == 0 || (header.name_bytes >= sizeof header.type_name &&
                                       header.name_bytes <= header.total_bytes - sizeof(Header)),
            "the length of its type's name is wrong");
    check_shape(header);
}

/// Finds the name that is too long for the header.
const unsigned char *long_name(const Blob &blob) noexcept {
    return blob.bytes + (blob.header.total_bytes - blob.header.name_bytes);
}

/// Reads the tables. Allocates nothing before the blob has proved to be large enough for it.
void read_tables(Blob &blob) {
    const Header &header = blob.header;
    Section expected[max_sections]{};
    std::uint32_t count = 0;
    require(expected_sections(header, expected, count), "its sections are too large");
    require(header.section_count == count, "its number of sections is wrong");
    const std::uint64_t chunks_begin = sizeof(Header) + count * sizeof(Section);
    require(header.metadata_bytes >= chunks_begin &&
                header.metadata_bytes <= header.total_bytes - header.name_bytes,
            "its tables do not fit");
    std::memcpy(blob.sections, blob.bytes + sizeof(Header), count * sizeof(Section));
    const std::uint64_t room = (header.metadata_bytes - chunks_begin) / sizeof(Chunk);
    std::uint64_t chunks = 0;
    for (std::uint32_t k = 0; k < count; k++) {
        require(blob.sections[k].kind == expected[k].kind &&
                    blob.sections[k].raw_bytes == expected[k].raw_bytes,
                "a section is not what it must be");
        require(blob.sections[k].codec <= static_cast<std::uint32_t>(Codec::zstd),
                "a section has an unknown codec");
        const std::uint64_t more = chunk_count(expected[k].raw_bytes);
        require(more <= room - chunks, "its tables are too short");
        chunks += more;
    }
    require(header.metadata_bytes == chunks_begin + chunks * sizeof(Chunk),
            "its tables are too long");

    Header unsigned_header = header;
    unsigned_header.checksum = 0;
    const std::uint64_t checksum =
        Checksum(header.metadata_bytes)
            .add(&unsigned_header, sizeof(Header))
            .add(blob.bytes + sizeof(Header), header.metadata_bytes - sizeof(Header))
            .add(long_name(blob), header.name_bytes)
            .value();
    require(checksum == header.checksum, "the checksum of its header is wrong");
    blob.chunks.resize(chunks);
    if (chunks != 0)
        std::memcpy(blob.chunks.data(), blob.bytes + chunks_begin, chunks * sizeof(Chunk));
}

void check_type(const Header &header, const Type *type) {
    if (header.type_code != static_cast<std::uint8_t>(TypeCode::user)) {
        const Type *const stored = builtin_type(static_cast<TypeCode>(header.type_code));
        require(header.value_size == stored->size, "its values have the wrong size");
        if (type == nullptr || type == stored) return;
        throw Error(GrB_DOMAIN_MISMATCH, "the blob has values of type %s, type is %s",
                    type_name(stored), type_name(type));
    }
    if (type == nullptr) {
        throw Error(GrB_DOMAIN_MISMATCH,
                    "the blob has values of a user-defined type of %" PRIu64
                    " bytes, which must be given",
                    header.value_size);
    }
    if (type->code != TypeCode::user || type->size != header.value_size) {
        throw Error(GrB_DOMAIN_MISMATCH,
                    "the blob has values of a user-defined type of %" PRIu64
                    " bytes, type is %s of %zu bytes",
                    header.value_size, type_name(type), type->size);
    }
}

/// Checks lengths and checksums of the chunks, and whether they can hold what the sections claim.
void check_chunks(Blob &blob) {
    const Header &header = blob.header;
    blob.offsets.resize(blob.chunks.size());
    const std::uint64_t end = header.total_bytes - header.name_bytes;
    std::uint64_t offset = header.metadata_bytes, c = 0;
    for (std::uint32_t k = 0; k < header.section_count; k++) {
        const Section &section = blob.sections[k];
        const std::uint64_t count = chunk_count(section.raw_bytes);
        for (std::uint64_t number = 0; number < count; number++, c++) {
            const std::uint64_t stored = blob.chunks[c].stored_bytes,
                                length = chunk_length(section.raw_bytes, number);
            require(stored != 0 && stored <= length && stored <= end - offset,
                    "a chunk has a wrong length");
            require(
                can_hold(static_cast<Codec>(section.codec), blob.bytes + offset, stored, length),
                "a chunk cannot be decompressed");
            blob.offsets[c] = offset;
            offset += stored;
        }
    }
    require(offset == end, "it is longer than its chunks");
    const double stored_per_chunk = static_cast<double>(offset - header.metadata_bytes) /
                                    static_cast<double>(std::max<std::uint64_t>(c, 1));
    parallel_ranges(c, stored_per_chunk * 0.2, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) {
            const Chunk &chunk = blob.chunks[k];
            require(checksum_of(blob.bytes + blob.offsets[k], chunk.stored_bytes) == chunk.checksum,
                    "the checksum of a chunk is wrong");
        }
    });
}

/// Returns the raw bytes of section k, whose first chunk is `first`.
Array decoded(const Blob &blob, std::uint32_t k, std::uint64_t first) {
    const Section &section = blob.sections[k];
    Array result(section.raw_bytes);
    auto *const target = result.as<unsigned char>();
    parallel_ranges(
        chunk_count(section.raw_bytes), chunk_bytes, [&](std::uint64_t begin, std::uint64_t end) {
            Decoder decoder;
            for (std::uint64_t number = begin; number < end; number++) {
                const std::uint64_t c = first + number;
                require(decoder.decode(static_cast<Codec>(section.codec),
                                       target + number * chunk_bytes,
                                       chunk_length(section.raw_bytes, number),
                                       blob.bytes + blob.offsets[c], blob.chunks[c].stored_bytes),
                        "a chunk cannot be decompressed");
            }
        });
    return result;
}

Ref<Snapshot> make_sparse(const Header &header, SparseForm &&form, const Type *type) {
    form.stored_rows = header.stored_rows;
    form.nvals = header.nvals;
    form.offset_width = header.offset_width;
    form.index_width = header.index_width;
    form.is_hyper = header.is_hyper != 0;
    form.is_iso = header.is_iso != 0;
    const bool by_column = static_cast<Layout>(header.layout) == Layout::columns;
    check_entries(by_column ? view_of(form, type, header.ncols, header.nrows)
                            : view_of(form, type, header.nrows, header.ncols));
    return by_column ? Snapshot::of_columns(type, header.nrows, header.ncols, std::move(form))
                     : Snapshot::of_rows(type, header.nrows, header.ncols, std::move(form));
}

Ref<Snapshot> make_dense(const Header &header, DenseForm &&form, const Type *type) {
    form.nvals = header.nvals;
    form.is_iso = header.is_iso != 0;
    if (!form.bits.empty()) check_bits(form.bits, header);
    return Snapshot::of_dense(type, header.nrows, header.ncols, std::move(form));
}

Ref<Snapshot> make_balanced(const Header &header, BalancedForm &&form, const Type *type) {
    form.slots = header.stored_rows;
    form.nvals = header.nvals;
    form.index_width = header.index_width;
    form.is_iso = header.is_iso != 0;
    check_slots(view_of(form, type, header.nrows, header.ncols));
    return Snapshot::of_balanced(type, header.nrows, header.ncols, std::move(form));
}

} // namespace

Ref<Snapshot> deserialize(const void *bytes, std::uint64_t size, const Type *type) {
    if (suitesparse::is_blob(bytes, size)) return suitesparse::deserialize(bytes, size, type);
    Blob blob{static_cast<const unsigned char *>(bytes), {}, {}, {}, {}};
    read_header(blob, size);
    read_tables(blob);
    const Header &header = blob.header;
    check_type(header, type);
    check_chunks(blob);
    if (type == nullptr) type = builtin_type(static_cast<TypeCode>(header.type_code));

    SparseForm sparse;
    Array bits, counts;
    std::uint64_t first = 0;
    for (std::uint32_t k = 0; k < header.section_count; k++) {
        Array array = decoded(blob, k, first);
        first += chunk_count(blob.sections[k].raw_bytes);
        switch (static_cast<SectionKind>(blob.sections[k].kind)) {
        case SectionKind::row_offsets:
            sparse.row_offsets = std::move(array);
            break;
        case SectionKind::indices:
            sparse.column_indices = std::move(array);
            break;
        case SectionKind::row_ids:
            sparse.row_ids = std::move(array);
            break;
        case SectionKind::bits:
            bits = std::move(array);
            break;
        case SectionKind::values:
            sparse.values = std::move(array);
            break;
        case SectionKind::counts:
            counts = std::move(array);
            break;
        }
    }
    check_values(sparse.values, type);
    if (static_cast<Layout>(header.layout) < Layout::full)
        return make_sparse(header, std::move(sparse), type);
    if (static_cast<Layout>(header.layout) == Layout::balanced) {
        BalancedForm balanced;
        balanced.counts = std::move(counts);
        balanced.column_indices = std::move(sparse.column_indices);
        balanced.values = std::move(sparse.values);
        return make_balanced(header, std::move(balanced), type);
    }
    DenseForm dense;
    dense.bits = std::move(bits);
    dense.values = std::move(sparse.values);
    return make_dense(header, std::move(dense), type);
}

BlobFacts blob_facts(const void *bytes, std::uint64_t size) {
    if (suitesparse::is_blob(bytes, size)) return suitesparse::blob_facts(bytes, size);
    Blob blob{static_cast<const unsigned char *>(bytes), {}, {}, {}, {}};
    read_header(blob, size);
    read_tables(blob);
    const Header &header = blob.header;
    BlobFacts facts{};
    facts.type_code = static_cast<TypeCode>(header.type_code);
    std::memcpy(facts.type_name, header.type_name, sizeof facts.type_name);
    facts.type_name[sizeof facts.type_name - 1] = 0;
    if (header.name_bytes != 0) facts.long_name = reinterpret_cast<const char *>(long_name(blob));
    facts.long_name_bytes = header.name_bytes;
    facts.value_size = header.value_size;
    facts.nrows = header.nrows;
    facts.ncols = header.ncols;
    facts.is_iso = header.is_iso != 0;
    facts.is_by_column = static_cast<Layout>(header.layout) == Layout::columns;
    switch (static_cast<Layout>(header.layout)) {
    case Layout::full:
        facts.format = Format::full;
        break;
    case Layout::bitmap:
        facts.format = Format::bitmap;
        break;
    case Layout::balanced:
        facts.format = Format::balanced;
        break;
    default:
        facts.format = header.is_hyper != 0 ? Format::hypersparse : Format::sparse;
        break;
    }
    return facts;
}

} // namespace grb
