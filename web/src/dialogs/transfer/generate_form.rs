//! The form that generates items from a seed: a template with placeholders, the number of items, and a preview.

use dynalab_app::request::json_text;
use dynalab_app::table::facts::{TableFacts, rows};
use dynalab_request_text::interchange::parts::Intake;
use dynalab_request_text::interchange::plain;
use dynalab_request_text::interchange::records::Form;
use dynalab_traffic::generator::Generator;
use dynalab_types::json::{self, Value, write_object};
use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{TransferData, import_id, progress};
use crate::browser::field_events::written;
use crate::components::icon::Icon;
use crate::dialogs::fields::{self, TextField};
use crate::dialogs::import_parts::{ItemParts, ItemSource};
use crate::dialogs::import_run::{Import, Progress, Stop, run_until_stopped};
use crate::page::context::PageContext;
use crate::page::messages::{Filling, Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;

const SHOWN: usize = 3;
/// Milliseconds after the last key press before the preview is checked.
const CHECK_DELAY_MS: u32 = 300;
/// The placeholders that a template can have, as the hint shows them.
const GAPS: sentences::dialogs::GenerateGaps = sentences::dialogs::GenerateGaps {
    number: Filling::Text("{n}"),
    tenth: Filling::Text("{n/10}"),
    rest: Filling::Text("{n%10}"),
    next: Filling::Text("{n+1}"),
    between: Filling::Text("{5..90}"),
    choice: Filling::Text("{red|green}"),
    digits: Filling::Text("{hex:8}"),
    zeros: Filling::Text("{n:4}"),
    skew: Filling::Text("{zipf 1..20}"),
    times: Filling::Text("{date 2026-01-01..2026-04-01}"),
    day: Filling::Text("{day …}"),
    epoch: Filling::Text("{epoch …}"),
    name: Filling::Text("{name}"),
    word: Filling::Text("{word}"),
    link: Filling::Text("{=station}"),
};

#[derive(PartialEq, Properties)]
pub struct GenerateFormProps {
    pub known: TransferData,
    pub scene: Scene,
}

/// The content of the form, valid or not.
#[derive(Clone, PartialEq)]
struct Recipe {
    template: String,
    count: String,
    seed: String,
}

/// Attributes that a new template has besides keys.
const EXAMPLES: [(&str, &str); 2] =
    [("status", "{\"S\": \"{open|paid|sent}\"}"), ("total", "{\"N\": \"{5..900}\"}")];

/// Returns members for the keys of the indexes, so that the indexes contain the items. Partition keys are skewed, sort keys are times.
fn index_keys(facts: &TableFacts) -> Vec<String> {
    let description = &facts.description;
    let type_of = |name: &str| {
        let row = rows(&description["AttributeDefinitions"]).find(|row| row["AttributeName"] == *name)?;
        row["AttributeType"].as_str()
    };
    let mut done = facts.key_names();
    let mut members = Vec::new();
    let indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"];
    for key in indexes
        .into_iter()
        .flat_map(|kind| rows(&description[kind]))
        .flat_map(|index| rows(&index["KeySchema"]))
    {
        let Some(name) = key["AttributeName"].as_str().filter(|name| !done.iter().any(|known| known == name))
        else {
            continue;
        };
        let (data_type, text) = match (type_of(name), key["KeyType"].as_str()) {
            (Some("N"), Some("HASH")) => ("N", "{zipf 1..20}"),
            (Some("N"), _) => ("N", "{epoch 2026-01-01..2026-04-01}"),
            (Some("B"), _) => ("B", "{hex:8}"),
            (_, Some("HASH")) => ("S", "GROUP#{zipf 1..20:2}"),
            _ => ("S", "{date 2026-01-01..2026-04-01}"),
        };
        let name_text = serde_json::Value::from(name).to_string();
        members.push(format!("{name_text}: {{\"{data_type}\": \"{text}\"}}"));
        done.push(name.to_owned());
    }
    members
}

impl Recipe {
    /// Returns a template with the table's keys. It gives each item a different key.
    fn from_facts(facts: &TableFacts) -> Recipe {
        let key = |(place, (name, key_type)): (usize, &(String, dynalab_types::ScalarType))| {
            let text = match (key_type.name(), place) {
                ("N", 0) => "{n/10}",
                ("N", _) => "{n}",
                ("B", _) => "{hex:8}",
                (_, 0) => "ITEM#{n/10:5}",
                (_, _) => "PART#{n:6}",
            };
            // Without a sort key, the partition key must differ for each item.
            let text = if facts.keys.0.len() == 1 { text.replace("{n/10", "{n") } else { text.to_owned() };
            format!("\"{name}\": {{\"{}\": \"{text}\"}}", key_type.name())
        };
        let mut members: Vec<String> = facts.keys.0.iter().enumerate().map(key).collect();
        members.extend(index_keys(facts));
        for (name, value) in EXAMPLES {
            if !members.iter().any(|member| member.starts_with(&format!("\"{name}\":"))) {
                members.push(format!("\"{name}\": {value}"));
            }
        }
        let template = format!("{{{}}}", members.join(", "));
        Recipe { template: json_text::pretty(&template), count: "1000".to_owned(), seed: "1".to_owned() }
    }

    fn generator(&self, facts: &TableFacts) -> Result<Generator, String> {
        let item = match json::parse(&self.template) {
            Ok(Value::Object(item)) if plain::is_dynamo(&item) => item,
            Ok(Value::Object(item)) => typed_members(&item, facts),
            Ok(_) => return Err("{".to_owned()),
            Err(error) => return Err(format!("{}:{}", error.line, error.column)),
        };
        let count = self.count.trim().parse().map_err(|_| self.count.clone())?;
        let seed = self.seed.trim().parse().map_err(|_| self.seed.clone())?;
        Ok(Generator { count, seed, item })
    }
}

/// Adds types to plain JSON. Text becomes a string, or the type of its key attribute.
fn typed_members(item: &json::Object, facts: &TableFacts) -> json::Object {
    let member = |(name, value): (&String, &Value)| {
        let key = facts.keys.0.iter().find(|(key, _)| key == name);
        let value = match (key, value) {
            (Some((_, key_type)), Value::String(text)) => {
                wrapped(key_type.name(), Value::String(text.clone()))
            }
            _ => typed(value),
        };
        (name.clone(), value)
    };
    item.iter().map(member).collect()
}

fn typed(value: &Value) -> Value {
    match value {
        Value::Null => wrapped("NULL", Value::Bool(true)),
        Value::Bool(_) => wrapped("BOOL", value.clone()),
        Value::Number(text) => wrapped("N", Value::String(text.clone())),
        Value::String(_) => wrapped("S", value.clone()),
        Value::Array(elements) => wrapped("L", Value::Array(elements.iter().map(typed).collect())),
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| (name.clone(), typed(value))).collect();
            wrapped("M", Value::Object(members))
        }
    }
}

fn wrapped(data_type: &str, value: Value) -> Value {
    Value::Object([(data_type.to_owned(), value)].into_iter().collect())
}

/// Returns the items, one per line.
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
    let recipe = use_state(|| Recipe::from_facts(&known.facts));
    let running = use_state(|| None::<Progress>);
    let stop = use_memo((), |()| Stop::default());
    {
        let stop = stop.clone();
        use_effect_with((), move |()| move || stop.close());
    }
    let generator = recipe.generator(&known.facts);
    let first = generator
        .clone()
        .and_then(|generator| lines(&Generator { count: generator.count.min(SHOWN), ..generator }));
    let is_idle = running.is_none() && !known.facts.name.is_empty();
    let tried = first.as_deref().ok().filter(|_| is_idle);
    let checked = use_check(scene, &known.facts.name, tried.unwrap_or_default());
    if known.facts.name.is_empty() {
        return fields::finding(false, &messages.text(sentences::dialogs::IMPORT_NO_TABLE));
    }
    if let Some(running) = &*running {
        return progress::view(running, &stop, scene);
    }
    let start = {
        let (generator, facts) = (generator.clone().ok(), known.facts.clone());
        let (page, running, stop) = (scene.page.clone(), running.setter(), (*stop).clone());
        let messages = *messages;
        Callback::from(move |_: MouseEvent| {
            let Some(generator) = generator.clone() else { return };
            let (facts, running, stop) = (facts.clone(), running.clone(), stop.clone());
            let page = page.clone();
            // This happens before the items are generated, because the dialog may close meanwhile.
            stop.asked.set(false);
            running.set(Some(Progress::default()));
            spawn_local(async move { run(&page, messages, &generator, facts, stop, running).await });
        })
    };
    html! {
        <>
            { form(&recipe, messages) }
            { match &first {
                Ok(lines) => html! {
                    <pre
                        class="code code--inset" tabindex="0" data-testid="generate-preview"
                        aria-label={messages.text(sentences::dialogs::GENERATE_PREVIEW)}
                    >{ lines.join("\n") }</pre>
                },
                Err(why) => fields::finding(true, &messages.text(sentences::dialogs::GenerateWrong { why: why.as_str().into() })),
            } }
            { check_view(checked.as_ref(), messages) }
            if !scene.is_follower() {
                <div class="dialog-foot">
                    <button
                        class="button button--go" type="button" data-testid="generate-go" disabled={first.is_err() || matches!(checked, Some(Err(_)))}
                        onclick={start}
                    >
                        { messages.text(sentences::dialogs::GenerateGo { table: known.facts.name.as_str().into() }) }
                    </button>
                </div>
            }
        </>
    }
}

/// The engine's result for the first items: the number of the rejected item, from 1, and the reason.
type Checked = Result<(), (usize, String)>;

/// Writes the first items as a dry run. Returns none until the engine has responded.
#[hook]
fn use_check(scene: &Scene, table: &str, lines: &[String]) -> Option<Checked> {
    let checked = use_state(|| None::<Checked>);
    let (page, setter) = (scene.page.clone(), checked.setter());
    use_effect_with((table.to_owned(), lines.to_vec()), move |(table, lines)| {
        setter.set(None);
        let (table, lines) = (table.clone(), lines.clone());
        let timeout = Timeout::new(CHECK_DELAY_MS, move || {
            spawn_local(async move {
                let mut outcome = Ok(());
                for (place, line) in lines.iter().enumerate() {
                    if let Err(why) = write_on_trial(&page, &table, line).await {
                        outcome = Err((place + 1, why));
                        break;
                    }
                }
                setter.set((!lines.is_empty()).then_some(outcome));
            });
        });
        move || drop(timeout)
    });
    (*checked).clone()
}

async fn write_on_trial(page: &PageContext, table: &str, line: &str) -> Result<(), String> {
    let item: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let request = serde_json::json!({ "TableName": table, "Item": item });
    page.look_at::<serde_json::Value>(("PutItem", request.to_string())).await.map(drop)
}

fn check_view(checked: Option<&Checked>, messages: &Messages) -> Html {
    match checked {
        None => html! {},
        Some(Ok(())) => html! {
            <p class="dialog-hint" role="status" data-testid="generate-fits">
                { Icon::Check.draw() }{ " " }{ messages.text(sentences::dialogs::GENERATE_FITS) }
            </p>
        },
        Some(Err((number, why))) => html! {
            <div data-testid="generate-refused">
                { fields::finding(true, &messages.text(sentences::dialogs::GenerateRefused { number: (*number as u64).into(), why: why.as_str().into() })) }
            </div>
        },
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
    let intake = Intake { form: Form::DynamoJson, source: None, keys: facts.keys };
    let parts = ItemParts::new(ItemSource::Made { name: facts.name.clone(), text, intake });
    let import = Import { table: facts.name, parts, stop: stop.asked.clone(), id: import_id() };
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
            <textarea
                class="code code--edit code--inset" rows="9" data-testid="generate-template"
                aria-label={messages.text(sentences::dialogs::GENERATE_TEMPLATE)} spellcheck="false"
                value={recipe.template.clone()} {oninput}
            />
            <p class="dialog-hint">{ messages.text(GAPS) }</p>
            <div class="table-form">
                { number(
                    sentences::dialogs::GENERATE_COUNT, &recipe.count, recipe.count.trim().parse::<u32>().is_err(),
                    change(|recipe, text| recipe.count = text),
                ) }
                { number(
                    sentences::dialogs::GENERATE_SEED, &recipe.seed, recipe.seed.trim().parse::<u64>().is_err(),
                    change(|recipe, text| recipe.seed = text),
                ) }
            </div>
        </>
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Recipe, lines};
    use dynalab_app::table::facts::TableFacts;

    fn facts() -> TableFacts {
        TableFacts::read(&json!({
            "TableName": "Rides",
            "KeySchema": [{"AttributeName": "bike", "KeyType": "HASH"}, {"AttributeName": "at", "KeyType": "RANGE"}],
            "AttributeDefinitions": [
                {"AttributeName": "bike", "AttributeType": "S"}, {"AttributeName": "at", "AttributeType": "N"},
                {"AttributeName": "station", "AttributeType": "S"}, {"AttributeName": "day", "AttributeType": "S"},
            ],
            "GlobalSecondaryIndexes": [{"KeySchema": [
                {"AttributeName": "station", "KeyType": "HASH"}, {"AttributeName": "day", "KeyType": "RANGE"}]}],
        }))
    }

    #[test]
    fn a_new_template_fills_the_keys_of_the_table_and_of_its_indexes() {
        let recipe = Recipe::from_facts(&facts());
        let generator = recipe.generator(&facts()).expect("a template");
        let names: Vec<&String> = generator.item.keys().collect();
        assert_eq!(names, ["at", "bike", "day", "station", "status", "total"]);
        let items = lines(&generator).expect("items");
        assert_eq!(items.len(), 1_000);
        assert!(
            items.iter().filter(|item| item.contains("GROUP#01")).count() > 200,
            "the first group has the most"
        );
    }

    #[test]
    fn plain_json_gets_the_types_of_the_table() {
        let template =
            r#"{"bike": "B{n}", "at": "{n}", "open": true, "tags": ["{word}", 3], "by": {"name": null}}"#;
        let recipe = Recipe { template: template.to_owned(), count: "1".to_owned(), seed: "1".to_owned() };
        let item = lines(&recipe.generator(&facts()).expect("a template")).expect("an item").join("");
        let item: serde_json::Value = serde_json::from_str(&item).expect("JSON");
        assert_eq!((&item["bike"], &item["at"]), (&json!({"S": "B0"}), &json!({"N": "0"})));
        assert_eq!(item["tags"]["L"][1], json!({"N": "3"}));
        assert_eq!(
            (&item["open"], &item["by"]),
            (&json!({"BOOL": true}), &json!({"M": {"name": {"NULL": true}}}))
        );
    }
}
