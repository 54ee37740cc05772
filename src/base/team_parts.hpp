// Whether a team is to cut problems (src/team/), and whose turn it is. What chooses rows asks here without knowing teams.
#pragma once

#include <utility>

namespace grb {

/// The kind of rows that split a problem for the members of a team, and the prefix of their names. No place is of this
/// kind: each member works where its part's own choice says.
inline constexpr char team_kind[] = "team";

/// In how many parts a team cuts every object: GRAPHBLAST_PARTS, or the processes of a team. 0: there is no team, unless
/// a rule forces its rows.
int team_parts() noexcept;
void set_team_parts(int parts) noexcept;
/// Whether a rule forces a row of a team.
void set_team_forced(bool is_forced) noexcept;
/// Whether this process has the member's parts. Without a team of processes it has those of all.
bool has_member(int member) noexcept;
/// Rows of a team may run.
bool has_team() noexcept;

/// What the calling thread does for a team.
struct TeamTurn {
    bool is_inside = false; // a team's row runs: its members' choices are made by one alone
    int member = -1;        // whose turn it is; -1: nobody's
};
TeamTurn &team_turn() noexcept;

/// Lives while a row of a team runs, and with a member while that one has its turn.
class InsideTeam {
public:
    explicit InsideTeam(int member = -1) noexcept
        : before_(std::exchange(team_turn(), TeamTurn{true, member})) {}
    ~InsideTeam() { team_turn() = before_; }
    InsideTeam(const InsideTeam &) = delete;
    InsideTeam &operator=(const InsideTeam &) = delete;

private:
    const TeamTurn before_;
};

} // namespace grb
