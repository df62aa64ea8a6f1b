//! Work that the page does while it is idle.

use dynalab_app::state::EngineStatus;
use gloo::timers::callback::Timeout;
use gloo::utils::window;
use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yew::{hook, use_effect_with};

use crate::address::route::Route;
use crate::page::scene::Scene;
use crate::page::usable::when_usable;

/// Milliseconds before work starts in a browser without `requestIdleCallback`.
const PROBABLY_IDLE_MS: u32 = 2_000;

/// Fetches the workbench while the home page is idle, after its demonstration runs, because most visits continue there.
#[hook]
pub fn use_workbench_when_idle(scene: &Scene) {
    let fetch = scene.page.parts.workbench().view;
    let may = scene.route == Route::Home && *scene.app.status() == EngineStatus::Ready;
    use_effect_with(may, move |may| {
        if *may {
            when_usable(move || {
                when_idle(move || {
                    spawn_local(async move {
                        // If this fails, the part is fetched again when it is shown, and an error is shown then.
                        let _ = fetch().await;
                    });
                });
            });
        }
    });
}

/// Does something when the browser is idle.
pub fn when_idle(task: impl FnOnce() + 'static) {
    let told = Reflect::has(&window(), &"requestIdleCallback".into()).unwrap_or_default();
    if told {
        let task = Closure::once_into_js(task);
        // The call has no options that could be invalid.
        let _ = window().request_idle_callback(task.unchecked_ref());
    } else {
        Timeout::new(PROBABLY_IDLE_MS, task).forget();
    }
}
