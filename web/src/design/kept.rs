//! The designs of this page in the browser: kept with each edit, for this tab and for the next visit.

use dynalab_modeling::Design;

use crate::stored_setting;

const A: &str = "design.a";
const B: &str = "design.b";
/// The design that another took the place of.
const BEFORE: &str = "design.before";

/// What cannot be read is as if it were not there.
pub fn read() -> (Option<Design>, Option<Design>) {
    (read_one(A), read_one(B))
}

fn read_one(name: &str) -> Option<Design> {
    dynalab_modeling::parse(&stored_setting::read_kept(name)?).ok()
}

/// False when the browser stores nothing.
pub fn write(a: &Design, b: Option<&Design>) -> bool {
    let of_b = b.map(dynalab_modeling::write).unwrap_or_default();
    stored_setting::keep(A, &dynalab_modeling::write(a)) && stored_setting::keep(B, &of_b)
}

pub fn before() -> Option<Design> {
    read_one(BEFORE)
}

/// Before a template, a link or a file takes the place of a design.
pub fn keep_before(design: &Design) {
    // Where nothing can be stored, undo still leads back.
    let _ = stored_setting::keep(BEFORE, &dynalab_modeling::write(design));
}
