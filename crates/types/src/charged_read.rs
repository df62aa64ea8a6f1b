//! Reads what a decompressor makes. Each part is charged to a budget before it is kept.

use std::io::{self, ErrorKind, Read};

use crate::budget::{Budget, TooMuch};

/// The most bytes that are made before they are charged.
const PART_BYTES: usize = 64 * 1024;

/// Why bytes were not read to their end.
#[derive(Debug)]
pub enum ReadError {
    /// There are more than what is left of the budget.
    TooMuch(TooMuch),
    /// The reader failed: what it decompresses is damaged.
    Failed(io::Error),
}

/// Appends the bytes of a reader. At most one byte more than what is left of the budget is ever made.
///
/// # Errors
/// Returns an error if there are more bytes than what is left, or if the reader fails. The bytes until then are appended.
pub fn read_charged(reader: &mut impl Read, budget: &Budget, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    let mut part = vec![0; PART_BYTES];
    loop {
        let most =
            usize::try_from(budget.left()).map_or(PART_BYTES, |left| PART_BYTES.min(left.saturating_add(1)));
        match reader.read(&mut part[..most]) {
            Ok(0) => return Ok(()),
            Ok(length) => {
                budget.produce(length).map_err(ReadError::TooMuch)?;
                bytes.extend_from_slice(&part[..length]);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(ReadError::Failed(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Bound;

    /// Counts the bytes that are asked of it, and never ends.
    struct Endless(u64);

    impl Read for Endless {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0 += into.len() as u64;
            into.fill(7);
            Ok(into.len())
        }
    }

    #[test]
    fn nothing_beyond_the_bound_is_made() {
        let (budget, mut endless, mut bytes) = (Budget::of_bytes(Bound::LessonText), Endless(0), Vec::new());
        let most = Bound::LessonText.most();
        match read_charged(&mut endless, &budget, &mut bytes) {
            Err(ReadError::TooMuch(refusal)) => assert_eq!(refusal, TooMuch::of(Bound::LessonText)),
            other => panic!("{other:?}"),
        }
        assert_eq!((bytes.len() as u64, budget.produced(), endless.0), (most, most, most + 1));
    }

    #[test]
    fn two_readers_share_a_budget() {
        let budget = Budget::of_bytes(Bound::NameBytes);
        let most = usize::try_from(Bound::NameBytes.most()).expect("small");
        let mut bytes = Vec::new();
        assert!(read_charged(&mut vec![1; most - 1].as_slice(), &budget, &mut bytes).is_ok());
        assert!(read_charged(&mut [2].as_slice(), &budget, &mut bytes).is_ok());
        assert_eq!((bytes.len(), bytes.last(), budget.left()), (most, Some(&2), 0));
        assert!(read_charged(&mut [3].as_slice(), &budget, &mut bytes).is_err());
        assert!(read_charged(&mut [].as_slice(), &budget, &mut bytes).is_ok());
    }
}
