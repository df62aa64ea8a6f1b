//! A bar between two parts of the workbench. The pointer and the arrow keys move it, a double click resets it.

use web_sys::{DomRect, Element, PointerEvent};
use yew::prelude::*;

/// Minimum size of the first part, in percent of the room.
pub const SHARE_LEAST: u32 = 20;
pub const SHARE_MOST: u32 = 80;
const STEP: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The bar is between columns and moves left and right.
    Columns,
    /// The bar is between rows and moves up and down.
    Rows,
}

impl Axis {
    pub fn name(self) -> &'static str {
        match self {
            Axis::Columns => "columns",
            Axis::Rows => "rows",
        }
    }

    fn orientation(self) -> &'static str {
        // A bar between columns is vertical.
        match self {
            Axis::Columns => "vertical",
            Axis::Rows => "horizontal",
        }
    }
}

#[derive(PartialEq, Properties)]
pub struct SplitterProps {
    pub axis: Axis,
    pub label: String,
    pub share: u32,
    /// The percent to which a double click resets the bar.
    pub first_share: u32,
    pub on_move: Callback<u32>,
}

#[component]
pub fn Splitter(props: &SplitterProps) -> Html {
    let SplitterProps { axis, label, share, first_share, on_move } = props;
    let (axis, share, first_share) = (*axis, *share, *first_share);
    let bar = use_node_ref();
    let is_dragged = use_mut_ref(|| false);
    let onkeydown = {
        let on_move = on_move.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(share) = moved(axis, share, &event.key()) {
                event.prevent_default();
                on_move.emit(share);
            }
        })
    };
    let onpointerdown = {
        let (bar, is_dragged) = (bar.clone(), is_dragged.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some(bar) = bar.cast::<Element>() {
                // Without capture, the bar still moves while the pointer is on it.
                let _ = bar.set_pointer_capture(event.pointer_id());
                *is_dragged.borrow_mut() = true;
            }
        })
    };
    let onpointermove = {
        let (bar, is_dragged, on_move) = (bar.clone(), is_dragged.clone(), on_move.clone());
        Callback::from(move |event: PointerEvent| {
            let room = bar.cast::<Element>().filter(|_| *is_dragged.borrow()).and_then(|bar| room(&bar));
            if let Some(room) = room {
                event.prevent_default();
                let (at, from, length) = match axis {
                    Axis::Columns => (f64::from(event.client_x()), room.x(), room.width()),
                    Axis::Rows => (f64::from(event.client_y()), room.y(), room.height()),
                };
                on_move.emit(share_at(at, from, length));
            }
        })
    };
    let release = Callback::from(move |_: PointerEvent| *is_dragged.borrow_mut() = false);
    let ondblclick = on_move.reform(move |_: MouseEvent| first_share);
    html! {
        <div
            ref={bar} class={classes!("workbench-split", format!("workbench-split--{}", axis.name()))}
            role="separator" tabindex="0" aria-orientation={axis.orientation()} aria-label={label.clone()} title={label.clone()}
            aria-valuenow={share.to_string()} aria-valuemin={SHARE_LEAST.to_string()} aria-valuemax={SHARE_MOST.to_string()}
            data-testid={format!("splitter-{}", axis.name())}
            {onkeydown} {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release} {ondblclick}></div>
    }
}

/// Returns the rectangle of both parts together, from the items to the end of the result.
fn room(bar: &Element) -> Option<DomRect> {
    let workbench = bar.parent_element()?;
    let corner = |selector: &str| {
        let element = workbench.query_selector(selector).ok().flatten()?;
        Some(element.get_bounding_client_rect())
    };
    let (first, last) = (corner(".workbench-items")?, corner(".workbench-result")?);
    let (x, y) = (first.x(), first.y());
    DomRect::new_with_x_and_y_and_width_and_height(x, y, last.right() - x, last.bottom() - y).ok()
}

fn share_at(at: f64, from: f64, length: f64) -> u32 {
    if length <= 0.0 {
        return SHARE_LEAST;
    }
    ((at - from) / length * 100.0).round().clamp(f64::from(SHARE_LEAST), f64::from(SHARE_MOST)) as u32
}

fn moved(axis: Axis, share: u32, key: &str) -> Option<u32> {
    let moved = match (axis, key) {
        (Axis::Columns, "ArrowLeft") | (Axis::Rows, "ArrowUp") => share.saturating_sub(STEP),
        (Axis::Columns, "ArrowRight") | (Axis::Rows, "ArrowDown") => share + STEP,
        (_, "Home") => SHARE_LEAST,
        (_, "End") => SHARE_MOST,
        _ => return None,
    };
    Some(moved.clamp(SHARE_LEAST, SHARE_MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_a_bar_along_its_axis_and_not_beyond_its_ends() {
        let columns = |share, key| moved(Axis::Columns, share, key);
        assert_eq!([columns(50, "ArrowLeft"), columns(50, "ArrowRight")], [Some(48), Some(52)]);
        assert_eq!([columns(20, "ArrowLeft"), columns(79, "ArrowRight")], [Some(20), Some(80)]);
        assert_eq!([columns(50, "ArrowUp"), columns(50, "a")], [None, None]);
        let rows = |share, key| moved(Axis::Rows, share, key);
        assert_eq!(
            [rows(50, "ArrowUp"), rows(50, "ArrowDown"), rows(50, "ArrowLeft")],
            [Some(48), Some(52), None]
        );
        assert_eq!([rows(50, "Home"), rows(50, "End")], [Some(20), Some(80)]);
    }

    #[test]
    fn a_pointer_gives_a_share_of_the_room() {
        let at = [0.0, 300.0, 700.0, 5_000.0].map(|at| share_at(at, 100.0, 1_000.0));
        assert_eq!(at, [20, 20, 60, 80]);
        assert_eq!(share_at(10.0, 0.0, 0.0), 20);
    }
}
