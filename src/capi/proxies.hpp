// Matrices, vectors and scalars in place of each other, as SuiteSparse's clients pass them: a
// vector of size n for a matrix of n × 1, a scalar for a vector of size 1, and vice versa when the
// shape fits. The public function works on a stand-in of the kind that it asks for. When it
// succeeds, the changes to the stand-in are handed back to the caller's object.
#pragma once

#include "base/error.hpp"
#include "objects/container.hpp"

namespace grb {

class Proxies;

/// The public function that runs on this thread, with the stand-ins that it needs. A user's
/// operator may call another one inside it.
struct PublicCall {
    PublicCall() noexcept : outer(current) { current = this; }
    ~PublicCall();
    PublicCall(const PublicCall &) = delete;
    PublicCall &operator=(const PublicCall &) = delete;

    /// Hands the changes back, or none when a step fails. Throws GrB_DIMENSION_MISMATCH for a shape
    /// that the caller's object cannot have.
    void end() {
        if (proxies != nullptr) hand_back();
    }

    /// Every call sets this; the static TLS block makes that one instruction.
    static constinit thread_local PublicCall *current __attribute__((tls_model("initial-exec")));
    PublicCall *const outer;
    Proxies *proxies = nullptr;

private:
    void hand_back();
    void discard() noexcept;
};

inline PublicCall::~PublicCall() {
    current = outer;
    if (proxies != nullptr) discard();
}

/// True for a live matrix, vector or scalar: an object that may stand in for the others.
bool is_collection(const ObjectHeader &object) noexcept;

/// Returns the caller's object as a T, for the length of this call; an object has one stand-in of a
/// kind. O(1), except that it folds the object's pending updates. Throws GrB_UNINITIALIZED_OBJECT
/// for an object that is no collection and for a shape that a T cannot have. T: Matrix, Vector or
/// Scalar.
template <class T>
T &proxy_for(ObjectHeader &object, const char *argument);

} // namespace grb
