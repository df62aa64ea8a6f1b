//! Solves two lessons of each chapter by clicking and typing.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::learn::{opened, types};
use crate::page::{Page, selector};
use crate::visit::visit;

/// Lesson numbers. Two more of chapter 5 are in `lesson_design`, two more of chapter 7 in `learn_triggers`.
const FIRST_HALF: [&str; 8] = ["1.2", "1.5", "2.1", "2.5", "3.2", "3.7", "4.2", "4.5"];
const SECOND_HALF: [&str; 8] = ["5.6", "5.7", "6.6", "6.8", "7.1", "7.5", "8.2", "8.9"];

#[test]
fn lessons_of_the_first_chapters_are_solved() {
    visit("learn_first_chapters", async |visit| play_all(visit.page(), &FIRST_HALF).await);
}

#[test]
fn lessons_of_the_later_chapters_are_solved() {
    visit("learn_later_chapters", async |visit| play_all(visit.page(), &SECOND_HALF).await);
}

async fn play_all(page: &Page, ids: &[&str]) -> Result<()> {
    for id in ids {
        play(page, id).await.with_context(|| format!("lesson {id}"))?;
    }
    let errors = page.new_console_errors().await?;
    ensure!(errors.is_empty(), "the console says {errors:?}");
    Ok(())
}

/// Plays the first solution. Its first request is typed if it is a DynamoDB operation. The others are sent with their buttons.
async fn play(page: &Page, id: &str) -> Result<()> {
    let (slug, facts) = lesson(id)?;
    page.open(&format!("/learn/{slug}")).await?;
    opened(page, id).await?;
    if facts.get("predict").is_some() {
        page.value("document.querySelector('input[name=learn-guess]').click()").await?;
    }
    page.click("learn-solution").await?;
    let solution = &facts["solutions"][0];
    let requests = solution["requests"].as_array().context("requests")?;
    for (step, request) in requests.iter().enumerate() {
        let request = request.as_str().map_or(request, |name| &facts["requests"][name]);
        let operation = request["operation"].as_str().context("an operation")?;
        if step == 0 && !operation.starts_with("Dynalab.") {
            types(page, operation, &filled(&request["body"], &facts["values"]).to_string()).await?;
        } else {
            page.click(&format!("learn-solution-put-0-{step}")).await?;
        }
        page.click("run").await?;
        let answered = format!(
            "document.querySelector('[data-testid=result-status]')?.previousElementSibling.innerText === '{operation}'"
        );
        page.wait_until(&format!("the response to {operation}"), &answered).await?;
    }
    for (name, answer) in solution["given"].as_object().into_iter().flatten() {
        give(page, name, answer.as_str().unwrap_or_default(), &facts["questions"][name]).await?;
    }
    page.shows("learn-solved").await
}

/// Types or chooses the answer to a question.
async fn give(page: &Page, name: &str, answer: &str, question: &Value) -> Result<()> {
    if question.get("choice").is_some() {
        let option = selector(&format!("learn-question-{name}-{answer}"));
        return page.value(&format!("document.querySelector('{option}').click()")).await.map(drop);
    }
    let field = page.element(&format!("learn-question-{name}-field")).await?;
    field.clear().await?;
    field.send_keys(answer.to_owned() + "\t").await?;
    Ok(())
}

/// Returns the address and the facts of a lesson.
fn lesson(id: &str) -> Result<(String, Value)> {
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lessons/course");
    for chapter in fs::read_dir(course)? {
        let chapter = chapter?.path();
        if !chapter.is_dir() {
            continue;
        }
        for folder in fs::read_dir(chapter)? {
            let folder = folder?;
            let name = folder.file_name().to_string_lossy().into_owned();
            if let Some(slug) = name.strip_prefix(id).and_then(|rest| rest.strip_prefix('-')) {
                let facts = fs::read_to_string(folder.path().join("lesson.json"))?;
                return Ok((slug.to_owned(), serde_json::from_str(&facts)?));
            }
        }
    }
    anyhow::bail!("there is no lesson {id}")
}

/// Replaces `${name}` by the lesson's values.
fn filled(body: &Value, values: &Value) -> Value {
    match body {
        Value::String(text) => {
            let mut text = text.clone();
            for (name, value) in values.as_object().into_iter().flatten() {
                let value = value.get("text").or(value.get("number")).unwrap_or(&value["slider"]["start"]);
                let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                text = text.replace(&format!("${{{name}}}"), &shown);
            }
            Value::String(text)
        }
        Value::Array(list) => list.iter().map(|value| filled(value, values)).collect(),
        Value::Object(map) => map.iter().map(|(name, value)| (name.clone(), filled(value, values))).collect(),
        other => other.clone(),
    }
}
