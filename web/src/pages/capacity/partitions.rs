//! Partitions with one hot key: the formula published until about 2018, compared with today's adaptive capacity, burst capacity,
//! warm throughput and on-demand mode.

use dynalab_app::calculator::amounts::units;
use dynalab_app::capacity::inputs::{Choice, Number};
use dynalab_app::capacity::load::partition_shares;
use dynalab_app::pictures::svg::short;
use dynalab_capacity::admission::{CapacityRules, TableCapacity};
use dynalab_capacity::hot_key::{HotKeyLoad, HotKeyOutcome};
use dynalab_capacity::partitions::{
    PARTITION_READ_UNITS, PARTITION_WRITE_UNITS, even_share_milli, on_demand_partitions,
    provisioned_partitions,
};
use dynalab_pricing::Gigabyte;
use yew::prelude::*;

use super::capacity_context::CapacityContext;
use crate::browser::figures::{grouped, grouped_decimal};
use crate::page::sentences::capacity as words;
use crate::pages::calculator::controls::{columns, finding};
use crate::pages::calculator::figure::{Figures, figure, legend_entry};

/// Duration of the simulation in seconds.
const SECONDS: u64 = 600;
const SHOWN_MAX: u64 = 16;
/// The units per second that a new on-demand table serves at once.
const NEW_READ_UNITS: u64 = 12_000;
const NEW_WRITE_UNITS: u64 = 4_000;
/// The default quota of a table, in units per second.
const QUOTA_UNITS: u64 = 40_000;

/// The inputs, and the number of partitions that they result in.
struct Outlook {
    reads: u64,
    writes: u64,
    gb: f64,
    partitions: u64,
    is_given: bool,
    is_write: bool,
    is_on_demand: bool,
}

impl Outlook {
    fn from_desk(desk: &CapacityContext) -> Outlook {
        let inputs = desk.inputs;
        let (reads, writes) = (inputs.whole(Number::PartitionReads), inputs.whole(Number::PartitionWrites));
        let gb = inputs.number(Number::PartitionGb);
        let bytes = (gb * Gigabyte::Binary.bytes()) as u64;
        let is_on_demand = inputs.is(Choice::PartitionMode, "on-demand");
        let given = inputs.whole(Number::Partitions);
        let partitions = match (given, is_on_demand) {
            (0, true) => on_demand_partitions(reads, writes, bytes),
            (0, false) => provisioned_partitions(reads, writes, bytes),
            (given, _) => given,
        };
        Outlook {
            reads,
            writes,
            gb,
            partitions,
            is_given: given > 0,
            is_write: inputs.is(Choice::Kind, "writes"),
            is_on_demand,
        }
    }

    fn table_units(&self) -> u64 {
        if self.is_write { self.writes } else { self.reads }
    }

    fn limit(&self) -> u64 {
        if self.is_write { PARTITION_WRITE_UNITS } else { PARTITION_READ_UNITS }
    }

    fn unit(&self) -> &'static str {
        if self.is_write { "WCU" } else { "RCU" }
    }
}

pub fn view(desk: &CapacityContext) -> Html {
    let outlook = Outlook::from_desk(desk);
    let left = vec![
        desk.panel(words::CALC_PARTITIONS_TITLE, html! {}, form(desk, &outlook)),
        desk.panel(words::CALC_HOT_TITLE, html! { desk.text(words::CALC_HOT_SIDE) }, hot(desk, &outlook)),
    ];
    let right = vec![
        desk.panel(words::CALC_FORMULA_TITLE, html! {}, formula(desk, &outlook)),
        desk.panel(words::CALC_TODAY_TITLE, html! {}, today(desk, &outlook)),
    ];
    columns(left, right)
}

fn form(desk: &CapacityContext, outlook: &Outlook) -> Html {
    html! {
        <>
            { desk.choice(Choice::PartitionMode) }
            { desk.numbers(&[Number::PartitionReads, Number::PartitionWrites, Number::PartitionGb, Number::Partitions]) }
            { desk.answer(&[(grouped(outlook.partitions), desk.text(words::CALC_PARTITIONS_COUNT), "")], "calc-partitions-answer") }
            <p class="picture-caption">{ desk.text(if outlook.is_given { words::CALC_PARTITIONS_GIVEN } else { words::CALC_PARTITIONS_RESULT }) }</p>
        </>
    }
}

fn formula(desk: &CapacityContext, outlook: &Outlook) -> Html {
    let (throughput, size) = partition_shares(outlook.reads, outlook.writes, outlook.gb);
    let mut figures = Figures::new(
        &[words::CALC_FORMULA_WHAT, words::CALC_FORMULA_SUM, words::CALC_FORMULA_RESULT]
            .map(|name| desk.text(name)),
    );
    let two = |value: f64| grouped_decimal((value * 100.0).round() / 100.0);
    figures.add([
        desk.text(words::CALC_FORMULA_THROUGHPUT),
        format!(
            "{} ÷ 3,000 + {} ÷ 1,000 = {}",
            grouped(outlook.reads),
            grouped(outlook.writes),
            two(throughput)
        ),
        grouped(throughput.ceil() as u64),
    ]);
    figures.add([
        desk.text(words::CALC_FORMULA_SIZE),
        format!("{} ÷ 10 = {}", grouped_decimal(outlook.gb), two(size)),
        grouped(size.ceil() as u64),
    ]);
    for (name, whole) in
        [(words::CALC_FORMULA_READS_EACH, outlook.reads), (words::CALC_FORMULA_WRITES_EACH, outlook.writes)]
    {
        let each = even_share_milli(whole, outlook.partitions) as f64 / 1_000.0;
        figures.add([
            desk.text(name),
            format!("{} ÷ {}", grouped(whole), grouped(outlook.partitions)),
            two(each),
        ]);
    }
    figures.add([
        desk.text(words::CALC_FORMULA_GB_EACH),
        format!("{} ÷ {}", grouped_decimal(outlook.gb), grouped(outlook.partitions)),
        two(outlook.gb / outlook.partitions as f64),
    ]);
    let most = desk.text(words::CalcFormulaMost {
        partitions: outlook.partitions.into(),
        reads: (outlook.partitions * PARTITION_READ_UNITS).into(),
        writes: (outlook.partitions * PARTITION_WRITE_UNITS).into(),
        gb: (outlook.partitions * 10).into(),
    });
    let lacks = outlook.partitions * PARTITION_WRITE_UNITS < outlook.writes
        || outlook.partitions * PARTITION_READ_UNITS < outlook.reads;
    html! {
        <>
            <div class="calc-scroll" tabindex="0" role="group" aria-label={desk.text(words::CALC_FORMULA_TITLE)} data-testid="calc-formula">
                { figures.view() }
            </div>
            { finding(if lacks { "bad" } else { "ok" }, most) }
            if lacks { { finding("bad", desk.text(words::CALC_FORMULA_LACKS)) } }
            <p class="picture-caption">{ desk.text(words::CALC_FORMULA_CAPTION) }</p>
            <div class="calc-row">{ figures.csv_button(desk.scene, "partitions") }</div>
        </>
    }
}

fn hot(desk: &CapacityContext, outlook: &Outlook) -> Html {
    let table_units = outlook.table_units();
    let hot_units = (table_units as f64 * desk.inputs.number(Number::HotPercent) / 100.0).round() as u64;
    let capacity = if outlook.is_on_demand {
        TableCapacity::OnDemand {
            warm: table_units.max(if outlook.is_write { NEW_WRITE_UNITS } else { NEW_READ_UNITS }),
            most: None,
        }
    } else {
        TableCapacity::Provisioned { units: table_units }
    };
    let load = HotKeyLoad {
        partitions: outlook.partitions,
        capacity,
        writes: outlook.is_write,
        hot_units,
        other_units: table_units - hot_units,
    };
    let today = CapacityRules::OF_THE_SERVICE;
    let then = CapacityRules { has_static_shares: true, ..today };
    let share = even_share_milli(table_units, outlook.partitions) / 1_000;
    html! {
        <>
            { desk.choice(Choice::Kind) }
            { desk.number(Number::HotPercent) }
            if !outlook.is_on_demand {
                { era(desk, outlook, &load, "then", share.min(outlook.limit()), load.run(&then, SECONDS)) }
            }
            { era(desk, outlook, &load, "today", outlook.limit(), load.run(&today, SECONDS)) }
        </>
    }
}

/// Renders the partitions as columns: the demand, the limit, and the demand above it.
fn era(
    desk: &CapacityContext,
    outlook: &Outlook,
    load: &HotKeyLoad,
    name: &'static str,
    limit: u64,
    outcome: HotKeyOutcome,
) -> Html {
    let (is_today, unit) = (name == "today", outlook.unit());
    let other = load.other_units / (load.partitions - 1).max(1);
    let first = if load.partitions == 1 { load.hot_units + load.other_units } else { load.hot_units };
    let shown = load.partitions.min(SHOWN_MAX);
    let title = if is_today { words::CALC_ERA_TODAY } else { words::CALC_ERA_THEN };
    let mut figures = Figures::new(
        &[words::CALC_PARTITION, words::CALC_DEMAND, words::CALC_LIMIT, words::CALC_ABOVE]
            .map(|name| desk.text(name)),
    );
    for position in 0..load.partitions {
        let demand = if position == 0 { first } else { other };
        figures.add([
            format!("P{}", position + 1),
            grouped(demand),
            grouped(limit),
            grouped(demand.saturating_sub(limit)),
        ]);
    }
    let throttled = outcome.throttled_by_partition_milli + outcome.throttled_by_table_milli;
    let average = units(throttled as f64 / 1_000.0);
    let served = units(outcome.served_milli as f64 / 1_000.0);
    let caption = match outcome.first_throttled_second {
        None => desk.text(words::CalcHotServed { served: served.as_str().into(), unit: unit.into() }),
        Some(second) => desk.text(words::CalcHotThrottled {
            throttled: average.as_str().into(),
            served: served.as_str().into(),
            unit: unit.into(),
            second: second.into(),
        }),
    };
    let caption = format!("{}: {caption}", desk.text(title));
    let top = first.max(limit).max(1) as f64;
    let drawing = draw_columns(&caption, shown, load.partitions - shown, |position| {
        let demand = if position == 0 { first } else { other };
        (demand as f64 / top, limit as f64 / top)
    });
    let legend = html! { <>
        { legend_entry("pic-fill", desk.text(words::CALC_DEMAND)) }
        { legend_entry("pic-fill--bad", desk.text(words::CALC_ABOVE)) }
    </> };
    figure(desk.scene, if is_today { "hot-today" } else { "hot-then" }, drawing, legend, caption, &figures)
}

/// Draws the columns. `shares` returns the demand and the limit of a partition as shares of a column's height.
fn draw_columns(label: &str, shown: u64, hidden: u64, shares: impl Fn(u64) -> (f64, f64)) -> Html {
    const TOP: f64 = 16.0;
    const HEIGHT: f64 = 110.0;
    const WIDTH: f64 = 540.0;
    let each = WIDTH / (shown + u64::from(hidden > 0)) as f64;
    let (gap, bottom) = ((each * 0.15).min(8.0), TOP + HEIGHT);
    let width = (each - gap).min(72.0);
    html! {
        <svg viewBox="0 0 540 148" role="img" aria-label={label.to_owned()}>
            { for (0..shown).map(|position| {
                let (demand, limit) = shares(position);
                let (x, below) = (position as f64 * each, demand.min(limit) * HEIGHT);
                let (over, line) = ((demand - limit).max(0.0) * HEIGHT, bottom - limit * HEIGHT);
                html! { <>
                    <rect class="pic-lane" x={short(x)} y={short(TOP)} width={short(width)} height={short(HEIGHT)} />
                    <rect class="pic-fill" x={short(x)} y={short(bottom - below)} width={short(width)} height={short(below)} />
                    if over > 0.0 {
                        <rect class="pic-fill--bad" x={short(x)} y={short(bottom - below - over)} width={short(width)} height={short(over)} />
                        <path class="pic-hatch" d={hatching(x, bottom - below - over, width, over)} />
                    }
                    <path class="pic-limit" d={format!("M{} {}h{}", short(x - 1.0), short(line), short(width + 2.0))} />
                    <text class="pic-label pic-label--data pic-middle" x={short(x + width / 2.0)} y="142">{ format!("P{}", position + 1) }</text>
                </> }
            }) }
            if hidden > 0 { <text class="pic-label pic-label--strong" x={short(shown as f64 * each)} y="80">{ format!("+ {}", grouped(hidden)) }</text> }
        </svg>
    }
}

/// Returns the path of horizontal strokes, because color alone must not carry the meaning.
fn hatching(x: f64, y: f64, width: f64, height: f64) -> String {
    let strokes = (height / 6.0) as u32;
    (1..=strokes)
        .map(|stroke| format!("M{} {}h{}", short(x), short(y + f64::from(stroke) * 6.0 - 3.0), short(width)))
        .collect()
}

fn today(desk: &CapacityContext, outlook: &Outlook) -> Html {
    let rules = CapacityRules::OF_THE_SERVICE;
    let seconds = rules.burst_ms / 1_000;
    let facts = [
        (words::CALC_FACT_LIMIT, desk.text(words::CALC_FACT_LIMIT_ABOUT)),
        (words::CALC_FACT_ADAPTIVE, desk.text(words::CALC_FACT_ADAPTIVE_ABOUT)),
        (
            words::CALC_FACT_BURST,
            desk.text(words::CalcFactBurstAbout {
                seconds: seconds.into(),
                reads: (outlook.reads * seconds).into(),
                writes: (outlook.writes * seconds).into(),
            }),
        ),
        (words::CALC_FACT_SPLIT, desk.text(words::CALC_FACT_SPLIT_ABOUT)),
        (
            words::CALC_FACT_ON_DEMAND,
            desk.text(words::CalcFactOnDemandAbout {
                reads: NEW_READ_UNITS.into(),
                writes: NEW_WRITE_UNITS.into(),
            }),
        ),
        (words::CALC_FACT_WARM, warm(desk, outlook)),
    ];
    let above_quota = outlook.reads.max(outlook.writes) > QUOTA_UNITS;
    html! {
        <>
            <dl class="calc-facts" data-testid="calc-today">
                { for facts.into_iter().map(|(name, about)| html! { <div><dt>{ desk.text(name) }</dt><dd>{ about }</dd></div> }) }
            </dl>
            if above_quota { { finding("warn", desk.text(words::CalcQuota { units: QUOTA_UNITS.into() })) } }
        </>
    }
}

fn warm(desk: &CapacityContext, outlook: &Outlook) -> String {
    let fits = outlook.reads <= NEW_READ_UNITS && outlook.writes <= NEW_WRITE_UNITS;
    desk.text(if fits { words::CALC_FACT_WARM_FITS } else { words::CALC_FACT_WARM_RAISE })
}
