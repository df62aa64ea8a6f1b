//! The record of recent work: the lesson, the key designs and the tables that were opened or changed last. The home page reads it, so that it
//! needs neither the course nor the editor of key designs.

use crate::{site, stored_setting};

const SETTING: &str = "recent";
/// Maximum number of entries. Each has some hundred bytes.
const ENTRIES_MAX: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentEntry {
    /// When it was opened or changed last, in milliseconds since 1970.
    pub at_ms: u64,
    pub work: Work,
}

#[derive(Clone, Debug, PartialEq, Eq)]
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

impl RecentEntry {
    /// Returns the entry as a line with tabs between its members: a parser of JSON for it would make the first page larger.
    fn to_line(&self) -> String {
        let at_ms = self.at_ms.to_string();
        let members = match &self.work {
            Work::Lesson { slug, number, en, ja, is_solved, solved, lessons } => {
                let state = if *is_solved { "solved" } else { "open" };
                let progress = format!("{solved}/{lessons}");
                vec![
                    "lesson".to_owned(),
                    slug.clone(),
                    number.clone(),
                    en.clone(),
                    ja.clone(),
                    state.to_owned(),
                    progress,
                ]
            }
            Work::Design { side, name, patterns, green } => {
                let green = green.map(|green| green.to_string()).unwrap_or_default();
                vec!["design".to_owned(), side.clone(), name.clone(), patterns.to_string(), green]
            }
            Work::Table { name } => vec!["table".to_owned(), name.clone()],
        };
        // A name can have any characters, and a member has no tab and no line break.
        let members = members.iter().map(|member| member.replace(|letter: char| letter.is_control(), " "));
        std::iter::once(at_ms).chain(members).collect::<Vec<_>>().join("\t")
    }

    /// Returns none if the line is damaged, or of a kind that a later version added.
    fn from_line(line: &str) -> Option<RecentEntry> {
        let (at_ms, work) = line.split_once('\t')?;
        let members: Vec<&str> = work.split('\t').collect();
        let work = match *members.as_slice() {
            ["lesson", slug, number, en, ja, state, progress] => {
                let (solved, lessons) = progress.split_once('/')?;
                Work::Lesson {
                    slug: slug.to_owned(),
                    number: number.to_owned(),
                    en: en.to_owned(),
                    ja: ja.to_owned(),
                    is_solved: state == "solved",
                    solved: solved.parse().ok()?,
                    lessons: lessons.parse().ok()?,
                }
            }
            ["design", side, name, patterns, green] => Work::Design {
                side: side.to_owned(),
                name: name.to_owned(),
                patterns: patterns.parse().ok()?,
                green: green.parse().ok(),
            },
            ["table", name] => Work::Table { name: name.to_owned() },
            _ => return None,
        };
        Some(RecentEntry { at_ms: at_ms.parse().ok()?, work })
    }
}

/// Returns the entries, the newest first. Damaged lines are left out.
pub fn read() -> Vec<RecentEntry> {
    let text = stored_setting::read(SETTING).unwrap_or_default();
    text.lines().filter_map(RecentEntry::from_line).collect()
}

/// Puts work at the beginning of the record. An embedded page is not the person's own work.
pub fn remember(work: Work) {
    if !site::is_embedded() {
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
    let lines: Vec<String> = entries.iter().map(RecentEntry::to_line).collect();
    stored_setting::write(SETTING, &lines.join("\n"));
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
    fn an_entry_is_read_as_it_was_written() {
        let design =
            |green| Work::Design { side: "a".to_owned(), name: "Shop".to_owned(), patterns: 8, green };
        let designs = [None, Some(7)].map(|green| RecentEntry { at_ms: 4, work: design(green) });
        for entry in [lesson("one", 2), table("Users", 3)].into_iter().chain(designs) {
            assert_eq!(RecentEntry::from_line(&entry.to_line()), Some(entry));
        }
    }

    #[test]
    fn control_characters_of_a_name_are_spaces() {
        let named = |name: &str| Work::Table { name: name.to_owned() };
        let line = RecentEntry { at_ms: 1, work: named("a\tb\nc") }.to_line();
        assert_eq!(RecentEntry::from_line(&line), Some(RecentEntry { at_ms: 1, work: named("a b c") }));
    }

    #[test]
    fn damaged_lines_are_left_out() {
        for line in
            ["", "1", "1\ttable", "x\ttable\tUsers", "1\tlesson\ta\tb\tc\td\topen\t12", "1\tlater\tUsers"]
        {
            assert_eq!(RecentEntry::from_line(line), None, "{line}");
        }
    }
}
