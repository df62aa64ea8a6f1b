//! Faults: rules that make requests fail, how often each applied, the effect of retries, and zones that are down.

use dynalab_app::pictures::faults::retries::{LEGACY, STANDARD, percent, retried};
use dynalab_app::pictures::faults::rule::{self, Rule};
use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_app::request::call_result::ReadyRequest;
use dynalab_service::contract::Call;
use dynalab_service::contract::faults::{
    DeleteFault, DescribeFaults, DescribeReplicas, FaultDescription, FaultsDescription, ReplicasDescription,
    SetZone,
};
use yew::prelude::*;

use super::engine_reads::use_described;
use super::figure::{self, Figure};
use super::{Canvas, form};
use crate::browser::field_events::is_checked;
use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::replicas::zone_label;

const WIDTH: f64 = 560.0;
const ROW: f64 = 44.0;
const LEFT: f64 = 180.0;
const BAR: f64 = 190.0;
const ROWS_MAX: usize = 8;
const ZONES: [&str; 3] = ["a", "b", "c"];

#[derive(PartialEq, Properties)]
pub struct FaultsProps {
    pub canvas: Canvas,
}

/// Sends a control and shows its error.
type Turns = Callback<ReadyRequest>;

#[component]
pub fn Faults(props: &FaultsProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let rule = use_state(Rule::default);
    {
        // An error concerned the earlier rule, so it is removed.
        let refusal = refusal.setter();
        use_effect_with((*rule).clone(), move |_| refusal.set(None));
    }
    let described = use_described(canvas, DescribeFaults {});
    let zones = use_described(canvas, DescribeReplicas { table_name: canvas.place.table.clone() });
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    let turns: Turns = {
        let (page, refusal) = (canvas.page.clone(), refusal.setter());
        Callback::from(move |request: ReadyRequest| {
            refusal.set(None);
            let refusal = refusal.clone();
            page.send_control(request, Callback::from(move |why| refusal.set(Some(why))));
        })
    };
    let zones = zones.as_deref().and_then(|zones| zones.as_ref().ok());
    html! {
        <>
            { ready(canvas, described, &turns) }
            { zone_keys(canvas, zones, &turns) }
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            if described.faults.is_empty() {
                <p class="picture-caption handlers-about">{ canvas.text(sentences::pictures::FAULTS_NONE) }</p>
            } else {
                { drawn(canvas, described).view(canvas) }
                { list(canvas, described, &turns) }
            }
            { own(canvas, &rule, &turns) }
        </>
    }
}

fn key(
    canvas: &Canvas,
    id: String,
    label: String,
    pressed: Option<bool>,
    onclick: Callback<MouseEvent>,
) -> Html {
    let pressed = pressed.map(|pressed| pressed.to_string());
    html! {
        <button class="button access-owner" type="button" aria-pressed={pressed} data-testid={id} disabled={!canvas.is_live()} {onclick}>{ label }</button>
    }
}

/// Renders the predefined rules, which a person turns on or off.
fn ready(canvas: &Canvas, described: &FaultsDescription, turns: &Turns) -> Html {
    html! {
        <div class="picture-form" role="group" aria-label={canvas.text(sentences::pictures::PICTURE_FAULTS)}>
            <p class="picture-caption">{ canvas.text(sentences::pictures::FAULTS_ABOUT) }</p>
            { for rule::READY.iter().map(|name| {
                let is_on = described.faults.iter().any(|fault| fault.name == *name);
                let turn = match is_on {
                    true => DeleteFault { name: (*name).to_owned() }.request(),
                    false => Rule::ready(name).put(name, &canvas.place.table).request(),
                };
                let turns = turns.clone();
                let onclick = Callback::from(move |_| turns.emit(turn.clone()));
                key(canvas, format!("faults-{name}"), canvas.text_or(sentences::pictures::faults_ready(name), name), Some(is_on), onclick)
            }) }
        </div>
    }
}

fn zone_keys(canvas: &Canvas, zones: Option<&ReplicasDescription>, turns: &Turns) -> Html {
    let replicas =
        || zones.iter().flat_map(|told| &told.partitions).flat_map(|partition| &partition.replicas);
    let is_up = |zone: &str| !replicas().any(|replica| replica.zone == zone && replica.status == "DOWN");
    html! {
        <div class="picture-form" role="group" aria-label={canvas.text(sentences::pictures::FAULTS_ZONES)}>
            { for ZONES.into_iter().map(|zone| {
                let up = is_up(zone);
                let turns = turns.clone();
                let onclick = Callback::from(move |_| turns.emit(SetZone { zone: zone.to_owned(), up: !up }.request()));
                key(canvas, format!("faults-zone-{zone}"), zone_label(canvas, zone, up), Some(!up), onclick)
            }) }
        </div>
    }
}

/// Renders the form of a custom rule.
fn own(canvas: &Canvas, rule: &UseStateHandle<Rule>, turns: &Turns) -> Html {
    let change = |edit: fn(&mut Rule, String)| {
        let (now, state) = ((**rule).clone(), rule.setter());
        Callback::from(move |entered: String| {
            let mut changed = now.clone();
            edit(&mut changed, entered);
            state.set(changed);
        })
    };
    let check = |name: Sentence, checked: bool, edit: fn(&mut Rule, String)| {
        let write = change(edit);
        let onchange = Callback::from(move |event: Event| write.emit(is_checked(&event).to_string()));
        html! { <label class="check"><input type="checkbox" {checked} data-testid={name.name()} {onchange} />{ canvas.text(name) }</label> }
    };
    let put = {
        let (put, turns) = (rule.put(&rule.name(), &canvas.place.table), turns.clone());
        Callback::from(move |_| turns.emit(put.request()))
    };
    html! {
        <div class="picture-form">
            { form::choice(
                canvas, sentences::pictures::FAULTS_KIND, sentences::pictures::faults_kind, rule::KINDS, &rule.kind,
                change(|rule, kind| rule.kind = kind),
            ) }
            { form::choice(
                canvas, sentences::pictures::FAULTS_OPERATIONS, sentences::pictures::faults_operations, rule::ABOUT, &rule.about,
                change(|rule, about| rule.about = about),
            ) }
            { form::number(
                canvas, sentences::pictures::FAULTS_PERCENT, rule.percent, 100,
                change(|rule, text| rule.percent = text.parse().unwrap_or(rule.percent).min(100)),
            ) }
            { check(sentences::pictures::FAULTS_THIS_TABLE, rule.this_table, |rule, set| rule.this_table = set == "true") }
            if rule.kind == "TIMEOUT" { { check(sentences::pictures::FAULTS_AFTER_COMMIT, rule.after_commit, |rule, set| rule.after_commit = set == "true") } }
            { key(canvas, sentences::pictures::FAULTS_ADD.name().to_owned(), canvas.text(sentences::pictures::FAULTS_ADD), None, put) }
        </div>
    }
}

fn drawn(canvas: &Canvas, described: &FaultsDescription) -> Figure {
    let shown = &described.faults[..described.faults.len().min(ROWS_MAX)];
    let height = 20.0 + ROW * shown.len() as f64;
    let label = caption(canvas, described);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.clone()}>
            <text class="pic-label pic-label--quiet" x={short(LEFT)} y="12">{ canvas.text(sentences::pictures::FAULTS_SHARE) }</text>
            <text class="pic-label pic-label--quiet" x={short(LEFT + BAR + 14.0)} y="12">{ canvas.text(sentences::pictures::FAULTS_WITH_RETRIES) }</text>
            { for shown.iter().enumerate().map(|(row, fault)| bar(canvas, fault, 20.0 + ROW * row as f64)) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, described) }
}

fn bar(canvas: &Canvas, fault: &FaultDescription, y: f64) -> Html {
    let asked = fault.rate_permille as f64 / 1000.0;
    let struck = if fault.asked == 0 { 0.0 } else { fault.struck as f64 / fault.asked as f64 };
    let (standard, legacy) = (retried(fault.rate_permille, STANDARD), retried(fault.rate_permille, LEGACY));
    let counts = format!("{} / {}", figures::grouped(fault.struck), figures::grouped(fault.asked));
    let told = |attempts: u32, share: f64| {
        let share = percent(share);
        canvas.messages.text(sentences::pictures::FaultsAttempts {
            attempts: u64::from(attempts).into(),
            share: share.as_str().into(),
        })
    };
    html! {
        <g key={fault.name.clone()}>
            <text class="pic-label pic-label--strong" x="6" y={short(y + 15.0)}>{ key_text::cut(&fault.name, 26) }</text>
            <text class="pic-label pic-label--quiet" x="6" y={short(y + 30.0)}>
                { canvas.text_or(sentences::pictures::faults_kind(&fault.kind), &fault.kind) }
            </text>
            <rect class="pic-lane" x={short(LEFT)} y={short(y + 4.0)} width={short(BAR)} height="16" rx="3" />
            <rect class="pic-fill--bad" x={short(LEFT)} y={short(y + 4.0)} width={short(BAR * struck)} height="16" rx="3" />
            <path class="pic-limit" d={format!("M{0} {1}v20", short(LEFT + BAR * asked), short(y + 2.0))} />
            <text class="pic-label pic-label--data" x={short(LEFT)} y={short(y + 34.0)}>{ counts }</text>
            <text class="pic-label pic-label--data pic-end" x={short(LEFT + BAR)} y={short(y + 34.0)}>{ percent(asked) }</text>
            <text class="pic-label" x={short(LEFT + BAR + 14.0)} y={short(y + 15.0)}>{ told(STANDARD, standard.still_fail) }</text>
            <text class="pic-label pic-label--quiet" x={short(LEFT + BAR + 14.0)} y={short(y + 31.0)}>{ told(LEGACY, legacy.still_fail) }</text>
        </g>
    }
}

fn legend(canvas: &Canvas) -> Html {
    html! {
        <>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect class="pic-fill--bad" x="1" y="1" width="20" height="10" rx="2" /></svg>
                { canvas.text(sentences::pictures::FAULTS_STRUCK) }
            </span>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><path class="pic-limit" d="M11 0v12" /></svg>
                { canvas.text(sentences::pictures::FAULTS_ASKED_FOR) }
            </span>
        </>
    }
}

fn caption(canvas: &Canvas, described: &FaultsDescription) -> String {
    let asked = described.faults.iter().map(|fault| fault.asked).sum::<u64>();
    let struck = described.faults.iter().map(|fault| fault.struck).sum::<u64>();
    let repeats = described.faults.iter().any(|fault| fault.after_commit == Some(true));
    let (asked, struck) = (asked.into(), struck.into());
    match repeats {
        true => canvas.text(sentences::pictures::FaultsCaptionRepeats { asked, struck }),
        false => canvas.text(sentences::pictures::FaultsCaption { asked, struck }),
    }
}

fn operations_of(canvas: &Canvas, fault: &FaultDescription) -> String {
    match &fault.operations {
        None => canvas.text(sentences::pictures::FAULTS_OPERATIONS_ALL),
        Some(operations) => operations.join(", "),
    }
}

fn twin(canvas: &Canvas, described: &FaultsDescription) -> Html {
    let head = [
        sentences::pictures::FAULTS_RULE,
        sentences::pictures::FAULTS_KIND,
        sentences::pictures::FAULTS_OPERATIONS,
        sentences::pictures::FAULTS_SHARE,
        sentences::pictures::FAULTS_STRUCK,
        sentences::pictures::FAULTS_WITH_RETRIES,
        sentences::pictures::FAULTS_REQUESTS,
    ];
    let rows = described.faults.iter().map(|fault| {
        let standard = retried(fault.rate_permille, STANDARD);
        [
            fault.name.clone(),
            canvas.text_or(sentences::pictures::faults_kind(&fault.kind), &fault.kind),
            operations_of(canvas, fault),
            percent(fault.rate_permille as f64 / 1000.0),
            format!("{} / {}", figures::grouped(fault.struck), figures::grouped(fault.asked)),
            percent(standard.still_fail),
            figures::grouped_decimal((standard.requests * 100.0).round() / 100.0),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_FAULTS, head, rows)
}

fn list(canvas: &Canvas, described: &FaultsDescription, turns: &Turns) -> Html {
    html! {
        <ul class="operations-notes faults-list" data-testid="faults-list">{ for described.faults.iter().map(|fault| {
            let (turns, name) = (turns.clone(), fault.name.clone());
            let onclick = Callback::from(move |_: MouseEvent| turns.emit(DeleteFault { name: name.clone() }.request()));
            let table = fault.table_name.clone().unwrap_or_else(|| canvas.text(sentences::pictures::FAULTS_ALL_TABLES));
            let after = if fault.after_commit == Some(true) { format!(" · {}", canvas.text(sentences::pictures::FAULTS_AFTER_COMMIT)) } else { String::new() };
            html! {
                <li key={fault.name.clone()}>
                    <span><b>{ &fault.name }</b><small>{ format!("{table} · {}{after}", operations_of(canvas, fault)) }</small></span>
                    <button
                        class="button" type="button"
                        aria-label={canvas.messages.text(sentences::pictures::FaultsRemoveNamed { name: fault.name.as_str().into() })}
                        disabled={!canvas.is_live()} {onclick}
                    >
                        { canvas.text(sentences::pictures::FAULTS_REMOVE) }
                    </button>
                </li>
            }
        }) }</ul>
    }
}
