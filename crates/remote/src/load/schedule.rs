//! Which request is sent when: patterns by their rates in the design, keys by their shares, both from a seed.

use std::collections::BTreeMap;

use dynalab_modeling::Design;
use dynalab_modeling::elsewhere::{PreparedDesign, SentRequest};

use crate::compare::touched;

/// What is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadOptions {
    /// Access patterns per second.
    pub rate: f64,
    pub seconds: f64,
    pub seed: u64,
    /// Tables into which may be written. None: only reads.
    pub writes: Option<Vec<String>>,
    pub requests_max: u64,
}

/// The requests of a run, in the order in which they are due.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schedule {
    pub requests: Vec<ScheduledRequest>,
    /// Patterns that are not sent, with the reason.
    pub left_out: Vec<(String, LeftOut)>,
    /// True if the limit of requests cut the run.
    pub is_cut: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ScheduledRequest {
    pub due_us: u64,
    /// The place of the pattern in the design.
    pub pattern: usize,
    pub request: SentRequest,
}

/// Why a pattern is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    NoOperation,
    NoRate,
    Writes,
    /// It writes into a table that was not named.
    OtherTable,
    /// What it writes cannot be known before, so it could not be put back.
    WritesUnknownItems,
    /// A template has no value.
    NotMade,
}

/// Makes the schedule.
pub fn schedule(design: &Design, prepared: &PreparedDesign, options: &LoadOptions) -> Schedule {
    let mut made = Schedule::default();
    let mut weights: Vec<(usize, f64)> = Vec::new();
    for (place, pattern) in design.patterns.iter().enumerate() {
        match reason(design, prepared, place, options) {
            Some(reason) => made.left_out.push((pattern.name.clone(), reason)),
            None => weights.push((place, pattern.rate.average)),
        }
    }
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    if sum <= 0.0 {
        return made;
    }
    let mut draw = Draw(options.seed ^ 0x9e37_79b9_7f4a_7c15);
    let executions = (options.rate * options.seconds).floor() as u64;
    for number in 0..executions {
        let due_us = (number as f64 * 1e6 / options.rate) as u64;
        let mut at = draw.part() * sum;
        let chosen = weights.iter().find(|(_, weight)| {
            at -= weight;
            at < 0.0
        });
        let Some((place, _)) = chosen.or(weights.last()) else { break };
        let pattern = &design.patterns[*place];
        let share = pattern.busiest_share.unwrap_or(0.0);
        let requests = prepared.requests_of_rows(pattern, |_, rows, own| match draw.part() < share {
            true => own,
            false => draw.below(rows.max(1)),
        });
        for request in requests.ok().flatten().unwrap_or_default() {
            if made.requests.len() as u64 >= options.requests_max {
                made.is_cut = true;
                return made;
            }
            made.requests.push(ScheduledRequest { due_us, pattern: *place, request });
        }
    }
    made
}

fn reason(
    design: &Design,
    prepared: &PreparedDesign,
    place: usize,
    options: &LoadOptions,
) -> Option<LeftOut> {
    let pattern = &design.patterns[place];
    if pattern.rate.average.is_nan() || pattern.rate.average <= 0.0 {
        return Some(LeftOut::NoRate);
    }
    let requests = match prepared.requests(pattern) {
        Ok(Some(requests)) => requests.requests,
        Ok(None) => return Some(LeftOut::NoOperation),
        Err(_) => return Some(LeftOut::NotMade),
    };
    match (touched::keys(&requests, design), &options.writes) {
        (touched::Touched::None, _) => None,
        (touched::Touched::Unknown, _) => Some(LeftOut::WritesUnknownItems),
        (touched::Touched::Items(_), None) => Some(LeftOut::Writes),
        (touched::Touched::Items(keys), Some(tables)) => {
            keys.iter().any(|(table, _)| !tables.contains(table)).then_some(LeftOut::OtherTable)
        }
    }
}

impl Schedule {
    /// Returns how often each pattern is sent, by its place.
    pub fn counts(&self) -> BTreeMap<usize, u64> {
        let mut counts = BTreeMap::new();
        for request in &self.requests {
            *counts.entry(request.pattern).or_default() += 1;
        }
        counts
    }
}

/// Random numbers from a seed: SplitMix64.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number from 0 to below 1.
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}
