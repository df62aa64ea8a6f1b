//! The drawn rows of the grid, grouped by partition key. A space above and below has the height of the rows that are not drawn.

use dynalab_app::items::highlighted::{HighlightedItems, Mark};
use dynalab_playground::views::items::{Cell, ItemCollection, ItemRow, ItemsView};
use dynalab_playground::views::tables::KeyNames;
use web_sys::Element;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::components::row_window;
use crate::page::messages::Messages;
use crate::page::sentences;

pub struct DrawnRows<'a> {
    pub view: &'a ItemsView,
    /// The attributes of the drawn rows and of rows drawn before.
    pub columns: &'a [String],
    pub key_names: &'a KeyNames,
    /// The key attributes of the table's indexes.
    pub index_keys: &'a [String],
    pub marks: &'a HighlightedItems,
    pub cursor: u64,
    /// The height of a row.
    pub height: f64,
    pub messages: &'a Messages,
}

impl DrawnRows<'_> {
    pub fn table(
        &self,
        onkeydown: Callback<KeyboardEvent>,
        onclick: Callback<MouseEvent>,
        on_jump: Callback<String>,
    ) -> Html {
        let view = self.view;
        if view.item_count == 0 {
            return html! { <p class="items-waiting">{ self.messages.text(sentences::workbench::NO_ITEMS) }</p> };
        }
        let places: Vec<Option<usize>> =
            self.columns.iter().map(|name| view.columns.iter().position(|column| column == name)).collect();
        let mut next = view.first;
        let groups: Vec<Html> = view
            .collections
            .iter()
            .map(|collection| {
                let first = next;
                next += collection.items.len() as u64;
                self.group(collection, first, &places)
            })
            .collect();
        let active = (view.first..next).contains(&self.cursor).then_some("items-cursor");
        html! {
            <table
                class="items-table" role="grid" tabindex="0" aria-rowcount={(view.item_count + 1).to_string()} aria-activedescendant={active}
                {onkeydown} {onclick}
            >
                <thead><tr aria-rowindex="1">{ for self.columns.iter().zip(&places).enumerate().map(|(at, (column, place))| self.heading(column,
                    at > 0 && self.has_numbers(*place), &on_jump)) }</tr></thead>
                { self.space(view.first) }
                { for groups }
                { self.space(view.item_count.saturating_sub(next)) }
            </table>
        }
    }

    /// Renders a space of the height of `rows` rows.
    fn space(&self, rows: u64) -> Html {
        row_window::space(rows as f64 * self.height)
    }

    /// Returns true if all drawn values of a column are numbers. Such a column and its heading are aligned right.
    fn has_numbers(&self, place: Option<usize>) -> bool {
        let rows = self.view.collections.iter().flat_map(|collection| &collection.items);
        let mut cells = rows.filter_map(|row| row.cells.get(place?)?.as_ref()).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.data_type == "N")
    }

    fn heading(&self, column: &str, numbers: bool, on_jump: &Callback<String>) -> Html {
        let (key, messages) = (self.key_names, self.messages);
        let on_jump = on_jump.clone();
        let onchange = move |event: Event| {
            let text = written(&event);
            if !text.is_empty() {
                on_jump.emit(text);
            }
        };
        let is_partition = column == key.partition;
        let is_key = is_partition || Some(column) == key.sort.as_deref();
        let is_index_key = !is_key && self.index_keys.iter().any(|name| name == column);
        let (chip, name) = if is_partition {
            (Some(key.partition_type.as_str()), sentences::workbench::PARTITION_SHORT)
        } else {
            (
                key.sort_type.as_deref().filter(|_| Some(column) == key.sort.as_deref()),
                sentences::workbench::SORT_SHORT,
            )
        };
        html! {
            <th scope="col" class={classes!(numbers.then_some("items-num"), is_index_key.then_some("items-cut"))} key={column.to_owned()}>{ column }
                if is_index_key { { " " }<span class="chip">{ messages.text(sentences::workbench::INDEX_KEY_SHORT) }</span> }
                if let Some(data_type) = chip { { " " }<span class="chip">{ format!("{data_type} · {}", messages.text(name)) }</span> }
                if is_partition {
                    { " " }
                    <input
                        class="items-jump" type="search" data-testid="jump" placeholder={messages.text(sentences::workbench::JUMP_TO_KEY)}
                        aria-label={messages.text(sentences::workbench::JUMP_TO_KEY)}
                        {onchange}
                    />
                }
            </th>
        }
    }

    fn group(&self, collection: &ItemCollection, first: u64, places: &[Option<usize>]) -> Html {
        let rows = collection.items.len();
        // Without a sort key column, the partition key opens the item.
        let name = &collection.partition_key.text;
        let text = html! { <span class="items-key" title={name.clone()}>{ name }</span> };
        let key = html! {
            <td class="items-group" rowspan={rows.to_string()}>
                { if self.key_names.sort.is_none() { opener(text) } else { text } }
            </td>
        };
        let mut key = Some(key);
        html! {
            <tbody key={collection.partition_key.text.clone()}>
                { for collection.items.iter().zip(first..).map(|(row, position)| self.row(row, position, key.take(), places)) }
            </tbody>
        }
    }

    fn row(&self, row: &ItemRow, position: u64, key: Option<Html>, places: &[Option<usize>]) -> Html {
        let mark = self.marks.of_row(&row.key_json);
        let chosen = position == self.cursor;
        let class = classes!(
            key.is_some().then_some("items-first"),
            (mark == Mark::Kept).then_some("items-row--touched"),
            (mark == Mark::Dropped).then_some("items-row--thrown"),
            chosen.then_some("items-row--chosen")
        );
        let spoken = match mark {
            Mark::None => None,
            Mark::Kept => {
                Some(("items-mark items-mark--touched", self.messages.text(sentences::workbench::ROW_KEPT)))
            }
            Mark::Dropped => {
                Some(("items-mark items-mark--thrown", self.messages.text(sentences::workbench::ROW_DROPPED)))
            }
        };
        // The partition key is in the cell of its group.
        let cells = places.iter().skip(1).map(|place| row.cells.get((*place)?)?.as_ref());
        html! {
            <tr
                key={row.key_json.clone()} {class} id={chosen.then_some("items-cursor")} aria-selected={chosen.then_some("true")}
                aria-rowindex={(position + 2).to_string()}
            >
                { key }
                { for cells.enumerate().map(|(column, cell)| one_cell(cell, column == 0, spoken.as_ref().filter(|_| column == 0))) }
            </tr>
        }
    }
}

/// Returns the position of the row that contains an element.
pub fn position_of(element: &Element) -> Option<u64> {
    let row = element.closest("tr[aria-rowindex]").ok()??;
    row.get_attribute("aria-rowindex")?.parse::<u64>().ok()?.checked_sub(2)
}

/// Returns true if the table itself got the focus, by the keyboard.
pub fn shows_focus(event: &FocusEvent) -> bool {
    event
        .target_dyn_into::<Element>()
        .is_some_and(|element| element.matches("table:focus-visible").unwrap_or(false))
}

/// Renders a button that opens the item. It has no tab stop, because the grid's keys also open an item.
fn opener(text: Html) -> Html {
    html! { <button class="items-open" type="button" tabindex="-1">{ text }</button> }
}

/// Renders a cell. `mark` is a class and its meaning.
fn one_cell(cell: Option<&Cell>, opens: bool, mark: Option<&(&'static str, String)>) -> Html {
    let number = cell.is_some_and(|cell| cell.data_type == "N");
    let text = match cell {
        Some(cell) => html! { <span class="items-text" title={cell.text.clone()}>{ &cell.text }</span> },
        None => html! { <span class="items-none" aria-hidden="true">{ "–" }</span> },
    };
    html! {
        <td class={classes!(number.then_some("items-num"))}>
            if let Some((class, meaning)) = mark { <span class={*class} role="img" aria-label={meaning.clone()} title={meaning.clone()}></span> }
            { if opens { opener(text) } else { text } }
        </td>
    }
}
