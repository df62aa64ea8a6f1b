//! Checks folders of lessons and prints their problems.
//!
//! Usage: `check [--texts] FOLDER…`. Without a folder, it checks the whole course. `--texts` also prints the rendered texts and
//! the verdict of the naive attempt. The course is the folder two levels above a lesson's folder.
//!
//! `check --play=ATTEMPT.json FOLDER` plays another attempt, `{"requests": […], "given": {…}}`, and prints each response and
//! the verdict.
//!
//! `check FILE.lesson…` proves lessons in one text, and lists each claim of the proof. `--document FOLDER` prints a folder as
//! such a text. `--folder=PARENT FILE.lesson` creates the folder of such a text.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use dynalab_lessons::author::document::{self, Document};
use dynalab_lessons::author::files::{CourseFiles, UnreadableFile, read_course, read_source, write_source};
use dynalab_lessons::author::report::{Outcome, prove};
use dynalab_lessons::author::{check_glossary, pack, read};
use dynalab_lessons::lesson::Solution;
use dynalab_lessons::player::{Play, Player};
use dynalab_lessons::{Language, Lesson};

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the number of lessons with problems.
fn run() -> Result<usize, UnreadableFile> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let prints_texts = arguments.iter().any(|argument| argument == "--texts");
    let named: Vec<PathBuf> =
        arguments.iter().filter(|argument| !argument.starts_with("--")).map(PathBuf::from).collect();
    let root = named
        .first()
        .and_then(|folder| course_of(folder))
        .unwrap_or_else(|| PathBuf::from("crates/lessons/course"));
    let files = read_course(&root, &root.join("../../../web/errors/pages"))?;
    let folders = if named.is_empty() { files.folders.clone() } else { named };
    if arguments.iter().any(|argument| argument == "--document") {
        for folder in &folders {
            print!("{}", document::write(&read_source(&folder.canonicalize().unwrap_or(folder.clone()))?));
        }
        return Ok(0);
    }
    if let Some(parent) = arguments.iter().find_map(|argument| argument.strip_prefix("--folder=")) {
        for file in &folders {
            match read_document(file)? {
                Some(document) => {
                    println!("{}", write_source(Path::new(parent), &document.source)?.display());
                }
                None => return Ok(1),
            }
        }
        return Ok(0);
    }
    let attempt = arguments.iter().find_map(|argument| argument.strip_prefix("--play="));
    if let (Some(attempt), Some(folder)) = (attempt, folders.first()) {
        return play_other(folder, Path::new(attempt), &files).map(|()| 0);
    }
    let mut bad = 0;
    for problem in check_glossary(&files.surroundings.glossary) {
        println!("glossary: {problem}");
    }
    for folder in &folders {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let is_good = match folder.extension().is_some_and(|extension| extension == "lesson") {
            true => check_document(&folder, &files)?,
            false => check(&folder, &files, prints_texts)?,
        };
        bad += usize::from(!is_good);
    }
    println!("{} lessons checked, {bad} with problems", folders.len());
    Ok(bad)
}

fn course_of(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    folder.ancestors().find(|folder| folder.join("course.json").exists()).map(Path::to_owned)
}

fn check(folder: &Path, files: &CourseFiles, prints_texts: bool) -> Result<bool, UnreadableFile> {
    let (lesson, mut problems) = read(&read_source(folder)?, &files.surroundings);
    let packed = lesson.as_ref().map(pack).transpose();
    let bytes = match packed {
        Ok(packed) => packed.map_or(0, |packed| packed.len()),
        Err(problem) => {
            problems.push(problem);
            0
        }
    };
    println!("{}: {} problems, {bytes} bytes packed", folder.display(), problems.len());
    for problem in &problems {
        println!("  - {problem}");
    }
    if let Some(lesson) = &lesson {
        println!("  naive attempt: {:?}", lesson.measured.naive);
        for (place, figures) in lesson.measured.solutions.iter().enumerate() {
            println!("  solution {}: {figures:?}", place + 1);
        }
        for (source, claim) in files.claims.taught_in(&lesson.facts.id.to_string()) {
            let how = if claim.said_only { "says" } else { "teaches" };
            println!("  {how}: {} ({source})", claim.claim);
        }
        if prints_texts {
            print_texts(lesson);
        }
    }
    Ok(problems.is_empty())
}

/// Reads a lesson in one text. If its sections are not valid, it prints why and returns None.
fn read_document(file: &Path) -> Result<Option<Document>, UnreadableFile> {
    let unreadable =
        |error: std::io::Error| UnreadableFile { path: file.to_owned(), detail: error.to_string() };
    let text = std::fs::read_to_string(file).map_err(unreadable)?;
    match document::read(&text) {
        Ok(document) => Ok(Some(document)),
        Err(problem) => {
            println!("{}:{}:1: {problem}", file.display(), problem.line());
            Ok(None)
        }
    }
}

/// Prints each claim of the proof, and the failures with their positions.
fn check_document(file: &Path, files: &CourseFiles) -> Result<bool, UnreadableFile> {
    let Some(document) = read_document(file)? else { return Ok(false) };
    let report = prove(&document, &files.surroundings);
    for row in &report.rows {
        match &row.outcome {
            Outcome::Holds => println!("ok          {}", row.claim),
            Outcome::NotReached => println!("not reached {}", row.claim),
            // Not reached: here the whole lesson is played.
            Outcome::NotPlayed(_) => println!("not played  {}", row.claim),
            Outcome::Fails(findings) => {
                println!("FAILS       {}", row.claim);
                for finding in findings {
                    println!("  {}:{finding}", file.display());
                }
            }
        }
    }
    Ok(report.is_proved())
}

/// Plays an attempt that is not part of the lesson. The goals should accept right attempts and reject wrong ones.
fn play_other(folder: &Path, attempt: &Path, files: &CourseFiles) -> Result<(), UnreadableFile> {
    let unreadable = |detail: String| UnreadableFile { path: attempt.to_owned(), detail };
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let (lesson, problems) = read(&read_source(&folder)?, &files.surroundings);
    problems.iter().for_each(|problem| println!("  - {problem}"));
    let text = std::fs::read_to_string(attempt).map_err(|error| unreadable(error.to_string()))?;
    let attempt: Solution = serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    let Some(lesson) = lesson else { return Ok(()) };
    let mut player = Player::open(&lesson.facts).map_err(|error| unreadable(error.to_string()))?;
    for request in &attempt.requests {
        let answer = player.run(request);
        let body: String = answer.body.chars().take(400).collect();
        println!("  {} {}: {body}", request.operation, answer.status);
    }
    let rest = Play { requests: &[], ..Play::from(&attempt) };
    let verdict = player.play(&lesson.facts, &rest).map_err(|error| unreadable(error.to_string()))?;
    for goal in &verdict.goals {
        println!("  {}: {:?} {:?}", goal.goal, goal.status, goal.differences);
    }
    println!("  solved: {}; hints: {:?}; {:?}", verdict.solved, verdict.hints, verdict.figures);
    Ok(())
}

fn print_texts(lesson: &Lesson) {
    for language in Language::ALL {
        println!("{:#?}", lesson.text(language));
    }
    if let Ok(mut player) = Player::open(&lesson.facts) {
        let verdict = player.play(&lesson.facts, &Play::from(&lesson.facts.naive));
        println!("naive attempt: {verdict:#?}");
    }
}
