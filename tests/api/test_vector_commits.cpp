// Tests w⟨m⟩ = u for vectors in all formats against a model: few entries of long vectors, which
// have paths of their own.
#include "api/vector_entries.h"

#include <map>
#include <random>

namespace api {
namespace {

constexpr GrB_Index size = 3000;
/// Makes a vector with so many entries of 0 to 2, or with one value, in a random format.
VectorPointer vector_of(std::mt19937 &random, GrB_Index count, GrB_Type type) {
    VectorPointer v(new_vector(type, size));
    const bool is_iso = random() % 4 == 0;
    Entries chosen;
    while (chosen.size() < count)
        chosen[count == size ? chosen.size() : random() % size] =
            is_iso ? 1 : static_cast<double>(random() % 3);
    std::vector<GrB_Index> positions;
    std::vector<double> values;
    for (const auto &[position, own] : chosen) {
        positions.push_back(position);
        values.push_back(own);
    }
    REQUIRE(GrB_Vector_build_FP64(v.get(), positions.data(), values.data(), positions.size(),
                                  GrB_FIRST_FP64));
    const int formats[] = {GxB_SPARSE, GxB_BITMAP, GxB_AUTO_SPARSITY};
    REQUIRE(GxB_Vector_Option_set(v.get(), GxB_SPARSITY_CONTROL, formats[random() % 3]));
    return v;
}

struct Form {
    bool is_structural, is_complemented, is_replace, adds;
    GrB_Descriptor descriptor() const {
        const GrB_Descriptor all[] = {nullptr,    GrB_DESC_S,  GrB_DESC_C,  GrB_DESC_SC,
                                      GrB_DESC_R, GrB_DESC_RS, GrB_DESC_RC, GrB_DESC_RSC};
        return all[(is_structural ? 1 : 0) + (is_complemented ? 2 : 0) + (is_replace ? 4 : 0)];
    }
};

Entries expected_of(const Entries &w, const Entries &m, const Entries &u, const Form &form) {
    Entries result;
    for (GrB_Index i = 0; i < size; i++) {
        const auto old = w.find(i), mask = m.find(i), own = u.find(i);
        const bool is_true = mask != m.end() && (form.is_structural || mask->second != 0);
        if (is_true == form.is_complemented) {
            if (!form.is_replace && old != w.end()) result.insert(*old);
        } else if (own != u.end()) {
            result[i] = own->second + (form.adds && old != w.end() ? old->second : 0);
        } else if (form.adds && old != w.end()) {
            result.insert(*old);
        }
    }
    return result;
}

TEST(VectorCommits, AreThoseOfTheModel) {
    std::mt19937 random(12);
    const GrB_Type types[] = {GrB_FP64, GrB_INT32, GrB_INT8, GrB_UINT16};
    const GrB_Index counts[] = {0, 1, 40, 150, 700, size};
    for (int round = 0; round < 500; round++) {
        const VectorPointer w = vector_of(random, counts[random() % 6], types[random() % 4]),
                            m = vector_of(random, counts[random() % 6], types[random() % 4]),
                            u = vector_of(random, counts[random() % 6], types[random() % 4]);
        const Form form{random() % 2 == 0, random() % 4 == 0, random() % 4 == 0, random() % 4 == 0};
        // Operands may be the output or each other.
        const std::uint32_t alias = random() % 16;
        const GrB_Vector mask = alias == 0   ? w.get()
                                : alias == 1 ? u.get()
                                             : m.get(),
                         from = alias == 2 ? w.get() : u.get();
        const Entries expected = expected_of(map_of(w.get()), map_of(mask), map_of(from), form);
        ASSERT_EQ(GrB_Vector_assign(w.get(), mask, form.adds ? GrB_PLUS_FP64 : nullptr, from,
                                    GrB_ALL, size, form.descriptor()),
                  GrB_SUCCESS);
        ASSERT_EQ(map_of(w.get()), expected) << "round " << round << ", alias " << alias;
    }
}

} // namespace
} // namespace api
