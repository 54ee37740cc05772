// The MPI plugin: moves bytes between the processes of a communicator. Compiled once per MPI, with
// its header.
#include "distributed/mpi_table.h"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <vector>

namespace grb::mpi {

namespace {

MPI_Comm own_comm = MPI_COMM_NULL;
int own_rank = 0, group_size = 1;
double limit = 0;
std::size_t most = 0;
char text[256] = "";
constexpr int data_tag = 1;

int fail(const char *what) noexcept {
    std::snprintf(text, sizeof text, "%s", what);
    return 1;
}

/// Returns 0 for MPI_SUCCESS; else records the error text.
int checked(int code) noexcept {
    if (code == MPI_SUCCESS) return 0;
    char own[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, own, &length);
    return fail(own);
}

/// Waits for all requests up to the time limit: a process that is gone does not answer.
int wait_for(std::vector<MPI_Request> &requests) {
    const double start = MPI_Wtime();
    int is_done = 0;
    for (unsigned turn = 1;; turn++) {
        const int code = MPI_Testall(static_cast<int>(requests.size()), requests.data(), &is_done,
                                     MPI_STATUSES_IGNORE);
        if (const int failed = checked(code)) return failed;
        if (is_done != 0) return 0;
        if (turn % 64 != 0) continue;
        sched_yield();
        if (limit > 0 && MPI_Wtime() - start > limit) {
            char own[96];
            std::snprintf(own, sizeof own, "another process has not answered for %g seconds",
                          limit);
            return fail(own);
        }
    }
}

/// Turns exceptions into a failed call: nothing may be thrown into the library.
template <class Call>
int guarded(const Call &call) noexcept {
    try {
        return call();
    } catch (const std::exception &error) {
        return fail(error.what());
    }
}

/// Splits bytes [begin, end) into messages of at most one chunk; post(pointer, count) starts one.
template <class Post>
int in_chunks(unsigned char *bytes, std::uint64_t begin, std::uint64_t end, const Post &post) {
    for (std::uint64_t at = begin; at < end;) {
        const std::uint64_t step = std::min<std::uint64_t>(end - at, most);
        if (const int failed = post(bytes + at, static_cast<int>(step))) return failed;
        at += step;
    }
    return 0;
}

/// Calls MPI_Finalize at exit if the library called MPI_Init.
void finalise_at_exit() {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_over == 0) MPI_Finalize();
}

int open(const void *comm, bool is_fortran, double seconds, std::size_t chunk, int *rank,
         int *size) {
    int is_there = 0;
    MPI_Initialized(&is_there);
    if (is_there == 0 && comm == nullptr) {
        // The program may have other threads; one at a time calls MPI.
        int level = 0;
        if (const int failed =
                checked(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level)))
            return failed;
        std::atexit(&finalise_at_exit);
        is_there = 1;
    }
    if (is_there == 0) return fail("MPI_Init was not called");
    MPI_Comm given = MPI_COMM_WORLD;
    if (comm == nullptr) {
        // all processes
    } else if (is_fortran) {
        MPI_Fint number;
        std::memcpy(&number, comm, sizeof number);
        given = MPI_Comm_f2c(number);
    } else {
        std::memcpy(&given, comm, sizeof given);
    }
    if (given == MPI_COMM_NULL) return fail("the communicator is MPI_COMM_NULL");
    if (const int failed = checked(MPI_Comm_dup(given, &own_comm))) return failed;
    MPI_Comm_set_errhandler(own_comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(own_comm, &own_rank);
    MPI_Comm_size(own_comm, &group_size);
    limit = seconds;
    most = chunk;
    *rank = own_rank;
    *size = group_size;
    return 0;
}

void close(bool is_alone) {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_over == 0 && !is_alone && own_comm != MPI_COMM_NULL) MPI_Comm_free(&own_comm);
    own_comm = MPI_COMM_NULL;
}

int gather(const void *own, void *all, std::size_t bytes) {
    return guarded([&] {
        std::vector<MPI_Request> requests(1);
        const int count = static_cast<int>(bytes);
        if (const int failed = checked(MPI_Iallgather(own, count, MPI_BYTE, all, count, MPI_BYTE,
                                                      own_comm, requests.data())))
            return failed;
        return wait_for(requests);
    });
}

int broadcast(void *data, std::size_t bytes, int root) {
    return guarded([&] {
        return in_chunks(
            static_cast<unsigned char *>(data), 0, bytes, [&](unsigned char *at, int count) {
                std::vector<MPI_Request> requests(1);
                const int failed =
                    checked(MPI_Ibcast(at, count, MPI_BYTE, root, own_comm, requests.data()));
                return failed != 0 ? failed : wait_for(requests);
            });
    });
}

/// Each pair exchanges its messages one after the other, which bounds their number.
int exchange(const void *from, const std::uint64_t *sent, void *to, const std::uint64_t *received) {
    return guarded([&] {
        auto *const out = static_cast<unsigned char *>(const_cast<void *>(from));
        auto *const in = static_cast<unsigned char *>(to);
        const std::uint64_t own = sent[own_rank + 1] - sent[own_rank];
        if (own != 0) std::memcpy(in + received[own_rank], out + sent[own_rank], own);
        for (int step = 1; step < group_size; step++) {
            const int next = (own_rank + step) % group_size,
                      before = (own_rank + group_size - step) % group_size;
            std::vector<MPI_Request> requests;
            const auto request = [&]() -> MPI_Request * {
                requests.push_back(MPI_REQUEST_NULL);
                return &requests.back();
            };
            int failed = in_chunks(in, received[before], received[before + 1],
                                   [&](unsigned char *at, int count) {
                                       return checked(MPI_Irecv(at, count, MPI_BYTE, before,
                                                                data_tag, own_comm, request()));
                                   });
            if (failed == 0)
                failed =
                    in_chunks(out, sent[next], sent[next + 1], [&](unsigned char *at, int count) {
                        return checked(
                            MPI_Isend(at, count, MPI_BYTE, next, data_tag, own_comm, request()));
                    });
            if (failed == 0) failed = wait_for(requests);
            if (failed != 0) return failed;
        }
        return 0;
    });
}

/// Makes one call if the bytes of all processes fit in a chunk, else one broadcast per process.
int gather_all(const void *own, void *all, const std::uint64_t *bytes) {
    return guarded([&] {
        auto *const to = static_cast<unsigned char *>(all);
        std::vector<int> counts, begins;
        std::uint64_t total = 0;
        for (int p = 0; p < group_size; p++) total += bytes[p];
        if (total <= most) {
            int begin = 0;
            for (int p = 0; p < group_size; p++) {
                counts.push_back(static_cast<int>(bytes[p]));
                begins.push_back(begin);
                begin += counts.back();
            }
            std::vector<MPI_Request> requests(1);
            const int failed = checked(
                MPI_Iallgatherv(own, counts[static_cast<std::size_t>(own_rank)], MPI_BYTE, all,
                                counts.data(), begins.data(), MPI_BYTE, own_comm, requests.data()));
            return failed != 0 ? failed : wait_for(requests);
        }
        std::uint64_t begin = 0;
        for (int p = 0; p < group_size; begin += bytes[p++]) {
            if (p == own_rank && bytes[p] != 0) std::memcpy(to + begin, own, bytes[p]);
            if (const int failed = broadcast(to + begin, bytes[p], p)) return failed;
        }
        return 0;
    });
}

const char *text_of_failure() {
    return text;
}

} // namespace

} // namespace grb::mpi

extern "C" __attribute__((visibility("default"))) bool
graphblast_mpi_plugin(const char *build, grb::mpi::Table *table) {
    if (std::strcmp(build, GRAPHBLAST_MPI_BUILD) != 0) return false;
    *table = {&grb::mpi::open,           &grb::mpi::close,    &grb::mpi::gather,
              &grb::mpi::gather_all,     &grb::mpi::exchange, &grb::mpi::broadcast,
              &grb::mpi::text_of_failure};
    return true;
}
