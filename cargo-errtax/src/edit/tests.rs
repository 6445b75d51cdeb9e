//! Every byte outside of an edit stays, and the new lines look like their neighbours.

mod layouts;
mod set;
mod tables;
