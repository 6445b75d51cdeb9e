//! Finding a typed error inside an untyped one.

use std::error::Error;
use std::io;
use std::sync::Arc;

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
    if size_of_val(error) == size_of::<io::Error>() {
        let io = match error.downcast_ref::<io::Error>() {
            None => error.downcast_ref::<Arc<io::Error>>().map(AsRef::as_ref),
            found => found,
        };
        if let Some(custom) = io.and_then(io::Error::get_ref) {
            return Some(custom);
        }
    }
    // An `Arc` is an error like the one that it holds, and passes over it.
    if let Some(shared) = error.downcast_ref::<Arc<dyn Error + Send + Sync>>() {
        return Some(&**shared);
    }
    error.source()
}
