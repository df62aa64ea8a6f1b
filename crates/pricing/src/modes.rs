//! The bill of a table in each capacity mode: on demand, provisioned for the peak, with auto scaling, with reserved capacity.

use dynalab_capacity::scaling::ScalingTarget;
use dynalab_capacity::scaling_day::{self, ScaledMinute, ScalingRun};
use dynalab_load::DayUnits;

use crate::bill::{Bill, LineItem, line};
use crate::book::{Confidence, PriceBook, PriceName};
use crate::conventions::Conventions;
use crate::extras::Extras;
use crate::reserved::{self, Term};
use crate::served::{ComparedMode, Served, by_total};
use crate::traffic;

/// Free tier of the Standard class, per month: 25 provisioned units all the time, and storage.
const FREE_UNIT_HOURS: f64 = 18_600.0;
const FREE_STORAGE_GB: f64 = 25.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableClass {
    #[default]
    Standard,
    InfrequentAccess,
}

impl TableClass {
    fn pick(self, standard: PriceName, infrequent: PriceName) -> PriceName {
        match self {
            TableClass::Standard => standard,
            TableClass::InfrequentAccess => infrequent,
        }
    }

    pub fn on_demand(self, writes: bool) -> PriceName {
        match writes {
            false => self.pick(PriceName::ReadsOnDemand, PriceName::IaReadsOnDemand),
            true => self.pick(PriceName::WritesOnDemand, PriceName::IaWritesOnDemand),
        }
    }

    pub fn hour(self, writes: bool) -> PriceName {
        match writes {
            false => self.pick(PriceName::ReadHour, PriceName::IaReadHour),
            true => self.pick(PriceName::WriteHour, PriceName::IaWriteHour),
        }
    }

    fn replicated(self, is_on_demand: bool) -> PriceName {
        match is_on_demand {
            true => self.pick(PriceName::ReplicatedWritesOnDemand, PriceName::IaReplicatedWritesOnDemand),
            false => self.pick(PriceName::ReplicatedWriteHour, PriceName::IaReplicatedWriteHour),
        }
    }

    fn storage(self) -> PriceName {
        self.pick(PriceName::Storage, PriceName::IaStorage)
    }
}

/// When a write to a global table is acknowledged: before or after it is in the other Regions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replication {
    #[default]
    Eventual,
    /// Multi-Region strong consistency. No source states its price.
    Strong,
}

impl Replication {
    /// Returns the name of the price of a replicated write on demand.
    pub fn price(self, class: TableClass) -> PriceName {
        self.line(class, true).1
    }

    fn line(self, class: TableClass, is_on_demand: bool) -> (LineItem, PriceName) {
        match (self, is_on_demand) {
            (Replication::Eventual, _) => (LineItem::ReplicatedWrites, class.replicated(is_on_demand)),
            (Replication::Strong, true) => {
                (LineItem::StrongReplicatedWrites, PriceName::StrongReplicatedWritesOnDemand)
            }
            (Replication::Strong, false) => {
                (LineItem::StrongReplicatedWrites, PriceName::StrongReplicatedWriteHour)
            }
        }
    }
}

/// How the throughput of a table in provisioned mode is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Provisioning {
    /// Whole units for the peak, plus a headroom in percent.
    Fixed { headroom_percent: f64 },
    /// Auto scaling for reads and for writes. A change is active so many milliseconds after its decision.
    AutoScaling { reads: ScalingTarget, writes: ScalingTarget, change_ms: u64 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    OnDemand,
    /// Reserved capacity covers blocks of the provisioned units. Units above the blocks are billed by the hour.
    Provisioned {
        provisioning: Provisioning,
        reserved: Option<Term>,
    },
}

/// The load and size of a table, equal on each day of a month.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    pub class: TableClass,
    /// Units per second.
    pub units: DayUnits,
    pub table_gb: f64,
    pub index_gb: f64,
    /// Other Regions with a replica, billed at the prices of this Region.
    pub replicas: f64,
    pub replication: Replication,
    /// A Database Savings Plan covers the throughput.
    pub has_savings_plan: bool,
    pub extras: Extras,
}

/// Provisioned reads or writes of a day, hour by hour.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Provision {
    hourly_units: Vec<f64>,
}

/// A day of provisioned throughput, simulated once for all bills that it is part of.
struct ProvisionedDay {
    reads: Provision,
    writes: Provision,
    served: Served,
}

/// Returns the whole units that a table must provision for a load. Rounding makes a sum such as 2,199.9999999 equal to 2,200.
pub fn whole_units(units: f64) -> u64 {
    ((units * 1_000.0).round().max(0.0) as u64).div_ceil(1_000)
}

pub(crate) fn fixed_units(peak: f64, headroom_percent: f64) -> u64 {
    whole_units(peak * (1.0 + headroom_percent / 100.0))
}

impl Workload {
    pub fn bill(&self, mode: Mode, book: &PriceBook, conventions: &Conventions) -> Bill {
        match mode {
            Mode::OnDemand => self.on_demand_bill(book, conventions),
            Mode::Provisioned { provisioning, reserved } => {
                let day = self.provision(provisioning);
                self.provisioned_bill([&day.reads, &day.writes], reserved, book, conventions)
            }
        }
    }

    fn on_demand_bill(&self, book: &PriceBook, conventions: &Conventions) -> Bill {
        let mut bill = Bill::default();
        self.add_requests(&mut bill, book, conventions);
        self.with_the_rest(bill, book, conventions)
    }

    /// Returns the bill of these reads and writes in provisioned mode.
    pub(crate) fn provisioned_bill(
        &self,
        [reads, writes]: [&Provision; 2],
        reserved: Option<Term>,
        book: &PriceBook,
        conventions: &Conventions,
    ) -> Bill {
        let mut bill = Bill::default();
        self.add_hours(&mut bill, book, conventions, reads, writes, reserved);
        self.with_the_rest(bill, book, conventions)
    }

    /// Adds what does not depend on the mode to the lines of the throughput.
    fn with_the_rest(&self, mut bill: Bill, book: &PriceBook, conventions: &Conventions) -> Bill {
        self.add_savings_plan(&mut bill, book);
        self.add_storage(&mut bill, book, conventions);
        self.extras.add_to(&mut bill, book, self.class, conventions, self.table_gb);
        bill
    }

    /// Returns the peak of reads, and that of writes to the table and to its indexes, in units per second.
    pub(crate) fn peaks(&self) -> [f64; 2] {
        [self.units.reads.peak, self.units.writes.peak + self.units.index_writes.peak]
    }

    /// Returns a day under these settings. Fixed units for the peak or more serve each minute, so only others are simulated.
    fn provision(&self, provisioning: Provisioning) -> ProvisionedDay {
        let [reads, writes] = self.peaks();
        let runs = match provisioning {
            Provisioning::Fixed { headroom_percent } => {
                let units = [reads, writes].map(|peak| fixed_units(peak, headroom_percent));
                if headroom_percent >= 0.0 {
                    let [reads, writes] = units.map(|units| Provision::flat(units as f64));
                    return ProvisionedDay { reads, writes, served: Served::default() };
                }
                units.map(ScalingRun::fixed)
            }
            Provisioning::AutoScaling { reads, writes, change_ms } => {
                [reads, writes].map(|target| ScalingRun::of_target(target, change_ms))
            }
        };
        let demand = self.demand();
        let [reads, writes] = [0, 1].map(|kind: usize| runs[kind].second_day(&demand[kind]));
        ProvisionedDay {
            served: Served::of(&reads, &writes),
            reads: Provision::from_minutes(&reads),
            writes: Provision::from_minutes(&writes),
        }
    }

    /// Compares the modes of one table, as [`compare_modes`] does.
    pub fn compare_modes(
        &self,
        fixed: Provisioning,
        scaling: Provisioning,
        book: &PriceBook,
        conventions: &Conventions,
    ) -> [ComparedMode; 5] {
        compare_modes(std::slice::from_ref(self), fixed, scaling, book, conventions)
    }

    /// Returns the demand of each minute in reads, and that in writes to the table and its indexes, in thousandths of a unit per second.
    pub(crate) fn demand(&self) -> [Vec<u64>; 2] {
        let mut writes = self.units.writes.clone();
        for (table, index) in writes.minutes.iter_mut().zip(&self.units.index_writes.minutes) {
            *table += index;
        }
        [self.units.reads.milli(), writes.milli()]
    }

    fn add_requests(&self, bill: &mut Bill, book: &PriceBook, conventions: &Conventions) {
        const MILLION: f64 = 1_000_000.0;
        let seconds = conventions.month.seconds();
        let DayUnits { reads: read, writes: of_table, index_writes, failed_writes } = &self.units;
        let (reads, writes) = (self.class.on_demand(false), self.class.on_demand(true));
        let regions = 1.0 + self.replicas;
        bill.add(line(book, LineItem::Reads, reads, read.average * seconds, 0.0, MILLION));
        bill.add(line(book, LineItem::Writes, writes, of_table.average * seconds, 0.0, MILLION));
        let index = index_writes.average * seconds * regions;
        bill.add(line(book, LineItem::IndexWrites, writes, index, 0.0, MILLION));
        let replicated = (of_table.average - failed_writes).max(0.0) * seconds * self.replicas;
        let (item, price) = self.replication.line(self.class, true);
        bill.add(line(book, item, price, replicated, 0.0, MILLION));
    }

    fn add_hours(
        &self,
        bill: &mut Bill,
        book: &PriceBook,
        conventions: &Conventions,
        reads: &Provision,
        writes: &Provision,
        term: Option<Term>,
    ) {
        let days = conventions.month.days();
        let [_, all_writes] = self.peaks();
        let table_share = if all_writes > 0.0 { self.units.writes.peak / all_writes } else { 1.0 };
        let is_standard = self.class == TableClass::Standard;
        let free_hours = if conventions.has_free_tier && is_standard { FREE_UNIT_HOURS } else { 0.0 };
        // Reserved capacity exists in the Standard class only.
        let term = term.filter(|_| is_standard);
        let mut uncovered = [reads, writes].map(|kind| kind.hourly_units.iter().sum::<f64>() * days);
        if let Some(term) = term {
            for (place, (kind, item)) in
                [(reads, LineItem::ReservedReads), (writes, LineItem::ReservedWrites)].into_iter().enumerate()
            {
                let blocks = reserved::recommended_blocks(&kind.hourly_units);
                let writes = item == LineItem::ReservedWrites;
                uncovered[place] = reserved::uncovered_unit_hours(&kind.hourly_units, blocks) * days;
                let usd = reserved::block_month_usd(book, term, writes, conventions.month.hours());
                let price = term.hour(writes);
                let mut reserved = line(book, item, price, blocks as f64, 0.0, 1.0);
                let upfront = book.get(term.upfront(writes)).confidence;
                reserved.confidence = reserved.confidence.max(upfront);
                reserved.usd = usd.map(|usd| usd * blocks as f64);
                reserved.upfront_usd = book.usd(term.upfront(writes)).map(|usd| usd * blocks as f64);
                bill.add(reserved);
            }
        }
        let [read_hours, write_hours] = uncovered;
        let (read, write) = (self.class.hour(false), self.class.hour(true));
        let (table, index) = (write_hours * table_share, write_hours * (1.0 - table_share));
        bill.add(line(book, LineItem::Reads, read, read_hours, free_hours, 1.0));
        bill.add(line(book, LineItem::Writes, write, table, free_hours, 1.0));
        let free_left = (free_hours - table).max(0.0);
        bill.add(line(book, LineItem::IndexWrites, write, index * (1.0 + self.replicas), free_left, 1.0));
        let provisioned: f64 = writes.hourly_units.iter().sum::<f64>() * days * table_share;
        let (item, price) = self.replication.line(self.class, false);
        bill.add(line(book, item, price, provisioned * self.replicas, 0.0, 1.0));
    }

    /// Adds the discount of a savings plan. The book has none, so the user enters it in percent.
    fn add_savings_plan(&self, bill: &mut Bill, book: &PriceBook) {
        if !self.has_savings_plan {
            return;
        }
        let throughput = bill.lines.iter().filter(|line| line.item.is_throughput());
        let usd: f64 = throughput.filter_map(|line| line.usd).sum();
        let mut plan = line(book, LineItem::SavingsPlan, PriceName::SavingsPlan, usd, 0.0, 1.0);
        plan.usd = book.usd(PriceName::SavingsPlan).map(|percent| -usd * percent.min(100.0) / 100.0);
        bill.add(plan);
    }

    fn add_storage(&self, bill: &mut Bill, book: &PriceBook, conventions: &Conventions) {
        let price = self.class.storage();
        let is_free = conventions.has_free_tier && self.class == TableClass::Standard;
        let free = if is_free { FREE_STORAGE_GB } else { 0.0 };
        let regions = 1.0 + self.replicas;
        bill.add(line(book, LineItem::Storage, price, self.table_gb * regions, free, 1.0));
        let free_left = (free - self.table_gb * regions).max(0.0);
        bill.add(line(book, LineItem::IndexStorage, price, self.index_gb * regions, free_left, 1.0));
    }
}

/// Compares on-demand mode, fixed units, auto scaling, and reserved capacity for one year and for three, in this order, with one bill
/// for all tables. On-demand mode serves the whole load: each day has the peak of the day before. Reserved capacity is that of fixed
/// units or of auto scaling: of those that serve the load, the one with the cheaper bill; fixed units if none does.
pub fn compare_modes(
    tables: &[Workload],
    fixed: Provisioning,
    scaling: Provisioning,
    book: &PriceBook,
    conventions: &Conventions,
) -> [ComparedMode; 5] {
    let days = [fixed, scaling].map(|provisioning| {
        let days: Vec<_> = tables.iter().map(|table| table.provision(provisioning)).collect();
        (provisioning, days)
    });
    let compared = |(provisioning, days): &(Provisioning, Vec<ProvisionedDay>), reserved| ComparedMode {
        mode: Mode::Provisioned { provisioning: *provisioning, reserved },
        bill: joined_bill(tables, conventions, |place, table, conventions| match days.get(place) {
            Some(day) => table.provisioned_bill([&day.reads, &day.writes], reserved, book, conventions),
            None => Bill::default(),
        }),
        served: days.iter().fold(Served::default(), |served, day| served.worst(day.served)),
    };
    let reserved = |term| {
        let modes = days.each_ref().map(|day| compared(day, Some(term)));
        let cheapest = modes.iter().filter(|mode| mode.served.is_all()).min_by(by_total);
        cheapest.unwrap_or(&modes[0]).clone()
    };
    let on_demand = ComparedMode {
        mode: Mode::OnDemand,
        bill: joined_bill(tables, conventions, |_, table, conventions| {
            table.on_demand_bill(book, conventions)
        }),
        served: Served::default(),
    };
    let [fixed, scaling] = days.each_ref().map(|day| compared(day, None));
    [on_demand, fixed, scaling, reserved(Term::OneYear), reserved(Term::ThreeYears)]
}

/// Returns one bill for all tables, with a line for each item and price. The free tier is that of an account, so only the first table
/// of the Standard class has it.
pub fn joined_bill(
    tables: &[Workload],
    conventions: &Conventions,
    bill: impl Fn(usize, &Workload, &Conventions) -> Bill,
) -> Bill {
    let with_free_tier = tables.iter().position(|table| table.class == TableClass::Standard).unwrap_or(0);
    let bills = tables.iter().enumerate().map(|(place, table)| {
        let has_free_tier = conventions.has_free_tier && place == with_free_tier;
        bill(place, table, &Conventions { has_free_tier, ..*conventions })
    });
    bills.reduce(Bill::joined).unwrap_or_default()
}

impl Provision {
    pub(crate) fn flat(units: f64) -> Provision {
        Provision { hourly_units: vec![units; traffic::HOURS] }
    }

    pub(crate) fn from_minutes(minutes: &[ScaledMinute]) -> Provision {
        let hours = minutes.chunks(60);
        Provision { hourly_units: hours.map(|hour| scaling_day::sum(hour).unit_hours).collect() }
    }

    /// Returns the sum of two, hour by hour.
    pub(crate) fn joined(self, other: Provision) -> Provision {
        let hours = self.hourly_units.iter().zip(other.hourly_units);
        Provision { hourly_units: hours.map(|(one, other)| one + other).collect() }
    }
}

/// Returns the lowest confidence among the lines that have a price.
pub fn worst_confidence(bill: &Bill) -> Confidence {
    let known = bill.lines.iter().filter(|line| line.usd.is_some());
    known.map(|line| line.confidence).max().unwrap_or(Confidence::PriceList)
}

#[cfg(test)]
mod tests;
