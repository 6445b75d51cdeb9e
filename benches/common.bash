# What the benchmarks of this folder share; they source it. Needs bash, awk and sort.
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

stack_dependencies='[dependencies]
thiserror = "2"
strum = { version = "0.28", features = ["derive"] }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
schemars = "1"'
errtax_dependencies="[dependencies]
errtax = { path = \"$root\" }

[build-dependencies]
errtax-build = { path = \"$root/errtax-build\" }"

package() { # name, dependencies; src/lib.rs on standard input
  mkdir -p "$work/$1/src"
  printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n\n%s\n\n[workspace]\n' "$1" "$2" >"$work/$1/Cargo.toml"
  cat >"$work/$1/src/lib.rs"
}

registry() { # package; the codes on standard input
  echo 'fn main() { errtax_build::compile("registry.toml") }' >"$work/$1/build.rs"
  { printf '[registry]\nname = "bench"\nversion = "1.0.0"\nedition = "2026"\n\n' && cat; } >"$work/$1/registry.toml"
  sed '/^$/,$d' "$root/examples/accounting/registry.lock" >"$work/$1/registry.lock"
}

cargo_in() { # package, then what cargo is told; a target folder a package
  local name="$1"
  shift
  (cd "$work/$name" && CARGO_TARGET_DIR="$work/target-$name" cargo "$@" --quiet --offline >"$work/log" 2>&1) ||
    { head -n 40 "$work/log" >&2; exit 1; }
}

cpu() { # a command: prints the CPU seconds, user and system, of it and its children
  local TIMEFORMAT='%U %S'
  { time "$@"; } 2>&1 | awk 'END { print $1 + $2 }'
}

median() { # file of numbers
  sort -n "$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# What large crates are made of: N codes, a quarter each with two strings, two integers, nothing, and one of both. With
# "distinct", no two codes have details of the same names. Enums have a variant for each of COUNT codes from FIRST on.
of_codes() { # what to print, N, FIRST, COUNT, "distinct" or nothing
  awk -v what="$1" -v n="$2" -v first_code="$3" -v count="$4" -v distinct="${5:-}" 'BEGIN {
    rust = what != "registry"
    split(rust ? "String,i64,,String" : "string,integer,,string", first, ",")
    split(rust ? "String,i64,,i64" : "string,integer,,integer", second, ",")
    for (at = 0; at < count; at++) {
      i = (first_code + at) % n; k = i % 4 + 1; x = distinct ? "_" i : ""
      message = sprintf("Message %d of many%s.", i, k == 3 ? "" : ": {subject" x "} and {number" x "}")
      if (what == "names") printf "    SomeCode%d,\n", i
      if (what == "messages") printf "    #[error(\"%s\")]\n", message
      if (what == "messages" || what == "variants")
        printf "    SomeCode%d%s,\n", i, k == 3 ? "" : " { subject" x ": " first[k] ", number" x ": " second[k] " }"
      if (what == "arms") printf "            Self::SomeCode%d { .. } => codes::Code::SomeCode%d,\n", i, i
      if (what == "registry") {
        printf "[codes.SOME_CODE%d]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n", i
        printf "message = \"%s\"\n", message
        printf "hint = \"Bring number %d into the state that it should be in, then call again.\"\n", i
        if (k != 3) printf "details = { subject%s = \"%s\", number%s = \"%s\" }\n", x, first[k], x, second[k]
        print ""
      }
    }
  }'
}

stack_errors() { # N, FIRST, COUNT, "distinct" or nothing
  echo '#[derive(Debug, thiserror::Error, serde::Serialize, schemars::JsonSchema, strum::AsRefStr, strum::IntoStaticStr)]
pub enum Error {'
  of_codes messages "$@"
  echo '}'
}

stack_codes() { # N
  echo '#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, strum::EnumString, strum::AsRefStr,
    strum::IntoStaticStr, strum::EnumIter, strum::VariantArray, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {'
  of_codes names "$1" 0 "$1"
  echo '}'
}

errtax_errors() { # N, FIRST, COUNT, "distinct" or nothing
  echo 'pub enum Error {'
  of_codes variants "$@"
  echo '}'
}

large_stack() { # N, "distinct" or nothing
  package stack "$stack_dependencies" < <(stack_errors "$1" 0 "$1" "${2:-}" && stack_codes "$1")
}

large_errtax() { # N, "distinct" or nothing
  package errtax "$errtax_dependencies" < <(
    printf 'errtax::include_registry!();\n\n#[derive(Debug, errtax::ToolError)]\n'
    errtax_errors "$1" 0 "$1" "${2:-}"
  )
  registry errtax < <(of_codes registry "$1" 0 "$1" "${2:-}")
}
