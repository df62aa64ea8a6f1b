//! The choices in the share dialog, and the link made from them.

use std::cell::Cell;

use dynalab_app::share::{Cover, WrittenDesign};
use dynalab_app::shared::Shared;
use dynalab_app::state::share_form::ShareForm;
use dynalab_app::state::{Action, Dialog};
use dynalab_playground::protocol::Space;
use gloo::timers::callback::Timeout;
use gloo::utils::window;
use wasm_bindgen_futures::spawn_local;

use crate::address::formats;
use crate::address::site;
use crate::components::notices::refusal_sentence;
use crate::page::language::Language;
use crate::page::scene::Scene;
use crate::page::sentences;

/// Returns the address that opens a design. It is the home page, which exists on every host.
pub fn address_of(language: Language, link: &str) -> String {
    format!("{}{}#{link}", window().location().origin().unwrap_or_default(), site::address_in(language, "/"))
}

thread_local! {
    /// Counts scheduled writes. Only the newest is executed.
    static NEWEST: Cell<u32> = const { Cell::new(0) };
}

/// Shows the form, and writes its link after a short time without another change.
pub fn write_soon(scene: &Scene, form: ShareForm) {
    const WAIT_MS: u32 = 150;
    let number = NEWEST.get().wrapping_add(1);
    NEWEST.set(number);
    scene.app.dispatch(Action::OpenDialog(Dialog::Share(form.clone())));
    let scene = scene.clone();
    Timeout::new(WAIT_MS, move || {
        if NEWEST.get() == number {
            spawn_local(write_now(scene, form));
        }
    })
    .forget();
}

/// Shows the form and writes its link.
pub fn write(scene: &Scene, form: ShareForm) {
    scene.app.dispatch(Action::OpenDialog(Dialog::Share(form.clone())));
    NEWEST.set(NEWEST.get().wrapping_add(1));
    spawn_local(write_now(scene.clone(), form));
}

async fn write_now(scene: Scene, form: ShareForm) {
    let written = written(&scene, &form).await.map(Shared::new);
    scene.app.dispatch(Action::Shared(ShareForm { written: Some(written), ..form }));
}

async fn written(scene: &Scene, form: &ShareForm) -> Result<WrittenDesign, String> {
    let scene = &scene.now();
    let messages = scene.messages();
    let data = form.data || form.needs_items();
    let told = scene.page.engine.tables_text(Space::Saved, data, form.steps.at_most()).await;
    let tables = told.map_err(|refusal| refusal_sentence(&refusal, messages))?;
    let cover = Cover {
        title: form.title.trim().to_owned(),
        language: messages.language,
        table: scene.table_name().map(str::to_owned),
        query: scene.query.clone(),
    };
    let written = formats::write(scene.page.parts.formats(), &tables, &cover).await;
    written.map_err(|problem| match problem.name.as_str() {
        "not-fetched" => messages.text(sentences::workbench::UNREADABLE_NOT_FETCHED),
        _ => problem.detail,
    })
}
