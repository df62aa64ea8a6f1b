//! The bar of a request that takes long: what the engine does, how much is done, and the buttons that stop it.

use dynalab_app::engine::event::Stop;
use dynalab_playground::protocol::{Role, WorkKind};
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::page::scene::Scene;
use crate::page::sentences::shell as words;

/// The value of a complete progress.
const ALL_PERMILLE: &str = "1000";

pub fn view(scene: &Scene) -> Html {
    let Some(work) = scene.app.work() else { return html! {} };
    let is_unanswered = work.stop == Stop::Unanswered;
    let sentence = match (is_unanswered, *scene.app.role(), work.progress) {
        (true, Some(Role::MemoryOnly), _) => words::WORKING_UNANSWERED_MEMORY,
        (true, ..) => words::WORKING_UNANSWERED,
        (false, _, Some((WorkKind::Jump, _))) => words::WORKING_JUMP,
        (false, _, Some((WorkKind::Document, _))) => words::WORKING_DOCUMENT,
        (false, _, None) => words::WORKING,
    };
    let stop = {
        let engine = scene.page.engine.clone();
        Callback::from(move |_: MouseEvent| engine.stop_work())
    };
    let restart = {
        let engine = scene.page.engine.clone();
        Callback::from(move |_: MouseEvent| engine.restart_worker())
    };
    // Without a value, the bar says that there is no measure.
    let value = work.progress.map(|(_, permille)| permille.to_string());
    let class = classes!("banner", "banner--long", is_unanswered.then_some("banner--warn"));
    html! {
        <div {class} role="group" aria-label={scene.text(words::WORKING_PROGRESS)} data-testid="working">
            { if is_unanswered { Icon::Warning.draw() } else { Icon::Clock.draw() } }
            <p role="status" data-testid="working-told">{ scene.text(sentence) }</p>
            if is_unanswered {
                <button class="button" type="button" data-testid="working-restart" onclick={restart}>{ scene.text(words::WORKING_RESTART) }</button>
            } else {
                <progress
                    class="working-progress" max={ALL_PERMILLE} {value} aria-label={scene.text(words::WORKING_PROGRESS)}
                    data-testid="working-progress"
                ></progress>
                <button class="button" type="button" data-testid="working-stop" disabled={work.stop == Stop::Asked} onclick={stop}>
                    { scene.text(words::WORKING_STOP) }
                </button>
            }
        </div>
    }
}

/// Renders what is read and takes long, with a button that ends the program that reads. The engine is not part of that.
pub fn reading(scene: &Scene) -> Html {
    let Some(told) = scene.app.reading() else { return html! {} };
    let reader = scene.page.reader.clone();
    let stop = Callback::from(move |_: MouseEvent| reader.stop());
    html! {
        <div class="banner banner--long" role="group" aria-label={told.clone()} data-testid="reading">
            { Icon::Clock.draw() }<p role="status">{ told }</p>
            <button class="button" type="button" data-testid="reading-stop" onclick={stop}>{ scene.text(words::WORKING_STOP) }</button>
        </div>
    }
}
