// The lines of a text that one of several processes parses.
#pragma once

#include "processes.h"
#include "text_lines.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace grb::tool {

/// The lines that begin in the process's part of the text's bytes.
inline std::string_view own_lines(std::string_view text, const RangePart &part) {
    const auto line_from = [&](uint64_t at) {
        if (at == 0) return uint64_t{0};
        const size_t end = text.find('\n', at - 1);
        return end == std::string_view::npos ? text.size() : end + 1;
    };
    const uint64_t begin = line_from(part.begin(text.size()));
    return text.substr(begin, line_from(part.end(text.size())) - begin);
}

/// The lines of a process. Lines are numbered as in the whole text, entries from 0.
struct LineShare {
    std::vector<Chunk> chunks;
    uint64_t entries_before = 0; ///< of the processes of lower rank
    uint64_t all_entries = 0;
};

/// Does cut_lines() for the process's lines of the body.
template <class HasEntry>
LineShare cut_share(std::string_view body, uint64_t first_line, const HasEntry &has_entry,
                    Processes &group) {
    struct Counts {
        uint64_t lines = 0, entries = 0;
    };
    LineShare share{cut_lines(own_lines(body, group.part()), first_line, has_entry)};
    Counts own;
    for (const Chunk &chunk : share.chunks) own.lines += chunk.lines;
    own.entries = entries_of(share.chunks);
    const std::vector<Counts> all = group.gather_numbers(own);
    uint64_t lines_before = 0;
    for (uint64_t p = 0; p < all.size(); ++p) {
        share.all_entries += all[p].entries;
        if (p >= group.rank()) continue;
        lines_before += all[p].lines;
        share.entries_before += all[p].entries;
    }
    for (Chunk &chunk : share.chunks) chunk.first_line += lines_before;
    return share;
}

/// Throws InputError for the first rejected line of all processes, in the process that has it.
inline void refuse_bad_lines(const std::vector<Chunk> &chunks, const std::string &name,
                             Processes &group) {
    refuse_bad_lines(chunks, name);
    group.agree();
}

} // namespace grb::tool
