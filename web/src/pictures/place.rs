//! The state of the page that diagrams depend on. A diagram reads its data again when the state changes.

use dynalab_app::request::history::{Outcome, RequestCard};
use dynalab_playground::views::tables::KeyNames;
use dynalab_playground::views::trace::TraceLine;
use dynalab_playground::workspace_choice::WorkspaceChoice;

use crate::engine::virtual_clock::ClockReading;
use crate::page::scene::Scene;

/// Maximum number of trace lines in a diagram. The beginning of a long trace is enough.
const LINES_MAX: usize = 1_000;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PicturePlace {
    pub language: String,
    /// The name of the diagram in the address.
    pub picture: String,
    /// The name of the open table; empty if there is none.
    pub table: String,
    /// What the list of tables knows of the open table. No policy hides it.
    pub facts: Option<TableFacts>,
    pub index: Option<String>,
    /// The id of the workspace. A temporary copy has a unique text that begins with a space.
    pub workspace: String,
    pub revision: u64,
    pub clock: ClockReading,
    /// Whether an undone entry can be redone.
    pub can_redo: bool,
    /// Whether another tab writes.
    pub follows: bool,
    /// Whether the limits of throughput are on.
    pub limited: bool,
    /// The shown response, for the diagram of its request.
    pub card: Option<PicturedCard>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TableFacts {
    pub arn: String,
    pub key: KeyNames,
}

/// A request with a response, as its trace describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct PicturedCard {
    /// The number of the card in this visit.
    pub number: u32,
    pub operation: String,
    pub trace: Vec<TraceLine>,
    /// The id of its history entry when the response arrived.
    pub entry: Option<u64>,
    pub body: String,
}

impl PicturePlace {
    pub fn from_scene(scene: &Scene) -> PicturePlace {
        let app = &scene.app;
        let picture = scene.query.picture.clone().unwrap_or_default();
        let shows_card = matches!(picture.as_str(), "request" | "partitions");
        let timeline = app.timeline().as_deref();
        PicturePlace {
            language: app.language().code().to_owned(),
            picture,
            table: scene.table_name().unwrap_or_default().to_owned(),
            facts: scene
                .table_name()
                .and_then(|name| app.definition(name))
                .map(|table| TableFacts { arn: table.arn.clone(), key: table.key.clone() }),
            index: scene.query.index.clone(),
            workspace: match app.workspace() {
                WorkspaceChoice::Stored { id } => id.as_str().to_owned(),
                WorkspaceChoice::Visiting => format!(" {}", *app.starts()),
            },
            revision: *app.revision(),
            clock: ClockReading::from_app(app),
            can_redo: timeline.is_some_and(|timeline| timeline.can_redo),
            follows: scene.is_follower(),
            limited: timeline.is_some_and(|timeline| timeline.limited),
            card: app
                .history()
                .displayed_card()
                .filter(|_| shows_card)
                .and_then(|card| PicturedCard::from_card(card)),
        }
    }
}

impl PicturedCard {
    fn from_card(card: &RequestCard) -> Option<PicturedCard> {
        let Outcome::Answered { trace, .. } = &card.outcome else { return None };
        Some(PicturedCard {
            number: card.number,
            operation: card.operation.clone(),
            trace: trace.iter().take(LINES_MAX).cloned().collect(),
            entry: card.entry,
            body: card.body.clone(),
        })
    }
}
