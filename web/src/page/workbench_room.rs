//! The layout of the workbench: the sizes of its columns and rows, stored in this browser, and whether the diagram fills it.

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::browser::stored_setting;
use crate::components::splitter::{Axis, SHARE_LEAST, SHARE_MOST, Splitter};
use crate::page::scene::Scene;
use crate::page::sentences;

const COLUMNS_FIRST: u32 = 50;
const ROWS_FIRST: u32 = 52;

#[derive(Clone, PartialEq)]
pub struct WorkbenchRoom {
    columns: UseStateHandle<u32>,
    rows: UseStateHandle<u32>,
    pub expanded: UseStateHandle<bool>,
    /// The element whose parts have these sizes.
    pub frame: NodeRef,
}

#[hook]
pub fn use_workbench_room() -> WorkbenchRoom {
    let room = WorkbenchRoom {
        columns: use_state_eq(|| kept(Axis::Columns)),
        rows: use_state_eq(|| kept(Axis::Rows)),
        expanded: use_state_eq(|| false),
        frame: use_node_ref(),
    };
    {
        let frame = room.frame.clone();
        use_effect_with((*room.columns, *room.rows), move |shares| apply(&frame, *shares));
    }
    room
}

/// Sets the sizes as style properties for the style sheet. The page's policy allows no style attributes.
fn apply(frame: &NodeRef, (columns, rows): (u32, u32)) {
    let Some(frame) = frame.cast::<HtmlElement>() else { return };
    for (name, share) in
        [("--left", columns), ("--right", 100 - columns), ("--upper", rows), ("--lower", 100 - rows)]
    {
        // If the browser rejects it, the sizes of the style sheet apply.
        let _ = frame.style().set_property(name, &format!("{share}fr"));
    }
}

impl WorkbenchRoom {
    pub fn splitters(&self, scene: &Scene) -> Html {
        html! {
            <>
                { bar(scene, Axis::Columns, &self.columns) }
                { bar(scene, Axis::Rows, &self.rows) }
            </>
        }
    }
}

fn bar(scene: &Scene, axis: Axis, share: &UseStateHandle<u32>) -> Html {
    let label = scene.text(match axis {
        Axis::Columns => sentences::workbench::SPLIT_COLUMNS,
        Axis::Rows => sentences::workbench::SPLIT_ROWS,
    });
    let on_move = {
        let share = share.setter();
        Callback::from(move |moved: u32| {
            stored_setting::write(&setting(axis), &moved.to_string());
            share.set(moved);
        })
    };
    html! { <Splitter {axis} {label} share={**share} first_share={first(axis)} {on_move} /> }
}

fn first(axis: Axis) -> u32 {
    match axis {
        Axis::Columns => COLUMNS_FIRST,
        Axis::Rows => ROWS_FIRST,
    }
}

fn setting(axis: Axis) -> String {
    format!("workbench-{}", axis.name())
}

fn kept(axis: Axis) -> u32 {
    share_of(stored_setting::read(&setting(axis)).as_deref(), first(axis))
}

/// Returns the stored size if it is valid, or else `first`.
fn share_of(kept: Option<&str>, first: u32) -> u32 {
    let share = kept.and_then(|text| text.parse().ok());
    share.filter(|share| (SHARE_LEAST..=SHARE_MOST).contains(share)).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::share_of;

    #[test]
    fn only_a_share_that_makes_sense_is_taken_from_the_browser() {
        let kept = [None, Some("35"), Some("0"), Some("99"), Some("wide")];
        assert_eq!(kept.map(|text| share_of(text, 50)), [50, 35, 50, 50, 50]);
    }
}
