//! Auto scaling: simulates a day of traffic with target, bounds and cooldowns. Shows consumed, provisioned, throttled and charged
//! units, better settings, and the settings as commands and templates.

use dynalab_app::calculator::amounts::{money, percent, units};
use dynalab_app::capacity::inputs::{Change, Choice, Number};
use dynalab_app::capacity::load::{self, class, scaling_run};
use dynalab_app::capacity::settings_text::{cli, cloud_formation};
use dynalab_capacity::scaling_day::{DaySums, ScaledMinute, ScalingRun, sum};
use yew::prelude::*;

use super::capacity_context::CapacityContext;
use super::curve;
use super::load_form;
use crate::browser::figures::grouped;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::controls::{columns, finding};
use crate::pages::calculator::figure::{Figures, Plot, figure, legend_entry};

const SETTINGS: &[Number] = &[
    Number::Target,
    Number::Minimum,
    Number::Maximum,
    Number::OutCooldown,
    Number::InCooldown,
    Number::ChangeSeconds,
];
const LOAD: &[Number] = &[Number::Reads, Number::Writes, Number::ItemKb];
/// Minutes per point of the chart.
const POINT_MINUTES: usize = 5;
const TARGETS: [u64; 5] = [50, 60, 70, 80, 90];

pub fn view(desk: &CapacityContext) -> Html {
    let run = scaling_run(desk.inputs);
    let demand = demand(desk);
    let minutes = run.second_day(&demand);
    let sums = sum(&minutes);
    let left = vec![desk.panel(words::CALC_SCALING_TITLE, html! {}, form(desk))];
    let right = vec![
        desk.panel(words::CALC_DAY_TITLE, html! {}, day(desk, &minutes, &sums)),
        desk.panel(words::CALC_SUGGESTIONS_TITLE, html! {}, suggestions(desk, run, &demand, &sums)),
        desk.panel(words::CALC_SETTINGS_TITLE, html! {}, settings(desk)),
    ];
    columns(left, right)
}

fn is_write(desk: &CapacityContext) -> bool {
    desk.inputs.is(Choice::Kind, "writes")
}

fn demand(desk: &CapacityContext) -> Vec<u64> {
    load::demand(desk.inputs, is_write(desk))
}

fn form(desk: &CapacityContext) -> Html {
    html! {
        <>
            { desk.choice(Choice::Kind) }
            { desk.numbers(SETTINGS) }
            { desk.choice(Choice::ScaleIn) }
            { curve::view(desk) }
            { load_form::view(desk, LOAD) }
        </>
    }
}

/// Returns the monthly cost of such days in US dollars, or none if a price is unknown.
fn month_usd(desk: &CapacityContext, unit_hours: f64) -> Option<f64> {
    let usd = desk.inputs.book().usd(class(desk.inputs).hour(is_write(desk)))?;
    Some(usd * unit_hours * desk.inputs.conventions().month.days())
}

fn usd_text(desk: &CapacityContext, usd: Option<f64>) -> String {
    usd.map_or_else(|| desk.text(words::CALC_NO_PRICE), money)
}

fn throttled_share(sums: &DaySums) -> f64 {
    if sums.demand_units > 0.0 { sums.throttled_units / sums.demand_units } else { 0.0 }
}

fn day(desk: &CapacityContext, minutes: &[ScaledMinute], sums: &DaySums) -> Html {
    let unit = if is_write(desk) { "WCU" } else { "RCU" };
    let share = throttled_share(sums);
    let usd = month_usd(desk, sums.unit_hours);
    let on_demand = desk.inputs.book().usd(class(desk.inputs).on_demand(is_write(desk)));
    let on_demand =
        on_demand.map(|usd| usd * sums.demand_units * desk.inputs.conventions().month.days() / 1_000_000.0);
    let bad = if sums.throttled_units > 0.0 { "answer-value--bad" } else { "answer-value--ok" };
    html! {
        <>
            { desk.answer(&[
                (percent(share), desk.text(words::CALC_THROTTLED), bad),
                (units(sums.unit_hours / 24.0), desk.text(words::CalcAverageProvisioned { unit: unit.into() }), ""),
                (grouped(sums.peak_provisioned), desk.text(words::CalcPeakProvisioned { unit: unit.into() }), ""),
                (grouped(sums.changes), desk.text(words::CALC_CHANGES), ""),
                (usd_text(desk, usd), desk.text(words::CALC_PER_MONTH), ""),
                (usd_text(desk, on_demand), desk.text(words::CALC_SAME_ON_DEMAND), ""),
            ], "calc-scaling-answer") }
            { chart(desk, minutes, sums, unit) }
            <p class="picture-caption">{ desk.text(words::CALC_SCALING_RULES) }</p>
        </>
    }
}

fn chart(desk: &CapacityContext, minutes: &[ScaledMinute], sums: &DaySums, unit: &str) -> Html {
    let hour = |minute: usize| minute as f64 / 60.0;
    let sampled: Vec<(f64, ScaledMinute)> = minutes
        .chunks(POINT_MINUTES)
        .enumerate()
        .filter_map(|(place, chunk)| Some((hour(place * POINT_MINUTES), worst(chunk)?)))
        .collect();
    let units_of = |milli: u64| milli as f64 / 1_000.0;
    let served: Vec<(f64, f64)> = sampled.iter().map(|(at, one)| (*at, units_of(one.served_milli))).collect();
    let demand: Vec<(f64, f64)> = sampled.iter().map(|(at, one)| (*at, units_of(one.demand_milli))).collect();
    let floor: Vec<(f64, f64)> = sampled.iter().map(|(at, _)| (*at, 0.0)).collect();
    let provisioned = sampled.iter().map(|(at, one)| (*at, one.provisioned as f64));
    let most = sampled
        .iter()
        .map(|(_, one)| units_of(one.demand_milli).max(one.provisioned as f64))
        .fold(1.0, f64::max);
    let plot = Plot::new(24.0, most);
    let mut figures = Figures::new(
        &[
            words::CALC_TIME,
            words::CALC_DEMAND,
            words::CALC_SERVED,
            words::CALC_PROVISIONED,
            words::CALC_THROTTLED_UNITS,
            words::CALC_BURST,
        ]
        .map(|name| desk.text(name)),
    );
    for (place, one) in minutes.iter().enumerate().step_by(15) {
        figures.add([
            format!("{:02}:{:02}", place / 60, place % 60),
            units(units_of(one.demand_milli)),
            units(units_of(one.served_milli)),
            grouped(one.provisioned),
            units(units_of(one.throttled_milli())),
            units(units_of(one.burst_milli)),
        ]);
    }
    let first = minutes.iter().position(|one| one.throttled_milli() > 0);
    let caption = match first {
        Some(first) => desk.text(words::CalcDayThrottled {
            units: units(sums.throttled_units).as_str().into(),
            unit: unit.into(),
            time: format!("{:02}:{:02}", first / 60, first % 60).as_str().into(),
        }),
        None => desk.text(words::CalcDayServed {
            units: units(sums.served_units).as_str().into(),
            unit: unit.into(),
        }),
    };
    let marks: Vec<(f64, String)> =
        (0..=4).map(|part| (f64::from(part) * 6.0, format!("{:02}:00", part * 6))).collect();
    let drawing = html! {
        <svg viewBox="0 0 540 232" role="img" aria-label={caption.clone()}>
            { plot.grid("", &marks) }
            <path class="pic-fill--soft" d={plot.band(&served, &floor)} />
            <path class="calc-throttled" d={plot.band(&demand, &served)} />
            <path class="pic-curve pic-curve--now" d={plot.line(demand.iter().copied())} />
            <path class="pic-limit" d={plot.line(steps(provisioned))} />
        </svg>
    };
    let legend = html! { <>
        { legend_entry("pic-fill", desk.text(words::CALC_DEMAND)) }
        { legend_entry("pic-item", desk.text(words::CALC_PROVISIONED)) }
        { legend_entry("pic-fill--bad", desk.text(words::CALC_THROTTLED_UNITS)) }
    </> };
    figure(desk.scene, "scaling", drawing, legend, caption, &figures)
}

/// Returns the minute with the most throttling, so that the chart hides none between its points.
fn worst(chunk: &[ScaledMinute]) -> Option<ScaledMinute> {
    chunk.iter().copied().max_by_key(|one| (one.throttled_milli(), one.demand_milli))
}

/// Returns the points of a step curve, where each value holds until the next.
fn steps(points: impl Iterator<Item = (f64, f64)>) -> impl Iterator<Item = (f64, f64)> {
    let mut last = None;
    points.flat_map(move |(x, y)| {
        let before = last.replace(y).unwrap_or(y);
        [(x, before), (x, y)]
    })
}

/// Renders better settings for the same day. Tries other targets and minimums, and offers the cheapest without throttling.
fn suggestions(desk: &CapacityContext, run: ScalingRun, demand: &[u64], now: &DaySums) -> Html {
    let peak = demand.iter().copied().max().unwrap_or_default().div_ceil(1_000);
    let mut floors = vec![run.target.minimum, peak / 4, peak / 2, peak * 3 / 4, peak];
    floors.retain(|floor| *floor >= 1);
    floors.sort_unstable();
    floors.dedup();
    let maximum = (peak * 2).max(run.target.maximum);
    let mut all: Vec<(u64, u64, DaySums)> = Vec::new();
    for target in TARGETS {
        for floor in &floors {
            let mut other = run;
            other.target.thousandths = target * 1_000;
            other.target.minimum = (*floor).min(40_000);
            other.target.maximum = maximum.max(other.target.minimum);
            all.push((target, other.target.minimum, sum(&other.second_day(demand))));
        }
    }
    all.sort_by(|one, other| {
        one.2
            .throttled_units
            .total_cmp(&other.2.throttled_units)
            .then(one.2.unit_hours.total_cmp(&other.2.unit_hours))
    });
    let mut figures = Figures::new(
        &[words::CALC_TARGET, words::CALC_MINIMUM, words::CALC_THROTTLED, words::CALC_PER_MONTH]
            .map(|name| desk.text(name)),
    );
    for (target, floor, sums) in all.iter().take(6) {
        figures.add([
            format!("{target} %"),
            grouped(*floor),
            percent(throttled_share(sums)),
            usd_text(desk, month_usd(desk, sums.unit_hours)),
        ]);
    }
    let Some((target, floor, best)) = all.first() else { return html! {} };
    let is_better = best.throttled_units < now.throttled_units
        || best.throttled_units <= now.throttled_units && best.unit_hours < now.unit_hours - 1e-6;
    let text = desk.text(words::CalcSuggestion {
        target: (*target).into(),
        floor: (*floor).into(),
        share: percent(throttled_share(best)).as_str().into(),
        usd: usd_text(desk, month_usd(desk, best.unit_hours)).as_str().into(),
    });
    let take = Change::All(vec![
        Change::Number(Number::Target, *target as f64),
        Change::Number(Number::Minimum, *floor as f64),
        Change::Number(Number::Maximum, maximum as f64),
    ]);
    html! {
        <>
            if is_better {
                <div data-testid="calc-suggestion">{ finding("warn", text) }</div>
                <div class="calc-row">{ desk.button(words::CALC_SUGGESTION_TAKE, take) }</div>
            } else {
                <div data-testid="calc-suggestion">{ finding("ok", desk.text(words::CALC_SUGGESTION_NONE)) }</div>
            }
            <div class="calc-scroll">{ figures.view() }</div>
            <div class="calc-row">{ figures.csv_button(desk.scene, "suggestions") }</div>
            <p class="picture-caption">{ desk.text(words::CALC_SUGGESTIONS_CAPTION) }</p>
        </>
    }
}

fn settings(desk: &CapacityContext) -> Html {
    let run = scaling_run(desk.inputs);
    let write = is_write(desk);
    html! {
        <>
            <p class="picture-caption">{ desk.text(words::CALC_SETTINGS_CAPTION) }</p>
            <h3 class="calc-heading">{ "AWS CLI" }</h3>
            <pre class="code code--inset" tabindex="0" lang="en" data-testid="calc-cli">{ cli(&run.target, write) }</pre>
            <h3 class="calc-heading">{ "CloudFormation" }</h3>
            <pre class="code code--inset" tabindex="0" lang="en" data-testid="calc-cloudformation">{ cloud_formation(&run.target, write) }</pre>
        </>
    }
}
