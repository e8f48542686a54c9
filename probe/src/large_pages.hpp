// One piece of memory that stays, in pages as large as the system gives. Values are looked up all over it: with pages
// of 4 KiB most look-ups would wait for the address of the page as well (docs: bench/README.md, "Probing").
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
    /// Throws std::bad_alloc. The memory is aligned to `page_bytes` and not initialised.
    explicit LargePages(std::size_t bytes)
        : memory_{static_cast<std::byte*>(::operator new (bytes, std::align_val_t{page_bytes}))} {
#ifdef MADV_HUGEPAGE
        // Whole pages only, so that no more is taken than was asked for. A system that has none keeps the small ones.
        (void)madvise(memory_.get(), bytes / page_bytes * page_bytes, MADV_HUGEPAGE);
#endif
    }

    [[nodiscard]] std::byte* data() const {
        return memory_.get();
    }

private:
    static constexpr std::size_t page_bytes = std::size_t{2} << 20;
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete (memory, std::align_val_t{page_bytes}); }
    };

    std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace dameotb::probe
