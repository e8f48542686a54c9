// What is done in a task of a run with several workers.
#pragma once

#include <dameotb/cluster/task.hpp>

namespace dameotb::tools {

[[nodiscard]] inline const char* task_words(cluster::Task::Kind kind) {
    using Kind = cluster::Task::Kind;
    switch (kind) {
        case Kind::Make:
            return "make";
        case Kind::SolveAll:
            return "solve whole classes";
        case Kind::Read:
            return "read";
        case Kind::Cut:
            return "cut";
        case Kind::Solve:
            return "solve";
        case Kind::Write:
            return "write files";
        case Kind::Plan:
            return "plan files";
        case Kind::Encode:
            return "encode";
        case Kind::Join:
            return "join";
        case Kind::Verify:
            return "verify";
    }
    return "";
}

}  // namespace dameotb::tools
