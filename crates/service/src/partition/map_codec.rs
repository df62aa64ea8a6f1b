//! Encodes and decodes the partitions of a table or index.

use dynalab_capacity::partition_map::{KeyBoundary, Partition, PartitionMap};
use dynalab_engine::codec::record_form;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

/// The next partition id, and the partitions in their order.
type KeptMap = (u64, Vec<KeptPartition>);

#[derive(Serialize, Deserialize)]
struct KeptPartition {
    id: u64,
    parent: Option<u64>,
    /// The hash and the further key bytes of its first key.
    hash: u64,
    rest: Box<[u8]>,
}

pub(super) fn write(map: &PartitionMap) -> Vec<u8> {
    let kept = |partition: &Partition| KeptPartition {
        id: partition.id,
        parent: partition.parent,
        hash: partition.from.hash,
        rest: partition.from.rest.clone(),
    };
    let kept: KeptMap = (map.next_id(), map.partitions().iter().map(kept).collect());
    record_form::write(&kept)
}

pub(super) fn read(bytes: &[u8]) -> Result<PartitionMap, Malformed> {
    let (next_id, kept): KeptMap = record_form::read(bytes, read_older)?;
    let partition = |kept: KeptPartition| Partition {
        id: kept.id,
        parent: kept.parent,
        from: KeyBoundary { hash: kept.hash, rest: kept.rest },
    };
    PartitionMap::from_parts(kept.into_iter().map(partition).collect(), next_id).ok_or(Malformed)
}

/// Reads the format that was in use before records had versions.
fn read_older(reader: &mut Reader) -> Result<KeptMap, Malformed> {
    let next_id = reader.unsigned()?;
    let mut partitions = Vec::new();
    for _ in 0..reader.count()? {
        let (id, parent) = (reader.unsigned()?, reader.unsigned()?.checked_sub(1));
        let KeyBoundary { hash, rest } = read_boundary(reader)?;
        partitions.push(KeptPartition { id, parent, hash, rest });
    }
    Ok((next_id, partitions))
}

pub(super) fn read_boundary(reader: &mut Reader) -> Result<KeyBoundary, Malformed> {
    let hash = u64::from_be_bytes(reader.slice()?.try_into().map_err(|_| Malformed)?);
    Ok(KeyBoundary { hash, rest: reader.slice()?.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_as_it_was_written() {
        let mut map = PartitionMap::even(3);
        map.split(1, KeyBoundary { hash: 1 << 63, rest: (*b"k").into() }).expect("inside");
        assert_eq!(read(&write(&map)), Ok(map));
        assert_eq!(read(&[]), Err(Malformed));
        assert_eq!(read(&[1, 0]), Err(Malformed));
    }

    #[test]
    fn a_map_without_a_version_is_read() {
        const BEFORE: &[u8] =
            &[172, 2, 2, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171, 2, 1, 8, 128, 0, 0, 0, 0, 0, 0, 0, 1, 107];
        let partitions = vec![
            Partition { id: 0, parent: None, from: KeyBoundary::first() },
            Partition { id: 299, parent: Some(0), from: KeyBoundary { hash: 1 << 63, rest: (*b"k").into() } },
        ];
        let kept = PartitionMap::from_parts(partitions, 300).expect("in order");
        assert_eq!(read(BEFORE), Ok(kept.clone()));
        assert_eq!(read(&write(&kept)), Ok(kept));
    }
}
