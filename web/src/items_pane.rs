//! The pages of one table or index that have been loaded so far, as one grid.

use dynalab_playground::views::items::ItemsView;

/// Rows of a first page, and of each "load more".
pub const PAGE_ROWS: u32 = 100;
/// A refresh asks for no more rows than this at once.
pub const REFRESH_ROWS_MAX: u32 = 1000;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ItemsPane {
    pub table: String,
    pub index: Option<String>,
    /// None until the first page has arrived.
    pub view: Option<ItemsView>,
}

impl ItemsPane {
    pub fn is_of(&self, table: &str, index: Option<&str>) -> bool {
        self.table == table && self.index.as_deref() == index
    }

    pub fn rows(&self) -> u32 {
        self.view
            .as_ref()
            .map_or(0, |view| view.collections.iter().map(|collection| collection.items.len() as u32).sum())
    }
}

/// Puts the next page below: columns join, and a collection that goes on is one collection.
pub fn append(mut view: ItemsView, mut next: ItemsView) -> ItemsView {
    for column in &next.columns {
        if !view.columns.contains(column) {
            view.columns.push(column.clone());
        }
    }
    for row in view.collections.iter_mut().flat_map(|collection| &mut collection.items) {
        row.cells.resize(view.columns.len(), None);
    }
    let places: Vec<usize> = next
        .columns
        .iter()
        .filter_map(|name| view.columns.iter().position(|column| column == name))
        .collect();
    for row in next.collections.iter_mut().flat_map(|collection| &mut collection.items) {
        let mut cells = vec![None; view.columns.len()];
        for (cell, place) in row.cells.drain(..).zip(&places) {
            cells[*place] = cell;
        }
        row.cells = cells;
    }
    let mut collections = next.collections.into_iter();
    if let Some(mut first) = collections.next() {
        match view.collections.last_mut() {
            Some(last) if first.continued => last.items.append(&mut first.items),
            _ => view.collections.push(first),
        }
    }
    view.collections.extend(collections);
    ItemsView { item_count: next.item_count, next: next.next, ..view }
}

#[cfg(test)]
mod tests {
    use super::append;
    use dynalab_playground::views::items::{Cell, ItemCollection, ItemRow, ItemsView};

    fn cell(text: &str) -> Cell {
        Cell { data_type: "S".into(), text: text.into() }
    }

    fn page(columns: &[&str], key: &str, continued: bool, cells: Vec<Option<Cell>>) -> ItemsView {
        let row = ItemRow { key_json: "{}".into(), item_json: "{}".into(), size_bytes: 1, cells };
        ItemsView {
            columns: columns.iter().map(|name| name.to_string()).collect(),
            collections: vec![ItemCollection { partition_key: cell(key), continued, items: vec![row] }],
            item_count: 2,
            next: None,
        }
    }

    #[test]
    fn a_collection_that_goes_on_stays_one_and_columns_join() {
        let first = page(&["PK", "a"], "x", false, vec![Some(cell("x")), Some(cell("1"))]);
        let second = page(&["PK", "b"], "x", true, vec![Some(cell("x")), Some(cell("2"))]);
        let whole = append(first, second);
        assert_eq!(whole.columns, ["PK", "a", "b"]);
        assert_eq!(whole.collections.len(), 1);
        let rows = &whole.collections[0].items;
        assert_eq!(rows[0].cells, [Some(cell("x")), Some(cell("1")), None]);
        assert_eq!(rows[1].cells, [Some(cell("x")), None, Some(cell("2"))]);
        let third = page(&["PK"], "y", false, vec![Some(cell("y"))]);
        assert_eq!(append(whole, third).collections.len(), 2);
    }
}
