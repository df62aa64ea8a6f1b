//! The result of a load test: responses per second, the use of each partition, units, cost, and the hot key.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_app::request::price::usd_text;
use dynalab_playground::views::load_test::report::{Report, SecondCount};
use dynalab_playground::views::load_test::{
    LoadTestView, PartitionView, ResourceView, SECONDS_SHOWN, Verdict,
};
use dynalab_pricing::{PriceBook, Region};
use yew::prelude::*;

use crate::browser::figures;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::figure::{self, Figure};

const WIDTH: f64 = 560.0;
const LEFT: f64 = 76.0;
/// Maximum number of letters of an index's name beside its strips.
const INDEX_NAME_MAX: usize = 7;
const RIGHT: f64 = 8.0;
const BARS_BOTTOM: f64 = 126.0;
const BARS_TOP: f64 = 30.0;
/// The height of the strip of one partition.
const STRIP: f64 = 12.0;
/// Renders nothing before the first load test.
pub fn drawn(canvas: &Canvas, report: &Report) -> Html {
    let region = Region::from_name(&report.region).unwrap_or_default();
    let view = LoadTestView::from_report(report, &PriceBook::load(region));
    if view.verdict == Verdict::Nothing && !report.running {
        return html! {};
    }
    let caption = verdict(canvas, report, &view);
    let drawing = drawing(canvas, &view, &caption);
    html! {
        <>
            <p class="picture-caption" role={(!report.running).then_some("status")} data-testid="load-test-status">{ status(canvas, report) }</p>
            <div data-testid="load-test-result">{ Figure { drawing, legend: legend(canvas), caption, twin: twin(canvas, &view) }.view(canvas) }</div>
            <ul class="load-test-facts" data-testid="load-test-facts">
                { for facts(canvas, &view, region).into_iter().map(|fact| html! { <li>{ fact }</li> }) }
            </ul>
        </>
    }
}

fn status(canvas: &Canvas, report: &Report) -> String {
    let (second, seconds) = ((report.elapsed_ms / 1_000).into(), report.seconds.into());
    match (report.running, report.late) {
        (true, true) => canvas.text(sentences::pictures::LoadTestLate { second, seconds }),
        (true, false) => canvas.text(sentences::pictures::LoadTestRunning { second, seconds }),
        (false, _) => canvas.text(sentences::pictures::LoadTestEnded { second, seconds }),
    }
}

fn percent(permille: u64) -> String {
    format!("{}.{}", permille / 10, permille % 10).trim_end_matches(".0").to_owned()
}

fn verdict(canvas: &Canvas, report: &Report, view: &LoadTestView) -> String {
    let requests = report.requests.into();
    match &view.verdict {
        Verdict::Nothing => canvas.text(sentences::pictures::LOAD_TEST_WAITING),
        Verdict::Served => canvas.text(sentences::pictures::LoadTestServed { requests }),
        Verdict::Throttled { permille, reason } => canvas.text(sentences::pictures::LoadTestThrottled {
            percent: percent(*permille).as_str().into(),
            requests,
            reason: reason.as_str().into(),
        }),
        Verdict::Failed { permille, error } => canvas.text(sentences::pictures::LoadTestFailed {
            percent: percent(*permille).as_str().into(),
            requests,
            error: error.as_str().into(),
        }),
    }
}

/// The sentences below the drawing.
fn facts(canvas: &Canvas, view: &LoadTestView, region: Region) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(hot) = &view.hot {
        facts.push(canvas.text(sentences::pictures::LoadTestHotKey {
            value: hot.value.as_str().into(),
            attribute: hot.attribute.as_str().into(),
            resource: hot.resource.index_name.as_ref().unwrap_or(&hot.resource.table_name).as_str().into(),
            percent: percent(hot.permille).as_str().into(),
            throttled: hot.throttled.into(),
        }));
    }
    let units = [view.read_units_per_second, view.write_units_per_second].map(figures::grouped_decimal);
    facts.push(canvas.text(sentences::pictures::LoadTestUnits {
        reads: units[0].as_str().into(),
        writes: units[1].as_str().into(),
    }));
    if let Some(usd) = view.usd_per_hour {
        facts.push(canvas.text(sentences::pictures::LoadTestCost {
            usd: usd_text(usd).as_str().into(),
            region: region.name().into(),
        }));
    }
    facts
}

/// Partitions that had requests, each with the table or index.
fn busy(view: &LoadTestView) -> Vec<(&ResourceView, &PartitionView)> {
    let all = view.resources.iter();
    let all = all.flat_map(|resource| resource.partitions.iter().map(move |partition| (resource, partition)));
    all.filter(|(_, partition)| partition.peak_permille > 0 || partition.throttled > 0).collect()
}

fn drawing(canvas: &Canvas, view: &LoadTestView, label: &str) -> Html {
    let strips = busy(view);
    let strips_top = BARS_BOTTOM + 34.0;
    let height = strips_top + strips.len() as f64 * (STRIP + 3.0) + 6.0;
    let newest = view.seconds.last().map_or(0, |second| second.second);
    let width = (WIDTH - LEFT - RIGHT) / SECONDS_SHOWN as f64;
    let x_of = |second: u64| WIDTH - RIGHT - (newest.saturating_sub(second) + 1) as f64 * width;
    let most = view.most_per_second.max(10) as f64;
    html! {
        <svg class="picture-wide picture-latest" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.to_owned()}>
            <defs>
                <pattern id="hatch-load-test" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <path class="pic-hatch" d="M0 0V6" />
                </pattern>
            </defs>
            <text class="pic-label pic-label--quiet" x="4" y="12">{ canvas.text(sentences::pictures::PER_SECOND) }</text>
            { for [0.0, 0.5, 1.0].into_iter().map(|share| {
                let y = BARS_BOTTOM - share * (BARS_BOTTOM - BARS_TOP);
                html! { <g><path class="pic-rule" d={format!("M{LEFT} {0}H{WIDTH}", short(y))} />
                    <text class="pic-label pic-label--data pic-label--quiet pic-end" x={short(LEFT - 4.0)} y={short(y + 4.0)}>
                        { figures::grouped((most * share) as u64) }</text></g> }
            }) }
            { for view.seconds.iter().map(|second| bar(second, x_of(second.second), width, most)) }
            if !strips.is_empty() {
                <text class="pic-label pic-label--quiet" x="4" y={short(strips_top - 8.0)}>{ canvas.text(sentences::pictures::LOAD_TEST_HEAT) }</text>
            }
            { for strips.iter().enumerate().map(|(row, (resource, partition))| {
                let y = strips_top + row as f64 * (STRIP + 3.0);
                html! {
                    <g key={format!("{}-{}", resource.name, partition.id)}>
                        <title>{ format!("{} P{}", resource.name, partition.id) }</title>
                        <text class="pic-label pic-label--data pic-end" x={short(LEFT - 4.0)} y={short(y + STRIP - 2.0)}>
                            { partition_name(resource, partition) }
                        </text>
                        { for partition.heat.iter().map(|heat| html! {
                            <rect
                                class={heat_class(heat.permille)} x={short(x_of(heat.second))} y={short(y)} width={short((width - 0.6).max(0.6))}
                                height={short(STRIP)}
                            />
                        }) }
                    </g>
                }
            }) }
        </svg>
    }
}

/// The name beside a strip: "P0" of the table, "GSI1 P0" of an index.
fn partition_name(resource: &ResourceView, partition: &PartitionView) -> String {
    match resource.is_index {
        true => format!("{} P{}", key_text::cut(&resource.name, INDEX_NAME_MAX), partition.id),
        false => format!("P{}", partition.id),
    }
}

/// The same steps as in the diagram of partitions.
fn heat_class(permille: u64) -> &'static str {
    match permille {
        0..20 => "pic-heat-0",
        20..250 => "pic-heat-1",
        250..600 => "pic-heat-2",
        600..900 => "pic-heat-3",
        _ => "pic-heat-4",
    }
}

fn bar(second: &SecondCount, x: f64, width: f64, most: f64) -> Html {
    let height = |count: u64| count as f64 / most * (BARS_BOTTOM - BARS_TOP);
    let (ok, throttled, failed) = (height(second.ok), height(second.throttled), height(second.failed));
    let rect = |class: &'static str, y: f64, height: f64, fill: Option<&'static str>| {
        html! { <rect {class} {fill} x={short(x)} y={short(y)} width={short((width - 0.6).max(0.6))} height={short(height)} /> }
    };
    html! {
        <g key={second.second}>
            { rect("pic-fill", BARS_BOTTOM - ok, ok, None) }
            if second.throttled > 0 { { rect("pic-refused", BARS_BOTTOM - ok - throttled, throttled, Some("url(#hatch-load-test)")) } }
            if second.failed > 0 { { rect("pic-item--bad", BARS_BOTTOM - ok - throttled - failed, failed, None) } }
        </g>
    }
}

fn legend(canvas: &Canvas) -> Html {
    let entry = |class: &'static str, fill: Option<&'static str>, name| {
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} {fill} x="4" y="1" width="14" height="10" /></svg>{ canvas.text(name) }
            </span>
        }
    };
    html! {
        <>
            { entry("pic-fill", None, sentences::pictures::TRAFFIC_SERVED) }
            { entry("pic-refused", Some("url(#hatch-load-test)"), sentences::pictures::TRAFFIC_THROTTLED) }
            { entry("pic-item--bad", None, sentences::pictures::LOAD_TEST_FAILED_LEGEND) }
            { for ["pic-heat-1", "pic-heat-2", "pic-heat-3", "pic-heat-4"].into_iter().zip(["2 %", "25 %", "60 %", "90 %"]).map(|(class, share)| html! {
                <span class="legend-entry">
                    <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="4" y="1" width="14" height="10" /></svg>{ "≥ " }{ share }
                </span>
            }) }
        </>
    }
}

/// The partitions and the reasons of throttling as tables.
fn twin(canvas: &Canvas, view: &LoadTestView) -> Html {
    let head = [
        sentences::pictures::LOAD_TEST_PARTITION,
        sentences::pictures::LOAD_TEST_PEAK,
        sentences::pictures::LOAD_TEST_THROTTLED_COUNT,
    ];
    let rows = busy(view).into_iter().map(|(resource, partition)| {
        [
            format!("{} P{}", resource.name, partition.id),
            percent(partition.peak_permille),
            figures::grouped(partition.throttled),
        ]
    });
    let reasons =
        view.throttles.iter().map(|reason| [reason.name.clone(), figures::grouped(reason.requests)]);
    let reasons_head = [sentences::pictures::TRAFFIC_OUTCOME, sentences::pictures::TRAFFIC_COUNT];
    html! {
        <>
            { figure::sheet(canvas, sentences::pictures::LOAD_TEST_HEAT, head, rows) }
            if !view.throttles.is_empty() { { figure::sheet(canvas, sentences::pictures::LOAD_TEST_THROTTLED_COUNT, reasons_head, reasons) } }
        </>
    }
}
