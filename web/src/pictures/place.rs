//! Where the page stands, as it tells the pictures; whenever it is another, they ask anew.

use dynalab_playground::views::trace::TraceLine;
use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct PicturePlace {
    pub language: String,
    /// As the address names it.
    pub picture: String,
    pub table: String,
    pub index: Option<String>,
    /// The id of the workspace; of a copy that is only looked at a text that begins with a space, and is another for each.
    pub workspace: String,
    pub revision: u64,
    /// The moment that is shown, and whether another one is the newest.
    pub shown_id: u64,
    pub looks_back: bool,
    /// Something was undone and can be done again.
    pub can_redo: bool,
    /// Another tab writes.
    pub follows: bool,
    pub now_ms: u64,
    pub rate: Option<u64>,
    /// The answer that is shown, for the picture of it.
    pub card: Option<PicturedCard>,
}

/// A request that was answered, as its trace tells it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PicturedCard {
    /// In this visit.
    pub number: u32,
    pub operation: String,
    pub trace: Vec<TraceLine>,
    /// What it was called in the history when it was answered.
    pub moment: Option<u64>,
    pub body: String,
}
