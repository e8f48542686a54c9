// One stretch of memory that is kept for good, in pages as large as the system gives.
// Probes read values from all over it. With pages of 4 KiB, most of these reads would wait for the address of the page
// as well (docs: bench/README.md, "Probing").
#pragma once

#include <cstddef>
#include <memory>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace dameotb::probe {

class LargePages {
public:
    /// Allocates the memory, aligned to a large page if it has one, else for all types, and not initialised. Throws
    /// std::bad_alloc.
    explicit LargePages(std::size_t bytes) : LargePages{bytes, Free{alignment_of(bytes)}} {
#ifdef MADV_HUGEPAGE
        // Asks for whole large pages only, so that no more memory is taken than was asked for. A system without large
        // pages keeps the small ones.
        (void)madvise(memory_.get(), bytes / page_bytes * page_bytes, MADV_HUGEPAGE);
#endif
    }

    [[nodiscard]] std::byte* data() const {
        return memory_.get();
    }

private:
    static constexpr std::size_t page_bytes = std::size_t{2} << 20;
    [[nodiscard]] static constexpr std::align_val_t alignment_of(std::size_t bytes) {
        return std::align_val_t{bytes < page_bytes ? alignof(std::max_align_t) : page_bytes};
    }

    struct Free {
        std::align_val_t alignment;
        void operator()(std::byte* memory) const { ::operator delete(memory, alignment); }
    };
    LargePages(std::size_t bytes, Free free)
        : memory_{static_cast<std::byte*>(::operator new(bytes, free.alignment)), free} {}

    std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace dameotb::probe
