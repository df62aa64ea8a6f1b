//! The diagrams of the simulation around the tables. Each shows the engine's data at the shown point in history, as a drawing and
//! as a table.

mod access;
mod account;
mod advice;
mod backups;
mod cache;
mod capacity;
pub(crate) mod chart;
mod clients;
mod clients_by_hand;
mod compare;
mod control_sender;
mod described_dials;
mod dials;
mod draft_field;
mod empty_drawings;
pub(crate) mod engine_reads;
mod export;
mod faults;
mod figure;
mod form;
mod handlers;
mod indexes;
mod limits_off;
mod load_test;
mod metrics;
mod partitions;
pub mod place;
mod regions;
mod replicas;
mod request;
mod request_card;
mod segmented_control;
mod streams;
mod time_to_live;
mod traffic;
mod vectors;
mod workers;

use dynalab_app::state::Dialog;
pub use dynalab_lessons::diagram::{Diagram as Picture, Group};
use yew::prelude::*;

use crate::components::clock::Clock;
use crate::components::tabs::TabRow;
use crate::engine::virtual_clock::{use_beats, use_now};
use crate::page::context::PageContext;
use crate::page::messages::{Message, Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;
use place::PicturePlace;

/// The context that every diagram receives.
#[derive(Clone, PartialEq)]
pub struct Canvas {
    pub place: PicturePlace,
    pub page: PageContext,
    pub messages: Messages,
    now_ms: u64,
    /// Increases whenever responses may differ from earlier ones.
    pub drawing: u64,
}

impl Canvas {
    pub fn text(&self, message: impl Message) -> String {
        self.messages.text(message)
    }

    pub fn text_or(&self, sentence: Option<Sentence>, data: &str) -> String {
        self.messages.text_or(sentence, data)
    }

    /// Returns the virtual time: the time that the worker reported, plus the time since.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Returns true if this tab may write.
    pub fn is_live(&self) -> bool {
        !self.place.follows
    }
}

fn group_name(group: Group) -> Sentence {
    match group {
        Group::Data => sentences::pictures::PICTURE_GROUP_DATA,
        Group::Requests => sentences::pictures::PICTURE_GROUP_REQUESTS,
        Group::Changes => sentences::pictures::PICTURE_GROUP_CHANGES,
        Group::World => sentences::pictures::PICTURE_GROUP_WORLD,
    }
}

/// Returns the diagram of a name in an address. An unknown name means the first one.
fn of_name(name: &str) -> Picture {
    Picture::of_name(name).unwrap_or(Picture::Partitions)
}

/// Renders a diagram of the table `dynalab_lessons::diagram`.
fn render(picture: Picture, canvas: Canvas) -> Html {
    match picture {
        Picture::Partitions => html! { <partitions::Partitions {canvas} /> },
        Picture::Capacity => html! { <capacity::Capacity {canvas} /> },
        Picture::Request => html! { <request::Request {canvas} /> },
        Picture::Indexes => html! { <indexes::Indexes {canvas} /> },
        Picture::Vectors => html! { <vectors::Vectors {canvas} /> },
        Picture::Replicas => html! { <replicas::Replicas {canvas} /> },
        Picture::Regions => html! { <regions::Regions {canvas} /> },
        Picture::Cache => html! { <cache::Cache {canvas} /> },
        Picture::Streams => html! { <streams::Streams {canvas} /> },
        Picture::Workers => html! { <workers::Workers {canvas} /> },
        Picture::Handlers => html! { <handlers::Handlers {canvas} /> },
        Picture::Compare => html! { <compare::Compare {canvas} /> },
        Picture::Clients => html! { <clients::Clients {canvas} /> },
        Picture::Metrics => html! { <metrics::Metrics {canvas} /> },
        Picture::Traffic => html! { <traffic::Traffic {canvas} /> },
        Picture::Ttl => html! { <time_to_live::TimeToLive {canvas} /> },
        Picture::Backups => html! { <backups::Backups {canvas} /> },
        Picture::Access => html! { <access::Access {canvas} /> },
        Picture::Faults => html! { <faults::Faults {canvas} /> },
        Picture::Dials => html! { <dials::Dials {canvas} /> },
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct PicturesProps {
    pub scene: Scene,
}

#[component]
pub fn Pictures(props: &PicturesProps) -> Html {
    let scene = &props.scene;
    let place = PicturePlace::from_scene(scene);
    let messages = *scene.messages();
    let beats = use_beats(place.clock.rate);
    let drawings = use_mut_ref(|| (PicturePlace::default(), 0, 0_u64));
    let drawing = {
        let mut last = drawings.borrow_mut();
        if last.0 != place || last.1 != beats {
            *last = (place.clone(), beats, last.2 + 1);
        }
        last.2
    };
    let picture = of_name(&place.picture);
    let now_ms = use_now(place.clock);
    handlers::runner::use_runner(&scene.page, &place, drawing);
    let canvas = Canvas { place, page: scene.page.clone(), messages, now_ms, drawing };
    let row = TabRow {
        group: "picture",
        label: messages.text(sentences::workbench::PICTURES),
        title: messages.text(sentences::workbench::PICTURES),
        tabs: picture
            .group()
            .diagrams()
            .map(|picture| {
                (
                    picture.name().to_owned(),
                    messages.text_or(sentences::pictures::picture(picture.name()), picture.name()),
                )
            })
            .collect(),
        selected: picture.name().to_owned(),
        panel: Some("picture-panel"),
    };
    let to_picture = {
        let page = scene.page.clone();
        Callback::from(move |name: AttrValue| go_to(&page, &name))
    };
    // A view with its own place chooses the diagram and has no time bar with the clock.
    let head = if scene.page.navigator.is_inner() {
        // The path of a request does not change with time.
        let has_clock = picture != Picture::Request;
        html! { if has_clock { <div class="picture-clock"><Clock scene={scene.still()} /></div> } }
    } else {
        // Without a table, only the settings are shown.
        let has_table = !canvas.place.table.is_empty();
        html! {
            if has_table {
                { groups(scene, picture.group()) }
                { row.view(to_picture, html! {}) }
            } else {
                <h2 class="picture-heading" id={format!("picture-tab-{}", picture.name())}>
                    { messages.text_or(sentences::pictures::picture(picture.name()), picture.name()) }
                </h2>
            }
        }
    };
    html! {
        <>
            { head }
            <div
                class="picture-panel" id="picture-panel" role="tabpanel" aria-labelledby={format!("picture-tab-{}", picture.name())} tabindex="0"
                data-testid={format!("picture-{}", picture.name())}
            >
                if canvas.place.table.is_empty() && picture != Picture::Dials { { no_table(scene, &canvas) } } else { { render(picture, canvas) } }
            </div>
        </>
    }
}

/// Renders the shape of a table, for a workspace without tables.
fn no_table(scene: &Scene, canvas: &Canvas) -> Html {
    let drawing = html! {
        <>
            <circle cx="42" cy="42" r="36" />
            <circle cx="42" cy="42" r="22" />
            { for [4, 25, 46, 67].into_iter().map(|y| html! { <rect x="92" y={y.to_string()} width="57" height="14" rx="3" /> }) }
        </>
    };
    let button = |class: &'static str, test_id: &'static str, name: Sentence, dialog: fn() -> Dialog| {
        html! {
            <button {class} type="button" data-testid={test_id} disabled={!canvas.is_live()} onclick={scene.open_dialog_callback(dialog)}>
                { scene.text(name) }
            </button>
        }
    };
    let foot = html! {
        <>
            { button("button button--go", "picture-empty-sample", sentences::pictures::NO_TABLE_SAMPLE, || Dialog::Samples) }
            { button("button button--quiet", "picture-empty-table", sentences::workbench::REQUEST_EMPTY_TABLE, || Dialog::Table(None)) }
        </>
    };
    let (title, about) = (sentences::pictures::NO_TABLE, sentences::pictures::NO_TABLE_ABOUT);
    figure::EmptyFigure { drawing, title, about, foot }.view(&canvas.messages)
}

/// Renders the buttons of the groups. Each opens the first diagram of its group.
fn groups(scene: &Scene, shown: Group) -> Html {
    let button = |group: Group| {
        let (page, first) = (scene.page.clone(), group.diagrams().next());
        let name = scene.text(group_name(group));
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(first) = first {
                go_to(&page, first.name());
            }
        });
        html! {
            <button type="button" class="picture-group" aria-pressed={(group == shown).to_string()} data-testid={group_name(group).name()} {onclick}>
                { name }
            </button>
        }
    };
    html! {
        <div class="picture-groups" role="group" aria-label={scene.text(sentences::pictures::PICTURE_GROUPS)}>
            { for Group::ALL.iter().copied().map(button) }
        </div>
    }
}

/// Opens another diagram by changing the address.
fn go_to(page: &PageContext, picture: &str) {
    page.navigator.change_query(|query| query.picture = Some(picture.to_owned()));
}
