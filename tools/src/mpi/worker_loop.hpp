// What all processes but the first do.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <dameotb/cluster/worker.hpp>

namespace dameotb::mpi {

/// Creates the worker of a run that begins. `run`: its index among those of the command (runs_of). `token`: what the
/// manager has written into the shared directory.
using MakeWorker = std::function<std::unique_ptr<cluster::Worker>(std::uint32_t run, const std::string& token)>;

/// Does what the manager orders until it says that there is nothing more to do. Reports to the manager whatever
/// `make_worker` and tasks throw.
void work(const MakeWorker& make_worker);

}  // namespace dameotb::mpi
