"""Calls the example server through every client, and holds what reaches the caller against scenes.json; see README.md."""

import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
KEYS = [
    "code", "class", "action", "retryable", "executed", "message", "hint", "next",
    "retry_after_ms", "details", "upstream", "docs", "correlation_id",
]
MINUTE = 60


class Books:
    """The books of one scene, in the state that it asks for, for as long as it lasts."""

    def __init__(self, server, scene, folder):
        self.server, self.scene = server, scene
        self.path = os.path.join(folder, "books.db")
        # What the client's user has in the environment is none of the server's business.
        self.environment = {"PATH": os.environ["PATH"]}
        if "key" in scene:
            self.environment["ACCOUNTING_API_KEY"] = scene["key"]

    @contextlib.contextmanager
    def ready(self):
        scene = self.scene
        if "file" in scene:
            pathlib.Path(self.path).write_text(scene["file"] * 64)
        if "books" in scene or "hold" in scene:
            self.make()
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            if "books" in scene:
                connection.execute(scene["books"])
            for statement in scene.get("hold", "").split(";"):
                connection.execute(statement).fetchall()
            yield

    def make(self):
        """The server makes its books when it is first asked for something."""
        greeting = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
        lines = [
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": greeting},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_periods", "arguments": {}}},
        ]
        process = subprocess.Popen(
            [self.server, "--stdio", "--db", self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        for line in lines:
            process.stdin.write(json.dumps(line) + "\n")
        process.stdin.flush()
        while json.loads(process.stdout.readline()).get("id") != 2:
            pass
        process.kill()
        process.wait()

    def command(self, transport):
        return [self.server, *transport, "--db", self.path, *self.scene.get("options", [])]

    @contextlib.contextmanager
    def target(self, transport):
        """How a client reaches the server."""
        if transport == "stdio":
            yield {"command": self.command(["--stdio"]), "env": self.environment}
            return
        process = subprocess.Popen(
            self.command(["--http", "127.0.0.1:0"]), env=self.environment, stderr=subprocess.PIPE, text=True)
        try:
            for line in process.stderr:
                if "serving " in line:
                    break
            yield {"url": line.split("serving ")[1].strip()}
        finally:
            process.kill()
            process.wait()


def hold_against(answer, call, has_schema, where):
    if "expect" not in call:
        assert not answer.get("isError"), where
        return
    assert "thrown" not in answer, where
    assert answer["isError"] is True, where
    [block] = answer["content"]
    assert block["type"] == "text", where
    wire = json.loads(block["text"])
    if has_schema:
        assert answer.get("structuredContent") is None, where
    else:
        assert answer["structuredContent"] == wire, where
    assert list(wire) == ["error"], where
    error = wire["error"]
    assert list(error) == [key for key in KEYS if key in error], where
    for key in ["message", "hint", "correlation_id"]:
        assert error[key], where
    for key, expected in call["expect"].items():
        found = error.get(key)
        if key == "details":
            found = {name: found.get(name) for name in expected}
        assert found == expected, f"{key} is {found!r} in {where}"


def main(server, folder):
    clients = {
        "python-1": [f"{folder}/python-1/venv/bin/python", str(HERE / "python-1/call.py")],
        "python-2": [f"{folder}/python-2/venv/bin/python", str(HERE / "python-2/call.py")],
        "typescript-1": ["node", f"{folder}/typescript-1/call.mjs"],
        "typescript-2": ["node", f"{folder}/typescript-2/call.mjs"],
    }
    scenes = json.loads((HERE / "scenes.json").read_text())
    for client, command in clients.items():
        for transport in ["stdio", "http"]:
            passed = 0
            for scene in scenes:
                with tempfile.TemporaryDirectory() as place:
                    books = Books(server, scene, place)
                    with books.ready(), books.target(transport) as target:
                        job = {"target": target, "calls": scene["calls"]}
                        done = subprocess.run(
                            command, input=json.dumps(job), capture_output=True, text=True, timeout=2 * MINUTE)
                assert done.returncode == 0, f"{client}, {transport}, {scene['name']}: {done.stderr}"
                told = json.loads(done.stdout.strip().splitlines()[-1])
                assert len(told["answers"]) == len(scene["calls"]), f"{client}, {transport}, {scene['name']}"
                for call, answer in zip(scene["calls"], told["answers"]):
                    where = f"{client}, {transport}, {scene['name']}, {call['tool']}: {answer}"
                    hold_against(answer, call, told["schemas"][call["tool"]], where)
                    passed += 1
            print(f"{client} over {transport}: {passed} passed, 0 failed", flush=True)


main(sys.argv[1], sys.argv[2])
