//! The editor of a policy's text. While a person types, its problem is shown below with the line.

use dynalab_app::pictures::access::diagnostics::{self, Diagnostic};
use dynalab_app::pictures::access::presets;
use dynalab_app::request::call_result::ReadyRequest;
use dynalab_app::request::json_text;
use dynalab_app::table::arn::account_of;
use dynalab_service::contract::access::{DeletePrincipal, PutPrincipal, UsePrincipal};
use dynalab_service::contract::{Call, Json};
use serde::de::IgnoredAny;
use serde_json::json;
use yew::prelude::*;

use super::{Owner, View};
use crate::browser::field_events::written;
use crate::page::sentences;

impl View<'_> {
    /// Returns the saved text.
    pub fn kept_text(&self, owner: &Owner) -> Option<String> {
        let Owner::Principal(name) = owner else { return self.table_policy.clone() };
        let principal = self.principals.iter().find(|principal| principal.name == *name)?;
        let texts: Vec<&str> = principal.policies.iter().map(|document| document.0.as_str()).collect();
        Some(json_text::pretty(&match texts.as_slice() {
            [one] => (*one).to_owned(),
            several => format!("[{}]", several.join(", ")),
        }))
    }

    pub fn editor(&self) -> Html {
        let (canvas, owner) = (self.canvas, &*self.owner);
        let kept = self.kept_text(owner);
        let begun = match owner {
            Owner::Table => {
                let table_arn = &self.table.table_arn;
                let root = format!("arn:aws:iam::{}:root", account_of(table_arn));
                let arn = self.principals.first().map_or(root.as_str(), |first| &first.arn);
                presets::of_table(table_arn, arn)
            }
            Owner::Principal(_) => String::new(),
        };
        let text = self.draft.as_ref().cloned().or_else(|| kept.clone()).unwrap_or(begun);
        let mistake = diagnostics::documents(&text).err().or_else(|| self.refused.clone());
        let oninput = {
            let draft = self.draft.setter();
            Callback::from(move |event: InputEvent| draft.set(Some(written(&event))))
        };
        let label = match owner {
            Owner::Table => canvas.text(sentences::pictures::ACCESS_OF_TABLE),
            Owner::Principal(name) => {
                canvas.messages.text(sentences::pictures::AccessOfPrincipal { name: name.as_str().into() })
            }
        };
        let is_kept = kept.as_ref() == Some(&text);
        let rows = text.lines().count().clamp(6, 20).to_string();
        html! {
            <div class="handlers-form">
                <label class="handlers-text">{ label }
                    <textarea
                        class="code code--edit code--inset" {rows} spellcheck="false" autocapitalize="off" autocomplete="off"
                        data-testid="access-policy" aria-invalid={mistake.is_some().to_string()}
                        aria-describedby="access-mistake" value={text.clone()} {oninput}
                    />
                </label>
                <div id="access-mistake">if let Some(mistake) = &mistake { { self.render_diagnostic(mistake, &text) } }</div>
                <div class="handlers-keys">
                    { self.key(sentences::pictures::ACCESS_SAVE, !is_kept && mistake.is_none(), self.save_callback(owner, &text)) }
                    if kept.is_some() { { self.key(sentences::pictures::ACCESS_DELETE, true, self.delete_callback(owner)) } }
                    if let Owner::Principal(name) = owner { { self.use_key(name) } }
                </div>
            </div>
        }
    }

    fn render_diagnostic(&self, mistake: &Diagnostic, text: &str) -> Html {
        let place = mistake.place.map(|(line, column)| {
            self.canvas.messages.text(sentences::pictures::AccessMistakeAt {
                line: (line as u64).into(),
                column: (column as u64).into(),
            })
        });
        html! {
            <div class="access-mistake" role="alert" data-testid="access-mistake">
                <p>if let Some(place) = place { <b>{ place }</b>{ " " } }{ &mistake.sentence }</p>
                if let Some(shown) = mistake.source_line(text) { <pre>{ shown }</pre> }
            </div>
        }
    }

    fn save_callback(&self, owner: &Owner, text: &str) -> Callback<MouseEvent> {
        self.save_request(owner, text).map_or_else(Callback::noop, |request| self.send_callback(request))
    }

    /// Returns the request that saves a text, or none if it is not JSON.
    pub fn save_request(&self, owner: &Owner, text: &str) -> Option<ReadyRequest> {
        let policies = diagnostics::documents(text).ok()?;
        Some(match owner {
            Owner::Table => {
                let body = json!({ "ResourceArn": self.table.table_arn, "Policy": text });
                ("PutResourcePolicy", body.to_string())
            }
            Owner::Principal(name) => {
                let known = self.principals.iter().find(|principal| principal.name == *name);
                let principal = PutPrincipal {
                    name: name.clone(),
                    policies: policies.iter().map(|text| Json::from_text(text)).collect(),
                    context: known.and_then(|known| known.context.clone()),
                };
                principal.request()
            }
        })
    }

    fn delete_callback(&self, owner: &Owner) -> Callback<MouseEvent> {
        match owner {
            Owner::Table => {
                let body = json!({ "ResourceArn": self.table.table_arn });
                self.send_callback(("DeleteResourcePolicy", body.to_string()))
            }
            Owner::Principal(name) => self.send_callback(DeletePrincipal { name: name.clone() }.request()),
        }
    }

    fn use_key(&self, name: &str) -> Html {
        let used = self.principals.iter().any(|principal| principal.used && principal.name == *name);
        match used {
            true => self.key(
                sentences::pictures::ACCESS_USE_ROOT,
                true,
                self.send_callback(UsePrincipal::default().request()),
            ),
            false => self.key(
                sentences::pictures::ACCESS_USE,
                true,
                self.send_callback(UsePrincipal { name: Some(name.to_owned()) }.request()),
            ),
        }
    }

    /// Returns a handler that sends a request and discards the draft if it succeeds.
    pub fn send_callback(&self, request: ReadyRequest) -> Callback<MouseEvent> {
        let (page, refusal, draft) = (self.canvas.page.clone(), self.refusal.setter(), self.draft.setter());
        Callback::from(move |_| {
            refusal.set(None);
            let (page, refusal) = (page.clone(), refusal.clone());
            let (draft, (operation, body)) = (draft.clone(), request.clone());
            wasm_bindgen_futures::spawn_local(async move {
                match page.send((operation, &body)).await {
                    Ok(IgnoredAny) => draft.set(None),
                    Err(why) => refusal.set(Some(why)),
                }
            });
        })
    }
}
