//! The links of the home page to the parts of the site, each with a drawing.

use dynalab_app::pictures::svg::short;
use yew::prelude::*;

use crate::address::route::Route;
use crate::components::icon::Icon;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences::shell;

/// Columns and rows of circles in the drawing for lessons. Three of the circles are read.
const DOTS: (u32, u32) = (16, 3);
const DOTS_READ: std::ops::Range<u32> = 21..24;
const DOT_STEP: f64 = 14.6;

pub fn view(scene: &Scene) -> Html {
    html! {
        <section class="page-section" aria-label={scene.text(shell::DOORS)}>
            <div class="doors">
                { door(scene, Route::Learn, [shell::DOOR_LEARN, shell::DOOR_LEARN_TEXT], items_read(scene)) }
                { door(scene, Route::Design, [shell::PLACE_DESIGN, shell::DOOR_DESIGN_TEXT], key_templates(scene)) }
                { door(scene, Route::Capacity, [shell::PLACE_CAPACITY, shell::DOOR_CAPACITY_TEXT], break_even(scene)) }
                { door(scene, Route::Scale, [shell::PLACE_SCALE, shell::DOOR_SCALE_TEXT], hot_partition()) }
                { door(scene, Route::Play, [shell::DOOR_PLAY, shell::DOOR_PLAY_TEXT], requests(scene)) }
            </div>
        </section>
    }
}

fn door(scene: &Scene, to: Route, [name, about]: [Sentence; 2], drawing: Html) -> Html {
    let inside = html! {
        <>
            <svg class="door-art" viewBox="0 0 240 96" aria-hidden="true">{ drawing }</svg>
            <span class="door-name">{ scene.text(name) }{ Icon::Arrow.draw() }</span>
            <span class="door-text">{ scene.text(about) }</span>
        </>
    };
    scene.link(to, "door", None, inside)
}

/// Draws a Query that reads only the three items that it returns.
fn items_read(scene: &Scene) -> Html {
    let (columns, rows) = DOTS;
    let dots = (0..columns * rows).map(|dot| {
        let class = if DOTS_READ.contains(&dot) { "pic-item pic-item--touched" } else { "pic-item--thrown" };
        let (column, row) = (f64::from(dot % columns), f64::from(dot / columns));
        html! { <circle {class} cx={short(8.0 + DOT_STEP * column)} cy={short(12.0 + 15.0 * row)} r="4.4" /> }
    });
    html! {
        <>
            { for dots }
            <path class="pic-now" d="M74 51V57H124V51" />
            <path class="pic-tick" d="M4 80l4 4l6.5 -8.5" /><text class="pic-label" x="20" y="85">{ scene.text(shell::DOOR_ART_READ) }</text>
            <path class="pic-tick" d="M136 80l4 4l6.5 -8.5" /><text class="pic-label" x="152" y="85">{ "0.5 RCU" }</text>
        </>
    }
}

/// Draws two key templates, and how they serve access patterns.
fn key_templates(scene: &Scene) -> Html {
    html! {
        <>
            <rect class="pic-fill--soft" x="0" y="4" width="108" height="26" rx="3" />
                <text class="pic-label pic-label--data pic-label--accent" x="8" y="21">{ "USER#{user_id}" }</text>
            <rect class="pic-fill--soft" x="114" y="4" width="126" height="26" rx="3" />
                <text class="pic-label pic-label--data pic-label--accent" x="121" y="21">{ "ORDER#{placed_at}" }</text>
            <path class="pic-axis" d="M54 30V48M177 30V48" />
            <rect class="pic-fill--ok" x="0.5" y="48" width="107" height="24" rx="3" /><text class="pic-label pic-label--ok" x="8" y="64">
                { scene.text(shell::DOOR_ART_QUERY) }</text>
            <rect class="pic-fill--bad" x="114.5" y="48" width="125" height="24" rx="3" /><text class="pic-label pic-label--bad" x="122" y="64">
                { scene.text(shell::DOOR_ART_SCAN) }</text>
        </>
    }
}

/// Draws a command line, and the time bar with a branch.
fn requests(scene: &Scene) -> Html {
    let ticks = (0..13).map(|tick| {
        let (x, height) = (8.0 + 17.0 * f64::from(tick), if tick % 4 == 0 { 14.0 } else { 8.0 });
        html! { <rect class="pic-fill--quiet" x={short(x)} y={short(70.0 - height)} width="3" height={short(height)} /> }
    });
    html! {
        <>
            <rect class="pic-lane" x="0" y="4" width="240" height="26" rx="3" />
            <text class="pic-label pic-label--data" x="8" y="21">{ "aws dynamodb query …" }</text>
            <path class="pic-axis" d="M0 70H240" />
            { for ticks }
            <circle class="pic-fill" cx="214" cy="70" r="6" />
            <path class="pic-now--soft" d="M130 70C138 88 146 88 156 88H240" />
            <text class="pic-label pic-label--quiet" x="70" y="91">{ scene.text(shell::DOOR_ART_BRANCH) }</text>
        </>
    }
}

/// Draws partitions over a day. One of them is throttled in the evening.
fn hot_partition() -> Html {
    let rows = (0..5).map(|row| {
        let y = short(6.0 + 14.0 * f64::from(row));
        let levels: [usize; 12] = if row == 2 { [0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 3, 1] } else { [0; 12] };
        let cells = levels.into_iter().enumerate().map(move |(column, level)| {
            let class = ["pic-heat-0", "pic-heat-1", "pic-heat-2", "pic-heat-3", "pic-heat-4"][level];
            html! { <rect {class} x={short(20.0 * column as f64)} y={y.clone()} width="20" height="12" /> }
        });
        html! { <>{ for cells }</> }
    });
    html! {
        <>
            { for rows }
            <path class="pic-limit" d="M160 0V78" />
            <text class="pic-label pic-label--data pic-label--bad pic-middle" x="160" y="91">{ "19:14" }</text>
        </>
    }
}

/// Draws the monthly bill of both capacity modes by the utilization of provisioned capacity.
fn break_even(scene: &Scene) -> Html {
    html! {
        <>
            <path class="pic-axis" d="M0 84H240" />
            <path class="pic-curve pic-curve--now" d="M0 84L236 6" />
            <path class="pic-curve" d="M0 60H240" />
            <circle class="pic-fill" cx="73" cy="60" r="5" />
            <path class="pic-now--soft" d="M73 60V84" />
            <text class="pic-label pic-label--strong" x="82" y="79">{ scene.text(shell::DOOR_ART_BREAK_EVEN) }</text>
            <text class="pic-label pic-label--accent pic-end" x="182" y="18">{ scene.text(shell::DOOR_ART_ON_DEMAND) }</text>
            <text class="pic-label pic-end" x="240" y="54">{ scene.text(shell::DOOR_ART_PROVISIONED) }</text>
        </>
    }
}
