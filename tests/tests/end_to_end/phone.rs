//! The app on a phone: everything fits the width, and a sample can be loaded and queried.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::appearance::PLACES;
use crate::page::{Page, Screen};
use crate::visit::visit;

const WIDTH: u32 = 390;
const HEIGHT: u32 = 844;

/// The elements beyond the right edge that are not inside a scrolling element.
const TOO_WIDE: &str = "
    [...document.body.querySelectorAll('*')].filter(element => {
        if (element.getBoundingClientRect().right <= 391 || !element.checkVisibility()) return false;
        for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
            if (getComputedStyle(up).overflowX !== 'visible') return false;
        return true;
    }).map(element => `${element.tagName}.${element.className}`).slice(0, 10)";

/// A person who taps a question sees its answer, and a person who opens the diagrams sees the diagram.
#[test]
fn what_was_asked_for_is_scrolled_into_view() {
    visit("phone_scroll", async |visit| {
        let page = visit.page();
        page.set_size(WIDTH, HEIGHT, Screen::Phone).await?;
        page.opens_shop().await?;
        let in_view = |selector: &str| {
            format!(
                "(() => {{ const top = document.querySelector('{selector}')?.getBoundingClientRect().top; return top >= 0 && top < 400; }})()"
            )
        };
        page.click("question-2").await?;
        page.shows("result-status").await?;
        page.wait_until("the result in view", &in_view(".workbench-result")).await?;
        page.click("pictures-key").await?;
        page.wait_until("the diagram in view", &in_view(".workbench-picture")).await?;
        Ok(())
    });
}

#[test]
fn a_phone_is_usable() {
    visit("phone", async |visit| {
        let page = visit.page();
        page.set_size(WIDTH, HEIGHT, Screen::Phone).await?;
        let touch = json!({"enabled": true, "maxTouchPoints": 5});
        page.window.cdp().send_raw("Emulation.setTouchEmulationEnabled", touch).await?;

        page.open("/play").await?;
        fits(page, "the empty workbench").await?;
        page.loads_shop().await?;
        for place in PLACES {
            page.open(place).await?;
            fits(page, place).await?;
        }

        page.open("/").await?;
        page.shows("stage").await?;
        page.window.find(thirtyfour::By::Css("nav a[href='/play']")).await?.click().await?;
        page.click("question-2").await?;
        let rows = "document.querySelectorAll('[data-testid=result-items] tbody tr').length === 7";
        page.wait_until("seven orders", rows).await?;
        fits(page, "the workbench with an answer").await?;
        page.click("workspace-menu").await?;
        fits(page, "the menu of workspaces").await?;
        page.click("workspace-backup").await?;
        page.click("backup-save").await?;
        page.shows("backup-status").await?;
        fits(page, "the backup").await?;
        page.window.find(thirtyfour::By::Css("dialog[open] .dialog-head button")).await?.click().await?;
        page.shows_no("backup-dialog").await?;
        page.click("workspace-menu").await?;
        for button in ["workspace-new", "sample-menu", "table-menu"] {
            page.click(button).await?;
            page.wait_until("a dialog", "document.querySelector('dialog[open]')").await?;
            fits(page, button).await?;
            page.window.find(thirtyfour::By::Css("dialog[open] .dialog-head button")).await?.click().await?;
            page.wait_until("the dialog to be closed", "!document.querySelector('dialog[open]')").await?;
        }
        Ok(())
    });
}

async fn fits(page: &Page, place: &str) -> Result<()> {
    let too_wide = page.value(TOO_WIDE).await?;
    let widths = page.value("[innerWidth, document.documentElement.scrollWidth]").await?;
    let all_fit = widths
        .as_array()
        .is_some_and(|all| all.iter().filter_map(Value::as_f64).all(|w| w <= f64::from(WIDTH)));
    ensure!(all_fit, "{place} is wider than {WIDTH} pixels: {widths}, because of {too_wide}");
    Ok(())
}

#[test]
fn run_does_not_cover_the_form_of_a_lesson() {
    visit("phone_lesson", async |visit| {
        let page = visit.page();
        page.set_size(WIDTH, HEIGHT, Screen::Phone).await?;
        page.open("/learn/a-table-in-this-tab").await?;
        page.wait_until(
            "the lesson",
            "document.querySelector('[data-testid=learn-player][data-ready=\"true\"]')",
        )
        .await?;
        page.click("tab-request-form").await?;
        let gap = "(() => {
            document.querySelector('.learn-frame--request').scrollIntoView({block: 'center'});
            const edge = (name, side) => document.querySelector(name).getBoundingClientRect()[side];
            return edge('.learn-foot--bar', 'top') - edge('.learn-frame--request .request-panel', 'bottom');
        })()";
        let gap = page.value(gap).await?.as_f64();
        ensure!(gap.is_some_and(|gap| gap.abs() < 2.0), "pixels between the form and the bar: {gap:?}");
        Ok(())
    });
}
