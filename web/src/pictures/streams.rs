//! Streams: the shards of the partitions, the newest records in each, and the function that receives them.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_app::request::call_result::ReadyRequest;
use dynalab_service::contract::Call;
use dynalab_service::contract::dynamodb::UpdateStream;
use dynalab_service::contract::functions::{
    DeleteEventSourceMapping, DescribeEventSourceMapping, DestinationConfig, HandlerSettings, MappedShard,
    MappingDescription, PutEventSourceMapping,
};
use dynalab_service::contract::streams::{
    DescribeShards, RecordDescription, ShardDescription, ShardsDescription,
};
use yew::prelude::*;

use super::engine_reads::use_described;
use super::figure::{self, EmptyFigure, Figure};
use super::{Canvas, empty_drawings};
use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;

const WIDTH: f64 = 560.0;
const ROW: f64 = 36.0;
const TOP: f64 = 8.0;
const LEFT: f64 = 138.0;
const RECORD: f64 = 17.0;
const SHARDS_MAX: usize = 8;

#[derive(PartialEq, Properties)]
pub struct StreamsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Streams(props: &StreamsProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let described = use_described(canvas, DescribeShards { table_name: canvas.place.table.clone() });
    let mapped = use_described(canvas, DescribeEventSourceMapping { name: function_of(canvas) });
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    let mapped = mapped.as_deref().and_then(|mapped| mapped.as_ref().ok());
    let turn = {
        let (page, refusal) = (canvas.page.clone(), refusal.setter());
        move |request: ReadyRequest| {
            let (page, refusal) = (page.clone(), refusal.clone());
            Callback::from(move |_: MouseEvent| {
                refusal.set(None);
                let refusal = refusal.clone();
                page.send_control(request.clone(), Callback::from(move |why| refusal.set(Some(why))));
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
    described: &ShardsDescription,
    mapped: Option<&MappingDescription>,
    turn: impl Fn(ReadyRequest) -> Callback<MouseEvent>,
) -> Html {
    let disabled = !canvas.is_live();
    let key = |name: Sentence, onclick| {
        html! { <button class="button" type="button" data-testid={name.name()} {disabled} {onclick}>{ canvas.text(name) }</button> }
    };
    let Some(arn) = described.enabled_stream() else {
        let request = UpdateStream::with_images(&canvas.place.table).request();
        let foot = key(sentences::pictures::STREAMS_SWITCH_ON, turn(request));
        let (title, about) = (sentences::pictures::STREAMS_OFF, sentences::pictures::STREAMS_OFF_ABOUT);
        return EmptyFigure { drawing: empty_drawings::shards(), title, about, foot }.view(&canvas.messages);
    };
    if mapped.is_some() {
        return key(
            sentences::pictures::STREAMS_REMOVE_FUNCTION,
            turn(DeleteEventSourceMapping { name: function_of(canvas) }.request()),
        );
    }
    let mapping = PutEventSourceMapping {
        name: function_of(canvas),
        stream_arn: arn.clone(),
        starting_position: "TRIM_HORIZON".to_owned(),
        batch_size: Some(10),
        maximum_retry_attempts: Some(2),
        bisect_batch_on_function_error: Some(true),
        destination_config: Some(DestinationConfig::to("dead-letters")),
        handler: Some(HandlerSettings {
            duration_ms: Some(200),
            error_permille: Some(50),
            poison_permille: Some(10),
            ..HandlerSettings::default()
        }),
        ..PutEventSourceMapping::default()
    };
    html! { <>{ key(sentences::pictures::STREAMS_ADD_FUNCTION, turn(mapping.request())) }<span class="picture-note">
    { canvas.text(sentences::pictures::STREAMS_FUNCTION_ABOUT) }</span></> }
}

fn drawn(canvas: &Canvas, described: &ShardsDescription, mapped: Option<&MappingDescription>) -> Figure {
    let shards = described.shards.as_deref().unwrap_or_default();
    let shown = &shards[shards.len().saturating_sub(SHARDS_MAX)..];
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

fn lane(
    canvas: &Canvas,
    shown: &[ShardDescription],
    shard: &ShardDescription,
    mapped: Option<&MappedShard>,
    row: usize,
) -> Html {
    let y = TOP + ROW * row as f64;
    let parent = shard.parent_shard_id.as_ref();
    let parent = parent.and_then(|parent| shown.iter().position(|other| other.shard_id == *parent));
    let fits = ((WIDTH - LEFT - 60.0) / RECORD) as usize;
    let records = &shard.newest[shard.newest.len().saturating_sub(fits)..];
    let earlier = shard.record_count.saturating_sub(records.len() as u64);
    // The first record that some lane of the function has not processed.
    let position = mapped.map(|mapped| {
        mapped.lanes.iter().flatten().map(|lane| lane.position.as_str()).min().unwrap_or_default().to_owned()
    });
    html! {
        <>
            if let Some(parent) = parent {
                <path class="pic-split" d={format!("M6 {0}V{1}H14", short(TOP + ROW * parent as f64 + 26.0), short(y + 14.0))} />
            }
            <text class="pic-label pic-label--data" x="18" y={short(y + 12.0)}>{ mark(&shard.shard_id) }</text>
            <text class="pic-label pic-label--quiet" x="18" y={short(y + 24.0)}>
                { canvas.text(if shard.closed { sentences::pictures::STREAMS_CLOSED } else { sentences::pictures::STREAMS_OPEN }) }
            </text>
            <rect
                class={if shard.closed { "pic-place pic-place--off" } else { "pic-lane" }} x={short(LEFT - 42.0)} y={short(y)}
                width={short(WIDTH - LEFT + 38.0)} height="28" rx="4"
            />
            if earlier > 0 {
                <text class="pic-label pic-label--quiet pic-end" x={short(LEFT - 4.0)} y={short(y + 18.0)}>{ format!("{}…", figures::grouped(earlier)) }</text>
            }
            { for records.iter().enumerate().map(|(place, record)| {
                let done = position.as_ref().is_some_and(|position| record.sequence_number.as_str() < position.as_str());
                draw_record(canvas, record, done, LEFT + RECORD * place as f64, y + 6.0)
            }) }
            if let Some(mapped) = mapped {
                <text class={if mapped.records_waiting > 0 { "pic-label pic-label--accent pic-end" } else { "pic-label pic-label--ok pic-end" }}
                    x={short(WIDTH - 8.0)} y={short(y + 18.0)}>{
                    if mapped.records_waiting > 0 { canvas.messages.text(sentences::pictures::StreamsWaiting {
                        count: mapped.records_waiting.into() }) } else { canvas.text(sentences::pictures::STREAMS_DONE) }
                }</text>
            }
        </>
    }
}

fn draw_record(canvas: &Canvas, record: &RecordDescription, done: bool, x: f64, y: f64) -> Html {
    let (letter, class) = match (record.event_name.as_str(), record.by_service) {
        ("INSERT", _) => ("I", "pic-fill--ok"),
        ("REMOVE", true) => ("T", "pic-fill--warn"),
        ("REMOVE", false) => ("R", "pic-fill--bad"),
        _ => ("M", "pic-place pic-place--live"),
    };
    let title =
        format!("{} {} #{}", record.event_name, key_text::text_of(&record.key), record.sequence_number);
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
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="5" y="0.5" width="12" height="11" rx="2" /></svg>
                { format!("{letter} ") } { canvas.text(name) }
            </span>
        }
    };
    html! { <>
        { entry("pic-fill--ok", "I", sentences::pictures::STREAMS_INSERT) }
        { entry("pic-place pic-place--live", "M", sentences::pictures::STREAMS_MODIFY) }
        { entry("pic-fill--bad", "R", sentences::pictures::STREAMS_REMOVE) }
        { entry("pic-fill--warn", "T", sentences::pictures::STREAMS_EXPIRED) }
    </> }
}

fn caption(canvas: &Canvas, described: &ShardsDescription, mapped: Option<&MappingDescription>) -> String {
    match mapped {
        None => canvas.messages.text(sentences::pictures::StreamsCaption {
            view: described.stream_view_type.as_deref().unwrap_or_default().into(),
        }),
        Some(mapped) => canvas.messages.text(sentences::pictures::StreamsCaptionMapped {
            delivered: mapped.records_delivered.into(),
            invocations: mapped.invocations.into(),
            failed: mapped.failed_invocations.into(),
            again: mapped.records_handed_again.into(),
            dead: mapped.records_dead_lettered.into(),
        }),
    }
}

fn twin(canvas: &Canvas, described: &ShardsDescription, mapped: Option<&MappingDescription>) -> Html {
    let head = [
        sentences::pictures::STREAMS_SHARD,
        sentences::pictures::PARTITIONS_PARENT,
        sentences::pictures::TTL_STATE,
        sentences::pictures::STREAMS_RECORDS,
        sentences::pictures::STREAMS_AGE,
    ];
    let rows = described.shards.iter().flatten().map(|shard| {
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
