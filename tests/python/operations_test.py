"""What people install and run Taisen with. `meson install` with DESTDIR puts everything where the installed program finds it, and every
command in units, containers, manifests and packages is one that the program takes.

Usage: operations_test.py BUILD SOURCE_ROOT
"""
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import yaml

from kit import tap

BUILD, SOURCE = (os.path.abspath(a) for a in sys.argv[1:3])
TAISEN = os.path.join(BUILD, "taisen")
TMP = tempfile.mkdtemp(prefix="taisen-install-")
PREFIX = os.path.join(TMP, "root", "usr", "local")
INSTALLED = os.path.join(PREFIX, "bin", "taisen")
FOLDER = "docs/operations/"


# ---- meson install ----


def install():
    subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet"], check=True, timeout=300,
                   env={**os.environ, "DESTDIR": os.path.join(TMP, "root")}, stdout=subprocess.DEVNULL)


def run_installed(*args, **env):
    return subprocess.run([INSTALLED, *args], capture_output=True, text=True, timeout=120, check=False, cwd=TMP,
                          env={**os.environ, "LC_ALL": "C", **env})


def test_everything_lies_below_destdir():
    for path in ("bin/taisen", "libexec/taisen-full", "share/taisen/viewer.html", "share/taisen/site/index.html", "share/doc/taisen/html/index.html",
                 "share/taisen/kits/languages.list", "share/taisen/contests/school.ini", "share/bash-completion/completions/taisen",
                 "share/man/man1/taisen-batch.1", "share/man/man5/taisen-record.5", "share/man/man7/taisen.7"):
        assert os.path.exists(os.path.join(PREFIX, path)), path
    assert os.listdir(TMP) == ["root"] and os.listdir(os.path.join(TMP, "root")) == ["usr"]


def test_the_installed_program_has_every_command():
    assert run_installed("--version").stdout.startswith("taisen ")
    assert run_installed("play", "reborn", "bot:random", "bot:random", "--seed", "1").returncode == 0
    assert run_installed("db", "init", "--db", os.path.join(TMP, "league.db")).returncode == 0


def opened(*args):
    """The files that a run looks for or opens below this prefix and below the tree that it was built in."""
    log = os.path.join(TMP, "trace")
    subprocess.run(["strace", "-f", "-qq", "-e", "trace=openat,access", "-o", log, INSTALLED, *args], check=True, timeout=120, cwd=TMP,
                   stdout=subprocess.DEVNULL)
    with open(log, encoding="utf-8", errors="replace") as f:
        return f.read()


def test_kits_and_pages_come_from_where_they_were_installed():
    record = os.path.join(TMP, "game.jsonl")
    assert run_installed("play", "reborn", "bot:random", "bot:random", "--seed", "1", "--record", record).returncode == 0
    for args, part in ((("new", "reborn", "python", os.path.join(TMP, "mine")), "share/taisen/kits"),
                       (("replay", record, "--html", os.path.join(TMP, "game.html")), "share/taisen/viewer.html")):
        trace = opened(*args)
        assert part in trace and os.path.dirname(BUILD) + "/kits" not in trace and BUILD + "/web" not in trace, (args, trace)


def test_man_shows_the_installed_page():
    folder = os.path.join(TMP, "bin")
    os.mkdir(folder)
    os.symlink("/bin/echo", os.path.join(folder, "man"))
    shown = run_installed("man", "batch", PATH=folder).stdout.strip()
    assert os.path.realpath(shown) == os.path.realpath(os.path.join(PREFIX, "share/man/man1/taisen-batch.1")), shown


def serve_once(**env):
    """Starts a site without --var and ends it once it says where it is."""
    inherited = {k: v for k, v in os.environ.items() if k != "TAISEN_DB"}
    p = subprocess.Popen([INSTALLED, "serve", "--listen", "127.0.0.1:0", "--no-bots", "--json"], stdout=subprocess.PIPE, cwd=TMP,
                         env={**inherited, **env}, text=True)
    try:
        assert json.loads(p.stdout.readline())["url"]
    finally:
        p.terminate()
        assert p.wait(timeout=60) == 0


def test_a_site_of_an_installed_program_keeps_its_data_where_users_have_it():
    home, data = os.path.join(TMP, "home"), os.path.join(TMP, "data")
    serve_once(HOME=home, XDG_DATA_HOME="")
    assert os.path.exists(os.path.join(home, ".local/share/taisen/league.db"))
    serve_once(HOME=home, XDG_DATA_HOME=data)
    assert os.path.exists(os.path.join(data, "taisen/league.db"))
    assert not os.path.exists(os.path.join(TMP, "var"))


# ---- what starts it ----


def source(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as f:
        return f.read()


def manifests():
    for path in sorted(glob.glob(os.path.join(SOURCE, FOLDER, "kubernetes", "*.yaml"))):
        with open(path, encoding="utf-8") as f:
            yield from yaml.safe_load_all(f)


def containers():
    for manifest in manifests():
        if "template" in manifest["spec"]:
            yield manifest, manifest["spec"]["template"]["spec"]["containers"][0]


def is_taken(words):
    """--help comes last: whatever stands before it was read without complaint."""
    p = subprocess.run([TAISEN, *words, "--help"], capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "LC_ALL": "C"})
    assert p.returncode == 0 and p.stdout.startswith(f"Usage: taisen {words[0]}"), (words, p.stderr)


def settings(path):
    return dict(re.findall(r'^(\w+)="?(.*?)"?$', source(path), re.M))


def test_the_services_of_systemd_start_commands_that_exist():
    for unit, conf in (("taisen.service", "site.conf"), ("taisen-worker@.service", "worker.conf")):
        text = source(FOLDER + unit)
        command = re.search(r"^ExecStart=/usr/bin/taisen (.*)$", text, re.M).group(1)
        for name, value in settings(FOLDER + conf).items():
            assert f"${name}" in command, (unit, name)
            command = command.replace(f"${name}", value)
        assert "$" not in command, command
        is_taken(shlex.split(command))
        for example in re.findall(r'^#   (?:SERVE|WORKER)="(.*)"$', source(FOLDER + conf), re.M):
            is_taken(["serve" if unit == "taisen.service" else "worker", *shlex.split(example)])
        assert re.search(r"^User=taisen$", text, re.M) and re.search(r"^Delegate=yes$", text, re.M)
        assert os.path.realpath(os.path.join(SOURCE, "debian", "taisen-server." + unit)) == os.path.join(SOURCE, FOLDER + unit)


def test_the_container_and_the_compose_file_start_commands_that_exist():
    text = source("Containerfile")
    command = re.search(r"^CMD (\[.*\])$", text, re.M).group(1)
    is_taken(yaml.safe_load(command))
    assert re.search(r"^USER taisen$", text, re.M) and re.search(r"^VOLUME /var/lib/taisen$", text, re.M)
    compose = yaml.safe_load(source("compose.yaml"))
    assert set(compose["services"]) == {"db", "site", "worker"} and compose["services"]["worker"]["deploy"]["replicas"] == 2
    for name in ("site", "worker"):
        is_taken(compose["services"][name]["command"])
        assert "@db/league" in compose["services"][name]["environment"]["TAISEN_DB"]
    for service in compose["services"].values():
        for volume in service.get("volumes", []):
            assert volume.split(":")[0] in compose["volumes"], volume


def test_the_container_has_the_libraries_that_the_program_needs_and_no_others():
    full = os.path.join(os.path.dirname(TAISEN), "taisen-full")
    needed = set(re.findall(r"NEEDED\s+(\S+)", subprocess.run(["objdump", "-p", full], capture_output=True, text=True, check=True).stdout))
    paths = dict(re.findall(r"^\s*(\S+) => (\S+)", subprocess.run(["ldd", full], capture_output=True, text=True, check=True).stdout, re.M))
    packages = set()
    for library in needed:
        for path in (os.path.realpath(paths[library]), os.path.realpath(paths[library]).removeprefix("/usr")):
            p = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=False)
            packages |= {line.split(":")[0] for line in p.stdout.splitlines()}
    listed = set(re.findall(r"\b(?:lib[a-z0-9-]+|zlib1g)\b", source("Containerfile").split("\nFROM ")[2]))
    listed = {word for word in listed if word not in ("lib", "libexec")}
    assert packages - {"libc6"} == listed, (packages, listed)


def test_the_manifests_of_a_cluster_fit_together():
    kinds = {}
    for manifest in manifests():
        assert manifest["apiVersion"] and manifest["metadata"]["name"], manifest
        kinds.setdefault(manifest["kind"], {})[manifest["metadata"]["name"]] = manifest
    labels = {m["spec"]["template"]["metadata"]["labels"]["app"] for m, _ in containers()}
    for manifest, container in containers():
        spec = manifest["spec"]
        assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"], manifest["metadata"]
        volumes = {v["name"] for v in spec["template"]["spec"].get("volumes", [])}
        volumes |= {v["metadata"]["name"] for v in spec.get("volumeClaimTemplates", [])}
        assert {m["name"] for m in container.get("volumeMounts", [])} == volumes, manifest["metadata"]
        for variable in container["env"]:
            secret = variable.get("valueFrom", {}).get("secretKeyRef")
            assert not secret or (secret["name"] == "taisen" and secret["key"] in ("league", "password")), secret
        if container["image"].endswith("/taisen"):
            is_taken(container["args"])
            assert spec["template"]["spec"]["securityContext"]["runAsNonRoot"] is True
    for service in kinds["Service"].values():
        assert service["spec"]["selector"]["app"] in labels
    scaled = kinds["ScaledObject"]["taisen-worker"]["spec"]
    assert scaled["scaleTargetRef"]["name"] in kinds["Deployment"]
    metric = re.search(r"taisen_(\w+)", scaled["triggers"][0]["metadata"]["query"]).group(1)
    assert f'"{metric}"' in source("site/api/health.c"), metric


def listened(words):
    """The port behind --listen of a command."""
    return int(words[words.index("--listen") + 1].rsplit(":", 1)[1])


def test_ports_images_users_and_folders_are_the_same_everywhere():
    image = source("Containerfile")
    port = int(re.search(r"^EXPOSE (\d+)$", image, re.M).group(1))
    user = int(re.search(r"useradd -u (\d+)", image).group(1))
    compose = yaml.safe_load(source("compose.yaml"))["services"]
    pods = {manifest["metadata"]["name"]: (manifest["spec"]["template"]["spec"], container) for manifest, container in containers()}
    unit = re.search(r"^ExecStart=/usr/bin/taisen (.*)$", source(FOLDER + "taisen.service"), re.M).group(1).split()
    for words in (yaml.safe_load(re.search(r"^CMD (\[.*\])$", image, re.M).group(1)), compose["site"]["command"], pods["taisen"][1]["args"], unit):
        assert listened(words) == port and words[words.index("--var") + 1] == "/var/lib/taisen", words
    assert compose["site"]["ports"] == [f"127.0.0.1:{port}:{port}"]
    for file in ("nginx.conf", "Caddyfile"):
        assert f"127.0.0.1:{port}" in source(FOLDER + file), file
    site = pods["taisen"][1]
    probes = {site["readinessProbe"]["httpGet"]["port"], site["livenessProbe"]["tcpSocket"]["port"], site["ports"][0]["containerPort"]}
    assert probes == {port} and site["readinessProbe"]["httpGet"]["path"] == "/healthz"
    services = {m["metadata"]["name"]: m["spec"]["ports"][0] for m in manifests() if m["kind"] == "Service"}
    assert services["taisen"]["targetPort"] == port
    assert services["taisen-db"]["port"] == pods["taisen-db"][1]["ports"][0]["containerPort"] == 5432
    for name in ("taisen", "taisen-worker"):
        assert pods[name][1]["image"] == compose["site"]["image"] == compose["worker"]["image"], name
        assert pods[name][0]["securityContext"]["runAsUser"] == user, name
    assert pods["taisen-db"][1]["image"] == compose["db"]["image"]
    variables = {v["name"]: v.get("value") for v in pods["taisen-db"][1]["env"]}
    for name in ("POSTGRES_USER", "POSTGRES_DB"):
        assert variables[name] == compose["db"]["environment"][name], name
    claims = {m["metadata"]["name"] for m in manifests() if m["kind"] == "PersistentVolumeClaim"}
    used = {v["persistentVolumeClaim"]["claimName"] for spec, _ in pods.values() for v in spec.get("volumes", []) if "persistentVolumeClaim" in v}
    assert used == claims, (used, claims)


def test_systemd_takes_the_services():
    if not shutil.which("systemd-analyze"):
        raise tap.Skip("no systemd here; tests/heavy/package asks that of a new Debian")
    folder = os.path.join(TMP, "units")
    os.mkdir(folder)
    for name in ("taisen.service", "taisen-worker@.service"):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(source(FOLDER + name).replace("/usr/bin/taisen", INSTALLED).replace("User=taisen", "User=daemon"))
    p = subprocess.run(["systemd-analyze", "verify", "--man=no", "taisen.service", "taisen-worker@1.service"], capture_output=True, text=True,
                       timeout=60, check=False, cwd=folder, env={**os.environ, "SYSTEMD_UNIT_PATH": folder + ":"})
    assert p.returncode == 0 and "taisen" not in p.stderr, p.stderr


def test_the_files_of_a_forge_run_scripts_that_exist():
    base = re.search(r"^ARG BASE=(?:\S*/)?(debian:\S+)|^FROM (?:\S*/)?(debian:\S+)", source("Containerfile"), re.M)
    for name in ("test", "nightly"):
        flow = yaml.safe_load(source(f".github/workflows/{name}.yml"))
        assert flow["name"] == name and flow[True], "`on` is true in YAML 1.1"
        (job,) = flow["jobs"].values()
        assert job["container"]["image"].split("-")[0] == next(filter(None, base.groups())).split("-")[0]
        wanted = job.get("strategy", {}).get("matrix", {}).get("what", [""])
        for step in job["steps"]:
            for what in wanted:
                script = step.get("run", "").replace("${{ matrix.what }}", what).split(" ")[0]
                if "/" in script:
                    assert os.access(os.path.join(SOURCE, script), os.X_OK), script
    assert {"run", "package", "container", "slurm"} <= set(wanted), wanted


def test_the_script_for_slurm_starts_a_command_that_exists():
    command = re.search(r"srun taisen (.*)\n", source(FOLDER + "taisen-worker.slurm").replace("\\\n", "")).group(1)
    command = re.sub(r"\$\(\(.*?\)\)", "4", command)
    is_taken(shlex.split(re.sub(r"\$\{?[A-Za-z_:0-9-]+\}?", "x", command)))


def test_the_package_is_built_with_what_a_checkout_is_built_with():
    control = source("debian/control")
    depends = re.search(r"^Build-Depends: (.*?)\n\n", control, re.M | re.S).group(1)
    named = {re.sub(r"\s*\(.*\)", "", word).strip() for word in depends.split(",")}
    listed = set(source("packages/build.txt").split()) - {"build-essential", "ninja-build"}
    assert named - {"debhelper-compat"} == listed, named ^ listed


def test_there_is_one_version():
    version = re.search(r"^  version: '(.*)',$", source("meson.build"), re.M).group(1)
    assert re.match(rf"taisen \({re.escape(version)}\) ", source("debian/changelog")), "debian/changelog"
    assert re.search(r"^## (\S+)", source("CHANGES.md"), re.M).group(1) == version, "CHANGES.md"
    p = subprocess.run([TAISEN, "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert p.stdout == f"taisen {version}\n", p.stdout


try:
    install()
    tap.run(sys.modules[__name__])
finally:
    shutil.rmtree(TMP)
