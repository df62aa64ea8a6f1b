//! The text of a lesson: explanation, task and goals. Hints and the solution are closed until a reader opens them.

use dynalab_lessons::author::request_text;
use dynalab_lessons::lesson::{Question, RequestFacts};
use dynalab_lessons::{Language, Lesson};

use super::{Labels, figure, still};
use crate::lesson_files::BuiltCourse;
use crate::page_address::address;
use crate::plain_page::escaped;

struct Writer<'a> {
    lesson: &'a Lesson,
    course: &'a BuiltCourse,
    labels: &'a Labels,
    language: Language,
}

pub fn render(lesson: &Lesson, course: &BuiltCourse, labels: &Labels, language: Language) -> String {
    let writer = Writer { lesson, course, labels, language };
    format!(
        "<article class=\"prose lesson-still\" lang=\"{}\">\n{}</article>\n",
        language.code(),
        [
            writer.beginning(),
            figure::render(lesson, labels, language),
            writer.goals(),
            writer.questions(),
            writer.hints(),
            writer.answer(),
            writer.terms(),
            writer.ways_on(),
        ]
        .concat()
    )
}

impl Writer<'_> {
    fn word(&self, key: &str) -> String {
        self.labels.word(self.language, key)
    }

    fn still(&self, html: &str) -> String {
        still(html, self.language)
    }

    fn beginning(&self) -> String {
        let (text, facts) = (self.lesson.text(self.language), &self.lesson.facts);
        let id = self.labels.with(self.language, "lesson", &[("id", &facts.id.to_string())]);
        let minutes = self.labels.with(self.language, "minutes", &[("minutes", &facts.minutes.to_string())]);
        format!(
            "<p class=\"learn-crumb\"><a href=\"/learn\">{}</a> · {id} · {minutes}</p>\n<h1>{}</h1>\n<p class=\"page-lead\">{}</p>\n{}\n<h2>{}</h2>\n{}\n",
            self.word("course"),
            escaped(&text.title),
            escaped(&text.summary),
            self.still(&text.body),
            self.word("task"),
            self.still(&text.task)
        )
    }

    fn goals(&self) -> String {
        let sentences = &self.lesson.text(self.language).goals;
        let line = |id: &str| {
            format!("<li>{}</li>\n", sentences.get(id).map_or(String::new(), |text| self.still(text)))
        };
        let lines: String = self.lesson.facts.goals.iter().map(|goal| line(&goal.id)).collect();
        format!("<h2>{}</h2>\n<ul>\n{lines}</ul>\n", self.word("goals"))
    }

    fn questions(&self) -> String {
        let texts = &self.lesson.text(self.language).questions;
        let one = |(name, question): (&String, &Question)| {
            let Some(text) = texts.get(name) else { return String::new() };
            let options: String = match question {
                Question::Number { .. } => String::new(),
                Question::Choice { options } => options
                    .iter()
                    .map(|option| {
                        format!("<li>{}</li>\n", escaped(text.options.get(option).unwrap_or(option)))
                    })
                    .collect(),
            };
            let list = if options.is_empty() { options } else { format!("<ul>\n{options}</ul>\n") };
            format!("<div>{}</div>\n{list}", self.still(&text.question))
        };
        let all: String = self.lesson.facts.questions.iter().map(one).collect();
        if all.is_empty() { all } else { format!("<h2>{}</h2>\n{all}", self.word("questions")) }
    }

    fn hints(&self) -> String {
        let texts = &self.lesson.text(self.language).hints;
        let known = self.lesson.facts.hints.iter().filter_map(|hint| Some((hint, texts.get(&hint.id)?)));
        known
            .map(|(hint, text)| {
                let title = self.labels.with(self.language, "hint", &[("title", &text.title)]);
                let sample = hint.request.as_ref().map(request).unwrap_or_default();
                format!(
                    "<details><summary>{title}</summary>\n{}\n{sample}</details>\n",
                    self.still(&text.body)
                )
            })
            .collect()
    }

    /// Returns the solution, why the naive attempt fails, and why the solution works.
    fn answer(&self) -> String {
        let text = self.lesson.text(self.language);
        let requests = self.lesson.facts.solutions.first().map(|solution| solution.requests.as_slice());
        let requests: String = requests.unwrap_or_default().iter().map(request).collect();
        let mut inside = String::new();
        for (key, html) in [
            ("solution", requests),
            ("naive", self.still(&text.naive)),
            ("why", self.still(&text.why)),
            ("rule", self.still(&text.rule)),
        ] {
            if !html.is_empty() {
                inside.push_str(&format!("<h3>{}</h3>\n{html}\n", self.word(key)));
            }
        }
        format!("<details><summary>{}</summary>\n{inside}</details>\n", self.word("answer"))
    }

    fn terms(&self) -> String {
        let known = self.lesson.facts.introduces.iter().filter_map(|id| self.course.glossary.find(id));
        let lines: String = known
            .map(|term| {
                let text = term.text(self.language);
                format!("<dt>{}</dt><dd>{}</dd>\n", escaped(&text.name), escaped(&text.definition))
            })
            .collect();
        if lines.is_empty() {
            lines
        } else {
            format!("<h2>{}</h2>\n<dl>\n{lines}</dl>\n", self.word("terms"))
        }
    }

    /// Returns links to the next lesson and to the card of the chapter.
    fn ways_on(&self) -> String {
        let id = self.lesson.facts.id;
        let mut links = String::new();
        if let Some(next) = self.course.index.after(id) {
            let name = self.labels.with(self.language, "next", &[("title", &next.text(self.language).title)]);
            let address = address(self.language, &format!("/learn/{}/", next.slug));
            links.push_str(&format!("<a href=\"{address}\">{name}</a>"));
        }
        let chapter = self.course.index.chapters.iter().find(|chapter| chapter.number == id.chapter);
        if let Some(chapter) = chapter {
            let name =
                self.labels.with(self.language, "card", &[("title", &chapter.text(self.language).title)]);
            let between = if links.is_empty() { "" } else { " · " };
            let address = address(self.language, &format!("/cards/{}/", chapter.slug));
            links.push_str(&format!("{between}<a href=\"{address}\">{name}</a>"));
        }
        format!("<p>{links}</p>\n")
    }
}

/// Returns a request as a code block.
pub fn request(request: &RequestFacts) -> String {
    let body = request_text(request);
    format!(
        "<pre class=\"code\" tabindex=\"0\"><code><b>{}</b>\n{}</code></pre>\n",
        escaped(&request.operation),
        escaped(&body)
    )
}
