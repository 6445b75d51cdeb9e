//! A PostgreSQL server of the test's own, in a folder of its own.

use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, Weak};

use tempfile::TempDir;

/// Who runs the server when the tests are run by root, which PostgreSQL refuses to be run by.
const NOBODY: u32 = 65_534;

pub struct Server {
    folder: TempDir,
    programs: PathBuf,
    as_nobody: bool,
    pub port: u16,
}

/// The server that tests share which do it no harm. It ends with the last of them.
static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());

impl Server {
    pub fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(server) = shared.upgrade() {
            return server;
        }
        let server = Arc::new(Self::start(&[]));
        *shared = Arc::downgrade(&server);
        server
    }

    pub fn start(settings: &[&str]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let as_nobody = fs::metadata(folder.path()).expect("the folder").uid() == 0;
        if as_nobody {
            chown(folder.path(), Some(NOBODY), Some(NOBODY)).expect("a folder for another user");
        }
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|socket| socket.local_addr())
            .expect("a free port")
            .port();
        let server = Self {
            programs: programs(),
            folder,
            as_nobody,
            port,
        };
        let data = server.data();
        server.must(
            "initdb",
            [
                OsStr::new("-D"),
                data.as_os_str(),
                "-Upostgres".as_ref(),
                "-Atrust".as_ref(),
                "-N".as_ref(),
                "--locale=C".as_ref(),
                "-EUTF8".as_ref(),
            ],
        );
        let hosts = data.join("pg_hba.conf");
        fs::write(
            hosts,
            "host all guarded 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n",
        )
        .expect("pg_hba.conf");
        let mut lines = vec![
            format!("port = {port}"),
            format!("unix_socket_directories = '{}'", server.folder.path().display()),
            "listen_addresses = '127.0.0.1'".into(),
            "fsync = off".into(),
            "max_connections = 60".into(),
        ];
        lines.extend(settings.iter().map(|line| (*line).to_owned()));
        let conf = data.join("postgresql.conf");
        fs::write(conf, lines.join("\n") + "\n").expect("postgresql.conf");
        server.run_again();
        server
    }

    pub fn run_again(&self) {
        let data = self.data();
        let log = self.folder.path().join("log");
        self.must(
            "pg_ctl",
            [
                OsStr::new("-D"),
                data.as_os_str(),
                "-l".as_ref(),
                log.as_os_str(),
                "-w".as_ref(),
                "start".as_ref(),
            ],
        );
    }

    /// Stops it, in one of the modes of `pg_ctl`; waits for the end or does not.
    pub fn stop(&self, mode: &str, wait: &str) {
        let data = self.data();
        let _ = self.program(
            "pg_ctl",
            [
                OsStr::new("-D"),
                data.as_os_str(),
                "-m".as_ref(),
                mode.as_ref(),
                wait.as_ref(),
                "stop".as_ref(),
            ],
        );
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn must<'a>(&self, name: &str, arguments: impl IntoIterator<Item = &'a OsStr>) {
        let output = self.program(name, arguments);
        assert!(
            output.status.success(),
            "{name} failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    fn program<'a>(&self, name: &str, arguments: impl IntoIterator<Item = &'a OsStr>) -> Output {
        let mut command = Command::new(self.programs.join(name));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("LC_ALL", "C")
            .stdin(Stdio::null());
        if self.as_nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        // To files and not to pipes: the server inherits them, and would keep a pipe open.
        let [out, err] = ["stdout", "stderr"].map(|name| self.folder.path().join(name));
        let file = |path: &Path| fs::File::create(path).expect("a file for what is said");
        let status = command
            .stdout(file(&out))
            .stderr(file(&err))
            .status()
            .expect("a program of PostgreSQL");
        Output {
            status,
            stdout: fs::read(out).unwrap_or_default(),
            stderr: fs::read(err).unwrap_or_default(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop("immediate", "-w");
    }
}

/// Where the programs of the newest PostgreSQL are: Debian keeps them out of PATH.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<_> = versions
        .filter_map(|version| {
            Some((
                version.file_name().to_str()?.parse::<u32>().ok()?,
                version.path().join("bin"),
            ))
        })
        .collect();
    folders.sort();
    let on_path = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect::<Vec<_>>())
        .unwrap_or_default();
    let folders = folders.into_iter().rev().map(|(_, folder)| folder).chain(on_path);
    let found = folders
        .into_iter()
        .find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists());
    found.expect("PostgreSQL is not installed; help: apt-get install postgresql, or put `initdb` and `pg_ctl` on PATH")
}
