//! The checks before each operation: access policies and injected faults.

use dynalab_engine::database::Database;
use dynalab_engine::error::{DynamoError, FaultError};
use dynalab_engine::request::resource_access::ResourceAccess;
use dynalab_engine::trace::EventKind;

use crate::access::decision::{arn, decide};
use crate::complete::Context;
use crate::faults::injection::strike;
use crate::regions;

/// Runs once per request, before its first step. Returns an error if a policy denies the request or a fault applies. A returned
/// fault replaces the response after the operation was executed.
pub(crate) fn admit(
    operation: &str,
    touched: impl FnOnce(&Database) -> Vec<ResourceAccess>,
    context: &mut Context,
) -> Result<Option<FaultError>, DynamoError> {
    if context.service.simulation_state.are_empty() {
        return Ok(None);
    }
    let touched = touched(context.database);
    if touched.is_empty() {
        return Ok(None);
    }
    regions::check_streams(&touched, &context.config.region, context.database)?;
    regions::check(&touched, context)?;
    authorize(&touched, context)?;
    match strike(operation, &touched, context) {
        None => Ok(None),
        Some((error, true)) => Ok(Some(error)),
        Some((error, false)) => Err(error.into()),
    }
}

/// Rejects actions that policies do not allow, if a principal is in use.
pub(crate) fn authorize(touched: &[ResourceAccess], context: &mut Context) -> Result<(), DynamoError> {
    let Some(principal) = context.service.simulation_state.principal() else { return Ok(()) };
    for touched in touched {
        let decision = decide(touched, principal, context.database, context.config);
        context.trace.emit(|| EventKind::AccessDecided {
            principal: principal.name.clone(),
            action: touched.action,
            resource: arn(&touched.resource, context.config),
            decision: decision.name(),
            by: decision.decider().map(|by| (by.policy.clone(), by.statement.clone())),
        });
        if let Some(error) = decision.error(touched, principal, context.config) {
            return Err(error.into());
        }
    }
    Ok(())
}
