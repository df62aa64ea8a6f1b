//! Access control: principals with their policies, the table's policy, the permissions of each principal, and the statements that decide
//! them.

mod editor;
mod matrix;
mod responses;
mod trial;

use std::rc::Rc;

use dynalab_app::pictures::access::diagnostics::{self, Diagnostic};
use dynalab_app::pictures::access::permissions::{self, Row, Table};
use dynalab_app::pictures::access::presets::{self, Subject};
use dynalab_app::request::call_result::{CallResult, json_of};
use dynalab_app::request::json_text;
use dynalab_app::table::keys::{self, TableKeys};
use dynalab_service::contract::access::{
    DescribePrincipals, PolicySimulation, PrincipalDescription, PrincipalsDescription, PutPrincipal,
    SimulatePolicy, UsePrincipal,
};
use dynalab_service::contract::{Call, Json};
use serde_json::{Value, json};
use yew::prelude::*;

use super::engine_reads::{use_described, use_described_as, use_told};
use super::{Canvas, figure, form};
use crate::page::context::PageContext;
use crate::page::messages::Sentence;
use crate::page::sentences;
use trial::Trial;

/// The owner of the edited policy.
#[derive(Clone, Debug, PartialEq)]
enum Owner {
    Table,
    Principal(String),
}

#[derive(PartialEq, Properties)]
pub struct AccessProps {
    pub canvas: Canvas,
}

/// The data of the diagram, and its state.
struct View<'a> {
    canvas: &'a Canvas,
    table: &'a Table,
    key: Value,
    requests: Vec<(&'static str, Value)>,
    principals: &'a [PrincipalDescription],
    table_policy: Option<String>,
    owner: UseStateHandle<Owner>,
    draft: UseStateHandle<Option<String>>,
    /// The error that DynamoDB would return for the draft.
    refused: Option<Diagnostic>,
    trial: UseStateHandle<Trial>,
    refusal: UseStateHandle<Option<String>>,
}

#[component]
pub fn Access(props: &AccessProps) -> Html {
    let canvas = &props.canvas;
    let place = &canvas.place;
    let principals = use_described(canvas, DescribePrincipals {});
    let (Some(facts), Some(principals)) = (&place.facts, principals) else { return figure::waiting(canvas) };
    if let Err(why) = principals.as_ref() {
        return figure::refused(why);
    }
    let table = Table {
        table_name: place.table.clone(),
        table_arn: facts.arn.clone(),
        keys: keys::description_of(&facts.key),
    };
    html! { <Known canvas={canvas.clone()} table={Rc::new(table)} {principals} /> }
}

#[derive(PartialEq, Properties)]
struct KnownProps {
    canvas: Canvas,
    table: Rc<Table>,
    principals: Rc<CallResult<PrincipalsDescription>>,
}

/// Renders the known principals. Permissions are read again when a policy changes.
#[component]
fn Known(props: &KnownProps) -> Html {
    let canvas = &props.canvas;
    let Ok(principals) = props.principals.as_ref() else { return html! {} };
    let (table, principals) = (props.table.as_ref(), principals.principals.as_slice());
    let owner = use_state(|| Owner::Table);
    let draft = use_state(|| None::<String>);
    let refusal = use_state(|| None::<String>);
    let trial = use_state(|| Trial { operation: "GetItem".to_owned(), ..Trial::default() });
    let policy = json!({ "ResourceArn": table.table_arn });
    let policy = use_described_as::<Value>(canvas, ("GetResourcePolicy", policy.to_string()));
    let table_policy =
        policy.as_deref().and_then(|told| told.as_ref().ok()).and_then(|told| told["Policy"].as_str());
    let key = use_some_key(canvas, props.table.clone());
    let key = key.unwrap_or_else(|| table.keys.key_of(0));
    let requests = permissions::requests(table, &key);
    let names: Vec<String> = principals.iter().map(|principal| principal.name.clone()).collect();
    let trial_now = trial.of_one_of(&names);
    // Permissions are read again only if a policy or request differs, not at every tick of the clock.
    let decides = format!("{principals:?} {table_policy:?} {requests:?}");
    let rows = {
        let (page, requests) = (canvas.page.clone(), requests.clone());
        use_told(0, decides.clone(), move || responses::matrix(page, names, requests))
    };
    let mut view = View {
        canvas,
        table,
        key,
        requests,
        principals,
        table_policy: table_policy.map(json_text::pretty),
        owner,
        draft,
        refused: None,
        trial,
        refusal,
    };
    let body = view.body_of(&trial_now);
    let tried = use_told(0, format!("{decides} {trial_now:?} {body}"), {
        let (page, trial) = (canvas.page.clone(), trial_now.clone());
        move || try_it(page, trial, body)
    });
    let text = view.draft.as_ref().cloned().unwrap_or_default();
    let written = view.draft.as_ref().and_then(|text| diagnostics::documents(text).ok());
    // A table's policy is checked only when it is saved, because no dry run checks one.
    let written = written.filter(|_| *view.owner != Owner::Table);
    view.refused = use_refusal(canvas, written, view.requests.first().cloned())
        .map(|why| diagnostics::of_service(&text, &why));
    let rows = rows.as_deref().and_then(|rows| rows.as_ref().ok());
    view.html(&trial_now, rows.map(Vec::as_slice), tried.as_deref())
}

/// Returns the key of an existing item.
#[hook]
fn use_some_key(canvas: &Canvas, table: Rc<Table>) -> Option<Value> {
    let page = canvas.page.clone();
    let key = use_told(canvas.place.revision, canvas.place.table.clone(), move || async move {
        Ok(responses::some_key(&page, &table).await)
    });
    key.as_deref().and_then(|key| key.as_ref().ok()).cloned()
}

/// Returns the error that DynamoDB would return for policies that are not saved yet.
#[hook]
fn use_refusal(
    canvas: &Canvas,
    documents: Option<Vec<String>>,
    request: Option<(&'static str, Value)>,
) -> Option<String> {
    let page = canvas.page.clone();
    let question = documents.zip(request).map(|(documents, (operation, request))| SimulatePolicy {
        name: Some("draft".to_owned()),
        policies: Some(documents.iter().map(|text| Json::from_text(text)).collect()),
        operation: operation.to_owned(),
        request: json_of(&request),
    });
    let refused = use_told(0, format!("{question:?}"), move || async move {
        match question {
            Some(question) => page.look(&question).await.map(drop),
            None => Ok(()),
        }
    });
    refused.as_deref().and_then(|told| told.as_ref().err()).cloned()
}

async fn try_it(page: PageContext, trial: Trial, body: String) -> CallResult<PolicySimulation> {
    let request: Value = serde_json::from_str(&body).map_err(|error| error.to_string())?;
    let question = SimulatePolicy {
        name: Some(trial.name),
        operation: trial.operation,
        request: json_of(&request),
        ..SimulatePolicy::default()
    };
    page.look(&question).await
}

impl View<'_> {
    fn html(
        &self,
        trial: &Trial,
        rows: Option<&[Row]>,
        tried: Option<&CallResult<PolicySimulation>>,
    ) -> Html {
        let canvas = self.canvas;
        html! {
            <>
                { self.chooser() }
                if let Some(why) = self.refusal.as_ref() { { figure::refused(why) } }
                if let Some(rows) = rows.filter(|rows| !rows.is_empty()) { { self.matrix(rows) } }
                if self.principals.is_empty() { <p class="picture-caption handlers-about">{ canvas.text(sentences::pictures::ACCESS_NO_PRINCIPALS) }</p> }
                { self.editor() }
                if !trial.name.is_empty() { { self.trial(trial, tried) } }
            </>
        }
    }

    fn key(&self, name: Sentence, enabled: bool, onclick: Callback<MouseEvent>) -> Html {
        let disabled = !enabled || !self.canvas.is_live();
        html! { <button class="button" type="button" data-testid={name.name()} {disabled} {onclick}>{ self.canvas.text(name) }</button> }
    }

    /// Renders the choice of the edited policy, the principal in use, and a button that adds a principal.
    fn chooser(&self) -> Html {
        let canvas = self.canvas;
        let choice = |owner: Owner, label: String, id: String| {
            let pressed = (*self.owner == owner).to_string();
            let (state, draft) = (self.owner.setter(), self.draft.setter());
            let onclick = Callback::from(move |_: MouseEvent| {
                state.set(owner.clone());
                draft.set(None);
            });
            html! { <button class="button access-owner" type="button" aria-pressed={pressed} data-testid={id} {onclick}>{ label }</button> }
        };
        let principal = |principal: &PrincipalDescription| {
            let label =
                if principal.used { format!("● {}", principal.name) } else { principal.name.clone() };
            choice(
                Owner::Principal(principal.name.clone()),
                label,
                format!("access-owner-{}", principal.name),
            )
        };
        let used = self.principals.iter().find(|principal| principal.used);
        let who = match used {
            Some(principal) => {
                canvas.messages.text(sentences::pictures::AccessUsed { name: principal.name.as_str().into() })
            }
            None => canvas.text(sentences::pictures::ACCESS_USED_ROOT),
        };
        let names: Vec<&'static str> =
            std::iter::once("none").chain(presets::NAMES.iter().copied()).collect();
        html! {
            <div class="picture-form">
                <p class="picture-caption" data-testid="access-used">{ who }</p>
                { choice(Owner::Table, canvas.text(sentences::pictures::ACCESS_TABLE), "access-owner-table".to_owned()) }
                { for self.principals.iter().map(principal) }
                { form::choice(canvas, sentences::pictures::ACCESS_NEW, sentences::pictures::access_new, &names, "none", self.create_principal_callback()) }
                if used.is_some() { { self.key(sentences::pictures::ACCESS_USE_ROOT, true, self.send_callback(UsePrincipal::default().request())) } }
            </div>
        }
    }

    fn create_principal_callback(&self) -> Callback<String> {
        let attributes = (0..2).filter_map(|place| self.table.keys.attribute(place));
        let key: Vec<String> = attributes.map(|(name, _)| name.to_owned()).collect();
        let leading_key =
            key.first().map(|name| permissions::leading_key(&self.key, name)).unwrap_or_default();
        let subject = Subject { table_arn: &self.table.table_arn, key, leading_key };
        let policies: Vec<(&'static str, String)> =
            presets::NAMES.iter().map(|name| (*name, presets::policy(name, &subject))).collect();
        let (owner, draft) = (self.owner.setter(), self.draft.setter());
        let (page, refusal) = (self.canvas.page.clone(), self.refusal.setter());
        Callback::from(move |name: String| {
            let Some((_, policy)) = policies.iter().find(|(known, _)| *known == name) else { return };
            let refusal = refusal.clone();
            let policies = vec![Json::from_text(policy)];
            let principal = PutPrincipal { name: name.clone(), policies, ..PutPrincipal::default() };
            page.send_control(principal.request(), Callback::from(move |why| refusal.set(Some(why))));
            owner.set(Owner::Principal(name));
            draft.set(None);
        })
    }
}
