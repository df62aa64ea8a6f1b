//! The home page before the program starts: its title and the first rows of its table.

use std::fs;

use anyhow::{Context, Result, anyhow};
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_lessons::Language;
use dynalab_playground::share::document::Document;
use dynalab_playground::views::items::{Around, ItemsView, items};
use dynalab_playground::views::tables::{TableSummary, tables};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;

use crate::folders;
use crate::page_address::address;
use crate::page_sentences::sentence;
use crate::page_shell::{boot_lines, split_at_boot_screen, with_bar};
use crate::plain_page::escaped;

/// The sample in the table of the home page (`web/src/pages/home/demo.rs`).
const SAMPLE: &str = "static/samples/shop.json";
const ROWS_MAX: usize = 14;
/// Any time: the rows have no times of their own.
const OPENED_AT: Timestamp = Timestamp::from_epoch_ms(1);

/// Inserts the home page into the app's document. `first_lesson` is the address of the first lesson in English.
pub fn put_into(document: &str, language: Language, first_lesson: &str) -> Result<String> {
    let document = with_bar(document, language, "/")?;
    let (before, boot, after) = split_at_boot_screen(&document)?;
    let sentence = |name: &str| sentence(language, "shell", name);
    let (title, lead) = (sentence("home-title")?, sentence("home-lead")?);
    let (new, start) = (sentence("home-new")?, sentence("home-first-lesson")?);
    let (open, units, about) =
        (sentence("open-in-workbench")?, sentence("stage-units")?, sentence("stage-units-about")?);
    let (lesson, workbench) = (address(language, first_lesson), address(language, "/play"));
    Ok(format!(
        "{before}<main class=\"boot--home\">\n<div class=\"page\">\n<div class=\"page-head\"><div>\n\
         <h1 class=\"page-title page-title--home\">{title}</h1>\n\
         <p class=\"page-lead\">{lead}<br><span class=\"home-start\">{new} <a href=\"{lesson}\">{start}</a></span></p>\n\
         </div><div class=\"page-tools\"><a class=\"button button--go button--large\" href=\"{workbench}\">{open}</a></div></div>\n\
         {}<div class=\"stage\">\n<div class=\"stage-shell\">\n<div class=\"stage-head\">\n{}<noscript>\n{}</noscript>\n</div>\n{}\
         <p class=\"stage-note\"><b>{units}</b> {about}<br>{}</p>\n</div>\n<div class=\"stage-controls\"></div>\n</div>\n</div>\n</main>{after}",
        boot_lines(boot, "boot-failed"),
        boot_lines(boot, "boot-line"),
        boot_lines(boot, "boot-plain"),
        table(&sentence("item")?)?,
        sentence("stage-model")?
    ))
}

fn table(item: &str) -> Result<String> {
    let (table, view) = first_rows()?;
    let sort_key = table.key.sort.clone().unwrap_or_default();
    let mut groups = String::new();
    for collection in &view.collections {
        groups.push_str("<tbody>\n");
        for (position, row) in collection.items.iter().enumerate() {
            let key = match position {
                0 => format!("<span class=\"items-key\">{}</span>", escaped(&collection.partition_key.text)),
                _ => String::new(),
            };
            let sort = row.cells.get(1).and_then(Option::as_ref).map(|cell| cell.text.as_str());
            groups.push_str(&format!(
                "<tr class=\"stage-row{}\"><td>{key}</td><td><span class=\"items-mark\"></span>{}</td>\
                 <td><span class=\"items-text\">{}</span></td><td></td><td></td></tr>\n",
                if position == 0 { " items-first" } else { "" },
                escaped(sort.unwrap_or_default()),
                escaped(&view.besides_keys(row, &table))
            ));
        }
        groups.push_str("</tbody>\n");
    }
    Ok(format!(
        "<section class=\"stage-table\"><div class=\"tabs\"><h2 class=\"tabs-title\">{}</h2></div>\n\
         <div class=\"stage-scroll\"><table class=\"items-table stage-grid\">\n\
         <thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{item}</th><th></th><th></th></tr></thead>\n\
         {groups}</table></div></section>\n<section class=\"stage-side\"></section>\n",
        escaped(&table.name),
        escaped(&table.key.partition),
        escaped(&sort_key)
    ))
}

/// Returns the first rows of the sample's first table, read with the engine.
fn first_rows() -> Result<(TableSummary, ItemsView)> {
    let text = fs::read_to_string(folders::root().join(SAMPLE)).context(SAMPLE)?;
    let document = Document::parse(&text).map_err(|error| anyhow!("{SAMPLE}: {error}"))?;
    let mut engine = Engine::new(1, EngineConfig::instant());
    for load in document.requests().map_err(|error| anyhow!("{SAMPLE}: {error}"))? {
        let request =
            Request::parse(&load.operation, &load.body).map_err(|error| anyhow!("{SAMPLE}: {error}"))?;
        let at = load.at.unwrap_or(OPENED_AT);
        let outcome = engine.execute(Command { at, request }, TraceLevel::Off).outcome;
        outcome.map_err(|error| anyhow!("{SAMPLE}: {error}"))?;
    }
    let table = tables(&engine).into_iter().next().with_context(|| format!("{SAMPLE} has no table"))?;
    let view = items(&engine, &table.name, None, &Around::Row(0), ROWS_MAX)?;
    Ok((table, view))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use dynalab_lessons::Language;

    use super::put_into;
    use crate::folders;

    #[test]
    fn the_home_page_has_its_title_and_rows_before_the_program() {
        let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
        for (language, title, lesson) in [
            (Language::English, "DynamoDB, running in this tab", "<a href=\"/learn/a-b/\">"),
            (Language::Japanese, "このタブで動く DynamoDB", "<a href=\"/ja/learn/a-b/\">"),
        ] {
            let page = put_into(&document, language, "/learn/a-b/").expect("a page");
            assert!(page.contains(&format!("<h1 class=\"page-title page-title--home\">{title}</h1>")));
            assert!(page.contains(lesson), "{language:?}");
            assert!(page.matches("<tr class=\"stage-row").count() >= 8, "the rows of the sample");
            assert!(page.contains("<span class=\"items-key\">USER#"), "{page}");
            assert_eq!(page.matches("class=\"boot-failed\"").count(), 2, "the program may fail to start");
            let plain = page.split_once("stage-head").and_then(|(_, stage)| stage.split_once("</noscript>"));
            let plain = plain.expect("what a reader without JavaScript sees").0;
            assert_eq!(plain.matches("class=\"boot-plain\" lang=\"").count(), 2, "in both languages");
            assert_eq!(page.matches("</main>").count(), 1);
        }
    }
}
