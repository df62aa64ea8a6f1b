//! Decides one action. An explicit deny takes precedence over any allow. Without an allow, the action is denied implicitly.

use dynalab_engine::database::Database;
use dynalab_engine::error::{AccessError, AccessReason};
use dynalab_engine::registry::replica_name::member_arn;
use dynalab_engine::request::resource_access::{Resource, ResourceAccess};
use dynalab_engine::settings::config::EngineConfig;

use crate::access::Principal;
use crate::access::facts::Facts;
use crate::access::policy::{Patterns, Policy, Statement};
use crate::resource_policy::{document_of, matches_pattern, matches_pattern_in_case};

/// The statement that decided: its policy, and its Sid or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decider {
    pub policy: String,
    pub statement: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Allowed(Decider),
    /// `of_resource` is true if the statement is in a resource-based policy.
    ExplicitDeny {
        decider: Decider,
        of_resource: bool,
    },
    ImplicitDeny,
}

impl Decision {
    /// Returns the name in the API.
    pub fn name(&self) -> &'static str {
        match self {
            Decision::Allowed(_) => "allowed",
            Decision::ExplicitDeny { .. } => "explicitDeny",
            Decision::ImplicitDeny => "implicitDeny",
        }
    }

    /// Returns the statement that decided. Nothing decides an implicit deny.
    pub fn decider(&self) -> Option<&Decider> {
        match self {
            Decision::Allowed(decider) | Decision::ExplicitDeny { decider, .. } => Some(decider),
            Decision::ImplicitDeny => None,
        }
    }

    /// Returns the error of a denied action.
    pub fn error(
        &self,
        touched: &ResourceAccess,
        principal: &Principal,
        config: &EngineConfig,
    ) -> Option<AccessError> {
        let reason = match self {
            Decision::Allowed(_) => return None,
            Decision::ExplicitDeny { of_resource: false, .. } => AccessReason::DeniedByIdentity,
            Decision::ExplicitDeny { of_resource: true, .. } => AccessReason::DeniedByResource,
            Decision::ImplicitDeny => AccessReason::NobodyAllows,
        };
        let (user, resource) = (principal.arn(config), arn(&touched.resource, config));
        Some(AccessError { user, action: touched.action, resource, reason })
    }
}

/// Returns the ARN of a resource as policies contain it.
pub(crate) fn arn(resource: &Resource, config: &EngineConfig) -> String {
    match resource {
        Resource::Account => config.table_arn("*"),
        Resource::Table(table) => member_arn(table, config),
        Resource::Index(table, index) => format!("{}/index/{index}", member_arn(table, config)),
        Resource::Arn(arn) => arn.clone(),
    }
}

/// Returns the resource-based policy of the table, or of the stream for an action on a stream.
fn resource_policy(resource: &Resource, database: &Database) -> Option<Policy> {
    let label = match resource {
        Resource::Arn(arn) => arn.split_once("/stream/").map_or("", |(_, label)| label),
        _ => "",
    };
    Policy::parse(&document_of(database, resource.table()?, label)?).ok()
}

struct Question<'a> {
    action: String,
    resource: String,
    principal_arn: String,
    root_arn: String,
    facts: &'a Facts,
}

impl Question<'_> {
    fn is_spoken_of(&self, statement: &Statement) -> bool {
        // Action names are compared without regard to case.
        let action = |pattern: &str| matches_pattern(pattern, &self.action);
        let resource = |pattern: &str| {
            self.facts
                .filled(pattern)
                .is_some_and(|pattern| matches_pattern_in_case(&pattern, &self.resource))
        };
        statement.action.fit(action)
            && statement.resource.fit(resource)
            && statement.conditions.iter().all(|condition| condition.matches(self.facts))
    }

    /// Returns true if the statement's principal matches. In a Deny, an account's root ARN matches all principals of the
    /// account. In an Allow, it matches none of them.
    fn is_meant(&self, statement: &Statement) -> bool {
        let Some(principal) = &statement.principal else { return false };
        principal.fit(|pattern| {
            pattern == "*" || pattern == self.principal_arn || !statement.allows && pattern == self.root_arn
        })
    }
}

impl Patterns {
    fn fit(&self, fits: impl Fn(&str) -> bool) -> bool {
        self.patterns.iter().any(|pattern| fits(pattern)) != self.negated
    }
}

fn decider(policy: String, number: usize, statement: &Statement) -> Decider {
    Decider { policy, statement: statement.id.clone().unwrap_or_else(|| (number + 1).to_string()) }
}

pub(crate) fn decide(
    touched: &ResourceAccess,
    principal: &Principal,
    database: &Database,
    config: &EngineConfig,
) -> Decision {
    let facts = Facts::from_access(touched, principal, database, config);
    let question = Question {
        action: format!("dynamodb:{}", touched.action),
        resource: arn(&touched.resource, config),
        principal_arn: principal.arn(config),
        root_arn: format!("arn:aws:iam::{}:root", config.account_id),
        facts: &facts,
    };
    let of_resource = resource_policy(&touched.resource, database);
    let mut spoken = Vec::new();
    for (number, policy) in principal.policies.iter().enumerate() {
        for (place, statement) in policy.statements.iter().enumerate() {
            if question.is_spoken_of(statement) {
                let name = format!("policy {} of {}", number + 1, principal.name);
                spoken.push((statement.allows, false, decider(name, place, statement)));
            }
        }
    }
    for (place, statement) in of_resource.iter().flat_map(|policy| policy.statements.iter().enumerate()) {
        if question.is_meant(statement) && question.is_spoken_of(statement) {
            let name = "policy of the resource".to_owned();
            spoken.push((statement.allows, true, decider(name, place, statement)));
        }
    }
    if let Some(place) = spoken.iter().position(|(allows, _, _)| !allows) {
        let (_, of_resource, decider) = spoken.swap_remove(place);
        return Decision::ExplicitDeny { decider, of_resource };
    }
    match spoken.into_iter().next() {
        Some((_, _, decider)) => Decision::Allowed(decider),
        None => Decision::ImplicitDeny,
    }
}
