//! The error numbers of operating systems for which std has no kind. They differ from system to system.

/// What such a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "not every system has a number for each")]
pub(super) enum Meaning {
    /// No file handle, lock or port is left; nothing was opened.
    NoHandles,
    /// No way to the other side.
    NoWay,
    /// The connection is gone, or a buffer is full.
    Lost,
    /// A device failed.
    Device,
    /// Not what this protocol, address or socket can do.
    Unsupported,
    /// What came does not follow the protocol.
    Garbled,
    /// Called off.
    CalledOff,
    /// A name that does not resolve.
    Unresolved,
    /// A handle or address that is none: a bug.
    Bug,
}

/// What the number stands for on the system that this runs on.
pub(super) fn meaning(number: i32) -> Option<Meaning> {
    let (_, _, meaning) = NUMBERS.iter().find(|(known, ..)| *known == number)?;
    Some(*meaning)
}

#[cfg(all(
    any(target_os = "linux", target_os = "android"),
    not(any(target_arch = "mips", target_arch = "mips64", target_arch = "sparc", target_arch = "sparc64"))
))]
#[rustfmt::skip]
const NUMBERS: &[(i32, &str, Meaning)] = &[
    (5, "EIO", Meaning::Device), (9, "EBADF", Meaning::Bug), (14, "EFAULT", Meaning::Bug), (23, "ENFILE", Meaning::NoHandles),
    (24, "EMFILE", Meaning::NoHandles), (36, "ENAMETOOLONG", Meaning::Unsupported), (37, "ENOLCK", Meaning::NoHandles),
    (40, "ELOOP", Meaning::Unsupported), (64, "ENONET", Meaning::NoWay), (67, "ENOLINK", Meaning::Lost), (70, "ECOMM", Meaning::Lost),
    (71, "EPROTO", Meaning::Garbled), (87, "EUSERS", Meaning::NoHandles), (88, "ENOTSOCK", Meaning::Bug),
    (89, "EDESTADDRREQ", Meaning::Unsupported), (90, "EMSGSIZE", Meaning::Unsupported), (91, "EPROTOTYPE", Meaning::Unsupported),
    (92, "ENOPROTOOPT", Meaning::Unsupported), (93, "EPROTONOSUPPORT", Meaning::Unsupported),
    (94, "ESOCKTNOSUPPORT", Meaning::Unsupported), (96, "EPFNOSUPPORT", Meaning::Unsupported),
    (97, "EAFNOSUPPORT", Meaning::Unsupported), (102, "ENETRESET", Meaning::Lost), (105, "ENOBUFS", Meaning::Lost),
    (106, "EISCONN", Meaning::Bug), (108, "ESHUTDOWN", Meaning::Lost), (112, "EHOSTDOWN", Meaning::NoWay),
    (121, "EREMOTEIO", Meaning::Device), (125, "ECANCELED", Meaning::CalledOff),
];

#[cfg(any(
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "openbsd",
    target_os = "netbsd",
    target_os = "dragonfly"
))]
#[rustfmt::skip]
const NUMBERS: &[(i32, &str, Meaning)] = &[
    (5, "EIO", Meaning::Device), (9, "EBADF", Meaning::Bug), (14, "EFAULT", Meaning::Bug), (23, "ENFILE", Meaning::NoHandles),
    (24, "EMFILE", Meaning::NoHandles), (38, "ENOTSOCK", Meaning::Bug), (39, "EDESTADDRREQ", Meaning::Unsupported),
    (40, "EMSGSIZE", Meaning::Unsupported), (41, "EPROTOTYPE", Meaning::Unsupported), (42, "ENOPROTOOPT", Meaning::Unsupported),
    (43, "EPROTONOSUPPORT", Meaning::Unsupported), (44, "ESOCKTNOSUPPORT", Meaning::Unsupported),
    (46, "EPFNOSUPPORT", Meaning::Unsupported), (47, "EAFNOSUPPORT", Meaning::Unsupported), (52, "ENETRESET", Meaning::Lost),
    (55, "ENOBUFS", Meaning::Lost), (56, "EISCONN", Meaning::Bug), (58, "ESHUTDOWN", Meaning::Lost),
    (62, "ELOOP", Meaning::Unsupported), (63, "ENAMETOOLONG", Meaning::Unsupported), (64, "EHOSTDOWN", Meaning::NoWay),
    (67, "EPROCLIM", Meaning::NoHandles), (68, "EUSERS", Meaning::NoHandles), (77, "ENOLCK", Meaning::NoHandles),
    #[cfg(target_vendor = "apple")]
    (89, "ECANCELED", Meaning::CalledOff),
    #[cfg(target_vendor = "apple")]
    (100, "EPROTO", Meaning::Garbled),
];

#[cfg(windows)]
#[rustfmt::skip]
const NUMBERS: &[(i32, &str, Meaning)] = &[
    (4, "ERROR_TOO_MANY_OPEN_FILES", Meaning::NoHandles), (6, "ERROR_INVALID_HANDLE", Meaning::Bug),
    (32, "ERROR_SHARING_VIOLATION", Meaning::NoHandles), (33, "ERROR_LOCK_VIOLATION", Meaning::NoHandles),
    (59, "ERROR_UNEXP_NET_ERR", Meaning::Lost), (64, "ERROR_NETNAME_DELETED", Meaning::Lost),
    (121, "ERROR_SEM_TIMEOUT", Meaning::Lost), (995, "ERROR_OPERATION_ABORTED", Meaning::CalledOff),
    (1117, "ERROR_IO_DEVICE", Meaning::Device), (1236, "ERROR_CONNECTION_ABORTED", Meaning::Lost),
    (10024, "WSAEMFILE", Meaning::NoHandles), (10038, "WSAENOTSOCK", Meaning::Bug),
    (10039, "WSAEDESTADDRREQ", Meaning::Unsupported), (10040, "WSAEMSGSIZE", Meaning::Unsupported),
    (10041, "WSAEPROTOTYPE", Meaning::Unsupported), (10042, "WSAENOPROTOOPT", Meaning::Unsupported),
    (10043, "WSAEPROTONOSUPPORT", Meaning::Unsupported), (10044, "WSAESOCKTNOSUPPORT", Meaning::Unsupported),
    (10046, "WSAEPFNOSUPPORT", Meaning::Unsupported), (10047, "WSAEAFNOSUPPORT", Meaning::Unsupported),
    (10052, "WSAENETRESET", Meaning::Lost), (10055, "WSAENOBUFS", Meaning::Lost), (10056, "WSAEISCONN", Meaning::Bug),
    (10058, "WSAESHUTDOWN", Meaning::Lost), (10064, "WSAEHOSTDOWN", Meaning::NoWay), (10067, "WSAEPROCLIM", Meaning::NoHandles),
    (11001, "WSAHOST_NOT_FOUND", Meaning::Unresolved), (11002, "WSATRY_AGAIN", Meaning::NoWay),
    (11003, "WSANO_RECOVERY", Meaning::Unresolved), (11004, "WSANO_DATA", Meaning::Unresolved),
];

#[cfg(not(any(
    all(
        any(target_os = "linux", target_os = "android"),
        not(any(
            target_arch = "mips",
            target_arch = "mips64",
            target_arch = "sparc",
            target_arch = "sparc64"
        ))
    ),
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "openbsd",
    target_os = "netbsd",
    target_os = "dragonfly",
    windows
)))]
const NUMBERS: &[(i32, &str, Meaning)] = &[];

#[cfg(test)]
mod tests {
    use super::NUMBERS;

    #[test]
    fn no_number_is_listed_twice() {
        for (at, (number, name, _)) in NUMBERS.iter().enumerate() {
            assert!(NUMBERS[..at].iter().all(|(earlier, ..)| earlier != number), "{name}");
        }
    }
}
