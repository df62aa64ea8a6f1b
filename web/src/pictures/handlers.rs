//! Triggers: a person's function runs in a sandbox with each batch of stream records. The diagram shows its input, its results,
//! and where the stream waits for it.

mod consent;
mod draft;
mod drawing;
mod output;
pub mod runner;

use crate::browser::embedded::is_embedded;
use crate::engine::sandbox;
use crate::page::messages::Sentence;
use crate::page::sentences;
use dynalab_app::pictures::handlers::presets;
use dynalab_app::table::keys::{TableDescription, TableKeys};
use dynalab_service::contract::Call;
use dynalab_service::contract::dynamodb::{DescribeTable, UpdateStream};
use dynalab_service::contract::functions::{
    DeleteEventSourceMapping, DescribeEventSourceMapping, DescribeHandlers, HandlerDescription,
    MappingDescription,
};
use dynalab_service::contract::streams::DescribeShards;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::engine_reads::use_described;
use super::figure::EmptyFigure;
use super::{Canvas, empty_drawings, figure};
use draft::Draft;
use runner::Rest;

#[derive(PartialEq, Properties)]
pub struct HandlersProps {
    pub canvas: Canvas,
}

/// The data of the diagram, and its state.
struct View<'a> {
    canvas: &'a Canvas,
    stream: String,
    name: String,
    /// The handler that is stored in the workspace.
    kept: Option<&'a HandlerDescription>,
    mapped: Option<&'a MappingDescription>,
    keys: Option<&'a TableDescription>,
    has_second: bool,
    draft: UseStateHandle<Option<Draft>>,
    refusal: UseStateHandle<Option<String>>,
    redraw: Callback<()>,
}

#[component]
pub fn Handlers(props: &HandlersProps) -> Html {
    let canvas = &props.canvas;
    let table = canvas.place.table.clone();
    let name = name_of(&table);
    let draft = use_state(|| None::<Draft>);
    let refusal = use_state(|| None::<String>);
    let redraw = use_force_update();
    runner::use_runs();
    {
        let (draft, refusal) = (draft.setter(), refusal.setter());
        use_effect_with((table.clone(), canvas.place.workspace.clone()), move |_| {
            draft.set(None);
            refusal.set(None);
        });
    }
    let streams = use_described(canvas, DescribeShards { table_name: table.clone() });
    let handlers = use_described(canvas, DescribeHandlers {});
    let mapped = use_described(canvas, DescribeEventSourceMapping { name: name.clone() });
    let keys = use_described(canvas, DescribeTable { table_name: table.clone() });
    let second = use_described(canvas, DescribeTable { table_name: presets::second_table(&table) });
    let (Some(streams), Some(handlers)) = (streams, handlers) else { return figure::waiting(canvas) };
    let (streams, handlers) = match (streams.as_ref(), handlers.as_ref()) {
        (Ok(streams), Ok(handlers)) => (streams, handlers),
        (Err(why), _) | (_, Err(why)) => return figure::refused(why),
    };
    let Some(stream) = streams.enabled_stream().cloned() else {
        return switch_on(canvas, &refusal);
    };
    let view = View {
        canvas,
        stream,
        kept: handlers.handlers.iter().find(|handler| handler.name == name),
        name,
        mapped: mapped.as_deref().and_then(|mapped| mapped.as_ref().ok()),
        keys: keys.as_deref().and_then(|keys| keys.as_ref().ok()).map(|keys| &keys.table),
        has_second: second.as_deref().is_none_or(Result::is_ok),
        draft,
        refusal,
        redraw: Callback::from(move |()| redraw.force_update()),
    };
    view.html()
}

/// Returns the name of the table's mapping. A table's name can be longer than a mapping's, so a long name becomes a hash.
fn name_of(table: &str) -> String {
    let name = format!("handler-{table}");
    match name.len() {
        0..=64 => name,
        _ => format!("handler-{:032x}", dynalab_types::fingerprint(table.as_bytes())),
    }
}

fn switch_on(canvas: &Canvas, refusal: &UseStateHandle<Option<String>>) -> Html {
    let request = UpdateStream::with_images(&canvas.place.table).request();
    let (page, told) = (canvas.page.clone(), refusal.setter());
    let onclick = Callback::from(move |_: MouseEvent| {
        let told = told.clone();
        page.send_control(request.clone(), Callback::from(move |why| told.set(Some(why))));
    });
    let foot = html! {
        <button class="button button--go" type="button" data-testid="streams-switch-on" disabled={!canvas.is_live()} {onclick}>
            { canvas.text(sentences::pictures::STREAMS_SWITCH_ON) }
        </button>
    };
    let (title, about) = (sentences::pictures::STREAMS_OFF, sentences::pictures::HANDLERS_ABOUT);
    html! {
        <>
            { EmptyFigure { drawing: empty_drawings::shards(), title, about, foot }.view(&canvas.messages) }
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
        </>
    }
}

impl View<'_> {
    fn html(&self) -> Html {
        html! {
            <>
                { self.status() }
                if let (Some(mapped), Some(_)) = (self.mapped, self.kept) { { drawing::figure(self.canvas, mapped).view(self.canvas) } }
                { output::view(self.canvas, &runner::runs_of(&self.name)) }
                { self.form() }
                if let Some(why) = self.refusal.as_ref() { { figure::refused(why) } }
            </>
        }
    }

    /// Returns true if the stored handler may run in this browser.
    fn is_on(&self) -> bool {
        let approved = consent::approved(&self.canvas.place.workspace);
        self.kept.is_some_and(|kept| approved.get(&kept.name) == Some(&kept.code))
    }

    fn status(&self) -> Html {
        let canvas = self.canvas;
        let note = |name: Sentence, class: &'static str, rest: Html| {
            html! {
                <div class={classes!("handlers-status", class)} role="status" data-testid="handlers-status" data-status={name.name()}>
                    <p>{ canvas.text(name) }</p>{ rest }
                </div>
            }
        };
        if self.kept.is_none() {
            return html! { <p class="picture-caption handlers-about">{ canvas.text(sentences::pictures::HANDLERS_ABOUT) }</p> };
        }
        if is_embedded() {
            return note(sentences::pictures::HANDLERS_EMBEDDED, "", html! {});
        }
        if !self.is_on() {
            let run = self.key(sentences::pictures::HANDLERS_RUN_KEPT, true, self.run_stored_callback());
            return note(sentences::pictures::HANDLERS_OFF, "handlers-status--warn", run);
        }
        match runner::rest(&canvas.place) {
            None => note(
                sentences::pictures::HANDLERS_ON,
                "handlers-status--ok",
                self.key(sentences::pictures::HANDLERS_STOP, true, self.stop_callback()),
            ),
            Some(Rest::Follows) => note(sentences::pictures::HANDLERS_FOLLOWS, "", html! {}),
            Some(Rest::LooksBack) => note(sentences::pictures::HANDLERS_LOOKS_BACK, "", html! {}),
            Some(Rest::Undone) => {
                let (page, place) = (canvas.page.clone(), canvas.place.clone());
                let go_on = Callback::from(move |_: MouseEvent| runner::go_on(&page, &place));
                note(
                    sentences::pictures::HANDLERS_UNDONE,
                    "handlers-status--warn",
                    self.key(sentences::pictures::HANDLERS_GO_ON, true, go_on),
                )
            }
        }
    }

    fn key(&self, name: Sentence, enabled: bool, onclick: Callback<MouseEvent>) -> Html {
        let disabled = !enabled || !self.canvas.is_live();
        html! { <button class="button" type="button" data-testid={name.name()} {disabled} {onclick}>{ self.canvas.text(name) }</button> }
    }

    /// Returns a handler that permits the workspace's stored function to run.
    fn run_stored_callback(&self) -> Callback<MouseEvent> {
        let (page, place, redraw) =
            (self.canvas.page.clone(), self.canvas.place.clone(), self.redraw.clone());
        let kept = self.kept.cloned().unwrap_or_default();
        Callback::from(move |_| {
            consent::approve(&place.workspace, &kept.name, &kept.code);
            runner::wake(&page, place.clone());
            redraw.emit(());
        })
    }

    fn stop_callback(&self) -> Callback<MouseEvent> {
        let (place, name, redraw) = (self.canvas.place.clone(), self.name.clone(), self.redraw.clone());
        Callback::from(move |_| {
            consent::revoke(&place.workspace, &name);
            sandbox::stop();
            redraw.emit(());
        })
    }

    /// Returns a handler that stores the draft in the workspace and permits it to run.
    fn save_callback(&self, draft: &Draft) -> Callback<MouseEvent> {
        let mapping = draft.mapping(&self.name, &self.stream);
        let (place, name, code) = (self.canvas.place.clone(), self.name.clone(), draft.code.clone());
        let (refusal, now, redraw) = (self.refusal.setter(), self.draft.setter(), self.redraw.clone());
        let page = self.canvas.page.clone();
        Callback::from(move |_| {
            let page = page.clone();
            let (mapping, place, name, code) = (mapping.clone(), place.clone(), name.clone(), code.clone());
            let (refusal, now, redraw) = (refusal.clone(), now.clone(), redraw.clone());
            spawn_local(async move {
                refusal.set(None);
                match page.control(&mapping).await {
                    Ok(_) => {
                        consent::approve(&place.workspace, &name, &code);
                        now.set(None);
                    }
                    Err(why) => refusal.set(Some(why)),
                }
                redraw.emit(());
            });
        })
    }

    fn remove_callback(&self) -> Callback<MouseEvent> {
        let (place, name, refusal) = (self.canvas.place.clone(), self.name.clone(), self.refusal.setter());
        let page = self.canvas.page.clone();
        Callback::from(move |_| {
            consent::revoke(&place.workspace, &name);
            sandbox::stop();
            let refusal = refusal.clone();
            let request = DeleteEventSourceMapping { name: name.clone() }.request();
            page.send_control(request, Callback::from(move |why| refusal.set(Some(why))));
        })
    }

    fn create_second_callback(&self) -> Callback<MouseEvent> {
        let body = self.keys.map(|keys| keys.create_table(&presets::second_table(&self.canvas.place.table)));
        let (page, refusal) = (self.canvas.page.clone(), self.refusal.setter());
        Callback::from(move |_| {
            let refusal = refusal.clone();
            if let Some(body) = body.clone() {
                page.send_control(
                    ("CreateTable", body.to_string()),
                    Callback::from(move |why| refusal.set(Some(why))),
                );
            }
        })
    }
}
