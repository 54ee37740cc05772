"""Makes the documentation's site of the repository's pages: make_site.py FOLDER [--reference HTML] [--tool GRAPHBLAST]

README.md is its first page; every other page keeps its path. The reference (make_reference.py) becomes docs/api. What a page links to besides pages (headers, raw figures,
scripts) goes along. --reference adds Doxygen's pages of the header as reference/. With --tool, lines `<!-- picture: ... -->` become
what `graphblast ...` draws. Needs mkdocs and mkdocs-material.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import make_reference

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "packaging/README.md", "python/README.md"]
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")

NAVIGATION = {
    "Start": ["README.md", "docs/guide/tutorial.md", "docs/guide/gallery.md", "docs/guide/coming_from.md",
              "docs/guide/questions.md", "docs/guide/troubleshooting.md", "docs/guide/packages.md", "SECURITY.md"],
    "Guide": ["docs/guide/python.md", "docs/guide/networkx.md", "docs/guide/algorithms.md", "docs/guide/tool.md", "docs/guide/graph_files.md", "docs/guide/performance.md",
              "docs/guide/gpu.md", "docs/guide/gpu_operations.md", "docs/guide/several_gpus.md", "docs/guide/scale.md",
              "docs/guide/compatibility.md", "docs/guide/deviations.md", "docs/guide/environment.md", "docs/guide/what_happened.md",
              "docs/guide/numerics.md", "docs/guide/narrow.md", "docs/guide/fortran.md", "docs/guide/gcn.md"],
    "Speed": ["docs/tuning.md", "docs/coefficients.md", "docs/benchmarks/*.md"],
    "Kernels": ["docs/kernels/*.md"],
    "Inside": ["docs/adding_a_variant.md", "docs/internals/*.md", "docs/references.md",
               "CONTRIBUTING.md", "CHANGELOG.md"],
}

SETTINGS = """site_name: GraphBLAST
docs_dir: {pages}
site_dir: {site}
use_directory_urls: false
theme:
  name: material
  font: false
  features: [navigation.tabs, toc.follow, content.code.copy]
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
extra_css: [wide.css]
markdown_extensions: [tables, attr_list, toc, pymdownx.highlight, pymdownx.superfences]
validation:
  links:
    unrecognized_links: warn
    anchors: warn
nav:
{navigation}
"""


def pages() -> list[pathlib.Path]:
    found = []
    for name in PAGES:
        path = ROOT / name
        found += sorted(path.rglob("*.md")) if path.is_dir() else [path]
    return found


def title(page: pathlib.Path) -> str:
    return next(line[2:].strip() for line in page.read_text().splitlines() if line.startswith("# "))


def with_reachable_links(page: pathlib.Path, folder: pathlib.Path) -> str:
    """The page's text. Linked files go to the folder; a link to a folder, or out of the site, becomes its text."""

    def link(match: re.Match) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        if re.match(r"[a-z]+:", target):
            return match[0]
        path = (page.parent / target).resolve()
        if not path.is_relative_to(ROOT) or path.is_dir() or not path.exists():
            return text
        if path.suffix != ".md":
            copy = folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        return f"[{text}]({target}{anchor})"

    # Blocks of code are not looked at.
    parts = re.split(r"(^```.*?^```)", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    return "".join(part if index % 2 else LINK.sub(link, part) for index, part in enumerate(parts))


PICTURE = re.compile(r"^<!-- picture: (.*) -->$", re.MULTILINE)


def with_pictures(text: str, page: pathlib.Path, tool: pathlib.Path) -> str:
    """The text with an image in the place of each comment that asks for one; the tool draws it beside the page."""

    def drawn(match: re.Match) -> str:
        name = re.sub(r"\W+", "-", match[1]).strip("-") + ".svg"
        subprocess.run([tool, *match[1].split(), "-o", page.parent / name], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
        return f"![graphblast {match[1]}]({name}){{ width=480 }}"

    return PICTURE.sub(drawn, text)


def navigation(folder: pathlib.Path) -> str:
    lines = []
    listed = set()
    for heading, names in NAVIGATION.items():
        lines.append(f"  - {heading}:")
        for name in names:
            for page in sorted(ROOT.glob(name)):
                listed.add(page)
                lines.append(f'    - "{title(page)}": {page.relative_to(ROOT)}')
    lines.append("  - Reference:")
    lines += [f'    - "{title(page)}": {page.relative_to(folder)}'
              for page in sorted((folder / "docs" / "api").glob("*.md"), key=lambda page: (page.stem != "index", page.stem))]
    rest = [page for page in pages() if page not in listed and page.name != "index.md"]
    lines += ["  - More:"] + [f'    - "{title(page)}": {page.relative_to(ROOT)}' for page in rest]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--reference", type=pathlib.Path)
    parser.add_argument("--tool", type=pathlib.Path)
    parser.add_argument("--compiler", default="cc")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary, "pages")
        for page in pages():
            copy = folder / page.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = with_reachable_links(page, folder)
            copy.write_text(with_pictures(text, copy, options.tool.resolve()) if options.tool else text)
        make_reference.write(folder / "docs" / "api", options.compiler)
        shutil.copytree(ROOT / "docs" / "samples", folder / "docs" / "samples", dirs_exist_ok=True)
        # Room for 100 columns of code beside the two lists of contents, and tables that fit on a screen.
        (folder / "wide.css").write_text(".md-grid { max-width: 80rem; }\n"
                                         ".md-typeset table:not([class]) :is(td, th) { padding: .45em 1em; }\n")
        settings = pathlib.Path(temporary, "mkdocs.yml")
        settings.write_text(SETTINGS.format(pages=folder, site=options.folder.resolve(), navigation=navigation(folder)))
        made = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", settings],
                              env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if made.returncode != 0:
            print(made.stdout)
        if made.returncode == 0 and options.reference:
            shutil.copytree(options.reference, options.folder / "reference", dirs_exist_ok=True)
        return made.returncode


if __name__ == "__main__":
    sys.exit(main())
