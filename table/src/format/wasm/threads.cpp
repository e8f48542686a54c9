// There is one thread, which ends with all.
#include <dameotb/table/format/own_of_thread.hpp>

namespace dameotb::table {

void at_thread_exit(void (*)(void*), void*) {}

}  // namespace dameotb::table
