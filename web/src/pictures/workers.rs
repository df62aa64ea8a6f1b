//! Workers that share the shards of the table's stream: the lease of each shard, the position in it, and records that would be processed
//! twice.

mod drawing;
mod form;

use std::collections::BTreeMap;

use dynalab_app::request::call_result::CallResult;
use dynalab_playground::views::workers::Application;
use dynalab_service::contract::Call;
use dynalab_service::contract::dynamodb::UpdateStream;
use dynalab_service::contract::streams::{DescribeShards, DescribeWorkers};
use yew::prelude::*;

use super::control_sender::{ControlSender, use_control_sender};
use super::engine_reads::use_told;
use super::figure::EmptyFigure;
use super::{Canvas, empty_drawings, figure};
use crate::page::context::PageContext;
use crate::page::sentences;

/// The stream, its applications, and the shown application.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamApplications {
    stream: Option<String>,
    applications: Vec<String>,
    shown: Application,
    /// The number of records in each shard.
    records: BTreeMap<String, u64>,
}

/// Reads the application with this name, or the first one if it no longer exists.
async fn ask(page: PageContext, table: String, chosen: Option<String>) -> CallResult<StreamApplications> {
    let described = page.look(&DescribeShards { table_name: table }).await?;
    let is_chosen = |name: &&String| chosen.as_ref() == Some(*name);
    let name = described.applications.iter().find(is_chosen).or(described.applications.first());
    let shown = match name {
        Some(name) => page.look_as(&DescribeWorkers { name: name.clone() }).await?,
        None => Application::default(),
    };
    let stream = described.enabled_stream().cloned();
    let shards = described.shards.into_iter().flatten();
    Ok(StreamApplications {
        stream,
        applications: described.applications,
        shown,
        records: shards.map(|shard| (shard.shard_id, shard.record_count)).collect(),
    })
}

#[derive(PartialEq, Properties)]
pub struct WorkersProps {
    pub canvas: Canvas,
}

#[component]
pub fn Workers(props: &WorkersProps) -> Html {
    let canvas = &props.canvas;
    let sender = use_control_sender(canvas);
    let chosen = use_state(|| None::<String>);
    let (page, table, name) = (canvas.page.clone(), canvas.place.table.clone(), (*chosen).clone());
    let question = format!("{table} {name:?}");
    let world = use_told(canvas.drawing, question, move || ask(page, table, name));
    let Some(world) = world else { return figure::waiting(canvas) };
    let world = match world.as_ref() {
        Ok(world) => world,
        Err(why) => return figure::refused(why),
    };
    let Some(stream) = &world.stream else { return stream_is_off(canvas, &sender) };
    let on_choose = {
        let chosen = chosen.setter();
        Callback::from(move |name| chosen.set(Some(name)))
    };
    html! {
        <>
            <form::WorkersForm canvas={canvas.clone()} sender={sender.clone()} stream={stream.clone()} world={world.clone()} {on_choose} />
            { sender.view() }
            if !world.shown.workers.is_empty() { { drawing::drawn(canvas, world).view(canvas) } }
        </>
    }
}

/// Renders the button that turns on the stream, without which there are no shards.
fn stream_is_off(canvas: &Canvas, sender: &ControlSender) -> Html {
    let request = UpdateStream::with_images(&canvas.place.table).request();
    let foot = sender.button(canvas, sentences::pictures::STREAMS_SWITCH_ON, vec![request]);
    let (title, about) = (sentences::pictures::STREAMS_OFF, sentences::pictures::WORKERS_NO_STREAM);
    html! {
        <>
            { EmptyFigure { drawing: empty_drawings::shards(), title, about, foot }.view(&canvas.messages) }
            { sender.view() }
        </>
    }
}
