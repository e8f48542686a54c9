// A plan has the number of parts, then for each file what it takes to plan it again. A part has its pages one after the
// other, each behind the place of its file and its size. The bytes are those of this machine (batch_file.cpp).
#include <dameotb/store/shared/encoded_files.hpp>

#include <cstring>
#include <fstream>

#include <dameotb/files/table_directory.hpp>
#include <dameotb/format/error.hpp>
#include <dameotb/format/temporary_file.hpp>

#include "shared/append_bytes.hpp"

namespace dameotb::store {

namespace {

struct PlanHead {
    std::uint64_t parts;
};

struct FileHead {
    format::Digest values;
    format::Digest wdl;
    std::uint64_t stored;
    std::uint64_t models_bytes;
};

struct PageHead {
    std::uint32_t table;
    std::uint32_t size;
};

[[noreturn]] void fail(const std::filesystem::path& path) {
    throw format::TablebaseError{path.string(), "is damaged, or not there"};
}

/// Reads a value, or bytes. Returns false at the end of the file.
template <class T>
bool read(std::ifstream& file, T& value) {
    return static_cast<bool>(file.read(reinterpret_cast<char*>(&value), sizeof value));
}
bool read(std::ifstream& file, std::vector<std::byte>& bytes) {
    return static_cast<bool>(
        file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())));
}

}  // namespace

PageRange EncodingPlan::steps_of(std::uint32_t part) const {
    const std::uint64_t steps = encoding_steps(files);
    return {steps * part / parts, steps * (part + std::uint64_t{1}) / parts};
}

void write_plan(const SharedDirectory& directory, const index::Material& material, const EncodingPlan& plan) {
    std::vector<std::byte> bytes;
    const PlanHead head{plan.parts};
    append_bytes(bytes, std::span{&head, 1});
    for (const files::TablePlan& of : plan.files) {
        const FileHead head_of_file{of.header.values, of.header.wdl, static_cast<std::uint64_t>(of.header.stored),
                                    of.models_bytes.size()};
        append_bytes(bytes, std::span{&head_of_file, 1});
        append_bytes(bytes, std::span{of.models_bytes});
    }
    format::TemporaryFile file{directory.plan(material)};
    file.write_at(0, bytes);
    file.commit();
}

std::optional<std::uint32_t> parts_of_plan(const SharedDirectory& directory, const index::Material& material) {
    std::ifstream file{directory.plan(material), std::ios::binary};
    if (!file) {
        return std::nullopt;
    }
    PlanHead head{};
    if (!read(file, head) || head.parts == 0) {
        fail(directory.plan(material));
    }
    return static_cast<std::uint32_t>(head.parts);
}

EncodingPlan read_plan(const SharedDirectory& directory, const index::ClassIndex& index) {
    const index::Material& material = index.material();
    const std::filesystem::path path = directory.plan(material);
    std::ifstream file{path, std::ios::binary};
    PlanHead head{};
    if (!read(file, head)) {
        fail(path);
    }
    EncodingPlan plan;
    plan.parts = static_cast<std::uint32_t>(head.parts);
    for (const format::Metric metric : files::metrics) {
        FileHead of{};
        if (!read(file, of)) {
            fail(path);
        }
        std::vector<std::byte> bytes(of.models_bytes);
        if (!read(file, bytes)) {
            fail(path);
        }
        const auto stored = static_cast<format::StoredSides>(of.stored);
        std::vector<codec::Model> models;
        for (std::span<const std::byte> left{bytes}; !left.empty();) {
            const auto side = static_cast<format::Side>(
                stored == format::StoredSides::Both ? models.size() : stored == format::StoredSides::Black);
            auto model = codec::Model::read(index, static_cast<rules::Colour>(side), metric, left);
            if (!model) {
                fail(path);
            }
            models.push_back(std::move(*model));
        }
        plan.files.push_back(files::plan_table({material, metric}, stored, std::move(models), of.values, of.wdl));
    }
    return plan;
}

std::uint64_t encode_part(const SharedDirectory& directory, const ClassScores& solved, const index::ClassIndex& index,
                          const EncodingPlan& plan, std::uint32_t part, const Team& team) {
    format::TemporaryFile file{directory.pages(solved.material(), part)};
    std::uint64_t size = 0;
    encode_steps(solved, index, plan.files, plan.steps_of(part), team,
                 [&](std::size_t table, const std::vector<std::byte>& page) {
                     std::vector<std::byte> bytes;
                     const PageHead head{static_cast<std::uint32_t>(table), static_cast<std::uint32_t>(page.size())};
                     append_bytes(bytes, std::span{&head, 1});
                     append_bytes(bytes, std::span{page});
                     file.write_at(size, bytes);
                     size += bytes.size();
                 });
    file.commit();
    return size;
}

void join_parts(const SharedDirectory& directory, const std::filesystem::path& tables, const index::Material& material,
                const EncodingPlan& plan) {
    ClassFilesWriter writer{tables, material, plan.files};
    for (std::uint32_t part = 0; part < plan.parts; ++part) {
        const std::filesystem::path path = directory.pages(material, part);
        std::ifstream file{path, std::ios::binary};
        if (!file) {
            fail(path);
        }
        std::vector<std::byte> page;
        for (PageHead head{}; read(file, head);) {
            page.resize(head.size);
            if (head.table >= plan.files.size() || !read(file, page)) {
                fail(path);
            }
            writer.append(head.table, page);
        }
    }
    writer.finish();
}

}  // namespace dameotb::store
