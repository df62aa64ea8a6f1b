//! The result of the checker: each goal, met or not, and its differences as data. The page turns them into sentences.

use serde::{Deserialize, Serialize};

use crate::goal::Expected;
use crate::json::Json;
use crate::lesson::Figures;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// In the order of the lesson's goals.
    pub goals: Vec<GoalVerdict>,
    /// True if all goals are met.
    pub solved: bool,
    /// Ids of the hints for this attempt, in the lesson's order.
    pub hints: Vec<String>,
    /// The sums over all requests of the attempt.
    pub figures: Figures,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoalVerdict {
    pub goal: String,
    pub status: GoalStatus,
    /// Empty if the goal is met or was not tried.
    pub differences: Vec<Difference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GoalStatus {
    /// The attempt has no request or answer that the goal is about.
    NotTried,
    Met,
    NotMet,
}

/// One row of "What differs". Items are DynamoDB JSON; steps are counted from one, over the requests of the attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Difference {
    /// An item of the goal does not exist.
    MissingItem {
        place: ItemPlace,
        item: Json,
    },
    /// An item exists that the goal does not have.
    ExtraItem {
        place: ItemPlace,
        item: Json,
    },
    /// An attribute has another value. None means that it is absent.
    Attribute {
        place: ItemPlace,
        key: Json,
        attribute: String,
        yours: Option<Json>,
        goal: Option<Json>,
    },
    /// The items are in another order. `place` is the first position that differs, from 1.
    Order {
        place: u64,
        yours: Json,
        goal: Json,
    },
    ItemCount {
        place: ItemPlace,
        yours: u64,
        goal: u64,
    },
    /// A request failed.
    Rejected {
        step: u32,
        operation: String,
        error: String,
        message: String,
    },
    /// The request was expected to fail with another error. `yours` is None if it succeeded.
    Outcome {
        step: u32,
        operation: String,
        yours: Option<String>,
        goal: String,
    },
    /// A request is another operation than the goal allows.
    Operation {
        step: u32,
        yours: String,
        goal: Vec<String>,
    },
    /// A request reads a whole table or index.
    Scan {
        step: u32,
        operation: String,
        source: String,
    },
    /// A read uses another source, such as `Shop` or `Shop.GSI1`.
    Source {
        step: u32,
        yours: String,
        goal: String,
    },
    Requests {
        yours: u32,
        limit: Limit,
    },
    ItemsRead {
        yours: u64,
        at_most: u64,
        returned: u64,
    },
    Units {
        kind: UnitKind,
        yours: f64,
        limit: Limit,
        steps: Vec<StepUnits>,
    },
    /// A statement about a response does not hold.
    Value {
        at: String,
        yours: Option<Json>,
        goal: Expected,
    },
    /// A request of the goal failed on the copy.
    Probe {
        operation: String,
        error: String,
        message: String,
    },
    /// The learner's answer to a question is wrong. None if it is missing.
    Given {
        question: String,
        yours: Option<String>,
    },
    /// After this order of steps, a statement does not hold. The schedule is the client of each step, from zero.
    AfterOrder {
        schedule: Vec<u32>,
        because: Vec<Difference>,
    },
    Throttled {
        requests: u64,
        throttled: u64,
        permille_max: u32,
        error: String,
    },
    /// An access pattern of the design is red.
    Pattern {
        pattern: String,
        fault: PatternFault,
    },
    /// A finding that the goal forbids, or requires and does not have.
    Finding {
        /// The name of the rule, such as "scan".
        rule: String,
        /// Names from the design. Empty if the check does not have the finding.
        place: String,
        is_asked_for: bool,
    },
    /// The design has unusable parts, or the document is not a design.
    Design {
        detail: String,
    },
}

/// Why an access pattern is red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PatternFault {
    /// The pattern has no request, or one that does not fit the design.
    NotRun,
    /// DynamoDB rejects the request.
    Refused,
    Scan,
    /// The result has more than one page.
    MorePages,
    /// The request returned another error than expected, or none.
    Outcome,
    /// The response or the table has another content than expected.
    Result,
}

/// The place where the checker looked for an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemPlace {
    Response,
    /// A table or index: `Shop` or `Shop.GSI1`.
    Source(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnitKind {
    Read,
    Write,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepUnits {
    pub step: u32,
    pub operation: String,
    pub units: f64,
}
