//! Item size: bytes of each attribute, units of each operation, distance to the limit, and savings by shorter names.

use dynalab_app::calculator::amounts::{money, percent, units};
use dynalab_app::capacity::inputs::{Change, Number};
use dynalab_app::capacity::item_text::{ItemProblem, read_item};
use dynalab_app::capacity::load::{class, load_of};
use dynalab_app::pictures::svg::short;
use dynalab_app::state::{Action, Notice};
use dynalab_capacity::item_anatomy::{ItemAnatomy, STORED_OVERHEAD_BYTES};
use dynalab_capacity::{ReadConsistency, read_units, write_units};
use dynalab_pricing::PriceName;
use dynalab_types::size::ITEM_SIZE_MAX_BYTES;
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::capacity_context::CapacityContext;
use crate::browser::field_events::written;
use crate::browser::figures::{grouped, grouped_decimal};
use crate::page::sentences::capacity as words;
use crate::pages::calculator::controls::{columns, finding};
use crate::pages::calculator::figure::{Figures, legend_entry};

const BAR_WIDTH: f64 = 544.0;
/// The width that a label needs in the bar.
const LABEL_WIDTH: f64 = 22.0;
const LABEL_LETTER: f64 = 6.6;

pub fn view(desk: &CapacityContext) -> Html {
    let vectors: Vec<&str> =
        desk.inputs.vectors.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let read = read_item(&desk.inputs.item).map(|item| ItemAnatomy::from_item(&item, &vectors));
    let form = desk.panel(words::CALC_ITEM_TITLE, html! {}, form(desk, read.as_ref().err()));
    let Ok(anatomy) = &read else { return columns(vec![form], Vec::new()) };
    let side = html! { desk.text(words::CALC_ITEM_NAMES_COUNT) };
    columns(
        vec![form, desk.panel(words::CALC_NAMES_TITLE, html! {}, shorter_names(desk, anatomy))],
        vec![
            desk.panel(words::CALC_ITEM_OPERATIONS, html! {}, operations(desk, anatomy)),
            desk.panel(words::CALC_ITEM_BYTES, side, bytes(desk, anatomy)),
        ],
    )
}

fn form(desk: &CapacityContext, problem: Option<&ItemProblem>) -> Html {
    let emit = desk.change.clone();
    let oninput = Callback::from(move |event: InputEvent| emit.emit(Change::Item(written(&event))));
    let emit = desk.change.clone();
    let on_vectors = Callback::from(move |event: Event| emit.emit(Change::Vectors(written(&event))));
    let problem = problem.map(|problem| match problem {
        ItemProblem::NotJson { line, column } => {
            desk.text(words::CalcItemNotJson { line: (*line).into(), column: (*column).into() })
        }
        ItemProblem::NotAnObject => desk.text(words::CALC_ITEM_NOT_OBJECT),
        ItemProblem::BadValue => desk.text(words::CALC_ITEM_BAD_VALUE),
        ItemProblem::BadNumber { attribute, number } => desk.text(words::CalcItemBadNumber {
            attribute: attribute.as_str().into(),
            number: number.as_str().into(),
        }),
    });
    html! {
        <>
            { table_choice(desk) }
            <label class="calc-label" for="calc-item">{ desk.text(words::CALC_ITEM_PASTE) }</label>
            <textarea
                id="calc-item" class="code code--edit code--inset calc-item" spellcheck="false" rows="11" data-testid="calc-item"
                aria-invalid={problem.is_some().to_string()} value={desk.inputs.item.clone()}
                {oninput}
            />
            if let Some(problem) = problem { <div role="alert" data-testid="calc-item-problem">{ finding("bad", problem) }</div> }
            <label class="calc-label" for="calc-vectors">{ desk.text(words::CALC_VECTORS) }</label>
            <input
                id="calc-vectors" class="field" type="text" autocomplete="off" spellcheck="false" data-testid="calc-vectors" placeholder="embedding"
                value={desk.inputs.vectors.clone()} onchange={on_vectors}
            />
        </>
    }
}

/// Renders the list of tables. A choice puts the table's first item into the field.
fn table_choice(desk: &CapacityContext) -> Html {
    let tables = desk
        .scene
        .app
        .tables()
        .as_ref()
        .map(|tables| tables.iter().map(|table| table.name.clone()).collect());
    let tables: Vec<String> = tables.unwrap_or_default();
    if tables.is_empty() {
        return html! {};
    }
    let (scene, emit) = (desk.scene.clone(), desk.change.clone());
    let onchange = Callback::from(move |event: Event| {
        let (scene, emit, table) = (scene.clone(), emit.clone(), written(&event));
        if table.is_empty() {
            return;
        }
        spawn_local(async move {
            let scan = scene
                .page
                .look_at::<Value>(("Scan", json!({ "TableName": table, "Limit": 1 }).to_string()))
                .await;
            match scan.as_ref().map(|scan| &scan["Items"][0]) {
                Ok(item @ Value::Object(_)) => {
                    emit.emit(Change::Item(serde_json::to_string_pretty(item).unwrap_or_default()));
                }
                Ok(_) => {
                    let sentence = scene.text(words::CalcItemNone { table: table.as_str().into() });
                    scene.app.dispatch(Action::Tell(Notice::Said(sentence)));
                }
                Err(why) => scene.page.show_failure(why.clone()),
            }
        });
    });
    html! {
        <label class="choice"><span class="choice-label">{ desk.text(words::CALC_ITEM_OF_TABLE) }</span>
            <select class="field" data-testid="calc-item-table" {onchange}>
                <option value="" selected=true>{ "–" }</option>
                { for tables.into_iter().map(|table| html! { <option value={table.clone()}>{ table }</option> }) }
            </select>
        </label>
    }
}

fn operations(desk: &CapacityContext, anatomy: &ItemAnatomy) -> Html {
    let share = anatomy.size_bytes as f64 / ITEM_SIZE_MAX_BYTES as f64;
    let left = match anatomy.bytes_left() {
        Some(left) => desk.text(words::CalcItemLeft { left: left.into() }),
        None => {
            let over = anatomy.size_bytes - ITEM_SIZE_MAX_BYTES;
            desk.text(words::CalcItemTooLarge { over: over.into() })
        }
    };
    let is_too_large = anatomy.bytes_left().is_none();
    let read = |consistency| read_units(anatomy.size_bytes, consistency).to_string();
    let write = write_units(anatomy.charged_bytes).as_units();
    let mut table = Figures::new(&[desk.text(words::CALC_OPERATION), desk.text(words::CALC_UNITS)]);
    for (name, value) in [
        (words::CALC_READ_EVENTUAL, read(ReadConsistency::Eventual) + " RCU"),
        (words::CALC_READ_STRONG, read(ReadConsistency::Strong) + " RCU"),
        (words::CALC_READ_TRANSACTION, read(ReadConsistency::Transactional) + " RCU"),
        (words::CALC_WRITE_ONE, format!("{} WCU", grouped_decimal(write))),
        (words::CALC_WRITE_TRANSACTION, format!("{} WCU", grouped_decimal(write * 2.0))),
        (words::CALC_DELETE, format!("{} WCU", grouped_decimal(write))),
    ] {
        table.add([desk.text(name), value]);
    }
    let take = Change::All(vec![Change::Number(
        Number::ItemKb,
        (anatomy.charged_bytes as f64 / desk.inputs.kb() * 100.0).ceil() / 100.0,
    )]);
    html! {
        <>
            { desk.answer(&[
                (grouped(anatomy.size_bytes), desk.text(words::CALC_BYTES), if is_too_large { "answer-value--bad" } else { "" }),
                (percent(share), desk.text(words::CALC_OF_400_KB), ""),
            ], "calc-item-answer") }
            <meter class="calc-meter" min="0" max="100" value={(share * 100.0).min(100.0).to_string()} aria-label={desk.text(words::CALC_OF_400_KB)}></meter>
            <p class="picture-caption">{ left }</p>
            if anatomy.charged_bytes != anatomy.size_bytes {
                <p class="picture-caption">{ desk.text(words::CalcItemCharged { bytes: anatomy.charged_bytes.into() }) }</p>
            }
            <div class="calc-scroll" data-testid="calc-item-units">{ table.view() }</div>
            <div class="calc-row">{ table.csv_button(desk.scene, "item-units") }{ desk.button(words::CALC_ITEM_TAKE, take) }</div>
        </>
    }
}

fn bytes(desk: &CapacityContext, anatomy: &ItemAnatomy) -> Html {
    let mut figures = Figures::new(
        &[
            words::CALC_ATTRIBUTE,
            words::CALC_TYPE,
            words::CALC_NAME_BYTES,
            words::CALC_VALUE_BYTES,
            words::CALC_OVERHEAD_BYTES,
            words::CALC_ALL_BYTES,
        ]
        .map(|name| desk.text(name)),
    );
    for one in &anatomy.attributes {
        let all = one.bytes();
        let cells = [one.name_bytes, one.value_bytes, one.overhead_bytes, all].map(grouped);
        let [name, value, overhead, all] = cells;
        figures.add([one.path.clone(), one.data_type.name().to_owned(), name, value, overhead, all]);
    }
    let caption = desk.text(words::CalcItemCaption {
        bytes: anatomy.size_bytes.into(),
        names: anatomy.names_bytes.into(),
        stored: (anatomy.charged_bytes + STORED_OVERHEAD_BYTES).into(),
    });
    let legend = html! { <>
        { legend_entry("pic-fill--quiet", desk.text(words::CALC_LEGEND_NAMES)) }
        { legend_entry("pic-fill", desk.text(words::CALC_LEGEND_VALUES)) }
    </> };
    html! {
        <>
            <figure class="picture calc-figure">
                <div class="picture-figure" tabindex="0" role="group" aria-label={caption.clone()}>{ bar(anatomy, &caption) }</div>
                <div class="legend" aria-hidden="true">{ legend }</div>
                <figcaption class="picture-caption">{ caption.clone() }</figcaption>
            </figure>
            <div class="calc-scroll" tabindex="0" role="group" aria-label={desk.text(words::CALC_ITEM_BYTES)} data-testid="calc-item-bytes">
                { figures.view() }
            </div>
            <div class="calc-row">{ figures.csv_button(desk.scene, "item") }</div>
        </>
    }
}

/// Renders the attributes side by side, each with the proportions of its name and value.
fn bar(anatomy: &ItemAnatomy, label: &str) -> Html {
    let scale = BAR_WIDTH / anatomy.size_bytes.max(1) as f64;
    let mut at = 0.0;
    let top: Vec<Html> = anatomy
        .attributes
        .iter()
        .filter(|one| one.depth == 0)
        .map(|one| {
            let (name, value) = (one.name_bytes as f64 * scale, one.value_bytes as f64 * scale);
            let begin = at;
            at += name + value;
            let fits = ((name + value) / LABEL_LETTER) as usize;
            let shown = shortened(&one.path, fits);
            html! { <>
                <rect class="pic-fill--quiet" x={short(begin)} y="24" width={short((name - 1.0).max(0.5))} height="34" />
                <rect class="pic-fill" x={short(begin + name)} y="24" width={short((value - 1.0).max(0.5))} height="34" />
                if name + value >= LABEL_WIDTH { <text class="pic-label pic-label--data" x={short(begin)} y="17">{ shown }</text> }
            </> }
        })
        .collect();
    html! {
        <svg viewBox="0 0 544 84" role="img" aria-label={label.to_owned()}>
            { for top }
            <text class="pic-label pic-label--data pic-label--quiet" x="0" y="78">{ "0" }</text>
            <text class="pic-label pic-label--data pic-end" x="544" y="78">{ format!("{} B", grouped(anatomy.size_bytes)) }</text>
        </svg>
    }
}

/// Renders the monthly storage and units that shorter attribute names would save. The length limit is an input.
fn shorter_names(desk: &CapacityContext, anatomy: &ItemAnatomy) -> Html {
    let inputs = desk.inputs;
    let most = inputs.whole(Number::NameBytes);
    let saved = anatomy.saved_by_names_of(most);
    let (before, after) = (anatomy.charged_bytes, anatomy.charged_bytes.saturating_sub(saved));
    let (book, conventions) = (inputs.book(), inputs.conventions());
    let class = class(inputs);
    let seconds = conventions.month.seconds() / 1_000_000.0;
    let gb = |bytes: u64| {
        (bytes + STORED_OVERHEAD_BYTES) as f64 * inputs.number(Number::StoredItems)
            / conventions.gigabyte.bytes()
    };
    let storage = if class == dynalab_pricing::TableClass::Standard {
        PriceName::Storage
    } else {
        PriceName::IaStorage
    };
    let (was, is) = (load_of(inputs, before), load_of(inputs, after));
    let rows = [
        (words::CALC_STORED_GB, gb(before), gb(after), book.usd(storage), 1.0),
        (words::CALC_READ_UNITS_SECOND, was.reads, is.reads, book.usd(class.on_demand(false)), seconds),
        (words::CALC_WRITE_UNITS_SECOND, was.writes, is.writes, book.usd(class.on_demand(true)), seconds),
    ];
    let mut figures = Figures::new(
        &[words::CALC_OF_A_MONTH, words::CALC_NOW, words::CALC_SHORTER, words::CALC_SAVED_USD]
            .map(|name| desk.text(name)),
    );
    let mut total = 0.0;
    for (name, before, after, usd, factor) in rows {
        let saved = usd.map(|usd| (before - after) * factor * usd);
        total += saved.unwrap_or_default();
        let saved = saved.map_or_else(|| desk.text(words::CALC_NO_PRICE), money);
        figures.add([desk.text(name), units(before), units(after), saved]);
    }
    let caption = desk.text(words::CalcNamesCaption {
        saved: saved.into(),
        most: most.into(),
        usd: money(total).as_str().into(),
    });
    html! {
        <>
            { desk.numbers(&[Number::NameBytes, Number::StoredItems, Number::Reads, Number::Writes]) }
            <p class="picture-caption" data-testid="calc-names-saved">{ caption }</p>
            <div class="calc-scroll">{ figures.view() }</div>
            <div class="calc-row">{ figures.csv_button(desk.scene, "names") }</div>
        </>
    }
}

/// Cuts a name to at most `letters` characters, of which the last is "…".
fn shortened(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    name.chars().take(letters.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_does_not_fit_ends_in_dots() {
        assert_eq!([5, 4, 1].map(|letters| shortened("total", letters)), ["total", "tot…", "…"]);
    }
}
