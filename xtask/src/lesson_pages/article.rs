//! The text of a lesson: explanation, task and goals. Hints and the solution are closed until a reader opens them.

use anyhow::Result;
use dynalab_lessons::author::request_text;
use dynalab_lessons::lesson::{LessonKind, Question, RequestFacts};
use dynalab_lessons::player::Player;
use dynalab_lessons::text::QuestionText;
use dynalab_lessons::{Language, Lesson};

use super::{Labels, figure, still};
use crate::lesson_files::BuiltCourse;
use crate::page_address::address;
use crate::page_sentences::{sentence, sentence_with};
use crate::plain_page::escaped;

struct Writer<'a> {
    lesson: &'a Lesson,
    course: &'a BuiltCourse,
    labels: &'a Labels,
    language: Language,
}

/// Returns the text that the player shows beside the work, as the player shows it.
pub fn text(lesson: &Lesson, course: &BuiltCourse, labels: &Labels, language: Language) -> Result<String> {
    let writer = Writer { lesson, course, labels, language };
    let text = lesson.text(language);
    Ok(format!(
        "<article class=\"learn-text\" lang=\"{}\"><div class=\"prose\">\n\
         <p class=\"learn-crumb\">{}</p>\n<h1>{}</h1>\n<div class=\"learn-body\">\n{}\n</div>\n\
         <h2>{}</h2>\n<div class=\"learn-body\">\n{}\n</div>\n</div></article>\n",
        language.code(),
        writer.crumb()?,
        escaped(&text.title),
        writer.still(&text.body),
        sentence(language, "learn", "learn-task")?,
        writer.still(&text.task)
    ))
}

/// Returns what the player shows in other places: the start, the goals, the hints, the solution and the terms.
pub fn render(lesson: &Lesson, course: &BuiltCourse, labels: &Labels, language: Language) -> Result<String> {
    let writer = Writer { lesson, course, labels, language };
    Ok(format!(
        "<section class=\"prose lesson-still\" lang=\"{}\">\n{}</section>\n",
        language.code(),
        [
            figure::render(lesson, labels, language),
            writer.goals(),
            writer.questions(),
            writer.hints(),
            writer.answer()?,
            writer.terms(),
            writer.ways_on(),
        ]
        .concat()
    ))
}

impl Writer<'_> {
    fn word(&self, key: &str) -> String {
        self.labels.word(self.language, key)
    }

    fn still(&self, html: &str) -> String {
        still(html, self.language)
    }

    /// Returns the link to the course, with the chapter and its lessons.
    fn crumb(&self) -> Result<String> {
        let id = self.lesson.facts.id;
        let Some(chapter) = self.course.index.chapters.iter().find(|chapter| chapter.number == id.chapter)
        else {
            return Ok(String::new());
        };
        let counts = |kind| matches!(kind, LessonKind::Lesson | LessonKind::Capstone);
        let name = if counts(self.lesson.facts.kind) { "learn-crumb" } else { "learn-crumb-other" };
        let (number, title, lesson) =
            (id.chapter.to_string(), &chapter.text(self.language).title, id.to_string());
        let arguments = [("number", number.as_str()), ("chapter", title.as_str()), ("id", lesson.as_str())];
        let crumb = sentence_with(self.language, "learn", name, &arguments)?;
        let steps: String = chapter
            .lessons
            .iter()
            .filter(|entry| counts(entry.kind))
            .map(|entry| {
                let now = if entry.id == id { " learn-step--now" } else { "" };
                format!("<span class=\"learn-step{now}\"></span>")
            })
            .collect();
        let address = address(self.language, "/learn");
        Ok(format!(
            "<a href=\"{address}\">{crumb}</a><span class=\"learn-steps\" aria-hidden=\"true\">{steps}</span>"
        ))
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
        let one = |text: &QuestionText| {
            let Some(question) = self.lesson.facts.questions.get(&text.name) else { return String::new() };
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
        let all: String = self.lesson.text(self.language).questions.iter().map(one).collect();
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
    fn answer(&self) -> Result<String> {
        let text = self.lesson.text(self.language);
        let requests: String = Player::sent_solution(&self.lesson.facts)?.iter().map(request).collect();
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
        Ok(format!("<details><summary>{}</summary>\n{inside}</details>\n", self.word("answer")))
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
