//! Compares two points in history: tables, settings, items and attributes that were added, removed or changed.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_app::request::attribute;
use dynalab_app::request::call_result::value_of;
use dynalab_playground::contract::{
    Compare as CompareRequest, ComparedItem, ComparedTable, ComparedValue, ComparisonResponse, HistoryList,
    HistoryPoint, ListMoments, PointChoice,
};
use dynalab_service::contract::Json;
use serde_json::Value;
use yew::prelude::*;

use super::Canvas;
use super::draft_field::DraftField;
use super::engine_reads::use_answer;
use super::figure::{self, Figure};
use crate::browser::field_events::written;
use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;

const WIDTH: f64 = 560.0;
const LEFT: f64 = 130.0;
const BAR: f64 = 300.0;
const ROW: f64 = 34.0;
const TOP: f64 = 10.0;
const TABLES_MAX: usize = 12;

/// How a point in history is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    Shown,
    Entry(u64),
    Number(u64),
    Branch(u64),
}

impl Choice {
    fn question(self) -> PointChoice {
        let shown = PointChoice::default();
        match self {
            Choice::Shown => shown,
            Choice::Entry(id) => PointChoice { moment: Some(id), ..shown },
            Choice::Number(number) => PointChoice { number: Some(number), ..shown },
            Choice::Branch(branch) => PointChoice { branch: Some(branch), ..shown },
        }
    }

    fn text(self) -> String {
        match self {
            Choice::Shown => "shown".to_owned(),
            Choice::Entry(id) => format!("entry-{id}"),
            Choice::Number(number) => format!("number-{number}"),
            Choice::Branch(branch) => format!("branch-{branch}"),
        }
    }

    fn of_text(text: &str) -> Choice {
        let of = |start: &str| text.strip_prefix(start)?.parse().ok();
        if let Some(id) = of("entry-") {
            return Choice::Entry(id);
        }
        if let Some(number) = of("number-") {
            return Choice::Number(number);
        }
        of("branch-").map_or(Choice::Shown, Choice::Branch)
    }
}

#[derive(PartialEq, Properties)]
pub struct CompareProps {
    pub canvas: Canvas,
}

#[component]
pub fn Compare(props: &CompareProps) -> Html {
    let canvas = &props.canvas;
    // The passing of time does not change the compared data.
    let state = canvas.place.revision.wrapping_mul(1_000_003).wrapping_add(canvas.place.clock.shown_id);
    let listed = use_answer(canvas, state, ListMoments {});
    match listed.as_deref() {
        None => figure::waiting(canvas),
        Some(Err(why)) => figure::refused(why),
        Some(Ok(listed)) => html! { <Chosen canvas={canvas.clone()} listed={listed.clone()} {state} /> },
    }
}

#[derive(PartialEq, Properties)]
struct ChosenProps {
    canvas: Canvas,
    listed: HistoryList,
    state: u64,
}

#[component]
fn Chosen(props: &ChosenProps) -> Html {
    let ChosenProps { canvas, listed, state } = props;
    let one = use_state(|| Choice::Number(listed.oldest));
    let other = use_state(|| Choice::Shown);
    let question = CompareRequest { one: one.question(), other: other.question() };
    let compared = use_answer(canvas, *state, question);
    let exchange = {
        let (one, other) = (one.clone(), other.clone());
        Callback::from(move |_: MouseEvent| {
            let (was_one, was_other) = (*one, *other);
            one.set(was_other);
            other.set(was_one);
        })
    };
    html! {
        <>
            <div class="picture-form">
                { choose(canvas, listed, sentences::pictures::COMPARE_ONE, &one) }
                <button
                    type="button" class="button button--quiet" data-testid="compare-exchange"
                    aria-label={canvas.text(sentences::pictures::COMPARE_EXCHANGE)} onclick={exchange}
                >{ "⇄" }</button>
                { choose(canvas, listed, sentences::pictures::COMPARE_OTHER, &other) }
            </div>
            { match compared.as_deref() {
                None => figure::waiting(canvas),
                Some(Err(why)) => figure::refused(why),
                Some(Ok(compared)) => render_comparison(canvas, compared),
            } }
        </>
    }
}

fn choose(canvas: &Canvas, listed: &HistoryList, name: Sentence, choice: &UseStateHandle<Choice>) -> Html {
    let onchange = {
        let choice = choice.setter();
        Callback::from(move |event: Event| choice.set(Choice::of_text(&written(&event))))
    };
    let by_number = {
        let choice = choice.setter();
        Callback::from(move |entered: String| {
            if let Ok(number) = entered.parse() {
                choice.set(Choice::Number(number));
            }
        })
    };
    let option = |wanted: Choice, text: String| html! { <option value={wanted.text()} selected={wanted == **choice}>{ text }</option> };
    let (named, others): (Vec<&HistoryPoint>, Vec<&HistoryPoint>) =
        listed.moments.iter().partition(|entry| entry.name.is_some());
    let number = match **choice {
        Choice::Number(number) => number.to_string(),
        _ => String::new(),
    };
    html! {
        <span class="compare-choice">
            <label>{ canvas.text(name) }{ " " }
                <select class="field" data-testid={name.name()} {onchange}>
                    { option(Choice::Shown, canvas.text(sentences::pictures::COMPARE_SHOWN)) }
                    if let Choice::Number(number) = **choice {
                        { option(**choice, canvas.messages.text(sentences::pictures::CompareNumber { number: number.into() })) }
                    }
                    <optgroup label={canvas.text(sentences::pictures::COMPARE_BRANCHES)}>
                        { for listed.branches.iter().map(|branch| option(Choice::Branch(branch.branch),
                            branch_name(canvas, branch.branch, branch.name.as_deref(), branch.current))) }
                    </optgroup>
                    if !named.is_empty() {
                        <optgroup label={canvas.text(sentences::pictures::COMPARE_NAMED)}>
                            { for named.iter().map(|entry| option(Choice::Entry(entry.moment), entry_name(canvas, entry))) }
                        </optgroup>
                    }
                    <optgroup label={canvas.text(sentences::pictures::COMPARE_ENTRIES)}>
                        { for others.iter().map(|entry| option(Choice::Entry(entry.moment), entry_name(canvas, entry))) }
                    </optgroup>
                </select>
            </label>
            <label>
                { canvas.text(sentences::pictures::COMPARE_BY_NUMBER) }
                { " " }
                <DraftField
                    class="picture-number" kind="number" least={listed.oldest} value={number} test_id={format!("{}-number", name.name())}
                    on_settle={by_number}
                />
            </label>
        </span>
    }
}

fn branch_name(canvas: &Canvas, branch: u64, name: Option<&str>, current: bool) -> String {
    let own = canvas.messages.text(sentences::pictures::CompareBranch { branch: branch.into() });
    let text = name.map_or(own, str::to_owned);
    if current { format!("{text} ●") } else { text }
}

fn entry_name(canvas: &Canvas, entry: &HistoryPoint) -> String {
    let number = canvas.messages.text(sentences::pictures::CompareNumber { number: entry.number.into() });
    match (&entry.name, &entry.operation) {
        (Some(name), _) => format!("{name} ({number})"),
        (None, Some(operation)) => format!("{number} · {operation}"),
        (None, None) => number,
    }
}

fn render_comparison(canvas: &Canvas, compared: &ComparisonResponse) -> Html {
    let different: Vec<&ComparedTable> =
        compared.tables.iter().filter(|table| table.difference != "same").collect();
    html! {
        <>
            { figure(canvas, compared).view(canvas) }
            <div class="compare-tables" data-testid="compare-tables">
                { for different.into_iter().map(|table| of_table(canvas, table)) }
            </div>
        </>
    }
}

fn figure(canvas: &Canvas, compared: &ComparisonResponse) -> Figure {
    let sum = |count: fn(&ComparedTable) -> u64| compared.tables.iter().map(count).sum::<u64>();
    let (one, other) = (compared.one.number.into(), compared.other.number.into());
    let same = compared.tables.iter().all(|table| table.difference == "same");
    let caption = match same {
        true => canvas.text(sentences::pictures::CompareSame { one, other }),
        false => canvas.text(sentences::pictures::CompareCaption {
            one,
            other,
            added: sum(|table| table.added).into(),
            removed: sum(|table| table.removed).into(),
            changed: sum(|table| table.changed).into(),
        }),
    };
    let head = [
        sentences::pictures::COMPARE_TABLE,
        sentences::pictures::COMPARE_REMOVED,
        sentences::pictures::COMPARE_CHANGED,
        sentences::pictures::COMPARE_ADDED,
        sentences::pictures::COMPARE_UNCHANGED,
        sentences::pictures::COMPARE_SETTINGS,
    ];
    let rows = compared.tables.iter().map(|table| {
        [
            table.table.clone(),
            table.removed.to_string(),
            table.changed.to_string(),
            table.added.to_string(),
            table.unchanged.to_string(),
            table.settings.len().to_string(),
        ]
    });
    let twin = figure::sheet(canvas, sentences::pictures::PICTURE_COMPARE, head, rows);
    let entry = |class: &'static str, name: Sentence| {
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="1" y="1" width="20" height="10" rx="2" /></svg>{ canvas.text(name) }
            </span>
        }
    };
    let legend = html! {
        <>
            { entry("pic-fill--bad", sentences::pictures::COMPARE_REMOVED) }
            { entry("pic-fill--warn", sentences::pictures::COMPARE_CHANGED) }
            { entry("pic-fill--ok", sentences::pictures::COMPARE_ADDED) }
            { entry("pic-lane", sentences::pictures::COMPARE_UNCHANGED) }
        </>
    };
    Figure { drawing: drawing(canvas, compared, &caption), legend, caption, twin }
}

/// Draws a bar for each table: removed, changed, added and unchanged items.
fn drawing(canvas: &Canvas, compared: &ComparisonResponse, label: &str) -> Html {
    let tables: Vec<&ComparedTable> = compared.tables.iter().take(TABLES_MAX).collect();
    let height = TOP + ROW * tables.len().max(1) as f64;
    let most = tables.iter().map(|table| table.differences() + table.unchanged).max().unwrap_or(1).max(1);
    html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.to_owned()}>
            { for tables.iter().enumerate().map(|(row, table)| bar(canvas, table, TOP + ROW * row as f64, most)) }
            if tables.is_empty() {
                <text class="pic-label pic-label--quiet" x="6" y="24">{ canvas.text(sentences::pictures::COMPARE_NO_TABLES) }</text>
            }
        </svg>
    }
}

fn bar(canvas: &Canvas, table: &ComparedTable, y: f64, most: u64) -> Html {
    let parts = [
        ("pic-fill--bad", table.removed, "−"),
        ("pic-fill--warn", table.changed, "~"),
        ("pic-fill--ok", table.added, "+"),
        ("pic-lane", table.unchanged, "="),
    ];
    let mut x = LEFT;
    let mut bars = Vec::new();
    for (class, count, sign) in parts {
        if count == 0 {
            continue;
        }
        // A minimum width keeps a small number visible among a large one.
        let width = (BAR * count as f64 / most as f64).max(5.0);
        bars.push(html! {
            <g>
                <title>{ format!("{sign} {}", figures::grouped(count)) }</title>
                <rect {class} x={short(x)} y={short(y)} width={short(width)} height="20" rx="2" />
            </g>
        });
        x += width + 2.0;
    }
    let counts: Vec<String> = parts[..3]
        .iter()
        .filter(|(_, count, _)| *count > 0)
        .map(|(_, count, sign)| format!("{sign}{}", figures::grouped(*count)))
        .collect();
    let note = match (table.difference.as_str(), counts.is_empty()) {
        ("same", _) => canvas.text(sentences::pictures::COMPARE_IS_SAME),
        ("added", true) => canvas.text(sentences::pictures::COMPARE_ADDED),
        ("removed", true) => canvas.text(sentences::pictures::COMPARE_REMOVED),
        (_, true) => canvas.text(sentences::pictures::COMPARE_SETTINGS),
        (_, false) => counts.join(" "),
    };
    html! {
        <g>
            <text class="pic-label pic-label--strong" x="6" y={short(y + 14.0)}>{ key_text::cut(&table.table, 18) }</text>
            { for bars }
            <text class="pic-label pic-label--data" x={short(x + 6.0)} y={short(y + 14.0)}>{ note }</text>
        </g>
    }
}

fn of_table(canvas: &Canvas, table: &ComparedTable) -> Html {
    let name = table.table.as_str().into();
    let title = match table.difference.as_str() {
        "added" => canvas.text(sentences::pictures::CompareTableAdded { table: name }),
        "removed" => canvas.text(sentences::pictures::CompareTableRemoved { table: name }),
        _ => canvas.text(sentences::pictures::CompareTableChanged { table: name }),
    };
    let left = table.differences().saturating_sub(table.items.len() as u64);
    html! {
        <section class="compare-table" data-testid={format!("compare-table-{}", table.table)}>
            <h3>{ title }</h3>
            if !table.settings.is_empty() {
                <h4>{ canvas.text(sentences::pictures::COMPARE_SETTINGS) }</h4>
                { pairs(canvas, &table.settings, setting) }
            }
            <ul class="compare-items">{ for table.items.iter().map(|item| of_item(canvas, item)) }</ul>
            if left > 0 {
                <p class="picture-caption">{ canvas.messages.text(sentences::pictures::CompareMore { count: left.into() }) }</p>
            }
        </section>
    }
}

fn of_item(canvas: &Canvas, item: &ComparedItem) -> Html {
    let (sign, name, class) = match item.difference.as_str() {
        "added" => ("+", sentences::pictures::COMPARE_ADDED, "compare-sign compare-sign--added"),
        "removed" => ("−", sentences::pictures::COMPARE_REMOVED, "compare-sign compare-sign--removed"),
        _ => ("~", sentences::pictures::COMPARE_CHANGED, "compare-sign compare-sign--changed"),
    };
    html! {
        <li data-difference={item.difference.clone()}>
            <details open={item.difference == "changed"}>
                <summary>
                    <span {class} aria-hidden="true">{ sign }</span> <span class="compare-difference">{ canvas.text(name) }</span> { " " }
                    <code>{ item.key.clone() }</code>
                </summary>
                { pairs(canvas, &item.attributes, value) }
            </details>
        </li>
    }
}

fn pairs(canvas: &Canvas, pairs: &[ComparedValue], text: fn(&Value) -> String) -> Html {
    if pairs.is_empty() {
        return html! {};
    }
    let cell = |value: &Option<Json>| {
        value.as_ref().map(|json| text(&value_of(json))).unwrap_or_else(|| "–".to_owned())
    };
    html! {
        <div class="scroll compare-scroll" tabindex="0" role="region" aria-label={canvas.text(sentences::pictures::COMPARE_ATTRIBUTES)}>
            <table class="sheet compare-pairs">
                <thead>
                    <tr>
                        { for [sentences::pictures::COMPARE_ATTRIBUTE, sentences::pictures::COMPARE_BEFORE,
                            sentences::pictures::COMPARE_AFTER].into_iter().map(|name| html! {
                            <th scope="col">{ canvas.text(name) }</th>
                        }) }
                    </tr>
                </thead>
                <tbody>{ for pairs.iter().map(|pair| html! {
                    <tr><th scope="row">{ pair.name.clone() }</th><td><code>{ cell(&pair.before) }</code></td><td><code>{ cell(&pair.after) }</code></td></tr>
                }) }</tbody>
            </table>
        </div>
    }
}

fn setting(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn value(value: &Value) -> String {
    value.as_str().map_or_else(|| attribute::from_value(value).text, str::to_owned)
}
