//! The messages of the derive, on every toolchain: which mistakes are found in an item, and what is said.

use syn::DeriveInput;

use crate::errors::Errors;
use crate::{check, emit, parse};

/// What is said about an item, in the order of the source.
fn messages(item: &str) -> Vec<String> {
    let input: DeriveInput = syn::parse_str(item).unwrap();
    let mut errors = Errors::default();
    let attributes = parse::item(&input, &mut errors);
    let model = check::check(&input, attributes, &mut errors);
    // Whatever is wrong, something is written.
    assert!(!emit::emit(&model).is_empty());
    errors.messages()
}

#[track_caller]
fn says(item: &str, expected: &[&str]) {
    assert_eq!(messages(item), expected, "{item}");
}

#[test]
fn what_is_right_is_not_complained_about() {
    for item in [
        "enum E {}",
        "enum E { A }",
        "enum E { A { x: u8, r#type: u8 }, #[tool_error(B,)] C(#[tool_error(detail = \"x\")] u8) }",
        "#[tool_error(codes = a::codes, crate = b::errtax, display = false, rmcp = false, default = X)] enum E { A(u8) }",
        "enum E { #[tool_error(infer, B)] A(#[from] io::Error), #[tool_error(infer)] B { source: Box<dyn Error> } }",
        "enum E { #[tool_error(transparent)] A(#[from] Inner), #[tool_error(transparent)] B { inner: Other } }",
        "#[tool_error(PeriodLocked)] struct S<T, 'a, const N: usize> { x: T, y: &'a [u8; N] }",
        "#[tool_error(infer, A)] #[tool_error(rmcp = false)] struct S(#[source] io::Error);",
        "enum E { A { #[tool_error(source = false)] source: String }, B { #[tool_error(detail = \"source\")] source: u8 } }",
        "enum E { A { #[tool_error(retry_after)] wait: Duration, #[tool_error(skip)] inner: u8, backtrace: Backtrace } }",
        "enum E { A { #[tool_error(retry_after, detail = \"wait_ms\")] wait: Duration } }",
        "#[tool_error(display = false)] enum E<'a> { #[error(\"{0}\")] A { #[source] #[backtrace] inner: X<'a> } }",
        "enum E { A { #[from] source: io::Error }, #[tool_error(B)] C(#[tool_error(skip)] u8, #[source] fmt::Error) }",
    ] {
        says(item, &[]);
    }
}

#[test]
fn a_word_at_the_wrong_place_is_told_its_places() {
    says(
        "enum E { #[tool_error(skip)] A }",
        &["`skip` is only valid on a field, not on a variant"],
    );
    says(
        "enum E { #[tool_error(codes = a)] A { #[tool_error(transparent)] x: u8 } }",
        &[
            "`codes` is only valid on an enum or a struct, not on a variant",
            "`transparent` is only valid on a variant or a struct, not on a field",
        ],
    );
    says(
        "#[tool_error(infer, A)] enum E {}",
        &[
            "`infer` is only valid on a variant or a struct, not on an enum",
            "a code is only valid on a variant or a struct, not on an enum\n\
         help: `default = A` gives it to every variant that names none",
        ],
    );
    says(
        "#[tool_error(default = A)] struct S;",
        &["`default` is only valid on an enum, not on a struct"],
    );
    says(
        "enum E { A { #[tool_error(B)] x: u8 } }",
        &["a code is only valid on a variant or a struct, not on a field"],
    );
    says(
        "enum E { #[from] A(u8) }",
        &[
            "`#[from]` is only valid on a field, not on a variant",
            // The mark was meant for the field, so nothing is said about that.
        ],
    );
    says(
        "#[source] struct S;",
        &["`#[source]` is only valid on a field, not on a struct"],
    );
}

#[test]
fn a_misspelt_word_gets_the_right_one() {
    says(
        "enum E { #[tool_error(trasparent)] A(X) }",
        &["`trasparent` is no word of `#[tool_error(…)]`\nhelp: did you mean `transparent`?"],
    );
    says(
        "#[tool_error(disply = false)] enum E {}",
        &["`disply` is no word of `#[tool_error(…)]`\nhelp: did you mean `display = false`?"],
    );
    says(
        "enum E { A { #[tool_error(rename)] x: u8 } }",
        &[
            "`rename` is no word of `#[tool_error(…)]`\nhelp: on a field there may be `detail = \"name\"`, `retry_after`, \
         `skip` or `source = false`",
        ],
    );
}

#[test]
fn a_code_is_one_identifier() {
    says(
        "enum E { #[tool_error(\"PERIOD_LOCKED\")] A }",
        &["a code is written as an identifier here\nhelp: write `PeriodLocked`"],
    );
    says(
        "enum E { #[tool_error(PERIOD_LOCKED)] A }",
        &["a code is written as an identifier here\nhelp: write `PeriodLocked`"],
    );
    says(
        "enum E { #[tool_error(Code::PeriodLocked)] A }",
        &["a code is written as one identifier; the derive knows where the codes are\nhelp: write `PeriodLocked`"],
    );
    says(
        "#[tool_error(default = Code::A)] enum E {}",
        &["a code is written as one identifier; the derive knows where the codes are\nhelp: write `A`"],
    );
    says(
        "enum E { #[tool_error(A, B)] C }",
        &["a variant has one code, and this one has `A` already"],
    );
    says(
        "enum E { #[tool_error(A)] #[tool_error(B)] C }",
        &["a variant has one code, and this one has `A` already"],
    );
    says(
        "enum E { #[tool_error(A = 1)] C }",
        &["a code takes no value\nhelp: write `A`"],
    );
    // Rust's own keyword in camel case has a `_`, and one is no mistake.
    says("enum E { #[tool_error(Self_)] C }", &[]);
}

#[test]
fn a_malformed_word_is_shown_as_it_should_be() {
    says(
        "enum E { #[tool_error] A }",
        &[
            "`tool_error` needs words in parentheses\nhelp: a code such as `PeriodLocked`, `infer, InternalError` or \
         `transparent` may be in them",
        ],
    );
    says(
        "#[tool_error(display)] enum E {}",
        &["`display` is written `display = false`"],
    );
    says(
        "#[tool_error(display = 0)] enum E {}",
        &["`display` is written `display = false`"],
    );
    says(
        "#[tool_error(codes = \"a::codes\")] enum E {}",
        &["`codes` is written `codes = acme::codes`"],
    );
    says(
        "#[tool_error(crate)] enum E {}",
        &["`crate` is written `crate = acme::errtax`"],
    );
    says(
        "enum E { A { #[tool_error(detail(\"x\"))] x: u8 } }",
        &["`detail` is written `detail = \"name\"`"],
    );
    says(
        "enum E { A { #[tool_error(skip = true)] x: u8 } }",
        &["`skip` takes no value\nhelp: write `skip`"],
    );
    says(
        "enum E { A { #[tool_error(source = true)] x: u8 } }",
        &["`source = true` is written otherwise\nhelp: mark the field `#[source]`"],
    );
    says(
        "enum E { A(#[from(x)] u8) }",
        &["`#[from]` takes nothing\nhelp: write `#[from]`"],
    );
    says(
        "#[tool_error(codes = )] enum E {}",
        &["expected `true`, `false`, a path or a text in quotes after `=`"],
    );
    says("enum E { #[tool_error(A B)] C }", &["expected `,` before this"]);
    says(
        "enum E { #[tool_error(1)] C }",
        &["expected a word or the identifier of a code"],
    );
}

#[test]
fn a_word_given_twice_is_told_so() {
    says(
        "#[tool_error(codes = a, codes = b)] enum E {}",
        &["`codes` is given twice"],
    );
    says(
        "#[tool_error(display = false)] #[tool_error(display = true)] enum E {}",
        &["`display` is given twice"],
    );
    says(
        "enum E { #[tool_error(transparent, transparent)] A(X) }",
        &["`transparent` is given twice"],
    );
    says("enum E { A(#[from] #[from] X) }", &["`#[from]` is given twice"]);
}

#[test]
fn words_that_contradict_each_other_are_told_so() {
    says(
        "enum E { #[tool_error(transparent, A)] B(X) }",
        &["a transparent variant has the code of its field\nhelp: remove `A` or `transparent`"],
    );
    says(
        "enum E { #[tool_error(transparent, infer)] B(#[from] X) }",
        &["a transparent variant has the code of its field\nhelp: remove `infer` or `transparent`"],
    );
    says(
        "enum E { A { #[tool_error(skip, detail = \"y\")] x: u8 } }",
        &["a field is a detail or it is skipped\nhelp: remove `skip` or `detail`"],
    );
    says(
        "enum E { A { #[source] #[tool_error(source = false)] source: X } }",
        &["a field is the source or it is not\nhelp: remove `source = false` or `#[source]`"],
    );
}

#[test]
fn a_transparent_variant_has_one_field_that_speaks_for_it() {
    for (variant, count) in [("A", 0), ("A()", 0), ("A(X, Y)", 2), ("A { x: X, y: Y, z: Z }", 3)] {
        says(
            &format!("enum E {{ #[tool_error(transparent)] {variant} }}"),
            &[&format!(
                "a transparent variant has one field, the `ToolError` that speaks for it; `A` has {count}"
            )],
        );
    }
    says(
        "enum E { #[tool_error(transparent)] A(#[tool_error(detail = \"x\")] X) }",
        &["the field of a transparent variant speaks for itself\nhelp: remove `detail`"],
    );
}

#[test]
fn infer_needs_a_source() {
    says(
        "enum E { #[tool_error(infer, A)] B { x: X } }",
        &["`infer` reads the code from the source, and `B` has none\nhelp: mark its field `#[source]` or `#[from]`"],
    );
}

#[test]
fn there_is_one_source_and_one_wait() {
    says(
        "enum E { A { #[source] x: X, #[from] y: Y } }",
        &["an error has one source, and another field is marked already"],
    );
    says(
        "enum E { A { #[tool_error(retry_after)] x: X, #[tool_error(retry_after)] y: Y } }",
        &["`A` has a field marked `retry_after` already"],
    );
}

#[test]
fn opting_out_of_the_source_means_the_field_of_that_name() {
    // https://github.com/dtolnay/thiserror/issues/99: the opt-out must not be silently ignored elsewhere.
    says(
        "enum E { A { #[tool_error(source = false)] cause: String } }",
        &[
            "`source = false` is only valid on a field named `source`; another is no source unless it is marked\n\
         help: remove it",
        ],
    );
}

#[test]
fn a_field_without_a_name_says_what_it_is() {
    let message = "a field without a name fills no detail\n\
        help: say what it is: `#[tool_error(detail = \"name\")]`, `#[tool_error(skip)]` or `#[source]`";
    says("enum E { A(u8, u8) }", &[message, message]);
    says("struct S(u8);", &[message]);
}

#[test]
fn names_of_details_are_checked_where_they_are_texts() {
    says(
        "enum E { A { #[tool_error(detail = \"Period\")] x: u8 } }",
        &["`Period` cannot be a detail\n\
         help: a name is a lowercase letter, then lowercase letters, digits and `_`: `period_id`"],
    );
    says(
        "enum E { A { x: u8, #[tool_error(detail = \"x\")] y: u8 } }",
        &["the detail `x` is filled by another field already"],
    );
}

#[test]
fn a_source_that_borrows_is_refused_with_the_reason() {
    for ty in [
        "&'a X",
        "Sub<'a>",
        "Box<dyn Error + 'a>",
        "Option<Sub<'a>>",
        "(Sub<'a>)",
    ] {
        says(
            &format!("enum E<'a> {{ A {{ #[source] cause: {ty} }} }}"),
            &[
                "a source cannot borrow: `Error::source` gives out `dyn Error + 'static`, and this type has `'a`\n\
             help: own it, or do not mark it as the source",
            ],
        );
    }
    says(
        "struct S<'a> { source: &'a str }",
        &[
            "a source cannot borrow: `Error::source` gives out `dyn Error + 'static`, and this type has `'a`\n\
         help: own it, or say that it is data: `#[tool_error(source = false)]`",
        ],
    );
    for item in [
        "enum E<'a> { A { #[source] cause: &'static X, x: &'a str } }",
        "enum E<'a> { A { #[source] cause: Boxed<dyn for<'b> Fn(&'b X)>, x: &'a str } }",
        "enum E<'a> { #[tool_error(transparent)] A(Sub<'a>) }",
        "#[tool_error(display = false)] enum E<'a> { A { #[source] cause: Sub<'a> } }",
    ] {
        says(item, &[]);
    }
}

#[test]
fn from_makes_a_variant_from_its_source_alone() {
    says(
        "enum E { A { #[from] source: X, y: Y } }",
        &[
            "`#[from]` makes `A` from its source alone, and there is one field more\n\
         help: mark the field `#[source]` and write the `From` by hand",
        ],
    );
    says(
        "enum E { #[tool_error(infer, A)] A(#[from] io::Error), #[tool_error(B)] B(#[from] io::Error) }",
        &["`io::Error` becomes `E::A` already\nhelp: write `#[source]` instead of `#[from]` on one of the two"],
    );
}

#[test]
fn a_union_has_no_code() {
    says(
        "union U { a: u8 }",
        &["a union cannot tell what it holds, and so has no code"],
    );
}

#[test]
fn every_mistake_of_an_item_is_reported() {
    let found = messages(
        "#[tool_error(codes = \"x\", defalt = A)]
         enum E {
             #[tool_error(skip)] A,
             #[tool_error(A, B)] B,
             #[tool_error(transparent)] C,
             D(#[tool_error(nam = \"x\", source = true)] u8),
             E { #[source] a: X, #[source] b: X },
         }",
    );
    assert_eq!(found.len(), 8, "{found:#?}");
}

#[test]
fn a_variant_with_a_mistake_does_not_lose_the_others_their_checks() {
    let input: DeriveInput =
        syn::parse_str("enum E { #[tool_error(skip)] A, #[tool_error(PeriodLocked)] B { x: u8 } }").unwrap();
    let output = crate::expand(&input).to_string();
    assert!(output.contains("__codes :: Code :: PeriodLocked"), "{output}");
    assert!(output.contains("compile_error"), "{output}");
}

#[test]
fn the_output_keeps_nothing_between_two_derives() {
    // One process of rust-analyzer expands the derives of every crate: https://github.com/launchbadge/sqlx/issues/3738
    let first: DeriveInput = syn::parse_str("enum E { A { x: u8 }, B }").unwrap();
    let other: DeriveInput = syn::parse_str("#[tool_error(codes = other::codes)] enum E { B }").unwrap();
    let before = crate::expand(&first).to_string();
    let between = crate::expand(&other).to_string();
    assert_eq!(crate::expand(&first).to_string(), before);
    assert_ne!(between, before);
}
