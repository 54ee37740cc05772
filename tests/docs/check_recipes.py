"""Compares the recipes of packaging/ with the build: versions, CMake options, packages of Debian's.

    check_recipes.py [ROOT]

The tools that carry recipes out are not needed. Spack's is run on a stand-in for Spack, for each variant.
"""
import itertools
import json
import pathlib
import re
import sys
import types

# Options of CMake's own, and what vcpkg fills in.
CMAKE_OPTIONS = {"BUILD_SHARED_LIBS", "CMAKE_BUILD_TYPE", "PKG_CONFIG_EXECUTABLE"}
OPTION = re.compile(r"-D([A-Z][A-Z0-9_]*)=")


def known_options(root):
    """What CMake's files declare."""
    texts = [path.read_text() for path in (root / "CMakeLists.txt", root / "src/CMakeLists.txt", *root.glob("cmake/*.cmake"))]
    declared = re.compile(r"^ *(?:option\(([A-Z][A-Z0-9_]*)|set\(([A-Z][A-Z0-9_]*)\b[^)]*?\bCACHE\b)", re.MULTILINE)
    return CMAKE_OPTIONS | {first or second for text in texts for first, second in declared.findall(text)}


class Spec:
    """What a Spack recipe asks of a spec."""

    def __init__(self, variants):
        self.variants = {name: types.SimpleNamespace(value=value) for name, value in variants.items()}
        self.variants["cuda_arch"] = types.SimpleNamespace(value=("90",))

    def satisfies(self, text):
        return self.variants[text[1:]].value == (text[0] == "+")


class Spack:
    """The names that `from spack.package import *` gives, as far as a recipe uses them."""

    def __init__(self):
        self.variants = {"cuda": False}
        self.package = types.ModuleType("spack.package")
        ignored = lambda *_, **__: None  # noqa: E731
        for name in ("license", "version", "depends_on", "conflicts", "generator"):
            setattr(self.package, name, ignored)
        self.package.variant = lambda name, default=False, **_: self.variants.update({name: default})
        self.package.when = lambda _: _Nothing()
        self.package.CMakePackage = CMakePackage
        self.package.CudaPackage = type("CudaPackage", (), {})


class _Nothing:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


class CMakePackage:
    run_tests = True

    @staticmethod
    def define(name, value):
        return f"-D{name}={';'.join(value) if isinstance(value, list) else value}"

    def define_from_variant(self, name, variant):
        return self.define(name, self.spec.variants[variant].value)


def spack_arguments(path):
    """The arguments for CMake with every combination of variants."""
    spack = Spack()
    before = {name: sys.modules.get(name) for name in ("spack", "spack.package")}
    sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": spack.package})
    try:
        names = {}
        exec(compile(path.read_text(), str(path), "exec"), names)  # noqa: S102
    finally:
        for name, module in before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module
    recipe = next(value for value in names.values()
                  if isinstance(value, type) and issubclass(value, CMakePackage) and value is not CMakePackage)
    for values in itertools.product((False, True), repeat=len(spack.variants)):
        package = recipe()
        package.spec = Spec(dict(zip(spack.variants, values)))
        yield from package.cmake_args()


def problems(root):
    recipes = root / "packaging"
    cmake = (root / "CMakeLists.txt").read_text()
    version = re.search(r"project\(GraphBLAST\s+VERSION ([0-9.]+)", cmake)[1]
    conda = (recipes / "conda/recipe.yaml").read_text()
    port = json.loads((recipes / "vcpkg/graphblast/vcpkg.json").read_text())
    for name, found in (("conda", re.search(r'^  version: "(.*)"$', conda, re.MULTILINE)[1]), ("vcpkg", port["version"])):
        if found != version:
            yield f"the {name} recipe is of version {found}, the project of {version}"

    presets = json.loads((root / "CMakePresets.json").read_text())["cmakeMinimumRequired"]
    needed = {"CMakeLists.txt": re.search(r"^cmake_minimum_required\(VERSION ([0-9.]+)\)", cmake)[1],
              "CMakePresets.json": f"{presets['major']}.{presets['minor']}",
              "conda": re.search(r"- cmake >=([0-9.]+)$", conda, re.MULTILINE)[1],
              "spack": re.search(r'depends_on\("cmake@([0-9.]+):"', (recipes / "spack/packages/graphblast/package.py").read_text())[1]}
    if len(set(needed.values())) != 1:
        yield f"different versions of CMake are asked for: {needed}"

    dockerfile = (recipes / "docker/Dockerfile").read_text()
    portfile = (recipes / "vcpkg/graphblast/portfile.cmake").read_text()
    options = {"conda": OPTION.findall(conda), "vcpkg": OPTION.findall(portfile) + re.findall(r"\w+ (GRAPHBLAST_\w+)\)", portfile),
               "docker": OPTION.findall(dockerfile),
               "spack": [OPTION.match(text)[1] for text in spack_arguments(recipes / "spack/packages/graphblast/package.py")]}
    known = known_options(root)
    for name, used in options.items():
        if not used:
            yield f"the {name} recipe sets no option"
        for option in sorted(set(used) - known):
            yield f"the {name} recipe sets {option}, which CMake's files do not declare"

    needed = re.search(r'^build_packages="([^"]*)"', (root / "bootstrap.sh").read_text(), re.MULTILINE)[1].split()
    for package in sorted(set(needed) - {"ccache"} - set(re.split(r"[\s\\]+", dockerfile))):
        yield f"the Dockerfile does not install {package}, which bootstrap.sh does"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root))
    print("\n".join(found) or "four recipes agree with the build")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
