//! Real endpoints: any service that speaks DynamoDB's protocol.
//!
//! [`client::Client`] signs and sends requests. [`push`] brings a design or a document there, [`pull`] brings tables back, [`compare`] runs
//! access patterns there and here, [`load`] sends the load of a design for real. Nothing here does I/O, reads a clock or draws random
//! numbers: an [`edge::Edge`] does. The feature `native` has the edge of a program.

pub mod checksum;
pub mod client;
pub mod compare;
pub mod credentials;
pub mod edge;
pub mod endpoint;
pub mod error;
pub mod limits;
pub mod load;
pub mod mask;
#[cfg(feature = "native")]
pub mod native;
pub mod pull;
pub mod push;
mod retries;
mod signature;
pub mod source;
pub mod tables;
pub mod units;

pub use client::Client;
pub use credentials::Credentials;
pub use edge::Edge;
pub use endpoint::Endpoint;
pub use error::RemoteError;
