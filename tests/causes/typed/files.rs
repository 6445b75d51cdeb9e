//! std: files, sockets and names.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::Duration;

use super::{holds, said};

#[test]
fn what_is_wrong_with_a_file_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let missing = File::open(&path).unwrap_err();
    holds("ENOENT", &missing, "not_found no ---: io NotFound");
    fs::write(&path, "").unwrap();
    let exists = File::create_new(&path).unwrap_err();
    holds("EEXIST", &exists, "conflict no ---: io AlreadyExists");
    let not_a_folder = File::open(path.join("below")).unwrap_err();
    holds("ENOTDIR", &not_a_folder, "bad_input no ---: io NotADirectory");
    let long = File::open(folder.path().join("x".repeat(300))).unwrap_err();
    holds("ENAMETOOLONG", &long, "bad_input no ---: io InvalidFilename");
    let nul = File::open("a\0b").unwrap_err();
    holds("NUL", &nul, "bad_input no ---: io InvalidInput");
    let short = File::open(&path).unwrap().read_exact(&mut [0; 4]).unwrap_err();
    holds("EOF", &short, "transient unknown r-k: io UnexpectedEof");
}

/// Root may do what others may not, so the number stands for the failure.
#[test]
#[cfg(target_os = "linux")]
fn numbers_without_a_kind_are_told_apart() {
    let cases = [
        (13, "auth no ---: io PermissionDenied"),      // EACCES
        (24, "transient no rwk: os error 24"),         // EMFILE
        (23, "transient no rwk: os error 23"),         // ENFILE
        (112, "transient no rwk: os error 112"),       // EHOSTDOWN
        (105, "transient unknown r-k: os error 105"),  // ENOBUFS
        (5, "transient unknown r-k: os error 5"),      // EIO
        (92, "bad_input no ---: os error 92"),         // ENOPROTOOPT
        (28, "transient no ---: io StorageFull"),      // ENOSPC
        (122, "transient no ---: io QuotaExceeded"),   // EDQUOT
        (30, "auth no ---: io ReadOnlyFilesystem"),    // EROFS
        (12, "transient no ---: io OutOfMemory"),      // ENOMEM
        (99, "transient no rwk: io AddrNotAvailable"), // EADDRNOTAVAIL
        (98, "conflict no ---: io AddrInUse"),         // EADDRINUSE
        (113, "transient no rwk: io HostUnreachable"), // EHOSTUNREACH
        (16, "transient no rwk: io ResourceBusy"),     // EBUSY
        (125, "cancelled unknown ---: os error 125"),  // ECANCELED
        (4_000, "internal unknown ---: nothing that is known"),
    ];
    for (number, expected) in cases {
        let error = io::Error::from_raw_os_error(number);
        holds(&error.to_string(), &error, expected);
    }
}

/// A device that is full, and one that no program may have more of.
#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_not_written_to_again() {
    let full = File::options()
        .write(true)
        .open("/dev/full")
        .unwrap()
        .write_all(b"x")
        .unwrap_err();
    holds("ENOSPC", &full, "transient no ---: io StorageFull");
}

#[test]
fn a_port_where_nobody_listens_got_nothing() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let refused = TcpStream::connect(address).unwrap_err();
    holds("ECONNREFUSED", &refused, "transient no rwk: io ConnectionRefused");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = TcpListener::bind(listener.local_addr().unwrap()).unwrap_err();
    holds("EADDRINUSE", &taken, "conflict no ---: io AddrInUse");
}

/// A blocking socket says "would block" when its read timeout runs out, after the request was sent.
#[test]
fn a_read_that_timed_out_leaves_what_was_sent_in_doubt() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    stream.write_all(b"pay").unwrap();
    let timed_out = stream.read(&mut [0; 4]).unwrap_err();
    assert!(
        said(&timed_out).starts_with("transient unknown r-k: io "),
        "{}",
        said(&timed_out)
    );
}

#[test]
fn a_connection_that_is_cut_leaves_what_was_sent_in_doubt() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    stream.write_all(b"pay").unwrap();
    // What was not read makes it a reset.
    drop(listener.accept().unwrap());
    let reset = loop {
        if let Err(error) = stream.write_all(&[0; 1024]) {
            break error;
        }
    };
    let expected =
        ["ConnectionReset", "BrokenPipe", "ConnectionAborted"].map(|kind| format!("transient unknown r-k: io {kind}"));
    assert!(expected.contains(&said(&reset)), "{}", said(&reset));
}

/// Where no server of names is reached, the lookup may be repeated; one that says "no" is believed.
#[test]
fn a_name_that_does_not_exist_is_told_from_a_lookup_that_failed() {
    let error = ("no-such-host.invalid", 80).to_socket_addrs().unwrap_err();
    let expected = [
        "transient no ---: getaddrinfo EAI_NONAME",
        "transient no rwk: getaddrinfo EAI_AGAIN",
    ];
    assert!(expected.contains(&said(&error).as_str()), "{error:?}: {}", said(&error));
    // In an error of another kind, too.
    let wrapped = io::Error::new(io::ErrorKind::NotConnected, error);
    assert!(said(&wrapped).contains("getaddrinfo"), "{}", said(&wrapped));
}

#[test]
fn words_that_are_put_into_an_error_do_not_make_it_one_of_the_network() {
    for kind in [io::ErrorKind::InvalidData, io::ErrorKind::Other] {
        let error = io::Error::new(kind, "expected `}` in the settings");
        let said = said(&error);
        assert!(said.contains(" ---: "), "{said}");
    }
    holds(
        "kind alone",
        &io::Error::from(io::ErrorKind::InvalidData),
        "internal unknown ---: io InvalidData",
    );
}
