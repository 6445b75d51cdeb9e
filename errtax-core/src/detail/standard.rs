//! Which types of `core`, `alloc` and `std` can fill which details.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64,
    NonZeroUsize,
};
use core::time::Duration;

use super::{Detail, Out, kind};
use crate::values::{Date, DateTime, RawJson, Uri};

macro_rules! through {
    ($([$($generics:tt)*] $type:ty),+ $(,)?) => { $(
        impl<$($generics)* K: kind::Kind, T: Detail<K> + ?Sized> Detail<K> for $type {
            fn write(&self, out: Out<'_, K>) {
                T::write(self, out);
            }
        }
    )+ };
}

through!(['a,] &'a T, ['a,] &'a mut T, [] Box<T>, [] Rc<T>, [] Arc<T>);

impl<K: kind::Kind, T: Detail<K> + ToOwned + ?Sized> Detail<K> for Cow<'_, T> {
    fn write(&self, out: Out<'_, K>) {
        T::write(self, out);
    }
}

macro_rules! details {
    ($kind:ident: $($type:ty),+ => |$value:ident, $out:ident| $body:expr) => { $(
        impl Detail<kind::$kind> for $type {
            fn write(&self, $out: Out<'_, kind::$kind>) {
                let $value = self;
                $body;
            }
        }
    )+ };
}

details!(String: str, String => |value, out| out.string(value));
details!(String: char, IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6
    => |value, out| out.display(value));
details!(Integer: i8, i16, i32, i64, i128, u8, u16, u32, u64 => |value, out| out.integer(*value));
// `usize` and `isize` have at most 64 bits on every target that Rust has, so nothing is cut here.
details!(Integer: usize => |value, out| out.integer(*value as u64));
details!(Integer: isize => |value, out| out.integer(*value as i64));
details!(Integer: NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64
    => |value, out| out.integer(value.get()));
details!(Integer: NonZeroUsize => |value, out| out.integer(value.get() as u64));
details!(Integer: NonZeroIsize => |value, out| out.integer(value.get() as i64));
details!(Number: f64 => |value, out| out.number(*value));
// A single prints shorter than the double it converts to: 0.1, not 0.10000000149011612.
details!(Number: f32 => |value, out| out.single(*value));
details!(Number: i8, i16, i32, i64, u8, u16, u32, u64 => |value, out| out.integer(*value));
details!(Boolean: bool => |value, out| out.boolean(*value));
details!(Date: Date => |value, out| out.date(*value));
details!(Datetime: DateTime => |value, out| out.datetime(*value));
// Half a billion years fit; what is longer is given as the longest there is.
details!(DurationMs: Duration => |value, out| out.millis(u64::try_from(value.as_millis()).unwrap_or(u64::MAX)));
details!(Uri: Uri => |value, out| out.uri(value));
details!(Object: RawJson => |value, out| out.json(value));

macro_rules! lists {
    ($($type:ty),+ $(,)?) => { $(
        impl<T: AsRef<str>> Detail<kind::StringList> for $type {
            fn write(&self, out: Out<'_, kind::StringList>) {
                out.strings(self);
            }
        }

        impl<T: Copy + Into<i128>> Detail<kind::IntegerList> for $type {
            fn write(&self, out: Out<'_, kind::IntegerList>) {
                out.integers(self.iter().copied());
            }
        }
    )+ };
}

lists!([T], Vec<T>, VecDeque<T>, BTreeSet<T>);

impl<T: AsRef<str>, const N: usize> Detail<kind::StringList> for [T; N] {
    fn write(&self, out: Out<'_, kind::StringList>) {
        out.strings(self);
    }
}

impl<T: Copy + Into<i128>, const N: usize> Detail<kind::IntegerList> for [T; N] {
    fn write(&self, out: Out<'_, kind::IntegerList>) {
        out.integers(self.iter().copied());
    }
}

#[cfg(feature = "std")]
mod std_types {
    use std::path::{Path, PathBuf};
    use std::time::{SystemTime, UNIX_EPOCH};

    use super::{Detail, Out, kind};

    details!(String: Path, PathBuf => |value, out| out.display(&value.display()));

    impl Detail<kind::Datetime> for SystemTime {
        fn write(&self, out: Out<'_, kind::Datetime>) {
            let (seconds, nanoseconds) = match self.duration_since(UNIX_EPOCH) {
                Ok(after) => (i64::try_from(after.as_secs()).unwrap_or(i64::MAX), after.subsec_nanos()),
                Err(before) => {
                    let before = before.duration();
                    let seconds = i64::try_from(before.as_secs()).unwrap_or(i64::MAX);
                    match before.subsec_nanos() {
                        0 => (-seconds, 0),
                        nanoseconds => (-seconds - 1, 1_000_000_000 - nanoseconds),
                    }
                }
            };
            out.unix(seconds, nanoseconds, 0);
        }
    }
}
