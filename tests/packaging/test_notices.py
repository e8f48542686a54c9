"""What is installed and packed names what others wrote (cmake/third_party.cmake): with their notices what is compiled in,
and in a list for programs what is linked, too.

Environment: DAMEOTB_CMAKE and DAMEOTB_BUILD, to install from; DAMEOTB_NPM_PACKAGE, the npm package, if it is built;
DAMEOTB_SHARED, whether the shared library is.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

NPM_PACKAGE = os.environ.get("DAMEOTB_NPM_PACKAGE", "")
# A sentence of each notice that stays when whitespace goes.
NOTICES = {
    "xxhash": "2012-2020 Yann Collet",
    "zstd": "Meta Platforms, Inc. and affiliates",
    "cli11": "University of Cincinnati",
    "nlohmann-json": "Niels Lohmann",
    "fmt": "Victor Zverovich",
    "boost": "Boost Software License - Version 1.0",
    "llvm": "LLVM Exceptions to the Apache 2.0 License",
    "wasi-libc": "Rich Felker",
}
MODULE = {"xxhash", "zstd", "llvm", "wasi-libc"}
INSIDE = {"dameotb": {"xxhash", "cli11", "nlohmann-json", "fmt", "boost"} | (MODULE if NPM_PACKAGE else set())}
INSIDE["libdameotb0"] = INSIDE["libdameotb-dev"] = {"xxhash"}
# Whose a library is that a program needs.
OWNERS = {
    "libzstd": "zstd",
    "libfmt": "fmt",
    "libstdc++": "gcc",
    "libgcc_s": "gcc",
    "libgomp": "gcc",
    "libomp": "llvm",
    "libc": "glibc",
    "libm": "glibc",
    "ld-linux-x86-64": "glibc",
    "ld-linux-aarch64": "glibc",
}


def printed(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options).stdout


def setUpModule():
    global temporary, prefix
    temporary = tempfile.TemporaryDirectory()
    prefix = pathlib.Path(temporary.name) / "prefix"
    for component in ("command", "library", "development"):
        printed(os.environ["DAMEOTB_CMAKE"], "--install", os.environ["DAMEOTB_BUILD"], "--prefix", str(prefix),
                "--component", component)  # fmt: skip


def tearDownModule():
    temporary.cleanup()


def packages():
    return [name for name in INSIDE if name != "libdameotb0" or os.environ["DAMEOTB_SHARED"] == "ON"]


def components(package):
    bill = json.loads((prefix / f"share/doc/dameotb/{package}.cdx.json").read_text())
    return bill, {component["bom-ref"]: component for component in bill["components"]}


class Notices(unittest.TestCase):
    def assert_notices(self, text, keys):
        text = " ".join(text.split())
        for key, sentence in NOTICES.items():
            self.assertEqual(sentence in text, key in keys, key)

    def test_copyright_has_the_notices_of_what_is_compiled_in(self):
        for package in packages():
            with self.subTest(package):
                text = (prefix / f"share/doc/dameotb/{package}.copyright").read_text()
                self.assert_notices(text, INSIDE[package])
                # As Debian's form wants it: fields, whose further lines begin with a blank, in paragraphs.
                first, *stanzas = text.rstrip("\n").split("\n\n")
                self.assertTrue(first.startswith("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"))
                for stanza in stanzas:
                    fields = re.findall(r"^(\w+): ?(.*(?:\n .+)*)", stanza, re.MULTILINE)
                    self.assertEqual("\n".join(f"{name}: {value}".replace(": \n", ":\n") for name, value in fields), stanza)
                    self.assertEqual([name for name, _ in fields][:3], ["Files", "Copyright", "License"])
                    self.assertTrue(all(value.strip() for _, value in fields), stanza)

    def test_the_list_for_programs_has_what_is_linked(self):
        files = {"dameotb": prefix / "bin/dameotb"}
        files |= {"libdameotb0": library for library in prefix.glob("lib*/**/libdameotb.so.0")}
        for package in packages():
            with self.subTest(package):
                bill, listed = components(package)
                self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.5"))
                self.assertEqual(bill["dependencies"][0]["dependsOn"], list(listed))
                self.assertLessEqual(INSIDE[package], set(listed))
                for component in listed.values():
                    self.assertRegex(component["version"], r"^\d+\.\d")
                    self.assertTrue(component["licenses"][0]["expression"])
                if package in files:
                    needed = re.findall(r"\(NEEDED\).*\[(.*?)\.so", printed("readelf", "-dW", str(files[package])))
                    self.assertTrue(needed)
                    for library in needed:
                        self.assertIn("linked", listed[OWNERS[library]]["properties"][0]["value"], library)

    def test_the_command_says_what_is_in_it(self):
        said = printed(str(prefix / "bin/dameotb"), "--version", "--verbose")
        self.assertTrue(said.startswith(printed(str(prefix / "bin/dameotb"), "--version")))
        for component in components("dameotb")[1].values():
            expected = f"  {component['name']} {component['version']} ({component['licenses'][0]['expression']}), "
            self.assertIn(expected, said)

    @unittest.skipUnless(NPM_PACKAGE and shutil.which("npm"), "there is no npm package, or no npm")
    def test_the_npm_package_has_the_notices_of_the_module(self):
        directory = temporary.name
        printed("npm", "pack", NPM_PACKAGE, "--offline", "--ignore-scripts", "--silent", cwd=directory,
                env={**os.environ, "HOME": directory, "npm_config_cache": f"{directory}/cache"})  # fmt: skip
        (packed,) = pathlib.Path(directory).glob("*.tgz")
        with tarfile.open(packed) as archive:
            text = archive.extractfile("package/LICENSE").read().decode()
        self.assertIn("the dameotb authors", text)
        self.assert_notices(text, MODULE)


if __name__ == "__main__":
    unittest.main()
