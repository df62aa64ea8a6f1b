//! The permission to run handlers. A handler is stored in its workspace, and so in links and files. The permission is stored only
//! in this browser, for one workspace and one text.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::browser::embedded::is_embedded;
use crate::browser::stored_setting;

/// The texts that may run, by the names of their handlers.
pub type ApprovedTexts = BTreeMap<String, String>;

thread_local! {
    /// Permissions for temporary copies, by the page's names for them.
    static OF_COPIES: RefCell<BTreeMap<String, ApprovedTexts>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the texts that may run. In an embedded page none may.
pub fn approved(workspace: &str) -> ApprovedTexts {
    if is_embedded() {
        return ApprovedTexts::new();
    }
    if is_copy(workspace) {
        return OF_COPIES.with_borrow(|copies| copies.get(workspace).cloned().unwrap_or_default());
    }
    let kept = stored_setting::read(&setting_of(workspace));
    kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default()
}

pub fn approve(workspace: &str, name: &str, code: &str) {
    change(workspace, |approved| drop(approved.insert(name.to_owned(), code.to_owned())));
}

pub fn revoke(workspace: &str, name: &str) {
    change(workspace, |approved| drop(approved.remove(name)));
}

fn change(workspace: &str, change: impl FnOnce(&mut ApprovedTexts)) {
    let mut now = approved(workspace);
    change(&mut now);
    if is_copy(workspace) {
        OF_COPIES.with_borrow_mut(|copies| copies.insert(workspace.to_owned(), now));
    } else if now.is_empty() {
        stored_setting::remove(&setting_of(workspace));
    } else {
        stored_setting::write(&setting_of(workspace), &serde_json::json!(now).to_string());
    }
}

fn is_copy(workspace: &str) -> bool {
    workspace.is_empty() || workspace.starts_with(' ')
}

fn setting_of(workspace: &str) -> String {
    format!("handlers.{workspace}")
}
