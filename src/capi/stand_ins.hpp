// Matrices, vectors and scalars in each other's place, as SuiteSparse's clients hand them over: a vector of size n where
// a matrix of n x 1 is asked for, a scalar where a vector of size 1 is, and the other way round where the shape fits.
// The public function works on a stand-in of the kind that it asks for. What it did to the stand-in is handed back to
// the caller's object when the function succeeds.
#pragma once

#include "base/error.hpp"
#include "objects/container.hpp"

namespace grb {

class StandIns;

/// The public function that runs on this thread, with the stand-ins that it needs. A user's operator may begin
/// another one inside it.
struct PublicCall {
    PublicCall() noexcept : outer(current) { current = this; }
    ~PublicCall();
    PublicCall(const PublicCall &) = delete;
    PublicCall &operator=(const PublicCall &) = delete;

    /// Hands back what changed, or nothing when something fails. Throws GrB_DIMENSION_MISMATCH for a shape that the
    /// caller's object cannot have.
    void end() {
        if (stand_ins != nullptr) hand_back();
    }

    /// Every call sets it: in the static block, where that costs one instruction.
    static constinit thread_local PublicCall *current __attribute__((tls_model("initial-exec")));
    PublicCall *const outer;
    StandIns *stand_ins = nullptr;

private:
    void hand_back();
    void discard() noexcept;
};

inline PublicCall::~PublicCall() {
    current = outer;
    if (stand_ins != nullptr) discard();
}

/// A live matrix, vector or scalar: an object that may stand in for the others.
bool is_collection(const ObjectHeader &object) noexcept;

/// The caller's object as a T, for the length of this call; an object has one stand-in of a kind. O(1), but the
/// object's pending updates are folded. Throws GrB_UNINITIALIZED_OBJECT for what is no collection and for a shape that
/// a T cannot have. T: Matrix, Vector or Scalar.
template <class T>
T &stand_in_for(ObjectHeader &object, const char *argument);

} // namespace grb
