"""What the compiler and the linker were to put into the program against overflows, read from the binary itself.

Usage: hardening_test.py TAISEN
"""
import re, subprocess, sys

from kit import tap

TAISEN = sys.argv[1]


def readelf(*flags):
    return subprocess.run(["readelf", "-W", *flags, TAISEN], check=True, text=True, stdout=subprocess.PIPE).stdout


def test_it_lies_at_another_address_each_time():
    assert re.search(r"Type:\s+DYN", readelf("-h")) and "PIE" in readelf("-d"), "not position independent"


def test_its_tables_are_read_only_before_it_begins():
    assert "GNU_RELRO" in readelf("-l")
    assert re.search(r"\bBIND_NOW\b|\bNOW\b", readelf("-d")), "lazy binding leaves the table of functions writable"


def test_no_stack_can_be_executed():
    stack, = re.findall(r"GNU_STACK.*?(R?W?E?)\s+0x\w+$", readelf("-l"), re.M)
    assert stack == "RW", stack


def test_overflows_are_found_when_they_happen():
    symbols = readelf("--dyn-syms")
    assert "__stack_chk_fail" in symbols, "no stack protector"
    checked = set(re.findall(r"__(\w+)_chk@", symbols))
    assert {"snprintf", "memcpy"} & checked and len(checked) > 5, checked


def test_jumps_land_where_they_may():
    if "x86-64" not in readelf("-h").replace("X86-64", "x86-64"):
        raise tap.Skip("control-flow protection is looked for on x86-64 only")
    dump = subprocess.run(["objdump", "-d", "--no-show-raw-insn", TAISEN], check=True, text=True, stdout=subprocess.PIPE).stdout
    main = dump[dump.index("<main>:"):].splitlines()[1]
    assert "endbr64" in main, main


tap.run(sys.modules[__name__])
