// What all processes but the first one do.
#pragma once

#include <filesystem>

#include <dameotb/gen/worker.hpp>

namespace dameotb::mpi {

/// A file that only those see who share the directory: its name, and what is in it.
struct Token {
    std::filesystem::path path;
    std::string text;
};

/// Does what the manager orders, until it says that all is done. Never throws: the manager is told.
void work(const gen::SharedRun& run, const gen::WorkerOptions& options, const Token& token);

}  // namespace dameotb::mpi
