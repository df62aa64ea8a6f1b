//! The record of recent work: the lesson, the key designs and the tables that were opened or changed last. The home page reads it, so that it
//! needs neither the course nor the editor of key designs.

use serde::{Deserialize, Serialize};

use crate::browser::embedded::is_embedded;
use crate::browser::stored_setting;

const SETTING: &str = "recent";
/// Maximum number of entries. Each has some hundred bytes.
const ENTRIES_MAX: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentEntry {
    /// When it was opened or changed last, in milliseconds since 1970.
    pub at_ms: u64,
    pub work: Work,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    /// The lesson that was open last, with the progress in the course.
    Lesson {
        slug: String,
        number: String,
        en: String,
        ja: String,
        is_solved: bool,
        /// Solved lessons of the course, and all of them.
        solved: u32,
        lessons: u32,
    },
    /// A stored key design. The editor stores two: `a`, and its branch `b`.
    Design {
        side: String,
        name: String,
        patterns: u32,
        /// Access patterns with the expected result. None before the first check.
        green: Option<u32>,
    },
    Table {
        name: String,
    },
}

impl Work {
    /// Whether both are the same place, so that the newer entry replaces the older one.
    fn is_same_place(&self, other: &Work) -> bool {
        match (self, other) {
            (Work::Lesson { .. }, Work::Lesson { .. }) => true,
            (Work::Design { side, .. }, Work::Design { side: other, .. }) => side == other,
            (Work::Table { name }, Work::Table { name: other }) => name == other,
            _ => false,
        }
    }
}

/// Returns the entries, the newest first. A damaged record is empty.
pub fn read() -> Vec<RecentEntry> {
    stored_setting::read(SETTING).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Puts work at the beginning of the record. An embedded page is not the person's own work.
pub fn remember(work: Work) {
    if !is_embedded() {
        write(&with(read(), RecentEntry { at_ms: js_sys::Date::now() as u64, work }));
    }
}

/// Removes the branch of the key design, which is closed.
pub fn forget_branch() {
    let entries = read();
    let kept: Vec<RecentEntry> = entries.iter().filter(|entry| !is_branch(&entry.work)).cloned().collect();
    if kept.len() < entries.len() {
        write(&kept);
    }
}

fn is_branch(work: &Work) -> bool {
    matches!(work, Work::Design { side, .. } if side == "b")
}

fn write(entries: &[RecentEntry]) {
    if let Ok(text) = serde_json::to_string(entries) {
        stored_setting::write(SETTING, &text);
    }
}

fn with(entries: Vec<RecentEntry>, newest: RecentEntry) -> Vec<RecentEntry> {
    let others = entries.into_iter().filter(|entry| !entry.work.is_same_place(&newest.work));
    let mut all: Vec<RecentEntry> = others.take(ENTRIES_MAX - 1).collect();
    all.insert(0, newest);
    all
}

#[cfg(test)]
mod tests {
    use super::{ENTRIES_MAX, RecentEntry, Work, with};

    fn table(name: &str, at_ms: u64) -> RecentEntry {
        RecentEntry { at_ms, work: Work::Table { name: name.to_owned() } }
    }

    fn lesson(slug: &str, at_ms: u64) -> RecentEntry {
        let work = Work::Lesson {
            slug: slug.to_owned(),
            number: "2.5".to_owned(),
            en: "A filter is not a query".to_owned(),
            ja: "フィルターはクエリではない".to_owned(),
            is_solved: false,
            solved: 12,
            lessons: 71,
        };
        RecentEntry { at_ms, work }
    }

    #[test]
    fn the_newest_work_is_first_and_each_place_is_there_once() {
        let mut entries = Vec::new();
        for entry in
            [table("Orders", 1), lesson("one", 2), table("Users", 3), table("Orders", 4), lesson("two", 5)]
        {
            entries = with(entries, entry);
        }
        assert_eq!(entries, [lesson("two", 5), table("Orders", 4), table("Users", 3)]);
    }

    #[test]
    fn old_work_is_left_out() {
        let entries = (0..100).fold(Vec::new(), |entries, at| with(entries, table(&format!("T{at}"), at)));
        assert_eq!(entries.len(), ENTRIES_MAX);
        assert_eq!(entries.first(), Some(&table("T99", 99)));
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let entries = vec![lesson("one", 2), table("Users", 3)];
        let text = serde_json::to_string(&entries).expect("JSON");
        assert_eq!(serde_json::from_str::<Vec<RecentEntry>>(&text).ok(), Some(entries));
    }
}
