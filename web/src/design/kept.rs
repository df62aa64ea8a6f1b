//! The designs of this page in the browser: kept with each edit, for this tab and for the next visit.

use dynalab_modeling::Design;

use super::files;
use crate::stored_setting;

const A: &str = "design.a";
const B: &str = "design.b";
/// The design that another took the place of.
const BEFORE: &str = "design.before";
/// Where the texts of kept designs are that could not be read, of a later version or damaged.
const SET_ASIDE_MOST: usize = 64;

/// The two designs, each where one was kept and can be read.
pub fn read() -> (Option<Design>, Option<Design>) {
    (read_one(A), read_one(B))
}

/// Text that cannot be read is set aside, because the next edit writes over its place.
fn read_one(name: &str) -> Option<Design> {
    let text = stored_setting::read_kept(name).filter(|text| !text.is_empty())?;
    let design = files::read(&text).ok();
    if design.is_none() && set_aside(&text) {
        let _ = stored_setting::keep(name, "");
    }
    design
}

/// False where nothing can be stored: then nothing is written over it either.
fn set_aside(text: &str) -> bool {
    let free = aside_names().find(|name| stored_setting::read_kept(name).is_none_or(|kept| kept.is_empty()));
    free.is_some_and(|name| stored_setting::keep(&name, text))
}

fn aside_names() -> impl Iterator<Item = String> {
    let numbered = (2..=SET_ASIDE_MOST).map(|number| format!("design.unreadable.{number}"));
    std::iter::once("design.unreadable".to_owned()).chain(numbered)
}

/// False when the browser stores nothing.
pub fn write(a: &Design, b: Option<&Design>) -> bool {
    let of_b = b.map(dynalab_modeling::write).unwrap_or_default();
    stored_setting::keep(A, &dynalab_modeling::write(a)) && stored_setting::keep(B, &of_b)
}

pub fn before() -> Option<Design> {
    read_one(BEFORE)
}

/// The first text that was set aside and that a person did not discard.
pub fn unreadable() -> Option<String> {
    first_aside().map(|(_, text)| text)
}

/// The next one is the first then.
pub fn discard_unreadable() {
    if let Some((name, _)) = first_aside() {
        // It was stored there, so there is room for nothing in its place.
        let _ = stored_setting::keep(&name, "");
    }
}

fn first_aside() -> Option<(String, String)> {
    aside_names().find_map(|name| {
        let text = stored_setting::read_kept(&name).filter(|text| !text.is_empty())?;
        Some((name, text))
    })
}

/// Before a template, a link or a file takes the place of a design.
pub fn keep_before(design: &Design) {
    // Where nothing can be stored, undo still leads back.
    let _ = stored_setting::keep(BEFORE, &dynalab_modeling::write(design));
}
