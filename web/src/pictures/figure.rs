//! Shared parts of diagrams: a figure with title, legend and table, and the sentence of a diagram without data.

use crate::components::opened_details::OpenedDetails;
use crate::page::messages::{Messages, Sentence};
use crate::page::sentences;
use yew::prelude::*;

use super::{Canvas, export};

/// A whole diagram: the drawing, its caption, and the same data as a table.
pub struct Figure {
    pub drawing: Html,
    pub legend: Html,
    pub caption: String,
    pub twin: Html,
}

impl Figure {
    pub fn view(self, canvas: &Canvas) -> Html {
        html! {
            <figure class="picture">
                <div class="picture-figure picture-figure--bare" tabindex="0" role="region" aria-label={self.caption.clone()}>{ self.drawing }</div>
                <div class="legend" aria-hidden="true">{ self.legend }</div>
                <figcaption class="picture-caption">{ self.caption }</figcaption>
                { export::keys(canvas) }
                <OpenedDetails class="picture-twin" test_id="picture-twin" summary={canvas.text(sentences::pictures::AS_A_TABLE)}>
                    <div class="scroll" tabindex="0" role="region" aria-label={canvas.text(sentences::pictures::AS_A_TABLE)}>{ self.twin }</div>
                </OpenedDetails>
            </figure>
        }
    }
}

/// Renders a diagram's data as a table. The first cell of each row names the row.
pub fn sheet<const COLUMNS: usize>(
    canvas: &Canvas,
    caption: Sentence,
    head: [Sentence; COLUMNS],
    rows: impl Iterator<Item = [String; COLUMNS]>,
) -> Html {
    html! {
        <table class="sheet">
            <caption>{ canvas.text(caption) }</caption>
            <thead><tr>{ for head.into_iter().map(|name| html! { <th scope="col">{ canvas.text(name) }</th> }) }</tr></thead>
            <tbody>{ for rows.map(|row| html! {
                <tr>{ for row.into_iter().enumerate().map(|(column, cell)| match column {
                    0 => html! { <th scope="row">{ cell }</th> },
                    _ => html! { <td>{ cell }</td> },
                }) }</tr>
            }) }</tbody>
        </table>
    }
}

/// Renders the sentence for data that has not arrived.
pub fn waiting(canvas: &Canvas) -> Html {
    html! { <p class="items-waiting">{ canvas.text(sentences::shell::WAITING) }</p> }
}

/// A diagram without data: the dashed shape of what will be here, why it is empty, and the button that fills it.
pub struct EmptyFigure {
    /// Drawn in a box of 150 to 84.
    pub drawing: Html,
    pub title: Sentence,
    pub about: Sentence,
    pub foot: Html,
}

impl EmptyFigure {
    pub fn view(self, messages: &Messages) -> Html {
        html! {
            <div class="picture-empty" data-testid="picture-empty">
                <svg class="picture-empty-drawing" viewBox="0 0 150 84" aria-hidden="true" fill="none" stroke="currentColor" stroke-dasharray="4 4">
                    { self.drawing }
                </svg>
                <div>
                    <h3 class="picture-empty-title">{ messages.text(self.title) }</h3>
                    <p>{ messages.text(self.about) }</p>
                    <div class="picture-empty-foot">{ self.foot }</div>
                </div>
            </div>
        }
    }
}

pub fn refused(why: &str) -> Html {
    html! { <p class="items-waiting" role="alert">{ why }</p> }
}
