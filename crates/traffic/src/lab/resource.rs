//! A table or one of its indexes during a day: its traffic model, auto scaling and provisioned throughput.

use dynalab_capacity::admission::CapacityRules;
use dynalab_capacity::scaling::{Decreases, MINUTE_MS, ScalingHistory, ScalingTarget};
use dynalab_types::Timestamp;

use super::day::DAY_MINUTES;
use super::offered::{self, KeyFlow};
use super::{Billing, Units};
use crate::twin::{MinuteReport, PartitionMinute, TableSettings, Throughput, Twin};
use crate::workload::{Workload, WorkloadError};

/// Midnight, UTC, of a day in 2026.
const START: Timestamp = Timestamp::from_epoch_ms(20_718 * 86_400_000);
/// Long enough that the burst capacity is full at the start of the day.
const RESTED_MS: u64 = 300_000;
/// Minutes from a decision of auto scaling until the new throughput serves requests.
const CHANGE_MINUTES: u64 = 1;

#[derive(Clone, Debug)]
pub(super) struct Resource {
    name: &'static str,
    twin: Twin,
    billing: Billing,
    /// The provisioned units of reads and of writes.
    provisioned: [u64; 2],
    scaling: [Scaling; 2],
    /// The sum of provisioned units, multiplied by minutes, for reads and writes.
    pub unit_minutes: [u64; 2],
    minutes: u64,
    /// The traffic from the load of a design, whose rates change each minute. Empty if the workload has its rates.
    flows: Vec<KeyFlow>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Scaling {
    watched: ScalingHistory,
    decreases: Decreases,
    /// The minute from which new units are in effect, and these units.
    decided: Option<(u64, u64)>,
}

impl Resource {
    /// Creates a table or index of this size that gets the traffic of a design's load.
    pub fn from_flows(
        name: &'static str,
        flows: &[KeyFlow],
        size_bytes: u64,
        billing: Billing,
        quota_units: u64,
    ) -> Result<Resource, WorkloadError> {
        let workload = offered::workload(name, flows);
        let resource = Resource::new(name, &workload, size_bytes, billing, quota_units)?;
        Ok(Resource { flows: flows.to_vec(), ..resource })
    }

    pub fn new(
        name: &'static str,
        workload: &Workload,
        size_bytes: u64,
        billing: Billing,
        quota_units: u64,
    ) -> Result<Resource, WorkloadError> {
        let settings = TableSettings {
            table: name.to_owned(),
            throughput: billing.throughput(),
            partitions: None,
            size_bytes,
            rested_ms: RESTED_MS,
            keeps_collections: false,
        };
        let rules = CapacityRules { table_quota_units: quota_units, ..CapacityRules::OF_THE_SERVICE };
        let twin = Twin::new(workload, rules, &[settings], START, DAY_MINUTES)?;
        let provisioned = match billing.throughput() {
            Throughput::Provisioned { read_units, write_units } => [read_units, write_units],
            Throughput::OnDemand { .. } => [0; 2],
        };
        Ok(Resource {
            name,
            twin,
            billing,
            provisioned,
            scaling: Default::default(),
            unit_minutes: [0; 2],
            minutes: 0,
            flows: Vec::new(),
        })
    }

    /// Returns the number of partitions at the start of the day.
    pub fn partitions(&self) -> u64 {
        self.twin.partitions(self.name).len() as u64
    }

    pub fn provisioned(&self) -> Units {
        Units { reads: self.provisioned[0], writes: self.provisioned[1] }
    }

    /// Simulates one minute with a part of the traffic: of all of it, or of the writes in a design's load.
    pub fn pass_minute(&mut self, sent_millionths: u64) -> MinuteReport {
        if self.flows.is_empty() {
            self.twin.send_part(self.name, sent_millionths);
        } else {
            let rates = self.flows.iter().map(|flow| flow.milli(self.minutes, sent_millionths));
            self.twin.set_rates(self.name, rates);
        }
        self.twin.step(60);
        self.minutes += 1;
        for (sum, units) in self.unit_minutes.iter_mut().zip(self.provisioned) {
            *sum += units;
        }
        let minute = self.twin.last_minute(self.name).copied().unwrap_or_default();
        self.scale(&minute);
        minute
    }

    fn scale(&mut self, minute: &MinuteReport) {
        let Billing::AutoScaling { minimum, maximum, target_percent } = self.billing else { return };
        let before = self.provisioned;
        let bounds = [(minimum.reads, maximum.reads), (minimum.writes, maximum.writes)];
        let served = [minute.reads.served_milli, minute.writes.served_milli];
        let now_ms = self.minutes * MINUTE_MS;
        for (kind, (minimum, maximum)) in bounds.into_iter().enumerate() {
            let target = ScalingTarget {
                thousandths: target_percent * 1_000,
                minimum,
                maximum,
                scales_in: true,
                scale_in_cooldown_ms: 0,
                scale_out_cooldown_ms: 0,
            };
            let (scaling, current) = (&mut self.scaling[kind], &mut self.provisioned[kind]);
            scaling.adjust_capacity(served[kind], current, &target, self.minutes, now_ms);
        }
        if before != self.provisioned {
            let [read_units, write_units] = self.provisioned;
            self.twin.set_throughput(self.name, Throughput::Provisioned { read_units, write_units });
        }
    }

    /// Returns the report of each partition for the last minute.
    pub fn partition_minutes(&self, into: &mut Vec<PartitionMinute>) {
        into.clear();
        self.twin.visit_partitions(self.name, |partition| into.push(partition));
    }
}

impl Scaling {
    fn adjust_capacity(
        &mut self,
        served_milli: u64,
        current: &mut u64,
        target: &ScalingTarget,
        minute: u64,
        now_ms: u64,
    ) {
        if let Some((_, units)) = self.decided.take_if(|(from, _)| *from <= minute) {
            *current = units;
        }
        self.watched.observe(served_milli, *current, target);
        if self.decided.is_some() {
            return;
        }
        let Some(units) = self.watched.decide(served_milli, *current, target, now_ms) else { return };
        if units < *current {
            match self.decreases.after_another(now_ms) {
                Ok(decreases) => self.decreases = decreases,
                Err(_) => return,
            }
        }
        self.watched = ScalingHistory { scaled_at_ms: now_ms, ..ScalingHistory::default() };
        self.decided = Some((minute + CHANGE_MINUTES, units));
    }
}
