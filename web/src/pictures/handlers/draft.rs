//! The form of a handler: its text, and how the stream's records are passed to it.

use dynalab_app::pictures::handlers::presets;
use dynalab_app::table::keys::TableKeys;
use dynalab_service::contract::functions::{DestinationConfig, HandlerSettings, PutEventSourceMapping};
use yew::prelude::*;

use super::View;
use crate::browser::field_events::{is_checked, written};
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::form;

const LIMITS_SECONDS: &[&str] = &["1", "3", "5", "10", "15"];
const BATCH_MAX: u64 = 10_000;
const RETRIES_MAX: u64 = 10_000;

#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub code: String,
    pub batch_size: u64,
    pub retries: u64,
    pub limit_ms: u64,
    pub bisects: bool,
    pub reports_items: bool,
}

impl Draft {
    fn new(code: String) -> Draft {
        Draft { code, batch_size: 10, retries: 2, limit_ms: 3_000, bisects: false, reports_items: false }
    }

    pub fn mapping(&self, name: &str, stream: &str) -> PutEventSourceMapping {
        let types = self.reports_items.then(|| "ReportBatchItemFailures".to_owned());
        PutEventSourceMapping {
            name: name.to_owned(),
            stream_arn: stream.to_owned(),
            starting_position: "TRIM_HORIZON".to_owned(),
            batch_size: Some(self.batch_size.clamp(1, BATCH_MAX)),
            maximum_retry_attempts: Some(self.retries.min(RETRIES_MAX) as i64),
            bisect_batch_on_function_error: Some(self.bisects),
            function_response_types: Some(types.into_iter().collect()),
            destination_config: Some(DestinationConfig::to("dead-letters")),
            handler: Some(HandlerSettings {
                code: Some(self.code.clone()),
                timeout_ms: Some(self.limit_ms),
                ..HandlerSettings::default()
            }),
            ..PutEventSourceMapping::default()
        }
    }
}

impl View<'_> {
    /// Returns the edited draft, or the stored handler, or an example.
    fn draft(&self) -> Draft {
        if let Some(draft) = self.draft.as_ref() {
            return draft.clone();
        }
        let mut draft = Draft::new(self.preset("log").code);
        if let Some(kept) = self.kept {
            (draft.code, draft.limit_ms) = (kept.code.clone(), kept.timeout_ms);
        }
        if let (Some(mapped), Some(_)) = (self.mapped, self.kept) {
            draft.batch_size = mapped.batch_size;
            draft.retries = mapped.maximum_retry_attempts.max(0) as u64;
            draft.bisects = mapped.bisect_batch_on_function_error;
            draft.reports_items = mapped.function_response_types.is_some();
        }
        draft
    }

    fn preset(&self, name: &str) -> presets::Preset {
        let counter = self.keys.map(|keys| keys.key_of(0)).unwrap_or_default();
        presets::preset(name, &self.canvas.place.table, &counter)
    }

    /// Returns a callback that changes the draft.
    fn edit_callback<Entered: 'static>(
        &self,
        draft: &Draft,
        change: impl Fn(&mut Draft, Entered) + 'static,
    ) -> Callback<Entered> {
        let (draft, now) = (draft.clone(), self.draft.setter());
        Callback::from(move |entered| {
            let mut changed = draft.clone();
            change(&mut changed, entered);
            now.set(Some(changed));
        })
    }

    pub fn form(&self) -> Html {
        let (canvas, draft) = (self.canvas, self.draft());
        let needs_second =
            !self.has_second && draft.code.contains(&presets::second_table(&canvas.place.table));
        let second = presets::second_table(&canvas.place.table);
        html! {
            <div class="handlers-form">
                { self.options(&draft) }
                { self.text(&draft) }
                <div class="handlers-keys">
                    <button
                        class="button button--go" type="button" data-testid="handlers-run" disabled={!canvas.is_live()}
                        onclick={self.save_callback(&draft)}
                    >
                        { canvas.text(sentences::pictures::HANDLERS_RUN) }
                    </button>
                    if self.kept.is_some() { { self.key(sentences::pictures::HANDLERS_REMOVE, true, self.remove_callback()) } }
                    if needs_second {
                        <button class="button" type="button" data-testid="handlers-second" disabled={!canvas.is_live()} onclick={self.create_second_callback()}>
                            { canvas.messages.text(sentences::pictures::HandlersSecond { table: second.as_str().into() }) }
                        </button>
                    }
                    if self.draft.is_some() && self.kept.is_some() { <span class="picture-note">{ canvas.text(sentences::pictures::HANDLERS_UNSAVED) }</span> }
                </div>
            </div>
        }
    }

    fn options(&self, draft: &Draft) -> Html {
        let canvas = self.canvas;
        let choose = {
            let chosen = presets::NAMES.iter().map(|name| (*name, self.preset(name))).collect::<Vec<_>>();
            self.edit_callback(draft, move |draft, name: String| {
                if let Some((_, preset)) = chosen.iter().find(|(known, _)| *known == name) {
                    draft.code = preset.code.clone();
                    draft.reports_items = preset.reports_items;
                }
            })
        };
        let begun = presets::NAMES.iter().find(|name| self.preset(name).code == draft.code);
        let names: Vec<&'static str> = match begun {
            Some(_) => presets::NAMES.to_vec(),
            None => std::iter::once("own").chain(presets::NAMES.iter().copied()).collect(),
        };
        let number = |text: &String| text.trim().parse::<u64>().ok();
        let limit = (draft.limit_ms / 1000).to_string();
        html! {
            <div class="picture-form">
                { form::choice(
                    canvas, sentences::pictures::HANDLERS_PRESET, sentences::pictures::handlers_preset, &names, begun.copied().unwrap_or("own"),
                    choose,
                ) }
                { form::choice(canvas, sentences::pictures::HANDLERS_LIMIT, sentences::pictures::handlers_limit, LIMITS_SECONDS, &limit,
                    self.edit_callback(draft, move |draft, text: String| {
                    if let Some(seconds) = number(&text) { draft.limit_ms = seconds * 1000; }
                })) }
                { form::number(canvas, sentences::pictures::HANDLERS_BATCH, draft.batch_size, BATCH_MAX, self.edit_callback(draft, move |draft, text: String| {
                    if let Some(size) = number(&text) { draft.batch_size = size.clamp(1, BATCH_MAX); }
                })) }
                { form::number(canvas, sentences::pictures::HANDLERS_RETRIES, draft.retries, RETRIES_MAX, self.edit_callback(draft, move |draft, text: String| {
                    if let Some(retries) = number(&text) { draft.retries = retries.min(RETRIES_MAX); }
                })) }
                { self.check(sentences::pictures::HANDLERS_BISECT, draft.bisects, self.edit_callback(draft, |draft, set| draft.bisects = set)) }
                { self.check(
                    sentences::pictures::HANDLERS_REPORT_ITEMS, draft.reports_items,
                    self.edit_callback(draft, |draft, set| draft.reports_items = set),
                ) }
            </div>
        }
    }

    fn check(&self, name: Sentence, checked: bool, on_change: Callback<bool>) -> Html {
        let onchange = Callback::from(move |event: Event| on_change.emit(is_checked(&event)));
        html! { <label class="check"><input type="checkbox" {checked} data-testid={name.name()} {onchange} />{ self.canvas.text(name) }</label> }
    }

    fn text(&self, draft: &Draft) -> Html {
        let write = self.edit_callback(draft, |draft, text| draft.code = text);
        let oninput = Callback::from(move |event: InputEvent| write.emit(written(&event)));
        let rows = draft.code.lines().count().clamp(6, 24).to_string();
        html! {
            <label class="handlers-text">{ self.canvas.text(sentences::pictures::HANDLERS_CODE) }
                <textarea
                    class="code code--edit code--inset" {rows} spellcheck="false" autocapitalize="off" autocomplete="off" data-testid="handlers-code"
                    value={draft.code.clone()} {oninput}
                />
            </label>
        }
    }
}
