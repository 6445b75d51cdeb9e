//! What holds for every input of the readers, however broken.
//!
//! Each module is one reader, and has a `check` that panics where it does not hold. `targets/` hands libFuzzer's inputs to
//! them, `seeds/` has the inputs that it starts from: the fixtures of the tests.

pub mod amendments;
pub mod causes;
pub mod files;
pub mod lock;
mod places;
pub mod registry;
pub mod wire;
