//! Sends the requests of a workload to the engine in bursts, each at its own virtual time.
//!
//! A burst is one request to the workspace, [`RUN_WORKLOAD`]. Its body has the workload, its start, and the range of time. The
//! history and links contain it as one command. The requests follow from the description, so each execution sends the same.
//! The response counts their results.

use dynalab_types::Timestamp;
use dynalab_types::json::{self, FormError, Members, Object, Value, write_object};

use super::{GeneratedRequest, Generator, Workload, WorkloadError};

/// The operation of a burst, as the history contains it.
pub const RUN_WORKLOAD: &str = "Dynalab.RunWorkload";

/// Requests about traffic, which the host answers.
pub const START_TRAFFIC: &str = "Dynalab.StartTraffic";
pub const STOP_TRAFFIC: &str = "Dynalab.StopTraffic";
pub const DESCRIBE_TRAFFIC: &str = "Dynalab.DescribeTraffic";
/// The exact engine is not sent more than this.
pub const PER_SECOND_MAX: u64 = 100_000;
/// A burst that was written by hand, or changed in a link, is no longer than this.
pub const BURST_REQUESTS_MAX: usize = 20_000;
/// Without a request, a burst covers at most this much time.
const BURST_MS_MAX: u64 = 3_600_000;
/// How much is looked ahead at a time for the end of a burst.
const LOOK_MS: u64 = 1_000;

/// A workload that runs: how far it has come.
#[derive(Clone, Debug)]
pub struct Driver {
    generator: Generator,
    started: Timestamp,
    next: Timestamp,
}

/// One stretch of a workload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Burst {
    pub workload: Workload,
    /// When the workload began; spikes and ramps are counted from there.
    pub started: Timestamp,
    pub from: Timestamp,
    /// The end of the burst, which is not part of it.
    pub until: Timestamp,
}

/// The number of requests of a burst by outcome: `ok`, or the name of the error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    pub requests: u64,
    counted: Vec<(String, u64)>,
}

impl Driver {
    /// # Errors
    /// When the description makes no sense, or makes more requests than are sent one by one.
    pub fn new(workload: Workload, started: Timestamp) -> Result<Driver, WorkloadError> {
        let per_second = workload.most_per_second_milli() / 1_000;
        if per_second > PER_SECOND_MAX {
            return Err(WorkloadError::TooFast { per_second, most: PER_SECOND_MAX });
        }
        Ok(Driver { generator: Generator::new(workload, started)?, started, next: started })
    }

    /// Returns the time up to which all requests were sent.
    pub fn next(&self) -> Timestamp {
        self.next
    }

    /// Returns the requests that are due until now, as the body of a [`RUN_WORKLOAD`] request with the time to execute it: about `budget`
    /// requests, and never part of a millisecond. `None` if nothing is due. Execute it and call again, until there is none or enough
    /// was done for now.
    pub fn due(&mut self, now: Timestamp, budget: usize) -> Option<(Timestamp, String)> {
        let from = self.next;
        let mut until = from;
        let mut found = 0;
        while until < now && found < budget.max(1) && until.epoch_ms - from.epoch_ms < BURST_MS_MAX {
            let end = Timestamp::from_epoch_ms((until.epoch_ms / LOOK_MS + 1) * LOOK_MS).min(now);
            let arrivals = self.generator.arrivals(until, end);
            until = match arrivals.get(budget.saturating_sub(found + 1)) {
                // With all that arrive in the same millisecond.
                Some(last) if found + arrivals.len() > budget => Timestamp::from_epoch_ms(last.at_ms + 1),
                _ => end,
            };
            found += arrivals.partition_point(|arrival| arrival.at_ms < until.epoch_ms);
        }
        self.next = until;
        if found == 0 {
            return None;
        }
        let workload = self.generator.workload().clone();
        let burst = Burst { workload, started: self.started, from, until };
        Some((until, burst.body()))
    }
}

impl Burst {
    /// # Errors
    /// When the text is no burst, or a longer one than is executed at once.
    pub fn parse(body: &str) -> Result<Burst, WorkloadError> {
        let map = request_object(body)?;
        let members = Members::from_object(&map, String::new());
        members.only(&["Workload", "Started", "From", "Until"])?;
        let time = |name: &str| members.time(name)?.ok_or_else(|| members.missing(name));
        let workload = members.object("Workload")?.ok_or_else(|| members.missing("Workload"))?;
        let workload = Workload::of_object(workload)?;
        let burst = Burst { workload, started: time("Started")?, from: time("From")?, until: time("Until")? };
        let span_ms = burst.until.epoch_ms.saturating_sub(burst.from.epoch_ms);
        let expected = u128::from(burst.workload.most_per_second_milli()) * u128::from(span_ms) / 1_000_000;
        if span_ms > 2 * BURST_MS_MAX || (span_ms > LOOK_MS && expected > 100 * BURST_REQUESTS_MAX as u128) {
            return Err(FormError::Wrong { member: "Until".to_owned(), wanted: "sooner" }.into());
        }
        Ok(burst)
    }

    /// Its one text.
    pub fn body(&self) -> String {
        let time = |at: Timestamp| Value::Number(at.epoch_ms.to_string());
        let members = [
            ("Workload", Value::Object(self.workload.to_object())),
            ("Started", time(self.started)),
            ("From", time(self.from)),
            ("Until", time(self.until)),
        ];
        let object: Object = members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let mut json = String::new();
        write_object(&object, &mut json);
        json
    }

    /// Its requests, in order.
    ///
    /// # Errors
    /// When the description makes no sense, or there are too many.
    pub fn requests(&self) -> Result<Vec<GeneratedRequest>, WorkloadError> {
        let driver = Driver::new(self.workload.clone(), self.started)?;
        let arrivals = driver.generator.arrivals(self.from, self.until);
        if arrivals.len() > BURST_REQUESTS_MAX {
            return Err(FormError::Wrong { member: "Until".to_owned(), wanted: "sooner" }.into());
        }
        Ok(arrivals.iter().map(|arrival| driver.generator.request(arrival)).collect())
    }
}

/// Reads the JSON object of a request.
///
/// # Errors
/// If the body is not JSON, or not an object.
pub fn request_object(body: &str) -> Result<Object, WorkloadError> {
    match json::parse(body).map_err(FormError::from)? {
        Value::Object(map) => Ok(map),
        _ => Err(WorkloadError::NotObject),
    }
}

impl Outcomes {
    /// `ok`, or the name of the error that the request was refused with.
    pub fn count(&mut self, outcome: &str) {
        self.add(outcome, 1);
    }

    pub fn add(&mut self, outcome: &str, count: u64) {
        self.requests += count;
        match self.counted.binary_search_by(|(name, _)| name.as_str().cmp(outcome)) {
            Ok(place) => self.counted[place].1 += count,
            Err(place) => self.counted.insert(place, (outcome.to_owned(), count)),
        }
    }

    /// In the order of the names.
    pub fn counted(&self) -> &[(String, u64)] {
        &self.counted
    }

    pub fn count_for(&self, outcome: &str) -> u64 {
        self.counted.iter().find(|(name, _)| name == outcome).map_or(0, |(_, count)| *count)
    }

    /// The answer to a burst: `{"Requests":12,"Outcomes":{"ok":10,"…":2}}`.
    pub fn to_json(&self) -> String {
        let counted =
            self.counted.iter().map(|(name, count)| (name.clone(), Value::Number(count.to_string())));
        let members = [
            ("Requests".to_owned(), Value::Number(self.requests.to_string())),
            ("Outcomes".to_owned(), Value::Object(counted.collect())),
        ];
        let mut json = String::new();
        write_object(&Object::from(members), &mut json);
        json
    }

    /// The inverse of [`to_json`](Outcomes::to_json); none of what is no such answer.
    pub fn of_json(text: &str) -> Option<Outcomes> {
        let value = json::parse(text).ok()?;
        let whole = |value: &Value| match value {
            Value::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        let Value::Object(members) = value.get("Outcomes")? else { return None };
        let counted = members.iter().map(|(name, count)| Some((name.clone(), whole(count)?)));
        Some(Outcomes { requests: whole(value.get("Requests")?)?, counted: counted.collect::<Option<_>>()? })
    }
}
