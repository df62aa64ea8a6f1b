//! A vector search: the query in the middle, the index entries around it, the results, and each projection's size.

mod drawing;
mod form;

use dynalab_app::pictures::chosen_search::ChosenSearch;
use dynalab_app::state::{Action, Dialog};
use dynalab_playground::views::vectors::VectorSearch;
use dynalab_service::contract::Call;
use serde_json::Value;
use yew::prelude::*;

use super::engine_reads::use_described_as;
use super::figure::EmptyFigure;
use super::{Canvas, figure};
use crate::page::sentences;

#[derive(PartialEq, Properties)]
pub struct VectorsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Vectors(props: &VectorsProps) -> Html {
    let canvas = &props.canvas;
    let wanted = use_state_eq(ChosenSearch::default);
    let table = &canvas.place.table;
    // A choice for another table does not apply.
    let of_table = use_mut_ref(String::new);
    let chosen = match of_table.replace(table.clone()) == *table {
        true => (*wanted).clone(),
        false => ChosenSearch::default(),
    };
    let described = use_described_as::<VectorSearch<Value>>(canvas, chosen.question(table).request());
    let Some(described) = described else { return figure::waiting(canvas) };
    let search = match described.as_ref() {
        Ok(search) => search,
        Err(why) => return figure::refused(why),
    };
    let note = |sentence| html! { <div class="picture-form"><p class="picture-caption">{ canvas.text(sentence) }</p></div> };
    if search.indexes.is_empty() {
        return empty(canvas);
    }
    let on_change = {
        let wanted = wanted.setter();
        Callback::from(move |next| wanted.set(next))
    };
    html! {
        <>
            <form::VectorsForm canvas={canvas.clone()} search={search.clone()} wanted={chosen} {on_change} />
            if let Some(found) = &search.found {
                { drawing::drawn(canvas, found).view(canvas) }
            } else {
                { note(sentences::pictures::VECTORS_EMPTY) }
            }
        </>
    }
}

/// A query and its nearest entries, in a table without a vector index.
fn empty(canvas: &Canvas) -> Html {
    let drawing = html! {
        <>
            <circle cx="75" cy="42" r="39" />
            <circle cx="75" cy="42" r="20" />
            <path d="M75 42L92 30M75 42L60 55M75 42L84 72" />
            { for [(75, 42), (92, 30), (60, 55), (84, 72)].into_iter().map(|(x, y)| html! {
                <circle cx={x.to_string()} cy={y.to_string()} r="3" stroke-dasharray="none" />
            }) }
        </>
    };
    let page = canvas.page.clone();
    let onclick = Callback::from(move |_: MouseEvent| page.app.dispatch(Action::OpenDialog(Dialog::Samples)));
    let foot = html! {
        if !canvas.page.navigator.is_inner() {
            <button class="button button--go" type="button" data-testid="vectors-sample" disabled={!canvas.is_live()} {onclick}>
                { canvas.text(sentences::pictures::NO_TABLE_SAMPLE) }
            </button>
        }
    };
    let (title, about) = (sentences::pictures::VECTORS_NO_INDEX, sentences::pictures::VECTORS_NONE);
    EmptyFigure { drawing, title, about, foot }.view(&canvas.messages)
}
