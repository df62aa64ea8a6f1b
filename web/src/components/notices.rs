//! The status line: what was done or went wrong, at one place that moves nothing. What was done leaves by itself.

use dynalab_app::engine::asks::AskError;
use dynalab_app::state::{Action, Notice};
use dynalab_playground::protocol::Refusal;
use gloo::timers::callback::Timeout;
use js_sys::Date;
use yew::prelude::*;

use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

/// How long a notice stays that leaves by itself.
const SHOWN_MS: u32 = 8_000;
/// A notice younger than this stays when another page is opened, because it can be about opening it.
const YOUNG_MS: f64 = 1_500.0;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let page = scene.route.page().map(|page| page.title.name());
    let on_end = {
        let app = app.clone();
        Callback::from(move |number| app.dispatch(Action::Forget(number)))
    };
    html! {
        <div class="banner-line" aria-live="polite" data-testid="status-line">
            { for app.notices().shown().enumerate().map(|(position, notice)| {
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
            { for app.notices().passing().map(|number| html! { <Passing key={number} {number} {page} on_end={on_end.clone()} /> }) }
        </div>
    }
}

#[derive(PartialEq, Properties)]
struct PassingProps {
    number: u32,
    /// The page that is open.
    page: Option<&'static str>,
    on_end: Callback<u32>,
}

/// Ends a notice after its time, or when another page is opened.
#[component]
fn Passing(props: &PassingProps) -> Html {
    let PassingProps { number, page, on_end } = props;
    let (number, on_end) = (*number, on_end.clone());
    let told = use_mut_ref(|| (*page, Date::now()));
    {
        let on_end = on_end.clone();
        use_effect_with(number, move |number| {
            let number = *number;
            let timeout = Timeout::new(SHOWN_MS, move || on_end.emit(number));
            move || drop(timeout)
        });
    }
    use_effect_with(*page, move |page| {
        let (first, told_ms) = *told.borrow();
        if *page != first && Date::now() - told_ms > YOUNG_MS {
            on_end.emit(number);
        }
    });
    html! {}
}

/// Renders the last notices, the newest first.
pub fn told_view(scene: &Scene) -> Html {
    let messages = scene.messages();
    let mut told = scene.app.notices().told().peekable();
    if told.peek().is_none() {
        return html! { <p>{ scene.text(sentences::shell::NOTICES_NONE) }</p> };
    }
    let row = |notice: &Notice| {
        let (icon, ..) = look(notice);
        html! { <li class="banner-told-row">{ icon.draw() }<p>{ sentence(notice, messages) }</p></li> }
    };
    html! { <ul class="banner-told" data-testid="told-notices">{ for told.map(row) }</ul> }
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
        Notice::Failed(_) => (Icon::Warning, "banner banner--bad", "failed"),
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
        Notice::Said(text) | Notice::Failed(text) | Notice::ScriptStopped(text) => text.clone(),
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
