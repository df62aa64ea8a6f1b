//! The reference card of a chapter: the rules of its lessons on one page to print.

use std::path::Path;

use anyhow::Result;
use dynalab_lessons::course::IndexedChapter;
use dynalab_lessons::lesson::{LessonKind, RequestFacts};
use dynalab_lessons::player::Player;
use dynalab_lessons::{Language, Lesson};

use super::article::request;
use super::{Labels, still};
use crate::folders;
use crate::lesson_files::BuiltCourse;
use crate::page_address::{self, address};
use crate::plain_page::{PlainPage, Words, escaped};

/// Maximum length of a request on the card. Longer requests are only in the lesson.
const REQUEST_MAX: usize = 420;
/// The path of the list of all cards, in English.
const LIST: &str = "/cards/";

pub fn write(site: &Path, course: &BuiltCourse, labels: &Labels) -> Result<()> {
    let words = std::fs::read_to_string(folders::root().join("web/errors/words.json"))?;
    let words: Words = serde_json::from_str(&words)?;
    for language in Language::ALL {
        page_address::write_with_former(site, language, LIST, &list(course, labels, &words, language))?;
        for chapter in &course.index.chapters {
            let page = card(chapter, course, labels, &words, language)?;
            page_address::write_with_former(site, language, &path_of(chapter), &page)?;
        }
    }
    Ok(())
}

fn path_of(chapter: &IndexedChapter) -> String {
    format!("{LIST}{}/", chapter.slug)
}

fn list(course: &BuiltCourse, labels: &Labels, words: &Words, language: Language) -> String {
    let entry = |chapter: &IndexedChapter| {
        let text = chapter.text(language);
        format!(
            "<li><a href=\"{}\">{} {}</a><p>{}</p></li>\n",
            address(language, &path_of(chapter)),
            chapter.number,
            escaped(&text.title),
            escaped(&text.summary)
        )
    };
    let entries: String = course.index.chapters.iter().map(entry).collect();
    let (title, lead) = (labels.word(language, "cards"), labels.word(language, "cards-lead"));
    let body = format!(
        "<h1 class=\"page-title\">{title}</h1>\n<p>{lead}</p>\n<ul class=\"error-list\">\n{entries}</ul>\n"
    );
    PlainPage { words, language, path: LIST.to_owned(), title, description: lead, body }.html()
}

fn card(
    chapter: &IndexedChapter,
    course: &BuiltCourse,
    labels: &Labels,
    words: &Words,
    language: Language,
) -> Result<String> {
    let name = &chapter.text(language).title;
    let title = labels.with(language, "card", &[("title", name)]);
    let mut body = format!(
        "<p class=\"error-crumbs\"><a href=\"{}\">{}</a></p>\n<h1 class=\"page-title\">{} {}</h1>\n<p class=\"card-lead\">{}</p>\n<div class=\"card-lessons\">\n",
        address(language, LIST),
        labels.word(language, "cards"),
        chapter.number,
        escaped(name),
        labels.word(language, "card-lead")
    );
    let of_chapter = course.lessons.iter().filter(|lesson| {
        let counts = matches!(lesson.facts.kind, LessonKind::Lesson | LessonKind::Capstone);
        counts && lesson.facts.id.chapter == chapter.number
    });
    let mut lessons: Vec<&Lesson> = of_chapter.collect();
    lessons.sort_by_key(|lesson| lesson.facts.id);
    for lesson in lessons {
        body.push_str(&section(lesson, course, labels, language)?);
    }
    body.push_str("</div>\n");
    let description = labels.with(language, "card-description", &[("title", name)]);
    // Both texts are escaped again later.
    let (title, description) = (plain(&title), plain(&description));
    Ok(PlainPage { words, language, path: path_of(chapter), title, description, body }.html())
}

fn section(lesson: &Lesson, course: &BuiltCourse, labels: &Labels, language: Language) -> Result<String> {
    let (facts, text) = (&lesson.facts, lesson.text(language));
    let mut section = format!(
        "<section class=\"card-lesson\">\n<h2><a href=\"{}\">{} {}</a></h2>\n<div>{}</div>\n",
        address(language, &super::path_of(lesson)),
        facts.id,
        escaped(&text.title),
        still(&text.rule, language)
    );
    section.push_str(&shown_request(lesson)?.as_ref().map(request).unwrap_or_default());
    let terms = facts.introduces.iter().filter_map(|id| course.glossary.find(id));
    let terms: String = terms
        .map(|term| {
            let text = term.text(language);
            format!("<dt>{}</dt><dd>{}</dd>\n", escaped(&text.name), escaped(&text.definition))
        })
        .collect();
    if !terms.is_empty() {
        section.push_str(&format!("<dl>\n{terms}</dl>\n"));
    }
    let entry = course.index.find(&facts.slug);
    let errors = entry.map(|entry| entry.errors.as_slice()).unwrap_or_default();
    let links: Vec<String> = errors
        .iter()
        .map(|name| {
            let address = address(language, &format!("/errors/{name}/"));
            format!("<a href=\"{address}\"><code>{name}</code></a>")
        })
        .collect();
    if !links.is_empty() {
        section.push_str(&format!(
            "<p class=\"card-errors\">{} {}</p>\n",
            labels.word(language, "errors"),
            links.join(", ")
        ));
    }
    section.push_str("</section>\n");
    Ok(section)
}

/// Returns the last request of the solution that is sent to DynamoDB and is short enough for a card.
fn shown_request(lesson: &Lesson) -> Result<Option<RequestFacts>> {
    let fits = |request: &RequestFacts| {
        !request.operation.starts_with("Dynalab.") && request.body_text().len() <= REQUEST_MAX
    };
    Ok(Player::sent_solution(&lesson.facts)?.into_iter().rev().find(fits))
}

fn plain(html: &str) -> String {
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}
