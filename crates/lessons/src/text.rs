//! The texts of a lesson in one language, as HTML that is safe to insert. Raw HTML is rejected, and links are rewritten.

use std::collections::BTreeMap;

pub use dynalab_messages::Language;
use serde::{Deserialize, Serialize};

/// HTML that the lesson renderer wrote. Besides the usual elements it has:
///
/// - `<span class="term" role="button" tabindex="0" data-term="item">`: a term of the glossary, whose definition is shown on hover or focus
/// - `<a href="/learn/SLUG" data-lesson="1.4">`, `<a href="/errors/NAME/">`: links within the site, with `/ja` before them in Japanese
/// - `<data class="value" data-value="orders" value="214">214</data>`: a number that depends on a slider
/// - `<pre class="code" data-request="first"><code>…</code></pre>`: a request of the lesson, which can be put into the editor
pub type Html = String;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonText {
    /// Plain text, as in the list of lessons.
    pub title: String,
    /// Plain text: one sentence on what the learner does, as in the list of lessons.
    pub summary: String,
    /// Explains the concepts that the task needs.
    pub body: Html,
    /// States the task.
    pub task: Html,
    /// One sentence for each goal, by its id.
    pub goals: BTreeMap<String, Html>,
    /// The hints, by id.
    pub hints: BTreeMap<String, HintText>,
    /// The question before the first run. None if the lesson has no prediction.
    pub predict: Option<PredictText>,
    /// The questions, in the order of the lesson's text.
    #[serde(with = "members_in_order")]
    pub questions: Vec<QuestionText>,
    /// The naive attempt and why it fails. Shown after success.
    pub naive: Html,
    /// Explains the solution. Shown after success.
    pub why: Html,
    /// The special point of each solution, in their order. The first may be empty.
    pub solutions: Vec<Html>,
    /// The one rule to remember, for the reference card.
    pub rule: Html,
    /// Describes what the diagram shows.
    pub caption: Html,
    /// The changes of the task since the last version. Empty in the first version.
    pub changed: Html,
}

impl LessonText {
    pub fn question(&self, name: &str) -> Option<&QuestionText> {
        self.questions.iter().find(|question| question.name == name)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintText {
    /// Plain text, shown before the hint is opened.
    pub title: String,
    pub body: Html,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredictText {
    pub question: Html,
    /// Labels of the options. An option without a label is shown as it is.
    pub options: BTreeMap<String, String>,
    /// Shown beside the engine's result.
    pub explanation: Html,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionText {
    /// The member with this question has the name.
    #[serde(skip)]
    pub name: String,
    pub question: Html,
    /// Labels of the options of a choice.
    pub options: BTreeMap<String, String>,
}

/// Questions as an object whose members are in the order of the questions.
mod members_in_order {
    use std::fmt;

    use serde::de::{MapAccess, Visitor};
    use serde::{Deserializer, Serializer};

    use super::QuestionText;

    pub fn serialize<S: Serializer>(questions: &[QuestionText], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(questions.iter().map(|question| (&question.name, question)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<QuestionText>, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Vec<QuestionText>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("questions by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                let mut questions = Vec::new();
                while let Some((name, question)) = members.next_entry::<String, QuestionText>()? {
                    questions.push(QuestionText { name, ..question });
                }
                Ok(questions)
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}
