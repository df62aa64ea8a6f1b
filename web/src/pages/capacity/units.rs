//! Calculates the units of one request step by step, and of a load per second.

use dynalab_app::calculator::amounts::{money, units};
use dynalab_app::capacity::inputs::{Change, Choice, Number};
use dynalab_app::capacity::load::{self, Operation, operation, request, whole_units};
use dynalab_capacity::request_units::{Arithmetic, READ_STEP_BYTES, WRITE_STEP_BYTES};
use yew::prelude::*;

use super::capacity_context::CapacityContext;
use super::load_form;
use crate::browser::figures::{grouped, grouped_decimal};
use crate::page::messages::Sentence;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::controls::{columns, finding};
use crate::pages::calculator::figure::Figures;

/// A worked example: its sentence, and the inputs that it sets.
struct Example {
    name: Sentence,
    operation: &'static str,
    is_strong: bool,
    item_kb: f64,
    before_kb: f64,
    items: f64,
    rate: f64,
}

const fn read(
    name: Sentence,
    operation: &'static str,
    is_strong: bool,
    item_kb: f64,
    items: f64,
    rate: f64,
) -> Example {
    Example { name, operation, is_strong, item_kb, before_kb: 0.0, items, rate }
}

const fn write(
    name: Sentence,
    operation: &'static str,
    item_kb: f64,
    before_kb: f64,
    items: f64,
    rate: f64,
) -> Example {
    Example { name, operation, is_strong: false, item_kb, before_kb, items, rate }
}

const EXAMPLES: [Example; 8] = [
    read(words::CALC_EXAMPLE_READ_4_5, "GetItem", true, 4.5, 1.0, 1_000.0),
    read(words::CALC_EXAMPLE_READ_8, "GetItem", false, 8.0, 1.0, 100.0),
    write(words::CALC_EXAMPLE_WRITE_2_5, "PutItem", 2.5, 0.0, 1.0, 1_000.0),
    write(words::CALC_EXAMPLE_WRITE_3, "PutItem", 3.0, 0.0, 1.0, 50.0),
    read(words::CALC_EXAMPLE_BATCH_3, "BatchGetItem", false, 3.0, 10.0, 1.0),
    read(words::CALC_EXAMPLE_QUERY, "Query", false, 0.1, 100.0, 1.0),
    write(words::CALC_EXAMPLE_PUT_310, "PutItem", 310.0, 300.0, 1.0, 1.0),
    write(words::CALC_EXAMPLE_TRANSACTION, "TransactWriteItems", 2.0, 0.0, 3.0, 1.0),
];

pub fn view(desk: &CapacityContext) -> Html {
    let left = vec![
        desk.panel(words::CALC_REQUEST_TITLE, html! {}, form(desk)),
        desk.panel(words::CALC_EXAMPLES_TITLE, html! {}, examples(desk)),
    ];
    let right = vec![
        desk.panel(words::CALC_STEPS_TITLE, html! { size_text(desk) }, steps(desk)),
        desk.panel(words::CALC_LOAD_TITLE, html! {}, load_panel(desk)),
    ];
    columns(left, right)
}

fn size_text(desk: &CapacityContext) -> String {
    let kb = grouped_decimal(desk.inputs.number(Number::ItemKb));
    format!("{kb} KB = {} B", grouped(desk.inputs.kb_bytes(Number::ItemKb)))
}

fn form(desk: &CapacityContext) -> Html {
    let operation = operation(desk.inputs);
    html! {
        <>
            { desk.choice(Choice::Operation) }
            if operation.has_consistency() { { desk.choice(Choice::Consistency) } }
            { desk.number(Number::ItemKb) }
            if operation.has_items() { { desk.number(Number::Items) } }
            if operation.is_write() {
                if desk.inputs.option(Choice::Operation) != "DeleteItem" { { desk.number(Number::BeforeKb) } }
                { desk.number(Number::Indexes) }
                if desk.inputs.number(Number::Indexes) > 0.0 {
                    { desk.choice(Choice::EntryChange) }
                    { desk.number(Number::EntryKb) }
                }
            }
            { desk.number(Number::RequestRate) }
        </>
    }
}

fn steps(desk: &CapacityContext) -> Html {
    let request = request(desk.inputs);
    let operation = operation(desk.inputs);
    let unit = if operation.is_write() { "WCU" } else { "RCU" };
    let mut figures = Figures::new(
        &[
            words::CALC_STEP_WHAT,
            words::CALC_STEP_DIVIDE,
            words::CALC_STEP_ROUND,
            words::CALC_STEP_TIMES,
            words::CALC_UNITS,
        ]
        .map(|name| desk.text(name)),
    );
    let sums = matches!(operation, Operation::Read(read) if read.should_round_sum());
    let table = if sums { words::CALC_STEP_PAGE } else { words::CALC_STEP_ITEM };
    let lines = request.table.iter().map(|line| (table, line));
    for (name, line) in lines.chain(request.indexes.iter().map(|line| (words::CALC_STEP_INDEX, line))) {
        figures.add(row(desk.text(name), line, unit));
    }
    let total = request.total_units();
    figures.add([
        desk.text(words::CALC_STEP_TOTAL),
        String::new(),
        String::new(),
        String::new(),
        format!("{total} {unit}"),
    ]);
    let second = total.as_units() * desk.inputs.number(Number::RequestRate);
    let month = second * desk.inputs.conventions().month.seconds();
    let usd = desk.inputs.book().usd(load::class(desk.inputs).on_demand(operation.is_write()));
    let usd = usd.map_or_else(|| desk.text(words::CALC_NO_PRICE), |usd| money(usd * month / 1_000_000.0));
    html! {
        <>
            { desk.answer(&[
                (total.to_string(), desk.text(words::CalcPerRequest { unit: unit.into() }), ""),
                (units(second), desk.text(words::CalcPerSecond { unit: unit.into() }), ""),
                (usd, desk.text(words::CALC_PER_MONTH_ON_DEMAND), ""),
            ], "calc-request-answer") }
            <div class="calc-scroll" tabindex="0" role="group" aria-label={desk.text(words::CALC_STEPS_TITLE)} data-testid="calc-steps">{ figures.view() }</div>
            <div class="calc-row">{ figures.csv_button(desk.scene, "units") }</div>
            { for remarks(desk, operation) }
        </>
    }
}

fn row(name: String, line: &Arithmetic, unit: &str) -> [String; 5] {
    let divided = line.bytes as f64 / line.step_bytes as f64;
    let each = grouped_decimal(line.step_half_units as f64 / 2.0);
    let times =
        if line.times == 1 { format!("× {each}") } else { format!("× {each} × {}", grouped(line.times)) };
    [
        name,
        format!("{} ÷ {} = {}", grouped(line.bytes), grouped(line.step_bytes), grouped_decimal(divided)),
        grouped(line.steps),
        times,
        format!("{} {unit}", line.units),
    ]
}

/// Renders the rules of the operation, and how many bytes less would save a unit.
fn remarks(desk: &CapacityContext, operation: Operation) -> Vec<Html> {
    let bytes = desk.inputs.kb_bytes(Number::ItemKb);
    let step = if operation.is_write() { WRITE_STEP_BYTES } else { READ_STEP_BYTES };
    let mut remarks = Vec::new();
    let sums = matches!(operation, Operation::Read(read) if read.should_round_sum());
    let over = bytes % step;
    if !sums && bytes > step && over > 0 && over <= step / 2 {
        remarks.push(finding("warn", desk.text(words::CalcRemarkTrim { bytes: over.into() })));
    }
    let rule = match desk.inputs.option(Choice::Operation) {
        "Query" | "Scan" => words::CALC_RULE_QUERY,
        "BatchGetItem" | "BatchWriteItem" => words::CALC_RULE_BATCH,
        "TransactGetItems" | "TransactWriteItems" => words::CALC_RULE_TRANSACTION,
        "PutItem" | "UpdateItem" => words::CALC_RULE_WRITE,
        "DeleteItem" => words::CALC_RULE_DELETE,
        _ => words::CALC_RULE_GET,
    };
    remarks.push(html! { <p class="picture-caption">{ desk.text(rule) }</p> });
    remarks
}

fn examples(desk: &CapacityContext) -> Html {
    let place = |choice: Choice, option: &str| {
        choice.options().iter().position(|known| *known == option).unwrap_or_default()
    };
    html! {
        <ul class="calc-examples">
            { for EXAMPLES.iter().map(|example| {
                let consistency = if example.is_strong { "strong" } else { "eventual" };
                let change = Change::All(vec![
                    Change::Choice(Choice::Operation, place(Choice::Operation, example.operation)),
                    Change::Choice(Choice::Consistency, place(Choice::Consistency, consistency)),
                    Change::Number(Number::ItemKb, example.item_kb),
                    Change::Number(Number::BeforeKb, example.before_kb),
                    Change::Number(Number::Items, example.items),
                    Change::Number(Number::RequestRate, example.rate),
                    Change::Number(Number::Indexes, 0.0),
                ]);
                html! { <li>{ desk.button(example.name, change) }</li> }
            }) }
        </ul>
    }
}

fn load_panel(desk: &CapacityContext) -> Html {
    let load = load::load(desk.inputs);
    let partitions = dynalab_capacity::partitions::provisioned_partitions(
        whole_units(load.reads),
        whole_units(load.writes),
        (desk.inputs.number(Number::Gb) * dynalab_pricing::Gigabyte::Binary.bytes()) as u64,
    );
    let bill = load::bill_of_constant_peak(desk.inputs);
    html! {
        <>
            { load_form::view(desk, &[Number::Reads, Number::Strong, Number::Writes]) }
            { desk.number(Number::Gb) }
            { desk.answer(&[
                (grouped(whole_units(load.reads)), "RCU".to_owned(), ""),
                (grouped(whole_units(load.writes)), "WCU".to_owned(), ""),
                (grouped(whole_units(load.index_writes)), desk.text(words::CALC_INDEX_WCU), ""),
                (grouped(partitions), desk.text(words::CALC_PARTITIONS_PUBLISHED), ""),
                (money(bill.total_usd()), desk.text(words::CALC_PER_MONTH_ALL_DAY), ""),
            ], "calc-load-answer") }
            <p class="picture-caption">{ desk.text(words::CALC_LOAD_CAPTION) }</p>
            <div class="calc-row">
                { desk.button(words::CALC_TO_PARTITIONS, Change::All(vec![load::to_partitions(desk.inputs), Change::Choice(Choice::Section, 2)])) }
            </div>
        </>
    }
}
