//! The pictures: what stands around the tables, each drawn from what the engine tells of the moment that is shown, with the same
//! as a table for those who do not see it.

mod clients;
mod clock;
mod dials;
mod door;
mod form;
mod indexes;
mod keys;
mod partitions;
pub mod place;
mod replicas;
mod request;
mod streams;
mod svg;
mod table_keys;
mod time_to_live;
mod traffic;
mod words;

use gloo::utils::{history, window};
use wasm_bindgen::JsValue;
use web_sys::Event;
use yew::prelude::*;

use crate::components::tabs::TabRow;
use crate::language::Language;
use crate::messages::Messages;
use place::PicturePlace;

/// What every picture is given.
#[derive(Clone, PartialEq)]
pub struct Canvas {
    pub place: PicturePlace,
    pub messages: Messages,
    now_ms: u64,
    /// Goes up whenever the answers may be others than before.
    pub moment: u64,
}

impl Canvas {
    pub fn text(&self, name: &str) -> String {
        self.messages.text(name)
    }

    /// Virtual time, as far as the page has been told and the clock has run since.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Whether somebody may act here now.
    pub fn is_live(&self) -> bool {
        !self.place.follows
    }
}

/// In the order of their tabs; the names stand in the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    Partitions,
    Request,
    Indexes,
    Replicas,
    Streams,
    TimeToLive,
    Clients,
    Traffic,
    Dials,
}

impl Picture {
    pub const ALL: &[Picture] = &[
        Picture::Partitions,
        Picture::Request,
        Picture::Indexes,
        Picture::Replicas,
        Picture::Streams,
        Picture::TimeToLive,
        Picture::Clients,
        Picture::Traffic,
        Picture::Dials,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Picture::Partitions => "partitions",
            Picture::Request => "request",
            Picture::Indexes => "indexes",
            Picture::Replicas => "replicas",
            Picture::Streams => "streams",
            Picture::Clients => "clients",
            Picture::Traffic => "traffic",
            Picture::TimeToLive => "ttl",
            Picture::Dials => "dials",
        }
    }

    pub fn of_name(name: &str) -> Picture {
        Picture::ALL.iter().copied().find(|picture| picture.name() == name).unwrap_or(Picture::Partitions)
    }

    fn view(self, canvas: Canvas) -> Html {
        match self {
            Picture::Partitions => html! { <partitions::Partitions {canvas} /> },
            Picture::Request => html! { <request::Request {canvas} /> },
            Picture::Indexes => html! { <indexes::Indexes {canvas} /> },
            Picture::Replicas => html! { <replicas::Replicas {canvas} /> },
            Picture::Streams => html! { <streams::Streams {canvas} /> },
            Picture::Clients => html! { <clients::Clients {canvas} /> },
            Picture::Traffic => html! { <traffic::Traffic {canvas} /> },
            Picture::TimeToLive => html! { <time_to_live::TimeToLive {canvas} /> },
            Picture::Dials => html! { <dials::Dials {canvas} /> },
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct PicturesProps {
    pub place: PicturePlace,
}

#[component]
pub fn Pictures(props: &PicturesProps) -> Html {
    let place = props.place.clone();
    let messages = Messages::new(Language::of_code(&place.language));
    let beats = clock::use_beats(place.rate);
    let moments = use_mut_ref(|| (PicturePlace::default(), 0, 0_u64));
    let moment = {
        let mut last = moments.borrow_mut();
        if last.0 != place || last.1 != beats {
            *last = (place.clone(), beats, last.2 + 1);
        }
        last.2
    };
    let picture = Picture::of_name(&place.picture);
    let now_ms = clock::use_now(&place);
    let canvas = Canvas { place, messages: messages.clone(), now_ms, moment };
    let row = TabRow {
        group: "picture",
        label: messages.text("pictures"),
        title: messages.text("pictures"),
        tabs: Picture::ALL
            .iter()
            .map(|picture| (picture.name().to_owned(), messages.text(&format!("picture-{}", picture.name()))))
            .collect(),
        selected: picture.name().to_owned(),
        panel: Some("picture-panel"),
    };
    html! {
        <>
            { row.view(Callback::from(|name: AttrValue| go_to(&name)), html! {}) }
            <clock::Clock canvas={canvas.clone()} />
            <div class="picture-panel" id="picture-panel" role="tabpanel" aria-labelledby={format!("picture-tab-{}", picture.name())} tabindex="0" data-testid={format!("picture-{}", picture.name())}>
                { picture.view(canvas) }
            </div>
        </>
    }
}

/// Another picture is another address; the page hears of it as if somebody had gone back or forth.
fn go_to(picture: &str) {
    let address = window().location().search().unwrap_or_default();
    let others = address.trim_start_matches('?').split('&');
    let mut parts: Vec<String> =
        others.filter(|part| !part.is_empty() && !part.starts_with("picture=")).map(str::to_owned).collect();
    parts.push(format!("picture={picture}"));
    let address = format!("?{}", parts.join("&"));
    let pushed = history().push_state_with_url(&JsValue::NULL, "", Some(&address));
    if let (Ok(()), Ok(event)) = (pushed, Event::new("popstate")) {
        // Nobody can cancel it.
        let _ = window().dispatch_event(&event);
    }
}
