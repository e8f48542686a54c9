// How the threads of a team share the rows of a slice.
#pragma once

#include <algorithm>
#include <cstdint>

#include <dameotb/memory/parallel.hpp>

namespace dameotb::gen {

/// The rows that a thread takes at once: a single row is too little work.
inline constexpr std::uint64_t rows_of_task = 512;
/// Fewer tasks than this are done by one thread.
inline constexpr std::uint64_t few_tasks = 8;

/// Calls body(thread, i) for i in 0..count-1, of rows or of groups of rows. `part`: how many of these a task has.
/// Throws memory::StopRequested.
template <class Body>
void for_each_in_tasks(std::uint64_t count, const memory::Team& team, Body&& body, std::uint64_t part = rows_of_task) {
    const std::uint64_t tasks = (count + part - 1) / part;
    const memory::Team sharing{tasks >= few_tasks ? team.threads : 1, team.stop};
    memory::parallel_for(tasks, sharing, [&](std::size_t thread, std::uint64_t task) {
        for (std::uint64_t i = task * part; i < std::min((task + 1) * part, count); ++i) {
            body(thread, i);
        }
    });
}

}  // namespace dameotb::gen
