//! A running load test: it sends the requests that are due to an engine of its own, and counts their responses.

use std::collections::BTreeMap;

use dynalab_engine::TraceLevel;
use dynalab_service::{Command, Engine, Request};
use dynalab_traffic::workload::chance::{self, draw_of};
use dynalab_types::Timestamp;

use super::count::PatternCounter;
use super::draw_requests::{DrawnKey, DrawnRequest, Source};
use super::heat::{ResourceConsumption, add_charges};
use super::outcome::Outcome;
use super::start::{ChosenPattern, Start};
use super::write_report::plain_text;
use super::{AccessPattern, LoadTestError};
use crate::history::History;
use crate::views::load_test::report::{
    ErrorCount, HotKey, PatternCount, Report, SecondCount, ThrottleCount, permille,
};

/// The number of arrivals is drawn for each part of a second.
const SLOT_MS: u64 = 10;
const SECOND_MS: u64 = 1_000;
/// The copy of the tables needs memory.
const ITEMS_MAX: u64 = 500_000;
/// Key values that are counted for each table and index.
const KEYS_COUNTED: usize = 20_000;
const HOT_KEYS_TOLD: usize = 5;
const PERMILLE_ALL: u64 = 1_000;
/// Distinguishes the draws of arrivals from those of requests.
const FOR_ARRIVALS: u64 = 1;
const FOR_REQUESTS: u64 = 2;

/// The requests and the throttled requests of one key value.
type KeyCounts = BTreeMap<String, (u64, u64)>;

pub struct LoadTest {
    start: Start,
    sources: Vec<Source>,
    /// The cumulative shares of the sources.
    ends: Vec<u64>,
    /// A copy of the tables. `None` after the end.
    engine: Option<Engine>,
    began: Timestamp,
    done_ms: u64,
    due_ms: u64,
    number: u64,
    report: Report,
    used: Vec<ResourceConsumption>,
    /// In the order of `used`.
    keys: Vec<KeyCounts>,
}

impl LoadTest {
    /// Prepares a load test with a copy of the tables at the shown point in history. The throughput limits of the copy are on.
    ///
    /// # Errors
    /// If the history has no such access pattern, or the tables are too large.
    pub fn new(
        start: Start,
        history: &History,
        engine: &Engine,
        now: Timestamp,
    ) -> Result<LoadTest, LoadTestError> {
        let items: u64 = engine.database().tables().map(|table| table.items.len() as u64).sum();
        if items > ITEMS_MAX {
            return Err(LoadTestError::TooManyItems { items, most: ITEMS_MAX });
        }
        let mut counter = PatternCounter::default();
        let chosen = chosen_patterns(&start, counter.patterns(history, engine.database()))?;
        let samples = counter.into_samples();
        let (mut sources, mut ends, mut end) = (Vec::new(), Vec::new(), 0);
        let (mut used, mut patterns) = (Vec::<ResourceConsumption>::new(), Vec::new());
        for (pattern, share, hottest) in chosen {
            for action in &pattern.actions {
                let table = engine.database().find(&action.table);
                if let Some(table) = table.filter(|_| !used.iter().any(|used| used.is(&action.table, None))) {
                    used.extend(ResourceConsumption::of_table(table));
                }
            }
            let id = pattern.id.clone();
            let Some(source) = Source::new(pattern, engine.database(), &samples, hottest) else { continue };
            end += share;
            ends.push(end);
            patterns.push(PatternCount { id, ..PatternCount::default() });
            sources.push(source);
        }
        if end == 0 {
            return Err(LoadTestError::NoShare);
        }
        let limits_in_workspace = engine.database().dials().is_some_and(|dials| dials.capacity_limits > 0);
        let now_ms = now.max(engine.now()).epoch_ms;
        // The engine counts the use of whole seconds.
        let began = Timestamp::from_epoch_ms(now_ms.div_ceil(SECOND_MS) * SECOND_MS);
        let mut copy = engine.clone();
        if let Ok(request) = Request::parse("Dynalab.SetDials", r#"{"Limits":true}"#) {
            copy.execute(Command { at: began, request }, TraceLevel::Off);
        }
        let report = Report {
            running: true,
            limits_in_workspace,
            region: engine.config().region.clone(),
            per_second: start.per_second,
            seconds: start.seconds,
            patterns,
            ..Report::default()
        };
        let keys = vec![KeyCounts::default(); used.len()];
        let (done_ms, due_ms, number) = (0, 0, 0);
        Ok(LoadTest {
            start,
            sources,
            ends,
            engine: Some(copy),
            began,
            done_ms,
            due_ms,
            number,
            report,
            used,
            keys,
        })
    }

    pub fn is_running(&self) -> bool {
        self.engine.is_some()
    }

    /// Whether requests are due that have not been sent.
    pub fn is_behind(&self) -> bool {
        self.is_running() && self.done_ms + SLOT_MS <= self.due_ms
    }

    /// Ends the load test. The report remains.
    pub fn stop(&mut self) {
        self.engine = None;
    }

    /// Sends the requests that are due after so much time, about `budget` of them. The rest is sent with the next call.
    pub fn advance(&mut self, elapsed_ms: u64, budget: u64) {
        self.due_ms = self.due_ms.max(elapsed_ms).min(self.start.seconds * SECOND_MS);
        let before = self.report.requests;
        while self.is_behind() && self.report.requests - before < budget {
            self.run_slot();
        }
        if self.done_ms >= self.start.seconds * SECOND_MS {
            self.stop();
        }
    }

    pub fn report(&self) -> Report {
        Report {
            running: self.is_running(),
            late: self.is_behind(),
            elapsed_ms: self.done_ms,
            resources: self.used.iter().map(ResourceConsumption::resource_use).collect(),
            hot_keys: self.hot_keys(),
            ..self.report.clone()
        }
    }

    fn run_slot(&mut self) {
        let slot = self.done_ms / SLOT_MS;
        let mut draw = draw_of(self.start.seed, &[FOR_ARRIVALS, slot]);
        let expected_micro = self.start.per_second * SLOT_MS * 1_000;
        let count = chance::arrivals(expected_micro, &mut draw);
        let mut arrivals: Vec<u64> = (0..count).map(|_| draw.below(SLOT_MS)).collect();
        arrivals.sort_unstable();
        for offset_ms in arrivals {
            self.send(self.began.plus_ms(self.done_ms + offset_ms), self.done_ms / SECOND_MS);
        }
        self.done_ms += SLOT_MS;
        if self.done_ms.is_multiple_of(SECOND_MS)
            && let Some(engine) = &mut self.engine
        {
            let (at, second) = (self.began.plus_ms(self.done_ms), self.done_ms / SECOND_MS - 1);
            self.used.iter_mut().for_each(|used| used.read_heat(engine, at, second));
        }
    }

    fn send(&mut self, at: Timestamp, second: u64) {
        let mut draw = draw_of(self.start.seed, &[FOR_REQUESTS, self.number]);
        let drawn = draw.below(self.ends.last().copied().unwrap_or(1).max(1));
        let place = self.ends.partition_point(|end| *end <= drawn);
        let Some(source) = self.sources.get(place) else { return };
        let DrawnRequest { body, keys } = source.draw(self.number, &mut draw);
        self.number += 1;
        let operation = source.pattern().operation;
        // A batch succeeds although DynamoDB throttles a part of it, which only the trace says.
        let level = if operation.is_action() { TraceLevel::Off } else { TraceLevel::Summary };
        let Some(engine) = &mut self.engine else { return };
        let outcome = match Request::parse(operation.name(), &body) {
            Ok(request) => {
                let execution = engine.execute(Command { at, request }, level);
                add_charges(&mut self.used, &execution.charges);
                Outcome::from_execution(execution.outcome.map(|_| ()), &execution.trace)
            }
            Err(error) => Outcome::from_execution(Err(error), &[]),
        };
        self.count_keys(keys, &outcome);
        self.count(place, second, outcome);
    }

    /// Counts a request for its key values. A throttled request counts as throttled where DynamoDB throttled it.
    fn count_keys(&mut self, keys: Vec<DrawnKey>, outcome: &Outcome) {
        for DrawnKey { table, index, value } in keys {
            let Some(place) = self.used.iter().position(|used| used.is(&table, index.as_deref())) else {
                continue;
            };
            let counted = &mut self.keys[place];
            if counted.len() >= KEYS_COUNTED && !counted.contains_key(&value) {
                continue;
            }
            let (requests, throttled) = counted.entry(value).or_default();
            *requests += 1;
            if outcome.is_throttled_at(&table, index.as_deref()) {
                *throttled += 1;
            }
        }
    }

    fn count(&mut self, place: usize, second: u64, outcome: Outcome) {
        let report = &mut self.report;
        report.requests += 1;
        if report.by_second.last().is_none_or(|last| last.second < second) {
            report.by_second.push(SecondCount { second, ..SecondCount::default() });
        }
        let mut nobody = PatternCount::default();
        let pattern = report.patterns.get_mut(place).unwrap_or(&mut nobody);
        pattern.requests += 1;
        let Some(last) = report.by_second.last_mut() else { return };
        match outcome {
            Outcome::Ok => {
                report.ok += 1;
                pattern.ok += 1;
                last.ok += 1;
            }
            Outcome::Throttled { reason, .. } => {
                pattern.throttled += 1;
                last.throttled += 1;
                match report.throttled.iter_mut().find(|known| known.reason == reason) {
                    Some(known) => known.requests += 1,
                    None => report.throttled.push(ThrottleCount { reason, requests: 1 }),
                }
                report.throttled.sort_by_key(|throttled| std::cmp::Reverse(throttled.requests));
            }
            Outcome::Failed { name } => {
                pattern.failed += 1;
                last.failed += 1;
                match report.failed.iter_mut().find(|known| known.name == name) {
                    Some(known) => known.requests += 1,
                    None => report.failed.push(ErrorCount { name: name.to_owned(), requests: 1 }),
                }
            }
        }
    }

    fn hot_keys(&self) -> Vec<HotKey> {
        let counted = self.keys.iter().enumerate();
        let mut counted: Vec<_> = counted
            .flat_map(|(place, keys)| keys.iter().map(move |(value, counts)| (place, value, *counts)))
            .collect();
        counted.sort_by_key(|(place, value, (requests, throttled))| {
            (std::cmp::Reverse((*throttled, *requests)), *place, *value)
        });
        counted.truncate(HOT_KEYS_TOLD);
        let told = counted.into_iter().filter_map(|(place, value, (requests, throttled))| {
            let (used, keys) = (self.used.get(place)?, self.keys.get(place)?);
            let all: u64 = keys.values().map(|(requests, _)| requests).sum();
            Some(HotKey {
                resource: used.resource().clone(),
                attribute: self.attribute_of(used),
                value: plain_text(value),
                requests,
                throttled,
                permille: permille(requests, all),
            })
        });
        told.collect()
    }

    fn attribute_of(&self, used: &ResourceConsumption) -> String {
        let attribute = self.sources.iter().find_map(|source| source.partition_attribute(used));
        attribute.unwrap_or_default().to_owned()
    }
}

/// Returns the chosen patterns, each with its share and the share of its hottest key.
fn chosen_patterns(
    start: &Start,
    known: Vec<AccessPattern>,
) -> Result<Vec<(AccessPattern, u64, Option<u64>)>, LoadTestError> {
    if known.is_empty() {
        return Err(LoadTestError::NoPatterns);
    }
    if start.patterns.is_empty() {
        let of_table =
            |pattern: &AccessPattern| start.table.as_deref().is_none_or(|table| pattern.has_table(table));
        let all: Vec<_> = known
            .into_iter()
            .filter(of_table)
            .map(|pattern| {
                let share = pattern.requests;
                (pattern, share, None)
            })
            .collect();
        return if all.is_empty() { Err(LoadTestError::NoPatterns) } else { Ok(all) };
    }
    // A pattern that is chosen twice has the later shares.
    let mut shares: BTreeMap<&str, &ChosenPattern> = BTreeMap::new();
    for chosen in &start.patterns {
        if !known.iter().any(|pattern| pattern.id == chosen.id) {
            return Err(LoadTestError::UnknownPattern { id: chosen.id.clone() });
        }
        shares.insert(&chosen.id, chosen);
    }
    let chosen = known.into_iter().filter_map(|pattern| {
        let chosen = shares.get(pattern.id.as_str())?;
        let share = chosen.share_permille.unwrap_or(pattern.requests);
        Some((pattern, share, chosen.hottest_permille))
    });
    chosen.map(refuse_share_of_one_value).collect()
}

/// Refuses a share of the hottest value if there is no other value.
fn refuse_share_of_one_value(
    chosen: (AccessPattern, u64, Option<u64>),
) -> Result<(AccessPattern, u64, Option<u64>), LoadTestError> {
    let key = chosen.0.lead().and_then(|action| action.keys.get(action.varied));
    match (key, chosen.2) {
        (Some(key), Some(permille)) if !key.can_vary && permille < PERMILLE_ALL => {
            let value = key.hottest().map_or(String::new(), |(value, _)| plain_text(value));
            Err(LoadTestError::OneValue { attribute: key.attribute.to_string(), value })
        }
        _ => Ok(chosen),
    }
}
