//! The items of a response as a grid.

use std::rc::Rc;

use dynalab_app::request::answer::{CapacityUnit, Item};
use dynalab_app::request::history::{Outcome, RequestCard};
use dynalab_app::request::item_columns::{Column, columns, tab_separated};
use dynalab_app::request::{attribute, json_text};
use dynalab_app::shared::Shared;
use dynalab_app::state::watched::WatchedState;
use dynalab_playground::views::tables::KeyNames;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::clipboard;
use crate::components::row_window::use_row_window;
use crate::page::messages::Messages;
use crate::page::sentences;

pub fn view(app: &WatchedState, card: &Shared<RequestCard>) -> Html {
    let messages = app.messages();
    let Some(summary) = card.summary() else { return html! {} };
    if summary.items.is_empty() && card.succeeded() && !reads_items(card) {
        return response(card);
    }
    if summary.items.is_empty() {
        return html! { <p class="items-waiting">{ messages.text(sentences::workbench::NO_ITEMS_RETURNED) }</p> };
    }
    let (keys, index_keys) = key_names(app, card);
    html! { <ResultTable key={card.number} card={card.clone()} {keys} {index_keys} messages={*messages} /> }
}

#[derive(PartialEq, Properties)]
struct ResultTableProps {
    card: Shared<RequestCard>,
    keys: Vec<String>,
    index_keys: Vec<String>,
    messages: Messages,
}

/// The items of a response. Of many, those in view are drawn.
#[component]
fn ResultTable(props: &ResultTableProps) -> Html {
    let ResultTableProps { card, keys, index_keys, messages } = props;
    let items = items_of(card);
    let window = use_row_window(items.len());
    let columns = use_memo((card.clone(), keys.clone(), index_keys.clone()), |(card, keys, index_keys)| {
        columns(items_of(card), keys, index_keys)
    });
    let drawn = window.rows.clone().zip(items.get(window.rows.clone()).into_iter().flatten());
    html! {
        <>
            if window.is_partial() { <CopyRows card={card.clone()} columns={columns.clone()} messages={*messages} /> }
            <div class={classes!("items", window.is_partial().then_some("items--windowed"))} ref={window.frame.node.clone()} onscroll={window.onscroll.clone()}>
                <table class="items-table" data-testid="result-items" aria-rowcount={(items.len() + 1).to_string()}>
                    <thead>
                        <tr aria-rowindex="1">
                            { for columns.iter().map(|column| html! { <th scope="col" class={heading_class(column)}>{ &column.name }</th> }) }
                        </tr>
                    </thead>
                    { window.above() }
                    <tbody>{ for drawn.map(|(place, item)| html! {
                        <tr aria-rowindex={(place + 2).to_string()}>{ for columns.iter().map(|column| cell(item.get(&column.name))) }</tr>
                    }) }</tbody>
                    { window.below() }
                </table>
            </div>
        </>
    }
}

/// Returns the items of the response: none without a response.
fn items_of(card: &RequestCard) -> &[Item] {
    card.summary().map(|summary| summary.items.as_slice()).unwrap_or_default()
}

#[derive(PartialEq, Properties)]
struct CopyRowsProps {
    card: Shared<RequestCard>,
    columns: Rc<Vec<Column>>,
    messages: Messages,
}

/// Says that not all rows are drawn, and copies all of them.
#[component]
fn CopyRows(props: &CopyRowsProps) -> Html {
    let CopyRowsProps { card, columns, messages } = props;
    let copied = use_state(|| None::<bool>);
    let onclick = {
        let (card, columns, copied) = (card.clone(), columns.clone(), copied.setter());
        Callback::from(move |_: MouseEvent| {
            let text = tab_separated(items_of(&card), &columns);
            let copied = copied.clone();
            spawn_local(async move { copied.set(Some(clipboard::copy(&text, None).await)) });
        })
    };
    let told = copied.map(|copied| match copied {
        true => sentences::workbench::RESULT_ROWS_COPIED,
        false => sentences::workbench::RESULT_ROWS_NOT_COPIED,
    });
    html! {
        <p class="items-foot" data-testid="result-partial">
            <button class="button button--quiet" type="button" data-testid="result-copy-rows" {onclick}>
                { messages.text(sentences::workbench::RESULT_COPY_ROWS) }
            </button>
            <span role="status">{ messages.text(told.unwrap_or(sentences::workbench::RESULT_ROWS_PARTIAL)) }</span>
        </p>
    }
}

/// Returns true for an operation whose response has items if it finds any.
fn reads_items(card: &RequestCard) -> bool {
    const READS: [&str; 9] = [
        "GetItem",
        "Query",
        "Scan",
        "BatchGetItem",
        "TransactGetItems",
        "SearchVectors",
        "ExecuteStatement",
        "BatchExecuteStatement",
        "ExecuteTransaction",
    ];
    READS.contains(&card.operation.as_str()) && card.unit() == CapacityUnit::Read
}

/// Renders a response that is not about items, such as the description of a table. Nothing for an empty one.
fn response(card: &RequestCard) -> Html {
    match &card.outcome {
        Outcome::Answered { body, .. } if body.trim() != "{}" => {
            html! { <pre class="code" lang="en" data-testid="result-response">{ json_text::pretty(body) }</pre> }
        }
        _ => html! {},
    }
}

/// Columns of numbers are aligned right, and so is their heading.
fn heading_class(column: &Column) -> Classes {
    classes!(column.is_numbers.then_some("items-num"))
}

fn cell(value: Option<&Value>) -> Html {
    let Some(value) = value else {
        return html! { <td><span class="items-none" aria-hidden="true">{ "–" }</span></td> };
    };
    let shown = attribute::from_value(value);
    let class = classes!((shown.data_type == "N").then_some("items-num"));
    html! { <td {class}><span class="items-text" title={shown.text.clone()}>{ shown.text }</span></td> }
}

/// Returns the key attributes of the table or index that was read, and those of the table's indexes.
fn key_names(app: &WatchedState, card: &RequestCard) -> (Vec<String>, Vec<String>) {
    let Ok(body) = serde_json::from_str::<Value>(&card.body) else { return Default::default() };
    let Some(table) = body.get("TableName").and_then(Value::as_str).and_then(|name| app.definition(name))
    else {
        return Default::default();
    };
    let index = body.get("IndexName").and_then(Value::as_str);
    let index = index.and_then(|name| table.indexes.iter().find(|index| index.name == name));
    let names = |key: &KeyNames| std::iter::once(key.partition.clone()).chain(key.sort.clone());
    let keys = index.map(|index| &index.key).into_iter().chain([&table.key]).flat_map(names);
    (keys.collect(), table.indexes.iter().flat_map(|index| names(&index.key)).collect())
}
