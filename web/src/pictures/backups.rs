//! Backups and recovery: a table's backups and its restorable times on one time line, restored tables, exports and imports.

mod responses;
mod timeline;
mod transfers;

use dynalab_app::pictures::described_transfers::{Transfers, is_of_deleted_table};
use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::table::keys::TableDescription;
use dynalab_playground::utc::{self, date_time_of_seconds};
use dynalab_service::contract::dynamodb::{
    BackupSummary, DescribeContinuousBackups, DescribeTable, RecoveryDescription,
};
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::engine_reads::{use_described, use_told};
use super::{Canvas, figure};
use crate::address::route::Route;
use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use timeline::Timeline;

#[derive(PartialEq, Properties)]
pub struct BackupsProps {
    pub canvas: Canvas,
}

/// The data of the diagram, and its state.
struct View<'a> {
    canvas: &'a Canvas,
    table: &'a TableDescription,
    recovery: &'a RecoveryDescription,
    backups: &'a [BackupSummary],
    transfers: Option<&'a Transfers>,
    chosen: UseStateHandle<Option<f64>>,
    /// The time that the person types.
    typing: UseStateHandle<Option<String>>,
    target: UseStateHandle<String>,
    bucket: UseStateHandle<String>,
    restored: UseStateHandle<Vec<String>>,
    refusal: UseStateHandle<Option<String>>,
}

#[component]
pub fn Backups(props: &BackupsProps) -> Html {
    let canvas = &props.canvas;
    let name = canvas.place.table.clone();
    let chosen = use_state(|| None::<f64>);
    let typing = use_state(|| None::<String>);
    let target = use_state(|| format!("{name}-restored"));
    let bucket = use_state(|| "exports".to_owned());
    let restored = use_state(Vec::<String>::new);
    let refusal = use_state(|| None::<String>);
    {
        let (chosen, target, refusal) = (chosen.setter(), target.setter(), refusal.setter());
        use_effect_with(name.clone(), move |name| {
            chosen.set(None);
            target.set(format!("{name}-restored"));
            refusal.set(None);
        });
    }
    let table = use_described(canvas, DescribeTable { table_name: name.clone() });
    let recovery = use_described(canvas, DescribeContinuousBackups { table_name: name.clone() });
    let backups = {
        let page = canvas.page.clone();
        use_told(canvas.drawing, String::new(), move || responses::backups(page))
    };
    let arn = table.as_deref().and_then(|told| told.as_ref().ok()).map(|told| told.table.table_arn.clone());
    let arn = arn.unwrap_or_default();
    let asked = (arn.clone(), (*restored).clone());
    let transfers = {
        let page = canvas.page.clone();
        use_told(canvas.drawing, format!("{asked:?}"), move || responses::transfers(page, asked.0, asked.1))
    };
    let (Some(table), Some(recovery), Some(backups)) = (table, recovery, backups) else {
        return figure::waiting(canvas);
    };
    let (table, recovery, backups) = match (table.as_ref(), recovery.as_ref(), backups.as_ref()) {
        (Ok(table), Ok(recovery), Ok(backups)) => (table, recovery, backups),
        (Err(why), _, _) | (_, Err(why), _) | (_, _, Err(why)) => return figure::refused(why),
    };
    let view = View {
        canvas,
        table: &table.table,
        recovery: &recovery.continuous_backups_description.point_in_time_recovery_description,
        backups,
        transfers: transfers.as_deref().and_then(|transfers| transfers.as_ref().ok()),
        chosen,
        typing,
        target,
        bucket,
        restored,
        refusal,
    };
    view.html()
}

impl View<'_> {
    fn html(&self) -> Html {
        let canvas = self.canvas;
        let own = self.backups.iter().filter(|backup| backup.table_name == canvas.place.table);
        let timeline = Timeline {
            canvas,
            recovery: self.recovery,
            backups: own.collect(),
            chosen: self.recovery.window().map(|window| self.restore_time(window)),
            now: canvas.now_ms() as f64 / 1000.0,
        };
        html! {
            <>
                { self.keys() }
                if let Some(why) = self.refusal.as_ref() { { figure::refused(why) } }
                { timeline.figure().view(canvas) }
                { self.time_choice() }
                { self.restored_tables() }
                { self.list() }
                { self.exports() }
            </>
        }
    }

    /// Returns the chosen time, clamped to the restorable period.
    fn restore_time(&self, (earliest, latest): (f64, f64)) -> f64 {
        self.chosen.map_or(latest, |chosen| chosen.clamp(earliest, latest))
    }

    fn key(&self, name: Sentence, enabled: bool, onclick: Callback<MouseEvent>) -> Html {
        let disabled = !enabled || !self.canvas.is_live();
        html! { <button class="button" type="button" data-testid={name.name()} {disabled} {onclick}>{ self.canvas.text(name) }</button> }
    }

    fn send_callback(&self, operation: &'static str, body: Value) -> Callback<MouseEvent> {
        let (page, refusal) = (self.canvas.page.clone(), self.refusal.setter());
        Callback::from(move |_| {
            refusal.set(None);
            let refusal = refusal.clone();
            page.send_control(
                (operation, body.to_string()),
                Callback::from(move |why| refusal.set(Some(why))),
            );
        })
    }

    /// Like [`send_callback`](Self::send_callback), and also shows the restored table until the diagram closes.
    fn restore_callback(&self, operation: &'static str, body: Value) -> Callback<MouseEvent> {
        let (page, refusal) = (self.canvas.page.clone(), self.refusal.setter());
        let (restored, target) = (self.restored.clone(), (*self.target).clone());
        Callback::from(move |_| {
            refusal.set(None);
            let (page, refusal) = (page.clone(), refusal.clone());
            let (restored, target, body) = (restored.clone(), target.clone(), body.clone());
            spawn_local(async move {
                match page.send::<IgnoredAny>((operation, &body.to_string())).await {
                    Err(why) => refusal.set(Some(why)),
                    Ok(IgnoredAny) => {
                        let mut names = (*restored).clone();
                        names.retain(|name| *name != target);
                        names.push(target);
                        restored.set(names);
                    }
                }
            });
        })
    }

    fn keys(&self) -> Html {
        let table = &self.canvas.place.table;
        let is_on = self.recovery.window().is_some();
        let specification = json!({ "PointInTimeRecoveryEnabled": !is_on });
        let recovery = json!({ "TableName": table, "PointInTimeRecoverySpecification": specification });
        let (_, time) = utc::day_and_time(self.canvas.now_ms());
        // The name of a backup cannot contain colons.
        let name: String = format!("{table}-{}", time.replace(':', ""));
        let backup = json!({ "TableName": table, "BackupName": name });
        html! {
            <div class="picture-form">
                <p class="picture-caption">{ self.canvas.text(sentences::pictures::BACKUPS_ABOUT) }</p>
                { self.key(sentences::pictures::BACKUPS_CREATE, true, self.send_callback("CreateBackup", backup)) }
                { self.key(
                    if is_on { sentences::pictures::BACKUPS_SWITCH_OFF } else { sentences::pictures::BACKUPS_SWITCH_ON }, true,
                    self.send_callback("UpdateContinuousBackups", recovery),
                ) }
            </div>
        }
    }

    fn input_callback(&self, state: &UseStateHandle<String>) -> Callback<InputEvent> {
        let state = state.setter();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = input_of(&event) {
                state.set(input.value().trim().to_owned());
            }
        })
    }

    fn target_field(&self) -> Html {
        html! {
            <label>
                { self.canvas.text(sentences::pictures::BACKUPS_TARGET) }
                { " " }
                <input
                    class="field" data-testid="backups-target" value={(*self.target).clone()} autocomplete="off" spellcheck="false"
                    oninput={self.input_callback(&self.target)}
                />
            </label>
        }
    }

    /// Renders the choice of the time to restore, with a slider and a field.
    fn time_choice(&self) -> Html {
        let canvas = self.canvas;
        let Some(window) = self.recovery.window() else {
            return html! { <div class="picture-form">{ self.target_field() }</div> };
        };
        let (earliest, latest) = window;
        let at = self.restore_time(window);
        let drag = {
            let chosen = self.chosen.setter();
            Callback::from(move |event: InputEvent| {
                chosen.set(input_of(&event).and_then(|input| input.value().parse().ok()))
            })
        };
        let typed = {
            let (chosen, typing) = (self.chosen.setter(), self.typing.setter());
            Callback::from(move |event: InputEvent| {
                let Some(input) = input_of(&event) else { return };
                let milliseconds = js_sys::Date::parse(&utc::from_field(&input.value()));
                if milliseconds.is_finite() {
                    chosen.set(Some((milliseconds / 1000.0).floor()));
                }
                typing.set(Some(input.value()));
            })
        };
        let done = {
            let typing = self.typing.setter();
            Callback::from(move |_: FocusEvent| typing.set(None))
        };
        let shown = self.typing.as_ref().cloned().unwrap_or_else(|| utc::field_text((at * 1000.0) as u64));
        let table = &canvas.place.table;
        let mut body = json!({ "SourceTableName": table, "TargetTableName": *self.target });
        if at >= latest {
            body["UseLatestRestorableTime"] = true.into();
        } else {
            body["RestoreDateTime"] = at.into();
        }
        html! {
            <div class="picture-form backups-time">
                <label class="backups-drag">{ canvas.text(sentences::pictures::BACKUPS_TIME) }
                    <input
                        type="range" min={earliest.to_string()} max={latest.to_string()} step="1" value={at.to_string()}
                        aria-valuetext={date_time_of_seconds(at)} data-testid="backups-time" oninput={drag}
                    />
                </label>
                <label>
                    { canvas.text(sentences::pictures::BACKUPS_TYPED) }
                    { " " }
                    <input class="field" type="datetime-local" step="1" value={shown} data-testid="backups-typed" oninput={typed} onblur={done} />
                </label>
                { self.target_field() }
                { self.key(sentences::pictures::BACKUPS_RESTORE_TO_TIME, true, self.restore_callback("RestoreTableToPointInTime", body)) }
            </div>
        }
    }

    /// Renders all backups, including those of deleted tables.
    fn list(&self) -> Html {
        let canvas = self.canvas;
        if self.backups.is_empty() {
            return html! { <p class="picture-caption picture-form">{ canvas.text(sentences::pictures::BACKUPS_NONE) }</p> };
        }
        let row = |backup: &BackupSummary| {
            let restore = json!({ "TargetTableName": *self.target, "BackupArn": backup.backup_arn });
            let delete = json!({ "BackupArn": backup.backup_arn });
            let kind = if is_of_deleted_table(backup) {
                sentences::pictures::BACKUPS_SYSTEM
            } else {
                sentences::pictures::BACKUPS_USER
            };
            html! {
                <tr key={backup.backup_arn.clone()}>
                    <th scope="row">{ &backup.backup_name }<small>{ format!("{} · {}", backup.table_name, canvas.text(kind)) }</small></th>
                    <td>{ date_time_of_seconds(backup.backup_creation_date_time) }</td>
                    <td class="sheet-num">{ figures::size(backup.backup_size_bytes) }</td>
                    <td class="backups-row-keys">
                        { self.key(sentences::pictures::BACKUPS_RESTORE, true, self.restore_callback("RestoreTableFromBackup", restore)) }
                        if !is_of_deleted_table(backup) { { self.key(sentences::pictures::BACKUPS_DELETE, true, self.send_callback("DeleteBackup", delete)) } }
                    </td>
                </tr>
            }
        };
        html! {
            <div class="scroll operations-list" tabindex="0" role="region" aria-label={canvas.text(sentences::pictures::BACKUPS_LIST)}>
                <table class="sheet" data-testid="backups-list">
                    <caption>{ canvas.text(sentences::pictures::BACKUPS_LIST) }</caption>
                    <thead>
                        <tr>
                            <th scope="col">{ canvas.text(sentences::pictures::BACKUPS_NAME) }</th>
                            <th scope="col">{ canvas.text(sentences::pictures::BACKUPS_WHEN) }</th>
                            <th scope="col">{ canvas.text(sentences::pictures::BACKUPS_SIZE) }</th>
                            <th scope="col"><span class="visually-hidden">{ canvas.text(sentences::pictures::BACKUPS_KEYS) }</span></th>
                        </tr>
                    </thead>
                    <tbody>{ for self.backups.iter().rev().map(row) }</tbody>
                </table>
            </div>
        }
    }

    fn restored_tables(&self) -> Html {
        let Some(transfers) = self.transfers.filter(|transfers| !transfers.restored.is_empty()) else {
            return html! {};
        };
        let canvas = self.canvas;
        html! {
            <ul class="operations-notes" data-testid="backups-restored">{ for transfers.restored.iter().map(|table| {
                let (navigator, to) = (canvas.page.navigator.clone(), Route::PlayTable { table: table.name.clone() });
                let open = Callback::from(move |_: MouseEvent| {
                    let query = PlayQuery { picture: Some("backups".to_owned()), ..PlayQuery::default() };
                    navigator.push_with_query(&to, &query);
                });
                let told = match table.status.as_deref() {
                    None => canvas.text(sentences::pictures::BACKUPS_NO_TABLE),
                    Some("ACTIVE") => canvas.messages.text(sentences::pictures::BackupsActive { items: table.items.into() }),
                    Some(status) => status.to_owned(),
                };
                html! {
                    <li key={table.name.clone()} data-status={table.status.clone()}>
                        <b>{ &table.name }</b>
                        { ": " }
                        { told }
                        { " " }
                        if table.status.is_some() {
                            <button class="button button--quiet" type="button" onclick={open}>{ canvas.text(sentences::pictures::BACKUPS_OPEN) }</button>
                        }
                    </li>
                }
            }) }</ul>
        }
    }
}

fn input_of<UsageEvent: AsRef<web_sys::Event>>(event: &UsageEvent) -> Option<HtmlInputElement> {
    event.as_ref().target()?.dyn_into().ok()
}
