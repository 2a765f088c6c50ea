"""What the compiler and the linker put into the two programs, read from the binaries themselves: what stands against
overflows, and which libraries a start must load.

Usage: hardening_test.py TAISEN
"""
import os, re, subprocess, sys

from kit import tap

TAISEN = sys.argv[1]
FULL = os.path.join(os.path.dirname(TAISEN), "taisen-full")


def readelf(*flags):
    """Of both programs."""
    return "".join(readelf_of(program, *flags) for program in (TAISEN, FULL))


def readelf_of(program, *flags):
    return subprocess.run(["readelf", "-W", *flags, program], check=True, text=True, stdout=subprocess.PIPE).stdout


def test_it_lies_at_another_address_each_time():
    assert len(re.findall(r"Type:\s+DYN", readelf("-h"))) == 2, "not position independent"
    assert len(re.findall(r"\bPIE\b", readelf("-d"))) == 2, "not position independent"


def test_its_tables_are_read_only_before_it_begins():
    for program in (TAISEN, FULL):
        assert "GNU_RELRO" in readelf_of(program, "-l"), program
        assert re.search(r"\bBIND_NOW\b|\bNOW\b", readelf_of(program, "-d")), \
            f"{program}: lazy binding leaves the table of functions writable"


def test_no_stack_can_be_executed():
    stacks = re.findall(r"GNU_STACK.*?(R?W?E?)\s+0x\w+$", readelf("-l"), re.M)
    assert stacks == ["RW", "RW"], stacks


def test_overflows_are_found_when_they_happen():
    for program in (TAISEN, FULL):
        symbols = readelf_of(program, "--dyn-syms")
        assert "__stack_chk_fail" in symbols, "no stack protector"
        checked = set(re.findall(r"__(\w+)_chk@", symbols))
        assert {"snprintf", "memcpy"} & checked and len(checked) > 5, checked


def test_jumps_land_where_they_may():
    if "x86-64" not in readelf("-h").replace("X86-64", "x86-64"):
        raise tap.Skip("control-flow protection is looked for on x86-64 only")
    dump = subprocess.run(["objdump", "-d", "--no-show-raw-insn", TAISEN], check=True, text=True, stdout=subprocess.PIPE).stdout
    main = dump[dump.index("<main>:"):].splitlines()[1]
    assert "endbr64" in main, main


def test_what_plays_loads_no_library_that_it_does_not_use():
    """Each costs every start and every fork; a database's and a web server's belong into taisen-full."""
    needed = set(re.findall(r"NEEDED.*\[(lib\w+)", readelf_of(TAISEN, "-d")))
    assert needed <= {"libc", "libm", "libinih", "libjansson", "libseccomp", "libzstd"}, needed


tap.run(sys.modules[__name__])
