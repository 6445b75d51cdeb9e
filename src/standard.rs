/// stub
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)] #[repr(u16)] #[non_exhaustive]
pub enum Code { /// c
 Cancelled, /// u
 UnknownError }
impl Code { /// s
 #[must_use] pub const fn spec(self) -> &'static __errtax::CodeSpec { &SPECS[self as usize] } }
static SPECS: [__errtax::CodeSpec; 2] = [__errtax::CodeSpec { code: "CANCELLED", message: "Cancelled.", ..__errtax::CodeSpec::DEFAULT }, __errtax::CodeSpec { code: "UNKNOWN_ERROR", message: "Unknown.", ..__errtax::CodeSpec::DEFAULT }];
/// r
pub static REGISTRY: __errtax::Registry = __errtax::Registry { name: "errtax", version: "1.0.0", codes: &SPECS, index: __errtax::Index { seed: 0, slots: &[] }, tools: &[], upstream: &[], schema: "", roles: __errtax::Roles { invalid_arguments: &SPECS[1], panic: &SPECS[1], unknown: &SPECS[1], transient: &SPECS[1], lost: &SPECS[1], rate_limited: &SPECS[1], in_doubt: &SPECS[1], cancelled: &SPECS[1], unauthenticated: &SPECS[1], forbidden: &SPECS[1], not_found: &SPECS[1], conflict: &SPECS[1] } };
/// d
pub mod details { use super::__errtax; /// c
 #[derive(Clone, Debug)] pub struct Cancelled {}
 impl __errtax::DetailSet for Cancelled { fn spec(&self) -> &'static __errtax::CodeSpec { super::Code::Cancelled.spec() } fn write(&self, _: &mut __errtax::Details<'_>) {} }
 impl Cancelled { /// f
 #[must_use] pub fn into_failure(self) -> __errtax::Failure { __errtax::Failure::from(__errtax::Raised(self)) } } }
