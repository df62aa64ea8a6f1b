//! Draws workers at the left, shards with their records at the right, and the leases between them.

use dynalab_app::pictures::svg::short;
use dynalab_playground::utc;
use dynalab_playground::views::workers::{ShardRow, ShardState, Worker};
use yew::prelude::*;

use super::StreamApplications;
use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::figure::{self, Figure};

const WIDTH: f64 = 560.0;
const ROW: f64 = 44.0;
const TOP: f64 = 8.0;
const BOX_LEFT: f64 = 8.0;
const BOX_WIDTH: f64 = 124.0;
const BOX_HEIGHT: f64 = 34.0;
const SHARD_LEFT: f64 = 208.0;
const BAR_WIDTH: f64 = WIDTH - SHARD_LEFT - 10.0;
const BAR_HEIGHT: f64 = 14.0;
const SHARDS_MAX: usize = 10;

pub(super) fn drawn(canvas: &Canvas, world: &StreamApplications) -> Figure {
    let records = |shard: &str| world.records.get(shard).copied().unwrap_or_default();
    let rows = world.shown.rows(SHARDS_MAX, records);
    let workers = &world.shown.workers;
    let height = TOP + ROW * rows.len().max(workers.len()).max(1) as f64;
    let label = caption(canvas, world);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.clone()}>
            { for rows.iter().enumerate().map(|(place, row)| lease(row, place)) }
            { for workers.iter().enumerate().map(|(place, worker)| worker_box(canvas, worker, place)) }
            { for rows.iter().enumerate().map(|(place, row)| shard(canvas, row, place)) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, world, &rows) }
}

fn top_of(place: usize) -> f64 {
    TOP + ROW * place as f64
}

/// Draws the lease from a worker to its shard.
fn lease(row: &ShardRow, place: usize) -> Html {
    let Some(owner) = row.owner else { return html! {} };
    let (from, to) = (top_of(owner) + BOX_HEIGHT / 2.0, top_of(place) + 25.0);
    let (left, right) = (BOX_LEFT + BOX_WIDTH, SHARD_LEFT - 18.0);
    let middle = f64::midpoint(left, right);
    let class = match row.state {
        ShardState::Abandoned { .. } => "pic-flow pic-flow--later",
        _ => "pic-flow pic-flow--now",
    };
    let path = format!(
        "M{0} {1}C{2} {1} {2} {3} {4} {3}",
        short(left),
        short(from),
        short(middle),
        short(to),
        short(right)
    );
    html! { <path {class} d={path} fill="none" /> }
}

fn worker_box(canvas: &Canvas, worker: &Worker, place: usize) -> Html {
    let y = top_of(place);
    let class = if worker.is_running() { "pic-place pic-place--live" } else { "pic-place pic-place--off" };
    let state = match worker.is_running() {
        true => canvas.text(sentences::pictures::WorkersProcessed { count: worker.records_processed.into() }),
        false => canvas.text(sentences::pictures::WORKERS_STOPPED),
    };
    html! {
        <g key={worker.name.clone()} data-testid={format!("worker-{}", worker.name)} data-status={worker.status.clone()}>
            <rect {class} x={short(BOX_LEFT)} y={short(y)} width={short(BOX_WIDTH)} height={short(BOX_HEIGHT)} rx="5" />
            <text class="pic-label pic-label--strong" x={short(BOX_LEFT + 8.0)} y={short(y + 14.0)}>{ cut(&worker.name) }</text>
            <text class="pic-label pic-label--quiet" x={short(BOX_LEFT + 8.0)} y={short(y + 27.0)}>{ state }</text>
        </g>
    }
}

/// Cuts a name to the length that fits into a box.
fn cut(name: &str) -> String {
    const MOST: usize = 16;
    match name.chars().count() > MOST {
        true => format!("{}…", name.chars().take(MOST - 1).collect::<String>()),
        false => name.to_owned(),
    }
}

/// Returns the end of a shard's id, which is different for each shard.
fn mark(shard_id: &str) -> &str {
    shard_id.rsplit('-').next().unwrap_or(shard_id)
}

fn shard(canvas: &Canvas, row: &ShardRow, place: usize) -> Html {
    let y = top_of(place);
    let all = row.records().max(1) as f64;
    let mut x = SHARD_LEFT;
    let parts = [(row.noted, "pic-fill--ok"), (row.unnoted, "pic-fill--warn"), (row.waiting, "pic-place")];
    let parts: Vec<Html> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, class)| {
            let width = BAR_WIDTH * count as f64 / all;
            let left = x;
            x += width;
            html! { <rect {class} x={short(left)} y={short(y + 18.0)} width={short(width)} height={short(BAR_HEIGHT)} rx="2" /> }
        })
        .collect();
    let parent = row.parent.map(|parent| {
        let (from, to) = (top_of(parent) + 25.0, y + 25.0);
        html! { <path class="pic-split" d={format!("M{0} {1}H{2}V{3}H{0}", short(SHARD_LEFT - 4.0), short(from), short(SHARD_LEFT - 12.0), short(to))} /> }
    });
    html! {
        <g key={row.shard_id.clone()} data-testid={format!("worker-shard-{}", mark(&row.shard_id))}>
            { parent.unwrap_or_default() }
            <text class="pic-label pic-label--data" x={short(SHARD_LEFT)} y={short(y + 12.0)}>{ mark(&row.shard_id) }</text>
            <text class={format!("pic-label pic-end {}", tone(row))} x={short(SHARD_LEFT + BAR_WIDTH)} y={short(y + 12.0)}>{ state_text(canvas, row) }</text>
            <rect class="pic-lane" x={short(SHARD_LEFT)} y={short(y + 18.0)} width={short(BAR_WIDTH)} height={short(BAR_HEIGHT)} rx="2" />
            { for parts }
        </g>
    }
}

fn tone(row: &ShardRow) -> &'static str {
    match row.state {
        ShardState::Done => "pic-label--ok",
        ShardState::Abandoned { .. } => "pic-label--bad",
        ShardState::Held => "pic-label--accent",
        ShardState::Free | ShardState::WaitsForParent => "pic-label--quiet",
    }
}

fn state_text(canvas: &Canvas, row: &ShardRow) -> String {
    match row.state {
        ShardState::WaitsForParent => canvas.text(sentences::pictures::WORKERS_PARENT),
        ShardState::Free => canvas.text(sentences::pictures::WORKERS_FREE),
        ShardState::Done => canvas.text(sentences::pictures::WORKERS_DONE),
        ShardState::Held if row.waiting + row.unnoted == 0 => canvas.text(sentences::pictures::STREAMS_DONE),
        ShardState::Held => canvas.text(sentences::pictures::StreamsWaiting { count: row.waiting.into() }),
        ShardState::Abandoned { until_ms } => {
            let time = utc::time_of_day(until_ms);
            canvas.text(sentences::pictures::WorkersAbandoned { time: time.as_str().into() })
        }
    }
}

fn legend(canvas: &Canvas) -> Html {
    let entry = |class: &'static str, name: Sentence| {
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="1" y="1" width="20" height="10" rx="2" /></svg>{ canvas.text(name) }
            </span>
        }
    };
    html! { <>
        { entry("pic-fill--ok", sentences::pictures::WORKERS_NOTED) }
        { entry("pic-fill--warn", sentences::pictures::WORKERS_UNNOTED) }
        { entry("pic-place", sentences::pictures::WORKERS_WAITING) }
    </> }
}

fn caption(canvas: &Canvas, world: &StreamApplications) -> String {
    let application = &world.shown;
    let mut caption = canvas.text(sentences::pictures::WorkersCaption {
        processed: application.records_processed.into(),
        twice: application.records_processed_twice.into(),
        checkpoints: application.checkpoints.into(),
        risk: application.at_risk().into(),
    });
    let hidden = application.hidden(SHARDS_MAX);
    if hidden > 0 {
        caption.push(' ');
        caption.push_str(&canvas.text(sentences::pictures::WorkersHidden { count: hidden.into() }));
    }
    caption
}

fn twin(canvas: &Canvas, world: &StreamApplications, rows: &[ShardRow]) -> Html {
    let head = [
        sentences::pictures::STREAMS_SHARD,
        sentences::pictures::WORKERS_WORKER,
        sentences::pictures::TTL_STATE,
        sentences::pictures::WORKERS_NOTED,
        sentences::pictures::WORKERS_UNNOTED,
        sentences::pictures::WORKERS_WAITING,
    ];
    let rows = rows.iter().map(|row| {
        let owner = row.owner.and_then(|owner| world.shown.workers.get(owner));
        [
            mark(&row.shard_id).to_owned(),
            owner.map(|worker| worker.name.clone()).unwrap_or_default(),
            state_text(canvas, row),
            figures::grouped(row.noted),
            figures::grouped(row.unnoted),
            figures::grouped(row.waiting),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_WORKERS, head, rows)
}
