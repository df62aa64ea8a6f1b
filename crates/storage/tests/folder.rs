//! The store in a folder passes the conformance suite, tells torn ends, has one writer, and loses nothing when the program is killed.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dynalab_storage::{
    Durability, FolderStore, Revision, SavedContent, Store, StoreError, Unavailability, conformance,
};
use pollster::block_on;

const CHUNKS: &str = "dynalab.chunks";

/// A folder that is deleted at the end of a test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let path = std::env::temp_dir().join(format!("dynalab-folder-{name}-{}", std::process::id()));
        let _old = fs::remove_dir_all(&path);
        Temporary(path)
    }

    fn chunks(&self) -> PathBuf {
        self.0.join(CHUNKS)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _gone = fs::remove_dir_all(&self.0);
    }
}

fn open(folder: &Path) -> FolderStore {
    FolderStore::open(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
}

fn load(folder: &Path) -> Result<SavedContent, StoreError> {
    block_on(open(folder).load())
}

/// Opens the folder, claims it, and appends these chunks.
fn write(folder: &Path, payloads: &[&[u8]]) {
    let store = open(folder);
    let claim = block_on(store.claim()).unwrap();
    let mut revision = claim.revision;
    for payload in payloads {
        revision = block_on(store.append(claim.epoch, revision, payload, Durability::Strict)).unwrap();
    }
}

fn payloads(saved: &SavedContent) -> Vec<&[u8]> {
    saved.log.iter().map(|chunk| chunk.payload.as_slice()).collect()
}

#[test]
fn a_folder_conforms() {
    let root = Temporary::new("conforms");
    let handles: RefCell<BTreeMap<String, FolderStore>> = RefCell::default();
    block_on(conformance::run_all(async |name: &str| {
        let mut handles = handles.borrow_mut();
        handles.entry(name.to_owned()).or_insert_with(|| open(&root.0.join(name))).clone()
    }));
    // What the suite left is the same for another program.
    let open_handles = handles.take();
    let before: Vec<_> =
        open_handles.iter().map(|(name, store)| (name.clone(), block_on(store.load()))).collect();
    assert!(before.len() > 10);
    drop(open_handles);
    for (name, content) in before {
        assert_eq!(load(&root.0.join(&name)), content, "{name}");
    }
}

#[test]
fn a_second_writer_is_refused_until_the_first_has_ended() {
    let folder = Temporary::new("second");
    let first = open(&folder.0);
    let refused = FolderStore::open(&folder.0).map(drop);
    assert_eq!(refused, Err(StoreError::Unavailable { reason: Unavailability::WrittenElsewhere }));
    let other_handle = first.clone();
    drop(first);
    assert!(FolderStore::open(&folder.0).is_err(), "a handle is left");
    drop(other_handle);
    open(&folder.0);
}

/// The file is cut at every byte. What was acknowledged before the cut is there, and the store reports the rest and puts it aside.
#[test]
fn every_torn_end_is_told_and_put_aside() {
    let folder = Temporary::new("torn");
    write(&folder.0, &[b"first", b"second"]);
    let one = fs::read(folder.chunks()).unwrap();
    write(&folder.0, &[b"the third chunk"]);
    let all = fs::read(folder.chunks()).unwrap();
    // The second program has written a fence, a head, and then a chunk with a head.
    let fence_and_head = one.len() + 24 + (24 + 20 + 2 * 8);
    let chunk = fence_and_head + 24 + "the third chunk".len();
    for length in one.len()..=all.len() {
        fs::write(folder.chunks(), &all[..length]).unwrap();
        let saved = load(&folder.0).unwrap_or_else(|error| panic!("{length}: {error}"));
        let whole = [one.len(), one.len() + 24, fence_and_head, chunk, all.len()];
        assert_eq!(saved.discarded_tail, !whole.contains(&length), "{length} of {}", all.len());
        let expected: &[&[u8]] =
            if length < chunk { &[b"first", b"second"] } else { &[b"first", b"second", b"the third chunk"] };
        assert_eq!(payloads(&saved), expected, "{length}");

        let store = open(&folder.0);
        let claim = block_on(store.claim()).unwrap();
        let appended = block_on(store.append(claim.epoch, claim.revision, b"next", Durability::Strict));
        assert_eq!(appended, Ok(Revision(expected.len() as u64 + 1)), "{length}");
        let saved = block_on(store.load()).unwrap();
        assert_eq!(payloads(&saved), [expected, &[b"next"]].concat(), "{length}");
        assert_eq!(
            saved.discarded_tail,
            !whole.contains(&length),
            "it is told as long as the folder is open"
        );
        let aside = store.torn_ends().unwrap();
        assert_eq!(aside.len(), usize::from(!whole.contains(&length)), "{length}");
        for torn in aside {
            let bytes = fs::read(&torn).unwrap();
            assert!(all[..length].ends_with(&bytes) && !bytes.is_empty(), "{length}");
            fs::remove_file(torn).unwrap();
        }
        drop(store);
        assert!(!load(&folder.0).unwrap().discarded_tail);
    }
}

#[test]
fn zeros_at_the_end_are_a_torn_end() {
    let folder = Temporary::new("zeros");
    write(&folder.0, &[b"first"]);
    let mut bytes = fs::read(folder.chunks()).unwrap();
    for zeros in [1, 23, 24, 500] {
        bytes.extend(vec![0; zeros]);
        fs::write(folder.chunks(), &bytes).unwrap();
        let saved = load(&folder.0).unwrap();
        assert!(saved.discarded_tail && payloads(&saved) == [b"first"], "{zeros}");
    }
}

/// One damaged byte anywhere is either of no effect on what is read, or an error. It never shortens the log.
#[test]
fn damage_is_an_error_and_stays_as_it_is() {
    let folder = Temporary::new("damage");
    write(&folder.0, &[b"first", b"second"]);
    write(&folder.0, &[b"third"]);
    let whole = fs::read(folder.chunks()).unwrap();
    for place in 0..whole.len() {
        for bit in [1, 0x80] {
            let mut bytes = whole.clone();
            bytes[place] ^= bit;
            fs::write(folder.chunks(), &bytes).unwrap();
            let store = open(&folder.0);
            let loaded = block_on(store.load());
            match loaded {
                Err(StoreError::Corrupt { .. } | StoreError::NewerFormat { .. }) => {
                    assert!(block_on(store.claim()).is_err(), "{place}");
                    assert_eq!(fs::read(folder.chunks()).unwrap(), bytes, "nothing is overwritten");
                }
                Ok(saved) => {
                    // The last head alone can look like an unfinished one. The chunk before it is there.
                    assert!(saved.discarded_tail, "{place}: {saved:?}");
                    assert_eq!(payloads(&saved), [&b"first"[..], b"second", b"third"], "{place}");
                }
                Err(error) => panic!("{place}: {error}"),
            }
        }
    }
}

#[test]
fn a_missing_end_is_damage_after_a_seal() {
    let folder = Temporary::new("missing");
    write(&folder.0, &[b"first"]);
    let store = open(&folder.0);
    let claim = block_on(store.claim()).unwrap();
    let second = block_on(store.append(claim.epoch, claim.revision, b"second", Durability::Relaxed)).unwrap();
    block_on(store.append(claim.epoch, second, b"third", Durability::Relaxed)).unwrap();
    block_on(store.seal(claim.epoch)).unwrap();
    let length = fs::metadata(folder.chunks()).unwrap().len();
    block_on(store.seal(claim.epoch)).unwrap();
    assert_eq!(fs::metadata(folder.chunks()).unwrap().len(), length, "a second seal writes nothing");
    drop(store);
    let mut bytes = fs::read(folder.chunks()).unwrap();
    let third = bytes.windows(5).rposition(|window| window == b"third").unwrap() - 24;
    bytes.drain(third..third + 24 + 5);
    fs::write(folder.chunks(), bytes).unwrap();
    assert!(matches!(load(&folder.0), Err(StoreError::Corrupt { .. })));
}

/// The other program of the next test: appends chunks and prints the number of each that was acknowledged, until it is killed.
fn append_until_killed(folder: &Path) {
    let store = open(folder);
    let claim = block_on(store.claim()).unwrap();
    let mut revision = claim.revision;
    let mut covered = block_on(store.load()).unwrap().snapshot_revision.0;
    loop {
        let payload = vec![revision.0 as u8; 1 + (revision.0 as usize * 977) % 30_000];
        revision = block_on(store.append(claim.epoch, revision, &payload, Durability::Strict)).unwrap();
        if revision.0.is_multiple_of(7) && revision.0 >= covered + 3 {
            block_on(store.join(claim.epoch, Revision(revision.0 - 3), revision)).unwrap();
        }
        if revision.0.is_multiple_of(40) {
            block_on(store.replace(claim.epoch, revision, &[revision.0.to_be_bytes().to_vec()])).unwrap();
            covered = revision.0;
        }
        println!("acknowledged {}", revision.0);
    }
}

#[test]
fn acknowledged_chunks_survive_a_kill() {
    if let Some(folder) = std::env::var_os("DYNALAB_FOLDER") {
        return append_until_killed(Path::new(&folder));
    }
    let folder = Temporary::new("kill");
    let mut known = 0;
    for round in 0..8 {
        let mut other = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "acknowledged_chunks_survive_a_kill", "--nocapture"])
            .env("DYNALAB_FOLDER", &folder.0)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(other.stdout.take().unwrap()).lines();
        let numbers = lines.map_while(Result::ok).filter_map(|line| {
            line.rsplit_once("acknowledged ").and_then(|(_, number)| number.parse::<u64>().ok())
        });
        let acknowledged: Vec<u64> = numbers.take(11 + round * 3).collect();
        other.kill().unwrap();
        other.wait().unwrap();
        assert_eq!(acknowledged.len(), 11 + round * 3, "the program ended by itself");
        let acknowledged = acknowledged[acknowledged.len() - 1].max(known);
        let saved = load(&folder.0).unwrap_or_else(|error| panic!("round {round}: {error}"));
        assert!(saved.revision.0 >= acknowledged, "round {round}: {} of {acknowledged}", saved.revision);
        for chunk in &saved.log {
            let before = chunk.revision.0 - 1;
            assert_eq!(chunk.payload, vec![before as u8; 1 + (before as usize * 977) % 30_000]);
        }
        known = saved.revision.0;
    }
    assert!(known > 80);
}
