//! Draws of a long table only the rows that are seen and some around them. Spaces have the height of the others.

use std::ops::Range;

use dynalab_app::items::window::{self, ScrollPosition};
use yew::prelude::*;

use crate::components::scroll_frame::{ScrollFrame, use_scroll_frame};

/// A table with so many rows is drawn as a whole, and needs no frame of its own that scrolls.
const ROWS_WHOLE: usize = 100;
/// Rows that are drawn before the frame is measured.
const ROWS_FIRST: usize = 40;

/// Which rows are drawn.
pub struct RowWindow {
    pub frame: ScrollFrame,
    pub rows: Range<usize>,
    pub onscroll: Callback<Event>,
    count: usize,
    height: f64,
}

/// Returns the rows to draw of a table with `count` rows. Each drawn row has its `aria-rowindex`, which is that of the first row 2.
#[hook]
pub fn use_row_window(count: usize) -> RowWindow {
    let first = use_state_eq(|| 0_usize);
    let measured = use_state_eq(|| (ROWS_FIRST as u64, ScrollPosition::default().height));
    let frame = {
        let measured = measured.setter();
        use_scroll_frame(Callback::from(move |position: ScrollPosition| {
            measured.set((position.rows, position.height));
        }))
    };
    let onscroll = {
        let (frame, first) = (frame.clone(), first.setter());
        Callback::from(move |_: Event| {
            frame.note_scroll();
            first.set(window::first_drawn_from(&frame.position()));
        })
    };
    let (seen, height) = *measured;
    let rows = if count > ROWS_WHOLE { window::drawn(count, *first, seen as usize) } else { 0..count };
    RowWindow { frame, rows, onscroll, count, height }
}

impl RowWindow {
    /// Returns true if not all rows are drawn, so that a search in the page does not find all of them. The frame must scroll then.
    pub fn is_partial(&self) -> bool {
        self.count > ROWS_WHOLE
    }

    /// Renders the space of the rows above the drawn ones, as a body of the table.
    pub fn above(&self) -> Html {
        self.space(self.rows.start)
    }

    /// Renders the space of the rows below the drawn ones.
    pub fn below(&self) -> Html {
        self.space(self.count - self.rows.end)
    }

    fn space(&self, rows: usize) -> Html {
        html! { if rows > 0 { { space(rows as f64 * self.height) } } }
    }
}

/// Renders a space in the place of rows that are not drawn, as a body of the table. `height` is in pixels.
pub fn space(height: f64) -> Html {
    html! { <tbody aria-hidden="true"><tr><td class="items-space" height={height.to_string()}></td></tr></tbody> }
}
