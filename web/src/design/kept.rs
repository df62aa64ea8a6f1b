//! The designs of this page in the browser: kept with each edit, for this tab and for the next visit.

use dynalab_modeling::Design;

use super::files;
use crate::stored_setting;

const A: &str = "design.a";
const B: &str = "design.b";
/// The design that another took the place of.
const BEFORE: &str = "design.before";
/// The text of a kept design that could not be read: of a later version, or damaged.
const UNREADABLE: &str = "design.unreadable";

/// The two designs, each where one was kept and can be read.
pub fn read() -> (Option<Design>, Option<Design>) {
    (read_one(A), read_one(B))
}

/// Text that cannot be read is put aside, because the next edit writes over its place.
fn read_one(name: &str) -> Option<Design> {
    let text = stored_setting::read_kept(name).filter(|text| !text.is_empty())?;
    let design = files::read(&text).ok();
    if design.is_none() {
        // Where nothing can be stored, nothing is written over it either.
        let _ = stored_setting::keep(UNREADABLE, &text);
    }
    design
}

/// False when the browser stores nothing.
pub fn write(a: &Design, b: Option<&Design>) -> bool {
    let of_b = b.map(dynalab_modeling::write).unwrap_or_default();
    stored_setting::keep(A, &dynalab_modeling::write(a)) && stored_setting::keep(B, &of_b)
}

pub fn before() -> Option<Design> {
    read_one(BEFORE)
}

/// The text of a kept design that could not be read, until a person discards it.
pub fn unreadable() -> Option<String> {
    stored_setting::read_kept(UNREADABLE).filter(|text| !text.is_empty())
}

pub fn discard_unreadable() {
    // Where nothing can be stored, nothing was put aside.
    let _ = stored_setting::keep(UNREADABLE, "");
}

/// Before a template, a link or a file takes the place of a design.
pub fn keep_before(design: &Design) {
    // Where nothing can be stored, undo still leads back.
    let _ = stored_setting::keep(BEFORE, &dynalab_modeling::write(design));
}
