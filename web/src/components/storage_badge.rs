//! The badge in the top bar that shows whether data is stored. A click shows the details.

use dynalab_app::state::EngineStatus;
use dynalab_app::state::watched::WatchedState;
use dynalab_playground::protocol::{Role, StorageHealth};
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::storage_settings;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let (icon, word, class) = state_of(app);
    html! {
        <div>
            <button
                class={class} type="button" popovertarget="storage-popover" aria-label={messages.text(word)} data-testid="role"
                data-role={role_name(*app.role())}
            >
                { icon.draw() }<span class="storage-word">{ messages.text(word) }</span>
            </button>
            <data class="visually-hidden" data-testid="revision" data-revision={app.revision().to_string()} value={app.revision().to_string()} />
            <div class="storage-popover" id="storage-popover" popover="auto">
                <h2 class="storage-title">{ messages.text(sentences::shell::STORAGE_TITLE) }</h2>
                { storage_settings::view(scene, "popover") }
            </div>
        </div>
    }
}

const CALM: &str = "button button--quiet storage-badge";
const WARNING: &str = "button button--quiet storage-badge storage-badge--warn";

/// Returns true if the badge warns. On a phone, its word then needs the room of the name.
pub fn has_warning(app: &WatchedState) -> bool {
    state_of(app).2 == WARNING
}

fn state_of(app: &WatchedState) -> (Icon, Sentence, &'static str) {
    match (*app.status(), app.health(), *app.role()) {
        (EngineStatus::Starting, ..) => (Icon::Disk, sentences::shell::STORAGE_STARTING, CALM),
        (EngineStatus::Stopped, ..) => (Icon::Warning, sentences::shell::STORAGE_STOPPED, WARNING),
        (_, StorageHealth::Full, _) => (Icon::Warning, sentences::shell::STORAGE_FULL, WARNING),
        (_, StorageHealth::Failing { .. }, _) => (Icon::Warning, sentences::shell::STORAGE_FAILING, WARNING),
        (_, StorageHealth::Unreadable { .. }, _) => {
            (Icon::Warning, sentences::shell::STORAGE_UNREADABLE, WARNING)
        }
        (_, _, Some(Role::Follower)) => (Icon::Warning, sentences::shell::STORAGE_FOLLOWER, WARNING),
        (_, _, Some(Role::MemoryOnly)) => (Icon::Warning, sentences::shell::STORAGE_MEMORY, WARNING),
        _ => (Icon::Disk, sentences::shell::STORAGE_SAVED, CALM),
    }
}

fn role_name(role: Option<Role>) -> &'static str {
    match role {
        None => "none",
        Some(Role::Writer) => "writer",
        Some(Role::Follower) => "follower",
        Some(Role::MemoryOnly) => "memory_only",
    }
}
