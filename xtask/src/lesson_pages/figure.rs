//! The start of a lesson as tables, and an image of its diagram for readers without JavaScript.

use dynalab_lessons::lesson::PictureName;
use dynalab_lessons::{Language, Lesson};
use serde_json::{Map, Value};

use super::{Labels, still};
use crate::plain_page::escaped;

/// Maximum rows. A larger table is not shown.
const ROWS_MAX: usize = 12;
const COLUMNS_MAX: usize = 6;

pub fn render(lesson: &Lesson, labels: &Labels, language: Language) -> String {
    let start = &lesson.facts.start;
    let mut figure = String::new();
    for table in &start.tables {
        let table: Value = serde_json::from_str(&table.text()).unwrap_or_default();
        figure.push_str(&table_figure(&table, labels, language));
    }
    if let Some(design) = &start.design {
        let design: Value = serde_json::from_str(&design.text()).unwrap_or_default();
        figure.push_str(&patterns(&design, labels, language));
    }
    if let Some(name) = diagram(lesson) {
        let caption = still(&lesson.text(language).caption, language);
        let caption = labels.word(language, "diagram").replace("{caption}", &caption);
        // `<noscript>` keeps readers who run the lesson from loading it.
        figure.push_str(&format!(
            "<noscript><figure><img src=\"/lessons/diagrams/{name}\" alt=\"\" loading=\"lazy\"><figcaption>{caption}</figcaption></figure></noscript>\n"
        ));
    }
    match figure.is_empty() {
        true => figure,
        false => format!("<h2>{}</h2>\n{figure}", labels.word(language, "start")),
    }
}

/// Returns the file of the lesson's diagram. Items are shown as tables instead.
pub fn diagram(lesson: &Lesson) -> Option<String> {
    let name = lesson.facts.picture.as_ref()?.name;
    if matches!(name, PictureName::Items | PictureName::ItemBytes) {
        return None;
    }
    let name = serde_json::to_value(name).ok()?;
    Some(format!("{}.png", name.as_str()?))
}

fn table_figure(table: &Value, labels: &Labels, language: Language) -> String {
    let name = table["create"]["TableName"].as_str().unwrap_or_default();
    let items: Vec<&Map<String, Value>> =
        table["items"].as_array().into_iter().flatten().filter_map(Value::as_object).collect();
    let count = match items.len() {
        0 => table["generate"]["count"].as_u64().unwrap_or_default(),
        count => count as u64,
    };
    // Requests of the start write the items, so there are none to show.
    if count == 0 {
        return String::new();
    }
    let caption = labels.with(language, "items", &[("table", name), ("count", &count.to_string())]);
    let columns = columns(&table["create"], &items);
    if items.is_empty() || items.len() > ROWS_MAX || columns.len() > COLUMNS_MAX {
        return format!("<p>{caption}</p>\n");
    }
    let row = |item: &&Map<String, Value>| {
        let cells: String = columns
            .iter()
            .map(|column| format!("<td>{}</td>", escaped(&item.get(column).map(cell).unwrap_or_default())))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    html_table(&caption, &columns, &items.iter().map(row).collect::<String>())
}

/// Returns the key attributes first, then the others in the order of the items.
fn columns(create: &Value, items: &[&Map<String, Value>]) -> Vec<String> {
    let keys = create["KeySchema"].as_array().into_iter().flatten();
    let mut columns: Vec<String> =
        keys.filter_map(|key| key["AttributeName"].as_str()).map(str::to_owned).collect();
    for name in items.iter().flat_map(|item| item.keys()) {
        if !columns.contains(name) {
            columns.push(name.clone());
        }
    }
    columns
}

/// Returns a string or number as it is, everything else as JSON.
fn cell(value: &Value) -> String {
    let plain = value["S"].as_str().or_else(|| value["N"].as_str());
    plain.map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the access patterns of a key design, with their rates.
fn patterns(design: &Value, labels: &Labels, language: Language) -> String {
    let rows = design["patterns"].as_array().into_iter().flatten().map(|pattern| {
        let name = pattern["name"].as_str().unwrap_or_default();
        let rate = &pattern["rate"];
        let rate = rate.get("average").unwrap_or(rate);
        format!(
            "<tr><td>{}</td><td>{}</td></tr>\n",
            escaped(name),
            if rate.is_null() { String::new() } else { rate.to_string() }
        )
    });
    let heads = ["pattern", "rate"].map(|key| labels.word(language, key));
    let rows: String = rows.collect();
    html_table(&labels.word(language, "patterns"), &heads, &rows)
}

fn html_table(caption: &str, columns: &[String], rows: &str) -> String {
    let heads: String =
        columns.iter().map(|name| format!("<th scope=\"col\">{}</th>", escaped(name))).collect();
    format!(
        "<div class=\"lesson-table\"><table><caption>{caption}</caption><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}
