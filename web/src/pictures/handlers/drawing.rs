//! Draws the stream and its function: the position in each shard, the last invocations with their results, and discarded records.

use dynalab_app::pictures::svg::short;
use dynalab_playground::utc;
use dynalab_service::contract::functions::{
    FunctionInvocation, LaneDescription, MappedShard, MappingDescription,
};
use yew::prelude::*;

use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::figure::{self, Figure};

const WIDTH: f64 = 560.0;
const ROW: f64 = 30.0;
const BOX: f64 = 68.0;
const BOX_HEIGHT: f64 = 62.0;
const SHARDS_MAX: usize = 6;
const BOXES_MAX: usize = 8;
const LETTERS_MAX: usize = 8;

pub fn figure(canvas: &Canvas, mapped: &MappingDescription) -> Figure {
    let shards = &mapped.shards[mapped.shards.len().saturating_sub(SHARDS_MAX)..];
    let boxes = boxes_of(mapped);
    let boxes_top = 18.0 + ROW * shards.len().max(1) as f64 + 18.0;
    let letters_top = boxes_top + BOX_HEIGHT + 24.0;
    let height =
        if mapped.dead_letters.is_empty() { boxes_top + BOX_HEIGHT + 4.0 } else { letters_top + 40.0 };
    let label = caption(canvas, mapped);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.clone()}>
            <text class="pic-label pic-label--quiet" x="6" y="12">{ canvas.text(sentences::pictures::HANDLERS_ITERATORS) }</text>
            { for shards.iter().enumerate().map(|(row, shard)| shard_row(canvas, shard, 18.0 + ROW * row as f64)) }
            <text class="pic-label pic-label--quiet" x="6" y={short(boxes_top - 6.0)}>{ canvas.text(sentences::pictures::HANDLERS_INVOCATIONS) }</text>
            { for boxes.iter().enumerate().map(|(place, invoked)| invocation(canvas, mapped, invoked, 6.0 + BOX * place as f64, boxes_top)) }
            if boxes.is_empty() { <text class="pic-label" x="6" y={short(boxes_top + 16.0)}>{ canvas.text(sentences::pictures::HANDLERS_NONE_YET) }</text> }
            if !mapped.dead_letters.is_empty() { { letters(canvas, mapped, letters_top) } }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, mapped) }
}

/// Returns the last invocations that ended, followed by those in progress.
fn boxes_of(mapped: &MappingDescription) -> Vec<&FunctionInvocation> {
    let lanes = mapped.shards.iter().flat_map(lanes_of);
    let flights = lanes.filter_map(|lane| lane.in_flight.as_ref());
    let all: Vec<&FunctionInvocation> = mapped.last_invocations.iter().chain(flights).collect();
    all[all.len().saturating_sub(BOXES_MAX)..].to_vec()
}

fn lanes_of(shard: &MappedShard) -> impl Iterator<Item = &LaneDescription> {
    shard.lanes.iter().flatten()
}

fn shard_row(canvas: &Canvas, shard: &MappedShard, y: f64) -> Html {
    let mark = shard.shard_id.rsplit('-').next().unwrap_or_default().to_owned();
    let position = lanes_of(shard).map(|lane| lane.position.as_str()).min().unwrap_or_default();
    let position = position.trim_start_matches('1').trim_start_matches('0').to_owned();
    let retry = lanes_of(shard).flat_map(|lane| &lane.retries).next();
    let (class, told) = match (shard.records_waiting, retry) {
        (0, _) => ("pic-label pic-label--ok pic-end", canvas.text(sentences::pictures::STREAMS_DONE)),
        (waiting, None) => (
            "pic-label pic-label--accent pic-end",
            canvas.messages.text(sentences::pictures::HandlersBehind {
                count: waiting.into(),
                age: seconds(shard.oldest_record_age_ms as f64 / 1000.0).as_str().into(),
            }),
        ),
        (waiting, Some(retry)) => (
            "pic-label pic-label--warn pic-end",
            canvas.messages.text(sentences::pictures::HandlersRetryWaits {
                count: waiting.into(),
                retry: retry.retries.into(),
            }),
        ),
    };
    html! {
        <g>
            <rect
                class={if shard.closed { "pic-place pic-place--off" } else { "pic-lane" }} x="6" y={short(y)} width={short(WIDTH - 12.0)} height="24"
                rx="4"
            />
            <text class="pic-label pic-label--data" x="14" y={short(y + 16.0)}>{ mark }</text>
            <text class="pic-label pic-label--quiet" x="150" y={short(y + 16.0)}>
                { canvas.messages.text(sentences::pictures::HandlersPosition { position: position.as_str().into() }) }
            </text>
            <text {class} x={short(WIDTH - 14.0)} y={short(y + 16.0)}>{ told }</text>
        </g>
    }
}

/// Returns the class, the sign and the name of an invocation's result.
fn fate(invoked: &FunctionInvocation) -> (&'static str, &'static str, Sentence) {
    match (invoked.done, invoked.outcome.as_deref(), &invoked.failed_at) {
        (None, _, _) => ("pic-place pic-place--live", "…", sentences::pictures::HANDLERS_RUNS),
        (Some(_), Some("SUCCESS"), _) => ("pic-fill--ok", "✓", sentences::pictures::HANDLERS_DONE),
        (Some(_), _, Some(_)) => ("pic-fill--warn", "◐", sentences::pictures::HANDLERS_PARTIAL),
        (Some(_), _, None) => ("pic-fill--bad", "✕", sentences::pictures::HANDLERS_FAILED),
    }
}

fn invocation(
    canvas: &Canvas,
    mapped: &MappingDescription,
    invoked: &FunctionInvocation,
    x: f64,
    y: f64,
) -> Html {
    let (class, mark, told) = fate(invoked);
    let took = invoked.done.map(|done| (done - invoked.started).max(0.0));
    // The share of the timeout that the invocation used.
    let share = took
        .map_or(0.0, |took| (took * 1000.0 / mapped.timeout_ms.unwrap_or_default().max(1) as f64).min(1.0));
    let title = format!("#{}: {}, {}", invoked.batch, canvas.text(told), range(invoked));
    html! {
        <g>
            <title>{ title }</title>
            <rect {class} x={short(x)} y={short(y)} width={short(BOX - 5.0)} height={short(BOX_HEIGHT)} rx="5" />
            <text class="pic-label pic-label--strong" x={short(x + 5.0)} y={short(y + 15.0)}>{ format!("{mark} {}", invoked.batch) }</text>
            <text class="pic-label" x={short(x + 5.0)} y={short(y + 30.0)}>{ records(canvas, invoked.records) }</text>
            <text class="pic-label pic-label--data" x={short(x + 5.0)} y={short(y + 44.0)}>{ took.map(seconds).unwrap_or_default() }</text>
            if invoked.retries > 0 {
                <text class="pic-label pic-label--warn pic-end" x={short(x + BOX - 9.0)} y={short(y + 15.0)}>{ format!("↻{}", invoked.retries) }</text>
            }
            <rect class="pic-fill--quiet" x={short(x + 5.0)} y={short(y + 51.0)} width={short(BOX - 15.0)} height="4" rx="2" />
            <rect class="pic-fill" x={short(x + 5.0)} y={short(y + 51.0)} width={short((BOX - 15.0) * share)} height="4" rx="2" />
        </g>
    }
}

fn letters(canvas: &Canvas, mapped: &MappingDescription, y: f64) -> Html {
    let shown = &mapped.dead_letters[mapped.dead_letters.len().saturating_sub(LETTERS_MAX)..];
    html! {
        <>
            <text class="pic-label pic-label--quiet" x="6" y={short(y - 6.0)}>{ canvas.text(sentences::pictures::HANDLERS_LETTERS) }</text>
            { for shown.iter().enumerate().map(|(place, letter)| {
                let x = 6.0 + 68.0 * place as f64;
                let title = format!("{} – {}, {}", letter.start_sequence_number, letter.end_sequence_number, letter.condition);
                html! { <g>
                    <title>{ title }</title>
                    <rect class="pic-fill--bad" x={short(x)} y={short(y)} width="60" height="32" rx="3" />
                    <path
                        class="pic-refused" fill="none"
                        d={format!("M{0} {2}L{3} {4}L{1} {2}", short(x), short(x + 60.0), short(y), short(x + 30.0), short(y + 13.0))}
                    />
                    <text class="pic-label pic-label--bad pic-middle" x={short(x + 30.0)} y={short(y + 27.0)}>{ records(canvas, letter.batch_size) }</text>
                </g> }
            }) }
        </>
    }
}

fn records(canvas: &Canvas, count: u64) -> String {
    canvas.messages.text(sentences::pictures::HandlersRec { count: count.into() })
}

fn seconds(seconds: f64) -> String {
    match seconds {
        none if none < 0.0005 => "0 ms".to_owned(),
        short if short < 1.0 => format!("{:.0} ms", short * 1000.0),
        seconds => format!("{} s", figures::grouped_decimal((seconds * 10.0).round() / 10.0)),
    }
}

fn range(invoked: &FunctionInvocation) -> String {
    let number = |text: &str| text.trim_start_matches('1').trim_start_matches('0').to_owned();
    match invoked.first == invoked.last {
        true => number(&invoked.first),
        false => format!("{} – {}", number(&invoked.first), number(&invoked.last)),
    }
}

fn caption(canvas: &Canvas, mapped: &MappingDescription) -> String {
    canvas.messages.text(sentences::pictures::HandlersCaption {
        invocations: mapped.invocations.into(),
        failed: mapped.failed_invocations.into(),
        delivered: mapped.records_delivered.into(),
        again: mapped.records_handed_again.into(),
        given: mapped.records_dead_lettered.into(),
    })
}

fn legend(canvas: &Canvas) -> Html {
    let entry = |class: &'static str, mark: &str, name: Sentence| {
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="1" y="1" width="20" height="10" rx="2" /></svg>
                { format!("{mark} {}", canvas.text(name)) }
            </span>
        }
    };
    html! {
        <>
            { entry("pic-fill--ok", "✓", sentences::pictures::HANDLERS_DONE) }
            { entry("pic-fill--warn", "◐", sentences::pictures::HANDLERS_PARTIAL) }
            { entry("pic-fill--bad", "✕", sentences::pictures::HANDLERS_FAILED) }
            { entry("pic-place pic-place--live", "…", sentences::pictures::HANDLERS_RUNS) }
        </>
    }
}

fn twin(canvas: &Canvas, mapped: &MappingDescription) -> Html {
    let head = [
        sentences::pictures::HANDLERS_NUMBER,
        sentences::pictures::HANDLERS_RECORDS,
        sentences::pictures::HANDLERS_SEQUENCE,
        sentences::pictures::HANDLERS_RETRY,
        sentences::pictures::HANDLERS_TOOK,
        sentences::pictures::HANDLERS_OUTCOME,
    ];
    let rows = boxes_of(mapped).into_iter().map(|invoked| {
        let (_, _, told) = fate(invoked);
        [
            invoked.batch.to_string(),
            invoked.records.to_string(),
            range(invoked),
            invoked.retries.to_string(),
            invoked.done.map(|done| seconds((done - invoked.started).max(0.0))).unwrap_or_default(),
            canvas.text(told),
        ]
    });
    let letters = mapped.dead_letters.iter().map(|letter| {
        [
            utc::date_time_of_seconds(letter.timestamp),
            letter.batch_size.to_string(),
            letter.condition.clone(),
            letter.approximate_invoke_count.to_string(),
        ]
    });
    let letter_head = [
        sentences::pictures::HANDLERS_GIVEN_UP_AT,
        sentences::pictures::HANDLERS_RECORDS,
        sentences::pictures::HANDLERS_WHY,
        sentences::pictures::HANDLERS_HANDED,
    ];
    html! { <>
        { figure::sheet(canvas, sentences::pictures::HANDLERS_INVOCATIONS, head, rows) }
        { figure::sheet(canvas, sentences::pictures::HANDLERS_LETTERS, letter_head, letters) }
    </> }
}
