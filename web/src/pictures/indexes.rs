//! Global indexes: each write to the table is applied to them later. Shows the length of each queue, and the progress of a
//! backfill.

use crate::page::sentences;
use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_app::state::{Action, Dialog};
use dynalab_service::contract::partitions::{DescribeIndexQueues, IndexQueue, IndexQueuesDescription};
use yew::prelude::*;

use super::Canvas;
use super::engine_reads::use_described;
use super::figure::{self, EmptyFigure, Figure};

const WIDTH: f64 = 560.0;
const ROW: f64 = 48.0;
const QUEUE_LEFT: f64 = 150.0;
const QUEUE_WIDTH: f64 = 230.0;
const SQUARES_MAX: u64 = 20;

#[derive(PartialEq, Properties)]
pub struct IndexesProps {
    pub canvas: Canvas,
}

#[component]
pub fn Indexes(props: &IndexesProps) -> Html {
    let canvas = &props.canvas;
    let request = DescribeIndexQueues { table_name: canvas.place.table.clone() };
    let described = use_described(canvas, request);
    let Some(described) = described else { return figure::waiting(canvas) };
    match described.as_ref() {
        Ok(described) if described.indexes.is_empty() => empty(canvas),
        Ok(described) => drawn(canvas, described).view(canvas),
        Err(why) => figure::refused(why),
    }
}

/// A table without global indexes. A lesson says in its text how to add one.
fn empty(canvas: &Canvas) -> Html {
    let (page, table) = (canvas.page.clone(), canvas.place.table.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        page.app.dispatch(Action::OpenDialog(Dialog::Table(Some(table.clone()))));
    });
    let foot = html! {
        if !canvas.page.navigator.is_inner() {
            <button class="button button--go" type="button" data-testid="indexes-add" disabled={!canvas.is_live()} {onclick}>
                { canvas.text(sentences::pictures::INDEXES_ADD) }
            </button>
        }
    };
    let drawing = html! {
        <>
            <rect x="1" y="27" width="46" height="30" rx="4" />
            <path d="M47 42H62V16H86M62 42V68H86" />
            { for [3, 55].into_iter().map(|y| html! { <rect x="87" y={y.to_string()} width="62" height="26" rx="4" /> }) }
        </>
    };
    let (title, about) = (sentences::pictures::INDEXES_NONE, sentences::pictures::INDEXES_NONE_ABOUT);
    EmptyFigure { drawing, title, about, foot }.view(&canvas.messages)
}

fn drawn(canvas: &Canvas, described: &IndexQueuesDescription) -> Figure {
    let height = 20.0 + ROW * described.indexes.len() as f64;
    let middle = height / 2.0;
    let label = caption(canvas, described);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.clone()}>
            <rect class="pic-place pic-place--live" x="8" y={short(middle - 20.0)} width="104" height="40" rx="5" />
            <text class="pic-label pic-label--strong pic-middle" x="60" y={short(middle + 4.0)}>{ key_text::cut(&canvas.place.table, 14) }</text>
            { for described.indexes.iter().enumerate().map(|(row, index)| html! {
                <g key={index.index_name.clone()}>{ queue(canvas, index, middle, 14.0 + ROW * row as f64) }</g>
            }) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, described) }
}

fn queue(canvas: &Canvas, index: &IndexQueue, middle: f64, y: f64) -> Html {
    let center = y + 17.0;
    let squares = index.waiting_writes.min(SQUARES_MAX);
    let flow = if squares > 0 { "pic-flow pic-flow--later pic-travel" } else { "pic-flow pic-flow--later" };
    html! {
        <>
            <path class={flow} d={format!("M112 {0}H130V{1}H{2}", short(middle), short(center), short(QUEUE_LEFT))} />
            <rect class="pic-lane" x={short(QUEUE_LEFT)} y={short(y + 4.0)} width={short(QUEUE_WIDTH)} height="26" rx="3" />
            { match &index.backfill {
                Some(backfill) => {
                    let share = if backfill.items == 0 { 1.0 } else { backfill.looked_at as f64 / backfill.items as f64 };
                    html! { <>
                        <rect class="pic-fill--soft" x={short(QUEUE_LEFT)} y={short(y + 4.0)} width={short(QUEUE_WIDTH * share)} height="26" rx="3" />
                        <text class="pic-label" x={short(QUEUE_LEFT + 8.0)} y={short(y + 21.0)}>
                            { canvas.messages.text(sentences::pictures::IndexesBackfilling {
                                looked: backfill.looked_at.into(), items: backfill.items.into(), skipped: backfill.skipped.into() }) }
                        </text>
                    </> }
                }
                None => html! {
                    // The oldest write is nearest to the index.
                    { for (0..squares).map(|place| html! {
                        <rect
                            class={if place == 0 && index.oldest_milliseconds > 1_000 { "pic-item pic-item--bad" } else { "pic-item pic-item--touched" }}
                            x={short(QUEUE_LEFT + QUEUE_WIDTH - 12.0 - 10.5 * place as f64)} y={short(y + 12.0)} width="8" height="10" rx="1"
                        />
                    }) }
                },
            } }
            <path class={flow} d={format!("M{0} {1}H{2}", short(QUEUE_LEFT + QUEUE_WIDTH), short(center), short(QUEUE_LEFT + QUEUE_WIDTH + 18.0))} />
            <rect
                class={if index.index_status == "ACTIVE" { "pic-place" } else { "pic-place pic-place--off" }}
                x={short(QUEUE_LEFT + QUEUE_WIDTH + 20.0)} y={short(y)} width="150" height="34" rx="5"
            />
            <text class="pic-label pic-label--strong" x={short(QUEUE_LEFT + QUEUE_WIDTH + 28.0)} y={short(y + 14.0)}>
                { key_text::cut(&index.index_name, 18) }
            </text>
            <text class="pic-label pic-label--quiet" x={short(QUEUE_LEFT + QUEUE_WIDTH + 28.0)} y={short(y + 28.0)}>{ state(canvas, index) }</text>
        </>
    }
}

fn state(canvas: &Canvas, index: &IndexQueue) -> String {
    if index.index_status != "ACTIVE" {
        return index.index_status.clone();
    }
    match index.waiting_writes {
        0 => canvas.text(sentences::pictures::INDEXES_CAUGHT_UP),
        waiting => canvas.messages.text(sentences::pictures::IndexesWaiting {
            count: waiting.into(),
            ms: index.oldest_milliseconds.into(),
        }),
    }
}

fn legend(canvas: &Canvas) -> Html {
    html! {
        <>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><path class="pic-flow pic-flow--later" d="M0 6H22" /></svg>
                { canvas.text(sentences::pictures::INDEXES_LATER) }
            </span>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect class="pic-item pic-item--touched" x="7" y="1" width="8" height="10" rx="1" /></svg>
                { canvas.text(sentences::pictures::INDEXES_WRITE) }
            </span>
        </>
    }
}

fn caption(canvas: &Canvas, described: &IndexQueuesDescription) -> String {
    let waiting: u64 = described.indexes.iter().map(|index| index.waiting_writes).sum();
    canvas.messages.text(sentences::pictures::IndexesCaption { count: waiting.into() })
}

fn twin(canvas: &Canvas, described: &IndexQueuesDescription) -> Html {
    let head = [
        sentences::pictures::INDEXES_INDEX,
        sentences::pictures::REPLICAS_STATUS,
        sentences::pictures::INDEXES_WRITE,
        sentences::pictures::INDEXES_OLDEST,
        sentences::pictures::INDEXES_LEFT,
    ];
    let rows = described.indexes.iter().map(|index| {
        [
            index.index_name.clone(),
            index.index_status.clone(),
            index.waiting_writes.to_string(),
            index.oldest_milliseconds.to_string(),
            index.longest_left_milliseconds.to_string(),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_INDEXES, head, rows)
}
