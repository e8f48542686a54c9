// Scores as zstd frames, compressed fast and with a checksum.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dameotb::scores {

/// Returns the frame of these bytes. It is valid until this thread's next call. Throws std::bad_alloc.
[[nodiscard]] std::span<const std::byte> compressed(std::span<const std::byte> bytes);

/// Fills `bytes` with what the frame has. Returns false if it is damaged, or has another number of bytes.
[[nodiscard]] bool decompress(std::span<const std::byte> frame, std::span<std::byte> bytes);

/// Returns what the frame has, however much that is; nothing if it is damaged.
[[nodiscard]] std::optional<std::vector<std::byte>> decompressed(std::span<const std::byte> frame);

/// Returns a buffer of that size of this thread for reading a frame. It is valid until the thread's next call.
[[nodiscard]] std::span<std::byte> frame_buffer(std::size_t bytes);

}  // namespace dameotb::scores
