//! "Copy as Markdown": the lesson, its goals, the request and the attempts as text for a person or an assistant. The browser sends nothing.

use std::fmt::Write as _;

use dynalab_lessons::verdict::{GoalStatus, Verdict};
use dynalab_lessons::{DesignAnswer, Language, Lesson};
use dynalab_literals::{Replacements, markdown};
use dynalab_messages::Messages;

use super::differences;
use super::goal_text::{all_differences, status_word};
use crate::request::history::{Outcome, RequestCard};
use crate::request::json_text;
use crate::sentences::learn as words;

/// Maximum number of attempts. The newest are kept.
pub const ATTEMPTS_MAX: usize = 20;

/// The learner's present state.
pub struct LearnerState<'a> {
    pub verdict: Option<&'a Verdict>,
    pub answer: Option<&'a DesignAnswer>,
    /// The operation and body in the request editor.
    pub draft: (&'a str, &'a str),
}

/// Returns the text. `attempts` begin with the oldest.
pub fn text_of(
    messages: &Messages,
    told: &LearnerState,
    lesson: &Lesson,
    language: Language,
    address: &str,
    attempts: &[&RequestCard],
) -> String {
    let LearnerState { verdict, answer, draft: (operation, body) } = *told;
    let text = lesson.text(language);
    let solved = verdict.is_some_and(|verdict| verdict.solved);
    let state = messages.text(if solved { words::LEARN_MD_SOLVED } else { words::LEARN_MD_UNSOLVED });
    let id = lesson.facts.id.to_string();
    let from =
        words::LearnMdFrom { id: id.as_str().into(), address: address.into(), state: state.as_str().into() };
    let mut out = format!("# {}\n\n{}\n\n", text.title, messages.text(from));
    let mut section = |title: String, content: String| {
        // Writing to a `String` cannot fail.
        let _ = write!(out, "## {title}\n\n{}\n\n", content.trim());
    };
    section(messages.text(words::LEARN_TASK), plain_text(&text.task));
    let mut goals = String::new();
    for goal in &lesson.facts.goals {
        let found = verdict.and_then(|verdict| verdict.goals.iter().find(|found| found.goal == goal.id));
        let status = found.map_or(GoalStatus::NotTried, |found| found.status);
        let mark = if status == GoalStatus::Met { 'x' } else { ' ' };
        let sentence = text.goals.get(&goal.id).map(|html| plain_text(html)).unwrap_or_default();
        let _ = writeln!(goals, "- [{mark}] {sentence} ({})", status_word(status, messages));
    }
    section(messages.text(words::LEARN_MD_GOALS), goals);
    let rows =
        verdict.map(|verdict| differences::rows(&all_differences(verdict), messages)).unwrap_or_default();
    if !rows.is_empty() {
        let heads = [words::LEARN_DIFFERS_WHAT, words::LEARN_DIFFERS_YOURS, words::LEARN_DIFFERS_GOAL];
        let heads = heads.map(|head| messages.text(head));
        let mut table = format!("| {} |\n| --- | --- | --- |\n", heads.join(" | "));
        for row in rows {
            let cells = [row.what, row.yours, row.goal].map(|cell| inline(&cell));
            let _ = writeln!(table, "| {} |", cells.join(" | "));
        }
        section(messages.text(words::LEARN_DIFFERS), table);
    }
    if let Some(answer) = answer {
        let design = serde_json::to_string_pretty(answer).unwrap_or_default();
        section(messages.text(words::LEARN_MD_DESIGN), markdown::block("json", &design));
        return format!("{}\n", out.trim_end());
    }
    section(messages.text(words::LEARN_MD_REQUEST), request(operation, body));
    let told: String = attempts.iter().map(|card| attempt(card)).collect();
    let none = || messages.text(words::LEARN_MD_NO_ATTEMPTS);
    section(messages.text(words::LEARN_MD_ATTEMPTS), if told.is_empty() { none() } else { told });
    format!("{}\n", out.trim_end())
}

/// Returns a text in which nothing is markup. The signs for characters that Markdown cannot hold need no note here.
fn inline(text: &str) -> String {
    markdown::text(text, &mut Replacements::default())
}

fn request(operation: &str, body: &str) -> String {
    format!("{}\n\n{}", inline(operation), markdown::block("json", &json_text::pretty(body)))
}

fn attempt(card: &RequestCard) -> String {
    let outcome = match &card.outcome {
        Outcome::Refused(_) => "-".to_owned(),
        Outcome::Answered { status, summary, .. } => match &summary.error {
            Some(error) => inline(&format!("{status} {}: {}", error.name, error.message)),
            None => status.to_string(),
        },
    };
    let body = markdown::block("json", &json_text::pretty(&card.body));
    format!("{}. {} → {outcome}\n\n{body}\n\n", card.number, inline(&card.operation))
}

/// Returns the text of HTML that the build made: paragraphs, code in backquotes, no other markup.
pub fn plain_text(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let Some(end) = rest[start..].find('>') else { break };
        let tag = &rest[start + 1..start + end];
        match tag.split_whitespace().next().unwrap_or_default() {
            "code" | "/code" => out.push('`'),
            "li" => out.push_str("\n- "),
            "/p" | "/pre" | "/ul" | "/ol" | "/table" | "/tr" | "br" => out.push('\n'),
            "/td" | "/th" => out.push(' '),
            _ => {}
        }
        rest = &rest[start + end + 1..];
    }
    out.push_str(rest);
    let text =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")]
            .iter()
            .fold(out, |text, (entity, character)| text.replace(entity, character));
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_messages::Language as PageLanguage;

    #[test]
    fn html_becomes_plain_text() {
        let html = "<p>Get <code>a &amp;&amp; b</code> by its <button class=\"term\" data-term=\"key\">key</button>.</p><ul><li>one</li><li>two</li></ul>";
        assert_eq!(plain_text(html), "Get `a && b` by its key.\n\n- one\n- two");
        assert_eq!(plain_text("a &lt; b"), "a < b");
    }

    #[test]
    fn an_attempt_says_what_came_of_it() {
        let body = "{\"__type\":\"x#ValidationException\",\"message\":\"no\"}";
        let outcome = Outcome::answered(400, body.to_owned(), Vec::new());
        let card = RequestCard {
            number: 3,
            operation: "PutItem".to_owned(),
            body: "{\"a\":1}".to_owned(),
            outcome,
            elapsed_ms: None,
            entry: None,
        };
        let told = attempt(&card);
        assert!(told.starts_with("3. PutItem → 400 ValidationException: no\n\n```json\n{\n"), "{told}");
        let messages = Messages::new(PageLanguage::English);
        assert_eq!(status_word(GoalStatus::NotMet, &messages), "not met");
    }
}
