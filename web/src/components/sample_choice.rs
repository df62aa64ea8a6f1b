//! The samples: what each contains, and a button that loads it. The button says if a sample replaces one of the person's tables.

use dynalab_app::samples::SampleEntry;
use dynalab_app::state::Action;
use dynalab_app::state::watched::WatchedState;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::engine::submit;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    html! { <ul class="samples">{ for scene.app.samples().iter().map(|entry| one_sample(scene, entry)) }</ul> }
}

fn one_sample(scene: &Scene, entry: &SampleEntry) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let name = entry.title.pick(app.language()).to_owned();
    let replaced = replaced_tables(app, &entry.tables);
    let onclick = {
        let (scene, id, name) = (scene.clone(), entry.id.clone(), name.clone());
        Callback::from(move |_| load(&scene, &id, &name))
    };
    let facts = sentences::workbench::SampleFacts {
        items: entry.items.into(),
        tables: (entry.tables.len() as u64).into(),
    };
    html! {
        <li class="samples-entry" key={entry.id.clone()}>
            <div>
                <h3 class="samples-name">{ name }</h3>
                <p class="samples-about">{ entry.description.pick(app.language()) }</p>
                <p class="samples-facts">
                    { messages.text(facts) }
                    if let Some(replaced) = &replaced {
                        <span class="chip chip--warn">
                            { Icon::Warning.draw() }{ messages.text(sentences::workbench::SampleReplaces { tables: replaced.as_str().into() }) }
                        </span>
                    }
                </p>
            </div>
            <button class="button" type="button" data-testid={format!("sample-{}", entry.id)} disabled={*app.loading_sample()} {onclick}>
                { messages.text(if replaced.is_some() { sentences::workbench::SAMPLE_REPLACE } else { sentences::workbench::SAMPLE_LOAD }) }
            </button>
        </li>
    }
}

/// Loads a sample into the person's tables and opens its first table.
pub fn load(scene: &Scene, id: &str, name: &str) {
    let (scene, id, name) = (scene.clone(), id.to_owned(), name.to_owned());
    spawn_local(async move {
        let dispatcher = scene.dispatcher();
        dispatcher.dispatch(Action::LoadingSample(true));
        let tables = submit::load_sample(&scene.page.engine, &dispatcher, &id, &name).await;
        dispatcher.dispatch(Action::LoadingSample(false));
        if let Some(first) = tables.and_then(|tables| tables.into_iter().next()) {
            dispatcher.dispatch(Action::CloseDialog);
            scene.open_table(first);
        }
    });
}

fn replaced_tables(app: &WatchedState, tables: &[String]) -> Option<String> {
    let replaced: Vec<&str> =
        tables.iter().filter(|name| app.definition(name).is_some()).map(String::as_str).collect();
    (!replaced.is_empty()).then(|| replaced.join(", "))
}
