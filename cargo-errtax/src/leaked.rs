//! A registry as generated code has it, for what works on that: the encoder of the wire, the rules about foreign services.
//!
//! It has as much as these need. It is for ever, as generated tables are: the process ends soon.

use errtax::standard;
use errtax_build::generate::{self, Layout, NextPiece, layout, next_pieces};
use errtax_build::model::{self, Code, Detail, RoleCode, Tool, Upstream};
use errtax_build::source::Place;
use errtax_core::{CodeSpec, DetailSpec, Index, Next, Piece, Role, Roles, ToolSpec, UpstreamSpec};

use model::Registry;

/// A registry with its codes, its roles and its rules about foreign services.
#[derive(Debug)]
pub(crate) struct Leaked {
    /// The registry.
    pub(crate) registry: &'static errtax_core::Registry,
    /// Where its rules about foreign services stand, in the same order.
    pub(crate) rules: Vec<Place>,
}

/// The registry.
pub(crate) fn registry(of: &Registry) -> Leaked {
    let rules = generate::most_specific_first(&of.upstream);
    let rules = rules
        .into_iter()
        .filter_map(|rule| Some((rule, of.codes.get(&rule.code)?)));
    let (places, specs): (Vec<Place>, Vec<UpstreamSpec>) = rules
        .map(|(rule, code)| (rule.places.name, upstream(rule, spec(of, code))))
        .unzip();
    let role = |role| self::role(of, role);
    let codes: &[CodeSpec] = of
        .codes
        .values()
        .map(|code| with_twin(of, code))
        .collect::<Vec<_>>()
        .leak();
    let names: &[&str] = codes.iter().map(|code| code.code).collect::<Vec<_>>().leak();
    let Layout { seed, slots } = layout(names);
    let registry = errtax_core::Registry {
        name: leak(&of.name),
        version: leak(&of.version.to_string()),
        codes,
        index: Index {
            seed,
            slots: Vec::leak(slots),
            names,
        },
        tools: of
            .tools
            .iter()
            .map(|(name, tool)| self::tool(name, tool))
            .collect::<Vec<_>>()
            .leak(),
        roles: Roles {
            invalid_arguments: role(Role::InvalidArguments),
            panic: role(Role::Panic),
            unknown: role(Role::Unknown),
            transient: role(Role::Transient),
            lost: role(Role::Lost),
            rate_limited: role(Role::RateLimited),
            in_doubt: role(Role::InDoubt),
            cancelled: role(Role::Cancelled),
            unauthenticated: role(Role::Unauthenticated),
            forbidden: role(Role::Forbidden),
            not_found: role(Role::NotFound),
            conflict: role(Role::Conflict),
        },
        upstream: Vec::leak(specs),
        schema: "",
    };
    Leaked {
        registry: Box::leak(Box::new(registry)),
        rules: places,
    }
}

/// The code of a role: the registry's, or the standard one where it leaves that out.
fn role(registry: &Registry, role: Role) -> &'static CodeSpec {
    let standard = || standard::REGISTRY.roles.get(role);
    match registry.roles.get(&role) {
        Some(RoleCode::Here(name)) => match registry.codes.get(name) {
            Some(code) => spec(registry, code),
            None => standard(),
        },
        Some(RoleCode::Standard(name)) => standard::REGISTRY.code(name).unwrap_or_else(standard),
        None => standard(),
    }
}

fn upstream(rule: &Upstream, code: &'static CodeSpec) -> UpstreamSpec {
    let redact: Vec<&'static str> = rule.redact.iter().map(|pointer| leak(pointer)).collect();
    UpstreamSpec {
        host: leak(&rule.host),
        status: Vec::leak(rule.status.clone()),
        message: leak(&rule.message),
        pointer: leak(&rule.pointer),
        equals: leak(&rule.equals),
        redact: Vec::leak(redact),
        code,
        hint: leak(&rule.hint),
    }
}

fn tool(name: &str, declared: &Tool) -> ToolSpec {
    let text = |text: &Option<String>| text.as_deref().map_or("", leak);
    let list = |list: &[String]| -> &'static [&'static str] {
        let list: Vec<&'static str> = list.iter().map(|name| leak(name)).collect();
        list.leak()
    };
    ToolSpec {
        name: leak(name),
        writes: declared.writes,
        idempotent: declared.idempotent,
        destructive: declared.destructive,
        dedupe_key: text(&declared.dedupe_key),
        verify: text(&declared.verify),
        not_found_means_not_landed: declared.not_found_means_not_landed,
        undoes: text(&declared.undoes),
        match_on: list(&declared.match_on),
        poll: declared.poll,
        loop_ignore: list(&declared.loop_ignore),
        state_ignore: list(&declared.state_ignore),
        settle_ms: declared.settle_ms,
        recheck: declared.recheck,
        min_time_ms: declared.min_time_ms,
        weak_ack: declared.weak_ack,
    }
}

/// What it says of a code, with its twin.
pub(crate) fn spec(registry: &Registry, code: &Code) -> &'static CodeSpec {
    Box::leak(Box::new(with_twin(registry, code)))
}

fn with_twin(registry: &Registry, code: &Code) -> CodeSpec {
    let twin = code
        .contract
        .in_doubt
        .as_ref()
        .and_then(|twin| registry.codes.get(twin));
    let twin = twin.map(|twin| &*Box::leak(Box::new(alone(registry, twin, None))));
    alone(registry, code, twin)
}

/// The same without its twin's.
fn alone(registry: &Registry, code: &Code, in_doubt: Option<&'static CodeSpec>) -> CodeSpec {
    let contract = &code.contract;
    let details: Vec<DetailSpec> = contract
        .details
        .iter()
        .map(|(name, detail)| detail_spec(name, detail))
        .collect();
    let names: Vec<&str> = contract.details.keys().map(String::as_str).collect();
    let next = contract.next.as_ref().map(|next| {
        let pieces: Vec<Piece> = next_pieces(next, &names).into_iter().map(piece).collect();
        Next {
            pieces: Vec::leak(pieces),
        }
    });
    let docs = registry.docs.as_ref().map(|docs| docs.replace("{code}", &code.name));
    CodeSpec {
        code: leak(&code.name),
        class: contract.class,
        action: contract.action,
        retryable: contract.retryable,
        executed: contract.executed,
        status: code.status,
        in_doubt,
        next,
        message: leak(&code.message),
        hint: leak(&code.hint),
        details: Vec::leak(details),
        docs: docs.as_deref().map_or("", leak),
        ..CodeSpec::DEFAULT
    }
}

fn detail_spec(name: &str, detail: &Detail) -> DetailSpec {
    let values: Vec<&'static str> = detail.values.iter().map(|value| leak(value)).collect();
    DetailSpec {
        name: leak(name),
        kind: detail.kind,
        optional: detail.optional,
        sensitive: detail.sensitive,
        values: Vec::leak(values),
        closed: detail.closed,
    }
}

fn piece(piece: NextPiece) -> Piece {
    match piece {
        NextPiece::Json(text) => Piece::Json(String::leak(text)),
        NextPiece::Value(name) => Piece::Value(String::leak(name)),
        NextPiece::Text(name) => Piece::Text(String::leak(name)),
    }
}

/// A text for ever.
pub(crate) fn leak(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
