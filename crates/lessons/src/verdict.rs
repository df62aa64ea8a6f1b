//! What the checker found: each goal, met or not, and what differs, as data that the page puts into sentences.

use serde::{Deserialize, Serialize};

use crate::goal::Expected;
use crate::json::Json;
use crate::lesson::Figures;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// In the order of the goals.
    pub goals: Vec<GoalVerdict>,
    /// All goals are met.
    pub solved: bool,
    /// Ids of the hints for this attempt, in their order.
    pub hints: Vec<String>,
    /// All requests of the attempt together.
    pub figures: Figures,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoalVerdict {
    pub goal: String,
    pub status: GoalStatus,
    /// Empty where the goal is met or was not tried.
    pub differences: Vec<Difference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GoalStatus {
    /// No request or answer was made that the goal is about.
    NotTried,
    Met,
    NotMet,
}

/// One row of "What differs". Items are DynamoDB JSON; steps are counted from one, over the requests of the attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Difference {
    /// The goal's item is not there.
    MissingItem {
        place: ItemPlace,
        item: Json,
    },
    /// There is an item that the goal does not have.
    ExtraItem {
        place: ItemPlace,
        item: Json,
    },
    /// An attribute of an item. None where it is absent.
    Attribute {
        place: ItemPlace,
        key: Json,
        attribute: String,
        yours: Option<Json>,
        goal: Option<Json>,
    },
    /// The items are there, in another order: the first place, from one, that differs.
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
    /// The request was expected to fail, and succeeded or failed with another error (none: it succeeded).
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
    /// A read uses another source; `Shop` or `Shop.GSI1`.
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
    /// A statement about a response.
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
    /// The learner's answer to a question; none where there is none yet.
    Given {
        question: String,
        yours: Option<String>,
    },
    /// An order of steps after which something else holds; the client of each step, from zero.
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
    /// A finding that the goal does not allow, or one that it asks for.
    Finding {
        /// The name of the rule, such as "scan".
        rule: String,
        /// Names from the design; empty where the finding is not there.
        place: String,
        is_asked_for: bool,
    },
    /// Parts of the design that cannot be used, or a document that is no design.
    Design {
        detail: String,
    },
}

/// Why an access pattern is red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PatternFault {
    /// It has no request, or one that does not fit the design.
    NotRun,
    /// DynamoDB refuses the request.
    Refused,
    Scan,
    /// The first page is not all.
    MorePages,
    /// An error was expected, and there was another one or none.
    Outcome,
    /// Something else came back, or is in the table.
    Result,
}

/// Where an item was looked for.
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
