//! Sentences about the data that is missing in the copy, one for each kind of loss.

use dynalab_playground::protocol::salvage::{Loss, LossPlace, LossReason, LostChunk};
use dynalab_playground::utc;
use yew::prelude::*;

use crate::browser::figures;
use crate::page::scene::Scene;
use crate::page::sentences::dialogs;

/// Maximum number of shown losses. The file has all of them.
const SHOWN_MAX: usize = 20;

pub fn list(scene: &Scene, losses: &[Loss]) -> Html {
    if losses.is_empty() {
        return html! { <p data-testid="salvage-complete">{ scene.text(dialogs::SALVAGE_COMPLETE) }</p> };
    }
    let more = losses.len().saturating_sub(SHOWN_MAX) as u64;
    html! {
        <>
            <h3 class="salvage-title">{ scene.text(dialogs::SALVAGE_UNREADABLE) }</h3>
            <ul class="salvage-list" data-testid="salvage-losses" data-count={losses.len().to_string()}>
                { for losses.iter().take(SHOWN_MAX).map(|loss| html! { <li>{ one(scene, loss) }</li> }) }
            </ul>
            if more > 0 {
                <p>{ scene.text(dialogs::SalvageMore { count: more.into() }) }</p>
            }
            if losses.iter().any(may_have_changes) {
                <p class="dialog-hint">{ scene.text(dialogs::SALVAGE_OLDER) }</p>
            }
        </>
    }
}

/// Returns true if this loss can leave items older in the copy than they were.
fn may_have_changes(loss: &Loss) -> bool {
    match loss {
        Loss::Chunk(LostChunk { place: LossPlace::Log { .. }, reason, .. }) => {
            *reason != LossReason::Unfinished
        }
        _ => false,
    }
}

fn one(scene: &Scene, loss: &Loss) -> Html {
    match loss {
        Loss::Chunk(chunk) => {
            let note = note(scene, chunk);
            html! {
                <>
                    <b>{ place(scene, chunk) }</b><br />{ reason(scene, chunk.reason) }
                    if let Some(note) = note { <br />{ note } }
                </>
            }
        }
        Loss::TableWithoutDefinition { name, items } => {
            html! { <><b>{ name }</b><br />{ scene.text(dialogs::SalvageLostTable { items: (*items).into() }) }</> }
        }
        Loss::ItemsWithoutTable { items } => {
            html! { { scene.text(dialogs::SalvageLostItems { items: (*items).into() }) } }
        }
        Loss::Strays { values } => {
            html! { { scene.text(dialogs::SalvageStrays { values: (*values).into() }) } }
        }
    }
}

fn place(scene: &Scene, chunk: &LostChunk) -> String {
    let name = match chunk.place {
        LossPlace::Head => scene.text(dialogs::SALVAGE_HEAD),
        LossPlace::Snapshot { index } => scene.text(dialogs::SalvageSnapshot { number: (index + 1).into() }),
        LossPlace::Log { revision } => scene.text(dialogs::SalvageLog { number: revision.into() }),
    };
    match chunk.size_bytes {
        0 => name,
        bytes => format!("{name} · {}", figures::size(bytes)),
    }
}

fn reason(scene: &Scene, reason: LossReason) -> String {
    scene.text(match reason {
        LossReason::Missing { count } => return scene.text(dialogs::SalvageMissing { count: count.into() }),
        LossReason::WrongLength => dialogs::SALVAGE_WRONG_LENGTH,
        LossReason::Changed => dialogs::SALVAGE_CHANGED,
        LossReason::NewerVersion => dialogs::SALVAGE_NEWER,
        LossReason::Misplaced => dialogs::SALVAGE_MISPLACED,
        LossReason::Unfinished => dialogs::SALVAGE_UNFINISHED,
        LossReason::NotBytes => dialogs::SALVAGE_NOT_BYTES,
        LossReason::BrowserFailed => dialogs::SALVAGE_BROWSER_FAILED,
        LossReason::UnknownContent => dialogs::SALVAGE_UNKNOWN_CONTENT,
    })
}

/// Returns when the chunk's changes were made, as far as known. For the head, returns its purpose.
fn note(scene: &Scene, chunk: &LostChunk) -> Option<String> {
    if chunk.place == LossPlace::Head {
        return Some(scene.text(dialogs::SALVAGE_HEAD_NOTE));
    }
    let [from, until] = [chunk.made_from_ms, chunk.made_until_ms].map(|at_ms| at_ms.map(utc::date_time));
    match (from.as_deref(), until.as_deref()) {
        (None, None) => None,
        (Some(from), None) => Some(scene.text(dialogs::SalvageMadeFrom { from: from.into() })),
        (None, Some(until)) => Some(scene.text(dialogs::SalvageMadeUntil { until: until.into() })),
        (Some(at), Some(until)) if at == until => Some(scene.text(dialogs::SalvageMadeAt { at: at.into() })),
        (Some(from), Some(until)) => {
            Some(scene.text(dialogs::SalvageMadeBetween { from: from.into(), until: until.into() }))
        }
    }
}
