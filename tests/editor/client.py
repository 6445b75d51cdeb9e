"""As much of an editor as the check needs: one rust-analyzer process, spoken to over stdio (LSP 3.17)."""

import json
import os
import pathlib
import queue
import subprocess
import tempfile
import threading
import time

CAPABILITIES = {
    "window": {"workDoneProgress": True},
    "workspace": {"configuration": True},
    "textDocument": {
        # Asked for, rust-analyzer's own findings come apart from those of `cargo check`, which are published.
        "diagnostic": {},
        "publishDiagnostics": {},
        "hover": {"contentFormat": ["markdown"]},
        "completion": {
            "completionItem": {
                "documentationFormat": ["markdown"],
                "resolveSupport": {"properties": ["documentation"]},
            },
        },
    },
    "experimental": {"serverStatusNotification": True},
}
# The server has thrown the work away because something changed meanwhile: ask again.
ASK_AGAIN = (-32801, -32802)
# So many seconds after a save its check has begun, or will not begin.
SAVE_AGAIN = 5


class Editor:
    """A workspace that is open in an editor."""

    def __init__(self, server: str, root: pathlib.Path, settings: dict):
        self.root = root
        self.settings = settings
        self.status = {}
        self.published = {}
        self.checks_running = set()
        self.checks_begun = 0
        self.answers = {}
        self.texts = {}
        self.last_request = 0
        self.messages = queue.Queue()
        self.complaints = tempfile.TemporaryFile()
        # rust-analyzer adds a missing rust-src to the toolchain by itself. A test changes no toolchain.
        environment = {**os.environ, "RUSTUP_DIST_SERVER": "file:///nowhere"}
        self.process = subprocess.Popen(
            [server], cwd=root, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.complaints,
        )
        threading.Thread(target=self._read, daemon=True).start()
        self.request("initialize", {
            "processId": os.getpid(),
            "rootUri": root.as_uri(),
            "capabilities": CAPABILITIES,
            "initializationOptions": settings,
        })
        self._notify("initialized", {})

    # What an editor does.

    def open(self, path: pathlib.Path) -> None:
        self.texts[path] = (path.read_text(), 1)
        self._notify("textDocument/didOpen", {"textDocument": {
            "uri": path.as_uri(), "languageId": "rust", "version": 1, "text": self.texts[path][0],
        }})

    def type(self, path: pathlib.Path, text: str) -> None:
        """Makes `text` what the editor shows, unsaved."""
        version = self.texts[path][1] + 1
        self.texts[path] = (text, version)
        self._notify("textDocument/didChange", {
            "textDocument": {"uri": path.as_uri(), "version": version}, "contentChanges": [{"text": text}],
        })

    def save(self, path: pathlib.Path, limit: float) -> None:
        """Saves, and waits for the `cargo check` that this starts."""
        begun = self.checks_begun
        end = time.monotonic() + limit
        # A change that comes in just then, as of a generated file, makes rust-analyzer forget the check: save again.
        while self.checks_begun == begun and time.monotonic() < end:
            self._notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
            again = time.monotonic() + SAVE_AGAIN
            while self.checks_begun == begun and time.monotonic() < again:
                self._take(0.2)
        self.wait(
            lambda: self.checks_begun > begun and not self.checks_running, end - time.monotonic(),
            "the end of `cargo check` after a save",
        )

    def at(self, method: str, path: pathlib.Path, place: str, offset: int):
        """Asks about the character `offset` after the start of the only `place` in what is shown of `path`."""
        text = self.texts[path][0]
        assert text.count(place) == 1, f"{path}: {text.count(place)} times {place!r}"
        before = text[: text.index(place) + offset].split("\n")
        return self.request(method, {
            "textDocument": {"uri": path.as_uri()},
            "position": {"line": len(before) - 1, "character": len(before[-1])},
        })

    def completions(self, path: pathlib.Path, place: str) -> dict:
        """What completes at the end of `place`, by label."""
        answer = self.at("textDocument/completion", path, place, len(place)) or []
        return {item["label"]: item for item in (answer["items"] if isinstance(answer, dict) else answer)}

    def own_findings(self, path: pathlib.Path) -> list:
        """What rust-analyzer itself says of the file, without `cargo check`."""
        return self.request("textDocument/diagnostic", {"textDocument": {"uri": path.as_uri()}})["items"]

    def cargo_findings(self) -> list:
        """What `cargo check` says of any file."""
        return [finding for findings in self.published.values() for finding in findings]

    def wait(self, reached, limit: float, what: str) -> None:
        end = time.monotonic() + limit
        while not reached():
            if time.monotonic() > end:
                raise AssertionError(
                    f"waited {limit:.0f} s in vain for {what}; the server's last status: {self.status}")
            self._take(0.2)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()

    def log(self) -> str:
        """The last that the server wrote to its log."""
        self.complaints.seek(0)
        lines = self.complaints.read().decode(errors="replace").splitlines()
        return "\n".join([line for line in lines if "overly long loop turn" not in line][-20:])

    # The protocol.

    def request(self, method: str, params, limit: float = 300):
        while True:
            self.last_request += 1
            number = self.last_request
            self._send({"id": number, "method": method, "params": params})
            self.wait(lambda: number in self.answers, limit, f"the answer to {method}")
            answer = self.answers.pop(number)
            if "error" not in answer:
                return answer["result"]
            if answer["error"]["code"] not in ASK_AGAIN:
                raise AssertionError(f"{method}: {answer['error']}")
            time.sleep(0.1)

    def _notify(self, method: str, params) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                self.messages.put(None)
                return
            self.messages.put(json.loads(stream.read(length)))

    def _take(self, seconds: float) -> None:
        try:
            message = self.messages.get(timeout=seconds)
        except queue.Empty:
            return
        if message is None:
            raise AssertionError("rust-analyzer has ended")
        if "method" not in message:
            self.answers[message["id"]] = message
            return
        method, params = message["method"], message.get("params")
        if "id" in message:
            asked = params["items"] if method == "workspace/configuration" else None
            self._send({"id": message["id"], "result": asked and [self.settings for _ in asked]})
        elif method == "experimental/serverStatus":
            self.status = params
        elif method == "textDocument/publishDiagnostics":
            self.published[params["uri"]] = params["diagnostics"]
        elif method == "$/progress" and "flycheck" in str(params["token"]):
            if params["value"]["kind"] == "begin":
                self.checks_running.add(params["token"])
                self.checks_begun += 1
            elif params["value"]["kind"] == "end":
                self.checks_running.discard(params["token"])
