// The text form of certificates, and checking them.
#include <dameotb/proof/certificate.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>

#include <zstd.h>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::proof {

namespace {

constexpr std::string_view first_line = "dameotb-certificate 1";
constexpr std::string_view position_word = "position ";

std::string words_of(const Claim& claim) {
    return std::string{claim.side == Colour::White ? "white" : "black"} + (claim.wins ? " wins" : " does not win");
}

/// The lines of a text, one after the other.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_{text} {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    std::string_view next() {
        ++number_;
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) {
            fail(rest_.empty() ? "\"end\" is missing" : "ends within a line");
        }
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return line;
    }
    [[noreturn]] void fail(const std::string& reason) const {
        throw CertificateError{"line " + std::to_string(number_) + ": " + reason};
    }
    [[nodiscard]] Position position(std::string_view text) const {
        try {
            return rules::parse_position(text);
        } catch (const rules::NotationError& error) {
            fail(error.what());
        }
    }

private:
    std::string_view rest_;
    std::uint64_t number_ = 0;
};

struct HashOfPosition {
    std::size_t operator()(const Position& position) const {
        std::uint64_t hash = position.side_to_move == Colour::White ? 1 : 2;
        for (const Pieces& side : position.sides) {
            for (const Bitboard squares : {side.men, side.kings}) {
                hash = (hash ^ squares.bits()) * 0x9E3779B97F4A7C15U;
                hash ^= hash >> 29;
            }
        }
        return static_cast<std::size_t>(hash);
    }
};

/// The most plies to the end; none if the tables do not know them.
using Plies = std::optional<int>;

/// Checks one claim.
class Checker {
public:
    Checker(const Claim& claim, const probe::Tablebase& tables, probe::WorkBudget* budget)
        : claim_{claim}, tables_{tables}, budget_{budget} {}

    /// Returns the most plies to the end of a win.
    Plies check(const Position& root) {
        if (!claim_.wins) {
            for (const Position& position : claim_.positions) {
                shown_.emplace(position, Plies{});
            }
        }
        for (const Position& position : claim_.positions) {
            const auto plies = shown_by_moves(position);
            if (!plies) {
                fail(position);
            }
            shown_.emplace(position, *plies);
        }
        const auto plies = shown(root);
        if (!plies) {
            fail(root);
        }
        return *plies;
    }
    [[nodiscard]] std::uint64_t probes() const { return probes_; }

private:
    /// Returns whether the claim holds for a position, and the most plies of a win: by what was shown, or by the
    /// tables.
    std::optional<Plies> shown(const Position& position) {
        if (const auto known = shown_.find(position); known != shown_.end()) {
            return known->second;
        }
        ++probes_;
        const probe::Answer<Wdl> answer = tables_.probe_wdl(position, budget_);
        const Wdl* result = std::get_if<Wdl>(&answer);
        if (result == nullptr) {
            const index::Material& material = std::get<probe::NoTable>(answer).material;
            missing_ = index::is_supported(material) ? material.name() : "";
            return std::nullopt;
        }
        const bool side_wins = *result == (position.side_to_move == claim_.side ? Wdl::Win : Wdl::Loss);
        if (side_wins != claim_.wins) {
            return std::nullopt;
        }
        return claim_.wins ? distance(position) : Plies{};
    }

    Plies distance(const Position& position) {
        const probe::Answer<Value> answer = tables_.probe_dtm(position, budget_);
        const Value* value = std::get_if<Value>(&answer);
        return value != nullptr ? Plies{value->dtm().plies()} : std::nullopt;
    }

    /// Returns the same by a position's moves.
    std::optional<Plies> shown_by_moves(const Position& position) {
        constexpr int most_captures = 10'000;
        if (rules::has_more_captures_than(position, most_captures)) {
            throw CertificateError{"there are too many ways to capture: " + rules::to_fen(position)};
        }
        const bool one_is_enough = (position.side_to_move == claim_.side) == claim_.wins;
        std::optional<Plies> best;
        if (!one_is_enough) {
            best = Plies{0};  // without a move the game is over
        }
        for (const Position& next : rules::successors(position)) {
            const auto after = shown(next);
            if (!after) {
                if (one_is_enough) {
                    continue;
                }
                return std::nullopt;
            }
            const Plies plies = *after ? Plies{**after + 1} : std::nullopt;
            if (one_is_enough && !claim_.wins) {
                return plies;  // another move would only change the plies, and there are none
            }
            if (one_is_enough) {
                best = !best || !*best || (plies && *plies < **best) ? plies : *best;
            } else {
                best = plies && *best ? Plies{std::max(*plies, **best)} : std::nullopt;
            }
        }
        return best;
    }

    [[noreturn]] void fail(const Position& position) const {
        throw CertificateError{"it does not follow that " + words_of(claim_) + ": " + rules::to_fen(position) +
                               (missing_.empty() ? "" : "; there is no table " + missing_)};
    }

    const Claim& claim_;
    const probe::Tablebase& tables_;
    probe::WorkBudget* budget_;
    std::unordered_map<Position, Plies, HashOfPosition> shown_;
    std::uint64_t probes_ = 0;
    std::string missing_;  ///< The class of the last position that no table had.
};

}  // namespace

std::string to_text(const Certificate& certificate) {
    std::string text{first_line};
    text += '\n';
    text += position_word;
    text += rules::to_fen(certificate.position) + '\n';
    for (const Claim& claim : certificate.claims) {
        text += words_of(claim) + '\n';
        for (const Position& position : claim.positions) {
            text += rules::to_fen(position) + '\n';
        }
    }
    return text + "end\n";
}

Certificate parse_certificate(std::string_view text) {
    Lines lines{text};
    if (lines.at_end() || lines.next() != first_line) {
        throw CertificateError{"not a certificate: its first line is not \"" + std::string{first_line} + '"'};
    }
    const std::string_view position = lines.next();
    if (!position.starts_with(position_word)) {
        lines.fail("\"position\" and a FEN expected");
    }
    Certificate certificate{lines.position(position.substr(position_word.size()))};
    for (std::string_view line = lines.next(); line != "end"; line = lines.next()) {
        constexpr std::array claims{Claim{Colour::White, true}, Claim{Colour::White, false}, Claim{Colour::Black, true},
                                    Claim{Colour::Black, false}};
        const auto claim = std::ranges::find(claims, line, words_of);
        if (claim != claims.end()) {
            certificate.claims.push_back(*claim);
        } else if (certificate.claims.empty()) {
            lines.fail("a claim expected, such as \"white wins\"");
        } else {
            certificate.claims.back().positions.push_back(lines.position(line));
        }
    }
    if (!lines.at_end()) {
        lines.next();
        lines.fail("more after \"end\"");
    }
    return certificate;
}

std::string to_file(const Certificate& certificate) {
    constexpr int level = 9;
    const std::unique_ptr<ZSTD_CCtx, decltype([](ZSTD_CCtx* c) { ZSTD_freeCCtx(c); })> context{ZSTD_createCCtx()};
    if (context == nullptr) {
        throw std::bad_alloc{};
    }
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    const std::string text = to_text(certificate);
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size = ZSTD_compress2(context.get(), bytes.data(), bytes.size(), text.data(), text.size());
    if (ZSTD_isError(size) != 0) {
        throw std::bad_alloc{};  // the only possible failure
    }
    bytes.resize(size);
    return bytes;
}

Certificate read_file(std::string_view bytes) {
    const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) {
        throw CertificateError{"not a certificate: it is not a frame of zstd that has its size"};
    }
    if (size > most_text_bytes) {
        throw CertificateError{"its text is longer than 1 GiB"};
    }
    std::string text(size, '\0');
    if (ZSTD_findFrameCompressedSize(bytes.data(), bytes.size()) != bytes.size() ||
        ZSTD_decompress(text.data(), text.size(), bytes.data(), bytes.size()) != size) {
        throw CertificateError{"damaged: zstd does not decode it"};
    }
    return parse_certificate(text);
}

Checked check(const Certificate& certificate, const probe::Tablebase& tables, probe::WorkBudget* budget) {
    if (certificate.claims.empty()) {
        throw CertificateError{"it claims nothing"};
    }
    Checked checked;
    for (const Claim& claim : certificate.claims) {
        Checker checker{claim, tables, budget};
        const Plies plies = checker.check(certificate.position);
        checked.positions += claim.positions.size();
        checked.probes += checker.probes();
        auto& [at_least, at_most] = checked.bounds;
        if (const bool moves = claim.side == certificate.position.side_to_move; claim.wins) {
            at_least = moves ? probe::Outcome{Wdl::Win, plies} : probe::Outcome::of(Wdl::Loss);
            at_most = moves ? probe::Outcome::of(Wdl::Win) : probe::Outcome{Wdl::Loss, plies};
        } else if (moves && at_most.wdl == Wdl::Win) {
            at_most = probe::Outcome::of(Wdl::Draw);
        } else if (!moves && at_least.wdl == Wdl::Loss) {
            at_least = probe::Outcome::of(Wdl::Draw);
        }
    }
    return checked;
}

}  // namespace dameotb::proof
