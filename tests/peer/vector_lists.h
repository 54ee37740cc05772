// Lists of indices as vectors: their values, their positions, or first, last and step.
#pragma once

#include "peer/session.h"

namespace grb::peer {

/// A list in both libraries; null: all indices.
struct VectorList {
    Object vector;
    bool is_there = false;
    int use = GxB_USE_VALUES;
    Index length = 0;

    GrB_Vector on(int s) const { return is_there ? vector.vector(s) : nullptr; }
};

/// A vector of one of the integer types that hold the numbers below `most`.
int integer_type(Session &session, Index most);
/// `indices` as the values of a vector, with holes between them now and then; size: the vector's.
std::vector<Entry> with_holes(Session &session, const std::vector<Index> &indices, int type,
                              Index &size);
/// Makes the vector with these entries in both libraries, and says what it lists.
void make_list(Session &session, const char *title, VectorList &list, int type, Index size,
               const std::vector<Entry> &entries);
/// Draws indices below `size`, or all. allows_repeats: for extract alone, as a position assigned
/// twice is undefined.
VectorList vector_list(Session &session, const char *title, Index size, bool allows_repeats);
void drop(Session &session, VectorList &list);

/// A descriptor of its own with what a predefined one says and with the uses of lists.
class ListSettings {
public:
    ListSettings(Session &session, const Description &desc, int rows, int columns, int values = 0);
    ~ListSettings();
    ListSettings(const ListSettings &) = delete;
    ListSettings &operator=(const ListSettings &) = delete;
    GrB_Descriptor on(int s) const { return handle_[s]; }

private:
    Session &session_;
    GrB_Descriptor handle_[2] = {nullptr, nullptr};
};

} // namespace grb::peer
