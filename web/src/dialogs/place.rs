//! What the page tells the dialogs: where it stands, which dialog is open, and what for.

use serde::Deserialize;

use crate::module_app::PagePlace;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct DialogPlace {
    #[serde(flatten)]
    pub page: PagePlace,
    pub dialog: String,
    /// As each dialog understands it: a table's name, a key as JSON, nothing.
    pub argument: String,
}
