//! Finding a typed error inside an untyped one.

use std::error::Error;
use std::io;

/// The first `E` in a chain of causes: the error itself, its source, and so on.
///
/// Looks into the custom errors that an [`io::Error`] carries, which `source()` passes over.
///
/// ```
/// use std::io;
/// use errtax::find;
///
/// let error = io::Error::other(io::Error::from(io::ErrorKind::TimedOut));
/// let inner = find::<io::Error>(error.get_ref().unwrap()).unwrap();
/// assert_eq!(inner.kind(), io::ErrorKind::TimedOut);
/// ```
#[must_use]
pub fn find<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    chain(error).find_map(|cause| cause.downcast_ref())
}

/// An error and its causes, outermost first.
pub(crate) fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| inner(*error))
}

fn inner<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    let custom = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    match custom {
        Some(custom) => Some(custom),
        None => error.source(),
    }
}
