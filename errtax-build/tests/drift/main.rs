//! The merge gate on pairs of registries: for each rule the exact findings, what is nearly the same, both directions.
//!
//! A case is a patch of the registry in `base/`: lines with a space stay, `-` go, `+` come. `=>` is what the gate finds
//! where the patch is merged, `<=` where it is taken back; each `level rule code field file:line old → new`. See
//! `case.rs` for the rest of the form. `BLESS=1 cargo test -p errtax-build --features merge --test drift` writes what is found.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod attacks;
mod case;
mod documented;
mod edges;
mod fixtures;
mod pair;
mod random;
mod words;
