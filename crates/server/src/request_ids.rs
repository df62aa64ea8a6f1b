//! x-amzn-RequestId: 52 characters, drawn from the seed in the order of the requests.

use std::sync::atomic::{AtomicU64, Ordering};

use hyper::header::HeaderValue;

/// Each character has five bits.
const CHARACTERS: &[u8; 32] = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";
const DRAWN_CHARACTERS: usize = 26;
/// In DynamoDB's ids, the second half is always the same.
const SECOND_HALF: &[u8; 26] = b"VV4KQNSO5AEMVJF66Q9ASUAAJG";

pub struct RequestIds {
    state: AtomicU64,
}

impl RequestIds {
    pub fn new(seed: u64) -> RequestIds {
        RequestIds { state: AtomicU64::new(seed) }
    }

    pub fn next(&self) -> HeaderValue {
        let mut id = [0; DRAWN_CHARACTERS + SECOND_HALF.len()];
        let (drawn, rest) = id.split_at_mut(DRAWN_CHARACTERS);
        rest.copy_from_slice(SECOND_HALF);
        // One draw has twelve characters of five bits.
        for characters in drawn.chunks_mut(12) {
            let mut bits = self.draw();
            for character in characters {
                *character = CHARACTERS[(bits & 31) as usize];
                bits >>= 5;
            }
        }
        HeaderValue::from_bytes(&id).expect("letters and digits make a header")
    }

    /// Draws with SplitMix64. Ids need not be hard to guess.
    fn draw(&self) -> u64 {
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut mixed = self.state.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_from_the_seed() {
        let (ids, same, other) = (RequestIds::new(7), RequestIds::new(7), RequestIds::new(8));
        let first = ids.next();

        assert_eq!(first.len(), 52);
        assert_eq!(first, same.next());
        assert_ne!(first, other.next());
        assert_ne!(first, ids.next());
    }
}
