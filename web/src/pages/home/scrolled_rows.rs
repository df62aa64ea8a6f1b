//! The rows of the live table that are drawn: those in view and some around them. Drawing all rows would take long on a phone.

use std::ops::Range;

use dynalab_app::items::highlighted::HighlightedItems;
use dynalab_app::items::window::ScrollPosition;
use dynalab_app::shared::Shared;
use dynalab_playground::views::items::ItemsView;
use web_sys::{HtmlElement, ScrollBehavior, ScrollToOptions};
use yew::prelude::*;

use crate::page::first_paint;

/// The number of rows drawn above and below the visible rows.
const AROUND: u64 = 24;
/// The drawn rows change after so many rows were scrolled, and not with each row.
const STEP: u64 = 8;
/// The least distance in pixels of a highlighted row from the edges of the frame.
const EDGE: f64 = 60.0;

/// The frame of the table, and which rows are visible in it.
#[derive(Clone)]
pub struct ScrolledRows {
    pub frame: NodeRef,
    /// The first visible row, rounded down to a multiple of [`STEP`], the number of visible rows, and the height of a row.
    position: UseStateHandle<ScrollPosition>,
}

#[hook]
pub fn use_scrolled_rows() -> ScrolledRows {
    ScrolledRows { frame: use_node_ref(), position: use_state_eq(ScrollPosition::default) }
}

impl ScrolledRows {
    /// Returns the positions of the rows to draw.
    pub fn drawn(&self) -> Range<u64> {
        let ScrollPosition { first, rows, .. } = *self.position;
        first.saturating_sub(AROUND)..first + rows + STEP + AROUND
    }

    /// Returns the height of some rows in pixels.
    pub fn height(&self, rows: u64) -> f64 {
        rows as f64 * self.position.height
    }

    /// Returns a handler that measures the visible rows.
    pub fn scroll_callback(&self) -> Callback<Event> {
        let rows = self.clone();
        Callback::from(move |_: Event| {
            rows.measure();
        })
    }

    /// Measures which rows are visible, and draws them. Returns none if the table is not drawn yet.
    fn measure(&self) -> Option<ScrollPosition> {
        let frame = self.frame.cast::<HtmlElement>()?;
        let row = frame.query_selector(".stage-row").ok().flatten()?;
        let height = row.get_bounding_client_rect().height();
        let seen = f64::from(frame.client_height());
        let measured = ScrollPosition::measured(f64::from(frame.scroll_top()), seen, height);
        self.draw(measured);
        Some(measured)
    }

    /// Draws the rows at a position.
    fn draw(&self, position: ScrollPosition) {
        self.position.set(ScrollPosition { first: position.first / STEP * STEP, ..position });
    }

    /// Scrolls a row into view within the frame. The page does not move.
    fn show(&self, row: u64) {
        let (Some(measured), Some(frame)) = (self.measure(), self.frame.cast::<HtmlElement>()) else {
            return;
        };
        let (top, seen) = (f64::from(frame.scroll_top()), f64::from(frame.client_height()));
        let offset = row as f64 * measured.height - top;
        if offset >= EDGE && offset <= seen - EDGE {
            return;
        }
        // The first visible row is whole.
        let first = ((top + offset - seen / 3.0) / measured.height).round().max(0.0);
        let options = ScrollToOptions::new();
        options.set_top(first * measured.height);
        // Each step of a long way would draw other rows. At its end, they are drawn in the same frame.
        let is_far = offset < -seen || offset > 2.0 * seen;
        options.set_behavior(if is_far { ScrollBehavior::Instant } else { ScrollBehavior::Auto });
        if is_far {
            self.draw(ScrollPosition { first: first as u64, ..measured });
        }
        frame.scroll_to_with_scroll_to_options(&options);
    }
}

/// Shows the first highlighted item when `trigger` changes, that is, when other items may be highlighted.
#[hook]
pub fn use_row_in_view(
    rows: &ScrolledRows,
    items: Option<&Shared<ItemsView>>,
    marks: &HighlightedItems,
    trigger: u64,
) {
    let (rows, items, marks) = (rows.clone(), items.cloned(), marks.clone());
    use_effect_with(trigger, move |_| {
        first_paint::when_shown(move || {
            let mut keys =
                items.iter().flat_map(|items| &items.collections).flat_map(|collection| &collection.items);
            match keys.position(|row| marks.is_marked(&row.key_json)) {
                Some(row) => rows.show(row as u64),
                None => {
                    rows.measure();
                }
            }
        });
    });
}
