//! How far an import is, what came of it, and which records were no items, with their lines.

use std::cell::Cell;
use std::rc::Rc;

use dynalab_playground::interchange::mistake::Mistake;
use dynalab_playground::protocol::Travel;
use yew::prelude::*;

use crate::dialogs::fields;
use crate::dialogs::import_run::{Progress, Told};
use crate::messages::Messages;
use crate::scene::Scene;
use crate::state::Action;
use crate::time_travel;

/// So many mistakes are listed.
const LISTED: usize = 50;

pub fn sentence(mistake: &Mistake, messages: &Messages) -> String {
    let [attribute, wanted, found, value] = mistake.details();
    messages.fill(
        &format!("record-{}", mistake.name()),
        [
            ("attribute", attribute.as_str().into()),
            ("wanted", wanted.as_str().into()),
            ("found", found.as_str().into()),
            ("value", value.as_str().into()),
        ],
    )
}

pub fn view(progress: &Progress, stop: &Rc<Cell<bool>>, scene: &Scene) -> Html {
    let messages = scene.messages();
    let percent = progress.bytes_read * 100 / progress.bytes.max(1);
    let told = messages.fill(
        if progress.cancelled {
            "import-cancelled"
        } else if progress.ended {
            "import-ended"
        } else {
            "import-running"
        },
        [
            ("written", progress.written.into()),
            ("refused", progress.refused.into()),
            ("wrong", progress.wrong.into()),
            ("percent", (percent as u64).into()),
        ],
    );
    let onclick = {
        let stop = stop.clone();
        Callback::from(move |_: MouseEvent| stop.set(true))
    };
    let undo = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| {
            time_travel::step(&scene, Travel::Undo);
            scene.page.close_dialog();
        })
    };
    html! {
        <>
            <progress class="transfer-progress" max="100" value={percent.to_string()} aria-label={messages.text("transfer-title")} />
            <p role="status" data-testid="import-told" data-ended={progress.ended.to_string()}>{ told }</p>
            if let Some(why) = &progress.failed { { fields::finding(true, why) } }
            { mistakes(progress, messages) }
            <div class="dialog-foot">
                if progress.ended {
                    if progress.written > 0 { { fields::button("import-undo", None, messages.text("import-undo"), undo) } }
                    { fields::button("import-done", None, messages.text("close"), scene.does(|| Action::CloseDialog)) }
                } else {
                    { fields::button("import-cancel", None, messages.text("cancel"), onclick) }
                }
            </div>
        </>
    }
}

fn mistakes(progress: &Progress, messages: &Messages) -> Html {
    if progress.mistakes.is_empty() {
        return html! {};
    }
    html! {
        <div class="transfer-scroll" tabindex="0" role="region" aria-label={messages.text("import-mistakes")}>
            <table class="sheet" data-testid="import-mistakes">
                <caption>{ messages.text("import-mistakes") }</caption>
                <thead><tr><th scope="col">{ messages.text("import-file") }</th><th scope="col">{ messages.text("import-line") }</th><th scope="col">{ messages.text("import-why") }</th></tr></thead>
                <tbody>{ for progress.mistakes.iter().take(LISTED).map(|(file, line, told)| {
                    let why = match told {
                        Told::Mistake(mistake) => sentence(mistake, messages),
                        Told::Said(why) => why.clone(),
                    };
                    html! { <tr><td>{ file }</td><td class="sheet-num">{ *line }</td><td>{ why }</td></tr> }
                }) }</tbody>
            </table>
        </div>
    }
}
