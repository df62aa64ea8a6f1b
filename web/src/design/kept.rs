//! Stores the page's designs in the browser with each edit, for this tab and for the next visit.

use dynalab_modeling::Design;

use super::files;
use crate::browser::stored_setting;

const A: &str = "design.a";
const B: &str = "design.b";
/// Whether the last check of the stored designs was stopped or did not end.
const UNFINISHED: &str = "design.unfinished";
/// The name of the design that was replaced last.
const BEFORE: &str = "design.before";
/// Maximum number of stored texts that are set aside because they are damaged or of a later version.
const SET_ASIDE_MOST: usize = 64;

/// Returns the two stored designs. A design is none if it is not stored or cannot be read.
pub fn read() -> (Option<Design>, Option<Design>) {
    (read_one(A), read_one(B))
}

/// Reads one design. Text that cannot be read is set aside, because the next edit overwrites it.
fn read_one(name: &str) -> Option<Design> {
    let text = stored_setting::read_kept(name).filter(|text| !text.is_empty())?;
    let design = files::read(&text).ok();
    if design.is_none() && set_aside(&text) {
        let _ = stored_setting::keep(name, "");
    }
    design
}

/// Stores the text under a free name. Returns false if the browser cannot store it; the original then remains.
fn set_aside(text: &str) -> bool {
    let free = aside_names().find(|name| stored_setting::read_kept(name).is_none_or(|kept| kept.is_empty()));
    free.is_some_and(|name| stored_setting::keep(&name, text))
}

fn aside_names() -> impl Iterator<Item = String> {
    let numbered = (2..=SET_ASIDE_MOST).map(|number| format!("design.unreadable.{number}"));
    std::iter::once("design.unreadable".to_owned()).chain(numbered)
}

/// Stores both designs. Returns false if the browser stores nothing.
pub fn write(a: &Design, b: Option<&Design>) -> bool {
    let of_b = b.map(dynalab_modeling::write).unwrap_or_default();
    stored_setting::keep(A, &dynalab_modeling::write(a)) && stored_setting::keep(B, &of_b)
}

/// Stores whether the last check of the designs did not end. A visit that ends with its tab leaves it so.
pub fn set_unfinished(is_unfinished: bool) {
    if is_unfinished != self::is_unfinished() {
        // If nothing can be stored, the designs are not stored either.
        let _ = stored_setting::keep(UNFINISHED, if is_unfinished { "1" } else { "" });
    }
}

pub fn is_unfinished() -> bool {
    stored_setting::read_kept(UNFINISHED).is_some_and(|text| !text.is_empty())
}

pub fn before() -> Option<Design> {
    read_one(BEFORE)
}

/// Returns the first text that was set aside and not discarded.
pub fn unreadable() -> Option<String> {
    first_aside().map(|(_, text)| text)
}

/// Discards the first text that was set aside.
pub fn discard_unreadable() {
    if let Some((name, _)) = first_aside() {
        // An empty value needs less room than the text that it replaces.
        let _ = stored_setting::keep(&name, "");
    }
}

fn first_aside() -> Option<(String, String)> {
    aside_names().find_map(|name| {
        let text = stored_setting::read_kept(&name).filter(|text| !text.is_empty())?;
        Some((name, text))
    })
}

/// Stores a design before a template, a link or a file replaces it.
pub fn keep_before(design: &Design) {
    // If nothing can be stored, undo still restores the design.
    let _ = stored_setting::keep(BEFORE, &dynalab_modeling::write(design));
}
