// Random programs of vector calls, run in two worlds of equal objects.
#pragma once

#include "GraphBLAS.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace grb::property {

/// The entries of a vector as text.
std::string content(GrB_Vector v);

/// The vectors and matrices of one world.
struct Objects {
    std::vector<GrB_Vector> vectors;
    std::vector<GrB_Matrix> matrices;
    Objects();
    ~Objects();
    Objects(const Objects &) = delete;
    Objects &operator=(const Objects &) = delete;
};

/// Runs a program, which its seed determines, in two worlds. In the first its calls may be
/// recorded; in the second each call is waited for.
class TwoWorlds {
public:
    explicit TwoWorlds(std::uint64_t seed) : random_(seed) {}
    /// Runs a program of so many steps. Returns "" or what differed.
    std::string run(int steps);

private:
    struct Drawn;
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
    Drawn draw();
    GrB_Info carry_out(const Drawn &drawn, Objects &objects);
    GrB_Info call(const Drawn &drawn, Objects &objects);
    GrB_Info change(const Drawn &drawn, Objects &objects);
    std::string compare(unsigned number);

    std::mt19937_64 random_;
    Objects later_, at_once_;
};

} // namespace grb::property
