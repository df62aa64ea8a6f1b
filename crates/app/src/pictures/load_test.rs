//! The state of a load test on the user's own data: the form, the access patterns, and the result so far.

use std::collections::BTreeMap;

use dynalab_playground::views::load_test::report::Report;
use dynalab_playground::views::load_test::sources::{Edited, Sources, Start};
use serde::{Deserialize, Serialize};

use crate::reduce::Reduce;
use crate::request::call_result::CallResult;
use crate::shared::Shared;

const PER_SECOND: u64 = 500;
const SECONDS: u64 = 60;
const PERCENT_MAX: u64 = 100;

/// The input of the form. Access patterns without an entry have the measured shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    edited: BTreeMap<String, Edited>,
    pub per_second: u64,
    pub seconds: u64,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft { edited: BTreeMap::new(), per_second: PER_SECOND, seconds: SECONDS }
    }
}

impl Draft {
    /// Returns the shares that the person entered for an access pattern.
    pub fn share(&self, id: &str) -> Edited {
        self.edited.get(id).cloned().unwrap_or_default()
    }

    /// Returns the body of the request that starts the load test.
    pub fn start(&self, sources: &Sources) -> Start {
        sources.start(|id| self.share(id), self.per_second, self.seconds)
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadTest {
    pub draft: Draft,
    /// The access patterns of the history, or why they cannot be read. None until they are read.
    pub sources: Option<Shared<CallResult<Sources>>>,
    /// The result of the last load test, or why it cannot be read. None until it is read.
    pub report: Option<Shared<CallResult<Report>>>,
    /// Why the last start or stop was refused.
    pub refusal: Option<String>,
    /// Counts the starts, stops and beats. The result is read again with each.
    pub reads: u64,
}

/// What happens to a load test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LoadTestAction {
    SourcesRead(Option<Shared<CallResult<Sources>>>),
    ReportRead(Option<Shared<CallResult<Report>>>),
    SetPerSecond(u64),
    SetSeconds(u64),
    /// Sets the share of an access pattern in percent. None is the measured share.
    SetShare {
        pattern: String,
        percent: Option<u64>,
    },
    /// Sets the share of the hottest key value of an access pattern in percent. None is the measured share.
    SetHottest {
        pattern: String,
        percent: Option<u64>,
    },
    /// A start or a stop was sent.
    Sent,
    /// A start or a stop was answered. The error says why it was refused.
    Answered(CallResult<()>),
    /// Time for the next read of a running load test.
    Beat,
}

impl LoadTest {
    pub fn is_running(&self) -> bool {
        self.report.as_ref().is_some_and(|report| matches!(&**report, Ok(report) if report.running))
    }

    fn edited(&mut self, pattern: String) -> &mut Edited {
        self.draft.edited.entry(pattern).or_default()
    }
}

impl Reduce for LoadTest {
    type Action = LoadTestAction;

    fn apply(&mut self, action: LoadTestAction) {
        let at_most = |percent: Option<u64>| percent.map(|percent| percent.min(PERCENT_MAX));
        match action {
            LoadTestAction::SourcesRead(sources) => self.sources = sources,
            LoadTestAction::ReportRead(report) => self.report = report,
            LoadTestAction::SetPerSecond(requests) => self.draft.per_second = requests,
            LoadTestAction::SetSeconds(seconds) => self.draft.seconds = seconds,
            LoadTestAction::SetShare { pattern, percent } => {
                self.edited(pattern).share_percent = at_most(percent);
            }
            LoadTestAction::SetHottest { pattern, percent } => {
                self.edited(pattern).hottest_percent = at_most(percent);
            }
            LoadTestAction::Sent => self.refusal = None,
            LoadTestAction::Answered(answer) => {
                self.refusal = answer.err();
                self.reads += 1;
            }
            LoadTestAction::Beat => self.reads += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use dynalab_playground::views::load_test::report::Report;
    use dynalab_playground::views::load_test::sources::{Pattern, Sources};

    use super::{LoadTest, LoadTestAction};
    use crate::reduce::Reduce;
    use crate::shared::Shared;

    #[test]
    fn the_start_has_what_was_entered_and_what_was_measured() {
        let of = |id: &str, permille| Pattern { id: id.to_owned(), permille, ..Pattern::default() };
        let sources = Sources { patterns: vec![of("a", 800), of("b", 200)], ..Sources::default() };
        let mut test = LoadTest::default();
        let pattern = || "b".to_owned();
        for action in [
            LoadTestAction::SetPerSecond(40),
            LoadTestAction::SetSeconds(5),
            LoadTestAction::SetShare { pattern: pattern(), percent: Some(250) },
            LoadTestAction::SetHottest { pattern: pattern(), percent: Some(30) },
        ] {
            test.apply(action);
        }
        let start = test.draft.start(&sources);
        assert_eq!((start.per_second, start.seconds), (40, 5));
        let shares: Vec<_> =
            start.patterns.iter().map(|chosen| (chosen.share_permille, chosen.hottest_permille)).collect();
        assert_eq!(shares, [(800, None), (1_000, Some(300))]);
        test.apply(LoadTestAction::SetShare { pattern: pattern(), percent: None });
        assert_eq!(test.draft.start(&sources).patterns[1].share_permille, 200, "an empty field is measured");
    }

    #[test]
    fn the_result_is_read_again_after_each_answer() {
        let mut test = LoadTest::default();
        test.apply(LoadTestAction::Answered(Err("No patterns".to_owned())));
        assert_eq!((test.refusal.as_deref(), test.reads), (Some("No patterns"), 1));
        test.apply(LoadTestAction::Sent);
        test.apply(LoadTestAction::Answered(Ok(())));
        test.apply(LoadTestAction::Beat);
        assert_eq!((test.refusal.clone(), test.reads, test.is_running()), (None, 3, false));
        let report = Report { running: true, ..Report::default() };
        test.apply(LoadTestAction::ReportRead(Some(Shared::new(Ok(report)))));
        assert!(test.is_running());
    }
}
