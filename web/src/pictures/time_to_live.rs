//! Time to live: each item with an expiry time as a bar: valid, expired but still readable, or deleted by TTL. A line marks the present.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_playground::utc::date_time_of_seconds;
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;
use dynalab_service::contract::dynamodb::{TimeToLiveSpecification, UpdateTimeToLive};
use dynalab_service::contract::partitions::{DescribeExpiredItems, ExpiredItemsDescription, ExpiringItem};
use yew::prelude::*;

use super::engine_reads::use_described;
use super::figure::{self, EmptyFigure, Figure};
use super::{Canvas, empty_drawings};
use crate::browser::field_events::written;
use crate::page::messages::Sentence;
use crate::page::sentences;

const WIDTH: f64 = 560.0;
const LEFT: f64 = 150.0;
const ROW: f64 = 26.0;
const ROWS_MAX: usize = 8;
const DAY_SECONDS: f64 = 24.0 * 60.0 * 60.0;
/// Maximum distance of a drawn expiry time. A time in milliseconds by mistake is 50,000 years ahead.
const FARTHEST_SECONDS: f64 = 366.0 * DAY_SECONDS;

#[derive(PartialEq, Properties)]
pub struct TimeToLiveProps {
    pub canvas: Canvas,
}

#[component]
pub fn TimeToLive(props: &TimeToLiveProps) -> Html {
    let canvas = &props.canvas;
    let request = DescribeExpiredItems { table_name: canvas.place.table.clone() };
    let described = use_described(canvas, request);
    let refusal = use_state(|| None::<String>);
    let refused = {
        let refusal = refusal.setter();
        Callback::from(move |why| refusal.set(Some(why)))
    };
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    html! {
        <>
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            if described.attribute_name.is_none() {
                <SwitchOn canvas={canvas.clone()} {refused} />
            } else {
                { drawn(canvas, described).view(canvas) }
                if !described.sweeping { { nobody_sweeps(canvas, refused) } }
            }
        </>
    }
}

#[derive(PartialEq, Properties)]
struct SwitchOnProps {
    canvas: Canvas,
    refused: Callback<String>,
}

#[component]
fn SwitchOn(props: &SwitchOnProps) -> Html {
    let canvas = &props.canvas;
    let attribute = use_state(|| "expires_at".to_owned());
    let onsubmit = {
        let (page, table, refused) = (canvas.page.clone(), canvas.place.table.clone(), props.refused.clone());
        let name = (*attribute).clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let request = UpdateTimeToLive {
                table_name: table.clone(),
                time_to_live_specification: TimeToLiveSpecification {
                    enabled: true,
                    attribute_name: name.clone(),
                },
            };
            page.send_control(request.request(), refused.clone());
        })
    };
    let oninput = {
        let attribute = attribute.setter();
        Callback::from(move |event: InputEvent| attribute.set(written(&event)))
    };
    let foot = html! {
        <form class="picture-form" {onsubmit}>
            <label>
                { canvas.text(sentences::pictures::TTL_ATTRIBUTE) } { " " }
                <input class="field" name="attribute" value={(*attribute).clone()} data-testid="ttl-attribute" {oninput} />
            </label>
            <button class="button button--go" type="submit" data-testid="ttl-switch-on" disabled={!canvas.is_live()}>
                { canvas.text(sentences::pictures::SWITCH_ON) }
            </button>
        </form>
    };
    let (title, about) = (sentences::pictures::TTL_IS_OFF, sentences::pictures::TTL_IS_OFF_ABOUT);
    EmptyFigure { drawing: empty_drawings::periods(), title, about, foot }.view(&canvas.messages)
}

fn nobody_sweeps(canvas: &Canvas, refused: Callback<String>) -> Html {
    let page = canvas.page.clone();
    let onclick = Callback::from(move |_| {
        let dials = SetDials::from_values(&[
            ("time_to_live_sweep", 1),
            ("time_to_live_delay_most_ms", 172_800_000),
            ("time_to_live_sweep_interval_ms", 600_000),
        ]);
        page.send_control(dials.request(), refused.clone());
    });
    html! {
        <div class="picture-form">
            <p class="picture-caption">{ canvas.text(sentences::pictures::TTL_NO_SWEEPS) }</p>
            <button class="button" type="button" data-testid="ttl-sweep" disabled={!canvas.is_live()} {onclick}>
                { canvas.text(sentences::pictures::TTL_SWEEP) }
            </button>
        </div>
    }
}

/// The horizontal axis of time.
struct Axis {
    from: f64,
    to: f64,
}

impl Axis {
    fn from_items(described: &ExpiredItemsDescription, now: f64) -> Axis {
        let ahead = described.next.iter().take(ROWS_MAX).map(|item| item.due.max(item.expires));
        let farthest = ahead.filter(|at| *at < now + FARTHEST_SECONDS).fold(now + 600.0, f64::max);
        let oldest = described.next.iter().map(|item| item.expires).fold(now, f64::min);
        let span = farthest - oldest;
        Axis { from: oldest - span * 0.12, to: farthest + span * 0.06 }
    }

    fn x(&self, at: f64) -> f64 {
        LEFT + ((at - self.from) / (self.to - self.from)).clamp(0.0, 1.0) * (WIDTH - LEFT - 8.0)
    }
}

fn drawn(canvas: &Canvas, described: &ExpiredItemsDescription) -> Figure {
    let now = canvas.now_ms() as f64 / 1000.0;
    let axis = Axis::from_items(described, now);
    let rows: Vec<&ExpiringItem> = described.next.iter().take(ROWS_MAX).collect();
    let height = 58.0 + ROW * rows.len().max(1) as f64;
    let label = caption(canvas, described);
    let now_x = axis.x(now);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {height}")} role="img" aria-label={label.clone()}>
            { for rows.iter().enumerate().map(|(row, item)| bar(canvas, &axis, now, item, 34.0 + ROW * row as f64)) }
            if rows.is_empty() { <text class="pic-label pic-label--quiet" x="8" y="46">{ canvas.text(sentences::pictures::TTL_NO_ITEMS) }</text> }
            if let Some(sweep) = described.next_sweep.filter(|sweep| *sweep < axis.to) {
                <path class="pic-flow pic-flow--later" d={format!("M{0} 22V{1}", short(axis.x(sweep)), short(height - 16.0))} />
                <text class="pic-label pic-label--quiet pic-middle" x={short(axis.x(sweep))} y={short(height - 4.0)}>
                    { canvas.text(sentences::pictures::TTL_NEXT_SWEEP) }
                </text>
            }
            <path class="pic-now" d={format!("M{0} 18V{1}", short(now_x), short(height - 16.0))} />
            <text class="pic-label pic-label--accent pic-middle" x={short(now_x)} y="13">{ canvas.text(sentences::pictures::NOW) }</text>
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, described, now) }
}

fn bar(canvas: &Canvas, axis: &Axis, now: f64, item: &ExpiringItem, y: f64) -> Html {
    let (start, expires, due) = (LEFT, axis.x(item.expires), axis.x(item.due));
    let name = key_text::text_of(&item.key);
    let is_mistaken = item.expires > now + FARTHEST_SECONDS;
    html! {
        <g>
            <title>{ format!("{name}: {}", date_time_of_seconds(item.expires)) }</title>
            <text class="pic-label pic-label--data" x="8" y={short(y + 13.0)}>{ key_text::cut(&name, 20) }</text>
            <rect class="pic-fill--ok" x={short(start)} y={short(y)} width={short((expires - start).max(0.0))} height="18" rx="3" />
            if is_mistaken {
                <text class="pic-label pic-label--warn" x={short(start + 8.0)} y={short(y + 13.0)}>{ canvas.text(sentences::pictures::TTL_FAR_AWAY) }</text>
            } else {
                <rect class="pic-fill--warn" x={short(expires)} y={short(y)} width={short((due - expires).max(0.0))} height="18" rx="3" />
                <circle
                    class={if item.expires <= now { "pic-item--old" } else { "pic-item pic-item--touched" }} cx={short(axis.x(now))}
                    cy={short(y + 9.0)} r="4"
                />
            }
        </g>
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
    html! { <>{ entry("pic-fill--ok", sentences::pictures::TTL_VALID) }{ entry("pic-fill--warn", sentences::pictures::TTL_EXPIRED) }</> }
}

fn caption(canvas: &Canvas, described: &ExpiredItemsDescription) -> String {
    canvas.messages.text(sentences::pictures::TtlCaption {
        attribute: described.attribute_name.as_deref().unwrap_or_default().into(),
        status: described.time_to_live_status.as_str().into(),
        expired: described.expired_item_count.into(),
        deleted: described.deleted_item_count.into(),
    })
}

fn twin(canvas: &Canvas, described: &ExpiredItemsDescription, now: f64) -> Html {
    let head = [
        sentences::pictures::TTL_ITEM,
        sentences::pictures::TTL_EXPIRES,
        sentences::pictures::TTL_DUE,
        sentences::pictures::TTL_STATE,
    ];
    let rows = described.next.iter().map(|item| {
        let state = if item.expires <= now {
            sentences::pictures::TTL_EXPIRED
        } else {
            sentences::pictures::TTL_VALID
        };
        [
            key_text::text_of(&item.key),
            date_time_of_seconds(item.expires),
            date_time_of_seconds(item.due),
            canvas.text(state),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_TTL, head, rows)
}
