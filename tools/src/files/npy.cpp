// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "files/npy.hpp"

namespace dameotb::tools {

std::string npy_header(const std::vector<NpyField>& fields, std::uint64_t rows) {
    std::string types;
    for (const NpyField& field : fields) {
        types += fmt::format("{}('{}', '{}')", types.empty() ? "" : ", ", field.name, field.type);
    }
    std::string text = fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}", types, rows);
    std::string header = "\x93NUMPY";
    header += {'\x01', '\x00'};  // the version
    constexpr std::size_t alignment = 64;
    const std::size_t before = header.size() + sizeof(std::uint16_t);
    text.append(alignment - 1 - (before + text.size()) % alignment, ' ');
    text += '\n';
    append_npy(header, static_cast<std::uint16_t>(text.size()));
    return header + text;
}

}  // namespace dameotb::tools
