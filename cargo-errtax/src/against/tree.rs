//! The files of one commit, by their paths from the top: links followed as the working tree would, submodules entered.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::paths::below;

use super::git::Git;
use super::objects::Objects;
use super::obstacle::Obstacle;
use super::repository::Repository;

/// As many links as a system follows before it calls them a loop.
const LINKS: usize = 40;

/// The files of a commit.
#[derive(Debug)]
pub(super) struct Tree {
    objects: Objects,
    /// The folder of the top, as git names it.
    top: String,
    root: String,
    /// Bytes of an object's name.
    length: usize,
    folders: BTreeMap<String, Rc<Folder>>,
    modules: BTreeMap<String, Tree>,
}

/// The entries of a folder: what each is, and its object's name.
type Folder = BTreeMap<String, (Kind, String)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Link,
    Folder,
    Module,
}

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A file: its bytes.
    File(Vec<u8>),
    /// A folder: the names in it.
    Folder(Vec<String>),
}

/// One step of a walk.
enum Step {
    Item(Kind, String),
    Module {
        rest: Vec<String>,
        path: String,
        commit: String,
    },
    Missing,
    /// Above the top.
    Outside,
}

impl Tree {
    /// That of a commit.
    pub(super) fn of(repository: &Repository, commit: &str) -> Result<Self, Obstacle> {
        Self::new(&repository.git, repository.top.clone(), commit)
    }

    fn new(git: &Git, top: String, commit: &str) -> Result<Self, Obstacle> {
        let mut objects = Objects::open(git)?;
        let Some(text) = objects.read(commit)?.filter(|object| object.kind == "commit") else {
            return Err(lacking(commit));
        };
        let text = String::from_utf8_lossy(&text.bytes).into_owned();
        let root = text.lines().next().and_then(|line| line.strip_prefix("tree "));
        let root = root.ok_or_else(|| lacking(commit))?.to_owned();
        Ok(Self {
            objects,
            top,
            length: root.len() / 2,
            root,
            folders: BTreeMap::new(),
            modules: BTreeMap::new(),
        })
    }

    /// What a path leads to; `None` where there is nothing.
    pub(super) fn find(&mut self, path: &str) -> Result<Option<Found>, Obstacle> {
        self.walk(parts(path), path, true)
    }

    /// Whether a path leads to a file.
    pub(super) fn is_file(&mut self, path: &str) -> Result<bool, Obstacle> {
        Ok(matches!(self.walk(parts(path), path, false)?, Some(Found::File(_))))
    }

    /// The text of a file; `None` where there is no file, or it is no text.
    pub(super) fn text(&mut self, path: &str) -> Result<Option<String>, Obstacle> {
        Ok(match self.find(path)? {
            Some(Found::File(bytes)) => String::from_utf8(bytes).ok(),
            _ => None,
        })
    }

    /// Every file of this repository whose name ends so, links and submodules left out, by its path from the top.
    pub(super) fn files(&mut self, ending: &str) -> Result<Vec<String>, Obstacle> {
        let root = self.root.clone();
        let mut files = Vec::new();
        let mut folders = vec![(String::new(), root)];
        while let Some((path, object)) = folders.pop() {
            for (name, (kind, object)) in self.folder(&object)?.iter() {
                let inner = below(&path, name);
                match kind {
                    Kind::Folder => folders.push((inner, object.clone())),
                    Kind::File if name.ends_with(ending) => files.push(inner),
                    Kind::File | Kind::Link | Kind::Module => {}
                }
            }
        }
        files.sort();
        Ok(files)
    }

    /// What `parts` lead to; a file's bytes only where they are to be read.
    fn walk(&mut self, parts: Vec<String>, asked: &str, read: bool) -> Result<Option<Found>, Obstacle> {
        // What is still to be walked, the next part last.
        let mut ahead: Vec<String> = parts.into_iter().rev().collect();
        let mut behind: Vec<String> = Vec::new();
        let mut links = 0;
        loop {
            let (kind, object) = match self.step(&mut behind, &mut ahead)? {
                Step::Missing => return Ok(None),
                Step::Outside => return Err(leads_nowhere(asked, "is a link that leaves the repository")),
                Step::Module { rest, path, commit } => return self.module(&path, &commit)?.walk(rest, asked, read),
                Step::Item(kind, object) => (kind, object),
            };
            match kind {
                Kind::Folder => {
                    return Ok(Some(Found::Folder(self.folder(&object)?.keys().cloned().collect())));
                }
                Kind::Link => {
                    links += 1;
                    let target = String::from_utf8_lossy(&self.blob(&object)?).into_owned();
                    if links > LINKS {
                        return Err(leads_nowhere(asked, "is a link to itself"));
                    }
                    behind.pop();
                    if target.starts_with('/') {
                        return Err(leads_nowhere(asked, "is a link that leaves the repository"));
                    }
                    for part in target.split('/').rev() {
                        ahead.push(part.to_owned());
                    }
                }
                Kind::File | Kind::Module => {
                    let bytes = if read { self.blob(&object)? } else { Vec::new() };
                    return Ok(Some(Found::File(bytes)));
                }
            }
        }
    }

    /// Walks on until the path ends, or a link or a submodule is met.
    fn step(&mut self, behind: &mut Vec<String>, ahead: &mut Vec<String>) -> Result<Step, Obstacle> {
        let mut found = self.item(behind)?;
        while let Some(part) = ahead.pop() {
            match part.as_str() {
                "" | "." => continue,
                ".." => {
                    if behind.pop().is_none() {
                        return Ok(Step::Outside);
                    }
                    found = self.item(behind)?;
                    continue;
                }
                _ => {}
            }
            let Some((Kind::Folder, folder)) = found else {
                return Ok(Step::Missing);
            };
            let folder = self.folder(&folder)?;
            let Some((kind, object)) = folder.get(&part).cloned() else {
                return Ok(Step::Missing);
            };
            behind.push(part);
            match kind {
                Kind::Link => return Ok(Step::Item(kind, object)),
                Kind::Module => {
                    return Ok(Step::Module {
                        rest: ahead.drain(..).rev().collect(),
                        path: behind.join("/"),
                        commit: object,
                    });
                }
                Kind::File | Kind::Folder => found = Some((kind, object)),
            }
        }
        Ok(match found {
            Some((kind, object)) => Step::Item(kind, object),
            None => Step::Missing,
        })
    }

    /// The folder of a path that was walked already, in which there is no link any more.
    fn item(&mut self, path: &[String]) -> Result<Option<(Kind, String)>, Obstacle> {
        let mut object = self.root.clone();
        for part in path {
            let folder = self.folder(&object)?;
            let Some((_, inner)) = folder.get(part) else {
                return Ok(None);
            };
            object = inner.clone();
        }
        Ok(Some((Kind::Folder, object)))
    }

    fn folder(&mut self, object: &str) -> Result<Rc<Folder>, Obstacle> {
        if let Some(known) = self.folders.get(object) {
            return Ok(Rc::clone(known));
        }
        let tree = self.objects.read(object)?.filter(|found| found.kind == "tree");
        let bytes = tree.ok_or_else(|| lacking(object))?.bytes;
        let items = Rc::new(items(&bytes, self.length));
        self.folders.insert(object.to_owned(), Rc::clone(&items));
        Ok(items)
    }

    fn blob(&mut self, object: &str) -> Result<Vec<u8>, Obstacle> {
        let blob = self.objects.read(object)?.filter(|found| found.kind == "blob");
        Ok(blob.ok_or_else(|| lacking(object))?.bytes)
    }

    /// The commit of a submodule, out of the clone that is in its place.
    fn module(&mut self, path: &str, commit: &str) -> Result<&mut Self, Obstacle> {
        if !self.modules.contains_key(path) {
            let help = format!("run `git submodule update --init {path}` and `git -C {path} fetch`, then this again");
            let message = format!("{path} is a submodule, and its commit at the base is not in this clone");
            let absent = || Obstacle::new(&message, &help);
            let git = Git::new(format!("{}/{path}", self.top));
            let inner = match git.directory().is_dir() {
                true => Repository::of(git.directory())
                    .ok()
                    .filter(|inner| inner.prefix.is_empty()),
                false => None,
            };
            let inner = inner.ok_or_else(absent)?;
            let tree = Self::new(&git, inner.top, commit).map_err(|_| absent())?;
            self.modules.insert(path.to_owned(), tree);
        }
        self.modules.get_mut(path).ok_or_else(|| lacking(commit))
    }
}

fn parts(path: &str) -> Vec<String> {
    let parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
    parts.map(str::to_owned).collect()
}

/// The entries of a tree object: mode, space, name, NUL, the object's name in bytes.
fn items(bytes: &[u8], length: usize) -> Folder {
    let mut items = Folder::new();
    let mut rest = bytes;
    while let Some((name, item, after)) = item(rest, length) {
        // A name that is no UTF-8 is none that a registry can write.
        if let Ok(name) = name {
            items.insert(name, item);
        }
        rest = after;
    }
    items
}

type Name = Result<String, std::string::FromUtf8Error>;

/// The first entry, and what follows it.
fn item(bytes: &[u8], length: usize) -> Option<(Name, (Kind, String), &[u8])> {
    let space = bytes.iter().position(|byte| *byte == b' ')?;
    let end = bytes.iter().position(|byte| *byte == 0)?;
    let kind = match bytes.get(..space)? {
        b"40000" | b"040000" => Kind::Folder,
        b"120000" => Kind::Link,
        b"160000" => Kind::Module,
        _ => Kind::File,
    };
    let name = String::from_utf8(bytes.get(space + 1..end)?.to_vec());
    let object = bytes.get(end + 1..end + 1 + length)?;
    let object = object.iter().map(|byte| format!("{byte:02x}")).collect();
    Some((name, (kind, object), bytes.get(end + 1 + length..)?))
}

fn leads_nowhere(path: &str, how: &str) -> Obstacle {
    Obstacle::new(
        format!("at the base, {path} {how}, so what it held is not known"),
        "compare with a folder that holds the whole base: `--against path:../base`",
    )
}

fn lacking(object: &str) -> Obstacle {
    let object = object.get(..12).unwrap_or(object);
    Obstacle::new(
        format!("the repository lacks object {object} of the base"),
        "this may be a partial clone: run `git fetch --refetch --no-filter`, then this again; otherwise `git fsck` finds what \
         is damaged",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_tree_object_ends_without_a_panic() {
        let mut bytes = b"100644 a.toml\0".to_vec();
        bytes.extend([0xab; 20]);
        bytes.extend(b"40000 codes\0");
        bytes.extend([0x01; 20]);
        let whole = items(&bytes, 20);
        let expected = [
            ("a.toml".to_owned(), (Kind::File, "ab".repeat(20))),
            ("codes".to_owned(), (Kind::Folder, "01".repeat(20))),
        ];
        assert_eq!(whole, Folder::from(expected));
        for end in 0..bytes.len() {
            assert!(items(&bytes[..end], 20).len() < 2);
        }
    }
}
