//! Notices: what the page tells a person beside what it shows. What was done leaves by itself, what went wrong stays until it is dismissed.

use dynalab_playground::protocol::Refusal;
use serde::{Deserialize, Serialize};

/// How many notices can be read again.
pub const KEPT_MAX: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Notice {
    EngineRestarted,
    /// The person stopped a jump of the clock.
    JumpStopped,
    SampleLoaded {
        name: String,
        items: u64,
    },
    Refused(Refusal),
    /// Another tab deleted the workspace of this tab.
    WorkspaceDeleted,
    /// The last change of the last visit was not stored completely.
    DiscardedTail,
    /// A file of the site could not be fetched.
    FetchFailed(String),
    /// A sentence from a part of the page: what was done.
    Said(String),
    /// A sentence from a part of the page: what could not be done, and why.
    Failed(String),
    /// Where and why a pasted script stopped.
    ScriptStopped(String),
}

impl Notice {
    /// Returns true if the notice leaves by itself.
    fn passes(&self) -> bool {
        matches!(self, Notice::JumpStopped | Notice::SampleLoaded { .. } | Notice::Said(_))
    }
}

/// A notice that is shown.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    notice: Notice,
    /// The number of its latest telling, if it leaves by itself.
    number: Option<u32>,
}

/// The notices of a visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    shown: Vec<Shown>,
    /// The last notices, the newest last.
    told: Vec<Notice>,
    count: u32,
}

impl Notices {
    /// Iterates over the notices that are shown, the newest last.
    pub fn shown(&self) -> impl Iterator<Item = &Notice> {
        self.shown.iter().map(|shown| &shown.notice)
    }

    /// Iterates over the numbers of the notices that leave by themselves.
    pub fn passing(&self) -> impl Iterator<Item = u32> {
        self.shown.iter().filter_map(|shown| shown.number)
    }

    /// Iterates over the last notices, the newest first. Those that left are among them.
    pub fn told(&self) -> impl Iterator<Item = &Notice> {
        self.told.iter().rev()
    }

    /// Shows a notice as the last one. If it is shown already, its time begins again.
    pub fn tell(&mut self, notice: Notice) {
        self.told.push(notice.clone());
        if self.told.len() > KEPT_MAX {
            self.told.remove(0);
        }
        // Only the last run of a script matters.
        let is_script = |notice: &Notice| matches!(notice, Notice::ScriptStopped(_));
        self.hide(|shown| *shown == notice || (is_script(shown) && is_script(&notice)));
        let number = notice.passes().then_some(self.count);
        self.count = self.count.wrapping_add(u32::from(number.is_some()));
        self.shown.push(Shown { notice, number });
    }

    /// Hides a notice whose time is over. A notice that the page shows again has another number.
    pub fn forget(&mut self, number: u32) {
        self.shown.retain(|shown| shown.number != Some(number));
    }

    /// Hides the notice at this position.
    pub fn dismiss(&mut self, position: usize) {
        if position < self.shown.len() {
            self.shown.remove(position);
        }
    }

    /// Hides what is about the tables of a workspace that was left.
    pub fn leave_tables(&mut self) {
        self.hide(|notice| matches!(notice, Notice::SampleLoaded { .. } | Notice::ScriptStopped(_)));
    }

    fn hide(&mut self, is_over: impl Fn(&Notice) -> bool) {
        self.shown.retain(|shown| !is_over(&shown.notice));
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT_MAX, Notice, Notices};

    fn said(text: &str) -> Notice {
        Notice::Said(text.to_owned())
    }

    fn shown(notices: &Notices) -> Vec<Notice> {
        notices.shown().cloned().collect()
    }

    fn failed(text: &str) -> Notice {
        Notice::Failed(text.to_owned())
    }

    #[test]
    fn a_notice_that_is_told_again_stays_for_its_whole_time() {
        let mut notices = Notices::default();
        ["copied", "saved", "copied"].into_iter().for_each(|text| notices.tell(said(text)));
        assert_eq!(shown(&notices), [said("saved"), said("copied")]);
        notices.forget(0);
        assert_eq!(
            shown(&notices),
            [said("saved"), said("copied")],
            "the first telling was followed by another"
        );
        notices.forget(1);
        assert_eq!(shown(&notices), [said("copied")]);
        notices.forget(2);
        assert_eq!((shown(&notices), notices.passing().count()), (Vec::new(), 0));
    }

    #[test]
    fn what_went_wrong_stays_until_it_is_dismissed() {
        let mut notices = Notices::default();
        notices.tell(failed("no room"));
        notices.tell(said("copied"));
        assert_eq!(notices.passing().collect::<Vec<u32>>(), [0]);
        notices.forget(0);
        assert_eq!(shown(&notices), [failed("no room")]);
        notices.dismiss(0);
        notices.dismiss(0);
        assert!(shown(&notices).is_empty());
    }

    #[test]
    fn a_notice_that_was_dismissed_and_told_again_has_a_time_of_its_own() {
        let mut notices = Notices::default();
        notices.tell(said("copied"));
        notices.dismiss(0);
        notices.tell(said("copied"));
        notices.forget(0);
        assert_eq!(shown(&notices), [said("copied")]);
    }

    #[test]
    fn the_last_notices_can_be_read_again() {
        let mut notices = Notices::default();
        (0..KEPT_MAX + 2).for_each(|number| notices.tell(said(&number.to_string())));
        (0..KEPT_MAX as u32 + 2).for_each(|number| notices.forget(number));
        assert!(shown(&notices).is_empty());
        let told: Vec<&Notice> = notices.told().collect();
        assert_eq!((told.len(), told[0]), (KEPT_MAX, &said(&(KEPT_MAX + 1).to_string())));
    }
}
