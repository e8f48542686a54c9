#include "text/nearest_word.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dameotb::tools {

namespace {

std::string_view without_dashes(std::string_view word) {
    return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

/// Returns how many letters are to be added, left out, changed or exchanged with their neighbours to make a word of the
/// other (the optimal string alignment distance).
std::size_t distance(std::string_view a, std::string_view b) {
    // row[j]: the distance of the first i letters of a to the first j of b; `above` and `above_that`: for i - 1 and i
    // - 2.
    std::vector<std::size_t> above_that;
    std::vector<std::size_t> above;
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        above_that = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], above_that[j - 2] + 1);
            }
        }
    }
    return row.back();
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words) {
    const std::string_view letters = without_dashes(typed);
    std::optional<std::string> nearest;
    std::size_t least = letters.size() / 3 + 1;
    for (const std::string& word : words) {
        if (const std::size_t wrong = distance(letters, without_dashes(word)); wrong < least) {
            least = wrong;
            nearest = word;
        }
    }
    const auto begun = std::ranges::find_if(words, [letters](const std::string& word) {
        return letters.size() > 1 && without_dashes(word).starts_with(letters);
    });
    return nearest || begun == words.end() ? nearest : *begun;
}

}  // namespace dameotb::tools
