//! A request of the API inside a control, which says where or for whom it is.

use crate::error::{ControlError, DynamoError};
use crate::fields::Fields;
use crate::service::complete_engine::Request;

/// Decoded; what is wrong with it is told when it is its turn.
#[derive(Clone, Debug)]
pub(crate) struct InnerRequest {
    request: Result<Box<Request>, DynamoError>,
}

impl InnerRequest {
    /// `known` are the operations that it can be.
    pub fn decode(fields: &mut Fields, known: &[&str]) -> InnerRequest {
        ["Operation", "Request"].into_iter().for_each(|member| fields.require(member));
        let operation = fields.text("Operation").unwrap_or_default();
        let request = match fields.object("Request") {
            _ if !known.contains(&operation.as_str()) => {
                Err(ControlError::NoSuchOperation { name: operation }.into())
            }
            Some(body) => Request::decode(&operation, body).map(Box::new),
            // Told as missing, or as no object, with the rest.
            None => Err(DynamoError::NotJson),
        };
        InnerRequest { request }
    }

    pub fn get(&self) -> Result<&Request, DynamoError> {
        self.request.as_deref().map_err(Clone::clone)
    }

    pub fn get_mut(&mut self) -> Result<&mut Request, DynamoError> {
        self.request.as_deref_mut().map_err(|error| error.clone())
    }
}
