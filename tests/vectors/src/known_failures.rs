//! The list of cases that are known to fail, and a report against it. A failing case outside the list is a fault. So is a
//! passing case on the list.

use std::collections::BTreeSet;

use crate::Outcome;

/// Means every case of a file.
const WHOLE_FILE: &str = "*";

#[derive(Debug)]
pub struct KnownFailures(BTreeSet<(String, String)>);

impl KnownFailures {
    /// Parses lines of `file<TAB>case, or * for the whole file<TAB>reason`.
    ///
    /// # Panics
    /// Panics if a line has no reason.
    pub fn parse(text: &str) -> KnownFailures {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let entries = lines.map(|line| match line.splitn(3, '\t').collect::<Vec<_>>()[..] {
            [file, case, _reason] => (file.to_owned(), case.to_owned()),
            _ => panic!("three parts in {line:?}"),
        });
        KnownFailures(entries.collect())
    }

    /// Returns the files with cases on the list.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(file, _)| file.as_str())
    }

    fn in_file<'a>(&'a self, file: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(listed, _)| listed == file).map(|(_, case)| case.as_str())
    }
}

/// The results of some files, compared with the list.
#[derive(Debug)]
pub struct Report {
    known: KnownFailures,
    pub files: usize,
    pub checked: usize,
    unexpected: Vec<String>,
    now_passing: Vec<String>,
}

impl Report {
    pub fn against(known: KnownFailures) -> Report {
        Report { known, files: 0, checked: 0, unexpected: Vec::new(), now_passing: Vec::new() }
    }

    pub fn add(&mut self, file: &str, outcome: &Outcome) {
        self.files += 1;
        self.checked += outcome.checked;
        let is_listed =
            |case: &str| self.known.in_file(file).any(|listed| listed == WHOLE_FILE || listed == case);
        let mut failing = BTreeSet::new();
        for failure in &outcome.failures {
            let is_first = failing.insert(failure.case.as_str());
            if is_first && !is_listed(&failure.case) {
                self.unexpected.push(format!("{file}: {failure}"));
            }
        }
        let passes =
            |case: &str| if case == WHOLE_FILE { failing.is_empty() } else { !failing.contains(case) };
        let now_passing = self.known.in_file(file).filter(|case| passes(case));
        self.now_passing.extend(now_passing.map(|case| format!("{file}\t{case}")));
    }

    /// Returns the faults by name, or None if there are none.
    pub fn faults(&self) -> Option<String> {
        let mut parts = Vec::new();
        if !self.unexpected.is_empty() {
            let (count, checked) = (self.unexpected.len(), self.checked);
            parts.push(format!("{count} cases fail ({checked} checks):\n{}", self.unexpected.join("\n")));
        }
        if !self.now_passing.is_empty() {
            parts.push(format!("take these off the list, they pass:\n{}", self.now_passing.join("\n")));
        }
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Replay};

    const VECTOR: &str = r#"{"operation":"Scan","request":{},"status":200,"response":{"Count":0},"check":true,"test":"counts"}"#;

    fn faults(list: &str, status: u16) -> Option<String> {
        let mut replay = Replay::new(VECTOR);
        replay.answer(&Answer { status, body: r#"{"Count":0}"#.to_owned() });
        let mut report = Report::against(KnownFailures::parse(list));
        report.add("scans", &replay.outcome());
        report.faults()
    }

    #[test]
    fn only_what_fails_and_is_listed_or_passes_and_is_not_is_in_order() {
        assert_eq!(faults("", 200), None);
        assert_eq!(faults("# why\nscans\tcounts\tbecause", 400), None);
        assert_eq!(faults("scans\t*\tbecause", 400), None);
        assert!(
            faults("queries\tcounts\tbecause", 400).is_some_and(|faults| faults.contains("scans: counts"))
        );
        for list in ["scans\tcounts\tbecause", "scans\t*\tbecause", "scans\tanother\tbecause"] {
            assert!(faults(list, 200).is_some_and(|faults| faults.contains("they pass")), "{list}");
        }
    }
}
