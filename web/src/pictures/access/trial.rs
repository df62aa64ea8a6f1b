//! One request that is tried as one principal: its operation and resource, and the statement that decided.

use dynalab_app::pictures::access::permissions::decider;
use dynalab_app::request::call_result::CallResult;
use dynalab_service::contract::Call;
use dynalab_service::contract::access::{PolicySimulation, UsePrincipal};
use yew::prelude::*;

use super::View;
use super::matrix::decision;
use crate::browser::field_events::written;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::figure;

/// The tried request: its principal, its operation, and its body if the person edited it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    pub name: String,
    pub operation: String,
    pub body: Option<String>,
}

impl Trial {
    /// Returns the trial with an existing principal.
    pub fn of_one_of(&self, names: &[String]) -> Trial {
        let name = names.iter().find(|name| **name == self.name).or(names.first());
        Trial { name: name.cloned().unwrap_or_default(), ..self.clone() }
    }
}

impl View<'_> {
    pub fn try_callback(&self, name: &str, operation: &str) -> Callback<MouseEvent> {
        let trial = Trial { name: name.to_owned(), operation: operation.to_owned(), body: None };
        let state = self.trial.setter();
        Callback::from(move |_| state.set(trial.clone()))
    }

    pub fn trial(&self, trial: &Trial, told: Option<&CallResult<PolicySimulation>>) -> Html {
        let canvas = self.canvas;
        let body = self.body_of(trial);
        let change = |edit: fn(&mut Trial, String)| {
            let (trial, state) = (trial.clone(), self.trial.setter());
            Callback::from(move |entered: String| {
                let mut changed = trial.clone();
                edit(&mut changed, entered);
                state.set(changed);
            })
        };
        let names = self.principals.iter().map(|principal| principal.name.clone()).collect();
        let operations = self.requests.iter().map(|(operation, _)| (*operation).to_owned()).collect();
        let oninput = {
            let write = change(|trial, text| trial.body = Some(text));
            Callback::from(move |event: InputEvent| write.emit(written(&event)))
        };
        let rows = body.lines().count().clamp(3, 14).to_string();
        html! {
            <section class="operations-section" aria-label={canvas.text(sentences::pictures::ACCESS_TRIAL)}>
                <h3>{ canvas.text(sentences::pictures::ACCESS_TRIAL) }</h3>
                <div class="picture-form">
                    { self.select(sentences::pictures::ACCESS_TRIAL_AS, names, &trial.name, change(|trial, name| trial.name = name)) }
                    { self.select(
                        sentences::pictures::ACCESS_TRIAL_OPERATION, operations, &trial.operation,
                        change(|trial, operation| (trial.operation, trial.body) = (operation, None)),
                    ) }
                </div>
                <label class="handlers-text access-body">{ canvas.text(sentences::pictures::ACCESS_TRIAL_BODY) }
                    <textarea
                        class="code code--edit code--inset" {rows} spellcheck="false" autocapitalize="off" data-testid="access-trial-body"
                        value={body.clone()} {oninput}
                    />
                </label>
                { self.verdict(told) }
                <div class="handlers-keys access-keys">{ self.key(sentences::pictures::ACCESS_EDIT, true, self.edit_callback(trial, body)) }</div>
            </section>
        }
    }

    pub fn body_of(&self, trial: &Trial) -> String {
        let usual =
            self.requests.iter().find(|(operation, _)| *operation == trial.operation).map(|(_, body)| body);
        let usual = || usual.and_then(|body| serde_json::to_string_pretty(body).ok()).unwrap_or_default();
        trial.body.clone().unwrap_or_else(usual)
    }

    fn select(
        &self,
        name: Sentence,
        options: Vec<String>,
        chosen: &str,
        on_choose: Callback<String>,
    ) -> Html {
        let onchange = Callback::from(move |event: Event| on_choose.emit(written(&event)));
        html! {
            <label>{ self.canvas.text(name) }{ " " }<select class="field" data-testid={name.name()} {onchange}>
                { for options.into_iter().map(|option| html! { <option value={option.clone()} selected={option == chosen}>{ option }</option> }) }
            </select></label>
        }
    }

    fn verdict(&self, told: Option<&CallResult<PolicySimulation>>) -> Html {
        let told = match told {
            None => return figure::waiting(self.canvas),
            Some(Err(why)) => return figure::refused(why),
            Some(Ok(told)) => told,
        };
        html! {
            <ul class="operations-notes access-verdict" data-testid="access-verdict">{ for told.evaluation_results.iter().map(|evaluated| {
                let (mark, class, name) = decision(evaluated);
                let why = decider(evaluated).map_or_else(
                    || self.canvas.text(sentences::pictures::ACCESS_NO_STATEMENT),
                    |decider| self.canvas.messages.text(sentences::pictures::AccessDecided { statement: decider.as_str().into() }),
                );
                html! {
                    <li data-decision={evaluated.eval_decision.clone()}>
                        <span {class}>{ mark }</span>
                        <div>
                            <b>{ self.canvas.text(name) }</b> { " " } <code>{ &evaluated.eval_action_name }</code>
                            <small>{ &evaluated.eval_resource_name }</small> <p>{ why }</p>
                        </div>
                    </li>
                }
            }) }</ul>
        }
    }

    /// Returns a handler that opens the request in the workbench, as that principal.
    fn edit_callback(&self, trial: &Trial, body: String) -> Callback<MouseEvent> {
        let used = self.send_callback(UsePrincipal { name: Some(trial.name.clone()) }.request());
        let (page, operation) = (self.canvas.page.clone(), trial.operation.clone());
        Callback::from(move |event| {
            used.emit(event);
            page.edit(&operation, body.clone());
        })
    }
}
