//! Computes which rows of the grid are visible and which must be loaded.

use std::ops::Range;

use dynalab_playground::views::items::{Around, ItemRow, ItemsView};

/// The height of a row in pixels, until a row has been drawn.
const HEIGHT: f64 = 28.0;

/// Rows that are drawn above and below the visible ones.
const AROUND: usize = 30;
/// The drawn rows change after so many rows were scrolled, and not with each row.
const STEP: usize = 15;

/// The visible part of the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScrollPosition {
    /// The position of the first visible row.
    pub first: u64,
    /// The number of rows that fit.
    pub rows: u64,
    /// The height of a row in pixels.
    pub height: f64,
}

impl Default for ScrollPosition {
    /// Returns the visible part of a frame that does not exist yet.
    fn default() -> ScrollPosition {
        ScrollPosition::measured(0.0, 0.0, 0.0)
    }
}

impl ScrollPosition {
    /// Computes the visible part. The arguments are the hidden height above, the visible height and the height of a row, in
    /// pixels. A row height of zero means unknown.
    pub fn measured(top: f64, seen: f64, height: f64) -> ScrollPosition {
        let height = if height > 0.0 { height } else { HEIGHT };
        ScrollPosition { first: (top / height) as u64, rows: (seen / height).max(1.0) as u64, height }
    }
}

fn rows(view: &ItemsView) -> impl Iterator<Item = &ItemRow> {
    view.collections.iter().flat_map(|collection| &collection.items)
}

pub fn row(view: &ItemsView, position: u64) -> Option<&ItemRow> {
    rows(view).nth(position.checked_sub(view.first)? as usize)
}

/// Returns the position to request so that the same rows remain visible after they moved. At the top, the view stays at the top.
pub fn to_stay(view: Option<&ItemsView>, stand: &ScrollPosition) -> Around {
    let first = view.filter(|_| stand.first > 0).and_then(|view| row(view, stand.first));
    first.map_or(Around::Row(stand.first), |row| Around::Key(row.key_json.clone(), stand.first))
}

/// Returns by how many positions the visible rows moved. At the top, the result is 0.
pub fn moved(before: &ItemsView, now: &ItemsView, stand: &ScrollPosition) -> i64 {
    let mut seen = stand.first..stand.first + stand.rows;
    let moved = |position: u64| {
        let key = &row(before, position)?.key_json;
        let place = rows(now).position(|row| row.key_json == *key)?;
        Some((now.first + place as u64) as i64 - position as i64)
    };
    if stand.first == 0 { 0 } else { seen.find_map(moved).unwrap_or(0) }
}

/// Returns the row around which to request rows. Returns none if all visible and adjacent rows are drawn.
pub fn wanted(view: &ItemsView, stand: &ScrollPosition) -> Option<u64> {
    let drawn_until = view.first + rows(view).count() as u64;
    let margin = stand.rows / 2;
    let above = stand.first < view.first + margin && view.first > 0;
    let below = stand.first + stand.rows + margin > drawn_until && drawn_until < view.item_count;
    (above || below).then_some(stand.first.min(view.item_count.saturating_sub(1)))
}

pub fn is_seen(view: &ItemsView, stand: &ScrollPosition, is_it: impl Fn(&str) -> bool) -> bool {
    let mut positions = view.first..;
    rows(view).any(|row| {
        let position = positions.next().unwrap_or_default();
        (stand.first..stand.first + stand.rows).contains(&position) && is_it(&row.key_json)
    })
}

/// Returns the row that a key selects. Moves from the selected row, or from the visible rows if the selected row is not visible.
pub fn next(key: &str, cursor: u64, stand: &ScrollPosition, count: u64) -> Option<u64> {
    let last = count.checked_sub(1)?;
    let out_of_sight = cursor < stand.first || cursor > stand.first + stand.rows;
    let next = match key {
        "Home" => 0,
        "End" => last,
        "ArrowDown" | "ArrowUp" if out_of_sight => stand.first,
        "ArrowDown" => cursor + 1,
        "ArrowUp" => cursor.saturating_sub(1),
        "PageDown" => cursor + stand.rows,
        "PageUp" => cursor.saturating_sub(stand.rows),
        _ => return None,
    };
    Some(next.min(last))
}

/// Returns the height to hide above a row so that the row is visible. Scrolls no further than needed.
pub fn top_to_see(row: u64, top: f64, stand: &ScrollPosition) -> f64 {
    let place = row as f64 * stand.height;
    top.min(place).max(place - (stand.rows.saturating_sub(1)) as f64 * stand.height)
}

/// Adds the columns of rows that scroll into view. Existing columns keep their place.
pub fn join(columns: &mut Vec<String>, more: &[String], item_count: u64) {
    if item_count == 0 {
        columns.clear();
    }
    for (place, column) in more.iter().enumerate() {
        if !columns.contains(column) {
            // A new column goes before its successor in the new rows, so keys of indexes stay last.
            let next = more[place..].iter().find_map(|next| columns.iter().position(|known| known == next));
            columns.insert(next.unwrap_or(columns.len()), column.clone());
        }
    }
}

/// Returns the row from which rows are drawn: a visible one, which changes only after some rows were scrolled.
pub fn first_drawn_from(position: &ScrollPosition) -> usize {
    position.first as usize / STEP * STEP
}

/// Returns which of `count` rows to draw: the `seen` ones from `first` on, and some around them.
pub fn drawn(count: usize, first: usize, seen: usize) -> Range<usize> {
    // A shorter table may have taken the place of another.
    let first = first.min(count.saturating_sub(seen));
    first.saturating_sub(AROUND)..(first + seen + STEP + AROUND).min(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_playground::views::items::ItemCollection;

    fn view(first: u64, rows: u64, item_count: u64) -> ItemsView {
        let items = (first..first + rows)
            .map(|position| ItemRow { key_json: position.to_string(), ..ItemRow::default() })
            .collect();
        let collections = vec![ItemCollection { items, ..ItemCollection::default() }];
        ItemsView { collections, item_count, first, at: first, columns: Vec::new() }
    }

    #[test]
    fn rows_are_asked_for_before_the_end_of_what_is_drawn_is_seen() {
        let view = view(100, 90, 1_000);
        let at = |first| wanted(&view, &ScrollPosition { first, rows: 20, height: 28.0 });
        assert_eq!([at(0), at(109), at(110), at(160), at(161)], [Some(0), Some(109), None, None, Some(161)]);
        assert_eq!(at(5_000), Some(999), "the table has become shorter");
    }

    #[test]
    fn nothing_is_asked_at_either_end() {
        let stand = ScrollPosition { first: 0, rows: 20, height: 28.0 };
        assert_eq!(wanted(&view(0, 90, 90), &stand), None);
        assert_eq!(wanted(&view(0, 0, 0), &stand), None);
        assert_eq!(wanted(&view(910, 90, 1_000), &ScrollPosition { first: 985, ..stand }), None);
    }

    #[test]
    fn the_first_row_that_is_seen_is_followed_except_at_the_top() {
        let view = view(100, 90, 1_000);
        let stay = |first| to_stay(Some(&view), &ScrollPosition { first, rows: 20, height: 28.0 });
        assert_eq!(stay(0), Around::Row(0));
        assert_eq!(stay(120), Around::Key("120".into(), 120));
        assert_eq!(stay(500), Around::Row(500), "that row has not arrived yet");
    }

    #[test]
    fn rows_that_have_moved_are_found_by_one_that_is_seen() {
        let before = view(100, 90, 1_000);
        let mut now = view(100, 90, 1_003);
        now.first = 103;
        let at = |first| moved(&before, &now, &ScrollPosition { first, rows: 20, height: 28.0 });
        assert_eq!([at(120), at(85), at(0), at(500)], [3, 3, 0, 0]);
        assert_eq!(moved(&before, &before, &ScrollPosition { first: 120, rows: 20, height: 28.0 }), 0);
    }

    #[test]
    fn keys_lead_through_the_rows_and_not_past_them() {
        let stand = ScrollPosition { first: 100, rows: 20, height: 28.0 };
        let press = |key: &str, cursor| next(key, cursor, &stand, 1_000);
        assert_eq!([press("ArrowDown", 110), press("ArrowUp", 110)], [Some(111), Some(109)]);
        assert_eq!([press("PageDown", 990), press("PageUp", 5)], [Some(999), Some(0)]);
        assert_eq!([press("Home", 110), press("End", 110)], [Some(0), Some(999)]);
        assert_eq!(press("ArrowDown", 3), Some(100), "what is seen comes first");
        assert_eq!([press("a", 3), next("End", 0, &stand, 0)], [None, None]);
    }

    #[test]
    fn one_scrolls_no_further_than_needed() {
        let stand = ScrollPosition { first: 100, rows: 20, height: 28.0 };
        let top = 100.0 * 28.0;
        assert_eq!(top_to_see(110, top, &stand), top);
        assert_eq!(top_to_see(99, top, &stand), 99.0 * 28.0);
        assert_eq!(top_to_see(120, top, &stand), 101.0 * 28.0);
    }

    #[test]
    fn what_is_measured_is_never_nothing() {
        assert_eq!(
            ScrollPosition::measured(0.0, 0.0, 0.0),
            ScrollPosition { first: 0, rows: 1, height: HEIGHT }
        );
        assert_eq!(
            ScrollPosition::measured(281.0, 290.0, 28.0),
            ScrollPosition { first: 10, rows: 10, height: 28.0 }
        );
    }

    #[test]
    fn few_rows_are_drawn_wherever_one_scrolls() {
        assert_eq!(drawn(5, 0, 20), 0..5);
        assert_eq!(drawn(4_000, 0, 20), 0..65);
        assert_eq!(drawn(4_000, 1_500, 20), 1_470..1_565);
        assert_eq!(drawn(4_000, 3_990, 20), 3_950..4_000);
        // The table became shorter while it was scrolled to its end.
        assert_eq!(drawn(3, 3_990, 20), 0..3);
    }
}
