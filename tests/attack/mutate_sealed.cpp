// Damage by somebody who knows the format. All checksums are right.
#include <algorithm>
#include <array>

#include "mutation.hpp"
#include "parts.hpp"

namespace dameotb::attack {

namespace {

using tests::get;
using tests::put;
namespace at = tests::at;

struct Field {
    const char* name;
    std::size_t offset;
    int width;
};
constexpr std::array<Field, 22> header_fields{{{"magic", 0, 8},
                                               {"format version", at::format_version, 2},
                                               {"rules version", at::rules_version, 2},
                                               {"metric", at::metric, 1},
                                               {"encoding", at::encoding, 1},
                                               {"sides", at::sides, 1},
                                               {"stored", at::stored, 1},
                                               {"stored", at::stored, 1},
                                               {"white kings", at::material, 1},
                                               {"white men", at::material + 1, 1},
                                               {"black kings", at::material + 2, 1},
                                               {"black men", at::material + 3, 1},
                                               {"unit places", at::unit_places, 4},
                                               {"unit places", at::unit_places, 4},
                                               {"page units", at::page_units, 4},
                                               {"models bytes", at::models_bytes, 4},
                                               {"places per side", at::places_per_side, 8},
                                               {"file bytes", at::file_bytes, 8},
                                               {"seed", at::seed, 8},
                                               {"values", at::values, 8},
                                               {"wdl", at::wdl, 8},
                                               {"reserved", at::reserved, 8}}};

/// Returns a number as somebody who looks for mistakes would choose it: near the old one, at the ends of a type, or
/// any.
std::uint64_t telling(std::uint64_t old, int width, Choices& random) {
    const std::uint64_t most = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
    const std::array<std::uint64_t, 12> choices{0,         1,          2,       3,
                                                old + 1,   old - 1,    old * 2, old / 2,
                                                old << 16, most - old, most,    std::uint64_t{1} << random.below(64)};
    const std::uint64_t choice = random.below(choices.size() + 2);
    return (choice < choices.size() ? choices.at(choice) : random.bits()) & most;
}

std::string change(Bytes& bytes, std::size_t offset, int width, Choices& random) {
    const std::uint64_t old = get(bytes, offset, width);
    const std::uint64_t now = telling(old, width, random);
    put(bytes, offset, now, width);
    return " " + std::to_string(old) + " -> " + std::to_string(now);
}

void change_some(Bytes& bytes, std::uint64_t most, Choices& random) {
    for (std::uint64_t edits = bytes.empty() ? 0 : 1 + random.below(most); edits > 0; --edits) {
        bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
    }
}

Bytes any_bytes(std::uint64_t count, Choices& random) {
    return tests::random_bytes(count, random.bits());
}

/// The header says something else of the same bytes. Mostly the file has the size that it says, so that the reader
/// believes it that far.
std::string change_header(Bytes& file, Choices& random) {
    const Field& field = header_fields.at(random.below(header_fields.size()));
    const std::string done = field.name + change(file, field.offset, field.width, random);
    if (random.below(4) != 0) {
        put(file, at::file_bytes, file.size(), 8);
    }
    tests::seal(file);
    return done;
}

/// The models are others: some bytes, the sizes in front, all of them, or more or fewer. A file without models gets
/// some, and is said to need them.
std::string change_models(Parts& parts, Choices& random) {
    Bytes& models = parts.models;
    if (models.empty()) {
        put(parts.header, at::encoding, 2, 1);
        models = any_bytes(1 + random.below(random.below(2) == 0 ? 64 : 20000), random);
        return "models of any bytes, " + std::to_string(models.size());
    }
    switch (random.below(5)) {
        case 0:
            models[0] = static_cast<std::byte>(random.below(24));
            return "bits of a model's tables";
        case 1:
            return "size of a model" + change(models, 1, 4, random);
        case 2:
            models.resize(1 + random.below(2 * models.size()));
            return "models of " + std::to_string(models.size()) + " bytes";
        case 3: {
            const Bytes any = any_bytes(models.size(), random);
            std::ranges::copy(std::span{any}.subspan(std::min<std::size_t>(any.size(), 5)),
                              models.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(models.size(), 5)));
            return "a model of any bytes";
        }
        default:
            change_some(models, 16, random);
            return "some bytes of the models";
    }
}

/// An entry of the index, or the offset of an index page.
std::string change_index(Bytes& file, Choices& random) {
    const tests::Shape shape = tests::shape_of(file);
    const std::uint64_t page = random.below(shape.pages());
    std::string done;
    if (random.below(3) == 0) {
        done = "offset of an index page" + change(file, shape.index_page_begin(page / 1020), 8, random);
    } else {
        done = "end of page " + std::to_string(page) + change(file, shape.entry(page), 4, random);
    }
    tests::seal(file);
    return done;
}

/// The sizes in front of a page: their bits, or some of them.
std::string change_sizes(Parts& parts, std::uint64_t page, Choices& random) {
    Bytes& bytes = parts.pages[page];
    const std::uint64_t units = tests::shape_of(parts.header).units_in_page(page);
    if (random.below(2) == 0) {
        bytes[0] = static_cast<std::byte>(random.below(random.below(2) == 0 ? 18 : 256));
    } else {
        const std::uint64_t sizes = (units * std::to_integer<std::uint64_t>(bytes[0]) + 7) / 8;
        for (std::uint64_t edits = sizes == 0 ? 0 : 1 + random.below(4); edits > 0; --edits) {
            bytes[1 + random.below(sizes)] = static_cast<std::byte>(random.bits());
        }
    }
    seal_page(parts, page);
    return "sizes of page " + std::to_string(page);
}

/// The bytes of a unit: some of them, all, none, as many as it has places, or the front of them. The first bytes of a
/// zstd frame say how much memory decoding takes.
std::string change_unit(Parts& parts, std::uint64_t page, Choices& random) {
    const tests::Shape shape = tests::shape_of(parts.header);
    std::vector<Bytes> units = units_of(parts, page);
    const std::uint64_t i = random.below(units.size());
    const std::uint64_t places = shape.places_in_unit(page * shape.page_units + i);
    Bytes& unit = units[i];
    switch (random.below(6)) {
        case 0:
            unit = any_bytes(random.below(std::min<std::uint64_t>(places, 4096) + 1), random);
            break;
        case 1:
            unit = any_bytes(places, random);
            break;
        case 2:
            unit.assign(random.below(2) == 0 ? places : 1, static_cast<std::byte>(random.below(6)));
            break;
        case 3:
            unit.resize(random.below(unit.size() + 1));
            break;
        case 4: {
            Bytes front{unit.begin(),
                        unit.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(unit.size(), 20))};
            change_some(front, 3, random);
            std::ranges::copy(front, unit.begin());
            break;
        }
        default:
            change_some(unit, 8, random);
    }
    set_units(parts, page, units);
    return "unit " + std::to_string(i) + " of page " + std::to_string(page) + ", now " +
           std::to_string(units[i].size()) + " bytes";
}

/// Pages lie where others did, or are those of another file.
std::string move_pages(Parts& parts, const Bytes& other, std::uint64_t page, Choices& random) {
    if (random.below(2) == 0) {
        const std::uint64_t second = random.below(parts.pages.size());
        std::swap(parts.pages[page], parts.pages[second]);
        seal_page(parts, second);
        seal_page(parts, page);
        return "pages " + std::to_string(page) + " and " + std::to_string(second) + " exchanged";
    }
    const Parts from = take_apart(other);
    const std::uint64_t second = random.below(from.pages.size());
    parts.pages[page] = from.pages[second];
    seal_page(parts, page);
    return "page " + std::to_string(second) + " of another file as page " + std::to_string(page);
}

std::string change_part(Parts& parts, const Bytes& other, Choices& random) {
    const std::uint64_t page = random.below(parts.pages.size());
    switch (random.below(6)) {
        case 0:
        case 1:
            return change_models(parts, random);
        case 2:
            return change_sizes(parts, page, random);
        case 3:
            return move_pages(parts, other, page, random);
        default:
            return change_unit(parts, page, random);
    }
}

}  // namespace

std::string mutate_sealed(Bytes& file, const Bytes& other, Choices& random) {
    switch (random.below(8)) {
        case 0:
        case 1:
            return change_header(file, random);
        case 2:
            return change_index(file, random);
        default: {
            Parts parts = take_apart(file);
            const std::string done = change_part(parts, other, random);
            file = put_together(parts);
            return done;
        }
    }
}

Bytes empty_table(const table::Header& header) {
    Parts parts{tests::from_hex("44414D454F54421A"), {}, {}};
    Bytes& bytes = parts.header;
    bytes.resize(at::end);
    put(bytes, at::format_version, table::format_version, 2);
    put(bytes, at::rules_version, table::rules_version, 2);
    put(bytes, at::metric, static_cast<std::uint64_t>(header.metric), 1);
    put(bytes, at::encoding, static_cast<std::uint64_t>(header.encoding), 1);
    put(bytes, at::sides, header.sides, 1);
    put(bytes, at::stored, static_cast<std::uint64_t>(header.stored), 1);
    put(bytes, at::material, header.material.white.kings, 1);
    put(bytes, at::material + 1, header.material.white.men, 1);
    put(bytes, at::material + 2, header.material.black.kings, 1);
    put(bytes, at::material + 3, header.material.black.men, 1);
    put(bytes, at::unit_places, header.unit_places, 4);
    put(bytes, at::page_units, header.page_units, 4);
    put(bytes, at::places_per_side, header.places_per_side, 8);
    for (std::uint64_t page = 0; page < header.pages(); ++page) {
        parts.pages.emplace_back(9);
        seal_page(parts, page);
    }
    return put_together(parts);
}

}  // namespace dameotb::attack
