//! Backups: every stored version still opens, damaged files are rejected, and a restore is all or nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod random;

use std::cell::{Cell, RefCell};

use dynalab_storage::backup::{self, BackedUp, BackupError, BackupWriter, restore};
use dynalab_storage::format::{self, Kind};
use dynalab_storage::{
    Chunks, Durability, Epoch, FailingStore, Fault, MemoryStore, Refusal, Revision, Store, StoreError,
};
use pollster::block_on;
use random::SplitMix64;

/// Backups of container version 1, with chunks of the stored formats 2 to 6.
const AROUND_2: &str = include_str!("fixtures/backup_v1.hex");
const AROUND_3: &str = include_str!("fixtures/backup_v1_around_v3.hex");
const AROUND_4: &str = include_str!("fixtures/backup_v1_around_v4.hex");
const AROUND_5: &str = include_str!("fixtures/backup_v1_around_v5.hex");
const AROUND_6: &str = include_str!("fixtures/backup_v1_around_v6.hex");

/// Returns two workspaces: one with a snapshot and a log, one empty.
fn workspaces() -> Vec<BackedUp<Vec<u8>>> {
    let store = MemoryStore::new();
    let chunks = block_on(async {
        let epoch = store.claim().await.unwrap().epoch;
        for (revision, payload) in [&b"put a"[..], b"put b", b"delete a"].into_iter().enumerate() {
            store.append(epoch, Revision(revision as u64), payload, Durability::Strict).await.unwrap();
        }
        store.replace(epoch, Revision(2), &[b"items: b".to_vec(), vec![0, 255]]).await.unwrap();
        store.copy_out().await.unwrap()
    });
    let empty = block_on(MemoryStore::new().copy_out()).unwrap();
    vec![
        BackedUp {
            name: "Orders 受注".into(),
            made_ms: 1_790_000_000_000,
            used_ms: 1_790_000_000_001,
            chunks,
        },
        BackedUp { name: String::new(), made_ms: 0, used_ms: 0, chunks: empty },
    ]
}

fn written<B: AsRef<[u8]>>(workspaces: &[BackedUp<B>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = BackupWriter::new(|piece: &[u8]| bytes.extend_from_slice(piece));
    for workspace in workspaces {
        writer.workspace(workspace).unwrap();
    }
    let length = writer.end();
    assert_eq!(length, bytes.len() as u64);
    bytes
}

fn borrowed(workspaces: &[BackedUp<Vec<u8>>]) -> Vec<BackedUp<&[u8]>> {
    let borrow = workspaces.iter().map(|one| BackedUp {
        name: one.name.clone(),
        made_ms: one.made_ms,
        used_ms: one.used_ms,
        chunks: one.chunks.borrowed(),
    });
    borrow.collect()
}

/// Replaces the checksum after a deliberate change of the bytes.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let content = bytes.len() - 4;
    bytes.truncate(content);
    let sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn bytes_of(fixture: &str) -> Vec<u8> {
    let hex: String = fixture.split_whitespace().collect();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn version_1_opens_for_ever() {
    [AROUND_2, AROUND_3, AROUND_4, AROUND_5, AROUND_6].into_iter().for_each(opens);
}

fn opens(fixture: &str) {
    let file = bytes_of(fixture);
    let read = backup::read(&file).unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!(read[0].name, "Orders 受注");
    assert_eq!((read[0].made_ms, read[0].used_ms), (1_790_000_000_000, 1_790_000_000_001));
    let disk = MemoryStore::new();
    let saved = block_on(async {
        disk.copy_in(&read[0].chunks).await.unwrap();
        disk.load().await.unwrap()
    });
    assert_eq!((saved.revision, saved.snapshot_revision), (Revision(3), Revision(2)));
    assert_eq!(saved.snapshot, [b"items: b".to_vec(), vec![0, 255]]);
    assert_eq!(saved.log[0].payload, b"delete a");
    assert!(read[1].chunks.log.is_empty() && read[1].chunks.snapshot.is_empty());
}

/// Holds while container version 1 and format 6 are written. Newer versions get their own fixture; this file stays.
#[test]
fn version_1_is_still_what_is_written() {
    let hex: String = written(&workspaces()).iter().map(|byte| format!("{byte:02x}")).collect();
    let lines: Vec<&str> = (0..hex.len()).step_by(96).map(|at| &hex[at..hex.len().min(at + 96)]).collect();
    assert_eq!(lines.join("\n") + "\n", AROUND_6);
}

#[test]
fn what_is_written_is_what_is_read() {
    let two = workspaces();
    assert_eq!(backup::read(&written(&two)), Ok(borrowed(&two)));
    assert_eq!(backup::read(&written::<Vec<u8>>(&[])), Ok(vec![]));
    let long = written(&[BackedUp { name: "長".repeat(500), ..two[0].clone() }]);
    let read = backup::read(&long).unwrap();
    assert_eq!(read[0].name, "長".repeat(341), "a name is cut between two characters");
}

/// The offsets of the first workspace and of its name.
const FIRST: usize = 10;
const FIRST_NAME: usize = FIRST + 21;

#[test]
fn reports_each_problem() {
    let good = written(&workspaces());
    for foreign in [&b""[..], b"PK\x03\x04 something else", b"{}", b"DYNL"] {
        let told = backup::read(foreign);
        let is_beginning = foreign == b"DYNL";
        assert_eq!(
            told,
            Err(if is_beginning { BackupError::CutOff { bytes: 4 } } else { BackupError::NotABackup })
        );
    }
    let mut newer = good.clone();
    newer[8] = 2;
    assert_eq!(backup::read(&newer), Err(BackupError::UnknownVersion { found: 2, known: 1 }));
    for length in 1..good.len() {
        let told = backup::read(&good[..length]);
        assert_eq!(told, Err(BackupError::CutOff { bytes: length }), "{length}");
    }
    let longer = [&good[..], b"!"].concat();
    assert_eq!(backup::read(&longer), Err(BackupError::TooLong { bytes: 1 }));
    let mut no_mark = good.clone();
    no_mark[FIRST] = 7;
    assert_eq!(backup::read(&sealed(no_mark)), Err(BackupError::UnknownMark { found: 7 }));
    let mut no_text = good.clone();
    no_text[FIRST_NAME] = 0xff;
    assert_eq!(backup::read(&sealed(no_text)), Err(BackupError::BadName { number: 1 }));
    let mut long_name = good.clone();
    long_name[FIRST_NAME - 4..FIRST_NAME].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(backup::read(&sealed(long_name)), Err(BackupError::BadName { number: 1 }));

    let mut payload = good.clone();
    let place = good.windows(8).position(|window| window == b"delete a").unwrap();
    payload[place] ^= 1;
    let payload = sealed(payload);
    let told = backup::read(&payload).unwrap_err();
    assert!(matches!(&told, BackupError::Workspace { number: 1, error: StoreError::Corrupt { .. }, .. }));
    assert!(told.to_string().contains("“Orders 受注”"), "{told}");
    let mut time = good.clone();
    time[FIRST + 1] ^= 1;
    assert!(matches!(backup::read(&time), Err(BackupError::WrongChecksum { .. })), "no bit goes unnoticed");
}

/// The inputs are a head with too many chunks for any file, and a chunk with a stated length of 4 GB.
#[test]
fn nothing_is_set_aside_for_what_is_only_promised() {
    let endless = format::Head { revision: Revision(format::MAX_REVISION), ..format::Head::default() };
    let many = format::Head { snapshot_chunk_count: u32::MAX, ..format::Head::default() };
    let mut large = format::encode(Kind::Log, Revision(1), b"");
    large[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
    let one = format::Head { revision: Revision(1), ..format::Head::default() };
    for (head, log) in [(endless, vec![]), (many, vec![]), (one, vec![large])] {
        let chunks = Chunks { head: format::encode_head(&head), snapshot: vec![], log };
        let file = written(&[BackedUp { name: String::new(), made_ms: 0, used_ms: 0, chunks }]);
        assert_eq!(backup::read(&file), Err(BackupError::CutOff { bytes: file.len() }));
    }
}

#[test]
fn distinguishes_chunks_of_a_later_version_from_damage() {
    let mut two = workspaces();
    let head = &mut two[0].chunks.head;
    head[4] = 99;
    let file = written(&two);
    let told = backup::read(&file);
    assert!(matches!(
        told,
        Err(BackupError::Workspace { error: StoreError::NewerFormat { found: 99, .. }, .. })
    ));
}

#[test]
fn every_flipped_bit_is_noticed() {
    let good = written(&workspaces());
    for bit in 0..good.len() * 8 {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(backup::read(&bytes).is_err(), "bit {bit}");
    }
}

/// The inputs are random bytes, and a backup with damage at several places and a corrected checksum.
#[test]
fn no_bytes_whatever_make_the_reader_panic() {
    let mut random = SplitMix64 { state: 20_261_121 };
    let good = written(&workspaces());
    let mut opened = 0;
    for _ in 0..60_000 {
        let mut bytes = good.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(4) {
                0 => bytes.truncate(at.max(4)),
                1 => bytes[at] = random.next() as u8,
                2 => bytes.insert(at, random.next() as u8),
                _ => drop(bytes.drain(at..(at + random.below(40) as usize).min(bytes.len()))),
            }
            if bytes.len() < 5 {
                break;
            }
        }
        if bytes.len() > 4 {
            bytes = sealed(bytes);
        }
        if let Ok(read) = backup::read(&bytes) {
            opened += 1;
            assert_eq!(written(&read), bytes, "what can be read is written the same");
        }
    }
    assert!(opened > 100, "some of the damage is to names and times only: {opened}");
    for _ in 0..20_000 {
        let length = random.below(200);
        let noise: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        assert!(backup::read(&noise).is_err());
    }
}

#[test]
fn a_restore_puts_everything_into_new_stores() {
    let two = workspaces();
    let disks = [MemoryStore::new(), MemoryStore::new()];
    let open = async |number: usize| Ok(disks[number].clone());
    let discard = async |_| panic!("nothing failed");
    block_on(restore(&borrowed(&two), open, discard)).unwrap();
    for (disk, workspace) in disks.iter().zip(&two) {
        assert_eq!(block_on(disk.copy_out()).unwrap(), workspace.chunks);
    }
}

#[test]
fn a_restore_never_does_away_with_what_was_there() {
    let two = workspaces();
    let mine = MemoryStore::new();
    block_on(async {
        let epoch = mine.claim().await.unwrap().epoch;
        mine.append(epoch, Revision(0), b"mine", Durability::Strict).await.unwrap();
    });
    let before = mine.stored();
    let disks = [MemoryStore::new(), mine.clone()];
    let discarded = RefCell::new(Vec::new());
    let open = async |number: usize| Ok(disks[number].clone());
    let discard = async |number| discarded.borrow_mut().push(number);
    let failed = block_on(restore(&borrowed(&two), open, discard));
    assert!(matches!(failed, Err(StoreError::Conflict { .. })));
    assert_eq!(*discarded.borrow(), [0], "only what was made");
    assert_eq!(mine.stored(), before);
}

#[test]
fn a_restore_that_fails_leaves_nothing() {
    let three: Vec<BackedUp<Vec<u8>>> = workspaces().into_iter().chain(workspaces()).take(3).collect();
    let faults = [
        Fault::Refuse(Refusal::Full),
        Fault::Refuse(Refusal::Interrupted),
        Fault::Tear { stored_bytes: 7 },
        Fault::LoseAnswer,
    ];
    for fault in faults {
        for bad in 0..3 {
            let disks: Vec<Cell<Option<MemoryStore>>> = (0..3).map(|_| Cell::new(None)).collect();
            let open = async |number: usize| {
                let disk = MemoryStore::new();
                disks[number].set(Some(disk.clone()));
                let store = FailingStore::new(disk);
                if number == bad {
                    store.at_next_write(fault);
                }
                Ok(store)
            };
            let discard = async |number: usize| disks[number].set(None);
            let failed = block_on(restore(&borrowed(&three), open, discard));
            assert!(matches!(failed, Err(StoreError::Full | StoreError::Interrupted { .. })), "{fault:?}");
            assert!(disks.iter().all(|disk| disk.take().is_none()), "{fault:?} at {bad} leaves something");
        }
    }
}

#[test]
fn a_copy_that_is_refused_leaves_the_store_as_it_was() {
    let copied = &workspaces()[0].chunks;
    for fault in [Fault::Refuse(Refusal::Full), Fault::Tear { stored_bytes: 30 }] {
        let store = FailingStore::new(MemoryStore::new()).at_write(1, fault);
        assert!(block_on(store.copy_in(&copied.borrowed())).is_err());
        assert_eq!(store.disk().stored(), dynalab_storage::Stored::default(), "{fault:?}");
        assert_eq!(block_on(store.copy_in(&copied.borrowed())), Ok(()), "and it can be tried again");
    }
    let other_kind = Chunks {
        head: format::encode_head(&format::Head {
            epoch: Epoch(0),
            revision: Revision(1),
            ..Default::default()
        }),
        snapshot: vec![],
        log: vec![format::encode(Kind::Snapshot, Revision(1), b"not a log chunk")],
    };
    let refused = block_on(MemoryStore::new().copy_in(&other_kind.borrowed()));
    assert!(matches!(refused, Err(StoreError::Corrupt { .. })));
}
