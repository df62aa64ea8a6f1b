//! The course without the app: a document for each lesson in both languages, and a reference card for each chapter.

mod article;
mod card;
mod figure;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use dynalab_lessons::{Language, Lesson};

use crate::folders;
use crate::lesson_files::BuiltCourse;
use crate::page_address::{self, address, alternates};
use crate::page_shell::{boot_lines, split_at_boot_screen, with_bar, with_sheets};
use crate::pages::{self, with_head};
use crate::plain_page::{Words, escaped, word};

/// The markers of the text for readers without JavaScript.
const NO_SCRIPT_BEGIN: &str = "<noscript>";
const NO_SCRIPT_END: &str = "</noscript>";
/// Images of diagrams, by their names in `?picture=`.
const DIAGRAMS: &str = "docs/images/pictures";

/// The labels of these pages: `web/lessons/words.json`.
pub struct Labels(Words);

impl Labels {
    pub fn read() -> Result<Labels> {
        let file = folders::root().join("web/lessons/words.json");
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        Ok(Labels(serde_json::from_str(&text).with_context(|| file.display().to_string())?))
    }

    /// Returns a label as HTML.
    pub fn word(&self, language: Language, key: &str) -> String {
        word(&self.0, language, key)
    }

    /// Returns a label as HTML, with its placeholders filled in.
    pub fn with(&self, language: Language, key: &str, values: &[(&str, &str)]) -> String {
        let fill = |text: String, (name, value): &(&str, &str)| {
            text.replace(&format!("{{{name}}}"), &escaped(value))
        };
        values.iter().fold(self.word(language, key), fill)
    }
}

/// Writes `learn/SLUG/index.html` and its Japanese version for each lesson, and `cards/CHAPTER/`.
pub fn write(site: &Path, course: &BuiltCourse) -> Result<()> {
    let labels = Labels::read()?;
    let document = fs::read_to_string(site.join("index.html")).context("the site has no index.html")?;
    for lesson in &course.lessons {
        for language in Language::ALL {
            let page = lesson_page(&document, lesson, course, &labels, language)?;
            page_address::write_with_former(site, language, &path_of(lesson), &page)?;
        }
    }
    copy_diagrams(site, course)?;
    card::write(site, course, &labels)
}

/// Returns the address of the first lesson in English.
pub fn first(course: &BuiltCourse) -> Result<String> {
    let first = course.lessons.iter().min_by_key(|lesson| lesson.facts.id);
    first.map(path_of).context("the course has no lesson")
}

fn path_of(lesson: &Lesson) -> String {
    format!("/learn/{}/", lesson.facts.slug)
}

/// Replaces the boot screen of the app's document by the lesson's text. The app replaces the text when it starts.
fn lesson_page(
    document: &str,
    lesson: &Lesson,
    course: &BuiltCourse,
    labels: &Labels,
    language: Language,
) -> Result<String> {
    let page = with_head(document, &head(lesson, language))?;
    let page = with_bar(&with_sheets(&page, &["workbench", "learn"])?, language, "/learn")?;
    let (before, boot, after) = split_at_boot_screen(&page)?;
    let text = article::text(lesson, course, labels, language)?;
    let still = article::render(lesson, course, labels, language)?;
    let after = without_script(after, &labels.word(language, "runs"))?;
    let lines = boot_lines(boot, "boot-line") + &boot_lines(boot, "boot-failed");
    let page = format!(
        "{before}<main class=\"boot-lesson\">\n<div class=\"learn-player\">\n{text}\
         <div class=\"lesson-start\">\n{lines}{still}</div>\n</div>\n</main>{after}"
    );
    Ok(pages::in_language(&page, language))
}

fn head(lesson: &Lesson, language: Language) -> String {
    let text = lesson.text(language);
    let path = path_of(lesson);
    let title = format!("{} · Dynalab", text.title);
    let card = pages::card(&title, &text.summary, &address(language, &path));
    let links = alternates(&path);
    format!("{card}<title>{}</title>\n{links}", escaped(&title))
}

fn without_script(after: &str, sentence: &str) -> Result<String> {
    let (before, rest) =
        after.split_once(NO_SCRIPT_BEGIN).context("index.html has nothing for readers without JavaScript")?;
    let (_, rest) = rest.split_once(NO_SCRIPT_END).context("index.html does not end its noscript")?;
    Ok(format!("{before}{NO_SCRIPT_BEGIN}<p class=\"boot\">{sentence}</p>{NO_SCRIPT_END}{rest}"))
}

/// Adapts a lesson's HTML for a page without the app: links lead to documents, and terms are not buttons.
fn still(html: &str, language: Language) -> String {
    let html = html.replace(" role=\"button\" tabindex=\"0\"", "");
    let start = format!("href=\"{}", address(language, "/learn/"));
    let mut parts = html.split(&start);
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (slug, rest) = part.split_once('"').unwrap_or((part, ""));
        page.push_str(&format!("{start}{slug}/\"{rest}"));
    }
    page
}

/// Copies the diagrams that lessons show.
fn copy_diagrams(site: &Path, course: &BuiltCourse) -> Result<()> {
    let folder = site.join("lessons/diagrams");
    fs::create_dir_all(&folder)?;
    for lesson in &course.lessons {
        if let Some(name) = figure::diagram(lesson) {
            let from = folders::root().join(DIAGRAMS).join(&name);
            fs::copy(&from, folder.join(&name)).with_context(|| from.display().to_string())?;
        }
    }
    Ok(())
}
