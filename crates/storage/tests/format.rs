//! The stored format: every version still opens, and no input makes the decoder panic.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod random;

use dynalab_storage::format::{self, Chunk, FormatError, HEADER_BYTES, Head, Kind};
use dynalab_storage::{Durability, Epoch, MemoryStore, Revision, Store, StoreError, Stored};
use random::SplitMix64;

const VERSION_1: &str = include_str!("fixtures/v1.hex");
const VERSION_2: &str = include_str!("fixtures/v2.hex");
const VERSION_3: &str = include_str!("fixtures/v3.hex");
const VERSION_4: &str = include_str!("fixtures/v4.hex");
const VERSION_5: &str = include_str!("fixtures/v5.hex");
const VERSION_6: &str = include_str!("fixtures/v6.hex");
const VERSION_7: &str = include_str!("fixtures/v7.hex");

/// Returns the workspace that the fixtures contain.
async fn workspace_of_the_fixtures() -> MemoryStore {
    let store = MemoryStore::new();
    store.claim().await.unwrap();
    let epoch = store.claim().await.unwrap().epoch;
    for (revision, payload) in [&b"put a"[..], b"put b", b"delete a"].into_iter().enumerate() {
        store.append(epoch, Revision(revision as u64), payload, Durability::Strict).await.unwrap();
    }
    let snapshot = [b"items: b".to_vec(), vec![0, 255, 128]];
    store.replace(epoch, Revision(2), &snapshot).await.unwrap();
    store.append(epoch, Revision(3), b"", Durability::Strict).await.unwrap();
    store
}

/// Returns the same workspace after its log was joined.
async fn joined_workspace_of_the_fixtures() -> MemoryStore {
    let store = workspace_of_the_fixtures().await;
    store.join(Epoch(2), Revision(2), Revision(4)).await.unwrap();
    store
}

#[test]
fn every_version_opens_for_ever() {
    for stored in [VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, VERSION_7] {
        pollster::block_on(async {
            let store = MemoryStore::from_stored(read_hex(stored));
            let saved = store.load().await.unwrap();
            assert_eq!((saved.revision, saved.snapshot_revision), (Revision(4), Revision(2)));
            assert_eq!(saved.snapshot, [b"items: b".to_vec(), vec![0, 255, 128]]);
            let log: Vec<&[u8]> = saved.log.iter().map(|chunk| &chunk.payload[..]).collect();
            assert_eq!(log, [&b"delete a"[..], b""]);
            assert_eq!(store.claim().await.unwrap().epoch, Epoch(3));
        });
    }
}

/// Holds while these versions are written. A newer version gets its own fixture; these files stay.
#[test]
fn versions_6_and_7_are_still_what_is_written() {
    let written = pollster::block_on(workspace_of_the_fixtures()).stored();
    assert_eq!(write_hex(&written), VERSION_6);
    let written = pollster::block_on(joined_workspace_of_the_fixtures()).stored();
    assert_eq!(write_hex(&written), VERSION_7);
}

#[test]
fn a_chunk_comes_back_as_it_was() {
    for kind in [Kind::Head, Kind::Snapshot, Kind::Log, Kind::Fence, Kind::Joined] {
        for payload in [vec![], vec![0], vec![255; 1000]] {
            let revision = Revision(payload.len() as u64 * 7);
            let bytes = format::encode(kind, revision, &payload);
            assert_eq!(bytes.len(), HEADER_BYTES + payload.len());
            assert_eq!(format::decode(bytes), Ok(Chunk { kind, revision, payload }));
        }
    }
}

#[test]
fn a_head_that_no_store_wrote_is_refused() {
    let possible = Head {
        epoch: Epoch(1),
        revision: Revision(5),
        snapshot_revision: Revision(5),
        snapshot_chunk_count: u32::MAX,
        fences: vec![Revision(6)],
    };
    assert_eq!(format::decode_head(format::encode_head(&possible)), Ok(possible.clone()));
    let behind = Head { revision: Revision(4), ..possible.clone() };
    let too_far = Head { revision: Revision(u64::MAX), ..possible.clone() };
    let too_often = Head { epoch: Epoch(u64::MAX), ..possible.clone() };
    let fenced = |fences: &[u64]| {
        let fences = fences.iter().copied().map(Revision).collect();
        Head { revision: Revision(9), fences, ..possible.clone() }
    };
    for head in [behind, too_far, too_often, fenced(&[5, 7]), fenced(&[7, 7]), fenced(&[8, 7]), fenced(&[11])]
    {
        assert_eq!(format::decode_head(format::encode_head(&head)), Err(FormatError::ImpossibleHead));
    }
    for payload_bytes in [0, 19, 21] {
        let bytes = format::encode(Kind::Head, Revision(5), &vec![0; payload_bytes]);
        assert_eq!(format::decode_head(bytes), Err(FormatError::ImpossibleHead));
    }
}

#[test]
fn a_version_is_recognised_before_anything_else() {
    let mut bytes = format::encode(Kind::Joined, Revision(1), b"payload");
    bytes[5] = 1;
    bytes.truncate(6);
    assert_eq!(
        format::decode(bytes.clone()),
        Err(FormatError::NewerVersion { found: 256 + format::FORMAT_VERSION })
    );
    bytes[4..6].fill(0);
    assert_eq!(format::decode(bytes.clone()), Err(FormatError::UnknownVersion { found: 0 }));
    bytes[0] = b'd';
    assert_eq!(format::decode(bytes), Err(FormatError::NoMagic));
}

#[test]
fn every_flipped_bit_and_every_missing_byte_is_noticed() {
    let bytes = format::encode(Kind::Log, Revision(0x0102_0304), b"forty-two");
    for bit_index in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit_index / 8] ^= 1 << (bit_index % 8);
        assert!(format::decode(damaged).is_err(), "bit {bit_index}");
    }
    for length_bytes in 0..bytes.len() {
        assert!(format::decode(bytes[..length_bytes].to_vec()).is_err(), "{length_bytes} bytes");
    }
    assert!(format::decode([&bytes[..], b"x"].concat()).is_err());
}

/// The inputs are random bytes and intact chunks with random damage. Decoding and loading must not panic.
#[test]
fn no_bytes_make_the_decoder_panic() {
    for seed in 0..4 {
        let mut random = SplitMix64 { state: seed };
        for _ in 0..20_000 {
            let mut bytes = random.bytes(64);
            if random.below(2) == 0 {
                bytes = format::encode(Kind::Head, Revision(random.next()), &bytes);
                damage(&mut bytes, &mut random);
            }
            let _ = format::decode(bytes.clone());
            let _ = format::decode_head(bytes);
        }
    }
}

#[test]
fn no_stored_bytes_make_a_store_panic() {
    let good = read_hex(VERSION_1);
    let mut random = SplitMix64 { state: 77 };
    for _ in 0..3_000 {
        let mut stored = good.clone();
        for _ in 0..=random.below(2) {
            match random.below(5) {
                0 => stored.head = Some(any_head(&mut random)),
                1 => drop(stored.log.insert(random.below(8), random.bytes(40))),
                2 => drop(stored.log.remove(&random.below(8))),
                3 => stored.snapshot.iter_mut().for_each(|chunk| damage(chunk, &mut random)),
                _ => stored.log.values_mut().for_each(|chunk| damage(chunk, &mut random)),
            }
        }
        pollster::block_on(visit(MemoryStore::from_stored(stored), random.below(8)));
    }
}

async fn visit(store: MemoryStore, revision: u64) {
    let before = store.stored();
    let loaded = store.load().await;
    let _ = store.load_after(Revision(revision)).await;
    assert_eq!(store.stored(), before, "reading writes nothing");
    if let Ok(claim) = store.claim().await {
        let _ = store.append(claim.epoch, claim.revision, b"next", Durability::Strict).await;
        let _ = store.replace(claim.epoch, Revision(revision), &[]).await;
    } else {
        assert!(matches!(loaded, Err(StoreError::Corrupt { .. } | StoreError::NewerFormat { .. })));
        assert_eq!(store.stored(), before, "a refused claim writes nothing");
    }
}

/// Returns a head with random content and a valid checksum.
fn any_head(random: &mut SplitMix64) -> Vec<u8> {
    let revision = if random.below(4) == 0 { random.next() } else { random.below(6) };
    format::encode_head(&Head {
        epoch: Epoch(if random.below(4) == 0 { u64::MAX } else { random.below(3) }),
        revision: Revision(revision),
        snapshot_revision: Revision(random.below(6)),
        snapshot_chunk_count: random.below(4) as u32,
        fences: (0..random.below(3)).map(|_| Revision(random.below(9))).collect(),
    })
}

fn damage(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    match random.below(3) {
        0 => bytes.truncate(random.below(bytes.len() as u64 + 1) as usize),
        1 => bytes.extend(random.bytes(8)),
        _ => {
            let index = random.below(bytes.len().max(1) as u64) as usize;
            if let Some(byte) = bytes.get_mut(index) {
                *byte ^= random.next() as u8;
            }
        }
    }
}

impl SplitMix64 {
    fn bytes(&mut self, most: u64) -> Vec<u8> {
        let count = self.below(most + 1);
        (0..count).map(|_| self.next() as u8).collect()
    }
}

/// Writes one line for each stored chunk: its place, a colon, its bytes in hexadecimal.
fn write_hex(stored: &Stored) -> String {
    let line = |place: String, bytes: &Vec<u8>| {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{place}: {hex}\n")
    };
    let head = stored.head.iter().map(|bytes| line("head".to_string(), bytes));
    let snapshot =
        stored.snapshot.iter().enumerate().map(|(index, bytes)| line(format!("snapshot {index}"), bytes));
    let log = stored.log.iter().map(|(revision, bytes)| line(format!("log {revision}"), bytes));
    head.chain(snapshot).chain(log).collect()
}

fn read_hex(text: &str) -> Stored {
    let mut stored = Stored::default();
    for line in text.lines() {
        let (place, hex) = line.split_once(": ").unwrap();
        let bytes =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        match place.split_once(' ') {
            None => stored.head = Some(bytes),
            Some(("snapshot", _)) => stored.snapshot.push(bytes),
            Some((_, revision)) => drop(stored.log.insert(revision.parse().unwrap(), bytes)),
        }
    }
    stored
}
