//! The items of the sample in key order, as a table or index stores them.

use dynalab_app::design::editor::Change;
use dynalab_modeling::report::{ItemReport, TableReport};
use yew::prelude::*;

use super::design_context::{DesignContext, scroll};
use crate::browser::figures;
use crate::components::tabs::TabRow;
use crate::page::sentences::design as words;

/// A table or an index, in one form.
struct DisplayedTable<'a> {
    columns: &'a [String],
    /// The first items. The workbench shows all.
    items: &'a [ItemReport],
    item_count: u64,
    /// The numbers of partition key and sort key attributes.
    keys: (usize, usize),
    sample_bytes: u64,
}

pub fn view(desk: &DesignContext) -> Html {
    let Some(report) = desk.report().filter(|report| !report.tables.is_empty()) else { return html! {} };
    let (table, index) = desk.editor.shown;
    let (table, index) = if report.tables.get(table).is_some() { (table, index) } else { (0, None) };
    let found = &report.tables[table];
    let shown = displayed_table(desk, table, index, found);
    let side = desk.text(words::DesignItemsShown {
        shown: (shown.items.len() as u64).into(),
        items: shown.item_count.into(),
        size: figures::size(shown.sample_bytes).as_str().into(),
    });
    html! {
        <section class="panel design-panel" aria-label={desk.text(words::DESIGN_ITEMS)}>
            { tabs(desk, report.tables.as_slice(), (table, index), side) }
            <div id="design-items" role="tabpanel" aria-labelledby={format!("design-items-tab-{}", tab_name(table, index))} data-testid="design-items">
                if shown.items.is_empty() { <p class="panel-body design-note">{ desk.text(words::DESIGN_NO_ITEMS) }</p> }
                else { { scroll(desk.text(words::DESIGN_ITEMS), aggregate(desk, &shown)) } }
            </div>
        </section>
    }
}

fn displayed_table<'a>(
    desk: &DesignContext,
    table: usize,
    index: Option<usize>,
    found: &'a TableReport,
) -> DisplayedTable<'a> {
    let written = desk.design().tables.get(table);
    if let Some(of_index) = index.and_then(|index| found.indexes.get(index)) {
        let keys = written.and_then(|table| table.index(&of_index.name));
        let keys = keys.map_or((1, 1), |index| (index.partition_key.len(), index.sort_key.len()));
        return DisplayedTable {
            columns: &of_index.columns,
            items: &of_index.items,
            item_count: of_index.item_count,
            keys,
            sample_bytes: of_index.sample_bytes,
        };
    }
    let keys = written.map_or((1, 1), |table| (table.partition_key.len(), table.sort_key.len()));
    DisplayedTable {
        columns: &found.columns,
        items: &found.items,
        item_count: found.item_count,
        keys,
        sample_bytes: found.sample_bytes,
    }
}

fn tab_name(table: usize, index: Option<usize>) -> String {
    match index {
        None => format!("{table}"),
        Some(index) => format!("{table}-{index}"),
    }
}

fn tabs(desk: &DesignContext, tables: &[TableReport], now: (usize, Option<usize>), side: String) -> Html {
    let mut tabs = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        tabs.push((tab_name(place, None), table.name.clone()));
        for (number, index) in table.indexes.iter().enumerate() {
            tabs.push((tab_name(place, Some(number)), index.name.clone()));
        }
    }
    let row = TabRow {
        group: "design-items",
        label: desk.text(words::DESIGN_TABLE_OR_INDEX),
        title: desk.text(words::DESIGN_ITEMS),
        tabs,
        selected: tab_name(now.0, now.1),
        panel: Some("design-items"),
    };
    let dispatcher = desk.dispatcher.clone();
    let on_select = Callback::from(move |name: AttrValue| {
        let (table, index) =
            name.split_once('-').map_or((name.as_str(), None), |(table, index)| (table, Some(index)));
        let table = table.parse().unwrap_or_default();
        dispatcher.dispatch(Change::Show(table, index.and_then(|index| index.parse().ok())));
    });
    row.view(on_select, html! { { side } })
}

fn aggregate(desk: &DesignContext, shown: &DisplayedTable) -> Html {
    let (partition, sort) = shown.keys;
    let keys = partition + sort;
    let groups = groups(shown.items, partition);
    let rows = groups.into_iter().flat_map(|group| {
        group
            .iter()
            .enumerate()
            .map(|(number, item)| one_item(shown, (partition, keys), group.len(), number, item))
            .collect::<Vec<_>>()
    });
    let heads = shown.columns.iter().take(keys).map(|column| html! { <th scope="col">{ column }</th> });
    let most = shown
        .items
        .iter()
        .map(|item| item.values.iter().skip(keys).flatten().count())
        .max()
        .unwrap_or_default();
    html! {
        <table class="aggregate">
            <thead><tr>{ for heads }<th scope="col" colspan={most.max(1).to_string()}>{ desk.text(words::DESIGN_ATTRIBUTES) }</th></tr></thead>
            <tbody>{ for rows }</tbody>
        </table>
    }
}

/// Splits the items into groups of adjacent items with the same partition key.
fn groups(items: &[ItemReport], partition: usize) -> Vec<&[ItemReport]> {
    items.chunk_by(|one, next| key_of(one, partition) == key_of(next, partition)).collect()
}

fn key_of(item: &ItemReport, partition: usize) -> &[Option<String>] {
    &item.values[..partition.min(item.values.len())]
}

fn one_item(
    shown: &DisplayedTable,
    (partition, keys): (usize, usize),
    group: usize,
    number: usize,
    item: &ItemReport,
) -> Html {
    let value = |place: usize| item.values.get(place).cloned().flatten().unwrap_or_default();
    let first = (number == 0).then(|| {
        html! { { for (0..partition).map(|place| html! { <th scope="rowgroup" class="aggregate-key" rowspan={group.to_string()}>{ value(place) }</th> }) } }
    });
    let rest = shown.columns.iter().enumerate().skip(keys).filter_map(|(place, column)| {
        let value = item.values.get(place)?.clone()?;
        Some(html! { <td><small>{ column }</small><span class="aggregate-value" title={value.clone()}>{ value }</span></td> })
    });
    html! {
        <tr title={item.item.clone()}>
            { for first }
            { for (partition..keys).map(|place| html! { <th scope="row">{ value(place) }</th> }) }
            { for rest }
        </tr>
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::report::ItemReport;

    use super::groups;

    #[test]
    fn items_of_one_partition_key_are_together() {
        let item = |key: &str, sort: &str| ItemReport {
            values: vec![Some(key.to_owned()), Some(sort.to_owned())],
            ..ItemReport::default()
        };
        let items = [item("A", "1"), item("A", "2"), item("B", "1"), item("A", "3")];
        let sizes: Vec<usize> = groups(&items, 1).into_iter().map(<[ItemReport]>::len).collect();
        assert_eq!(sizes, [2, 1, 1]);
        assert_eq!(groups(&items, 2).len(), 4);
        assert!(groups(&[], 1).is_empty());
    }
}
