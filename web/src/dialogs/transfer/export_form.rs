//! The form of an export: what to export, and its format.

use std::cell::Cell;
use std::rc::Rc;

use dynalab_app::state::Draft;
use dynalab_app::table::facts::rows;
use dynalab_request_text::interchange::written::Output;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::TransferData;
use crate::browser::field_events::written;
use crate::dialogs::export_run::{Export, scan};
use crate::dialogs::fields;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

/// The option for the whole table. No index can have this name, because names have at least three characters.
const TABLE: &str = "-";
const REQUEST: &str = "?";

#[derive(PartialEq, Properties)]
pub struct ExportFormProps {
    pub known: TransferData,
    pub scene: Scene,
}

#[derive(Clone, PartialEq)]
enum Stage {
    Asking,
    Running(u64),
    Ended(Result<Option<u64>, String>),
}

#[component]
pub fn ExportForm(props: &ExportFormProps) -> Html {
    let ExportFormProps { known, scene } = props;
    let messages = scene.messages();
    let source = use_state(|| scene.query.index.clone().unwrap_or_else(|| TABLE.to_owned()));
    let output = use_state(|| Output::DynamoLines);
    let compress = use_state(|| false);
    let stage = use_state(|| Stage::Asking);
    let stop = use_memo((), |()| Rc::new(Cell::new(false)));
    {
        let stop = stop.clone();
        use_effect_with((), move |()| move || stop.set(true));
    }
    if known.facts.name.is_empty() {
        return fields::finding(false, &messages.text(sentences::dialogs::IMPORT_NO_TABLE));
    }
    let request = request_of(scene.app.draft());
    let start = {
        let (source, request, facts) = ((*source).clone(), request.clone(), known.facts.clone());
        let (output, compress, stage, stop) = (*output, *compress, stage.setter(), stop.clone());
        let page = scene.page.clone();
        Callback::from(move |_: MouseEvent| {
            let chosen = request.clone().filter(|_| source == REQUEST);
            let index = Some(source.as_str()).filter(|source| *source != TABLE);
            let (operation, body) = chosen.unwrap_or_else(|| ("Scan".to_owned(), scan(&facts.name, index)));
            stop.set(false);
            let export = Export {
                operation,
                body,
                output,
                compress,
                name: index
                    .filter(|index| *index != REQUEST)
                    .map_or_else(|| facts.name.clone(), |index| format!("{}-{index}", facts.name)),
                key_names: facts.key_names(),
                stop: (*stop).clone(),
            };
            let (page, stage) = (page.clone(), stage.clone());
            stage.set(Stage::Running(0));
            spawn_local(async move {
                let tell = stage.clone();
                let ended = export.run(&page, move |count| tell.set(Stage::Running(count))).await;
                stage.set(Stage::Ended(ended));
            });
        })
    };
    html! {
        <>
            { sources(known, request.is_some(), &source, messages) }
            { outputs(*output, &output.setter(), messages) }
            { fields::check(
                sentences::dialogs::EXPORT_GZIP.name(), messages.text(sentences::dialogs::EXPORT_GZIP), *compress,
                { let compress = compress.setter(); Callback::from(move |on| compress.set(on)) },
            ) }
            <p class="dialog-hint">{ messages.text(if matches!(*output, Output::DynamoLines | Output::ExportLines) {
                sentences::dialogs::EXPORT_WHOLE } else { sentences::dialogs::EXPORT_LOSSY }) }</p>
            { render_status(&stage, messages) }
            <div class="dialog-foot">
                if matches!(*stage, Stage::Running(_)) {
                    { fields::button("export-cancel", None, messages.text(sentences::shell::CANCEL), Callback::from(move |_| stop.set(true))) }
                } else {
                    <button class="button button--go" type="button" data-testid="export-go" onclick={start}>
                        { messages.text(sentences::dialogs::EXPORT_GO) }
                    </button>
                }
            </div>
        </>
    }
}

/// Returns the editor's request if it is a Query or Scan.
fn request_of(draft: &Draft) -> Option<(String, Value)> {
    let operation = Some(&draft.operation).filter(|name| matches!(name.as_str(), "Query" | "Scan"))?;
    let mut body: Value = serde_json::from_str(&draft.body).ok()?;
    let members = body.as_object_mut()?;
    members.remove("Limit");
    members.remove("ReturnConsumedCapacity");
    Some((operation.clone(), body))
}

fn sources(
    known: &TransferData,
    with_request: bool,
    source: &UseStateHandle<String>,
    messages: &Messages,
) -> Html {
    let description = &known.facts.description;
    let indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"]
        .into_iter()
        .flat_map(|kind| rows(&description[kind]));
    let names = indexes.filter_map(|index| index["IndexName"].as_str()).map(str::to_owned);
    let set = source.setter();
    let onchange = Callback::from(move |event: Event| set.set(written(&event)));
    let option = |value: String, word: String| html! { <option value={value.clone()} selected={value == **source}>{ word }</option> };
    html! {
        <label class="request-row">{ messages.text(sentences::dialogs::EXPORT_OF) }
            <select class="field field--grow" data-testid="export-source" {onchange}>
                { option(TABLE.to_owned(), known.facts.name.clone()) }
                { for names.map(|name| option(name.clone(), format!("{} · {name}", known.facts.name))) }
                if with_request { { option(REQUEST.to_owned(), messages.text(sentences::dialogs::EXPORT_REQUEST)) } }
            </select>
        </label>
    }
}

fn outputs(output: Output, set: &UseStateSetter<Output>, messages: &Messages) -> Html {
    let options = Output::ALL.map(|output| {
        (output.name(), messages.text_or(sentences::dialogs::output(output.name()), output.name()))
    });
    let set = set.clone();
    let choose =
        Callback::from(move |name: String| set.set(Output::of_name(&name).unwrap_or(Output::DynamoLines)));
    html! {
        <label class="request-row">{ messages.text(sentences::dialogs::EXPORT_AS) }
            { fields::select("export-form", messages.text(sentences::dialogs::EXPORT_AS), &options, output.name(), choose) }
        </label>
    }
}

fn render_status(stage: &Stage, messages: &Messages) -> Html {
    let status = |text: String| html! { <p role="status" data-testid="export-told">{ text }</p> };
    match stage {
        Stage::Asking => html! {},
        Stage::Running(done) => {
            status(messages.text(sentences::dialogs::ExportRunning { count: (*done).into() }))
        }
        Stage::Ended(Ok(Some(done))) => {
            status(messages.text(sentences::dialogs::ExportEnded { count: (*done).into() }))
        }
        Stage::Ended(Ok(None)) => status(messages.text(sentences::dialogs::EXPORT_CANCELLED)),
        Stage::Ended(Err(why)) => fields::finding(true, why),
    }
}
