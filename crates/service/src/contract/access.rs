//! The controls of access: principals and their policies.

use super::{Json, Named, NoMembers};

crate::contract! {
    /// Creates a principal with IAM policies, or replaces it.
    pub struct PutPrincipal: "Dynalab.PutPrincipal" -> NoMembers {
        pub name: String,
        /// Policy documents, each as an object or as text.
        pub policies: Vec<Json>,
        /// The values of condition keys by name.
        pub context: Option<Named<String>>,
    }

    /// Deletes a principal.
    pub struct DeletePrincipal: "Dynalab.DeletePrincipal" -> NoMembers {
        pub name: String,
    }

    /// Sends the following requests as this principal.
    pub struct UsePrincipal: "Dynalab.UsePrincipal" -> PrincipalInUse {
        /// Without a name, requests are sent as root.
        pub name: Option<String>,
    }

    /// The principal of the following requests.
    pub struct PrincipalInUse {
        pub arn: String,
    }

    /// Lists the principals and the one in use.
    pub struct DescribePrincipals: "Dynalab.DescribePrincipals" -> PrincipalsDescription {
    }

    /// The principals, sorted by name.
    pub struct PrincipalsDescription {
        pub principals: Vec<PrincipalDescription>,
    }

    /// A principal with its policies.
    pub struct PrincipalDescription {
        pub name: String,
        pub arn: String,
        /// True if requests are sent as this principal.
        pub used: bool,
        /// Policy documents.
        pub policies: Vec<Json>,
        /// The values of condition keys by name.
        pub context: Option<Named<String>>,
    }

    /// Returns the decision on a request, and the statement that decided. The request is not executed.
    pub struct SimulatePolicy: "Dynalab.SimulatePolicy" -> PolicySimulation {
        /// A principal. Without a name and policies, it is the one in use.
        pub name: Option<String>,
        /// Policy documents in place of those of a principal.
        pub policies: Option<Vec<Json>>,
        /// An operation of DynamoDB.
        pub operation: String,
        /// The request of the operation.
        pub request: Json,
    }

    /// The decisions on a request.
    pub struct PolicySimulation {
        /// One for each action and resource that the request needs.
        pub evaluation_results: Vec<PolicyEvaluation>,
    }

    /// The decision on one action.
    pub struct PolicyEvaluation {
        /// Such as `dynamodb:GetItem`.
        pub eval_action_name: String,
        /// The ARN of the resource.
        pub eval_resource_name: String,
        /// `allowed`, `explicitDeny` or `implicitDeny`.
        pub eval_decision: String,
        /// The statement that decided, if one did.
        pub matched_statements: Vec<MatchedStatement>,
    }

    /// A statement of a policy.
    pub struct MatchedStatement {
        pub policy: String,
        pub statement: String,
    }
}
