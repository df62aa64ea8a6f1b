//! Renders the texts of a lesson in one language: every part that the lesson needs.

use std::collections::{BTreeMap, BTreeSet};

use super::markdown::Renderer;
use super::parts::Parts;
use super::problem::{Problem, TextProblem};
use super::{LessonReferences, LessonSource, structure, terms};
use crate::lesson::Question;
use crate::lesson::{LessonFacts, MeasuredFigures};
use crate::text::{HintText, Language, LessonText, PredictText, QuestionText};
use dynalab_types::{Bound, Budget};

pub(super) fn read(
    source: &LessonSource,
    facts: &LessonFacts,
    measured: &MeasuredFigures,
    surroundings: &LessonReferences,
) -> (LessonText, LessonText, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut read = |language: Language, text: &str| {
        let (parts, mut found) = Parts::parse(text);
        let budget = Budget::of_bytes(Bound::LessonText);
        let renderer = Renderer {
            language,
            facts,
            measured,
            surroundings,
            problems: Vec::new(),
            budget,
            is_over_told: false,
        };
        let mut reader = PartReader { parts: &parts, renderer, used: BTreeSet::new() };
        let text = reader.lesson();
        found.extend(reader.finish());
        found.extend(terms::check(language, &parts, facts, surroundings));
        found.extend(structure::check_style(language, &parts));
        problems.extend(found.into_iter().map(|problem| Problem::Text { language, problem }));
        (parts, text)
    };
    let (english_parts, english) = read(Language::English, &source.english);
    let (japanese_parts, japanese) = read(Language::Japanese, &source.japanese);
    problems.extend(structure::compare(&english_parts, &japanese_parts).into_iter().map(Problem::from));
    (english, japanese, problems)
}

/// Returns the key of the part with a question.
fn question_key(id: &str) -> String {
    format!("question {id}")
}

struct PartReader<'a> {
    parts: &'a Parts,
    renderer: Renderer<'a>,
    used: BTreeSet<String>,
}

impl PartReader<'_> {
    fn lesson(&mut self) -> LessonText {
        let facts = self.renderer.facts;
        let solutions = facts.solutions.len();
        LessonText {
            title: self.plain("title"),
            summary: self.plain("summary"),
            body: self.blocks("text"),
            task: self.blocks("task"),
            predict: facts.predict.as_ref().map(|predict| PredictText {
                question: self.inline("predict"),
                options: self.labels("option", &predict.options, false),
                explanation: self.inline("predicted"),
            }),
            questions: self.questions(&facts.questions),
            goals: facts
                .goals
                .iter()
                .map(|goal| (goal.id.clone(), self.inline(&format!("goal {}", goal.id))))
                .collect(),
            hints: facts.hints.iter().map(|hint| (hint.id.clone(), self.hint(&hint.id))).collect(),
            naive: self.blocks("naive"),
            why: self.blocks("why"),
            solutions: (1..=solutions).map(|place| self.solution(place)).collect(),
            rule: self.inline("rule"),
            caption: if facts.picture.is_some() { self.inline("caption") } else { String::new() },
            changed: if facts.version > 1 { self.blocks("changed") } else { String::new() },
        }
    }

    fn finish(self) -> Vec<TextProblem> {
        let mut problems = self.renderer.problems;
        let unused = self.parts.keys().into_iter().filter(|key| !self.used.contains(key));
        problems.extend(unused.map(|part| TextProblem::UnknownPart { part }));
        problems
    }

    fn find(&mut self, key: &str) -> Option<String> {
        self.used.insert(key.to_owned());
        self.parts.get(key).map(str::to_owned)
    }

    fn need(&mut self, key: &str) -> String {
        self.find(key).unwrap_or_else(|| {
            self.renderer.problems.push(TextProblem::MissingPart { part: key.to_owned() });
            String::new()
        })
    }

    fn blocks(&mut self, key: &str) -> String {
        let text = self.need(key);
        self.renderer.blocks(key, &text)
    }

    fn inline(&mut self, key: &str) -> String {
        let text = self.need(key);
        self.renderer.inline(key, &text)
    }

    fn plain(&mut self, key: &str) -> String {
        let text = self.need(key);
        self.renderer.plain(key, &text)
    }

    fn labels(&mut self, kind: &str, options: &[String], needed: bool) -> BTreeMap<String, String> {
        let mut labels = BTreeMap::new();
        for option in options {
            let key = format!("{kind} {option}");
            if needed || self.parts.get(&key).is_some() {
                labels.insert(option.clone(), self.plain(&key));
            }
        }
        labels
    }

    /// Reads the questions in the order of the text. A question without a part comes last, with a problem.
    fn questions(&mut self, questions: &BTreeMap<String, Question>) -> Vec<QuestionText> {
        let keys = self.parts.keys();
        let place = |id: &str| keys.iter().position(|key| *key == question_key(id)).unwrap_or(keys.len());
        let mut ordered: Vec<(&String, &Question)> = questions.iter().collect();
        ordered.sort_by_key(|(id, _)| place(id));
        ordered.into_iter().map(|(id, question)| self.question(id, question)).collect()
    }

    fn question(&mut self, id: &str, question: &Question) -> QuestionText {
        let options = match question {
            Question::Number { .. } => BTreeMap::new(),
            Question::Choice { options } => self.labels(&format!("choice {id}"), options, true),
        };
        QuestionText { name: id.to_owned(), question: self.inline(&question_key(id)), options }
    }

    /// Renders a hint. Its first line is the title. The request of the hint follows its text.
    fn hint(&mut self, id: &str) -> HintText {
        let key = format!("hint {id}");
        let text = self.need(&key);
        let (title, body) = text.split_once('\n').unwrap_or((text.as_str(), ""));
        HintText {
            title: self.renderer.plain(&key, title.trim()),
            body: self.renderer.blocks(&key, body.trim()),
        }
    }

    fn solution(&mut self, place: usize) -> String {
        let key = format!("solution {place}");
        match place {
            1 => self.find(&key).map(|text| self.renderer.blocks(&key, &text)).unwrap_or_default(),
            _ => self.blocks(&key),
        }
    }
}
