// Where systems look for manual pages and completions.
#include "manual/manual.hpp"

#include "manual/command_facts.hpp"
#include "manual/completions.hpp"
#include "manual/man_page.hpp"
#include "output/output_file.hpp"

namespace dameotb::tools {

namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    OutputFile file{path};
    file.write(text);
    file.finish();
}

}  // namespace

void write_manual(const CLI::App& app, const std::string& version, const std::filesystem::path& directory) {
    const CommandFacts program = facts_of(app);
    const std::filesystem::path pages = directory / "man/man1";
    write_file(pages / "dameotb.1", man_page(program, "dameotb", version));
    for (const CommandFacts& subcommand : program.subcommands) {
        write_file(pages / ("dameotb-" + subcommand.name + ".1"),
                   man_page(subcommand, "dameotb " + subcommand.name, version));
    }
    write_file(directory / "bash-completion/completions/dameotb", bash_completion(program));
    write_file(directory / "zsh/site-functions/_dameotb", zsh_completion(program));
    write_file(directory / "fish/vendor_completions.d/dameotb.fish", fish_completion(program));
}

}  // namespace dameotb::tools
