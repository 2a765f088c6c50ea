"""The games that the program has, as it says itself, for tests that look at each of them."""
import glob
import json
import os
import subprocess


def ask(taisen, *words):
    out = subprocess.run([taisen, *words, "--json"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def games(taisen):
    return [game["name"] for game in ask(taisen, "games")]


def short(taisen, game):
    """Options for a match that is soon over."""
    (setup,) = [each["short_setup"] for each in ask(taisen, "games") if each["name"] == game]
    return ["--setup", setup] if setup else []


def accepts(taisen, game, setup):
    """Whether a game can begin so."""
    return subprocess.run([taisen, "gen", game, "--setup", setup], capture_output=True).returncode == 0


def kits(source, game):
    """The folders of the game's starter kits by language: of kits/, and those that the game brings itself."""
    shared = {path.split(os.sep)[-2]: path for path in glob.glob(os.path.join(source, "kits", "*", game))}
    own = {path.split(os.sep)[-1]: path for path in glob.glob(os.path.join(source, "games", game, "kits", "*"))}
    return {**own, **shared}
