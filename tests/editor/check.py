"""Opens the example in rust-analyzer and asks what an editor would show; see README.md."""

import contextlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from client import Editor

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SETTINGS = {
    # Whatever it can find, not only what it is sure of, is to be right about derived and generated code.
    "diagnostics": {"experimental": {"enable": True}},
    "cachePriming": {"enable": False},
    "files": {"watcher": "server"},
}
ERROR, WARNING = 1, 2
MINUTE = 60
AT_CODE = "crate::codes::Code::"
PROBE = f"\nfn probe() {{ let _ = {AT_CODE} }}\n"
ATTRIBUTE = "#[tool_error(PeriodLockFailed)]"


class Example:
    """The example in a copy of the repository, and one of its files, open in an editor."""

    def __init__(self, server: str, copy: pathlib.Path):
        self.folder = copy / "examples/accounting"
        self.registry = self.folder / "codes/period.toml"
        self.declared = self.registry.read_text()
        self.source = self.folder / "src/period.rs"
        self.written = self.source.read_text()
        self.editor = Editor(server, copy, SETTINGS)

    def codes(self) -> set:
        """The names of the example's own codes, as variants."""
        names = [name for file in self.folder.glob("codes/*.toml")
                 for name in re.findall(r"^\[codes\.([A-Z0-9_]+)\]$", file.read_text(), re.MULTILINE)]
        assert "PERIOD_LOCKED" in names, names
        return {"".join(part.capitalize() for part in name.split("_")) for name in names}

    @contextlib.contextmanager
    def typed(self, text: str):
        """Shows `text` instead of what the file says, for a while."""
        self.editor.type(self.source, text)
        yield
        self.editor.type(self.source, self.written)

    def completions_at_code(self) -> dict:
        with self.typed(self.written + PROBE):
            return self.editor.completions(self.source, AT_CODE)


def the_workspace_loads(example: Example) -> None:
    editor = example.editor
    editor.wait(lambda: editor.status.get("quiescent"), 10 * MINUTE, "rust-analyzer to load the workspace")
    message = editor.status.get("message") or ""
    assert "standard library" not in message, (
        f"{message}\nhelp: `rustup component add rust-src`, or name the folder with its `core` in RUST_SRC_PATH")
    assert editor.status["health"] == "ok", message
    editor.wait(lambda: editor.checks_begun and not editor.checks_running, 10 * MINUTE, "the first `cargo check`")
    editor.open(example.source)
    assert editor.cargo_findings() == []


def a_derive_expands(example: Example) -> None:
    derive = "errtax::ToolError)]\npub enum PeriodError"
    expansion = example.editor.at("rust-analyzer/expandMacro", example.source, derive, derive.index("Tool"))
    assert expansion and "__errtax::ToolError for PeriodError" in expansion["expansion"], expansion


def no_file_of_the_example_shows_a_false_error(example: Example) -> None:
    files = sorted(example.folder.glob("src/**/*.rs"))
    for file in files:
        if file != example.source:
            example.editor.open(file)
        false = [finding for finding in example.editor.own_findings(file) if finding["severity"] <= WARNING]
        assert false == [], f"{file.relative_to(example.folder)}: {false}"


def code_completes_to_every_code_with_its_documentation(example: Example) -> None:
    with example.typed(example.written + PROBE):
        completions = example.editor.completions(example.source, AT_CODE)
        missing = example.codes() - set(completions)
        assert not missing, f"not offered after `Code::`: {sorted(missing)}"
        item = example.editor.request("completionItem/resolve", completions["PeriodLocked"])
    documentation = item.get("documentation", {}).get("value", "")
    for part in ["Fiscal period {period_id} is locked", "`PERIOD_LOCKED`", "`precondition`", "`fix_state`",
                 "codes/bookkeeping.toml:"]:
        assert part in documentation, f"no {part!r} in the documentation of Code::PeriodLocked: {documentation}"


def a_code_completes_in_an_attribute(example: Example) -> None:
    begun = ATTRIBUTE.replace("Failed", "F")
    with example.typed(example.written.replace(ATTRIBUTE, begun)):
        completions = example.editor.completions(example.source, begun.removesuffix(")]"))
    missing = example.codes() - set(completions)
    assert not missing, f"not offered in `#[tool_error(…)]`: {sorted(missing)}"


def an_attribute_shows_and_leads_to_its_code(example: Example) -> None:
    inside = ATTRIBUTE.index("Lock")
    hover = example.editor.at("textDocument/hover", example.source, ATTRIBUTE, inside)
    assert hover and "`PERIOD_LOCK_FAILED`" in hover["contents"]["value"], hover
    targets = example.editor.at("textDocument/definition", example.source, ATTRIBUTE, inside) or []
    lines = []
    for target in targets:
        text = pathlib.Path(target["uri"].removeprefix("file://")).read_text()
        lines.append(text.split("\n")[target["range"]["start"]["line"]])
    assert any(re.match(r"\s*PeriodLockFailed\b", line) for line in lines), lines


def an_unknown_code_is_marked_where_it_is_typed(example: Example) -> None:
    wrong = ATTRIBUTE.replace("Lock", "Lok")
    text = example.written.replace(ATTRIBUTE, wrong)
    with example.typed(text):
        findings = example.editor.own_findings(example.source)
    line = text[: text.index(wrong)].count("\n")
    marked = [finding for finding in findings
              if finding["severity"] == ERROR and finding["range"]["start"]["line"] == line]
    assert marked, f"no error at {wrong}, only: {findings}"


def a_mistake_in_the_registry_is_shown_with_its_place_and_help(example: Example) -> None:
    head, code, rest = example.declared.partition("[codes.PERIOD_LOCK_FAILED]")
    broken = rest.replace("retryable = false", "retryable = true", 1)
    assert code and broken != rest, f"{example.registry} no longer says that PERIOD_LOCK_FAILED is not retryable"
    example.registry.write_text(head + code + broken)
    example.editor.save(example.source, 5 * MINUTE)
    for parts in [("codes/period.toml:", "[action-retryable]", "help: write `retryable = false`"),
                  ("codes/period.toml:", "[retryable-changed]", "registry.lock:", "help: put it back")]:
        example.editor.wait(
            lambda: any(all(part in finding["message"] for part in parts) for finding in example.editor.cargo_findings()
                        if finding["severity"] == ERROR),
            MINUTE, f"an error with {parts}; there are: {example.editor.cargo_findings()}")
    errors = [finding for finding in example.editor.cargo_findings() if finding["severity"] == ERROR]
    assert len(errors) == 2, f"more than the two findings: {errors}"


def codes_still_complete_while_the_registry_is_wrong(example: Example) -> None:
    missing = example.codes() - set(example.completions_at_code())
    assert not missing, f"not offered after `Code::`: {sorted(missing)}"


def after_a_save_the_error_is_gone_and_a_new_code_completes(example: Example) -> None:
    example.registry.write_text(example.declared + """
[codes.PERIOD_BRAND_NEW]
class     = "bad_input"
action    = "fix_input"
retryable = false
executed  = "no"
status    = "draft"
message   = "This period was thought of a moment ago."
hint      = "Name an older one."
""")
    example.editor.save(example.source, 5 * MINUTE)
    example.editor.wait(lambda: example.editor.cargo_findings() == [], MINUTE, "the errors of the registry to go")
    example.editor.wait(
        lambda: "PeriodBrandNew" in example.completions_at_code(), MINUTE, "the new code after `Code::`")


CHECKS = [
    the_workspace_loads,
    a_derive_expands,
    no_file_of_the_example_shows_a_false_error,
    code_completes_to_every_code_with_its_documentation,
    a_code_completes_in_an_attribute,
    an_attribute_shows_and_leads_to_its_code,
    an_unknown_code_is_marked_where_it_is_typed,
    a_mistake_in_the_registry_is_shown_with_its_place_and_help,
    codes_still_complete_while_the_registry_is_wrong,
    after_a_save_the_error_is_gone_and_a_new_code_completes,
]


def copy_repository(folder: pathlib.Path) -> None:
    """Copies what git knows or would add, so that a registry can be broken."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=REPOSITORY,
                            check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(REPOSITORY / name, folder / name)


def main(server: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder).resolve() / "errtax"
        copy_repository(copy)
        example = Example(server, copy)
        with contextlib.closing(example.editor):
            for check in CHECKS:
                started = time.monotonic()
                try:
                    check(example)
                    print(f"{time.monotonic() - started:6.1f} s  {check.__name__}", flush=True)
                except AssertionError as error:
                    sys.exit(f"{check.__name__}: {error}\n\nrust-analyzer's log ends:\n{example.editor.log()}")
    print(f"editor: {len(CHECKS)} passed, 0 failed")


main(str(pathlib.Path(sys.argv[1]).resolve()))
