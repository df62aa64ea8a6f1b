//! What pictures share: a figure with its title, legend and table, and the sentence where nothing can be drawn.

use yew::prelude::*;

use super::{Canvas, Picture};

/// A picture whole: what is drawn, what it says in a sentence, and the same as a table.
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
                <div class="picture-figure picture-figure--bare" tabindex="0" role="region" aria-label={canvas.text(&format!("picture-{}", Picture::of_name(&canvas.place.picture).name()))}>{ self.drawing }</div>
                <div class="legend" aria-hidden="true">{ self.legend }</div>
                <figcaption class="picture-caption">{ self.caption }</figcaption>
                <details class="picture-twin" data-testid="picture-twin"><summary>{ canvas.text("as-a-table") }</summary>
                    <div class="scroll" tabindex="0" role="region" aria-label={canvas.text("as-a-table")}>{ self.twin }</div>
                </details>
            </figure>
        }
    }
}

/// Rows of a table with a head; the first column names the row.
pub fn sheet(caption: String, head: &[String], rows: Vec<Vec<Html>>) -> Html {
    html! {
        <table class="sheet">
            <caption>{ caption }</caption>
            <thead><tr>{ for head.iter().map(|cell| html! { <th scope="col">{ cell }</th> }) }</tr></thead>
            <tbody>{ for rows.into_iter().map(|row| html! {
                <tr>{ for row.into_iter().enumerate().map(|(column, cell)| match column {
                    0 => html! { <th scope="row">{ cell }</th> },
                    _ => html! { <td>{ cell }</td> },
                }) }</tr>
            }) }</tbody>
        </table>
    }
}

/// While nothing has arrived, or instead of it.
pub fn waiting(canvas: &Canvas) -> Html {
    html! { <p class="items-waiting">{ canvas.text("waiting") }</p> }
}

pub fn refused(why: &str) -> Html {
    html! { <p class="items-waiting" role="alert">{ why }</p> }
}
