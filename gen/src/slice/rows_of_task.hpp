// How the rows of a slice are shared by the threads of a team.
#pragma once

#include <algorithm>
#include <cstdint>

#include <dameotb/scores/threads/parallel.hpp>

namespace dameotb::gen {

/// What a thread takes at a time, since one row is too little work.
inline constexpr std::uint64_t rows_of_task = 512;
/// Work of fewer tasks than this is done by one thread alone.
inline constexpr std::uint64_t few_tasks = 8;

/// Calls body(thread, i) for i in 0..count-1. Throws scores::StopRequested. `part`: what a thread takes at a time.
template <class Body>
void for_each_row(std::uint64_t count, const scores::Team& team, Body&& body, std::uint64_t part = rows_of_task) {
    const std::uint64_t tasks = (count + part - 1) / part;
    const scores::Team sharing{tasks >= few_tasks ? team.threads : 1, team.stop};
    scores::parallel_for(tasks, sharing, [&](std::size_t thread, std::uint64_t task) {
        for (std::uint64_t i = task * part; i < std::min((task + 1) * part, count); ++i) {
            body(thread, i);
        }
    });
}

}  // namespace dameotb::gen
