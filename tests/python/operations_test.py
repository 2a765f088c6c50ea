"""What people install and run Taisen with: units, containers, clusters, packages. Every command in them is one that the program takes.

Usage: operations_test.py TAISEN SOURCE_ROOT
"""
import glob
import os
import re
import shlex
import subprocess
import sys

import yaml

from kit import tap

TAISEN, SOURCE = (os.path.abspath(a) for a in sys.argv[1:3])
FOLDER = "docs/operations/"


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


tap.run(sys.modules[__name__])
