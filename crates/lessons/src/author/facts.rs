//! Reads `lesson.json`: replaces values and named requests, and checks that all references are valid.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::report::Rule;
use dynalab_types::wire;
use dynalab_types::{Bound, Budget};
use serde_json::Value as Tree;

use super::problem::{FactsProblem, PlayedAttempt, TooMuch};
use super::{LessonReferences, LessonSource, RESERVED_SLUGS, folder_parts};
use crate::formula;
use crate::goal::{GivenGoal, Goal};
use crate::json::Json;
use crate::lesson::{HintCondition, LessonFacts};
use crate::value::Value;

/// Members whose text is the name of a request, and members whose lists may contain such names.
const REQUEST_MEMBERS: &[&str] = &["request", "draft"];
const REQUEST_LISTS: &[&str] = &["requests", "clients"];
/// Maximum size of all values and requests that replace names, in bytes.
const EXPANDED_BYTES_MAX: usize = Bound::LessonFacts.most() as usize;
/// Maximum requests of the start, or of one attempt. The longest attempt of the course has 42.
pub(super) const REQUESTS_MAX: usize = 500;
/// Maximum solutions. A proof plays them one after the other.
pub(super) const SOLUTIONS_MAX: usize = 20;

pub(super) fn read(source: &LessonSource) -> Result<LessonFacts, FactsProblem> {
    let (id, slug) = folder_parts(&source.folder)
        .ok_or_else(|| FactsProblem::FolderName { folder: source.folder.clone() })?;
    let not_json = FactsProblem::from;
    let mut tree: Tree = serde_json::from_str(&source.facts).map_err(not_json)?;
    let values: BTreeMap<String, Value> = match tree.get("values") {
        Some(values) => serde_json::from_value(values.clone()).map_err(not_json)?,
        None => BTreeMap::new(),
    };
    for name in values.keys() {
        if !matches!(values[name], Value::Text(_)) {
            formula::number(name, &values, &BTreeMap::new())
                .map_err(|error| FactsProblem::Formula { name: name.clone(), error })?;
        }
    }
    let named = tree.get("requests").cloned().unwrap_or(Tree::Null);
    let budget = Budget::of_bytes(Bound::LessonFacts);
    resolve_requests(&mut tree, &named, true, &budget)?;
    if let Some(members) = tree.as_object_mut() {
        for (name, member) in members.iter_mut().filter(|(name, _)| *name != "values") {
            fill_in(member, &values, name, &budget)?;
        }
        members.insert("id".to_owned(), Tree::String(id.to_string()));
        members.insert("slug".to_owned(), Tree::String(slug.to_owned()));
    }
    let facts: LessonFacts = serde_json::from_value(tree).map_err(not_json)?;
    match too_long(&facts) {
        Some(limit) => Err(FactsProblem::TooMuch(limit)),
        None => Ok(facts),
    }
}

/// Returns the part of the lesson that would take too long to play.
fn too_long(facts: &LessonFacts) -> Option<TooMuch> {
    if facts.solutions.len() > SOLUTIONS_MAX {
        return Some(TooMuch::Solutions { solutions: facts.solutions.len(), most: SOLUTIONS_MAX });
    }
    let attempts = facts.solutions.iter().enumerate().map(|(place, solution)| {
        let clients: usize = solution.clients.iter().map(Vec::len).sum();
        (PlayedAttempt::Solution(place + 1), solution.requests.len() + clients)
    });
    let naive: usize = facts.naive.clients.iter().map(Vec::len).sum();
    let others = [
        (PlayedAttempt::Start, facts.start.requests.len()),
        (PlayedAttempt::Naive, facts.naive.requests.len() + naive),
    ];
    let long = others.into_iter().chain(attempts).find(|(_, requests)| *requests > REQUESTS_MAX);
    long.map(|(attempt, requests)| TooMuch::Requests { attempt, requests, most: REQUESTS_MAX })
}

/// Replaces the names of requests by the requests. The bodies of requests are not changed.
fn resolve_requests(
    tree: &mut Tree,
    named: &Tree,
    is_root: bool,
    budget: &Budget,
) -> Result<(), FactsProblem> {
    match tree {
        Tree::Object(members) => {
            for (name, member) in members.iter_mut() {
                let is_named_list = is_root && name == "requests";
                if REQUEST_MEMBERS.contains(&name.as_str()) {
                    resolve(member, named, budget)?;
                } else if REQUEST_LISTS.contains(&name.as_str()) && !is_named_list {
                    resolve_list(member, named, budget)?;
                } else if !matches!(name.as_str(), "body" | "tables" | "values") && !is_named_list {
                    resolve_requests(member, named, false, budget)?;
                }
            }
            Ok(())
        }
        Tree::Array(elements) => {
            elements.iter_mut().try_for_each(|element| resolve_requests(element, named, false, budget))
        }
        _ => Ok(()),
    }
}

fn resolve_list(list: &mut Tree, named: &Tree, budget: &Budget) -> Result<(), FactsProblem> {
    match list {
        Tree::Array(elements) => {
            elements.iter_mut().try_for_each(|element| resolve_list(element, named, budget))
        }
        other => resolve(other, named, budget),
    }
}

fn resolve(place: &mut Tree, named: &Tree, budget: &Budget) -> Result<(), FactsProblem> {
    if let Tree::String(name) = place {
        let request = named.get(name.as_str()).filter(|request| request.is_object());
        let request = request.ok_or_else(|| FactsProblem::UnknownRequest { name: name.clone() })?;
        if budget.produce(request.to_string().len()).is_err() {
            return Err(FactsProblem::TooMuch(TooMuch::Bytes { most: EXPANDED_BYTES_MAX }));
        }
        *place = request.clone();
    }
    Ok(())
}

/// Replaces `${name}` in a text by the value as DynamoDB JSON writes it. A text that is only `$(name)` becomes a JSON number.
fn fill_in(
    tree: &mut Tree,
    values: &BTreeMap<String, Value>,
    place: &str,
    budget: &Budget,
) -> Result<(), FactsProblem> {
    match tree {
        Tree::Array(elements) => {
            elements.iter_mut().try_for_each(|element| fill_in(element, values, place, budget))
        }
        Tree::Object(members) => {
            members.values_mut().try_for_each(|member| fill_in(member, values, place, budget))
        }
        Tree::String(text) => {
            let whole = text.strip_prefix("$(").and_then(|rest| rest.strip_suffix(')'));
            if let Some(name) = whole {
                let number = plain(values, name, place)?;
                *tree = serde_json::from_str(&number).map_err(|_| FactsProblem::UnknownValue {
                    place: place.to_owned(),
                    name: name.to_owned(),
                })?;
            } else if text.contains("${") {
                *text = replace(text, |name| {
                    let value = plain(values, name, place)?;
                    match budget.produce(value.len()).is_ok() {
                        true => Ok(value),
                        false => Err(FactsProblem::TooMuch(TooMuch::Bytes { most: EXPANDED_BYTES_MAX })),
                    }
                })?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Replaces each `${name}` of a text.
pub(super) fn replace<E>(text: &str, mut value: impl FnMut(&str) -> Result<String, E>) -> Result<String, E> {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, after)) = after.split_once('}') else { break };
        replaced.push_str(before);
        replaced.push_str(&value(name)?);
        rest = after;
    }
    replaced.push_str(rest);
    Ok(replaced)
}

fn plain(values: &BTreeMap<String, Value>, name: &str, place: &str) -> Result<String, FactsProblem> {
    let unknown = || FactsProblem::UnknownValue { place: place.to_owned(), name: name.to_owned() };
    match values.get(name) {
        None => Err(unknown()),
        Some(Value::Text(text)) => Ok(text.clone()),
        Some(_) => formula::number(name, values, &BTreeMap::new())
            .map(|number| number.to_string())
            .map_err(|_| unknown()),
    }
}

pub(super) fn check(facts: &LessonFacts, surroundings: &LessonReferences) -> Vec<FactsProblem> {
    let mut problems = Vec::new();
    if !surroundings.planned.contains(&facts.id) {
        problems.push(FactsProblem::NotInCourse);
    }
    if RESERVED_SLUGS.contains(&facts.slug.as_str()) {
        problems.push(FactsProblem::ReservedAddress { slug: facts.slug.clone() });
    }
    if facts.goals.is_empty() {
        problems.push(FactsProblem::NoGoals);
    }
    if facts.solutions.is_empty() {
        problems.push(FactsProblem::NoSolutions);
    }
    for need in &facts.needs {
        if !surroundings.planned.contains(need) {
            problems.push(FactsProblem::UnknownNeed { id: *need });
        } else if *need >= facts.id {
            problems.push(FactsProblem::LaterNeed { id: *need });
        }
    }
    problems.extend(twice("goals", facts.goals.iter().map(|goal| goal.id.as_str())));
    problems.extend(twice("hints", facts.hints.iter().map(|hint| hint.id.as_str())));
    problems.extend(check_terms(facts, surroundings));
    problems.extend(check_references(facts));
    problems.extend(check_items(facts));
    problems.extend(check_design(facts));
    if let Some(predict) = &facts.predict
        && !predict.options.contains(&predict.answer)
    {
        problems.push(FactsProblem::PredictOptions { answer: predict.answer.clone() });
    }
    problems
}

fn twice<'a>(what: &'static str, ids: impl Iterator<Item = &'a str>) -> Vec<FactsProblem> {
    let mut seen = BTreeSet::new();
    ids.filter(|id| !seen.insert(*id)).map(|id| FactsProblem::Twice { what, id: id.to_owned() }).collect()
}

fn check_terms(facts: &LessonFacts, surroundings: &LessonReferences) -> Vec<FactsProblem> {
    let mut problems = Vec::new();
    for id in &facts.introduces {
        match surroundings.glossary.find(id) {
            None => problems.push(FactsProblem::UnknownTerm { term: id.clone() }),
            Some(term) if term.lesson != facts.id => {
                problems.push(FactsProblem::TermOfAnotherLesson { term: id.clone(), lesson: term.lesson });
            }
            Some(_) => {}
        }
    }
    let own = surroundings.glossary.terms.iter().filter(|term| term.lesson == facts.id);
    let unlisted = own.filter(|term| !facts.introduces.contains(&term.id));
    problems.extend(unlisted.map(|term| FactsProblem::TermNotListed { term: term.id.clone() }));
    problems
}

fn check_references(facts: &LessonFacts) -> Vec<FactsProblem> {
    let mut problems = Vec::new();
    let mut goal = |place: &str, id: &String| {
        if !facts.goals.iter().any(|goal| goal.id == *id) {
            problems.push(FactsProblem::UnknownGoal { place: place.to_owned(), goal: id.clone() });
        }
    };
    for id in std::iter::once(&facts.naive.fails).chain(&facts.naive.also_fails) {
        goal("The naive attempt", id);
    }
    for hint in &facts.hints {
        for condition in &hint.when {
            if let HintCondition::Goal(id) = condition {
                goal(&format!("The hint \"{}\"", hint.id), id);
            }
        }
    }
    let mut question = |place: String, id: &String| {
        if !facts.questions.contains_key(id) {
            problems.push(FactsProblem::UnknownQuestion { place, question: id.clone() });
        }
    };
    for named in &facts.goals {
        if let Goal::Given(GivenGoal { question: id, .. }) = &named.check {
            question(format!("The goal \"{}\"", named.id), id);
        }
    }
    let given = facts.solutions.iter().map(|solution| &solution.given).chain([&facts.naive.given]);
    for id in given.flat_map(|given| given.keys()) {
        question("An attempt".to_owned(), id);
    }
    problems
}

fn check_items(facts: &LessonFacts) -> Vec<FactsProblem> {
    let mut problems = Vec::new();
    for named in &facts.goals {
        let items: Vec<&Json> = match &named.check {
            Goal::Answer(goal) => goal.items.iter().flatten().collect(),
            Goal::Items(goal) => goal.items.iter().chain(&goal.absent).collect(),
            _ => continue,
        };
        let is_item = |item: &Json| item.as_object().is_some_and(|object| wire::decode_item(object).is_ok());
        for item in items.into_iter().filter(|item| !is_item(item)) {
            problems.push(FactsProblem::BadItem {
                place: format!("The goal \"{}\"", named.id),
                item: item.text(),
            });
        }
    }
    problems
}

/// Checks that the brief is valid and has what the goals name. A lesson with design goals must have a brief.
fn check_design(facts: &LessonFacts) -> Vec<FactsProblem> {
    let Some(brief) = &facts.start.design else {
        let asks = facts.goals.iter().any(|goal| goal.check.is_about_design());
        return if asks { vec![FactsProblem::NoDesign] } else { Vec::new() };
    };
    let brief = match dynalab_modeling::parse(&brief.text()) {
        Ok(brief) => brief,
        Err(error) => return vec![FactsProblem::Design { detail: error.to_string() }],
    };
    let mut problems = Vec::new();
    for named in &facts.goals {
        let place = || format!("The goal \"{}\"", named.id);
        match &named.check {
            Goal::Green(goal) => {
                let unknown = goal.patterns.iter().filter(|name| brief.pattern(name).is_none());
                problems.extend(
                    unknown
                        .map(|name| FactsProblem::UnknownPattern { place: place(), pattern: name.clone() }),
                );
            }
            Goal::Findings(goal) => {
                let rules = goal.gone.iter().chain(&goal.present);
                let unknown = rules.filter(|rule| !Rule::CODES.contains(&rule.as_str()));
                let entities = goal.recovered.iter().filter(|name| brief.entity(name).is_none());
                problems.extend(entities.map(|name| FactsProblem::Design {
                    detail: format!("it has no entity {name}, which {} names.", place()),
                }));
                problems.extend(
                    unknown.map(|rule| FactsProblem::UnknownRule { place: place(), rule: rule.clone() }),
                );
            }
            _ => {}
        }
    }
    let answers = facts.solutions.iter().map(|solution| &solution.design).chain([&facts.naive.design]);
    for name in answers.flatten().flat_map(|answer| answer.operations.keys()) {
        if brief.pattern(name).is_none() {
            let place = "An attempt".to_owned();
            problems.push(FactsProblem::UnknownPattern { place, pattern: name.clone() });
        }
    }
    problems
}
