//! The goals of a lesson: a closed list of checks. A goal checks responses, items, plans and consumed units, never the typed
//! text.

use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::lesson::RequestFacts;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedGoal {
    /// The id of the goal's sentence in the texts.
    pub id: String,
    pub check: Goal,
}

/// The label beside a goal's sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalKind {
    Answer,
    State,
    Plan,
    Units,
    Throttles,
    Stream,
    Green,
    Findings,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Responses to the learner's requests.
    Answer(AnswerGoal),
    /// The learner's answer to a question of the lesson.
    Given(GivenGoal),
    /// Items of a table or index.
    Items(ItemsGoal),
    /// Responses to the lesson's requests on a copy: settings, alarms, access, and hidden data in the learner's design.
    State(ProbeGoal),
    /// Statements that hold after every order of the steps of several clients.
    EveryOrder(EveryOrderGoal),
    /// The plan with which DynamoDB executed the requests.
    Plan(PlanGoal),
    /// Capacity that the requests consumed.
    Units(UnitsGoal),
    /// The share of a workload's requests that DynamoDB throttles, measured on a copy.
    Throttles(ThrottlesGoal),
    /// As [`Goal::State`], for streams, triggers and workers.
    Stream(ProbeGoal),
    /// Access patterns of the learner's key design return what the brief expects.
    Green(GreenGoal),
    /// Findings that the check of the learner's key design must have or must not have.
    Findings(FindingsGoal),
}

/// The learner's requests that a goal checks. Rejected requests are left out, unless `error` names their error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// Empty means all operations except those that control the simulation.
    #[serde(default)]
    pub operations: Vec<String>,
    #[serde(default)]
    pub table: Option<String>,
    /// Only requests that returned an item with these attributes (DynamoDB JSON).
    #[serde(default)]
    pub returning: Option<Json>,
    #[serde(default)]
    pub take: Take,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Take {
    /// The last request: each run is a new attempt. For a lesson with one request of this kind.
    #[default]
    Last,
    /// The last read with all its pages (`ExclusiveStartKey`, `NextToken`) and segments.
    Pages,
    /// Any read, with all its pages and segments. The goal stays met during later requests. For a lesson with several
    /// questions.
    Any,
    /// All requests since the start or the last reset. For a goal on all requests together.
    All,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerGoal {
    #[serde(default)]
    pub of: Selection,
    /// Exactly these items (DynamoDB JSON) are returned, over all selected requests.
    #[serde(default)]
    pub items: Option<Vec<Json>>,
    /// The items are returned in this order.
    #[serde(default)]
    pub in_order: bool,
    /// Items may have more attributes than the goal names.
    #[serde(default)]
    pub partial: bool,
    /// The number of returned items.
    #[serde(default)]
    pub count: Option<u64>,
    /// The request fails with this error.
    #[serde(default)]
    pub error: Option<String>,
    /// Statements about the response besides its items.
    #[serde(default)]
    pub expect: Vec<Expectation>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenGoal {
    pub question: String,
    /// The option of the answer, or the number as text.
    pub is: String,
    /// Maximum difference between the learner's number and the right one.
    #[serde(default)]
    pub tolerance: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemsGoal {
    pub table: String,
    /// The index to read in place of the table.
    #[serde(default)]
    pub index: Option<String>,
    /// These items exist (DynamoDB JSON, with their keys).
    #[serde(default)]
    pub items: Vec<Json>,
    /// Items may have more attributes than the goal names.
    #[serde(default)]
    pub partial: bool,
    /// No other items exist.
    #[serde(default)]
    pub only: bool,
    /// Items with these keys do not exist.
    #[serde(default)]
    pub absent: Vec<Json>,
    /// The number of items that exist.
    #[serde(default)]
    pub count: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeGoal {
    /// Runs in this order on a copy of the learner's tables. Writes do not change the learner's tables.
    pub requests: Vec<RequestFacts>,
    /// Statements about the last response.
    pub expect: Vec<Expectation>,
}

/// One statement about a response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// A path of member names and list positions, such as `Table.GlobalSecondaryIndexes.0.IndexName`. `*` means each element.
    /// `error` is the name of the error, or absent.
    pub at: String,
    pub is: Expected,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    Equal(Json),
    NotEqual(Json),
    AtLeast(f64),
    AtMost(f64),
    /// A list of this many elements.
    Length(u64),
    /// A list that has this element at any position, or an object that has these members.
    Contains(Json),
    Present,
    Absent,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EveryOrderGoal {
    /// Clients of the lesson, each with its requests. They run in addition to the learner's clients.
    #[serde(default)]
    pub clients: Vec<Vec<RequestFacts>>,
    /// Holds at the end of every order of the steps.
    pub then: ProbeGoal,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanGoal {
    #[serde(default)]
    pub of: Selection,
    /// Each selected request is one of these operations.
    #[serde(default)]
    pub only: Vec<String>,
    /// No request reads a whole table or index, whatever its operation: PartiQL can hide a Scan.
    #[serde(default)]
    pub no_scan: bool,
    /// The reads use this index. The empty text means the base table.
    #[serde(default)]
    pub index: Option<String>,
    #[serde(default)]
    pub requests_max: Option<u32>,
    #[serde(default)]
    pub requests_min: Option<u32>,
    /// Items that DynamoDB read, including filtered items.
    #[serde(default)]
    pub items_read_max: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsGoal {
    #[serde(default)]
    pub of: Selection,
    /// Read units over all selected requests, including indexes.
    #[serde(default)]
    pub read_max: Option<f64>,
    #[serde(default)]
    pub write_max: Option<f64>,
    /// Minimum read units, for a task that demonstrates a cost.
    #[serde(default)]
    pub read_min: Option<f64>,
    #[serde(default)]
    pub write_min: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThrottlesGoal {
    /// A workload, in the format of the body of `Dynalab.RunWorkload`.
    pub workload: Json,
    pub seconds: u32,
    /// Maximum throttled requests per 1,000.
    #[serde(default)]
    pub permille_max: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GreenGoal {
    /// Names of access patterns; empty means all of them.
    #[serde(default)]
    pub patterns: Vec<String>,
    /// Checks with sample data of this seed in place of the brief's. The learner does not see that data.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Read units of one execution of every pattern, in total.
    #[serde(default)]
    pub read_max: Option<f64>,
    #[serde(default)]
    pub write_max: Option<f64>,
}

/// The findings that a goal requires or forbids, by rule name, such as "scan".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingsGoal {
    /// The check finds none of these.
    #[serde(default)]
    pub gone: Vec<String>,
    /// The check finds each of these. For a task that demonstrates a fault.
    #[serde(default)]
    pub present: Vec<String>,
    /// The check finds no error and no warning. Advice may stay.
    #[serde(default)]
    pub no_warnings: bool,
    /// Every table with one of these entities has point-in-time recovery.
    #[serde(default)]
    pub recovered: Vec<String>,
}

impl Goal {
    /// Whether the goal is about the learner's key design.
    pub fn is_about_design(&self) -> bool {
        matches!(self, Goal::Green(_) | Goal::Findings(_))
    }

    pub fn kind(&self) -> GoalKind {
        match self {
            Goal::Answer(_) | Goal::Given(_) => GoalKind::Answer,
            Goal::Items(_) | Goal::State(_) | Goal::EveryOrder(_) => GoalKind::State,
            Goal::Plan(_) => GoalKind::Plan,
            Goal::Units(_) => GoalKind::Units,
            Goal::Throttles(_) => GoalKind::Throttles,
            Goal::Stream(_) => GoalKind::Stream,
            Goal::Green(goal) if goal.read_max.is_some() || goal.write_max.is_some() => GoalKind::Units,
            Goal::Green(_) => GoalKind::Green,
            Goal::Findings(_) => GoalKind::Findings,
        }
    }
}
