"""What tests of the site share: a server of their own, and the interface as site/api/openapi.yaml writes it down.

The tests are called with TAISEN SOURCE_ROOT.
"""
import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.parse

import yaml

from kit import leftovers

TAISEN, SOURCE = (os.path.abspath(a) for a in sys.argv[1:3])
TMP = leftovers.folder("taisen-site-")
with open(os.path.join(SOURCE, "site", "api", "openapi.yaml"), encoding="utf-8") as f:
    OPENAPI = yaml.safe_load(f)


def wait_for(condition, seconds=90):
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


class Site:
    """`taisen serve` on a free port, with a folder of its own."""

    def __init__(self, name, *args):
        self.var = os.path.join(TMP, name)
        self.process = subprocess.Popen(
            [TAISEN, "serve", "--json", "--listen", "127.0.0.1:0", "--var", self.var, *args],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        leftovers.begun.append(self.process)
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        self.told = json.loads(line)
        self.port = urllib.parse.urlsplit(self.told["url"]).port

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.communicate(timeout=60)
        return self.process.returncode

    def ask(self, method, path, body=None, headers=None):
        """Status, headers and bytes of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def get(self, path, status=200):
        got, _, body = self.ask("GET", path)
        assert got == status, (path, got, body)
        return json.loads(body)

    def post(self, path, body, status=None):
        got, _, text = self.ask("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        value = json.loads(text) if text else None
        assert status in (None, got), (path, body, got, value)
        return value if status else (got, value)

    @contextlib.contextmanager
    def stream(self, path, headers=None):
        """The events of a stream, one after the other: (id, kind, data)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        assert answer.status == 200 and answer.headers["Content-Type"] == "text/event-stream", answer.status
        try:
            yield self.events(answer)
        finally:
            connection.close()

    @staticmethod
    def events(answer):
        event = {}
        for line in answer:
            line = line.decode().rstrip("\n")
            if line == "" and "data" in event:
                yield event.get("id"), event.get("event", "message"), event["data"]
                event = {}
            elif not line.startswith(":"):
                key, _, value = line.partition(": ")
                event[key] = value

    def metric(self, name):
        text = self.ask("GET", "/metrics")[2].decode()
        return float(re.search(rf"^taisen_{re.escape(name)} (\S+)$", text, re.M).group(1))

    def finished(self):
        """A match that has its result; None: there is none yet."""
        return next((m for m in self.get("/api/v1/matches?limit=200")["matches"] if m["state"] == "done"), None)

    def running(self):
        """A match of bots that is being played: it goes on by itself."""
        matches = self.get("/api/v1/live")["matches"]
        return next((m for m in matches if {p["kind"] for p in m["players"]} == {"bot"}), None)


def resolve(node):
    while "$ref" in node:
        target = OPENAPI
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def fits(value, schema, where):
    """Holds a value against a schema: as much of JSON Schema as our file uses."""
    schema = resolve(schema)
    if value is None:
        assert schema.get("nullable"), f"{where} is null"
        return
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}
    if "type" in schema:
        assert isinstance(value, kinds[schema["type"]]), (where, value)
        assert schema["type"] == "boolean" or not isinstance(value, bool), (where, value)
    assert "enum" not in schema or value in schema["enum"], (where, value)
    assert "pattern" not in schema or re.search(schema["pattern"], value), (where, value)
    assert value >= schema["minimum"] if "minimum" in schema else True, (where, value)
    assert value <= schema["maximum"] if "maximum" in schema else True, (where, value)
    if isinstance(value, list):
        assert schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)), (where, value)
        for number, item in enumerate(value):
            fits(item, schema["items"], f"{where}[{number}]")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        assert set(schema.get("required", [])) <= set(value), (where, sorted(value))
        assert schema.get("additionalProperties", True) or set(value) <= set(properties), (where, sorted(value))
        for key in set(value) & set(properties):
            fits(value[key], properties[key], f"{where}.{key}")


def conforms(path, method, status, headers, body):
    """Holds an answer against what the file says about it."""
    responses = OPENAPI["paths"][path][method]["responses"]
    assert str(status) in responses, f"{method} {path} answered {status}, which is not written down: {body[:300]}"
    content = resolve(responses[str(status)]).get("content")
    if content is None:
        assert body == b"", body
        return
    kind = headers["Content-Type"].split(";")[0]
    assert kind in content, (path, kind)
    if kind == "application/json":
        fits(json.loads(body), content[kind]["schema"], path)
