//! The codes that an answer may name.

use errtax::recovery::testkit;
use errtax_build::model;
use errtax_core::Registry;

use crate::leaked;

/// The registries to read by, the first that has a code deciding: the one that was named, then the standard codes, then those of
/// servers without any. They are for ever: the process ends soon.
pub(super) fn registries(declared: Option<&model::Registry>) -> &'static [&'static Registry] {
    let own = declared.map(|declared| leaked::registry(declared).registry);
    Vec::leak(own.into_iter().chain(testkit::known().iter().copied()).collect())
}
