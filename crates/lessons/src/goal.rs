//! What a lesson asks for. The list is closed. A goal checks what came back, what is in the tables, how DynamoDB got there and what it
//! cost; it never checks the text that was typed.

use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::lesson::RequestFacts;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedGoal {
    /// Names the goal's sentence in the texts.
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
    /// What came back from the learner's requests.
    Answer(AnswerGoal),
    /// What the learner answered to a question of the lesson.
    Given(GivenGoal),
    /// Items of a table or index.
    Items(ItemsGoal),
    /// What requests of the lesson return when they run on a copy: settings, alarms, access, and hidden data against the learner's design.
    State(ProbeGoal),
    /// What holds after every order of the steps of several clients.
    EveryOrder(EveryOrderGoal),
    /// How DynamoDB executed the requests.
    Plan(PlanGoal),
    /// What the requests consumed.
    Units(UnitsGoal),
    /// Traffic on a copy, and how much of it DynamoDB throttles.
    Throttles(ThrottlesGoal),
    /// As [`Goal::State`], about streams, handlers and workers.
    Stream(ProbeGoal),
    /// Access patterns of the learner's key design return what the brief expects.
    Green(GreenGoal),
    /// What the check of the learner's key design finds, and does not find.
    Findings(FindingsGoal),
}

/// Which of the learner's requests a goal is about. Requests that DynamoDB rejected are not, unless `error` names their error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// Empty means all operations but the simulation's own.
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
    /// The last one: each run is a new attempt. For a lesson with one request of this kind.
    #[default]
    Last,
    /// The last read with all its pages (`ExclusiveStartKey`, `NextToken`) and segments.
    Pages,
    /// Any read, with all its pages and segments: the goal stays met while the learner goes on. For a lesson with several questions.
    Any,
    /// All since the start or the last reset. For a goal on all requests together.
    All,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerGoal {
    #[serde(default)]
    pub of: Selection,
    /// Exactly these items (DynamoDB JSON) come back, over all selected requests.
    #[serde(default)]
    pub items: Option<Vec<Json>>,
    /// The items come back in this order.
    #[serde(default)]
    pub in_order: bool,
    /// Items may have more attributes than the goal names.
    #[serde(default)]
    pub partial: bool,
    /// This many items come back.
    #[serde(default)]
    pub count: Option<u64>,
    /// The request fails with this error.
    #[serde(default)]
    pub error: Option<String>,
    /// What the response contains besides items.
    #[serde(default)]
    pub expect: Vec<Expectation>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenGoal {
    pub question: String,
    /// The option, or the number.
    pub is: String,
    /// How far a number may be off.
    #[serde(default)]
    pub tolerance: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemsGoal {
    pub table: String,
    /// Read the index in place of the table.
    #[serde(default)]
    pub index: Option<String>,
    /// These items are there (DynamoDB JSON, with their keys).
    #[serde(default)]
    pub items: Vec<Json>,
    /// Items may have more attributes than the goal names.
    #[serde(default)]
    pub partial: bool,
    /// No other items are there.
    #[serde(default)]
    pub only: bool,
    /// Items with these keys are not there.
    #[serde(default)]
    pub absent: Vec<Json>,
    /// This many items are there.
    #[serde(default)]
    pub count: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeGoal {
    /// Sent one after the other to a copy of the learner's tables. They may write: the learner's tables stay as they are.
    pub requests: Vec<RequestFacts>,
    /// About the last response.
    pub expect: Vec<Expectation>,
}

/// One statement about a response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// Members and places from the top, as in `Table.GlobalSecondaryIndexes.0.IndexName`. `*` means each element. `error` is the name of
    /// the error, or absent.
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
    /// A list that has this element, in any place; an object that has these members.
    Contains(Json),
    Present,
    Absent,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EveryOrderGoal {
    /// Clients of the lesson, each with its requests. They run besides those that the learner wrote.
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
    /// The reads use this index; "" means the table itself.
    #[serde(default)]
    pub index: Option<String>,
    #[serde(default)]
    pub requests_max: Option<u32>,
    #[serde(default)]
    pub requests_min: Option<u32>,
    /// Items that were read, whether they were returned or not.
    #[serde(default)]
    pub items_read_max: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsGoal {
    #[serde(default)]
    pub of: Selection,
    /// Over all selected requests, table and indexes together.
    #[serde(default)]
    pub read_max: Option<f64>,
    #[serde(default)]
    pub write_max: Option<f64>,
    /// What is consumed at least: for a task that is to show a cost.
    #[serde(default)]
    pub read_min: Option<f64>,
    #[serde(default)]
    pub write_min: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThrottlesGoal {
    /// The description of a workload, as in the body of `Dynalab.RunWorkload`.
    pub workload: Json,
    pub seconds: u32,
    /// Requests per 1,000 that may be throttled.
    #[serde(default)]
    pub permille_max: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GreenGoal {
    /// Names of access patterns; empty means all of them.
    #[serde(default)]
    pub patterns: Vec<String>,
    /// Check with the sample data of this seed in place of the brief's: data that the learner does not see.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Of one execution of each of the patterns together.
    #[serde(default)]
    pub read_max: Option<f64>,
    #[serde(default)]
    pub write_max: Option<f64>,
}

/// Findings by the names of their rules, such as "scan".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingsGoal {
    /// The check finds none of these.
    #[serde(default)]
    pub gone: Vec<String>,
    /// The check finds each of these: for a task that is to show a fault.
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
