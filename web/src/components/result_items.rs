//! The items of a response as a grid.

use dynalab_app::request::answer::{CapacityUnit, Item};
use dynalab_app::request::history::{Outcome, RequestCard};
use dynalab_app::request::{attribute, json_text};
use dynalab_app::state::watched::WatchedState;
use dynalab_playground::views::tables::KeyNames;
use serde_json::Value;
use yew::prelude::*;

use crate::page::sentences;

pub fn view(app: &WatchedState, card: &RequestCard) -> Html {
    let messages = app.messages();
    let Some(summary) = card.summary() else { return html! {} };
    if summary.items.is_empty() && card.succeeded() && !reads_items(card) {
        return response(card);
    }
    if summary.items.is_empty() {
        return html! { <p class="items-waiting">{ messages.text(sentences::workbench::NO_ITEMS_RETURNED) }</p> };
    }
    let (keys, index_keys) = key_names(app, card);
    let columns = columns(&summary.items, &keys, &index_keys);
    html! {
        <div class="items">
            <table class="items-table" data-testid="result-items">
                <thead>
                    <tr>{ for columns.iter().map(|column| html! { <th scope="col" class={heading_class(&summary.items, column)}>{ *column }</th> }) }</tr>
                </thead>
                <tbody>{ for summary.items.iter().map(|item| html! {
                    <tr>{ for columns.iter().map(|column| cell(item.get(*column))) }</tr>
                }) }</tbody>
            </table>
        </div>
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

/// Returns the class of a heading. Columns of numbers are aligned right, and so is their heading.
fn heading_class(items: &[Item], column: &str) -> Classes {
    let mut values = items.iter().filter_map(|item| item.get(column)).peekable();
    let numbers = values.peek().is_some() && values.all(|value| value.get("N").is_some());
    classes!(numbers.then_some("items-num"))
}

fn cell(value: Option<&Value>) -> Html {
    let Some(value) = value else {
        return html! { <td><span class="items-none" aria-hidden="true">{ "–" }</span></td> };
    };
    let shown = attribute::from_value(value);
    let class = classes!((shown.data_type == "N").then_some("items-num"));
    html! { <td {class}><span class="items-text" title={shown.text.clone()}>{ shown.text }</span></td> }
}

/// Returns the columns: keys first, then the other attributes by name, then keys of other indexes.
fn columns<'a>(items: &'a [Item], keys: &'a [String], index_keys: &[String]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in items.iter().flat_map(|item| item.keys()) {
        if let Err(place) = names.binary_search(&name.as_str()) {
            names.insert(place, name);
        }
    }
    let mut columns: Vec<&str> = Vec::new();
    for name in keys.iter().map(String::as_str).filter(|key| names.contains(key)) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    names.retain(|name| !columns.contains(name));
    let is_index_key = |name: &&str| index_keys.iter().any(|key| key == name);
    let (last, others): (Vec<&str>, Vec<&str>) = names.into_iter().partition(is_index_key);
    columns.into_iter().chain(others).chain(last).collect()
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

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn keys_come_first_and_names_once() {
        let item = |text: &str| serde_json::from_str(text).expect("an object");
        let items = [item(r#"{"z":1,"PK":1,"a":1}"#), item(r#"{"a":1,"SK":1}"#)];
        let keys = ["PK".to_owned(), "SK".to_owned()];
        assert_eq!(columns(&items, &keys, &[]), ["PK", "SK", "a", "z"]);
        assert_eq!(columns(&items, &keys, &["a".to_owned(), "SK".to_owned()]), ["PK", "SK", "z", "a"]);
    }
}
