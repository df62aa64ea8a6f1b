//! Lessons are the same in every time zone: clocks, diagrams and fields have UTC, as the texts do. Questions are in the order of the text.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::learn::opened;
use crate::page::Page;
use crate::visit::visit;

const ZONES: [&str; 3] = ["Asia/Tokyo", "America/New_York", "UTC"];

async fn in_zone(page: &Page, zone: &str) -> Result<()> {
    let zone = json!({ "timezoneId": zone });
    page.window.cdp().send_raw("Emulation.setTimezoneOverride", zone).await?;
    Ok(())
}

fn text_of(test_id: &str) -> String {
    format!("document.querySelector('[data-testid={test_id}]')?.textContent ?? ''")
}

#[test]
fn the_clock_and_the_time_to_restore_are_utc() {
    visit("lesson_times_restore", async |visit| {
        let page = visit.page();
        let mut told = Vec::new();
        for zone in ZONES {
            in_zone(page, zone).await?;
            page.open("/learn/restore-to-a-point-in-time").await?;
            opened(page, "8.2").await?;
            // The text of the lesson says that it is 11:00 (UTC).
            let clock = text_of("clock-face");
            page.wait_until("the clock", &format!("/ 11:0\\d:\\d\\d UTC$/.test({clock})"))
                .await
                .with_context(|| zone.to_owned())?;
            page.shows("backups-time").await?;
            let slider = "document.querySelector('[data-testid=backups-time]')";
            let typed = "document.querySelector('[data-testid=backups-typed]')";
            let shown = format!("{slider}.getAttribute('aria-valuetext')");
            page.wait_until(
                "the same time in both",
                &format!(
                    "new Date({typed}.valueAsNumber).toISOString().slice(0, 19).replace('T', ' ') + ' UTC' === {shown}"
                ),
            )
            .await
            .with_context(|| zone.to_owned())?;
            // A time that is typed is the time that is restored.
            page.value(&format!(
                "(() => {{ const field = {typed}, earliest = Number({slider}.min);
                   field.value = new Date(earliest * 1000 + 1000).toISOString().slice(0, 19);
                   field.dispatchEvent(new InputEvent('input', {{ bubbles: true }})); }})()"
            ))
            .await?;
            page.wait_until(
                "the typed time",
                &format!("Number({slider}.value) === Number({slider}.min) + 1"),
            )
            .await?;
            let drawn = page.value("document.querySelector('svg.picture-wide').textContent").await?;
            told.push(json!([page.value(&clock).await?, page.value(&shown).await?, drawn]));
        }
        ensure!(told[0] == told[2] && told[1] == told[2], "{told:?}");
        ensure!(told[0].to_string().matches(" UTC").count() >= 4, "each time says so: {}", told[0]);
        Ok(())
    });
}

#[test]
fn the_axis_of_a_diagram_is_utc() {
    visit("lesson_times_axis", async |visit| {
        let page = visit.page();
        let mut told = Vec::new();
        for zone in ZONES {
            in_zone(page, zone).await?;
            page.open("/ja/learn/a-peak-every-hour").await?;
            opened(page, "6.10").await?;
            let labels =
                "[...document.querySelectorAll('svg .pic-label--data')].map(label => label.textContent)";
            page.wait_until("the axis", &format!("({labels}).includes('UTC')"))
                .await
                .with_context(|| zone.to_owned())?;
            let times = format!("({labels}).filter(text => /^\\d\\d:\\d\\d/.test(text))");
            told.push(page.value(&times).await?);
        }
        ensure!(told[0] == told[2] && told[1] == told[2], "{told:?}");
        ensure!(told[0].as_array().is_some_and(|times| !times.is_empty()), "there are times: {told:?}");
        Ok(())
    });
}

#[test]
fn questions_are_in_the_order_of_the_text() {
    visit("lesson_questions", async |visit| {
        let page = visit.page();
        for (address, id, expected) in [
            ("/learn/how-many-partitions", "6.2", json!(["formula", "share", "least", "grown", "today"])),
            ("/ja/learn/how-many-partitions", "6.2", json!(["formula", "share", "least", "grown", "today"])),
            (
                "/learn/relational-or-dynamodb",
                "8.9",
                json!(["report", "sessions", "reports", "shop", "books", "analysts"]),
            ),
        ] {
            page.open(address).await?;
            opened(page, id).await?;
            page.shows("learn-questions").await?;
            let names = "[...document.querySelectorAll('[data-testid=learn-questions] [id^=learn-question-]')]\
                .map(question => question.id.replace('learn-question-', ''))";
            let shown = page.value(names).await?;
            ensure!(shown == expected, "{address}: {shown}");
        }
        Ok(())
    });
}
