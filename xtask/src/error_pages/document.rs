//! The body of an error's page, and of the list of all errors, as HTML.

use anyhow::Result;
use dynalab_lessons::course::IndexedChapter;
use dynalab_lessons::{CourseEntry, CourseIndex, Language};
use serde_json::Value;

use super::{ErrorText, Errors, Request, Retry, example};
use crate::lesson_pages::Labels;
use crate::page_address::address;
use crate::plain_page::{PlainPage, Words, escaped, word};

/// The data that all pages of errors use.
pub struct Shared<'a> {
    pub words: &'a Words,
    /// The lessons that show an error are linked from its page.
    pub course: &'a CourseIndex,
    pub labels: &'a Labels,
}

pub fn of_one(name: &str, error: &ErrorText, shared: &Shared, language: Language) -> Result<String> {
    let words = shared.words;
    let word = |key: &str| word(words, language, key);
    let said = error.said(language);
    let list = |entries: &[String]| {
        let entries: String = entries.iter().map(|entry| format!("<li>{}</li>\n", escaped(entry))).collect();
        format!("<ul>\n{entries}</ul>\n")
    };
    let retry = match error.retry {
        Retry::Yes => "retry-yes",
        Retry::Later => "retry-later",
        Retry::Changed => "retry-changed",
        Retry::Depends => "retry-depends",
    };
    let mut body = format!(
        "<p class=\"error-crumbs\"><a href=\"{}\">{}</a></p>\n<h1 class=\"page-title\"><code>{}</code></h1>\n<p>{}</p>\n",
        address(language, "/errors/"),
        word("all"),
        with_breaks(name),
        escaped(&said.means)
    );
    body.push_str(&format!(
        "<dl class=\"error-facts\"><div><dt>{}</dt><dd>{}</dd></div><div><dt>{}</dt><dd>{}</dd></div></dl>\n",
        word("status"),
        error.status,
        word("again"),
        word(retry)
    ));
    body.push_str(&format!(
        "<h2>{}</h2>\n{}<h2>{}</h2>\n{}",
        word("why"),
        list(&said.why),
        word("do"),
        list(&said.to_do)
    ));
    if let Some(example) = &error.example {
        let run = address(language, &example::path(name, example)?);
        body.push_str(&format!(
            "<h2>{}</h2>\n<p>{}</p>\n",
            word("example"),
            word("example-lead").replace("{name}", name)
        ));
        if !example.before.is_empty() {
            body.push_str(&format!("<p class=\"error-before\">{}</p>\n", word("before")));
            example.before.iter().for_each(|before| body.push_str(&request(before)));
            body.push_str(&format!("<p class=\"error-before\">{}</p>\n", word("then")));
        }
        body.push_str(&request(&example.request));
        body.push_str(&format!("<p><a class=\"error-run\" href=\"{run}\">{}</a></p>\n", word("run")));
    }
    body.push_str(&lessons_about(name, shared, language));
    body.push_str(&see_also(error, words, language));
    let page = PlainPage {
        words,
        language,
        path: format!("/errors/{name}/"),
        title: name.to_owned(),
        description: word("description").replace("{name}", name),
        body,
    };
    Ok(page.html())
}

pub fn of_all(errors: &Errors, words: &Words, language: Language) -> String {
    let word = |key: &str| word(words, language, key);
    let entry = |(name, error): (&String, &ErrorText)| {
        format!(
            "<li><a href=\"{}\"><code>{name}</code></a><p>{}</p></li>\n",
            address(language, &format!("/errors/{name}/")),
            escaped(&error.said(language).means)
        )
    };
    let entries: String = errors.iter().map(entry).collect();
    let body = format!(
        "<h1 class=\"page-title\">{}</h1>\n<p>{}</p>\n<h2 class=\"visually-hidden\">{}</h2>\n<ul class=\"error-list\">\n{entries}</ul>\n",
        word("index"),
        word("index-lead"),
        word("all")
    );
    let page = PlainPage {
        words,
        language,
        path: "/errors/".to_owned(),
        title: word("index"),
        description: word("index-lead"),
        body,
    };
    page.html()
}

fn see_also(error: &ErrorText, words: &Words, language: Language) -> String {
    if error.see.is_empty() {
        return String::new();
    }
    let link = |other: &String| {
        let address = address(language, &format!("/errors/{other}/"));
        format!("<li><a href=\"{address}\"><code>{other}</code></a></li>\n")
    };
    let links: String = error.see.iter().map(link).collect();
    format!("<h2>{}</h2>\n<ul>\n{links}</ul>\n", word(words, language, "see"))
}

/// Returns links to the lessons that show the error, each with the reference card of its chapter.
fn lessons_about(name: &str, shared: &Shared, language: Language) -> String {
    let link = |chapter: &IndexedChapter, entry: &CourseEntry| {
        let card = shared.labels.with(language, "card", &[("title", &chapter.text(language).title)]);
        format!(
            "<li><a href=\"{}\">{} {}</a> · <a href=\"{}\">{card}</a></li>\n",
            address(language, &format!("/learn/{}/", entry.slug)),
            entry.id,
            escaped(&entry.text(language).title),
            address(language, &format!("/cards/{}/", chapter.slug)),
        )
    };
    let about = |entry: &&CourseEntry| entry.errors.iter().any(|known| known == name);
    let chapters = shared.course.chapters.iter();
    let links: String = chapters
        .flat_map(|chapter| chapter.lessons.iter().filter(about).map(move |entry| link(chapter, entry)))
        .collect();
    if links.is_empty() {
        return links;
    }
    format!("<h2>{}</h2>\n<ul>\n{links}</ul>\n", shared.labels.word(language, "learned"))
}

fn request(request: &Request) -> String {
    let body = serde_json::to_string_pretty(&Value::Object(request.request.clone())).unwrap_or_default();
    format!("<pre tabindex=\"0\"><b>{}</b>\n{}</pre>\n", escaped(&request.operation), escaped(&body))
}

/// Allows a line break before each capital letter of a long name.
fn with_breaks(name: &str) -> String {
    let parts =
        name.chars().enumerate().map(|(place, letter)| match place > 0 && letter.is_ascii_uppercase() {
            true => format!("<wbr>{letter}"),
            false => letter.to_string(),
        });
    parts.collect()
}
