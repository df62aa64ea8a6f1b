//! The requests of a range of virtual time. There is no state between two ranges: the arrivals in a slot of time follow from
//! the seed and the slot, so any range can be generated alone.

use dynalab_types::Timestamp;

use super::chance::{self, draw_of};
use super::keys::Picker;
use super::{GeneratedRequest, Workload, WorkloadError};

/// Arrivals of so much time are drawn at once, where they are few.
const SLOT_MS: u64 = 100;
/// From here on they are drawn millisecond by millisecond.
const MANY_PER_SECOND_MILLI: u64 = 10_000_000;

/// One request that will be made: when, of which traffic, and what all of it is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival {
    pub at_ms: u64,
    pub traffic: u32,
    /// Among those of the same slot.
    place: u64,
    seed: u64,
}

#[derive(Clone, Debug)]
pub struct Generator {
    workload: Workload,
    started: Timestamp,
    pickers: Vec<Picker>,
}

impl Generator {
    /// For traffic that began at `started`: spikes and ramps are counted from there.
    ///
    /// # Errors
    /// When the description makes no sense.
    pub fn new(workload: Workload, started: Timestamp) -> Result<Generator, WorkloadError> {
        workload.check()?;
        let pickers = workload.traffic.iter().map(|traffic| traffic.keys.picker()).collect();
        Ok(Generator { workload, started, pickers })
    }

    pub fn workload(&self) -> &Workload {
        &self.workload
    }

    /// Returns the arrivals from one time, included, to another, excluded, in order.
    pub fn arrivals(&self, from: Timestamp, until: Timestamp) -> Vec<Arrival> {
        let mut arrivals = Vec::new();
        for traffic in 0..self.workload.traffic.len() {
            self.arrivals_of(traffic, from.epoch_ms, until.epoch_ms, &mut arrivals);
        }
        arrivals.sort_unstable();
        arrivals
    }

    fn arrivals_of(&self, index: usize, from_ms: u64, until_ms: u64, arrivals: &mut Vec<Arrival>) {
        let traffic = &self.workload.traffic[index];
        let many = traffic.rate.most_per_second_milli() > MANY_PER_SECOND_MILLI;
        let slot_ms = if many { 1 } else { SLOT_MS };
        let mut slot = from_ms / slot_ms;
        while slot * slot_ms < until_ms {
            let begin_ms = slot * slot_ms;
            let middle = Timestamp::from_epoch_ms(begin_ms + slot_ms / 2);
            let rate_milli = traffic.rate.per_second_milli(self.started, middle);
            let question = [chance::FOR_ARRIVALS, index as u64, slot];
            let mut draw = draw_of(self.workload.seed, &question);
            for place in 0..chance::arrivals(rate_milli * slot_ms, &mut draw) {
                let at_ms = begin_ms + draw.below(slot_ms);
                let seed = draw.next();
                if (from_ms..until_ms).contains(&at_ms) && at_ms >= self.started.epoch_ms {
                    arrivals.push(Arrival { at_ms, traffic: index as u32, place, seed });
                }
            }
            slot += 1;
        }
    }

    /// The request of one of its arrivals.
    pub fn request(&self, arrival: &Arrival) -> GeneratedRequest {
        let index = arrival.traffic as usize % self.workload.traffic.len();
        let traffic = &self.workload.traffic[index];
        let mut draw = draw_of(arrival.seed, &[]);
        let partition_number = self.pickers[index].pick(arrival.at_ms, &mut draw);
        traffic.request(self.workload.seed, arrival.at_ms, partition_number, &mut draw)
    }

    /// Returns the requests from one time, included, to another, excluded, in order.
    pub fn requests(&self, from: Timestamp, until: Timestamp) -> impl Iterator<Item = GeneratedRequest> {
        self.arrivals(from, until).into_iter().map(|arrival| self.request(&arrival))
    }
}

#[cfg(test)]
mod tests;
