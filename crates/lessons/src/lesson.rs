//! A lesson as the site has it: what both languages share, and the texts of each, rendered.

use std::collections::BTreeMap;

use dynalab_types::wire::write_json_string;
use serde::{Deserialize, Serialize};

use crate::design::DesignAnswer;
use crate::goal::NamedGoal;
use crate::id::LessonId;
use crate::json::Json;
use crate::text::{Language, LessonText};
use crate::value::Value;

/// One file of the site, at most [`PACKED_BYTES_MAX`] long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    pub facts: LessonFacts,
    pub english: LessonText,
    pub japanese: LessonText,
    /// What the attempts came to when the lesson was packed: measured on the engine, never written by hand.
    pub measured: Measured,
}

pub const PACKED_BYTES_MAX: usize = 30 * 1024;

/// What does not depend on the language: the content of `lesson.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonFacts {
    pub id: LessonId,
    /// The lesson's address: `/learn/SLUG`. It never changes once the lesson is published.
    pub slug: String,
    /// Goes up with each edit that changes the task, its start or its goals. Progress remembers the version that was solved.
    pub version: u32,
    /// How long a newcomer needs, for the list of lessons.
    pub minutes: u8,
    #[serde(default)]
    pub kind: LessonKind,
    /// Lessons that come before this one and explain what it uses.
    #[serde(default)]
    pub needs: Vec<LessonId>,
    /// Terms of the glossary that this lesson introduces. The glossary names the same lesson.
    #[serde(default)]
    pub introduces: Vec<String>,
    /// Numbers and places that the texts of both languages name by placeholder, as in `${orders}`.
    #[serde(default)]
    pub values: BTreeMap<String, Value>,
    /// Requests that the texts show by placeholder, as in `${request.first}`.
    #[serde(default)]
    pub requests: BTreeMap<String, RequestFacts>,
    pub start: Start,
    /// What the learner predicts before the first run.
    #[serde(default)]
    pub predict: Option<Predict>,
    /// What the learner answers by choice or number, by its name.
    #[serde(default)]
    pub questions: BTreeMap<String, Question>,
    /// In the order in which they are shown; each with a sentence in the texts.
    pub goals: Vec<NamedGoal>,
    /// In the order in which they are offered; each with a text. The last one has the whole request.
    pub hints: Vec<Hint>,
    pub naive: NaiveAttempt,
    /// At least one; the first is the one that "Show the solution" shows.
    pub solutions: Vec<Solution>,
    /// What a careful person needs; the goals allow more.
    pub par: Par,
    #[serde(default)]
    pub picture: Option<Picture>,
    /// JavaScript with the AWS SDK, with which the panel for tests begins. The learner can run it against the tables of the lesson.
    #[serde(default)]
    pub test: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonKind {
    #[default]
    Lesson,
    /// One large task that ends a chapter.
    Capstone,
    /// One task that proves a whole chapter.
    TestOut,
    /// Tasks from the chapters before, mixed.
    Review,
}

/// Members of a request in the order in which people read them; the others follow by name.
const MEMBERS_FIRST: &[&str] = &[
    "TableName",
    "IndexName",
    "Key",
    "Item",
    "KeyConditionExpression",
    "FilterExpression",
    "UpdateExpression",
];

/// A request as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestFacts {
    /// The name of the operation, such as "PutItem" or "Dynalab.AdvanceClock".
    pub operation: String,
    pub body: Json,
}

/// What is there before the learner does anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The simulated time at which the tables are built, in milliseconds since 1970. None builds them now.
    #[serde(default)]
    pub clock_ms: Option<u64>,
    /// The clock stands still until the learner resumes it.
    #[serde(default)]
    pub paused: bool,
    #[serde(default)]
    pub seed: Option<u64>,
    /// As in a document of the playground: `{"create": …, "items": […]}` or `{"create": …, "generate": …}`.
    #[serde(default)]
    pub tables: Vec<Json>,
    /// Sent in this order when the tables are there: settings, items written one by one, time that passes. All must succeed.
    #[serde(default)]
    pub requests: Vec<RequestFacts>,
    /// A whole key design: the brief of a lesson in which the learner edits a design in place of sending requests.
    #[serde(default)]
    pub design: Option<Json>,
    /// What the request editor contains when the lesson opens.
    #[serde(default)]
    pub draft: Option<RequestFacts>,
    /// The table that is shown first.
    #[serde(default)]
    pub table: Option<String>,
}

/// A question with one right option, asked before the first run. A wrong guess costs nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predict {
    /// What the engine's answer is compared with.
    pub about: PredictAbout,
    /// Shown in this order. Numbers for units and items, names for the rest; the texts may give a label to each.
    pub options: Vec<String>,
    /// The option that the engine confirms.
    pub answer: String,
    /// The request that is predicted, run on the start by the proof. The draft, where none is given.
    #[serde(default)]
    pub request: Option<RequestFacts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PredictAbout {
    /// Units that the request consumes, with the unit behind the number in the option: "0.5 RCU".
    Units,
    /// Items that the response contains.
    Items,
    /// Items that the request reads.
    ItemsRead,
    /// The name of the error, or "200".
    Outcome,
}

/// What the learner answers without a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// A number, with the unit that stands behind the field.
    Number { unit: String },
    /// One of several; the texts have a label for each.
    Choice { options: Vec<String> },
}

/// A hint is offered when one of its conditions is met. Without any it is offered always.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Names the hint's text.
    pub id: String,
    #[serde(default)]
    pub when: Vec<HintCondition>,
    /// Shown in the hint's text as a block.
    #[serde(default)]
    pub request: Option<RequestFacts>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintCondition {
    /// The goal is not met, or was not tried yet.
    Goal(String),
    /// The last request failed with this error.
    Error(String),
    /// The message of the last error contains this text.
    Message(String),
    /// The last request was this operation.
    Operation(String),
}

/// What many try first. The proof runs it: all of it runs, and exactly these goals are not met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NaiveAttempt {
    #[serde(default)]
    pub requests: Vec<RequestFacts>,
    /// Answers to the lesson's questions, by their names.
    #[serde(default)]
    pub given: BTreeMap<String, String>,
    /// In a lesson with several clients, the requests of each.
    #[serde(default)]
    pub clients: Vec<Vec<RequestFacts>>,
    /// In a lesson about a key design.
    #[serde(default)]
    pub design: Option<DesignAnswer>,
    /// The goal on which it fails.
    pub fails: String,
    /// Goals that cannot be met either when that one is not.
    #[serde(default)]
    pub also_fails: Vec<String>,
    /// The error of its last request, where that fails: the error's name, such as "ValidationException".
    #[serde(default)]
    pub error: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    #[serde(default)]
    pub requests: Vec<RequestFacts>,
    #[serde(default)]
    pub given: BTreeMap<String, String>,
    #[serde(default)]
    pub clients: Vec<Vec<RequestFacts>>,
    /// In a lesson about a key design.
    #[serde(default)]
    pub design: Option<DesignAnswer>,
}

/// Golf: compared with the learner's best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Par {
    pub requests: u32,
    /// In units; halves are exact.
    #[serde(default)]
    pub read_units: f64,
    #[serde(default)]
    pub write_units: f64,
}

/// The diagram beside the task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    pub name: PictureName,
    #[serde(default)]
    pub table: Option<String>,
    #[serde(default)]
    pub index: Option<String>,
}

/// The names that `?picture=` has in the address of the workbench, and two that a lesson draws itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureName {
    /// The items of the table, as in the workbench.
    Items,
    /// The attributes of one item as bars, one byte beside the other.
    ItemBytes,
    Partitions,
    Capacity,
    Request,
    Indexes,
    Vectors,
    Replicas,
    Regions,
    Cache,
    Streams,
    Workers,
    Handlers,
    Ttl,
    Compare,
    Clients,
    Metrics,
    Traffic,
    Backups,
    Access,
    Faults,
    Dials,
}

/// Figures of the attempts that the lesson contains.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    pub naive: Figures,
    /// In the order of the solutions.
    pub solutions: Vec<Figures>,
}

/// What an attempt consumed, over all its requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    pub requests: u32,
    pub read_units: f64,
    pub write_units: f64,
    /// Items read, whether they were returned or not.
    pub items_read: u64,
    pub items_returned: u64,
}

impl RequestFacts {
    /// The body as JSON, with its members in the order in which people read them.
    pub fn body_text(&self) -> String {
        let Some(object) = self.body.as_object() else { return self.body.text() };
        let first = MEMBERS_FIRST.iter().filter_map(|name| object.get_key_value(*name));
        let rest = object.iter().filter(|(name, _)| !MEMBERS_FIRST.contains(&name.as_str()));
        let mut text = String::from("{");
        for (place, (name, value)) in first.chain(rest).enumerate() {
            text.push_str(if place == 0 { "" } else { "," });
            write_json_string(name, &mut text);
            text.push(':');
            value.write(&mut text);
        }
        text.push('}');
        text
    }
}

impl Lesson {
    pub fn text(&self, language: Language) -> &LessonText {
        match language {
            Language::English => &self.english,
            Language::Japanese => &self.japanese,
        }
    }
}
