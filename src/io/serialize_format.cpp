// Lists the sections that a blob's header implies.
#include "io/serialize_format.hpp"

namespace grb::blob {

bool expected_sections(const Header &header, Section sections[max_sections],
                       std::uint32_t &count) noexcept {
    count = 0;
    bool fits = true;
    const auto add = [&](SectionKind kind, std::uint64_t items, std::uint64_t size) {
        Section &section = sections[count++];
        section = {static_cast<std::uint32_t>(kind), 0, 0};
        fits &= !__builtin_mul_overflow(items, size, &section.raw_bytes);
    };
    const auto layout = static_cast<Layout>(header.layout);
    if (layout == Layout::rows || layout == Layout::columns) {
        add(SectionKind::row_offsets, header.stored_rows + 1, header.offset_width);
        if (header.is_hyper != 0) add(SectionKind::row_ids, header.stored_rows, header.index_width);
        add(SectionKind::indices, header.nvals, header.index_width);
        add(SectionKind::values, header.is_iso != 0 ? 1 : header.nvals, header.value_size);
        return fits;
    }
    const bool is_balanced = layout == Layout::balanced;
    const std::uint64_t elements =
        element_count(header.nrows, is_balanced ? header.stored_rows : header.ncols);
    if (elements == UINT64_MAX) return false;
    if (is_balanced) {
        add(SectionKind::counts, header.nrows, sizeof(std::uint32_t));
        add(SectionKind::indices, elements, header.index_width);
    }
    if (layout == Layout::bitmap)
        add(SectionKind::bits, elements / 64 + (elements % 64 != 0 ? 1 : 0), 8);
    add(SectionKind::values, header.is_iso != 0 ? 1 : elements, header.value_size);
    return fits;
}

} // namespace grb::blob
