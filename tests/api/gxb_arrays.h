// Arrays in SuiteSparse's layouts, as programs pack and unpack them.
#pragma once

#include "api/gxb.h"

namespace api {

// 3 x 4: (0,1)=1 (0,3)=2 (2,0)=3 (2,2)=4
inline const EntryMap array_entries{{{0, 1}, 1}, {{0, 3}, 2}, {{2, 0}, 3}, {{2, 2}, 4}};

template <class T>
void expect_array(const T *array, std::initializer_list<T> values) {
    EXPECT_EQ(std::vector<T>(array, array + values.size()), std::vector<T>(values));
}

struct Compressed {
    GrB_Index *Ap = nullptr, *Ah = nullptr, *Ai = nullptr;
    void *Ax = nullptr;
    GrB_Index Ap_size = 0, Ah_size = 0, Ai_size = 0, Ax_size = 0, nvec = 0;
    bool iso = false, jumbled = false;

    const double *values() const { return static_cast<double *>(Ax); }
    ~Compressed() {
        std::free(Ap);
        std::free(Ah);
        std::free(Ai);
        std::free(Ax);
    }
};

} // namespace api
