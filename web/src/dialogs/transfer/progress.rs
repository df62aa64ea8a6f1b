//! The progress and the result of an import, with the lines of records that are not items.

use dynalab_app::state::Action;
use dynalab_playground::protocol::Travel;
use dynalab_request_text::interchange::diagnostic::ToldDiagnostic;
use yew::prelude::*;

use crate::dialogs::fields;
use crate::dialogs::import_run::{ImportFailure, Progress, Stop};
use crate::engine::time_travel;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

/// Number of problems that are listed.
const LISTED: usize = 50;

pub fn sentence(mistake: &ToldDiagnostic, messages: &Messages) -> String {
    let ToldDiagnostic { name, details: [attribute, wanted, found, value] } = mistake;
    let template = name.strip_prefix("mistake-").and_then(sentences::dialogs::record_mistake);
    let values = [
        ("attribute", attribute.as_str().into()),
        ("wanted", wanted.as_str().into()),
        ("found", found.as_str().into()),
        ("value", value.as_str().into()),
    ];
    template.map_or_else(|| name.clone(), |template| messages.fill(template, &values))
}

pub fn view(progress: &Progress, stop: &Stop, scene: &Scene) -> Html {
    let messages = scene.messages();
    let percent = progress.bytes_read * 100 / progress.bytes.max(1);
    use sentences::dialogs as words;
    let written = progress.written.into();
    let told = match (progress.cancelled, progress.ended) {
        (true, _) => messages.text(words::ImportCancelled { written }),
        (false, true) if progress.refused + progress.wrong == 0 => {
            messages.text(words::ImportWritten { written })
        }
        (false, true) => {
            let (refused, wrong) = (progress.refused.into(), progress.wrong.into());
            messages.text(words::ImportEnded { written, refused, wrong })
        }
        (false, false) => messages.text(words::ImportRunning { written, percent: percent.into() }),
    };
    let onclick = {
        let stop = stop.clone();
        Callback::from(move |_: MouseEvent| stop.ask())
    };
    let undo = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| {
            time_travel::step(&scene.page, Travel::Undo);
            scene.page.close_dialog();
        })
    };
    html! {
        <>
            <progress class="transfer-progress" max="100" value={percent.to_string()} aria-label={messages.text(sentences::dialogs::TRANSFER_TITLE)} />
            <p role="status" data-testid="import-told" data-ended={progress.ended.to_string()}>{ told }</p>
            if let Some(why) = &progress.failed { { fields::finding(true, why) } }
            { render_diagnostics(progress, messages) }
            <div class="dialog-foot">
                if progress.ended {
                    if progress.written > 0 { { fields::button("import-undo", None, messages.text(sentences::dialogs::IMPORT_UNDO), undo) } }
                    { fields::button("import-done", None, messages.text(sentences::shell::CLOSE), scene.dispatch_callback(|| Action::CloseDialog)) }
                } else {
                    { fields::button("import-cancel", None, messages.text(sentences::shell::CANCEL), onclick) }
                }
            </div>
        </>
    }
}

fn render_diagnostics(progress: &Progress, messages: &Messages) -> Html {
    if progress.mistakes.is_empty() {
        return html! {};
    }
    html! {
        <div class="transfer-scroll" tabindex="0" role="region" aria-label={messages.text(sentences::dialogs::IMPORT_MISTAKES)}>
            <table class="sheet" data-testid="import-mistakes">
                <caption>{ messages.text(sentences::dialogs::IMPORT_MISTAKES) }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ messages.text(sentences::dialogs::IMPORT_FILE) }</th>
                        <th scope="col">{ messages.text(sentences::dialogs::IMPORT_LINE) }</th>
                        <th scope="col">{ messages.text(sentences::dialogs::IMPORT_WHY) }</th>
                    </tr>
                </thead>
                <tbody>{ for progress.mistakes.iter().take(LISTED).map(|(file, line, told)| {
                    let why = match told {
                        ImportFailure::Invalid(mistake) => sentence(mistake, messages),
                        ImportFailure::Rejected(why) => why.clone(),
                    };
                    html! { <tr><td>{ file }</td><td class="sheet-num">{ *line }</td><td>{ why }</td></tr> }
                }) }</tbody>
            </table>
        </div>
    }
}
