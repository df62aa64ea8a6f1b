//! The three Availability Zones, by name.

use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

/// An Availability Zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Zone {
    A,
    B,
    C,
}

impl Zone {
    pub const ALL: [Zone; 3] = [Zone::A, Zone::B, Zone::C];
    pub const NAMES: &[&str] = &["a", "b", "c"];

    /// Returns the last letter of the zone's name.
    pub fn name(self) -> &'static str {
        match self {
            Zone::A => "a",
            Zone::B => "b",
            Zone::C => "c",
        }
    }

    /// Returns the place in [`Zone::ALL`].
    pub fn place(self) -> usize {
        self as usize
    }

    /// Reads the number of a zone.
    ///
    /// # Errors
    /// No zone has the number.
    pub fn read(reader: &mut Reader) -> Result<Zone, Malformed> {
        let number = reader.byte()?;
        Zone::ALL.into_iter().find(|zone| *zone as u8 == number).ok_or(Malformed)
    }
}
