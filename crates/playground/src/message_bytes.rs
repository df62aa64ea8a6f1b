//! Encodes the messages as bytes: positions instead of names, after a version mark. JavaScript objects with the same content need
//! 5 KB more code on each side (brotli).

use dynalab_traffic::lab::SOURCES;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A page and a worker of different versions would misread each other's messages. So every message begins with a hash of the
/// sources that define the messages. A reader with other sources rejects it.
const VERSION: [u8; 4] = hash_of(&[
    SOURCES[0],
    SOURCES[1],
    SOURCES[2],
    SOURCES[3],
    include_bytes!("protocol.rs"),
    include_bytes!("protocol/backup.rs"),
    include_bytes!("protocol/salvage.rs"),
    include_bytes!("views/items.rs"),
    include_bytes!("views/tables.rs"),
    include_bytes!("views/timeline.rs"),
    include_bytes!("views/trace.rs"),
])
.to_le_bytes();

/// Why bytes cannot be decoded as a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadableMessage {
    /// The message is from a page or worker of another version.
    OtherVersion,
    Malformed,
}

impl std::fmt::Display for UnreadableMessage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            UnreadableMessage::OtherVersion => "a message of another version; reload the page",
            UnreadableMessage::Malformed => "a message nobody understands",
        })
    }
}

/// Encodes a message. Returns `None` for a value without an encoding; every message of the protocol has one.
pub fn write(message: &impl Serialize) -> Option<Vec<u8>> {
    postcard::to_extend(message, VERSION.to_vec()).ok()
}

pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, UnreadableMessage> {
    let content = bytes.strip_prefix(&VERSION).ok_or(UnreadableMessage::OtherVersion)?;
    match postcard::take_from_bytes(content) {
        Ok((message, [])) => Ok(message),
        _ => Err(UnreadableMessage::Malformed),
    }
}

/// Computes the FNV-1a hash.
const fn hash_of(sources: &[&[u8]]) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut file = 0;
    while file < sources.len() {
        let mut place = 0;
        while place < sources[file].len() {
            hash = (hash ^ sources[file][place] as u32).wrapping_mul(0x0100_0193);
            place += 1;
        }
        file += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Space, ToWorker};

    #[test]
    fn only_a_whole_message_of_this_version_is_read() {
        let message = ToWorker::Tables { id: 300, space: Space::Demo };
        let bytes = write(&message).expect("bytes");
        assert_eq!(read::<ToWorker>(&bytes), Ok(message));
        for length in VERSION.len()..bytes.len() {
            assert_eq!(read::<ToWorker>(&bytes[..length]), Err(UnreadableMessage::Malformed));
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert_eq!(read::<ToWorker>(&longer), Err(UnreadableMessage::Malformed));
        let mut other = bytes.clone();
        other[0] ^= 1;
        assert_eq!(read::<ToWorker>(&other), Err(UnreadableMessage::OtherVersion));
        assert_eq!(read::<ToWorker>(&[]), Err(UnreadableMessage::OtherVersion));
    }

    #[test]
    fn other_sources_are_another_version() {
        assert_ne!(hash_of(&[b"a", b"b"]), hash_of(&[b"a", b"c"]));
        assert_eq!(hash_of(&[b"foobar"]), 0xbf9c_f968);
    }
}
