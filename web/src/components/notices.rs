//! What happened and can be put away: the engine was restarted, a sample was loaded, something was refused.

use dynalab_playground::protocol::Refusal;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::messages::Messages;
use crate::scene::Scene;
use crate::state::{Action, Notice};

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    html! {
        <div aria-live="polite">
            { for app.notices.iter().enumerate().map(|(position, notice)| {
                let dismiss = {
                    let app = app.clone();
                    Callback::from(move |_| app.dispatch(Action::Dismiss(position)))
                };
                let (icon, class, test_id) = look(notice);
                html! {
                    <div class={class} data-testid={test_id}>
                        { icon.draw() }<p>{ sentence(notice, &app.messages) }</p>
                        <button class="button button--quiet" type="button" aria-label={app.messages.text("close")} onclick={dismiss}>{ Icon::Cross.draw() }</button>
                    </div>
                }
            }) }
        </div>
    }
}

fn look(notice: &Notice) -> (Icon, &'static str, &'static str) {
    match notice {
        Notice::EngineRestarted => (Icon::Warning, "banner banner--warn", "engine-restarted"),
        Notice::SampleLoaded { .. } => (Icon::Check, "banner banner--ok", "sample-loaded"),
        Notice::WorkspaceDeleted => (Icon::Warning, "banner banner--warn", "workspace-deleted"),
        Notice::Refused(_) => (Icon::Warning, "banner banner--bad", "refused"),
        Notice::Said(_) => (Icon::Check, "banner banner--ok", "said"),
        Notice::FetchFailed(_) => (Icon::Warning, "banner banner--bad", "fetch-failed"),
    }
}

fn sentence(notice: &Notice, messages: &Messages) -> String {
    match notice {
        Notice::EngineRestarted => messages.text("notice-engine-restarted"),
        Notice::SampleLoaded { name, items } => messages
            .fill("notice-sample-loaded", [("name", name.as_str().into()), ("items", (*items).into())]),
        Notice::WorkspaceDeleted => messages.text("notice-workspace-deleted"),
        Notice::Said(text) => text.clone(),
        Notice::Refused(refusal) => refusal_sentence(refusal, messages),
        Notice::FetchFailed(detail) => {
            messages.fill("notice-fetch-failed", [("detail", detail.as_str().into())])
        }
    }
}

pub fn refusal_sentence(refusal: &Refusal, messages: &Messages) -> String {
    match refusal {
        Refusal::NotWriter => messages.text("refusal-not-writer"),
        Refusal::StorageFull => messages.text("refusal-storage-full"),
        Refusal::StorageFailed { detail } => {
            messages.fill("refusal-storage-failed", [("detail", detail.as_str().into())])
        }
        Refusal::Unreadable { detail } => {
            messages.fill("refusal-unreadable", [("detail", detail.as_str().into())])
        }
        Refusal::NeedsCompleteEngine => messages.text("refusal-needs-complete-engine"),
        Refusal::Restarted => messages.text("refusal-restarted"),
        Refusal::BadRequest { detail } => {
            messages.fill("refusal-bad-request", [("detail", detail.as_str().into())])
        }
    }
}
