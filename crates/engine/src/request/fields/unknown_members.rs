//! Rejects unknown members in operations of the simulation. Otherwise a spelling error in a member's name would have no effect.

use crate::error::validation::ValidationError;
use crate::error::{ControlError, UnknownMember};
use crate::request::fields::{Fields, RequestLayer};

impl Fields<'_, '_> {
    #[cold]
    pub(super) fn note_known(&self, name: &str) {
        let mut known = self.known.borrow_mut();
        if !known.iter().any(|other| other == name) {
            known.push(name.to_owned());
        }
    }

    /// Call it after all members have been read.
    pub(crate) fn refuse_unknown_members(&mut self) {
        if self.layer != RequestLayer::Control {
            return;
        }
        let known = self.known.take();
        let given = self.object.iter().filter(|(_, value)| !value.is_null());
        let unknown = given.map(|(name, _)| name).find(|name| !known.contains(name)).cloned();
        if let Some(name) = unknown {
            let place = self.path.trim_end_matches('.').to_owned();
            let member = UnknownMember { name, place, known };
            self.alone(ValidationError::Control(ControlError::UnknownMember { member }));
        }
    }
}
