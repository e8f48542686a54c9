// The encoder, the decoder and training, square by square: each decision is made, judged and coded in its turn.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <dameotb/table/codec/model.hpp>

#include "learning.hpp"
#include "plain_block_coding.hpp"

namespace dameotb::tests {

/// table::RangeEncoder with numbers of 32 bits, a byte at a time.
class PlainRangeEncoder {
public:
    void put(bool decision, table::Probability yes) {
        const std::uint32_t part = table::detail::yes_part(range_, yes);
        range_ = decision ? part : range_ - part;
        if (!decision) {
            add(part);
        }
        while (range_ < table::detail::least_range) {
            shift();
        }
    }
    /// Returns the shortest bytes in the interval. Requires: called once, last.
    [[nodiscard]] std::vector<std::byte> finish() {
        const std::uint64_t end = std::uint64_t{low_} + range_;
        for (int bits = 32; bits >= 0; bits -= 8) {  // clears as many low bytes as it can
            const std::uint64_t step = std::uint64_t{1} << bits;
            const std::uint64_t rounded = (low_ + (step - 1)) & ~(step - 1);
            if (rounded < end) {
                add(static_cast<std::uint32_t>(rounded - low_));
                break;
            }
        }
        for (int i = 0; i < 4; ++i) {
            shift();
        }
        while (!out_.empty() && out_.back() == std::byte{0}) {
            out_.pop_back();
        }
        return out_;
    }

private:
    /// Adds to the low end, and carries into the bytes that are out already.
    void add(std::uint32_t part) {
        low_ += part;
        for (std::size_t at = out_.size(); low_ < part && at-- > 0;) {
            out_[at] = static_cast<std::byte>(std::to_integer<unsigned>(out_[at]) + 1);
            if (out_[at] != std::byte{0}) {
                break;
            }
        }
    }
    void shift() {
        out_.push_back(static_cast<std::byte>(low_ >> 24));
        low_ <<= 8;
        range_ <<= 8;
    }

    std::vector<std::byte> out_;
    std::uint32_t low_ = 0;
    std::uint32_t range_ = table::detail::whole_range;
};

/// Decisions that are known, and go into a range encoder.
class PlainWrittenDecisions {
public:
    static constexpr bool decodes = false;

    explicit PlainWrittenDecisions(const table::SideModel& model) : model_{model} {}

    bool candidate(const table::Contexts<table::candidate_votes>& contexts, bool actual) {
        return put(model_.candidates.probability(contexts), actual);
    }
    bool row(const table::Contexts<table::row_votes>& contexts, bool actual) {
        return put(model_.rows.probability(contexts), actual);
    }
    bool escape(const table::Contexts<table::escape_votes>& contexts, bool actual) {
        return put(model_.escapes.probability(contexts), actual);
    }
    void escaped(bool, table::RelativeValue) {}
    [[nodiscard]] std::vector<std::byte> finish() { return encoder_.finish(); }

private:
    bool put(table::Probability yes, bool actual) {
        encoder_.put(actual, yes);
        return actual;
    }

    const table::SideModel& model_;
    PlainRangeEncoder encoder_;
};

/// Decisions that come from a range decoder.
class PlainReadDecisions {
public:
    static constexpr bool decodes = true;

    PlainReadDecisions(const table::SideModel& model, std::span<const std::byte> in) : model_{model}, decoder_{in} {}

    bool candidate(const table::Contexts<table::candidate_votes>& contexts, bool) {
        return decoder_.get(model_.candidates.probability(contexts));
    }
    bool row(const table::Contexts<table::row_votes>& contexts, bool) {
        return decoder_.get(model_.rows.probability(contexts));
    }
    bool escape(const table::Contexts<table::escape_votes>& contexts, bool) {
        return decoder_.get(model_.escapes.probability(contexts));
    }

private:
    const table::SideModel& model_;
    table::RangeDecoder decoder_;
};

/// Tells decisions to those that table::BlockListing tells them to.
template <class Decisions>
class ToldDecisions {
public:
    static constexpr bool decodes = false;

    /// Keeps the reference.
    explicit ToldDecisions(Decisions& decisions) : decisions_{decisions} {}

    bool candidate(const table::Contexts<table::candidate_votes>& contexts, bool actual) {
        decisions_.candidate(contexts, actual);
        return actual;
    }
    bool row(const table::Contexts<table::row_votes>& contexts, bool actual) {
        decisions_.row(0, contexts, actual);
        return actual;
    }
    bool escape(const table::Contexts<table::escape_votes>& contexts, bool actual) {
        decisions_.escape(0, contexts, actual);
        return actual;
    }
    void escaped(bool above, table::RelativeValue relative_value) { decisions_.escaped(above, relative_value); }

private:
    Decisions& decisions_;
};

/// Makes the decisions of a whole block. Requires: space.rows has taken the class.
template <table::Coding coding, class Parts = AllParts, class Decisions>
void code_plainly(table::CodingSpace& space, const table::SideModel& model, Decisions& decisions,
                  const table::BlockCodes& block) {
    BlockCoding<coding, Decisions, Parts>{space, model, decisions}.run(
        block.first, block.codes, block.results, static_cast<std::uint32_t>(block.codes.size() - 1));
}

/// Returns what table::BlockSpace::encode does.
[[nodiscard]] inline std::vector<std::byte> plainly_encoded(const table::Model& model, const table::BlockCodes& block) {
    table::CodingSpace space;
    space.rows.take(model.index(), model.mover());
    PlainWrittenDecisions decisions{model.side()};
    if (model.coding() == table::Coding::Results) {
        code_plainly<table::Coding::Results>(space, model.side(), decisions, block);
    } else {
        code_plainly<table::Coding::Distances>(space, model.side(), decisions, block);
    }
    const std::vector<std::byte> bytes = decisions.finish();
    const auto codes = std::as_bytes(block.codes);
    return bytes.size() < codes.size() ? bytes : std::vector<std::byte>{codes.begin(), codes.end()};
}

/// Returns what table::BlockSpace::decode writes, with bytes that are no plain codes.
[[nodiscard]] inline std::vector<std::uint8_t> plainly_decoded(const table::Model& model, std::uint64_t first,
                                                               std::span<const std::byte> bytes,
                                                               std::span<const std::uint8_t> results, std::size_t count,
                                                               std::uint32_t last) {
    table::CodingSpace space;
    space.rows.take(model.index(), model.mover());
    std::vector<std::uint8_t> codes(count);
    PlainReadDecisions decisions{model.side(), bytes};
    const auto run = [&]<table::Coding coding>() {
        BlockCoding<coding, PlainReadDecisions>{space, model.side(), decisions}.run(first, codes, results, last);
    };
    model.coding() == table::Coding::Results ? run.operator()<table::Coding::Results>()
                                             : run.operator()<table::Coding::Distances>();
    return codes;
}

/// Learns as table::Model::train does. `model`: one whose votes are all 0. `Parts`: what blocks are coded with.
template <table::Coding coding, class Parts = AllParts>
void learn_plainly(table::CodingSpace& space, table::SideModel& model, std::span<const table::BlockCodes> sample,
                   const table::TrainingEffort& effort) {
    table::learn<coding>(model, sample, table::relative_value_map(coding, space.rows.runner_waits()), effort,
                         [&]<class Decisions>(Decisions& decisions, std::size_t step) {
                             ToldDecisions<Decisions> told{decisions};
                             for (std::size_t i = 0; i < sample.size(); i += step) {
                                 code_plainly<coding, Parts>(space, model, told, sample[i]);
                             }
                         });
}

}  // namespace dameotb::tests
