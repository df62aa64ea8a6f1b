//! Recent work: the lesson that was open last, stored key designs and the tables of the workspace, the newest first.

use dynalab_playground::views::tables::TableSummary;
use yew::prelude::*;

use crate::address::route::Route;
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::language::Language;
use crate::page::recent_work::{RecentEntry, Work};
use crate::page::scene::Scene;
use crate::page::sentences::shell;

/// Maximum number of rows. All tables are in the workbench.
const ROWS_MAX: usize = 12;

/// A row of the list.
struct Row {
    /// None for a table that was never opened.
    at_ms: Option<u64>,
    to: Route,
    kind: &'static str,
    icon: Icon,
    name: String,
    about: String,
    chip: Option<Html>,
}

/// Renders nothing on a first visit.
pub fn view(scene: &Scene, record: &[RecentEntry]) -> Html {
    let mut rows = rows(scene, record);
    // The sort is stable: tables that were never opened keep their order, at the end.
    rows.sort_by_key(|row| std::cmp::Reverse(row.at_ms));
    if rows.is_empty() {
        return html! {};
    }
    let today = figures::local_day_and_time(js_sys::Date::now() as u64).0;
    html! {
        <section class="page-section" aria-labelledby="recent-title">
            <h2 id="recent-title">{ scene.text(shell::RECENT_WORK) }</h2>
            <div class="recent" data-testid="recent">{ for rows.into_iter().take(ROWS_MAX).map(|row| drawn(scene, row, &today)) }</div>
        </section>
    }
}

fn rows(scene: &Scene, record: &[RecentEntry]) -> Vec<Row> {
    let tables = scene.app.tables().as_deref().map(Vec::as_slice).unwrap_or_default();
    let opened = |name: &str| {
        record
            .iter()
            .find(|entry| matches!(&entry.work, Work::Table { name: of } if of == name))
            .map(|entry| entry.at_ms)
    };
    let tables = tables.iter().map(|table| table_row(scene, table, opened(&table.name)));
    let others = record.iter().filter_map(|entry| work_row(scene, &entry.work, entry.at_ms));
    others.chain(tables).collect()
}

fn table_row(scene: &Scene, table: &TableSummary, at_ms: Option<u64>) -> Row {
    let size = figures::size(table.size_bytes);
    let facts = shell::TableFacts { items: table.item_count.into(), size: size.as_str().into() };
    let indexes = shell::IndexCount { indexes: (table.indexes.len() as u64).into() };
    Row {
        at_ms,
        to: Route::PlayTable { table: table.name.clone() },
        kind: "table",
        icon: Icon::Table,
        name: table.name.clone(),
        about: format!(
            "{} · {} · {}",
            scene.text(shell::RECENT_TABLE),
            scene.text(facts),
            scene.text(indexes)
        ),
        chip: None,
    }
}

/// Returns the row of a lesson or of a key design. Tables are listed by the workspace.
fn work_row(scene: &Scene, work: &Work, at_ms: u64) -> Option<Row> {
    let chip = |class: &'static str, text: String| Some(html! { <span {class}>{ text }</span> });
    match work {
        Work::Lesson { slug, number, en, ja, is_solved, solved, lessons } => {
            let title = if scene.app.language() == Language::Japanese { ja } else { en };
            let progress = shell::RecentProgress {
                solved: u64::from(*solved).into(),
                lessons: u64::from(*lessons).into(),
            };
            Some(Row {
                at_ms: Some(at_ms),
                to: Route::Lesson { lesson: slug.clone() },
                kind: "lesson",
                icon: Icon::Book,
                name: format!("{number} {title}"),
                about: format!("{} · {}", scene.text(shell::RECENT_LESSON), scene.text(progress)),
                chip: match is_solved {
                    true => chip("chip chip--ok", scene.text(shell::RECENT_SOLVED)),
                    false => chip("chip", scene.text(shell::RECENT_IN_PROGRESS)),
                },
            })
        }
        Work::Design { side, name, patterns, green } => Some(Row {
            at_ms: Some(at_ms),
            to: Route::Design,
            kind: if side == "b" { "branch" } else { "design" },
            icon: Icon::Key,
            name: name.clone(),
            about: {
                let patterns = shell::RecentPatterns { patterns: u64::from(*patterns).into() };
                format!("{} · {}", scene.text(shell::RECENT_DESIGN), scene.text(patterns))
            },
            chip: green.filter(|_| *patterns > 0).and_then(|green| {
                let class = if green == *patterns { "chip chip--ok" } else { "chip chip--warn" };
                let text = shell::RecentGreen {
                    green: u64::from(green).into(),
                    patterns: u64::from(*patterns).into(),
                };
                chip(class, scene.text(text))
            }),
        }),
        Work::Table { .. } => None,
    }
}

fn drawn(scene: &Scene, row: Row, today: &str) -> Html {
    let when = row.at_ms.map(|at_ms| match figures::local_day_and_time(at_ms) {
        (day, time) if day == today => time.chars().take("00:00".len()).collect(),
        (day, _) => day,
    });
    let inside = html! {
        <>
            <span class="recent-title">
                { row.icon.draw() }<span><span class="recent-name">{ row.name }</span>{ " " }<span class="recent-about">{ row.about }</span></span>
            </span>
            <span data-kind={row.kind}>{ row.chip.unwrap_or_default() }</span>
            <span class="recent-when">{ when.unwrap_or_default() }</span>
        </>
    };
    scene.link(row.to, "recent-item", None, inside)
}
