//! Renders the Markdown of a lesson as HTML. It rejects raw HTML and images; links and placeholders become elements of the
//! lesson.

use dynalab_literals::html::text as escape;
use std::collections::BTreeMap;

use dynalab_request_text::{json, layout};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, TextMergeStream, html};

use super::LessonReferences;
use super::emphasis::with_strong_links;
use super::facts::replace;
use super::problem::TextProblem;
use crate::formula;
use crate::id::LessonId;
use crate::lesson::{Figures, LessonFacts, MeasuredFigures, RequestFacts};
use crate::text::Language;
use crate::value::Value;
use dynalab_types::{Bound, Budget};

const REQUEST_WIDTH: usize = 68;
/// The only site outside this one that texts may link to.
const GUIDE: &str = "https://docs.aws.amazon.com/";

pub(super) struct Renderer<'a> {
    pub language: Language,
    pub facts: &'a LessonFacts,
    pub measured: &'a MeasuredFigures,
    pub surroundings: &'a LessonReferences,
    pub problems: Vec<TextProblem>,
    /// The size that placeholders may still expand to, shared by all parts.
    pub budget: Budget,
    /// True if it is reported that too few bytes are left.
    pub is_over_told: bool,
}

/// Maximum size of all expanded placeholders of a text, in bytes. A packed lesson has at most 30 KB, in both languages.
pub(super) const EXPANDED_BYTES_MAX: usize = Bound::LessonText.most() as usize;

impl<'a> Renderer<'a> {
    /// Renders blocks: paragraphs, lists, tables, code.
    pub fn blocks(&mut self, part: &str, markdown: &str) -> String {
        let markdown = with_strong_links(&self.with_request_blocks(part, markdown));
        let mut ends: Vec<&'static str> = Vec::new();
        let mut events: Vec<Event> = Vec::new();
        let parser = Parser::new_ext(&markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
        for event in TextMergeStream::new(parser) {
            match event {
                Event::Html(raw) | Event::InlineHtml(raw) => {
                    let (part, html) = (part.to_owned(), raw.trim().to_owned());
                    self.problems.push(TextProblem::RawHtml { part, html });
                }
                Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) | Event::End(TagEnd::Image) => {}
                Event::Start(Tag::Image { .. }) => {
                    self.problems.push(TextProblem::Image { part: part.to_owned() });
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    let (start, end) = self.link(part, &dest_url);
                    ends.push(end);
                    events.push(raw(start));
                }
                Event::End(TagEnd::Link) => events.extend(ends.pop().map(|end| raw(end.to_owned()))),
                Event::Start(Tag::CodeBlock(kind)) => events.push(raw(code_start(&kind))),
                Event::End(TagEnd::CodeBlock) => events.push(raw("</code></pre>".to_owned())),
                Event::Text(text) => events.push(raw(self.fill_in(part, &text))),
                Event::Code(text) => {
                    let inside = self.fill_in(part, &text);
                    events.push(raw(format!("<code>{inside}</code>")));
                }
                other => events.push(other),
            }
        }
        let mut rendered = String::new();
        html::push_html(&mut rendered, events.into_iter());
        rendered.trim().to_owned()
    }

    /// Renders one paragraph, without its `<p>` element.
    pub fn inline(&mut self, part: &str, markdown: &str) -> String {
        let rendered = self.blocks(part, markdown);
        let inner = rendered.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
        inner.map_or_else(|| rendered.clone(), str::to_owned)
    }

    /// Fills in the placeholders of a text without markup, such as a title or a label.
    pub fn plain(&mut self, part: &str, text: &str) -> String {
        replace(text, |name| Ok::<_, ()>(self.text_of(part, name))).unwrap_or_default()
    }

    /// Replaces each line that is only `${request.NAME}` by a code block.
    fn with_request_blocks(&mut self, part: &str, markdown: &str) -> String {
        let mut text = String::new();
        for line in markdown.lines() {
            let name = line.trim().strip_prefix("${request.").and_then(|rest| rest.strip_suffix('}'));
            match name.map(|name| (name, self.facts.requests.get(name))) {
                Some((name, Some(request))) => {
                    let shown = request_text(request);
                    if self.has_room(part, shown.len()) {
                        text.push_str(&format!("```request {name} {}\n", request.operation));
                        text.push_str(&shown);
                        text.push_str("\n```\n");
                    }
                }
                Some((name, None)) => {
                    self.problems.push(TextProblem::UnknownRequest { name: name.to_owned() });
                }
                None => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        text
    }

    /// Escapes a text and fills in its placeholders.
    fn fill_in(&mut self, part: &str, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            let Some((name, after)) = after.split_once('}') else { break };
            filled.push_str(&escape(before));
            let value = escape(&self.text_of(part, name));
            match self.facts.values.get(name) {
                Some(Value::Slider(_) | Value::Formula(_)) => filled.push_str(&format!(
                    "<data class=\"value\" data-value=\"{}\" value=\"{}\">{value}</data>",
                    escape(name),
                    escape(&value.replace(',', ""))
                )),
                _ => filled.push_str(&value),
            }
            rest = after;
        }
        filled.push_str(&escape(rest));
        filled
    }

    /// Returns the text that replaces a placeholder.
    fn text_of(&mut self, part: &str, name: &str) -> String {
        if let Some(Value::Text(text)) = self.facts.values.get(name) {
            return if self.has_room(part, text.len()) { text.clone() } else { String::new() };
        }
        let number = match name.split_once('.') {
            Some(_) => self.figure(name),
            None => formula::number(name, &self.facts.values, &BTreeMap::new()).ok(),
        };
        number.map(Value::number_text).unwrap_or_else(|| {
            self.problems.push(TextProblem::UnknownValue { part: part.to_owned(), name: name.to_owned() });
            String::new()
        })
    }

    /// Takes bytes from the budget. Reports a problem the first time that too few are left.
    fn has_room(&mut self, part: &str, bytes: usize) -> bool {
        let has_room = self.budget.produce(bytes).is_ok();
        if !has_room && !self.is_over_told {
            self.is_over_told = true;
            let most = EXPANDED_BYTES_MAX;
            self.problems.push(TextProblem::TooExpanded { part: part.to_owned(), most });
        }
        has_room
    }

    /// Returns a figure by name: `naive.read`, `solution.requests`, `solution.2.write`, `par.requests`.
    fn figure(&self, name: &str) -> Option<f64> {
        let parts: Vec<&str> = name.split('.').collect();
        let par = &self.facts.par;
        let (figures, member): (Figures, &str) = match parts[..] {
            ["naive", member] => (self.measured.naive, member),
            ["solution", member] => (*self.measured.solutions.first()?, member),
            ["solution", place, member] => {
                let place = place.parse::<usize>().ok()?.checked_sub(1)?;
                (*self.measured.solutions.get(place)?, member)
            }
            ["par", member] => {
                let (read_units, write_units) = (par.read_units, par.write_units);
                (Figures { requests: par.requests, read_units, write_units, ..Figures::default() }, member)
            }
            _ => return None,
        };
        match member {
            "requests" => Some(figures.requests.into()),
            "read" => Some(figures.read_units),
            "write" => Some(figures.write_units),
            "items_read" => Some(figures.items_read as f64),
            "items_returned" => Some(figures.items_returned as f64),
            _ => None,
        }
    }

    /// Returns the start and end tags of a link.
    fn link(&mut self, part: &str, target: &str) -> (String, &'static str) {
        let prefix = if self.language == Language::Japanese { "/ja" } else { "" };
        let dead = || TextProblem::DeadLink { part: part.to_owned(), target: target.to_owned() };
        match target.split_once(':') {
            Some(("term", id)) if self.surroundings.glossary.find(id).is_some() => {
                let start = format!(
                    "<span class=\"term\" role=\"button\" tabindex=\"0\" data-term=\"{}\">",
                    escape(id)
                );
                (start, "</span>")
            }
            Some(("lesson", id)) => match id.parse::<LessonId>() {
                Ok(id) if self.surroundings.planned.contains(&id) => match self.surroundings.slugs.get(&id) {
                    Some(slug) => {
                        (format!("<a href=\"{prefix}/learn/{slug}\" data-lesson=\"{id}\">"), "</a>")
                    }
                    // A planned lesson that is not written yet gets no link.
                    None => ("<span>".to_owned(), "</span>"),
                },
                _ => {
                    self.problems.push(dead());
                    ("<span>".to_owned(), "</span>")
                }
            },
            Some(("error", name)) if self.surroundings.error_pages.contains(name) => {
                (format!("<a href=\"{prefix}/errors/{name}/\">"), "</a>")
            }
            Some(("https", _)) if target.starts_with(GUIDE) => {
                (format!("<a href=\"{}\" rel=\"noopener\">", escape(target)), "</a>")
            }
            _ => {
                self.problems.push(dead());
                ("<span>".to_owned(), "</span>")
            }
        }
    }
}

/// Formats a request as the lessons show it: JSON, with line breaks where it is wide.
pub fn request_text(request: &RequestFacts) -> String {
    let body = request.body_text();
    json::read(&body).map_or(body, |node| layout::broken(&node, 0, REQUEST_WIDTH))
}

fn code_start(kind: &CodeBlockKind) -> String {
    let info = match kind {
        CodeBlockKind::Fenced(info) => info.split(' ').collect::<Vec<_>>(),
        CodeBlockKind::Indented => Vec::new(),
    };
    match info[..] {
        ["request", name, operation] => format!(
            "<pre class=\"code\" data-request=\"{}\" data-operation=\"{}\"><code>",
            escape(name),
            escape(operation)
        ),
        _ => "<pre class=\"code\"><code>".to_owned(),
    }
}

/// Wraps HTML that this module wrote. All its content is escaped.
fn raw(text: String) -> Event<'static> {
    Event::InlineHtml(CowStr::from(text))
}
