//! The results of a day: a sentence about the first limit reached, the figures, the heat map and the charts.

use std::rc::Rc;

use dynalab_app::calculator::amounts::{money, percent};
use dynalab_app::scale::busiest_key::busiest_key;
use dynalab_app::scale::cost;
use dynalab_app::scale::inputs::Side;
use dynalab_messages::figures;
use dynalab_traffic::lab::{Break, DayReport, Limit};
use yew::prelude::*;

use super::charts::{self, time};
use super::heat;
use super::run::Outcome;
use super::scale_context::ScaleContext;
use crate::browser::figures::grouped;
use crate::components::icon::Icon;
use crate::page::scene::Scene;
use crate::page::sentences::scale as words;
use crate::pages::calculator::controls::{self, panel};
use crate::pages::calculator::figure::Figures;

#[derive(PartialEq, Properties)]
pub struct ResultsProps {
    pub scene: Scene,
    pub side: Side,
    pub outcome: Rc<Outcome>,
    /// Whether the inputs changed after the run.
    pub is_old: bool,
}

/// Renders the results. A moving slider does not render them again, because the outcome is the same.
#[component]
pub fn Results(props: &ResultsProps) -> Html {
    let ResultsProps { scene, side, outcome, is_old } = props;
    let report = &outcome.reports[*side as usize];
    let (title, names) = match side {
        Side::A => (words::SCALE_DAY_A, ["lab-heat-a", "lab-index-a", "lab-requests-a", "lab-partitions-a"]),
        Side::B => (words::SCALE_DAY_B, ["lab-heat-b", "lab-index-b", "lab-requests-b", "lab-partitions-b"]),
    };
    let id = format!("scale-day-{}", side.name());
    let [table_heat, index_heat, requests, partitions] = names;
    let used = scene.text(words::ScaleHeatCaption {
        used: (report.heat.used_rows() as u64).into(),
        rows: (report.heat.rows as u64).into(),
        percent: percent(report.busiest_permille as f64 / 1_000.0).as_str().into(),
        time: time(report.busiest_minute).as_str().into(),
    });
    let body = html! {
        <>
            { verdict(scene, *side, outcome) }
            { answer(scene, *side, outcome) }
            { heat::view(scene, table_heat, &report.heat, report, used) }
            if let Some(index) = &report.index_heat {
                { heat::view(scene, index_heat, index, report, scene.text(words::SCALE_INDEX_HEAT)) }
            }
            { charts::requests(scene, requests, report) }
            { charts::partitions(scene, partitions, report) }
        </>
    };
    html! {
        <div class={classes!("lab-results", is_old.then_some("lab-results--old"))} data-testid={format!("scale-results-{}", side.name())}>
            { panel(id, scene.text(title), html! {}, body) }
        </div>
    }
}

/// Renders the first limit that the design reaches, the time, and the remedy.
fn verdict(scene: &Scene, side: Side, outcome: &Outcome) -> Html {
    let report = &outcome.reports[side as usize];
    let (kind, icon, text, cure) = match report.breaks {
        None if report.throttled() == 0 => ("ok", Icon::Check, scene.text(words::SCALE_HOLDS), None),
        None => {
            let share = percent(report.throttled_share());
            ("warn", Icon::Warning, scene.text(words::ScaleNearly { share: share.as_str().into() }), None)
        }
        Some(breaks) => ("bad", Icon::Warning, broken(scene, &breaks), Some(scene.text(cure_of(&breaks)))),
    };
    html! {
        <div class={classes!("finding", "calc-finding", format!("finding--{kind}"))} data-testid={format!("scale-verdict-{}", side.name())}>
            { icon.draw() }
            <div><p>{ text }</p>{ for busiest(scene, side, outcome).map(|text| html! { <p>{ text }</p> }) }if let Some(cure) = cure { <p>{ cure }</p> }</div>
        </div>
    }
}

fn broken(scene: &Scene, breaks: &Break) -> String {
    let time = time(breaks.minute);
    let share = percent(breaks.throttled_permille as f64 / 1_000.0);
    let (time, share) = (time.as_str().into(), share.as_str().into());
    let reason = breaks.reason;
    match (reason.limit, reason.is_index, reason.is_write) {
        (Limit::Partition, true, _) => scene.text(words::ScaleBreaksIndex { time, share }),
        (Limit::Partition, false, true) => scene.text(words::ScaleBreaksWrite { time, share }),
        (Limit::Partition, false, false) => scene.text(words::ScaleBreaksRead { time, share }),
        (Limit::Peak, ..) => scene.text(words::ScaleBreaksPeak { time, share }),
        (Limit::Provisioned, ..) => scene.text(words::ScaleBreaksProvisioned { time, share }),
        (Limit::Quota, ..) => scene.text(words::ScaleBreaksQuota { time, share }),
    }
}

/// Returns which key makes a partition hot, and which access pattern of the design uses it most.
fn busiest(scene: &Scene, side: Side, outcome: &Outcome) -> Option<String> {
    let breaks =
        outcome.reports[side as usize].breaks.filter(|breaks| breaks.reason.limit == Limit::Partition)?;
    let load = outcome.inputs.adjusted_load(side)?;
    let found = busiest_key(&load, outcome.inputs.simulated_table(side)?, &breaks)?;
    let unit = if breaks.reason.is_write { "WCU" } else { "RCU" };
    let units = format!("{} {unit}", figures::units(found.units_per_second));
    let (key, pattern) = (found.keys.busiest_label(), found.pattern.into());
    Some(scene.text(words::ScaleBusiestKey {
        key: key.as_str().into(),
        units: units.as_str().into(),
        pattern,
    }))
}

fn cure_of(breaks: &Break) -> crate::page::messages::Sentence {
    match (breaks.reason.limit, breaks.reason.is_index) {
        (Limit::Partition, true) => words::SCALE_CURE_INDEX,
        (Limit::Partition, false) => words::SCALE_CURE_PARTITION,
        (Limit::Peak, _) => words::SCALE_CURE_PEAK,
        (Limit::Provisioned, _) => words::SCALE_CURE_PROVISIONED,
        (Limit::Quota, _) => words::SCALE_CURE_QUOTA,
    }
}

fn answer(scene: &Scene, side: Side, outcome: &Outcome) -> Html {
    let report = &outcome.reports[side as usize];
    let last = report.quarters.last().map_or(report.partitions, |quarter| quarter.partitions);
    let partitions = match last == report.partitions {
        true => grouped(last),
        false => format!("{} → {}", grouped(report.partitions), grouped(last)),
    };
    let cost = cost::day_cost(&outcome.inputs, side, report);
    let usd =
        |of: fn(&cost::Cost) -> f64| cost.as_ref().map_or_else(|| "–".to_owned(), |cost| money(of(cost)));
    let class = if report.throttled() == 0 { "answer-value--ok" } else { "answer-value--bad" };
    let mut parts = vec![
        (percent(report.throttled_share()), scene.text(words::SCALE_OF_REQUESTS), class),
        (partitions, scene.text(words::SCALE_PARTITIONS), ""),
        (usd(|cost| cost.day_usd), scene.text(words::SCALE_THIS_DAY), ""),
        (usd(|cost| cost.month_usd), scene.text(words::SCALE_A_MONTH), ""),
    ];
    if let Some(bill) = cost::offered_bill(&outcome.inputs, side) {
        parts.push((figures::money(bill.total_usd()), scene.text(words::SCALE_OFFERED_MONTH), ""));
    }
    controls::answer(&parts, format!("scale-answer-{}", side.name()), Some("lab-answer"))
}

/// Renders the requests of both days, and throttled requests by reason.
pub fn reasons(desk: &ScaleContext, outcome: &Outcome) -> Html {
    let [a, b] = &outcome.reports;
    let mut figures = Figures::new(&[desk.text(words::SCALE_REASON), "A".to_owned(), "B".to_owned()]);
    let served = |report: &DayReport| grouped(report.requests() - report.throttled().min(report.requests()));
    figures.add([desk.text(words::SCALE_SERVED), served(a), served(b)]);
    let all = a.throttles.iter().chain(&b.throttles).map(|throttles| throttles.reason);
    let mut names: Vec<String> = all.map(|reason| reason.name()).collect();
    names.sort_unstable();
    names.dedup();
    let of = |report: &DayReport, name: &str| {
        let alike = report.throttles.iter().filter(|throttles| throttles.reason.name() == name);
        grouped(alike.map(|throttles| throttles.requests).sum())
    };
    for name in &names {
        figures.add([name.clone(), of(a, name), of(b, name)]);
    }
    figures.add([desk.text(words::SCALE_CONSUMED_WCU), grouped(a.write_units), grouped(b.write_units)]);
    figures.add([desk.text(words::SCALE_CONSUMED_RCU), grouped(a.read_units), grouped(b.read_units)]);
    let body = html! {
        <>
            <div class="calc-scroll" tabindex="0" role="group" aria-label={desk.text(words::SCALE_REASONS)} data-testid="scale-reasons">{ figures.view() }</div>
            <div class="calc-row">{ figures.csv_button(desk.scene, "lab-reasons") }</div>
        </>
    };
    panel("scale-reasons-title".to_owned(), desk.text(words::SCALE_REASONS), html! {}, body)
}
