//! The faults of a tour: each once, with the places where it appeared.

use std::collections::BTreeMap;
use std::fmt;

/// Maximum findings to list for each kind and element. Further ones are only counted.
const SHOWN_MAX: usize = 3;
const PLACES_MAX: usize = 6;

#[derive(Default)]
pub struct Findings {
    /// The faults and their places, by kind and element.
    found: BTreeMap<(String, String), Finding>,
}

#[derive(Default)]
struct Finding {
    whats: Vec<String>,
    places: Vec<String>,
}

impl Findings {
    pub fn add(&mut self, kind: &str, element: &str, what: &str, place: &str) {
        let finding = self.found.entry((kind.to_owned(), element.to_owned())).or_default();
        finding.whats.push(what.to_owned());
        if finding.places.last().is_none_or(|last| last != place) {
            finding.places.push(place.to_owned());
        }
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = self.found.keys().map(|(kind, _)| kind.as_str()).collect();
        kinds.dedup();
        kinds
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        for ((kind, element), finding) in &self.found {
            writeln!(formatter, "{kind}: {element}")?;
            for what in finding.whats.iter().take(SHOWN_MAX) {
                writeln!(formatter, "    {what}")?;
            }
            if finding.whats.len() > SHOWN_MAX {
                writeln!(formatter, "    and {} more", finding.whats.len() - SHOWN_MAX)?;
            }
            let places = &finding.places[..finding.places.len().min(PLACES_MAX)];
            let more = if finding.places.len() > PLACES_MAX { ", …" } else { "" };
            writeln!(formatter, "    at {}{more}", places.join(", "))?;
        }
        Ok(())
    }
}
