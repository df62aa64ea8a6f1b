//! The sentences of a check in English and Japanese, for the page and the command line. They are in `messages/*/findings.ftl`; the
//! data that they describe implements [`Message`]. [`crate::report::Rule`] and [`crate::report::Fix`] have theirs beside them.

mod access;
mod differences;
mod errors;
mod notes;
mod problems;
mod results;
pub mod tables;

use dynalab_messages::figures::grouped_decimal;
use dynalab_messages::{Filling, Language, Message};

use crate::report::{Place, Totals};
use findings as words;

pub use errors::too_much;

include!(concat!(env!("OUT_DIR"), "/sentences.rs"));

/// Joins names of things that belong together: "User and Cart", "User, Cart and Order".
pub fn joined(language: Language, names: &[String]) -> String {
    let (comma, and) = match language {
        Language::English => (", ", " and "),
        Language::Japanese => ("、", "と"),
    };
    match names {
        [first @ .., last] if first.len() > 1 && language == Language::English => {
            format!("{}{and}{last}", first.join(comma))
        }
        [_, _] => names.join(and),
        _ => names.join(comma),
    }
}

/// Joins two sentences.
pub fn in_sequence(language: Language, first: &str, second: &str) -> String {
    let space = if language == Language::English { " " } else { "" };
    format!("{first}{space}{second}")
}

/// Writes the place with the kind of each name, such as `pattern "Orders of a user", table "Shop"`.
impl Message for Place {
    fn write(&self, language: Language) -> String {
        let mut parts = Vec::new();
        let mut add = |name: &Option<String>, part: fn(Filling, Language) -> String| {
            parts.extend(name.as_ref().map(|name| part(name.into(), language)));
        };
        add(&self.pattern, |name, language| words::PlacePattern { name }.write(language));
        add(&self.table, |name, language| words::PlaceTable { name }.write(language));
        add(&self.index, |name, language| words::PlaceIndex { name }.write(language));
        add(&self.item, |name, language| words::PlaceItem { name }.write(language));
        add(&self.entity, |name, language| words::PlaceEntity { name }.write(language));
        add(&self.attribute, |name, language| words::PlaceAttribute { name }.write(language));
        if let Some(relation) = self.relation {
            parts.push(words::PlaceRelation { number: (relation + 1).into() }.write(language));
        }
        if parts.is_empty() { words::PLACE_DESIGN.write(language) } else { parts.join(", ") }
    }
}

/// Formats the units of one execution, such as "0.5 RCU, 2 WCU".
pub fn units(read_units: f64, write_units: f64) -> String {
    let (read, write) = (grouped_decimal(read_units), grouped_decimal(write_units));
    match (read_units > 0.0, write_units > 0.0) {
        (true, true) => format!("{read} RCU, {write} WCU"),
        (false, true) => format!("{write} WCU"),
        _ => format!("{read} RCU"),
    }
}

/// Returns what is missing in the sums: lines without a price, or the prices of the design's Region. Returns None if all is known.
pub fn without_price(totals: &Totals, language: Language) -> Option<String> {
    let names = totals.without_price.join(", ");
    let lines = (!names.is_empty()).then(|| words::ReportNoPrice { names: (&names).into() }.write(language));
    let sentences: Vec<String> = other_prices(totals, language).into_iter().chain(lines).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Returns the sentence that the sums have the prices of another Region than the design's.
pub fn other_prices(totals: &Totals, language: Language) -> Option<String> {
    let region = totals.region_without_prices.as_ref()?;
    Some(words::ReportOtherPrices { region: region.into(), used: (&totals.region).into() }.write(language))
}
