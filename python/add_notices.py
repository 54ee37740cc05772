#!/usr/bin/env python3
"""Puts the licences of the libraries that a wheel carries into it: add_notices.py WHEEL

auditwheel copies libraries of the system to NAME.libs. The licence of each is that of the Debian package which it came from.
"""
import base64
import csv
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import zipfile

CARRIED = re.compile(r"[^/]+\.libs/(lib[^/]+)-[0-9a-f]{8}\.so[^/]*")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def licence_of(library):
    """The text in the documentation of the package that has the library."""
    listed = re.findall(rf"^\s*{re.escape(library)}\.so\S* .*=> (\S+)$", output("/sbin/ldconfig", "-p"), re.MULTILINE)
    for path in dict.fromkeys(name for path in listed for name in (path, os.path.realpath(path), "/usr" + path)):
        for package in re.findall(r"^([\w.+-]+)(?::\w+)?: ", output("dpkg-query", "--search", path), re.MULTILINE):
            text = pathlib.Path("/usr/share/doc", package, "copyright")
            if text.exists():
                return text.read_bytes()
    sys.exit(f"add_notices.py: no installed Debian package with {library}.so says its licence")


def record_line(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return [name, f"sha256={digest}", str(len(content))]


def with_notices(members):
    """The wheel's files, {name: content}, with a licence for each carried library, and an entry of RECORD for it."""
    [record] = [name for name in members if name.endswith(".dist-info/RECORD")]
    folder = record.rsplit("/", 1)[0]
    libraries = sorted({found[1] for found in map(CARRIED.fullmatch, members) if found})
    notices = {f"{folder}/licenses/{library}/copyright": licence_of(library) for library in libraries}
    metadata = members[f"{folder}/METADATA"]
    if tuple(map(int, re.match(rb"Metadata-Version: (\d+)\.(\d+)", metadata).groups())) >= (2, 4):
        lines = "".join(f"\nLicense-File: {library}/copyright" for library in libraries).encode()
        first = metadata.index(b"\n")
        metadata = metadata[:first] + lines + metadata[first:]
    changed = {**notices, f"{folder}/METADATA": metadata}
    rows = [row for row in csv.reader(io.StringIO(members[record].decode())) if row and row[0] not in changed]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows + [record_line(*item) for item in changed.items()])
    return {**members, **changed, record: text.getvalue().encode()}, libraries


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    wheel = pathlib.Path(sys.argv[1])
    with zipfile.ZipFile(wheel) as archive:
        infos = {info.filename: info for info in archive.infolist() if not info.is_dir()}
        members, libraries = with_notices({name: archive.read(name) for name in infos})
    written = wheel.with_suffix(".new")
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = infos.get(name, zipfile.ZipInfo(name))
            info.external_attr = info.external_attr or 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    written.replace(wheel)
    print(f"{wheel.name}: licences of {', '.join(libraries) or 'no library'}")


if __name__ == "__main__":
    main()
