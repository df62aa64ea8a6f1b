//! Measures a table of the workspace and the capacity that its requests consumed in this tab. A button copies the figures into
//! every calculator.

use dynalab_app::calculator::amounts::{money, percent, units};
use dynalab_app::capacity::inputs::{Change, Choice, Inputs, Number};
use dynalab_app::capacity::load::class;
use dynalab_app::capacity::request_mix::{Estimate, Kind, RequestMix, Units};
use dynalab_app::pictures::svg::short;
use dynalab_service::contract::dynamodb::{DescribeTable, IndexSizes, TableDescription};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::capacity_context::CapacityContext;
use crate::address::route::Route;
use crate::browser::field_events::written;
use crate::browser::figures::{grouped, grouped_decimal, size};
use crate::page::scene::Scene;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::figure::{Figures, figure};

/// What the sizes of a table tell.
trait Sizes {
    fn item_bytes(&self) -> f64;
    fn indexes(&self) -> impl Iterator<Item = &IndexSizes>;

    fn index_bytes(&self) -> u64 {
        self.indexes().map(|index| index.index_size_bytes).sum()
    }

    fn entry_bytes(&self) -> f64 {
        let entries: u64 = self.indexes().map(|index| index.item_count).sum();
        self.index_bytes() as f64 / entries.max(1) as f64
    }
}

impl Sizes for TableDescription {
    fn item_bytes(&self) -> f64 {
        self.table_size_bytes as f64 / self.item_count.max(1) as f64
    }

    fn indexes(&self) -> impl Iterator<Item = &IndexSizes> {
        [&self.global_secondary_indexes, &self.local_secondary_indexes].into_iter().flatten().flatten()
    }
}

#[derive(PartialEq, Properties)]
pub struct MeasuredProps {
    pub scene: Scene,
    pub inputs: Inputs,
    pub change: Callback<Change>,
}

#[component]
pub fn Measured(props: &MeasuredProps) -> Html {
    let sizes = use_state(|| None::<TableDescription>);
    let desk = CapacityContext { scene: &props.scene, inputs: &props.inputs, change: &props.change };
    html! {
        <details class="panel calc-panel calc-measured" data-testid="calc-measured">
            <summary class="calc-measured-summary" data-testid="calc-measured-summary">{ desk.text(words::CALC_MEASURED_TITLE) }</summary>
            <div class="panel-body">
                { table_choice(&desk, sizes.setter()) }
                if let Some(sizes) = &*sizes { { of_table(&desk, sizes) } }
            </div>
        </details>
    }
}

fn table_choice(desk: &CapacityContext, sizes: UseStateSetter<Option<TableDescription>>) -> Html {
    let tables = desk.scene.app.tables().as_ref().map(|tables| tables.to_vec()).unwrap_or_default();
    let to_design =
        desk.scene.link(Route::Design, "link", None, html! { desk.text(words::CALC_MEASURED_DESIGN) });
    if tables.is_empty() {
        return html! { <p class="picture-caption">{ desk.text(words::CALC_MEASURED_NO_TABLES) }{ " " }{ to_design }</p> };
    }
    let scene = desk.scene.clone();
    let onchange = Callback::from(move |event: Event| {
        let (scene, sizes, table) = (scene.clone(), sizes.clone(), written(&event));
        if table.is_empty() {
            return sizes.set(None);
        }
        spawn_local(async move {
            match scene.page.look(&DescribeTable { table_name: table }).await {
                Ok(described) => sizes.set(Some(described.table)),
                Err(why) => scene.page.show_failure(why),
            }
        });
    });
    html! {
        <>
            <label class="choice"><span class="choice-label">{ desk.text(words::CALC_MEASURED_TABLE) }</span>
                <select class="field" data-testid="calc-measured-table" {onchange}>
                    <option value="" selected=true>{ "–" }</option>
                    { for tables.iter().map(|table| html! { <option value={table.name.clone()}>{ &table.name }</option> }) }
                </select>
            </label>
            <p class="picture-caption">{ desk.text(words::CALC_MEASURED_LEAD) }{ " " }{ to_design }</p>
        </>
    }
}

fn of_table(desk: &CapacityContext, sizes: &TableDescription) -> Html {
    let mix = RequestMix::from_cards(&sizes.table_name, desk.scene.app.history().cards());
    let indexes = sizes.indexes().count() as u64;
    let sizes_text = desk.text(words::CalcMeasuredSizes {
        items: sizes.item_count.into(),
        bytes: size(sizes.table_size_bytes).as_str().into(),
        item: (sizes.item_bytes().round() as u64).into(),
    });
    let indexes_text = desk.text(words::CalcMeasuredIndexes {
        indexes: indexes.into(),
        bytes: size(sizes.index_bytes()).as_str().into(),
        entry: (sizes.entry_bytes().round() as u64).into(),
    });
    let take = desk.button(words::CALC_MEASURED_TAKE, to_inputs(desk.inputs, sizes, &mix));
    html! {
        <>
            <p data-testid="calc-measured-sizes">{ sizes_text }</p>
            if indexes > 0 { <p>{ indexes_text }</p> }
            { desk.number(Number::Times) }
            if mix.requests > 0 {
                <p data-testid="calc-measured-mix">{ mix_text(desk, &mix) }</p>
                { desk.number(Number::MixRate) }
                { shares(desk, &mix) }
            } else {
                <p class="picture-caption" data-testid="calc-measured-no-requests">{ desk.text(words::CALC_MEASURED_NO_REQUESTS) }</p>
            }
            <div class="calc-row">{ take }</div>
        </>
    }
}

/// Formats an estimate, such as "0.75 ± 0.24".
fn estimate_text(estimate: Estimate) -> String {
    let digits = |value: f64| grouped_decimal((value * 100.0).round() / 100.0);
    match estimate.margin {
        Some(margin) => format!("{} ± {}", digits(estimate.mean), digits(margin)),
        None => digits(estimate.mean),
    }
}

fn mix_text(desk: &CapacityContext, mix: &RequestMix) -> String {
    desk.text(words::CalcMeasuredMix {
        requests: mix.requests.into(),
        reads: estimate_text(mix.reads).as_str().into(),
        writes: estimate_text(mix.writes).as_str().into(),
        indexes: estimate_text(mix.index_writes).as_str().into(),
    })
}

/// Returns the change that sets every input with a measured value, in all sections.
fn to_inputs(inputs: &Inputs, sizes: &TableDescription, mix: &RequestMix) -> Change {
    let kb = |bytes: f64| (bytes / inputs.kb() * 100.0).ceil() / 100.0;
    let times = inputs.number(Number::Times);
    let gb = |bytes: u64| bytes as f64 * times / inputs.conventions().gigabyte.bytes();
    let (table_gb, index_gb) = (gb(sizes.table_size_bytes), gb(sizes.index_bytes()));
    let mut numbers = vec![
        (Number::ItemKb, kb(sizes.item_bytes())),
        (Number::StoredItems, sizes.item_count as f64 * times),
        (Number::Indexes, sizes.indexes().count() as f64),
        (Number::Gb, table_gb),
        (Number::IndexGb, index_gb),
        (Number::PartitionGb, table_gb),
    ];
    if sizes.indexes().next().is_some() {
        numbers.push((Number::EntryKb, kb(sizes.entry_bytes())));
    }
    let mut changes = Vec::new();
    if mix.requests > 0 {
        let rate = inputs.number(Number::MixRate);
        let [reads, writes, index_writes] =
            [mix.reads, mix.writes, mix.index_writes].map(|estimate| estimate.mean * rate);
        numbers.extend([
            (Number::ReadUnits, reads),
            (Number::WriteUnits, writes),
            (Number::IndexUnits, index_writes),
            (Number::PartitionReads, reads.ceil()),
            (Number::PartitionWrites, writes.ceil()),
        ]);
        changes.push(Change::Choice(Choice::Load, 1));
    }
    changes.extend(numbers.into_iter().map(|(number, value)| Change::Number(number, value)));
    Change::All(changes)
}

/// Renders the monthly cost by kind of request, at on-demand prices. The caption has the margin of the sum.
fn shares(desk: &CapacityContext, mix: &RequestMix) -> Html {
    let costs = MonthCosts::from_inputs(desk.inputs, mix);
    let total: f64 = costs.of_kinds.iter().sum();
    if total <= 0.0 {
        return html! {};
    }
    let mut figures = Figures::new(
        &[
            words::CALC_MEASURED_KIND,
            words::CALC_MEASURED_REQUESTS,
            words::CALC_MEASURED_UNITS,
            words::CALC_PER_MONTH,
            words::CALC_MEASURED_SHARE,
        ]
        .map(|name| desk.text(name)),
    );
    let mut rows: Vec<(&Kind, f64)> = mix.kinds.iter().zip(costs.of_kinds.iter().copied()).collect();
    rows.sort_by(|one, other| other.1.total_cmp(&one.1));
    for (kind, usd) in &rows {
        let Units { reads, writes, index_writes } = kind.units;
        let unit = if reads > 0.0 { "RCU" } else { "WCU" };
        let each = (reads + writes + index_writes) / kind.requests as f64;
        figures.add([
            kind_name(kind),
            grouped(kind.requests),
            format!("{} {unit}", units(each)),
            money(*usd),
            percent(usd / total),
        ]);
    }
    let caption = match costs.margin {
        Some(margin) => desk.text(words::CalcMeasuredMonth {
            usd: money(total).as_str().into(),
            least: money((total - margin).max(0.0)).as_str().into(),
            most: money(total + margin).as_str().into(),
        }),
        None => desk.text(words::CalcMeasuredMonthOne { usd: money(total).as_str().into() }),
    };
    let height = 26.0 * rows.len() as f64 + 8.0;
    let most = rows.iter().map(|(_, usd)| *usd).fold(f64::MIN_POSITIVE, f64::max);
    let drawing = html! {
        <svg viewBox={format!("0 0 540 {}", short(height))} role="img" aria-label={caption.clone()}>
            { for rows.iter().enumerate().map(|(place, (kind, usd))| {
                let y = place as f64 * 26.0 + 4.0;
                let width = (usd / most * 240.0).max(1.0);
                html! { <>
                    <text class="pic-label" x="0" y={short(y + 13.0)}>{ kind_name(kind) }</text>
                    <rect class="pic-fill" x="200" y={short(y)} width={short(width)} height="18" />
                    <text class="pic-label pic-label--data" x={short(206.0 + width)} y={short(y + 13.0)}>{ percent(usd / total) }</text>
                </> }
            }) }
        </svg>
    };
    html! { <div data-testid="calc-measured-shares">{ figure(desk.scene, "measured", drawing, html! {}, caption, &figures) }</div> }
}

fn kind_name(kind: &Kind) -> String {
    match &kind.index {
        Some(index) => format!("{} {index}", kind.operation),
        None => kind.operation.clone(),
    }
}

/// Monthly costs in US dollars at the given rate and shape of the day.
struct MonthCosts {
    of_kinds: Vec<f64>,
    /// The margin of the sum, or none if only one request was measured.
    margin: Option<f64>,
}

impl MonthCosts {
    fn from_inputs(inputs: &Inputs, mix: &RequestMix) -> MonthCosts {
        let (book, class) = (inputs.book(), class(inputs));
        let price = |is_write| book.usd(class.on_demand(is_write)).unwrap_or_default() / 1e6;
        let average = dynalab_pricing::traffic::average(&inputs.shape().minutes());
        let requests = inputs.number(Number::MixRate) * average * inputs.conventions().month.seconds();
        let usd = |units: Units| {
            (units.reads * price(false) + (units.writes + units.index_writes) * price(true)) * requests
        };
        let of_kinds = mix.kinds.iter().map(|kind| usd(kind.units) / mix.requests as f64).collect();
        let margins = [mix.reads, mix.writes, mix.index_writes].map(|estimate| estimate.margin);
        let margin = match margins {
            [Some(reads), Some(writes), Some(index_writes)] => {
                Some(usd(Units { reads, writes, index_writes }))
            }
            _ => None,
        };
        MonthCosts { of_kinds, margin }
    }
}
