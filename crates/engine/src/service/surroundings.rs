//! What the registry says of the world around the tables that every request asks for, decoded once.

use crate::registry::{RecordKey, RecordKind};
use crate::service::faults::Fault;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// In the order of their names.
    pub faults: Vec<Fault>,
}

impl Surroundings {
    /// A record is there, is another, or is gone.
    pub fn follow(&mut self, key: &RecordKey, bytes: Option<&[u8]>) {
        if key.kind == RecordKind::FAULT {
            self.faults.retain(|fault| fault.name != key.name);
            let fault = bytes.and_then(|bytes| Fault::from_bytes(&key.name, bytes).ok());
            self.faults.extend(fault);
            self.faults.sort_by(|one, other| one.name.cmp(&other.name));
        }
    }

    /// Whether nobody has put anything there: then a request goes past.
    pub fn are_empty(&self) -> bool {
        self.faults.is_empty()
    }
}
