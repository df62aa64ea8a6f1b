//! What stands before an operation: the faults that somebody has put there.

use crate::context::Context;
use crate::error::{DynamoError, FaultError};
use crate::operations::Request;
use crate::service::faults;

/// Asked once a request, before its first step. Where it says no, nothing happens; a fault that it lets pass is told in the end,
/// when all has happened.
pub(crate) fn admit(request: &Request, context: &mut Context) -> Result<Option<FaultError>, DynamoError> {
    if context.database.surroundings().are_empty() {
        return Ok(None);
    }
    let touched = request.touched(context.database);
    if touched.is_empty() {
        return Ok(None);
    }
    match faults::strike(request.name(), &touched, context) {
        None => Ok(None),
        Some((error, true)) => Ok(Some(error)),
        Some((error, false)) => Err(error.into()),
    }
}
