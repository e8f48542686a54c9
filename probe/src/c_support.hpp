// What the functions of the C interface have in common: every function's body runs inside `guarded`, which turns
// exceptions into statuses. Refusals are exceptions too.
#pragma once

#include <dameotb/dameotb.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/error.hpp>

struct dameotb_tablebase {
    dameotb::probe::Tablebase tables;
};

namespace dameotb::c {

struct Refusal {
    dameotb_status status;
    std::string text;
};

/// Writes one line with a NUL. A line that does not fit is cut off at the front, because the reason stands after the
/// path, which may be long. Control characters, which a path or a name may have, are replaced.
template <std::size_t Size>
void write_line(char (&to)[Size], std::string_view text) {
    constexpr std::string_view mark = "...";
    std::size_t marked = 0;
    if (text.size() >= Size) {
        marked = mark.copy(to, Size);
        text.remove_prefix(text.size() - (Size - 1 - marked));
    }
    char* const end = to + marked + text.copy(to + marked, text.size());
    *end = '\0';
    std::replace_if(
        to, end, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
}

/// Writes `text` to `error`, which may be null. Returns `status`.
inline dameotb_status fail(dameotb_error* error, dameotb_status status, std::string_view text) {
    if (error != nullptr) {
        write_line(error->text, text);
    }
    return status;
}

/// Returns the status that says who is at fault: the file, by its bytes, its name or its rights; or the machine, and
/// the file may be sound.
inline dameotb_status status_of(const table::TablebaseError& error) {
    const std::error_code& cause = error.cause();
    if (cause == std::errc::not_enough_memory) {
        return DAMEOTB_OUT_OF_MEMORY;
    }
    for (const std::errc of_file :
         {std::errc::no_such_file_or_directory, std::errc::not_a_directory, std::errc::permission_denied,
          std::errc::operation_not_permitted, std::errc::too_many_symbolic_link_levels, std::errc::filename_too_long}) {
        if (cause == of_file) {
            return DAMEOTB_BAD_FILE;
        }
    }
    return error.is_damage() ? DAMEOTB_BAD_FILE : DAMEOTB_SYSTEM;
}

/// Returns the status that `body()` returns, or that of the exception that ends it.
template <class Body>
dameotb_status guarded(dameotb_error* error, const Body& body) noexcept {
    if (error != nullptr) {
        error->text[0] = '\0';
        error->missing_class[0] = '\0';
    }
    try {
        return body();
    } catch (const Refusal& refusal) {
        return fail(error, refusal.status, refusal.text);
    } catch (const rules::NotationError& wrong) {
        return fail(error, DAMEOTB_BAD_NOTATION, wrong.what());
    } catch (const table::TablebaseError& wrong) {
        return fail(error, status_of(wrong), wrong.what());
    } catch (const std::bad_alloc&) {
        return fail(error, DAMEOTB_OUT_OF_MEMORY, dameotb_status_text(DAMEOTB_OUT_OF_MEMORY));
    } catch (const std::exception& wrong) {
        return fail(error, DAMEOTB_INTERNAL, wrong.what());
    } catch (...) {
        return fail(error, DAMEOTB_INTERNAL, dameotb_status_text(DAMEOTB_INTERNAL));
    }
}

/// Throws Refusal if the pointer is null.
inline void require(const void* pointer, const char* name) {
    if (pointer == nullptr) {
        throw Refusal{DAMEOTB_BAD_ARGUMENT, std::string{name} + " is NULL"};
    }
}

/// Throws Refusal unless there is a count, and an array if anything is to be written into it. `name`: of the array.
inline void require_buffer(const void* items, const char* name, std::size_t capacity, const std::size_t* count) {
    require(count, "count");
    if (capacity > 0) {
        require(items, name);
    }
}

/// Returns the members of the caller's structure that this version knows; the defaults for those that the caller's
/// version does not know, and if `from` is null. `first_size`: the structure's size in the first version. `name`: what
/// the caller knows it by. Throws Refusal for members that this version cannot follow.
template <class Members>
Members known_members(const Members* from, Members defaults, std::size_t first_size, const std::string& name) {
    if (from == nullptr) {
        return defaults;
    }
    constexpr std::size_t largest = 4096;
    if (from->size < first_size || from->size > largest) {
        throw Refusal{DAMEOTB_BAD_ARGUMENT, name + ".size is " + std::to_string(from->size)};
    }
    // Those of a later version are accepted if they ask for nothing that this version does not know.
    const auto* const bytes = reinterpret_cast<const unsigned char*>(from);
    const std::size_t known = std::min(from->size, sizeof defaults);
    if (std::any_of(bytes + known, bytes + from->size, [](unsigned char byte) { return byte != 0; })) {
        throw Refusal{DAMEOTB_BAD_ARGUMENT, name + " has a member that this version of the library does not know"};
    }
    std::memcpy(&defaults, from, known);
    return defaults;
}

/// Throws Refusal for anything that rules/ does not accept.
inline Position to_position(const dameotb_position* from) {
    require(from, "position");
    if (from->side_to_move != DAMEOTB_WHITE && from->side_to_move != DAMEOTB_BLACK) {
        throw Refusal{DAMEOTB_ILLEGAL_POSITION, "side_to_move is " + std::to_string(from->side_to_move)};
    }
    const Position position{{Pieces{Bitboard{from->white_men}, Bitboard{from->white_kings}},
                             Pieces{Bitboard{from->black_men}, Bitboard{from->black_kings}}},
                            from->side_to_move == DAMEOTB_WHITE ? Colour::White : Colour::Black};
    if (!is_sound(position)) {
        throw Refusal{DAMEOTB_ILLEGAL_POSITION, defect(position).value()};
    }
    return position;
}

/// Returns a position to look up. Throws Refusal as to_position does, and for more pieces than a game has: whoever asks
/// tables about such a position has filled the bitboards wrongly.
inline Position to_probed(const dameotb_position* from) {
    const Position position = to_position(from);
    for (const auto& side : position.sides) {
        if (side.all().count() > DAMEOTB_MAX_SIDE_PIECES) {
            throw Refusal{DAMEOTB_ILLEGAL_POSITION,
                          "more than " + std::to_string(DAMEOTB_MAX_SIDE_PIECES) + " pieces of one side"};
        }
    }
    return position;
}

/// Returns the rules that stand for the number. Throws Refusal if there are none.
inline rules::SiteRules to_rules(int rule_plies) {
    static_assert(DAMEOTB_MOST_RULE_PLIES == most_rule_plies);
    switch (rule_plies) {
        case DAMEOTB_PLAYSTRATEGY:
            return rules::parse_site_rules("playstrategy").value();
        case DAMEOTB_ABSTRACTPLAY:
            return rules::parse_site_rules("abstractplay").value();
        default:
            if (rule_plies < 1 || rule_plies > DAMEOTB_MOST_RULE_PLIES) {
                throw Refusal{DAMEOTB_BAD_ARGUMENT, "rule_plies is " + std::to_string(rule_plies) +
                                                        ", and must be from 1 to " +
                                                        std::to_string(DAMEOTB_MOST_RULE_PLIES)};
            }
            return {.name = {}, .draw_rule = {rule_plies}};
    }
}

/// Returns the question about a position under a draw rule. Throws Refusal for a counter that does not exist.
inline probe::Question to_question(const dameotb_position* from, const rules::SiteRules& site, int counter) {
    const Position position = to_probed(from);
    if (counter < 0) {
        throw Refusal{DAMEOTB_BAD_ARGUMENT, "counter is " + std::to_string(counter)};
    }
    return {{position, counter}, site};
}

/// Does the same for the number that stands for the rules, as to_rules does.
inline probe::Question to_question(const dameotb_position* from, int rule_plies, int counter) {
    return to_question(from, to_rules(rule_plies), counter);
}

/// Writes the items into the caller's buffer, as many as fit. Throws Refusal, which calls them `words`, if some do not
/// fit.
template <class Item>
dameotb_status write_items(const std::vector<Item>& from, Item* items, std::size_t capacity, std::size_t& count,
                           const char* words) {
    count = from.size();
    std::copy_n(from.begin(), std::min(capacity, from.size()), items);
    if (from.size() > capacity) {
        throw Refusal{DAMEOTB_BUFFER_TOO_SMALL, std::to_string(from.size()) + " " + words};
    }
    return DAMEOTB_OK;
}

inline dameotb_move from_move(const Move& move) {
    return {move.from.index(), move.to.index(), move.captured.bits()};
}

inline dameotb_value from_bound(const probe::Outcome& bound) {
    return {static_cast<int>(bound.wdl), bound.plies.value_or(-1)};
}

}  // namespace dameotb::c
