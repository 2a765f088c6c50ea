"""The fonts of the pages: every character that a page or a document uses is there, in both weights, with their licence.

Usage: fonts_test.py SOURCE_ROOT
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

from fontTools.ttLib import TTFont

SOURCE = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(SOURCE, "tests/python"))
from kit import tap  # noqa: E402

FONTS = os.path.join(SOURCE, "web", "src", "fonts")


def files():
    """Of all fonts, below FONTS."""
    return sorted(os.path.relpath(path, FONTS) for path in glob.glob(os.path.join(FONTS, "**", "*.woff2"), recursive=True))


def check(root):
    return subprocess.run([os.path.join(root, "web", "src", "fonts", "update"), "--check"], capture_output=True, text=True,
                          timeout=120, env={**os.environ, "LC_ALL": "C.UTF-8"})


def copy(folder, page, document):
    """The fonts, beside one page and one document."""
    shutil.copytree(FONTS, os.path.join(folder, "web", "src", "fonts"))
    os.mkdir(os.path.join(folder, "docs"))
    for name, text in ("web/src/page.ts", page), ("docs/GUIDE.md", document):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def test_every_character_of_the_pages_and_documents_is_there():
    done = check(SOURCE)
    assert done.returncode == 0, done.stderr


def test_a_character_that_no_font_has_is_named():
    for page, document in ("한", ""), ("", "# 한\n"):
        with tempfile.TemporaryDirectory() as folder:
            copy(folder, page, document)
            done = check(folder)
        assert done.returncode == 1 and "pages use 한" in done.stderr and "weight 700" in done.stderr, done


def test_a_file_that_lacks_what_the_style_says_of_it_is_named():
    with tempfile.TemporaryDirectory() as folder:
        copy(folder, "x", "x")
        fonts = os.path.join(folder, "web", "src", "fonts")
        shutil.copy(os.path.join(fonts, "symbols.woff2"), os.path.join(fonts, "latin-400.woff2"))
        done = check(folder)
    assert done.returncode == 1 and "latin-400.woff2 lacks" in done.stderr, done


def test_names_of_people_are_there():
    families = "佐藤鈴木高橋田中渡辺伊藤山本中村小林加藤吉田斎藤齋藤齊藤渡邊澤邉廣濱櫻井龍翔凛蓮陽葵悠真結愛莉子颯汰"
    for weight in ("400", "700"):
        there = set().union(*(TTFont(os.path.join(FONTS, name)).getBestCmap() for name in files() if name.endswith(f"{weight}.woff2")))
        assert not {char for char in families if ord(char) not in there}, weight


def test_every_character_has_its_width():
    """A mark is drawn on what stands before it; M PLUS has the dot in the middle among them."""
    for name in files():
        font = TTFont(os.path.join(FONTS, name))
        classes = font["GDEF"].table.GlyphClassDef.classDefs if "GDEF" in font and font["GDEF"].table.GlyphClassDef else {}
        assert not {glyph for glyph in font.getBestCmap().values() if classes.get(glyph) == 3}, name


def test_files_are_small_and_carry_their_licence():
    assert len(files()) == 9 + 2 * 16, files()
    for name in files():
        path = os.path.join(FONTS, name)
        most = {"latin": 12_000, "symbols": 5_000}.get(name.split("-")[0].split(".")[0], 90_000)
        assert os.path.getsize(path) <= (56_000 if name.startswith("names") else most), (name, os.path.getsize(path))
        names = TTFont(path)["name"]
        assert "SIL Open Font License" in names.getDebugName(13), name
        with open(os.path.join(FONTS, "OFL.txt"), encoding="utf-8") as licence:
            assert names.getDebugName(0).split(" (")[0] in licence.read(), name


tap.run(sys.modules[__name__])
