// Certificates: what a proof rests on, so that the rules and the tables alone can confirm it.
// docs/certificates.md describes the text form. Checking shares no code with the search.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/probe/tablebase.hpp>

namespace dameotb::proof {

/// Thrown for a text that is no certificate, and for one that proves nothing. `what()` is one line that names the
/// position or the line of text.
class CertificateError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// That a side can force a win from a position, or that it cannot, and the positions that show it. Value type.
///
/// A side that wins reaches with one of its moves, and its opponent with each, an earlier position of the list or a
/// table in which it wins. A side that does not win reaches with each of its moves, and its opponent with one, any
/// position of the list or a table in which it does not win: play that never leaves the list is a draw. Both lists are
/// empty if the tables have the position that the certificate is about, and have it otherwise.
struct Claim {
    Colour side = Colour::White;
    bool wins = false;
    std::vector<Position> positions{};

    bool operator==(const Claim&) const = default;
};

/// What is claimed of a position, without a draw rule: that one side wins, or that one or both do not. Value type.
struct Certificate {
    Position position;
    std::vector<Claim> claims{};

    bool operator==(const Certificate&) const = default;
};

/// Returns the text form, a FEN a line.
[[nodiscard]] std::string to_text(const Certificate& certificate);
/// Throws CertificateError.
[[nodiscard]] Certificate parse_certificate(std::string_view text);
/// Returns the contents of a file: the text as one frame of zstd.
[[nodiscard]] std::string to_file(const Certificate& certificate);
/// Throws CertificateError, also for one of more than `most_text_bytes`.
[[nodiscard]] Certificate read_file(std::string_view bytes);
inline constexpr std::uint64_t most_text_bytes = std::uint64_t{1} << 30;

/// What a certificate proves. Value type.
struct Checked {
    /// For the side to move. Of a win or a loss one bound has the most plies to the end that the winner needs along the
    /// certificate, if the tables know the distances where it ends.
    probe::OutcomeBounds bounds{};
    std::uint64_t positions = 0;
    std::uint64_t probes = 0;
};

/// Checks every position of a certificate by the rules and the tables. Throws CertificateError if one does not hold or
/// a table is missing, and what probes throw. Takes some 100 bytes a position.
[[nodiscard]] Checked check(const Certificate& certificate, const probe::Tablebase& tables,
                            probe::WorkBudget* budget = nullptr);

}  // namespace dameotb::proof
