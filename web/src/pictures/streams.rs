//! Streams: the shards of the partitions, the newest records in each, and the function that receives them.

use serde::Deserialize;
use serde_json::{Value, json};
use yew::prelude::*;

use super::engine_reads::use_described;
use super::figure::{self, EmptyFigure, Figure};
use super::{Canvas, empty_drawings, key_text};
use crate::figures;
use crate::messages::Sentence;
use crate::sentences;
use crate::svg::short;

const WIDTH: f64 = 560.0;
const ROW: f64 = 36.0;
const TOP: f64 = 8.0;
const LEFT: f64 = 138.0;
const RECORD: f64 = 17.0;
const SHARDS_MAX: usize = 8;

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
struct Described {
    stream_arn: Option<String>,
    stream_view_type: String,
    stream_status: String,
    shards: Vec<Shard>,
    mappings: Vec<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Shard {
    shard_id: String,
    parent_shard_id: Option<String>,
    closed: bool,
    record_count: u64,
    newest: Vec<Record>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Record {
    sequence_number: String,
    event_name: String,
    key: Value,
    at: f64,
    by_service: bool,
}

/// The progress of the function, as its mapping describes it.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
struct FunctionProgress {
    invocations: u64,
    failed_invocations: u64,
    records_delivered: u64,
    records_handed_again: u64,
    records_dead_lettered: u64,
    shards: Vec<MappedShard>,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
struct MappedShard {
    shard_id: String,
    records_waiting: u64,
    iterator_age_ms: u64,
    lanes: Vec<Lane>,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
struct Lane {
    position: String,
    in_flight: Option<Value>,
}

#[derive(PartialEq, Properties)]
pub struct StreamsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Streams(props: &StreamsProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let body = json!({ "TableName": canvas.place.table });
    let described = use_described::<Described>(canvas, "Dynalab.DescribeShards", body);
    let mapped = use_described::<FunctionProgress>(
        canvas,
        "Dynalab.DescribeEventSourceMapping",
        json!({ "Name": function_of(canvas) }),
    );
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    let mapped = mapped.as_deref().and_then(|mapped| mapped.as_ref().ok());
    let turn = {
        let (page, refusal) = (canvas.page.clone(), refusal.setter());
        move |operation: &'static str, body: Value| {
            let (page, refusal) = (page.clone(), refusal.clone());
            Callback::from(move |_: MouseEvent| {
                refusal.set(None);
                let refusal = refusal.clone();
                page.send_control(operation, body.clone(), Callback::from(move |why| refusal.set(Some(why))));
            })
        }
    };
    html! {
        <>
            <div class="picture-form">{ keys_of(canvas, described, mapped, turn) }</div>
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            if described.stream_arn.is_some() { { drawn(canvas, described, mapped).view(canvas) } }
        </>
    }
}

/// Returns the name of the table's function. Its prefix marks that this diagram created it.
fn function_of(canvas: &Canvas) -> String {
    format!("picture-{}", canvas.place.table)
}

fn keys_of(
    canvas: &Canvas,
    described: &Described,
    mapped: Option<&FunctionProgress>,
    turn: impl Fn(&'static str, Value) -> Callback<MouseEvent>,
) -> Html {
    let disabled = !canvas.is_live();
    let key = |name: Sentence, onclick| {
        html! { <button class="button" type="button" data-testid={name.name()} {disabled} {onclick}>{ canvas.text(name) }</button> }
    };
    let Some(arn) = described.stream_arn.as_ref().filter(|_| described.stream_status == "ENABLED") else {
        let specification = json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
        let body = json!({ "TableName": canvas.place.table, "StreamSpecification": specification });
        let foot = key(sentences::pictures::STREAMS_SWITCH_ON, turn("UpdateTable", body));
        let (title, about) = (sentences::pictures::STREAMS_OFF, sentences::pictures::STREAMS_OFF_ABOUT);
        return EmptyFigure { drawing: empty_drawings::shards(), title, about, foot }.view(&canvas.messages);
    };
    if mapped.is_some() {
        return key(
            sentences::pictures::STREAMS_REMOVE_FUNCTION,
            turn("Dynalab.DeleteEventSourceMapping", json!({ "Name": function_of(canvas) })),
        );
    }
    let mapping = json!({
        "Name": function_of(canvas), "StreamArn": arn, "BatchSize": 10, "StartingPosition": "TRIM_HORIZON",
        "BisectBatchOnFunctionError": true, "MaximumRetryAttempts": 2,
        "DestinationConfig": { "OnFailure": { "Destination": "dead-letters" } },
        "Handler": { "DurationMs": 200, "ErrorPermille": 50, "PoisonPermille": 10 },
    });
    html! { <>{ key(sentences::pictures::STREAMS_ADD_FUNCTION, turn("Dynalab.PutEventSourceMapping", mapping)) }<span class="picture-note">{ canvas.text(sentences::pictures::STREAMS_FUNCTION_ABOUT) }</span></> }
}

fn drawn(canvas: &Canvas, described: &Described, mapped: Option<&FunctionProgress>) -> Figure {
    let hidden = described.shards.len().saturating_sub(SHARDS_MAX);
    let shown = &described.shards[hidden..];
    let height = TOP + ROW * shown.len().max(1) as f64;
    let label = caption(canvas, described, mapped);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.clone()}>
            { for shown.iter().enumerate().map(|(row, shard)| {
                let mapped = mapped.and_then(|mapped| mapped.shards.iter().find(|mapped| mapped.shard_id == shard.shard_id));
                html! { <g key={shard.shard_id.clone()}>{ lane(canvas, shown, shard, mapped, row) }</g> }
            }) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, described, mapped) }
}

/// Returns the end of a shard's id, which is different for each shard.
fn mark(shard_id: &str) -> &str {
    shard_id.rsplit('-').next().unwrap_or(shard_id)
}

fn lane(canvas: &Canvas, shown: &[Shard], shard: &Shard, mapped: Option<&MappedShard>, row: usize) -> Html {
    let y = TOP + ROW * row as f64;
    let parent = shard.parent_shard_id.as_ref();
    let parent = parent.and_then(|parent| shown.iter().position(|other| other.shard_id == *parent));
    let fits = ((WIDTH - LEFT - 60.0) / RECORD) as usize;
    let records = &shard.newest[shard.newest.len().saturating_sub(fits)..];
    let earlier = shard.record_count.saturating_sub(records.len() as u64);
    // The first record that some lane of the function has not processed.
    let position = mapped.map(|mapped| {
        mapped.lanes.iter().map(|lane| lane.position.as_str()).min().unwrap_or_default().to_owned()
    });
    html! {
        <>
            if let Some(parent) = parent {
                <path class="pic-split" d={format!("M6 {0}V{1}H14", short(TOP + ROW * parent as f64 + 26.0), short(y + 14.0))} />
            }
            <text class="pic-label pic-label--data" x="18" y={short(y + 12.0)}>{ mark(&shard.shard_id) }</text>
            <text class="pic-label pic-label--quiet" x="18" y={short(y + 24.0)}>{ canvas.text(if shard.closed { sentences::pictures::STREAMS_CLOSED } else { sentences::pictures::STREAMS_OPEN }) }</text>
            <rect class={if shard.closed { "pic-place pic-place--off" } else { "pic-lane" }} x={short(LEFT - 42.0)} y={short(y)} width={short(WIDTH - LEFT + 38.0)} height="28" rx="4" />
            if earlier > 0 { <text class="pic-label pic-label--quiet pic-end" x={short(LEFT - 4.0)} y={short(y + 18.0)}>{ format!("{}…", figures::grouped(earlier)) }</text> }
            { for records.iter().enumerate().map(|(place, record)| {
                let done = position.as_ref().is_some_and(|position| record.sequence_number.as_str() < position.as_str());
                draw_record(canvas, record, done, LEFT + RECORD * place as f64, y + 6.0)
            }) }
            if let Some(mapped) = mapped {
                <text class={if mapped.records_waiting > 0 { "pic-label pic-label--accent pic-end" } else { "pic-label pic-label--ok pic-end" }} x={short(WIDTH - 8.0)} y={short(y + 18.0)}>{
                    if mapped.records_waiting > 0 { canvas.messages.text(sentences::pictures::StreamsWaiting { count: mapped.records_waiting.into() }) } else { canvas.text(sentences::pictures::STREAMS_DONE) }
                }</text>
            }
        </>
    }
}

fn draw_record(canvas: &Canvas, record: &Record, done: bool, x: f64, y: f64) -> Html {
    let (letter, class) = match (record.event_name.as_str(), record.by_service) {
        ("INSERT", _) => ("I", "pic-fill--ok"),
        ("REMOVE", true) => ("T", "pic-fill--warn"),
        ("REMOVE", false) => ("R", "pic-fill--bad"),
        _ => ("M", "pic-place pic-place--live"),
    };
    let title = format!("{} {} #{}", record.event_name, key_text::text(&record.key), record.sequence_number);
    html! {
        <g opacity={if done { "0.45" } else { "1" }}>
            <title>{ if done { format!("{title}, {}", canvas.text(sentences::pictures::STREAMS_DONE)) } else { title } }</title>
            <rect {class} x={short(x)} y={short(y)} width="15" height="16" rx="3" />
            <text class="pic-label pic-middle" x={short(x + 7.5)} y={short(y + 12.0)}>{ letter }</text>
        </g>
    }
}

fn legend(canvas: &Canvas) -> Html {
    let entry = |class: &'static str, letter: &str, name: Sentence| {
        html! { <span class="legend-entry"><svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="5" y="0.5" width="12" height="11" rx="2" /></svg>{ format!("{letter} ") }{ canvas.text(name) }</span> }
    };
    html! { <>
        { entry("pic-fill--ok", "I", sentences::pictures::STREAMS_INSERT) }
        { entry("pic-place pic-place--live", "M", sentences::pictures::STREAMS_MODIFY) }
        { entry("pic-fill--bad", "R", sentences::pictures::STREAMS_REMOVE) }
        { entry("pic-fill--warn", "T", sentences::pictures::STREAMS_EXPIRED) }
    </> }
}

fn caption(canvas: &Canvas, described: &Described, mapped: Option<&FunctionProgress>) -> String {
    match mapped {
        None => canvas
            .messages
            .text(sentences::pictures::StreamsCaption { view: described.stream_view_type.as_str().into() }),
        Some(mapped) => canvas.messages.text(sentences::pictures::StreamsCaptionMapped {
            delivered: mapped.records_delivered.into(),
            invocations: mapped.invocations.into(),
            failed: mapped.failed_invocations.into(),
            again: mapped.records_handed_again.into(),
            dead: mapped.records_dead_lettered.into(),
        }),
    }
}

fn twin(canvas: &Canvas, described: &Described, mapped: Option<&FunctionProgress>) -> Html {
    let head = [
        sentences::pictures::STREAMS_SHARD,
        sentences::pictures::PARTITIONS_PARENT,
        sentences::pictures::TTL_STATE,
        sentences::pictures::STREAMS_RECORDS,
        sentences::pictures::STREAMS_AGE,
    ];
    let rows = described.shards.iter().map(|shard| {
        let mapped =
            mapped.and_then(|mapped| mapped.shards.iter().find(|mapped| mapped.shard_id == shard.shard_id));
        [
            shard.shard_id.clone(),
            shard.parent_shard_id.as_deref().map(mark).unwrap_or_default().to_owned(),
            canvas.text(if shard.closed {
                sentences::pictures::STREAMS_CLOSED
            } else {
                sentences::pictures::STREAMS_OPEN
            }),
            figures::grouped(shard.record_count),
            mapped.map(|mapped| figures::grouped(mapped.iterator_age_ms)).unwrap_or_default(),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_STREAMS, head, rows)
}
