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

/// The notices of a visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    shown: Vec<Notice>,
    /// The shown notices that leave by themselves, with the number of their latest telling.
    passing: Vec<(Notice, u32)>,
    /// The last notices, the newest last.
    told: Vec<Notice>,
    count: u32,
}

impl Notices {
    pub fn shown(&self) -> &[Notice] {
        &self.shown
    }

    /// Iterates over the numbers of the notices that leave by themselves.
    pub fn passing(&self) -> impl Iterator<Item = u32> {
        self.passing.iter().map(|(_, number)| *number)
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
        self.shown.retain(|told| *told != notice && !(is_script(told) && is_script(&notice)));
        self.passing.retain(|(passing, _)| *passing != notice);
        if notice.passes() {
            self.passing.push((notice.clone(), self.count));
            self.count = self.count.wrapping_add(1);
        }
        self.shown.push(notice);
    }

    /// Hides a notice whose time is over. A notice that the page shows again has another number.
    pub fn forget(&mut self, number: u32) {
        let Some(place) = self.passing.iter().position(|(_, told)| *told == number) else { return };
        let (notice, _) = self.passing.remove(place);
        self.shown.retain(|told| *told != notice);
    }

    /// Hides the notice at this position.
    pub fn dismiss(&mut self, position: usize) {
        if position < self.shown.len() {
            let notice = self.shown.remove(position);
            self.passing.retain(|(passing, _)| *passing != notice);
        }
    }

    /// Hides what is about the tables of a workspace that was left.
    pub fn leave_tables(&mut self) {
        self.shown.retain(|notice| !matches!(notice, Notice::SampleLoaded { .. } | Notice::ScriptStopped(_)));
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT_MAX, Notice, Notices};

    fn said(text: &str) -> Notice {
        Notice::Said(text.to_owned())
    }

    fn failed(text: &str) -> Notice {
        Notice::Failed(text.to_owned())
    }

    #[test]
    fn a_notice_that_is_told_again_stays_for_its_whole_time() {
        let mut notices = Notices::default();
        ["copied", "saved", "copied"].into_iter().for_each(|text| notices.tell(said(text)));
        assert_eq!(notices.shown(), [said("saved"), said("copied")]);
        notices.forget(0);
        assert_eq!(
            notices.shown(),
            [said("saved"), said("copied")],
            "the first telling was followed by another"
        );
        notices.forget(1);
        assert_eq!(notices.shown(), [said("copied")]);
        notices.forget(2);
        assert_eq!((notices.shown(), notices.passing().count()), (&[][..], 0));
    }

    #[test]
    fn what_went_wrong_stays_until_it_is_dismissed() {
        let mut notices = Notices::default();
        notices.tell(failed("no room"));
        notices.tell(said("copied"));
        assert_eq!(notices.passing().collect::<Vec<u32>>(), [0]);
        notices.forget(0);
        assert_eq!(notices.shown(), [failed("no room")]);
        notices.dismiss(0);
        notices.dismiss(0);
        assert!(notices.shown().is_empty());
    }

    #[test]
    fn a_notice_that_was_dismissed_and_told_again_has_a_time_of_its_own() {
        let mut notices = Notices::default();
        notices.tell(said("copied"));
        notices.dismiss(0);
        notices.tell(said("copied"));
        notices.forget(0);
        assert_eq!(notices.shown(), [said("copied")]);
    }

    #[test]
    fn the_last_notices_can_be_read_again() {
        let mut notices = Notices::default();
        (0..KEPT_MAX + 2).for_each(|number| notices.tell(said(&number.to_string())));
        (0..KEPT_MAX as u32 + 2).for_each(|number| notices.forget(number));
        assert!(notices.shown().is_empty());
        let told: Vec<&Notice> = notices.told().collect();
        assert_eq!((told.len(), told[0]), (KEPT_MAX, &said(&(KEPT_MAX + 1).to_string())));
    }
}
