//! Lessons about a key design. The naive attempt fails on its finding, the solution meets all goals, a reload keeps the design.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use serde_json::Value;
use thirtyfour::By;

use crate::learn::{self, goal};
use crate::page::{Page, selector};
use crate::visit::visit;

const FIRST: &str = "5.1-start-with-access-patterns";
const CAPSTONE: &str = "5.10-capstone-reservations";

#[test]
fn the_first_idea_fails_on_its_finding_and_a_design_is_kept() {
    visit("lesson_design_first", async |visit| {
        let page = visit.page();
        let facts = facts(FIRST)?;
        page.open("/learn/start-with-access-patterns").await?;
        opened(page, "5.1").await?;
        goal(page, "findings", "open").await?;

        writes_design(page, &whole(&facts, &facts["naive"]["design"])).await?;
        goal(page, "findings", "failed").await?;
        goal(page, "green", "failed").await?;
        page.shows("learn-hint-known").await?;
        let told = page.text("learn-differs").await?;
        ensure!(told.contains("scan") && told.contains("Profile of a handle"), "what differs says {told}");

        // The rate belongs to the lesson, so the edit is reverted.
        let mut other = whole(&facts, &facts["naive"]["design"]);
        other["patterns"][0]["rate"]["average"] = Value::from(0);
        writes_design(page, &other).await?;
        page.shows("lesson-design-refused").await?;

        page.click("learn-solution").await?;
        page.click("learn-solution-design-0").await?;
        for id in ["findings", "green", "hidden"] {
            goal(page, id, "met").await?;
        }
        goal(page, "column", "open").await?;

        page.reload().await?;
        opened(page, "5.1").await?;
        goal(page, "green", "met").await?;
        page.window.find(By::Css(selector("learn-question-column-motto"))).await?.click().await?;
        page.shows("learn-solved").await?;
        page.shows("learn-versus").await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn the_capstone_is_solved_and_reset() {
    visit("lesson_design_capstone", async |visit| {
        let page = visit.page();
        let facts = facts(CAPSTONE)?;
        page.open("/learn/capstone-reservations").await?;
        opened(page, "5.10").await?;
        writes_design(page, &whole(&facts, &facts["naive"]["design"])).await?;
        for id in ["findings", "green", "hidden", "once", "units"] {
            goal(page, id, "failed").await?;
        }
        let second = &facts["solutions"][1]["design"];
        writes_design(page, &whole(&facts, second)).await?;
        page.shows("learn-solved").await?;
        page.click("learn-reset").await?;
        for id in ["findings", "green", "hidden", "once", "units"] {
            goal(page, id, "open").await?;
        }
        page.shows_no("learn-solved").await
    });
}

fn facts(folder: &str) -> Result<Value> {
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lessons/course/5-table-design");
    let text = fs::read_to_string(course.join(folder).join("lesson.json"))?;
    Ok(serde_json::from_str(&text)?)
}

/// Returns the design of the lesson with the tables and requests of an answer.
fn whole(facts: &Value, answer: &Value) -> Value {
    let mut design = facts["start"]["design"].clone();
    design["tables"] = answer["tables"].clone();
    for pattern in design["patterns"].as_array_mut().into_iter().flatten() {
        let name = pattern["name"].as_str().unwrap_or_default().to_owned();
        pattern["operation"] = answer["operations"][&name].clone();
    }
    design
}

async fn opened(page: &Page, id: &str) -> Result<()> {
    learn::opened(page, id).await?;
    page.shows("lesson-design").await
}

/// Pastes a whole design over the JSON of the present one.
async fn writes_design(page: &Page, design: &Value) -> Result<()> {
    // Its details are closed at first, so the text is not in the page.
    let open = "(details => { if (details) details.open = true; return !!details; })([...document.querySelectorAll('details.design-details')].pop())";
    page.wait_until("the details with the JSON", open).await?;
    page.wait_until("the JSON of the design", "document.querySelector('[data-testid=design-json]')").await?;
    let text = Value::from(design.to_string());
    let script = format!(
        "(() => {{ const field = [...document.querySelectorAll('[data-testid=design-json]')].pop(); \
         field.focus(); field.select(); \
         document.execCommand('insertText', false, {text}); return true; }})()"
    );
    ensure!(page.value(&script).await? == true, "the JSON of the design is not there");
    Ok(())
}
