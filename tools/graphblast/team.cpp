// Joins the processes that a launcher started, and ends them together.
#include "team.h"

#include "engine.h"

#include "io/output_file.h"
#include "io/printable.h"
#include "io/standard_streams.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <thread>
#include <unistd.h>

namespace grb::tool {

namespace {

/// The messages of gather(): a byte that is 0 and the data; or the status of a process that fails,
/// and its text.
class Team final : public Processes {
public:
    Team() : session_(Session::Kind::launched) {
        const Launch launch = launched();
        rank_ = static_cast<uint64_t>(launch.rank);
        size_ = static_cast<uint64_t>(launch.size);
    }

    uint64_t rank() const override { return rank_; }
    uint64_t size() const override { return size_; }

    std::vector<std::string> gather(std::string_view own) override {
        std::string message(1, '\0');
        message += own;
        std::vector<std::string> all = gather_bytes(message);
        if (const std::optional<End> failure = failure_in(all)) throw OtherFailed(*failure);
        for (std::string &one : all) one.erase(0, 1);
        return all;
    }

    /// Tells the others the end of this process in place of their next gather().
    End tell(const End &own) {
        return failure_in(gather_bytes(static_cast<char>(own.status) + own.text)).value_or(End());
    }

private:
    static std::optional<End> failure_in(const std::vector<std::string> &messages) {
        for (const std::string &message : messages)
            if (message[0] != 0)
                return End{static_cast<unsigned char>(message[0]), message.substr(1), false, true};
        return std::nullopt;
    }

    Session session_;
    uint64_t rank_ = 0, size_ = 1;
};

std::unique_ptr<Team> team_;

/// Prints an error of this process alone.
void say_as(uint64_t rank, const std::string &text) {
    const std::string who = rank == 0 ? "" : fmt::format("process {}: ", rank);
    set_silent(false);
    put_on_standard_error(fmt::format("graphblast: {}{}\n", who, printable(text)));
}

/// Ends the process without the others, which may be gone: MPI_Finalize would wait for them.
[[noreturn]] void end_alone(const End &own) {
    std::fflush(stdout);
    const uint64_t rank = team_->rank();
    if (rank == 0 || !own.is_panic) {
        const char *const why =
            own.is_panic ? ": a process has ended, or they make different calls" : "";
        say_as(rank, own.text + why);
    }
    remove_unfinished_outputs();
    _exit(own.status);
}

/// Waits for process 0, which has failed in the same way before any of them joined: its launcher
/// then ends this process. Else the error is of this process alone.
End after_the_first(const End &own) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    if (!own.text.empty()) say_as(static_cast<uint64_t>(launched().rank), own.text);
    return {own.status, {}};
}

} // namespace

void look_at_launcher(int argc, char **argv) {
    for (int k = 1; k < argc; ++k) {
        const bool is_apart = k + 1 < argc && std::strcmp(argv[k], "--processes") == 0 &&
                              std::strcmp(argv[k + 1], "off") == 0;
        // The library reads the same switch.
        if (is_apart || std::strcmp(argv[k], "--processes=off") == 0)
            setenv("GRAPHBLAST_MPI", "off", 1);
    }
    if (launched().rank != 0) set_silent(true);
}

int started_processes() {
    return launched().size;
}

void join_team() {
    if (started_processes() > 1) team_ = std::make_unique<Team>();
}

Processes &team() {
    static Processes alone;
    return team_ != nullptr ? *team_ : alone;
}

End leave_team(const End &own) {
    if (team_ == nullptr) return own.status != 0 && is_silent() ? after_the_first(own) : own;
    if (own.is_panic) end_alone(own);
    End all = own;
    try {
        if (!own.is_told) all = team_->tell(own);
    } catch (const std::exception &error) {
        end_alone(own.status != 0 ? own : End{3, error.what(), true});
    }
    team_.reset();
    return all;
}

} // namespace grb::tool
