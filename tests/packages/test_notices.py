"""python/add_notices.py: a wheel with libraries of the system inside gets their licences."""
import csv
import importlib.util
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "python/add_notices.py"
spec = importlib.util.spec_from_file_location("add_notices", SCRIPT)
add_notices = importlib.util.module_from_spec(spec)
spec.loader.exec_module(add_notices)
FOLDER = "graphblast-1.0.dist-info"


class Notices(unittest.TestCase):
    def made(self, libraries, version="2.4"):
        """The files of a wheel that carries these, after the script."""
        members = {"graphblast/__init__.py": b"", f"{FOLDER}/METADATA": f"Metadata-Version: {version}\nName: graphblast\n\ntext".encode(),
                   f"{FOLDER}/WHEEL": b"Wheel-Version: 1.0\n", **{f"graphblast.libs/{name}": b"\x7fELF" for name in libraries}}
        rows = [",".join(add_notices.record_line(name, content)) for name, content in members.items()]
        members[f"{FOLDER}/RECORD"] = "\n".join([*rows, f"{FOLDER}/RECORD,,", ""]).encode()
        with tempfile.TemporaryDirectory() as folder:
            wheel = pathlib.Path(folder, "graphblast-1.0-py3-none-any.whl")
            with zipfile.ZipFile(wheel, "w") as archive:
                for name, content in members.items():
                    archive.writestr(name, content)
            done = subprocess.run([sys.executable, SCRIPT, wheel], capture_output=True, text=True, check=False)
            with zipfile.ZipFile(wheel) as archive:
                return done, {name: archive.read(name) for name in archive.namelist()}

    def check_record(self, members):
        rows = list(csv.reader(io.StringIO(members[f"{FOLDER}/RECORD"].decode())))
        self.assertEqual(sorted(row[0] for row in rows), sorted(members))
        for row in rows:
            if row[0] != f"{FOLDER}/RECORD":
                self.assertEqual(row, add_notices.record_line(row[0], members[row[0]]))

    def test_each_library_has_its_licence(self):
        done, members = self.made(["libzstd-0a1b2c3d.so.1.5.4", "liblz4-01234567.so.1.9.4"])
        self.assertEqual(done.returncode, 0, done.stderr)
        for library, holder in (("libzstd", b"Facebook"), ("liblz4", b"Yann Collet")):
            text = members[f"{FOLDER}/licenses/{library}/copyright"]
            self.assertIn(holder, text)
            self.assertIn(b"Redistributions in binary form must reproduce", text)
            self.assertIn(f"\nLicense-File: {library}/copyright\n".encode(), members[f"{FOLDER}/METADATA"])
        self.assertTrue(members[f"{FOLDER}/METADATA"].endswith(b"\n\ntext"))
        self.check_record(members)

    def test_older_metadata_has_no_field_for_it(self):
        done, members = self.made(["libzstd-0a1b2c3d.so.1.5.4"], "2.2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn(b"License-File", members[f"{FOLDER}/METADATA"])
        self.check_record(members)

    def test_a_library_without_a_known_licence_fails(self):
        done, members = self.made(["libnobody-0a1b2c3d.so.1"])
        self.assertEqual(done.returncode, 1)
        self.assertIn("no installed Debian package with libnobody.so says its licence", done.stderr)
        self.assertNotIn(f"{FOLDER}/licenses/libnobody/copyright", members)


if __name__ == "__main__":
    if shutil.which("dpkg-query") is None:
        print("skipped: no dpkg-query")
        sys.exit(77)
    unittest.main()
