//! Items made from a seed: a template with gaps, how many, and the first of them.

use std::rc::Rc;

use dynalab_playground::interchange::records::Form;
use dynalab_playground::share::generator::Generator;
use dynalab_types::json::{self, Value, write_object};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{Known, import_id, progress};
use crate::dialogs::fields::{self, TextField};
use crate::dialogs::import_reader::Text;
use crate::dialogs::import_run::{Import, Progress, Stop, run_until_stopped};
use crate::dialogs::table_facts::TableFacts;
use crate::field_events::written;
use crate::json_text;
use crate::messages::{Filling, Messages, Sentence};
use crate::page_context::PageContext;
use crate::scene::Scene;
use crate::sentences;

const SHOWN: usize = 3;
/// The gaps that a template can have, as the hint shows them.
const GAPS: sentences::dialogs::GenerateGaps = sentences::dialogs::GenerateGaps {
    number: Filling::Text("{n}"),
    tenth: Filling::Text("{n/10}"),
    rest: Filling::Text("{n%10}"),
    next: Filling::Text("{n+1}"),
    between: Filling::Text("{5..90}"),
    choice: Filling::Text("{red|green}"),
    digits: Filling::Text("{hex:8}"),
    zeros: Filling::Text("{n:4}"),
};

#[derive(PartialEq, Properties)]
pub struct GenerateFormProps {
    pub known: Known,
    pub scene: Scene,
}

/// As it is written, right or not yet.
#[derive(Clone, PartialEq)]
struct Recipe {
    template: String,
    count: String,
    seed: String,
}

impl Recipe {
    /// A template with the table's keys, which makes a different key for each item.
    fn of(facts: &TableFacts) -> Recipe {
        let key = |(place, (name, key_type)): (usize, &(String, dynalab_types::ScalarType))| {
            let text = match (key_type.name(), place) {
                ("N", 0) => "{n/10}",
                ("N", _) => "{n}",
                ("B", _) => "{hex:8}",
                (_, 0) => "ITEM#{n/10:5}",
                (_, _) => "PART#{n:6}",
            };
            // Without a sort key the number itself tells the items apart.
            let text = if facts.keys.0.len() == 1 { text.replace("{n/10", "{n") } else { text.to_owned() };
            format!("\"{name}\": {{\"{}\": \"{text}\"}}", key_type.name())
        };
        let keys: Vec<String> = facts.keys.0.iter().enumerate().map(key).collect();
        let template = format!(
            "{{{}, \"status\": {{\"S\": \"{{open|paid|sent}}\"}}, \"total\": {{\"N\": \"{{5..900}}\"}}}}",
            keys.join(", ")
        );
        Recipe { template: json_text::pretty(&template), count: "1000".to_owned(), seed: "1".to_owned() }
    }

    fn generator(&self) -> Result<Generator, String> {
        let item = match json::parse(&self.template) {
            Ok(Value::Object(item)) => item,
            Ok(_) => return Err("{".to_owned()),
            Err(error) => return Err(format!("{}:{}", error.line, error.column)),
        };
        let count = self.count.trim().parse().map_err(|_| self.count.clone())?;
        let seed = self.seed.trim().parse().map_err(|_| self.seed.clone())?;
        Ok(Generator { count, seed, item })
    }
}

/// The items, a line each.
fn lines(generator: &Generator) -> Result<Vec<String>, String> {
    let items = generator.items().map_err(|error| error.to_string())?;
    let line = |item: json::Object| {
        let mut text = String::new();
        write_object(&item, &mut text);
        text
    };
    Ok(items.into_iter().map(line).collect())
}

#[component]
pub fn GenerateForm(props: &GenerateFormProps) -> Html {
    let GenerateFormProps { known, scene } = props;
    let messages = scene.messages();
    let recipe = use_state(|| Recipe::of(&known.facts));
    let running = use_state(|| None::<Progress>);
    let stop = use_memo((), |()| Stop::default());
    {
        let stop = stop.clone();
        use_effect_with((), move |()| move || stop.close());
    }
    if known.facts.name.is_empty() {
        return fields::finding(false, &messages.text(sentences::dialogs::IMPORT_NO_TABLE));
    }
    if let Some(running) = &*running {
        return progress::view(running, &stop.asked, scene);
    }
    let generator = recipe.generator();
    let first = generator
        .clone()
        .and_then(|generator| lines(&Generator { count: generator.count.min(SHOWN), ..generator }));
    let start = {
        let (generator, facts) = (generator.clone().ok(), known.facts.clone());
        let (page, running, stop) = (scene.page.clone(), running.setter(), (*stop).clone());
        let messages = *messages;
        Callback::from(move |_: MouseEvent| {
            let Some(generator) = generator.clone() else { return };
            let (facts, running, stop) = (facts.clone(), running.clone(), stop.clone());
            let page = page.clone();
            // Before the items are made: the dialog may be closed meanwhile.
            stop.asked.set(false);
            running.set(Some(Progress::default()));
            spawn_local(async move { run(&page, messages, &generator, facts, stop, running).await });
        })
    };
    html! {
        <>
            { form(&recipe, messages) }
            { match &first {
                Ok(lines) => html! { <pre class="code code--inset" tabindex="0" data-testid="generate-preview" aria-label={messages.text(sentences::dialogs::GENERATE_PREVIEW)}>{ lines.join("\n") }</pre> },
                Err(why) => fields::finding(true, &messages.text(sentences::dialogs::GenerateWrong { why: why.as_str().into() })),
            } }
            if !scene.follows() {
                <div class="dialog-foot">
                    <button class="button button--go" type="button" data-testid="generate-go" disabled={first.is_err()} onclick={start}>{ messages.text(sentences::dialogs::GenerateGo { table: known.facts.name.as_str().into() }) }</button>
                </div>
            }
        </>
    }
}

async fn run(
    page: &PageContext,
    messages: Messages,
    generator: &Generator,
    facts: TableFacts,
    stop: Stop,
    running: UseStateSetter<Option<Progress>>,
) {
    let text = match lines(generator) {
        Ok(lines) => lines.join("\n"),
        Err(why) => {
            running.set(Some(Progress { failed: Some(why), ended: true, ..Progress::default() }));
            return;
        }
    };
    let files = Rc::new(vec![(Text { name: facts.name.clone(), text }, Form::DynamoJson)]);
    let import =
        Import { table: facts.name, keys: facts.keys, files, stop: stop.asked.clone(), id: import_id() };
    run_until_stopped(import, stop, page, messages, move |progress| running.set(Some(progress))).await;
}

fn form(recipe: &UseStateHandle<Recipe>, messages: &Messages) -> Html {
    let change = |change: fn(&mut Recipe, String)| {
        let recipe = recipe.clone();
        Callback::from(move |text: String| {
            let mut next = (*recipe).clone();
            change(&mut next, text);
            recipe.set(next);
        })
    };
    let template = change(|recipe, text| recipe.template = text);
    let oninput = Callback::from(move |event: InputEvent| template.emit(written(&event)));
    let number = |id: Sentence, value: &str, problem: bool, on_write: Callback<String>| {
        let problem = problem.then(|| messages.text(sentences::dialogs::GENERATE_WHOLE_NUMBER));
        TextField { id: id.name(), label: messages.text(id), value, problem, hint: None }.view(on_write)
    };
    html! {
        <>
            <textarea class="code code--edit code--inset" rows="9" data-testid="generate-template" aria-label={messages.text(sentences::dialogs::GENERATE_TEMPLATE)} spellcheck="false" value={recipe.template.clone()} {oninput} />
            <p class="dialog-hint">{ messages.text(GAPS) }</p>
            <div class="table-form">
                { number(sentences::dialogs::GENERATE_COUNT, &recipe.count, recipe.count.trim().parse::<u32>().is_err(), change(|recipe, text| recipe.count = text)) }
                { number(sentences::dialogs::GENERATE_SEED, &recipe.seed, recipe.seed.trim().parse::<u64>().is_err(), change(|recipe, text| recipe.seed = text)) }
            </div>
        </>
    }
}
