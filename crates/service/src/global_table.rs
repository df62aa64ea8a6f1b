//! Global tables of version 2017. DynamoDB no longer creates them, so there are none.

use dynalab_engine::error::{GlobalTableError, LegacyGlobalTableError};
use dynalab_engine::request::fields::Fields;

const NAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=255;

/// The name of a global table, which is the name of its tables.
#[derive(Clone, Debug)]
pub(crate) struct GlobalTableName(String);

impl GlobalTableName {
    /// Reads the member GlobalTableName.
    pub fn decode(fields: &mut Fields) -> GlobalTableName {
        fields.require("GlobalTableName");
        // A later check with another error rejects a wrong length.
        let name = match fields.text("GlobalTableName") {
            Some(name) if NAME_LENGTH.contains(&name.len()) => fields.index_name("GlobalTableName"),
            name => name,
        };
        GlobalTableName(name.unwrap_or_default())
    }

    /// Checks the length of the name.
    ///
    /// # Errors
    /// The name is too short or too long.
    pub fn check(&self) -> Result<(), GlobalTableError> {
        match NAME_LENGTH.contains(&self.0.len()) {
            true => Ok(()),
            false => Err(GlobalTableError::Legacy(LegacyGlobalTableError::NameLength)),
        }
    }

    /// Returns the error for a missing global table.
    pub fn not_found(&self) -> GlobalTableError {
        GlobalTableError::Legacy(LegacyGlobalTableError::NotFound { table: self.0.clone() })
    }

    /// Returns the error for a global table whose settings are asked for.
    pub fn no_settings(&self) -> GlobalTableError {
        GlobalTableError::Legacy(LegacyGlobalTableError::NoSettings { table: self.0.clone() })
    }
}
