//! The partitions of a table or index as bytes.

use dynalab_capacity::partition_map::{KeyBoundary, Partition, PartitionMap};
use dynalab_types::binary::{Malformed, Reader, Writer};

pub(super) fn write(map: &PartitionMap) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.unsigned(map.next_id());
    writer.unsigned(map.count());
    for partition in map.partitions() {
        writer.unsigned(partition.id);
        writer.unsigned(partition.parent.map_or(0, |parent| parent + 1));
        write_boundary(&partition.from, &mut writer);
    }
    writer.bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<PartitionMap, Malformed> {
    let mut reader = Reader::new(bytes);
    let next_id = reader.unsigned()?;
    let count = reader.count()?;
    let mut partitions = Vec::with_capacity(count);
    for _ in 0..count {
        partitions.push(Partition {
            id: reader.unsigned()?,
            parent: reader.unsigned()?.checked_sub(1),
            from: read_boundary(&mut reader)?,
        });
    }
    PartitionMap::from_parts(partitions, next_id).ok_or(Malformed)
}

pub(super) fn write_boundary(boundary: &KeyBoundary, writer: &mut Writer) {
    writer.slice(&boundary.hash.to_be_bytes());
    writer.slice(&boundary.rest);
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
}
