//! What the page tells the editor: where it stands, and the request as it is drafted.

use serde::Deserialize;

use crate::module_app::PagePlace;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct EditorPlace {
    #[serde(flatten)]
    pub page: PagePlace,
    /// In which form the request is shown, as the address names it.
    pub tab: String,
    pub operation: String,
    /// JSON, or what is on the way to becoming it.
    pub body: String,
}
