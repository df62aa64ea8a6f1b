//! A lesson as a file of the site: the facts that both languages share, and the rendered texts of each.

use std::collections::BTreeMap;

use dynalab_types::wire::write_json_string;
use serde::{Deserialize, Serialize};

use crate::design::DesignAnswer;
pub use crate::diagram::PictureName;
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
    /// Figures of the attempts, measured on the engine when the lesson is packed.
    pub measured: MeasuredFigures,
}

pub const PACKED_BYTES_MAX: usize = 30 * 1024;

/// The part that does not depend on the language: the content of `lesson.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonFacts {
    pub id: LessonId,
    /// The lesson's address: `/learn/SLUG`. It never changes once the lesson is published.
    pub slug: String,
    /// Increases with each change of the task, its start or its goals. Progress stores the version that was solved.
    pub version: u32,
    /// Minutes that a beginner needs, shown in the list of lessons.
    pub minutes: u8,
    #[serde(default)]
    pub kind: LessonKind,
    /// Earlier lessons that explain what this lesson uses.
    #[serde(default)]
    pub needs: Vec<LessonId>,
    /// Terms of the glossary that this lesson introduces. The glossary names the same lesson.
    #[serde(default)]
    pub introduces: Vec<String>,
    /// Numbers and texts that both languages insert by placeholder, as in `${orders}`.
    #[serde(default)]
    pub values: BTreeMap<String, Value>,
    /// Requests that the texts insert by placeholder, as in `${request.first}`.
    #[serde(default)]
    pub requests: BTreeMap<String, RequestFacts>,
    pub start: Start,
    /// A question that the learner answers before the first run.
    #[serde(default)]
    pub predict: Option<Predict>,
    /// Questions with a choice or a number as the answer, by name.
    #[serde(default)]
    pub questions: BTreeMap<String, Question>,
    /// In the order of display. The texts have a sentence for each.
    pub goals: Vec<NamedGoal>,
    /// In the order in which they are offered. The texts have one for each. The last hint has the whole request.
    pub hints: Vec<Hint>,
    pub naive: NaiveAttempt,
    /// At least one. "Show the solution" shows the first.
    pub solutions: Vec<Solution>,
    /// The figures of an efficient solution. The goals allow more.
    pub par: Par,
    #[serde(default)]
    pub picture: Option<Picture>,
    /// The initial test in the panel for tests: JavaScript with the AWS SDK. It runs against the tables of the lesson.
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
    /// Mixed tasks from the earlier chapters.
    Review,
}

/// Members of a request in reading order. All other members follow, sorted by name.
const MEMBERS_FIRST: &[&str] = &[
    "TableName",
    "IndexName",
    "Key",
    "Item",
    "KeyConditionExpression",
    "FilterExpression",
    "UpdateExpression",
];

/// A request to send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestFacts {
    /// The name of the operation, such as "PutItem" or "Dynalab.AdvanceClock".
    pub operation: String,
    pub body: Json,
}

/// The state before the learner does anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The simulated time at which the tables are created, in milliseconds since 1970. None means the present time.
    #[serde(default)]
    pub clock_ms: Option<u64>,
    /// True if the clock is paused until the learner resumes it.
    #[serde(default)]
    pub paused: bool,
    #[serde(default)]
    pub seed: Option<u64>,
    /// In the document format: `{"create": …, "items": […]}` or `{"create": …, "generate": …}`.
    #[serde(default)]
    pub tables: Vec<Json>,
    /// Sent in this order after the tables are created: settings, single writes, clock changes. All must succeed.
    #[serde(default)]
    pub requests: Vec<RequestFacts>,
    /// A whole key design: the brief of a lesson in which the learner edits a design instead of sending requests.
    #[serde(default)]
    pub design: Option<Json>,
    /// The initial content of the request editor.
    #[serde(default)]
    pub draft: Option<RequestFacts>,
    /// The table that is shown first.
    #[serde(default)]
    pub table: Option<String>,
}

/// A question with one right option, asked before the first run. A wrong answer has no effect on the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predict {
    /// The figure of the response that decides the answer.
    pub about: PredictAbout,
    /// In the order of display. Numbers for units and items, names for the rest. The texts may have a label for each.
    pub options: Vec<String>,
    /// The option that the engine's response confirms.
    pub answer: String,
    /// The request that the question is about. The proof runs it on the start. None means the draft.
    #[serde(default)]
    pub request: Option<RequestFacts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PredictAbout {
    /// Units that the request consumes. The option has the unit after the number: "0.5 RCU".
    Units,
    /// Items that the response contains.
    Items,
    /// Items that the request reads.
    ItemsRead,
    /// The name of the error, or "200".
    Outcome,
}

/// A question that the learner answers without a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// A number, with its unit shown after the field.
    Number { unit: String },
    /// One of several options. The texts have a label for each.
    Choice { options: Vec<String> },
}

/// A hint is offered when one of its conditions is met. Without conditions it is always offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// The id of the hint's text.
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

/// A typical first attempt. The proof runs it: all requests run, and exactly these goals are not met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NaiveAttempt {
    #[serde(default)]
    pub requests: Vec<RequestFacts>,
    /// Answers to the lesson's questions, by question name.
    #[serde(default)]
    pub given: BTreeMap<String, String>,
    /// In a lesson with several clients, the requests of each.
    #[serde(default)]
    pub clients: Vec<Vec<RequestFacts>>,
    /// The answer in a lesson about a key design.
    #[serde(default)]
    pub design: Option<DesignAnswer>,
    /// The goal on which it fails.
    pub fails: String,
    /// Goals that cannot be met while `fails` is not met.
    #[serde(default)]
    pub also_fails: Vec<String>,
    /// The error of its last request, such as "ValidationException". None if that request succeeds.
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
    /// The answer in a lesson about a key design.
    #[serde(default)]
    pub design: Option<DesignAnswer>,
}

/// The figures that the learner's best attempt is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Par {
    pub requests: u32,
    /// Multiples of 0.5 are exact.
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

/// Figures of the attempts that the lesson contains.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeasuredFigures {
    pub naive: Figures,
    /// One for each solution, in order.
    pub solutions: Vec<Figures>,
}

/// What an attempt consumed, over all its requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    pub requests: u32,
    pub read_units: f64,
    pub write_units: f64,
    /// Items that DynamoDB read, including filtered items.
    pub items_read: u64,
    pub items_returned: u64,
}

impl RequestFacts {
    /// Returns the body as JSON, with its members in reading order.
    pub fn body_text(&self) -> String {
        let Some(object) = self.body.as_object() else { return self.body.text() };
        let first = MEMBERS_FIRST.iter().filter_map(|name| object.get_key_value(name));
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
