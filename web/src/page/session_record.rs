//! Records the session of the page in a debug build, for `dynalab.session()`. A release build records nothing.

use std::cell::RefCell;

use dynalab_app::session::{Session, Step};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Whether this build records its session.
pub const IS_RECORDED: bool = cfg!(debug_assertions);

/// Adds a step to the session.
pub fn record(step: impl FnOnce() -> Step) {
    if IS_RECORDED {
        // A session that is too long is recorded no further: its text is the beginning.
        let _ = SESSION.with_borrow_mut(|session| session.record(&step()));
    }
}

/// Returns the session so far, a step per line.
pub fn text() -> String {
    SESSION.with_borrow(|session| session.text().to_owned())
}
