//! A kept state of a database.

use std::fmt;

use dynalab_service::Instance;

/// A kept state of a database, for [`Local::restore`](crate::Local::restore). It shares unchanged data with the database.
pub struct Snapshot(pub(crate) Instance);

impl fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Snapshot")
            .field("revision", &self.0.engine().revision())
            .finish_non_exhaustive()
    }
}
