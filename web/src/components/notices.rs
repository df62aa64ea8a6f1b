//! Notices that a person can dismiss: the engine was restarted, a sample was loaded, a request was rejected.

use dynalab_app::engine::asks::AskError;
use dynalab_app::state::{Action, Notice};
use dynalab_playground::protocol::Refusal;
use yew::prelude::*;

use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    html! {
        <div aria-live="polite">
            { for app.notices().iter().enumerate().map(|(position, notice)| {
                let dismiss = {
                    let app = app.clone();
                    Callback::from(move |_| app.dispatch(Action::Dismiss(position)))
                };
                let (icon, class, test_id) = look(notice);
                html! {
                    <div class={class} data-testid={test_id}>
                        { icon.draw() }<p>{ sentence(notice, app.messages()) }</p>
                        <button class="button button--quiet" type="button" aria-label={app.messages().text(sentences::shell::CLOSE)} onclick={dismiss}>
                            { Icon::Cross.draw() }
                        </button>
                    </div>
                }
            }) }
        </div>
    }
}

fn look(notice: &Notice) -> (Icon, &'static str, &'static str) {
    match notice {
        Notice::EngineRestarted => (Icon::Warning, "banner banner--warn", "engine-restarted"),
        Notice::JumpStopped => (Icon::Check, "banner banner--ok", "jump-stopped"),
        Notice::SampleLoaded { .. } => (Icon::Check, "banner banner--ok", "sample-loaded"),
        Notice::WorkspaceDeleted => (Icon::Warning, "banner banner--warn", "workspace-deleted"),
        Notice::DiscardedTail => (Icon::Warning, "banner banner--warn", "discarded-tail"),
        Notice::Refused(_) => (Icon::Warning, "banner banner--bad", "refused"),
        Notice::ScriptStopped(_) => (Icon::Warning, "banner banner--bad", "script-stopped"),
        Notice::Said(_) => (Icon::Check, "banner banner--ok", "said"),
        Notice::FetchFailed(_) => (Icon::Warning, "banner banner--bad", "fetch-failed"),
    }
}

fn sentence(notice: &Notice, messages: &Messages) -> String {
    match notice {
        Notice::EngineRestarted => messages.text(sentences::shell::NOTICE_ENGINE_RESTARTED),
        Notice::JumpStopped => messages.text(sentences::shell::NOTICE_JUMP_STOPPED),
        Notice::SampleLoaded { name, items } => messages.text(sentences::shell::NoticeSampleLoaded {
            name: name.as_str().into(),
            items: (*items).into(),
        }),
        Notice::WorkspaceDeleted => messages.text(sentences::shell::NOTICE_WORKSPACE_DELETED),
        Notice::DiscardedTail => messages.text(sentences::shell::NOTICE_DISCARDED_TAIL),
        Notice::Said(text) | Notice::ScriptStopped(text) => text.clone(),
        Notice::Refused(refusal) => refusal_sentence(refusal, messages),
        Notice::FetchFailed(detail) => {
            messages.text(sentences::shell::NoticeFetchFailed { detail: detail.as_str().into() })
        }
    }
}

/// Returns why a program beside the engine did not answer.
pub fn ask_sentence(error: AskError, messages: &Messages) -> String {
    messages.text(match error {
        AskError::Stopped => sentences::shell::REFUSAL_STOPPED,
        AskError::NeedsMemory => sentences::shell::ASK_NEEDS_MEMORY,
        AskError::Panicked => sentences::shell::ASK_PANICKED,
        AskError::NotFetched => sentences::shell::ASK_NOT_FETCHED,
    })
}

pub fn refusal_sentence(refusal: &Refusal, messages: &Messages) -> String {
    match refusal {
        Refusal::NotWriter => messages.text(sentences::shell::REFUSAL_NOT_WRITER),
        Refusal::StorageFull => messages.text(sentences::shell::REFUSAL_STORAGE_FULL),
        Refusal::StorageFailed { detail } => {
            messages.text(sentences::shell::RefusalStorageFailed { detail: detail.as_str().into() })
        }
        Refusal::Unreadable { detail } => {
            messages.text(sentences::shell::RefusalUnreadable { detail: detail.as_str().into() })
        }
        Refusal::NeedsCompleteEngine => messages.text(sentences::shell::REFUSAL_NEEDS_COMPLETE_ENGINE),
        Refusal::Restarted => messages.text(sentences::shell::REFUSAL_RESTARTED),
        Refusal::Stopped => messages.text(sentences::shell::REFUSAL_STOPPED),
        Refusal::MemoryFull => messages.text(sentences::shell::REFUSAL_MEMORY_FULL),
        Refusal::NoWorker => messages.text(sentences::shell::REFUSAL_NO_WORKER),
        Refusal::TooLarge { bytes } => {
            let size = figures::size(*bytes);
            messages.text(sentences::shell::RefusalTooLarge { size: size.as_str().into() })
        }
        Refusal::BadRequest { detail } => {
            messages.text(sentences::shell::RefusalBadRequest { detail: detail.as_str().into() })
        }
    }
}
