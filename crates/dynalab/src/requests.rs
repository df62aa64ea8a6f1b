//! The log of requests, with assertions for tests.

use std::fmt;
use std::ops::Deref;

use dynalab_service::contract::snapshots::LoggedRequest;

/// Requests in the order in which they were executed, each with its plan, items, units and price.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requests(Vec<LoggedRequest>);

impl Requests {
    pub(crate) fn of(requests: Vec<LoggedRequest>) -> Requests {
        Requests(requests)
    }

    /// Returns the requests of one operation.
    #[must_use]
    pub fn of_operation(&self, operation: &str) -> Requests {
        Requests(self.0.iter().filter(|request| request.operation == operation).cloned().collect())
    }

    /// Returns the read units of all requests together.
    pub fn read_units(&self) -> f64 {
        self.0.iter().flat_map(|request| &request.units).map(|used| used.read_units).sum()
    }

    /// Returns the write units of all requests together.
    pub fn write_units(&self) -> f64 {
        self.0.iter().flat_map(|request| &request.units).map(|used| used.write_units).sum()
    }

    /// Returns the price of all requests on demand in US dollars. None if the price of one is not known.
    pub fn price_usd(&self) -> Option<f64> {
        self.0.iter().map(|request| request.price_usd.as_ref().map(|price| price.number())).sum()
    }

    /// Asserts that no request scanned a table or an index.
    ///
    /// # Panics
    /// A request did. The message lists the requests.
    #[track_caller]
    pub fn assert_no_scan(&self) {
        let scans = |request: &&LoggedRequest| request.plans.iter().any(|plan| plan.kind == "SCAN");
        let scanning = Requests(self.0.iter().filter(scans).cloned().collect());
        assert!(scanning.is_empty(), "{} of {} requests scan:\n{scanning}", scanning.len(), self.len());
    }

    /// Asserts that all requests together consumed at most this number of read units.
    ///
    /// # Panics
    /// They consumed more. The message lists the requests.
    #[track_caller]
    pub fn assert_read_units_at_most(&self, most: f64) {
        let units = self.read_units();
        assert!(units <= most, "{units} read units were consumed, at most {most} were expected:\n{self}");
    }

    /// Asserts that all requests together consumed at most this number of write units.
    ///
    /// # Panics
    /// They consumed more. The message lists the requests.
    #[track_caller]
    pub fn assert_write_units_at_most(&self, most: f64) {
        let units = self.write_units();
        assert!(units <= most, "{units} write units were consumed, at most {most} were expected:\n{self}");
    }
}

impl Deref for Requests {
    type Target = [LoggedRequest];

    fn deref(&self) -> &[LoggedRequest] {
        &self.0
    }
}

/// A line for each request: number, operation, plans, items, units, and the error.
impl fmt::Display for Requests {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for request in &self.0 {
            write!(formatter, "{}. {}", request.number, request.operation)?;
            for plan in &request.plans {
                write!(formatter, ", {} {}", plan.kind, plan.table_name)?;
                if let Some(index) = &plan.index_name {
                    write!(formatter, ".{index}")?;
                }
            }
            write!(formatter, ": {} read, {} filtered", request.items_read, request.items_filtered)?;
            for used in &request.units {
                let owner = used.index_name.as_ref().unwrap_or(&used.table_name);
                write!(formatter, ", {} RCU and {} WCU of {owner}", used.read_units, used.write_units)?;
            }
            if let Some(error) = &request.error {
                write!(formatter, ", {error}")?;
            }
            writeln!(formatter)?;
        }
        Ok(())
    }
}
