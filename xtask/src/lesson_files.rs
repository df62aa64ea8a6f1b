//! Writes the course into the site: a file for each lesson, the index and the glossary. Each lesson is proved before it is
//! packed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use dynalab_lessons::author::document;
use dynalab_lessons::author::files::{read_course, read_source};
use dynalab_lessons::author::{self, Problem};
use dynalab_lessons::{CourseIndex, Glossary, Lesson};
use rayon::prelude::*;
use serde::Serialize;

use crate::folders;

const COURSE: &str = "crates/lessons/course";
const ERROR_PAGES: &str = "web/errors/pages";
/// The initial text of the lesson builder.
const SAMPLE: &str = "crates/lessons/examples/9.1-books-of-one-author.lesson";

/// The course as the site contains it.
pub struct BuiltCourse {
    pub lessons: Vec<Lesson>,
    pub index: CourseIndex,
    pub glossary: Glossary,
}

/// Writes `lessons/SLUG.json` for each written lesson, `lessons/index.json` and `lessons/glossary.json`. For authors,
/// `lessons/texts/` has each lesson as one text, and `lessons/surroundings.json` has everything that a lesson may refer to.
pub fn write(site: &Path) -> Result<BuiltCourse> {
    let root = folders::root();
    let files = read_course(&root.join(COURSE), &root.join(ERROR_PAGES))?;
    let folder = site.join("lessons");
    let texts = folder.join("texts");
    fs::create_dir_all(&texts).with_context(|| format!("cannot make {}", texts.display()))?;
    let sample = root.join(SAMPLE);
    let text = fs::read_to_string(&sample).with_context(|| sample.display().to_string())?;
    write_text(&texts, "sample", &text)?;
    let write_lesson = |source: &PathBuf| {
        let source_text = read_source(source)?;
        let (lesson, problems) = author::read(&source_text, &files.surroundings);
        let lesson = proved(lesson, &problems).with_context(|| source.display().to_string())?;
        let packed = author::pack(&lesson).map_err(|problem| anyhow!("{}: {problem}", source.display()))?;
        let file = folder.join(format!("{}.json", lesson.facts.slug));
        fs::write(&file, packed).with_context(|| format!("cannot write {}", file.display()))?;
        write_text(&texts, &lesson.facts.slug, &document::write(&source_text))?;
        Ok(lesson)
    };
    let lessons = files.folders.par_iter().map(write_lesson).collect::<Result<Vec<Lesson>>>()?;
    write_json(&folder.join("surroundings.json"), &files.surroundings)?;
    let course = BuiltCourse {
        index: author::index(&files.course, &lessons),
        glossary: files.surroundings.glossary,
        lessons,
    };
    write_json(&folder.join("index.json"), &course.index)?;
    write_json(&folder.join("glossary.json"), &course.glossary)?;
    Ok(course)
}

fn write_text(folder: &Path, name: &str, text: &str) -> Result<()> {
    let file = folder.join(format!("{name}.txt"));
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Returns the lesson. Fails if it has a problem, so that it is not published.
fn proved(lesson: Option<Lesson>, problems: &[Problem]) -> Result<Lesson> {
    let sentences: Vec<String> = problems.iter().map(Problem::to_string).collect();
    ensure!(sentences.is_empty(), "the lesson has problems: {}", sentences.join("; "));
    lesson.context("the lesson cannot be read")
}

fn write_json(file: &Path, content: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string(content)?;
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use dynalab_lessons::author::{LessonReferences, LessonSource, read};

    use super::proved;

    #[test]
    fn a_lesson_with_a_problem_is_not_packed() {
        let folder = "1.1-a-table".to_owned();
        for facts in ["no JSON", "{}"] {
            let source =
                LessonSource { folder: folder.clone(), facts: facts.to_owned(), ..LessonSource::default() };
            let (lesson, problems) = read(&source, &LessonReferences::default());
            assert!(!problems.is_empty(), "{facts} is no lesson");
            let refused = proved(lesson, &problems).expect_err("it has problems");
            assert!(refused.to_string().contains(&problems[0].to_string()), "{refused}");
        }
        assert!(proved(None, &[]).is_err(), "there is no lesson at all");
    }
}
