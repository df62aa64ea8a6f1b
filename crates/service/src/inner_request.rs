//! A request of the API inside an operation of the simulation, such as InRegion or ThroughCache.

use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::Fields;

use crate::complete_engine::Request;

/// The decoded request. Its error is reported when it would be executed.
#[derive(Clone, Debug)]
pub(crate) struct InnerRequest {
    request: Result<Box<Request>, DynamoError>,
}

impl InnerRequest {
    /// Decodes the request. `known` are lists of the supported operations.
    pub fn decode(fields: &mut Fields, known: &[&[&str]]) -> InnerRequest {
        ["Operation", "Request"].into_iter().for_each(|member| fields.require(member));
        let operation = fields.text("Operation").unwrap_or_default();
        let request = match fields.object("Request") {
            _ if !known.iter().any(|names| names.contains(&operation.as_str())) => {
                Err(ControlError::NoSuchOperation { name: operation }.into())
            }
            Some(body) => Request::decode(&operation, body).map(Box::new),
            // A missing member or a wrong type is reported with the other problems.
            None => Err(DynamoError::NotJson),
        };
        InnerRequest { request }
    }

    /// Returns the request.
    ///
    /// # Errors
    /// The text inside of the operation is no request.
    pub fn get(&self) -> Result<&Request, DynamoError> {
        self.request.as_deref().map_err(Clone::clone)
    }

    /// Returns the request, to change it.
    ///
    /// # Errors
    /// The text inside of the operation is no request.
    pub fn get_mut(&mut self) -> Result<&mut Request, DynamoError> {
        self.request.as_deref_mut().map_err(|error| error.clone())
    }
}
