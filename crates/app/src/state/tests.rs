//! Notices that disappear by themselves.

use super::*;

fn state() -> AppState {
    AppState::new(Language::English, Theme::Light, Durability::Strict, WorkspaceChoice::Visiting)
}

fn said(text: &str) -> Notice {
    Notice::Said(text.to_owned())
}

#[test]
fn a_notice_that_is_told_again_stays_for_its_whole_time() {
    let mut state = state();
    for (number, text) in [(0, "copied"), (1, "saved"), (2, "copied")] {
        state.apply(Action::TellForAWhile(said(text), number));
    }
    assert_eq!(*state.notices, [said("saved"), said("copied")]);
    state.apply(Action::Forget(0));
    assert_eq!(*state.notices, [said("saved"), said("copied")], "the first telling was followed by another");
    state.apply(Action::Forget(1));
    assert_eq!(*state.notices, [said("copied")]);
    state.apply(Action::Forget(2));
    assert!(state.notices.is_empty() && state.passing.is_empty());
}

#[test]
fn a_notice_that_stays_is_not_forgotten() {
    let mut state = state();
    state.apply(Action::TellForAWhile(said("copied"), 7));
    state.apply(Action::Tell(said("copied")));
    state.apply(Action::Forget(7));
    assert_eq!(*state.notices, [said("copied")]);
    // Dismissed by hand, then told again.
    state.apply(Action::TellForAWhile(said("copied"), 8));
    state.apply(Action::Dismiss(0));
    state.apply(Action::TellForAWhile(said("copied"), 9));
    state.apply(Action::Forget(8));
    assert_eq!(*state.notices, [said("copied")]);
}
