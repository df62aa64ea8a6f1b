//! The error for a request that policies do not allow.

use std::fmt;

/// The denied user, action and resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessError {
    pub user: String,
    pub action: &'static str,
    pub resource: String,
    pub reason: AccessReason,
}

/// Why policies do not allow a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessReason {
    NobodyAllows,
    DeniedByIdentity,
    DeniedByResource,
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AccessError { user, action, resource, reason } = self;
        write!(f, "User: {user} is not authorized to perform: dynamodb:{action} on resource: {resource} ")?;
        match reason {
            AccessReason::NobodyAllows => {
                write!(f, "because no identity-based policy allows the dynamodb:{action} action")
            }
            AccessReason::DeniedByIdentity => {
                f.write_str("with an explicit deny in an identity-based policy")
            }
            AccessReason::DeniedByResource => f.write_str("with an explicit deny in a resource-based policy"),
        }
    }
}
