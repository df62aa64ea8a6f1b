//! Mode and price: the monthly bill in each capacity mode, the break-even utilization, and the inputs with the largest effect.

mod book;
mod lines;

use dynalab_app::calculator::amounts::{money, percent, units};
use dynalab_app::capacity::inputs::{Choice, Inputs, Number};
use dynalab_app::capacity::load::{self, class, compared_modes};
use dynalab_app::pictures::svg::short;
use dynalab_pricing::break_even::{break_even_use, price_ratio};
use dynalab_pricing::{ComparedMode, Mode, Provisioning, Served, cheapest};
use yew::prelude::*;

use super::capacity_context::CapacityContext;
use super::curve;
use super::load_form;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::controls::{columns, finding};
use crate::pages::calculator::figure::{Figures, Plot, figure, legend_entry};

const EXTRAS: &[Number] = &[
    Number::Replicas,
    Number::BackupWarm,
    Number::BackupCold,
    Number::RestoreWarm,
    Number::RestoreCold,
    Number::ExportFull,
    Number::ExportIncremental,
    Number::Import,
    Number::BulkPut,
    Number::Streams,
    Number::Kinesis,
    Number::VectorStorage,
    Number::VectorWrite,
    Number::VectorSearch,
    Number::DaxNodes,
    Number::TransferOut,
    Number::TransferRegions,
    Number::WarmUnits,
];

pub fn view(desk: &CapacityContext) -> Html {
    let book = desk.inputs.book();
    let modes = compared_modes(desk.inputs);
    let chosen = modes.get(desk.inputs.choice(Choice::Mode)).unwrap_or(&modes[0]);
    let date = desk
        .text(words::CalcPricesOf { date: book.as_of.as_str().into(), region: book.region.name().into() });
    let left = vec![
        desk.panel(words::CALC_TRAFFIC_TITLE, html! {}, traffic(desk)),
        desk.panel(words::CALC_EXTRAS_TITLE, html! {}, extras(desk)),
    ];
    let mut right = vec![
        desk.panel(words::CALC_MODES_TITLE, html! { date.clone() }, compare(desk, &modes)),
        desk.panel(words::CALC_BREAK_EVEN_TITLE, html! { date.clone() }, break_even(desk)),
        desk.panel(
            words::CALC_BILL_TITLE,
            html! { desk.option_label(Choice::Mode, desk.inputs.option(Choice::Mode)) },
            lines::view(desk, chosen, &book),
        ),
    ];
    // The inputs of a design's load are in the design.
    if load::offered(desk.inputs).is_none() {
        right.push(desk.panel(words::CALC_SENSITIVITY_TITLE, html! {}, sensitivity(desk, chosen.mode)));
    }
    let wide = desk.panel(words::CALC_BOOK_TITLE, html! { date }, book::view(desk, &book));
    html! { <>{ columns(left, right) }<div class="calc-wide">{ wide }</div></> }
}

fn traffic(desk: &CapacityContext) -> Html {
    // The load of a design has the day of each pattern, and the size and class of each table.
    let is_described = load::offered(desk.inputs).is_none();
    html! {
        <>
            if is_described { { curve::view(desk) } }
            { load_form::view(desk, load::REQUESTS) }
            if is_described { { desk.numbers(load::STORAGE) } }
            { desk.number(Number::Headroom) }
            if is_described { { desk.choice(Choice::Class) } }
        </>
    }
}

fn extras(desk: &CapacityContext) -> Html {
    let at_start = Inputs::default();
    let is_used = EXTRAS.iter().any(|number| desk.inputs.number(*number) != at_start.number(*number))
        || desk.inputs.is(Choice::Replication, "strong");
    html! {
        <>
            { desk.choice(Choice::Pitr) }
            { desk.choice(Choice::SavingsPlan) }
            { desk.choice(Choice::Insights) }
            <StayingOpen is_used={is_used} summary={desk.text(words::CALC_EXTRAS_SUMMARY)}>
                { desk.numbers(EXTRAS) }
                { desk.choice(Choice::DaxNode) }
                { desk.choice(Choice::Replication) }
                if desk.inputs.is(Choice::Replication, "strong") {
                    <p class="picture-caption" data-testid="calc-replication-about">{ desk.text(words::CALC_REPLICATION_ABOUT) }</p>
                }
            </StayingOpen>
            <p class="picture-caption">{ desk.text(words::CALC_EXTRAS_CAPTION) }</p>
        </>
    }
}

#[derive(PartialEq, Properties)]
struct StayingOpenProps {
    is_used: bool,
    summary: String,
    children: Html,
}

/// A box that opens when an input in it is used. It never closes by itself, because a slider at 0 would disappear while it is moved.
#[component]
fn StayingOpen(props: &StayingOpenProps) -> Html {
    let was_used = use_mut_ref(|| false);
    *was_used.borrow_mut() |= props.is_used;
    let open = *was_used.borrow();
    html! {
        <details class="calc-book" {open} data-testid="calc-extras">
            <summary>{ &props.summary }</summary>
            { props.children.clone() }
        </details>
    }
}

/// Renders the total of each mode with what it serves, and marks the lowest among those that serve the whole load.
fn compare(desk: &CapacityContext, compared: &[ComparedMode]) -> Html {
    const ROW: f64 = 44.0;
    const BAR_WIDTH: f64 = 440.0;
    let names: Vec<String> = Choice::Mode
        .options()
        .iter()
        .zip(compared)
        .map(|(option, compared)| mode_name(desk, option, compared.mode))
        .collect();
    let totals: Vec<f64> = compared.iter().map(|mode| mode.bill.total_usd()).collect();
    let most = totals.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let best = cheapest(compared);
    let figures = mode_figures(desk, &names, compared);
    let caption = match best {
        Some(best) => desk.text(words::CalcModesBest {
            mode: names[best].as_str().into(),
            usd: money(totals[best]).as_str().into(),
        }),
        None => desk.text(words::CALC_MODES_INCOMPLETE),
    };
    let height = ROW * totals.len() as f64 + 4.0;
    let drawing = html! {
        <svg viewBox={format!("0 0 540 {}", short(height))} role="img" aria-label={caption.clone()}>
            { for names.iter().zip(compared).enumerate().map(|(place, (name, mode))| {
                let y = place as f64 * ROW;
                let usd = mode.bill.total_usd();
                let width = (usd / most * BAR_WIDTH).max(1.0);
                let class = match (best == Some(place), mode.served.is_all()) {
                    (true, _) => "pic-fill",
                    (false, true) => "pic-fill--quiet",
                    (false, false) => "pic-fill--bad",
                };
                let served = classes!("pic-label", "pic-end", (!mode.served.is_all()).then_some("pic-label--bad"));
                html! { <>
                    <text class="pic-label" x="0" y={short(y + 14.0)}>{ name }</text>
                    <text class={served} x="540" y={short(y + 14.0)} data-testid={format!("calc-served-{}", Choice::Mode.options()[place])}>
                        { served_text(desk, mode.served) }
                    </text>
                    <rect {class} x="0" y={short(y + 20.0)} width={short(width)} height="16" />
                    <text class="pic-label pic-label--data" x={short(width + 6.0)} y={short(y + 32.0)}>{ money(usd) }</text>
                </> }
            }) }
        </svg>
    };
    html! {
        <>
            <div data-testid="calc-modes">{ figure(desk.scene, "modes", drawing, html! {}, caption, &figures) }</div>
            { desk.choice(Choice::Mode) }
            <p class="picture-caption">{ desk.text(words::CALC_MODES_CAPTION) }</p>
        </>
    }
}

/// Returns what each mode serves and costs, as a table.
fn mode_figures(desk: &CapacityContext, names: &[String], compared: &[ComparedMode]) -> Figures {
    let mut figures = Figures::new(
        &[
            words::CALC_MODE,
            words::CALC_SERVES,
            words::CALC_PER_MONTH,
            words::CALC_UPFRONT,
            words::CALC_DOUBTFUL,
            words::CALC_WITHOUT_PRICE,
        ]
        .map(|name| desk.text(name)),
    );
    for (name, mode) in names.iter().zip(compared) {
        let missing: Vec<String> =
            mode.bill.without_price().map(|item| lines::item_name(desk, item)).collect();
        figures.add([
            name.clone(),
            served_text(desk, mode.served),
            money(mode.bill.total_usd()),
            money(mode.bill.upfront_usd()),
            money(mode.bill.doubtful_usd()),
            missing.join(", "),
        ]);
    }
    figures
}

/// Returns the name of a mode. With reserved capacity it says how the units are set, which the cheaper bill decides.
fn mode_name(desk: &CapacityContext, option: &str, mode: Mode) -> String {
    let name = desk.option_label(Choice::Mode, option);
    let Mode::Provisioned { provisioning, reserved: Some(_) } = mode else { return name };
    let name = name.as_str().into();
    match provisioning {
        Provisioning::Fixed { .. } => desk.text(words::CalcReservedFixed { mode: name }),
        Provisioning::AutoScaling { .. } => desk.text(words::CalcReservedScaling { mode: name }),
    }
}

/// Returns what a mode serves of the load, such as "throttles up to 60 %, 1,440 minutes a day".
fn served_text(desk: &CapacityContext, served: Served) -> String {
    if served.is_all() {
        return desk.text(words::CALC_SERVES_ALL);
    }
    desk.text(words::CalcThrottles {
        share: percent(served.throttled_most).as_str().into(),
        minutes: served.throttled_minutes.into(),
    })
}

/// Renders the cost of the throughput by average utilization: on demand, and provisioned for the peak.
fn break_even(desk: &CapacityContext) -> Html {
    let inputs = desk.inputs;
    let writes = inputs.is(Choice::Kind, "writes");
    let (book, class, conventions) = (inputs.book(), class(inputs), inputs.conventions());
    let load = load::load(inputs);
    let peak = if writes { load.writes + load.index_writes } else { load.reads };
    let unit = if writes { "WCU" } else { "RCU" };
    let on_demand =
        book.usd(class.on_demand(writes)).map(|usd| usd * peak * conventions.month.seconds() / 1_000_000.0);
    let provisioned = book.usd(class.hour(writes)).map(|usd| usd * peak.ceil() * conventions.month.hours());
    let even = break_even_use(&book, class, writes).filter(|_| peak > 0.0);
    let (Some(full), Some(flat), Some(even)) = (on_demand, provisioned, even) else {
        return html! { <>{ desk.choice(Choice::Kind) }{ finding("warn", desk.text(words::CALC_BREAK_EVEN_NONE)) }</> };
    };
    let now = load::average_use(inputs, writes);
    let plot = Plot::new(1.0, full.max(flat));
    let mut figures = Figures::new(&[
        desk.text(words::CALC_AVERAGE_USE),
        desk.option_label(Choice::Mode, "on-demand"),
        desk.option_label(Choice::Mode, "provisioned"),
    ]);
    let mut shares: Vec<f64> = (0..=10).map(|tenth| f64::from(tenth) / 10.0).chain([even, now]).collect();
    shares.sort_by(f64::total_cmp);
    for share in shares {
        figures.add([percent(share), money(full * share), money(flat)]);
    }
    let ratio = price_ratio(&book, class, writes).unwrap_or_default();
    let caption = desk.text(words::CalcBreakEvenCaption {
        now: percent(now).as_str().into(),
        on_demand: money(full * now).as_str().into(),
        provisioned: money(flat).as_str().into(),
        even: percent(even).as_str().into(),
        ratio: format!("{:.2}", ratio).as_str().into(),
    });
    let marks: Vec<(f64, String)> =
        (0..=4).map(|part| (f64::from(part) / 4.0, format!("{} %", part * 25))).collect();
    let drawing = html! {
        <svg viewBox="0 0 540 232" role="img" aria-label={caption.clone()}>
            { plot.grid("$", &marks) }
            <path class="pic-curve" d={plot.line([(0.0, flat), (1.0, flat)].into_iter())} />
            <path class="pic-curve pic-curve--now" d={plot.line([(0.0, 0.0), (1.0, full)].into_iter())} />
            <path class="pic-axis" d={format!("M{} {}V{}", short(plot.x(even)), short(plot.y(flat)), short(plot.bottom()))} />
            <circle class="pic-fill" cx={short(plot.x(even))} cy={short(plot.y(flat))} r="4.5" />
            <text class="pic-label pic-label--strong" x={short(plot.x(even) + 8.0)} y={short(plot.bottom() - 8.0)}>{ percent(even) }</text>
            <path class="pic-now" d={format!("M{} {}V{}", short(plot.x(now)), short(plot.top), short(plot.bottom()))} />
            <text class="pic-label pic-label--accent" x={short(plot.x(now) + 6.0)} y={short(plot.top + 10.0)}>{ percent(now) }</text>
            <text class="pic-label pic-label--accent pic-end" x={short(plot.right())} y={short((plot.y(full) + 16.0).min(plot.bottom()))}>
                { desk.option_label(Choice::Mode, "on-demand") }
            </text>
            <text class="pic-label pic-label--strong pic-end" x={short(plot.right())} y={short(plot.y(flat) - 6.0)}>
                { format!("{}, {} {unit}", desk.option_label(Choice::Mode, "provisioned"), units(peak.ceil())) }
            </text>
        </svg>
    };
    let legend = html! { <>
        { legend_entry("pic-fill", desk.option_label(Choice::Mode, "on-demand")) }
        { legend_entry("pic-item", desk.option_label(Choice::Mode, "provisioned")) }
    </> };
    html! {
        <>
            { desk.choice(Choice::Kind) }
            { figure(desk.scene, "break-even", drawing, legend, caption, &figures) }
        </>
    }
}

/// Renders bars to both sides of the present bill.
fn sensitivity(desk: &CapacityContext, mode: Mode) -> Html {
    let all = load::sensitivity(desk.inputs, mode);
    let most = all.iter().map(|(_, less, more)| less.abs().max(more.abs())).fold(f64::MIN_POSITIVE, f64::max);
    let change = desk.inputs.whole(Number::Sensitivity);
    let mut figures =
        Figures::new(&[desk.text(words::CALC_INPUT), format!("-{change} %"), format!("+{change} %")]);
    for (number, less, more) in &all {
        figures.add([desk.number_label(*number), money(*less), money(*more)]);
    }
    let first = all.first().map_or_else(String::new, |(number, ..)| desk.number_label(*number));
    let caption =
        desk.text(words::CalcSensitivityCaption { input: first.as_str().into(), change: change.into() });
    let height = 26.0 * all.len() as f64 + 8.0;
    let scale = |usd: f64| usd / most * 150.0;
    let drawing = html! {
        <svg viewBox={format!("0 0 540 {}", short(height))} role="img" aria-label={caption.clone()}>
            { for all.iter().enumerate().map(|(place, (number, less, more))| {
                let y = place as f64 * 26.0 + 4.0;
                let (left, right) = (scale(less.min(*more).min(0.0)), scale(more.max(*less).max(0.0)));
                html! { <>
                    <text class="pic-label" x="0" y={short(y + 13.0)}>{ desk.number_label(*number) }</text>
                    <rect class="pic-fill--quiet" x={short(365.0 + left)} y={short(y)} width={short(-left)} height="18" />
                    <rect class="pic-fill" x="365" y={short(y)} width={short(right)} height="18" />
                </> }
            }) }
            <path class="pic-axis" d={format!("M365 0V{}", short(height))} />
        </svg>
    };
    let legend = html! { <>
        { legend_entry("pic-fill--quiet", format!("-{change} %")) }
        { legend_entry("pic-fill", format!("+{change} %")) }
    </> };
    html! {
        <>
            { desk.number(Number::Sensitivity) }
            { figure(desk.scene, "sensitivity", drawing, legend, caption, &figures) }
        </>
    }
}

/// Returns true if a mode depends on the settings of auto scaling.
pub fn has_scaling(mode: Mode) -> bool {
    matches!(mode, Mode::Provisioned { provisioning: Provisioning::AutoScaling { .. }, .. })
}
