//! Replicas: every partition in three zones, its leader, the lag of its followers, and buttons that take zones down.

use crate::page::messages::Sentence;
use crate::page::sentences;
use dynalab_app::pictures::svg::short;
use dynalab_service::contract::Call;
use dynalab_service::contract::faults::{
    DescribeReplicas, ReplicaDescription, ReplicasDescription, ReplicatedPartition, SetZone,
};
use yew::prelude::*;

use super::Canvas;
use super::engine_reads::use_described;
use super::figure::{self, Figure};

const WIDTH: f64 = 560.0;
const ROW: f64 = 40.0;
const TOP: f64 = 40.0;
const LANE_LEFT: f64 = 64.0;
const LANE_WIDTH: f64 = 156.0;
const LANE_STEP: f64 = 166.0;
const ROWS_MAX: usize = 8;
const ZONES: [&str; 3] = ["a", "b", "c"];

#[derive(PartialEq, Properties)]
pub struct ReplicasProps {
    pub canvas: Canvas,
}

#[component]
pub fn Replicas(props: &ReplicasProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let described = use_described(canvas, DescribeReplicas { table_name: canvas.place.table.clone() });
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    let refused = {
        let refusal = refusal.setter();
        Callback::from(move |why| refusal.set(Some(why)))
    };
    html! {
        <>
            <div class="picture-form" role="group" aria-label={canvas.text(sentences::pictures::REPLICAS_ZONES)}>
                { for ZONES.into_iter().map(|zone| zone_key(canvas, described, zone, refused.clone())) }
            </div>
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            { drawn(canvas, described).view(canvas) }
        </>
    }
}

fn is_up(described: &ReplicasDescription, zone: &str) -> bool {
    let mut replicas = described.partitions.iter().flat_map(|partition| &partition.replicas);
    replicas.find(|replica| replica.zone == zone).is_none_or(|replica| replica.status != "DOWN")
}

/// Returns the label of a zone's button.
pub fn zone_label(canvas: &Canvas, zone: &str, is_up: bool) -> String {
    let zone = zone.into();
    match is_up {
        true => canvas.text(sentences::pictures::ReplicasTakeDown { zone }),
        false => canvas.text(sentences::pictures::ReplicasBringBack { zone }),
    }
}

fn zone_key(
    canvas: &Canvas,
    described: &ReplicasDescription,
    zone: &'static str,
    refused: Callback<String>,
) -> Html {
    let up = is_up(described, zone);
    let page = canvas.page.clone();
    let onclick = Callback::from(move |_| {
        let request = SetZone { zone: zone.to_owned(), up: !up };
        page.send_control(request.request(), refused.clone());
    });
    html! {
        <button
            class="button" type="button" aria-pressed={(!up).to_string()} data-testid={format!("zone-{zone}")} disabled={!canvas.is_live()} {onclick}
        >{ zone_label(canvas, zone, up) }</button>
    }
}

fn drawn(canvas: &Canvas, described: &ReplicasDescription) -> Figure {
    let shown = &described.partitions[..described.partitions.len().min(ROWS_MAX)];
    let height = TOP + ROW * shown.len().max(1) as f64 + 6.0;
    let label = caption(canvas, described);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.clone()}>
            { for ZONES.into_iter().enumerate().map(|(lane, zone)| {
                let x = LANE_LEFT + LANE_STEP * lane as f64;
                html! { <g key={zone}>
                    <rect
                        class={if is_up(described, zone) { "pic-lane" } else { "pic-place--off" }} x={short(x)} y="22" width={short(LANE_WIDTH)}
                        height={short(height - 26.0)} rx="5"
                    />
                    <text class="pic-label pic-label--strong pic-middle" x={short(x + LANE_WIDTH / 2.0)} y="15">
                        { canvas.messages.text(sentences::pictures::ReplicasZone { zone: zone.into() }) }
                    </text>
                </g> }
            }) }
            { for shown.iter().enumerate().map(|(row, partition)| row_of(canvas, partition, TOP + ROW * row as f64)) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, described) }
}

fn row_of(canvas: &Canvas, partition: &ReplicatedPartition, y: f64) -> Html {
    let middle = |zone: &str| {
        let lane = ZONES.iter().position(|known| *known == zone).unwrap_or_default();
        LANE_LEFT + LANE_STEP * lane as f64 + LANE_WIDTH / 2.0
    };
    let late =
        partition.replicas.iter().filter(|replica| replica.pending_writes > 0 && replica.status != "DOWN");
    // Writes travel from the leader, below the boxes.
    let travels = partition.leader.iter().flat_map(|leader| {
        late.clone().map(|replica| {
            let (from, to, low) = (middle(leader), middle(&replica.zone), y + 32.0);
            html! {
                <path
                    class="pic-flow pic-flow--later pic-travel"
                    d={format!("M{} {}V{}H{}V{}", short(from), short(y + 28.0), short(low), short(to), short(y + 28.0))}
                />
            }
        })
    });
    html! {
        <g key={partition.partition}>
            { for travels }
            <text class={if partition.writable { "pic-label pic-label--strong" } else { "pic-label pic-label--bad" }} x="8" y={short(y + 18.0)}>
                { format!("P{}", partition.partition) }
            </text>
            { for partition.replicas.iter().map(|replica| {
                let lane = ZONES.iter().position(|zone| *zone == replica.zone).unwrap_or_default();
                replica_box(canvas, replica, LANE_LEFT + LANE_STEP * lane as f64 + 8.0, y)
            }) }
        </g>
    }
}

fn replica_box(canvas: &Canvas, replica: &ReplicaDescription, x: f64, y: f64) -> Html {
    let leads = replica.role == "LEADER";
    let (class, text) = match (replica.status.as_str(), leads) {
        ("DOWN", _) => ("pic-place pic-place--off", canvas.text(sentences::pictures::REPLICAS_DOWN)),
        (_, true) => ("pic-place pic-place--live", canvas.text(sentences::pictures::REPLICAS_LEADER)),
        (_, false) if replica.pending_writes > 0 => {
            let behind = replica.pending_writes;
            (
                "pic-fill--warn",
                canvas.messages.text(sentences::pictures::ReplicasBehind {
                    count: behind.into(),
                    ms: replica.behind_milliseconds.into(),
                }),
            )
        }
        (_, false) => ("pic-place", canvas.text(sentences::pictures::REPLICAS_FOLLOWER)),
    };
    html! {
        <>
            <rect {class} x={short(x)} y={short(y)} width={short(LANE_WIDTH - 16.0)} height="28" rx="4" />
            <text
                class={if leads { "pic-label pic-label--accent pic-middle" } else { "pic-label pic-middle" }} x={short(x + (LANE_WIDTH - 16.0) / 2.0)}
                y={short(y + 18.0)}
            >{ text }</text>
        </>
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
    html! {
        <>
            { entry("pic-place pic-place--live", sentences::pictures::REPLICAS_LEADER) }
            { entry("pic-place", sentences::pictures::REPLICAS_FOLLOWER) }
            { entry("pic-fill--warn", sentences::pictures::REPLICAS_STALE) }
            { entry("pic-place pic-place--off", sentences::pictures::REPLICAS_DOWN) }
        </>
    }
}

fn caption(canvas: &Canvas, described: &ReplicasDescription) -> String {
    let without = described.partitions.iter().filter(|partition| !partition.writable).count() as u64;
    let mut caption = match without {
        0 => canvas.text(sentences::pictures::REPLICAS_CAPTION),
        _ => canvas.text(sentences::pictures::ReplicasCaptionUnwritable { count: without.into() }),
    };
    // The engine counts missed writes per table and zone, not per partition.
    let replicas = described.partitions.first().map(|partition| partition.replicas.as_slice());
    for replica in replicas.unwrap_or_default().iter().filter(|replica| replica.missed_writes > 0) {
        caption.push(' ');
        caption.push_str(&canvas.text(sentences::pictures::ReplicasMissed {
            zone: replica.zone.as_str().into(),
            count: replica.missed_writes.into(),
        }));
    }
    caption
}

fn twin(canvas: &Canvas, described: &ReplicasDescription) -> Html {
    let head = [
        sentences::pictures::PARTITIONS_PARTITION,
        sentences::pictures::REPLICAS_ZONE_NAME,
        sentences::pictures::REPLICAS_ROLE,
        sentences::pictures::REPLICAS_STATUS,
        sentences::pictures::REPLICAS_PENDING,
        sentences::pictures::REPLICAS_MILLISECONDS,
    ];
    let rows = described.partitions.iter().flat_map(|partition| {
        partition.replicas.iter().map(move |replica| {
            [
                format!("P{}", partition.partition),
                replica.zone.clone(),
                replica.role.clone(),
                replica.status.clone(),
                replica.pending_writes.to_string(),
                replica.behind_milliseconds.to_string(),
            ]
        })
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_REPLICAS, head, rows)
}
