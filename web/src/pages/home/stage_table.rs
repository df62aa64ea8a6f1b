//! The items of the live table, with their writes in the latest seconds. Only the rows in view and some around them are drawn.

use std::ops::Range;

use dynalab_app::items::highlighted::HighlightedItems;
use dynalab_app::pictures::svg::short;
use dynalab_playground::views::items::{ItemCollection, ItemRow, ItemsView};
use dynalab_playground::views::live_load::{LiveLoad, LoadedKey, SECONDS_SHOWN, limit};
use dynalab_playground::views::tables::TableSummary;
use yew::prelude::*;

use super::scrolled_rows::ScrolledRows;
use crate::browser::figures;
use crate::page::messages::Messages;
use crate::page::sentences::shell;

const BAR_STEP: f64 = 6.0;
const BAR_WIDTH: f64 = 5.0;
const BARS_HEIGHT: f64 = 16.0;
/// Writes per second that fill half of a bar. Usual loads and the sale are then both visible.
const HALF_BAR_WRITES: f64 = 8.0;

/// The rows of the table, and the row that the person selected.
pub struct StageTable<'a> {
    pub table: &'a TableSummary,
    pub items: &'a ItemsView,
    pub load: &'a LiveLoad,
    pub marks: &'a HighlightedItems,
    pub selected: Option<&'a str>,
    pub on_select: Callback<String>,
}

impl StageTable<'_> {
    /// Renders the table. `tools` are beside its name.
    pub fn view(&self, scrolled: &ScrolledRows, tools: Html, messages: &Messages) -> Html {
        let StageTable { table, items, .. } = self;
        let drawn = scrolled.drawn();
        let mut next = 0;
        let groups: Vec<Html> = items
            .collections
            .iter()
            .filter_map(|collection| {
                let first = next;
                next += collection.items.len() as u64;
                let rows = drawn.start.max(first)..drawn.end.min(next);
                (!rows.is_empty()).then(|| self.group(collection, first, rows))
            })
            .collect();
        let below = next.saturating_sub(drawn.end);
        html! {
            <section class="stage-table" aria-label={table.name.clone()}>
                <div class="tabs"><h2 class="tabs-title">{ &table.name }</h2>
                    <span class="tabs-side">{ tools }</span>
                </div>
                <div
                    class="stage-scroll" tabindex="0" role="region" aria-label={messages.text(shell::ITEMS)} ref={scrolled.frame.clone()}
                    onscroll={scrolled.scroll_callback()}
                >
                    <table class="items-table stage-grid" aria-rowcount={(next + 1).to_string()}>
                        <thead><tr aria-rowindex="1">
                            <th scope="col">{ &table.key.partition }</th>
                            <th scope="col">{ table.key.sort.clone().unwrap_or_default() }</th>
                            <th scope="col">{ messages.text(shell::ITEM) }</th>
                            <th scope="col">{ messages.text(shell::StageSeconds { seconds: (SECONDS_SHOWN as u64).into() }) }</th>
                            <th scope="col" class="items-num">{ messages.text(shell::STAGE_WRITES) }</th>
                        </tr></thead>
                        { space("above", scrolled.height(drawn.start.min(next))) }
                        { for groups }
                        { space("below", scrolled.height(below)) }
                    </table>
                </div>
            </section>
        }
    }

    /// Renders the rows of a partition key at some positions. `first` is the position of its first row.
    fn group(&self, collection: &ItemCollection, first: u64, rows: Range<u64>) -> Html {
        let drawn = rows.clone().filter_map(|position| {
            Some((position, collection.items.get(usize::try_from(position - first).ok()?)?))
        });
        html! {
            <tbody key={collection.partition_key.text.clone()}>
                { for drawn.map(|(position, row)| self.row(collection, row, position, position == rows.start, position == first)) }
            </tbody>
        }
    }

    /// Renders a row. The first drawn row of a partition key shows the key.
    fn row(
        &self,
        collection: &ItemCollection,
        row: &ItemRow,
        position: u64,
        shows_key: bool,
        is_first: bool,
    ) -> Html {
        let touched = self.marks.is_marked(&row.key_json);
        let (key, sort, rest) =
            (&collection.partition_key.text, cell_text(row, 1), self.items.besides_keys(row, self.table));
        let is_selected = self.selected == Some(row.key_json.as_str());
        let class = classes!(
            "stage-row",
            is_first.then_some("items-first"),
            touched.then_some("items-row--touched"),
            is_selected.then_some("stage-row--selected")
        );
        let onclick = {
            let key = row.key_json.clone();
            self.on_select.reform(move |_: MouseEvent| key.clone())
        };
        let load = self.load.key(&row.key_json);
        html! {
            <tr key={row.key_json.clone()} {class} {onclick} aria-rowindex={(position + 2).to_string()}>
                <td>if shows_key { <span class="items-key" title={key.clone()}>{ key }</span> }</td>
                <td title={sort.clone()}>
                    <span class="items-mark" aria-hidden="true">{ if touched { "●" } else { "" } }</span>
                    <button type="button" aria-pressed={is_selected.to_string()}>{ sort }</button>
                </td>
                <td><span class="items-text" title={rest.clone()}>{ rest }</span></td>
                <td>{ load.map(bars).unwrap_or_default() }</td>
                <td class="items-num">{ figures::grouped(load.map_or(0, LoadedKey::latest)) }</td>
            </tr>
        }
    }
}

/// Renders a space for rows that are not drawn.
fn space(place: &'static str, height: f64) -> Html {
    html! { <tbody key={place} class="items-spaces" aria-hidden="true"><tr><td class="items-space" colspan="5" height={height.to_string()}></td></tr></tbody> }
}

/// Draws the writes of the latest seconds as bars.
fn bars(key: &LoadedKey) -> Html {
    let is_hot = key.writes.iter().any(|writes| *writes > limit() / 2);
    let class = if is_hot { "pic-heat-4" } else { "pic-heat-2" };
    let missing = SECONDS_SHOWN.saturating_sub(key.writes.len());
    let path: String = key
        .writes
        .iter()
        .enumerate()
        .filter(|(_, writes)| **writes > 0)
        .map(|(second, writes)| {
            let height = BARS_HEIGHT * *writes as f64 / (*writes as f64 + HALF_BAR_WRITES);
            let x = BAR_STEP * (missing + second) as f64;
            format!("M{} {BARS_HEIGHT}v-{}h{BAR_WIDTH}v{}z", short(x), short(height), short(height))
        })
        .collect();
    html! { <svg class="stage-bars" viewBox="0 0 84 16" aria-hidden="true"><path {class} d={path} /></svg> }
}

fn cell_text(row: &ItemRow, position: usize) -> String {
    row.cells.get(position).and_then(Option::as_ref).map(|cell| cell.text.clone()).unwrap_or_default()
}
