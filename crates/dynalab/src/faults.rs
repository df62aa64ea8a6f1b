//! Faults: rules that make requests fail.

use dynalab_service::contract::Json;
use dynalab_service::contract::faults::{
    DeleteFault, DescribeFaults, FaultDescription, FaultsDescription, PutFault,
};
use serde::Serialize;

use crate::error::Error;
use crate::local::Local;

/// A rule that makes requests fail.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "give it to `Faults::put`"]
pub struct Fault(PutFault);

/// The faults of a database.
#[derive(Clone, Debug)]
pub struct Faults(pub(crate) Local);

impl Fault {
    /// Throttles requests of an operation: ThrottlingException for a table on demand, otherwise ProvisionedThroughputExceededException. The SDKs
    /// retry both.
    pub fn throttle(operation: &str) -> Fault {
        Fault::of("THROTTLE", operation)
    }

    /// Fails requests of an operation with InternalServerError and status 500.
    pub fn internal_error(operation: &str) -> Fault {
        Fault::of("INTERNAL_ERROR", operation)
    }

    /// Fails requests of an operation with ServiceUnavailable and status 503.
    pub fn unavailable(operation: &str) -> Fault {
        Fault::of("SERVICE_UNAVAILABLE", operation)
    }

    /// Lets requests of an operation time out: InternalServerError with status 500.
    pub fn timeout(operation: &str) -> Fault {
        Fault::of("TIMEOUT", operation)
    }

    /// Leaves items of BatchGetItem or BatchWriteItem unprocessed.
    pub fn unprocessed(operation: &str) -> Fault {
        Fault::of("UNPROCESSED", operation)
    }

    fn of(kind: &str, operation: &str) -> Fault {
        Fault(PutFault {
            name: format!("{kind}-{operation}"),
            operations: Some(vec![operation.to_owned()]),
            rate_permille: 1000,
            kind: kind.to_owned(),
            ..PutFault::default()
        })
    }

    /// Sets the name, under which the rule is replaced and deleted. By default it follows from the kind and the operation.
    pub fn named(self, name: impl Into<String>) -> Fault {
        Fault(PutFault { name: name.into(), ..self.0 })
    }

    /// Sets the share of requests that fail, from 0 to 1. All fail by default.
    pub fn rate(self, share: f64) -> Fault {
        let permille = (share.clamp(0.0, 1.0) * 1000.0).round();
        Fault(PutFault { rate_permille: permille as u64, ..self.0 })
    }

    /// Lets only requests to a table fail.
    pub fn table(self, table: impl Into<String>) -> Fault {
        Fault(PutFault { table_name: Some(table.into()), ..self.0 })
    }

    /// Lets only requests to items with this partition key fail, such as `json!({"S": "a"})`.
    ///
    /// # Errors
    /// The value cannot be written as JSON.
    pub fn key(self, value: impl Serialize) -> Result<Fault, Error> {
        Ok(Fault(PutFault { key_equals: Some(Json(serde_json::to_string(&value)?)), ..self.0 }))
    }

    /// Executes a request that times out, so that only its response is lost.
    pub fn after_commit(self) -> Fault {
        Fault(PutFault { after_commit: Some(true), ..self.0 })
    }
}

impl Faults {
    /// Adds a rule, or replaces the rule with its name.
    ///
    /// # Errors
    /// There is no such operation, or there are too many rules.
    pub fn put(&self, fault: Fault) -> Result<(), Error> {
        self.0.control(&fault.0).map(drop)
    }

    /// Deletes a rule.
    ///
    /// # Errors
    /// There is no rule with this name.
    pub fn delete(&self, name: &str) -> Result<(), Error> {
        self.0.control(&DeleteFault { name: name.to_owned() }).map(drop)
    }

    /// Deletes all rules.
    ///
    /// # Errors
    /// Another handle of the database deletes the same rules.
    pub fn clear(&self) -> Result<(), Error> {
        self.list()?.iter().try_for_each(|fault| self.delete(&fault.name))
    }

    /// Lists the rules by name, with the number of requests that matched and failed.
    ///
    /// # Errors
    /// None in a database that works.
    pub fn list(&self) -> Result<Vec<FaultDescription>, Error> {
        let FaultsDescription { faults } = self.0.control(&DescribeFaults {})?;
        Ok(faults)
    }
}
