//! The form of a vector search: the index, the item with the vector, and the number of results.

use dynalab_app::pictures::key_text;
use dynalab_playground::views::vectors::VectorSearch;
use serde_json::Value;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::page::sentences;
use crate::pictures::{Canvas, form};
use dynalab_app::pictures::chosen_search::{ChosenSearch, request_of};

const TOP_K_MAX: u64 = 100;
const LABEL_LENGTH: usize = 36;

#[derive(PartialEq, Properties)]
pub struct VectorsFormProps {
    pub canvas: Canvas,
    pub search: VectorSearch<Value>,
    pub wanted: ChosenSearch,
    pub on_change: Callback<ChosenSearch>,
}

#[component]
pub fn VectorsForm(props: &VectorsFormProps) -> Html {
    let (canvas, wanted) = (&props.canvas, &props.wanted);
    let on_top_k = {
        let (wanted, on_change) = (wanted.clone(), props.on_change.clone());
        Callback::from(move |text: String| {
            // Text that is not a number does not change the number.
            if let Ok(number) = text.parse::<u64>() {
                let top_k = Some(number.clamp(1, TOP_K_MAX));
                on_change.emit(ChosenSearch { top_k, ..wanted.clone() });
            }
        })
    };
    html! {
        <div class="picture-form">
            if props.search.indexes.len() > 1 { { index_choice(props) } }
            { item_choice(props) }
            { form::number(canvas, sentences::pictures::VECTORS_TOP_K, wanted.top_k(), TOP_K_MAX, on_top_k) }
            { editor_key(props) }
        </div>
    }
}

fn index_choice(props: &VectorsFormProps) -> Html {
    let (wanted, on_change) = (props.wanted.clone(), props.on_change.clone());
    let onchange = Callback::from(move |event: Event| {
        on_change.emit(ChosenSearch { index: Some(written(&event)), ..wanted.clone() });
    });
    let shown = props.search.found.as_ref().map(|found| &found.index_name).or(props.wanted.index.as_ref());
    html! {
        <label>{ props.canvas.text(sentences::pictures::VECTORS_INDEX) }{ " " }<select class="field" data-testid="vectors-index" {onchange}>
            { for props.search.indexes.iter().map(|name| html! { <option value={name.clone()} selected={Some(name) == shown}>{ name }</option> }) }
        </select></label>
    }
}

/// Renders the list of the index's items by their keys.
fn item_choice(props: &VectorsFormProps) -> Html {
    let Some(found) = &props.search.found else { return html! {} };
    let (wanted, on_change) = (props.wanted.clone(), props.on_change.clone());
    let candidates: Vec<Value> = found.candidates.iter().map(|candidate| candidate.key.clone()).collect();
    let options = candidates.clone();
    let onchange = Callback::from(move |event: Event| {
        let chosen = written(&event).parse::<usize>().ok().and_then(|place| candidates.get(place).cloned());
        on_change.emit(ChosenSearch { key: chosen, ..wanted.clone() });
    });
    html! {
        <label>{ props.canvas.text(sentences::pictures::VECTORS_NEAR) }{ " " }<select class="field" data-testid="vectors-item" {onchange}>
            { for options.iter().enumerate().map(|(place, key)| html! {
                <option value={place.to_string()} selected={Some(key) == found.key.as_ref()}>{ key_text::cut(&key_text::text(key), LABEL_LENGTH) }</option>
            }) }
        </select></label>
    }
}

/// Renders the button that opens the search as a request in the editor.
fn editor_key(props: &VectorsFormProps) -> Html {
    let Some(found) = &props.search.found else { return html! {} };
    let (page, request) = (props.canvas.page.clone(), request_of(&props.canvas.place.table, found));
    let onclick = Callback::from(move |_: MouseEvent| page.edit("SearchVectors", request.to_string()));
    html! {
        <button class="button" type="button" data-testid="vectors-edit" disabled={!props.canvas.is_live()} {onclick}>
            { props.canvas.text(sentences::pictures::VECTORS_EDIT) }
        </button>
    }
}
