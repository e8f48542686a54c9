// Ranges of values, and images of a position under the symmetries of its class.
#include <dameotb/analysis/query/query.hpp>

#include <algorithm>
#include <charconv>

#include <dameotb/index/material.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/scores/slice/score.hpp>

namespace dameotb::query {

namespace {

std::optional<int> parse_number(std::string_view text) {
    constexpr std::size_t most_digits = 9;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && number >= 0 && text.size() <= most_digits ? std::optional{number} : std::nullopt;
}

/// Returns the range in the text, whose ends may be swapped.
std::optional<IntRange> parse_ends(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (text.empty() || text == "-") {
        return std::nullopt;
    }
    const IntRange all;
    const std::string_view from = text.substr(0, dash);
    const std::string_view to = dash == std::string_view::npos ? text : text.substr(dash + 1);
    const auto least = from.empty() ? std::optional{all.least} : parse_number(from);
    const auto most = to.empty() ? std::optional{all.most} : parse_number(to);
    return least && most ? std::optional{IntRange{*least, *most}} : std::nullopt;
}

bool includes(const Pieces& pieces, const Pieces& placed) {
    return (placed.men - pieces.men).empty() && (placed.kings - pieces.kings).empty();
}

Pieces apply(int symmetry, const Pieces& pieces) {
    return {index::apply(symmetry, pieces.men), index::apply(symmetry, pieces.kings)};
}

/// Returns the first image under the board's symmetries that has the pieces of Query::placed.
std::optional<Position> board_image(const Query& query, const Position& position) {
    const auto images = board_images(position);
    const auto found = std::ranges::find_if(images, [&](const Position& image) { return has(image, query.placed); });
    return found == images.end() ? std::nullopt : std::optional{*found};
}

}  // namespace

std::optional<IntRange> IntRange::parse(std::string_view text) {
    const auto range = parse_ends(text);
    return range && range->least <= range->most ? range : std::nullopt;
}

std::string_view IntRange::expected_instead(std::string_view text) {
    return is_reversed(text) ? "a range whose first number is not greater than the second, as in 5-9"
                             : "a number or a range, as in 5, 5-9, 5- or -9";
}

bool IntRange::is_reversed(std::string_view text) {
    const auto range = parse_ends(text);
    return range && range->least > range->most;
}

bool contains(std::span<const ValueRange> ranges, Value value) {
    return std::ranges::any_of(
        ranges, [value](const ValueRange& range) { return range.first <= value && value <= range.second; });
}

std::vector<ValueRange> value_ranges(const Query& query) {
    std::vector<ValueRange> ranges;
    const bool must_be_decided = query.plies || query.longest || query.unique_solution;
    const bool must_be_won = query.winning_moves && query.winning_moves->least > 0;
    const auto admits = [&](Wdl wdl) {
        return (!query.result || query.result == wdl) && !(wdl == Wdl::Draw && must_be_decided) &&
               !(wdl != Wdl::Win && must_be_won);
    };
    const IntRange plies = query.plies.value_or(IntRange{});
    const int most = std::min(plies.most, scores::longest_plies);
    if (admits(Wdl::Loss)) {
        const int fastest = plies.least + plies.least % 2;
        const int slowest = most - most % 2;
        if (fastest <= slowest) {
            ranges.emplace_back(Value::loss_in(fastest), Value::loss_in(slowest));
        }
    }
    if (admits(Wdl::Draw)) {
        ranges.emplace_back(Value::draw(), Value::draw());
    }
    if (admits(Wdl::Win)) {
        const int fastest = plies.least + 1 - plies.least % 2;
        const int slowest = most - 1 + most % 2;
        if (fastest <= slowest) {
            ranges.emplace_back(Value::win_in(slowest), Value::win_in(fastest));
        }
    }
    return ranges;
}

bool has(const Position& position, const ColourArray<Pieces>& placed) {
    return includes(position.white(), placed[0]) && includes(position.black(), placed[1]);
}

std::vector<Position> board_images(const Position& position) {
    const int symmetries = index::Material::of(position).men() == 0 ? index::symmetries : 2;
    std::vector<Position> images;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        const Position image{{apply(symmetry, position.white()), apply(symmetry, position.black())},
                             position.side_to_move};
        if (std::ranges::find(images, image) == images.end()) {
            images.push_back(image);
        }
    }
    return images;
}

std::optional<Position> image_with_placed(const Query& query, const Position& position) {
    if (!query.asks_for_squares()) {
        return position;
    }
    auto image = board_image(query, position);
    if (!image && index::Material::of(position).is_symmetric() && !query.side_to_move) {
        image = board_image(query, position.flipped());
    }
    return image;
}

}  // namespace dameotb::query
