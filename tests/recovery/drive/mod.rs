//! The drivers: whatever the engine says is done, whatever is dropped is told, and nothing waits longer than it has to.

mod cancelled;
mod clocks;
mod dropped;
mod hand;
mod kinds;
mod page;
mod panicking;
mod runtime;
mod script;
