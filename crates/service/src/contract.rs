//! The contract of the controls: a struct for the request and the response of each. The service writes them, the page and its views
//! read them, and documents and TypeScript declarations are made from the same declarations.
//!
//! JSON: members are in PascalCase and in the order of the fields, and a member that is `None` is absent. Times are in seconds
//! since 1970, unless a name ends with `Ms`.

pub mod access;
pub mod cache;
pub mod clock;
pub mod description;
pub mod dynamodb;
pub mod faults;
pub mod functions;
mod json_text;
pub mod metrics;
pub mod partitions;
pub mod regions;
pub mod snapshots;
pub mod streams;
pub mod vectors;
mod writer;

use dynalab_engine::response::json_writer::ObjectWriter;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use description::{ControlShape, Described, Kind, Shape};
pub use json_text::{Digits, Json, Named};
pub use writer::write_json;

/// A time in seconds since 1970, with milliseconds as decimals.
pub type EpochSeconds = f64;

/// The response of a control that only changes the simulation: an empty object.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NoMembers {}

impl Described for NoMembers {
    const KIND: Kind = Kind::Object(&Shape { name: "NoMembers", about: &[], members: &[] });
}

/// The controls by subject, in the order of the documents.
pub const SUBJECTS: &[(&str, &[ControlShape])] = &[
    ("Clock, settings, account", clock::CALLS),
    ("Faults, zones, replicas", faults::CALLS),
    ("Partitions, capacity, indexes, TTL", partitions::CALLS),
    ("Vector indexes", vectors::CALLS),
    ("Regions", regions::CALLS),
    ("Streams and their workers", streams::CALLS),
    ("Event source mappings", functions::CALLS),
    ("Cache", cache::CALLS),
    ("Metrics and alarms", metrics::CALLS),
    ("Access", access::CALLS),
    ("The whole database, and its requests", snapshots::CALLS),
];

/// A request of an operation with a typed response.
pub trait Call: Serialize {
    /// The name of the operation, such as `Dynalab.DescribeShards`.
    const NAME: &'static str;
    type Response: DeserializeOwned;

    /// Returns the name of the operation, and the body of the request as JSON.
    fn request(&self) -> (&'static str, String) {
        (Self::NAME, self.body())
    }

    /// Returns the body of the request as JSON.
    fn body(&self) -> String {
        let mut json = String::new();
        write_json(self, &mut json);
        json
    }
}

/// Writes the members of a response into the body under construction.
pub(crate) fn encode(response: &impl Serialize, body: &mut ObjectWriter) {
    body.members(|json| write_json(response, json));
}

/// Returns the first element. It makes an option of an optional part of a declaration.
#[doc(hidden)]
pub const fn first(texts: &[&'static str]) -> Option<&'static str> {
    match texts {
        [first, ..] => Some(first),
        [] => None,
    }
}
