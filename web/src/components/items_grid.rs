//! The grid: items grouped by partition key, ordered by sort key, one column for each attribute.

use dynalab_playground::views::items::{Cell, ItemCollection, ItemRow};
use dynalab_playground::views::tables::KeyNames;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::row_in_view::use_row_in_view;
use crate::items_pane::ItemsPane;
use crate::messages::Messages;
use crate::shared::Shared;
use crate::touched::{Mark, Touched};

#[derive(PartialEq, Properties)]
pub struct ItemsGridProps {
    pub pane: Shared<ItemsPane>,
    /// The key of the table or index that is shown.
    pub key_names: KeyNames,
    pub marks: Touched,
    /// Changes when other rows may be touched.
    pub trigger: u32,
    pub messages: Messages,
    /// The id of the tab whose panel this is.
    pub tab: AttrValue,
    /// With the key and the item, both as DynamoDB JSON.
    pub on_open: Callback<(String, String)>,
    pub on_more: Callback<()>,
}

#[component]
pub fn ItemsGrid(props: &ItemsGridProps) -> Html {
    let messages = &props.messages;
    let folded = use_state(Vec::<String>::new);
    let frame = use_node_ref();
    use_row_in_view(frame.clone(), u64::from(props.trigger));
    let Some(view) = &props.pane.view else { return html! {} };
    let on_fold = {
        let folded = folded.clone();
        Callback::from(move |key: String| {
            let mut next = (*folded).clone();
            match next.iter().position(|folded| *folded == key) {
                Some(position) => drop(next.remove(position)),
                None => next.push(key),
            }
            folded.set(next);
        })
    };
    html! {
        <div class="items" id="items-panel" ref={frame} role="tabpanel" aria-labelledby={props.tab.clone()} tabindex="0" data-testid="items">
            if view.collections.is_empty() {
                <p class="items-waiting">{ messages.text("no-items") }</p>
            } else {
                <table class="items-table">
                    <thead><tr>{ for view.columns.iter().map(|column| heading(column, props, messages)) }</tr></thead>
                    { for view.collections.iter().map(|collection| {
                        let is_folded = folded.contains(&collection.partition_key.text);
                        group(collection, props, &view.columns, is_folded, &on_fold)
                    }) }
                </table>
            }
            if view.next.is_some() {
                <p class="items-foot"><button class="button" type="button" data-testid="load-more" onclick={props.on_more.reform(|_| ())}>{ messages.text("load-more") }</button></p>
            }
        </div>
    }
}

fn heading(column: &str, props: &ItemsGridProps, messages: &Messages) -> Html {
    let key = &props.key_names;
    let chip = if column == key.partition {
        Some(format!("{} · {}", key.partition_type, messages.text("partition-short")))
    } else if Some(column) == key.sort.as_deref() {
        let data_type = key.sort_type.as_deref().unwrap_or_default();
        Some(format!("{data_type} · {}", messages.text("sort-short")))
    } else {
        None
    };
    html! {
        <th scope="col" key={column.to_owned()}>{ column }
            if let Some(chip) = chip { { " " }<span class="chip">{ chip }</span> }
        </th>
    }
}

fn group(
    collection: &ItemCollection,
    props: &ItemsGridProps,
    columns: &[String],
    folded: bool,
    on_fold: &Callback<String>,
) -> Html {
    let messages = &props.messages;
    let rows =
        if folded { &collection.items[..collection.items.len().min(1)] } else { &collection.items[..] };
    let fold = {
        let (on_fold, key) = (on_fold.clone(), collection.partition_key.text.clone());
        Callback::from(move |_| on_fold.emit(key.clone()))
    };
    let first_cell = |first: bool| match (first, collection.items.len()) {
        (false, _) => html! { <td></td> },
        (true, 1) => lone_key(collection, props),
        (true, count) => {
            let hidden = messages.fill("item-count", [("items", (count as u64).into())]);
            html! {
                <td><button class="items-fold" type="button" aria-expanded={(!folded).to_string()} title={hidden.clone()} onclick={fold.clone()}>
                    { if folded { Icon::Unfold.draw() } else { Icon::Fold.draw() } }{ &collection.partition_key.text }
                    if folded { <span class="chip">{ hidden }</span> }
                </button></td>
            }
        }
    };
    html! {
        <tbody key={collection.partition_key.text.clone()}>
            { for rows.iter().enumerate().map(|(position, row)| one_row(row, position == 0, first_cell(position == 0), props, columns)) }
        </tbody>
    }
}

/// A collection of one: its key opens the item, since there may be no other column to do so.
fn lone_key(collection: &ItemCollection, props: &ItemsGridProps) -> Html {
    let text = &collection.partition_key.text;
    let row = collection.items.first().map(|row| (row.key_json.clone(), row.item_json.clone()));
    let onclick = props.on_open.reform(move |_: MouseEvent| row.clone().unwrap_or_default());
    html! { <td><button class="items-open items-key" type="button" {onclick}>{ text }</button></td> }
}

fn one_row(row: &ItemRow, first: bool, first_cell: Html, props: &ItemsGridProps, columns: &[String]) -> Html {
    let touched = props.marks.mark(&row.key_json) == Mark::Touched;
    let class = classes!(first.then_some("items-group"), touched.then_some("items-row--touched"));
    // The partition key stands in the first cell of its group.
    let cells = row.cells.iter().zip(columns).enumerate().skip(1);
    let mark = if touched { "●" } else { "" };
    let (key, item) = (row.key_json.clone(), row.item_json.clone());
    let on_open = props.on_open.reform(move |_: MouseEvent| (key.clone(), item.clone()));
    html! {
        <tr key={row.key_json.clone()} {class}>
            { first_cell }
            { for cells.map(|(position, (cell, column))| {
                let opener = (position == 1).then(|| on_open.clone());
                one_cell(cell.as_ref(), opener, if position == 1 { mark } else { "" }, column)
            }) }
        </tr>
    }
}

fn one_cell(
    cell: Option<&Cell>,
    opener: Option<Callback<MouseEvent>>,
    mark: &'static str,
    column: &str,
) -> Html {
    let number = cell.is_some_and(|cell| cell.data_type == "N");
    let text = match cell {
        Some(cell) => html! { <span class="items-text" title={cell.text.clone()}>{ &cell.text }</span> },
        None => html! { <span class="items-none" aria-hidden="true">{ "–" }</span> },
    };
    html! {
        <td key={column.to_owned()} class={classes!(number.then_some("items-num"))}>
            if !mark.is_empty() { <span class="items-mark" aria-hidden="true">{ mark }</span> }
            if let Some(onclick) = opener {
                <button class="items-open" type="button" {onclick}>{ text }</button>
            } else {
                { text }
            }
        </td>
    }
}
