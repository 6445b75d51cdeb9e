//! Failures of TLS and of HTTP/2, and of bodies that are read as JSON.

mod bodies;
mod frames;
mod tls;
