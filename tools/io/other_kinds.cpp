// Recognises binary files that hold no readable graph.
#include "other_kinds.h"

#include <array>
#include <utility>

namespace grb::tool {

std::string_view other_kind(std::string_view start) {
    using Kind = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<Kind, 10> kinds = {{
        {{"\xfd"
          "7zXZ\0",
          6},
         "xz data: 'xz -dc FILE | graphblast ... --graph -' reads them"},
        {{"\x04\x22\x4d\x18", 4}, "lz4 data: 'lz4 -dc FILE | graphblast ... --graph -' reads them"},
        {{"\x1f\x9d", 2}, "data of compress: 'zcat FILE | graphblast ... --graph -' reads them"},
        {{"7z\xbc\xaf\x27\x1c", 6}, "a 7z archive: take the graph's file out of it first"},
        {{"Rar!\x1a\x07", 6}, "a rar archive: take the graph's file out of it first"},
        {{"\x93NUMPY", 6},
         "an array of NumPy: scipy.sparse.save_npz writes matrices that are read"},
        {{"\x89HDF\r\n\x1a\n", 8},
         "HDF5: scipy.io.mmwrite or save_npz writes matrices that are read"},
        {{"MATLAB 5.0 MAT-file", 19},
         "MATLAB's: scipy.io.loadmat reads it, scipy.io.mmwrite writes matrices that are read"},
        {{"SQLite format 3\0", 16}, "a database of SQLite: write the table of edges as CSV"},
        {{"\x80\4", 2},
         "it seems to be pickled by Python: scipy.sparse.save_npz writes matrices that "
         "are read"},
    }};
    for (const auto &[mark, text] : kinds)
        if (start.substr(0, mark.size()) == mark) return text;
    return {};
}

} // namespace grb::tool
