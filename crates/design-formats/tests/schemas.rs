//! Tests of library schemas: code as people write it, and designs that are written and read back.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use damage::cases;
use dynalab_design_formats::{FormatError, ImportNote, ImportedDesign, find, read};
use dynalab_modeling::Language;
use dynalab_modeling::design::{AttributeType, IndexKind, Projection, Values};
use dynalab_modeling::{Design, check, parse, templates};
use serde_json::{Value, json};

fn write(format: &str, design: &Design) -> String {
    (find(format).unwrap().write.unwrap())(design, &check(design), Language::English).text
}

fn designs() -> impl Iterator<Item = (&'static str, Design)> {
    templates::ALL.iter().map(|template| (template.id, parse(template.text).unwrap()))
}

/// The note about a file without patterns.
const FIRST_PATTERNS: ImportNote = ImportNote::FirstPatterns { requests_per_second: 10 };

fn notes_of(imported: &ImportedDesign) -> Vec<String> {
    imported.notes.iter().map(ToString::to_string).collect()
}

fn key(design: &Design, table: usize, item: &str, attribute: &str) -> String {
    design.tables[table].placement(item).unwrap().keys[attribute].template.to_string()
}

const ONETABLE: &str = r#"
import { Table, Dynamo } from "dynamodb-onetable"
const Match = { email: /^[^@,]+@[^@]+$/, } // it's only for validation
const Schema = {
    format: 'onetable:1.1.0',
    version: '0.1.0',
    indexes: {
        primary: { hash: 'pk', sort: 'sk' },
        gs1: { hash: 'gs1pk', sort: 'gs1sk', project: ['gs1pk', 'gs1sk', 'name'], follow: true },
        ls1: { type: 'local', sort: 'created', project: 'keys' },
    },
    models: {
        Account: {
            pk: { type: String, value: 'account#${id}' },
            sk: { type: String, value: 'account#' },
            id: { type: String, generate: 'ulid', validate: /^[0-9A-F]{32}$/i },
            name: { type: String, required: true },
            status: { type: String, enum: ['ACTIVE', 'CLOSED'], default: 'ACTIVE' },
        },
        Invoice: {
            pk: { type: String, value: 'account#${accountId}' },
            sk: { type: String, value: 'invoice#${number:8:0}' },
            gs1pk: { type: String, value: 'invoice#${number:8:0}' },
            gs1sk: { type: String, value: 'invoice#' },
            accountId: { type: String, required: true },
            number: { type: Number, required: true },
            created: { type: Date },
            expires: { type: Date, ttl: true },
            tags: { type: Set, items: { type: String } },
            lines: { type: Array, items: { type: Object, schema: { price: { type: Number } } } },
            total: { type: Number, default: (context) => { return { a: 1 }.a } },
        },
    } as const,
    params: { isoDates: true, timestamps: true, typeField: 'kind' },
}
const table = new Table({ client, name: 'Billing', schema: Schema })
"#;

#[test]
fn onetable_code_is_read() {
    let imported = read(ONETABLE).unwrap();
    assert_eq!(imported.format, "onetable");
    let design = &imported.design;
    assert_eq!(key(design, 0, "Invoice", "sk"), "invoice#{number:8}");
    assert_eq!(key(design, 0, "Account", "pk"), "account#{id}");
    let [table] = &design.tables[..] else { panic!("{:?}", design.tables) };
    assert_eq!(table.ttl.as_deref(), Some("expires"));
    let [global, local] = &table.indexes[..] else { panic!("{:?}", table.indexes) };
    assert_eq!((global.kind, local.kind), (IndexKind::Global, IndexKind::Local));
    assert_eq!(local.partition_key, table.partition_key);
    assert!(matches!(&global.projection, Projection::Include(names) if names.len() == 3));
    let invoice = design.entity("Invoice").unwrap();
    let type_of = |name: &str| invoice.attribute(name).unwrap().data_type;
    assert_eq!((type_of("created"), type_of("expires")), (AttributeType::S, AttributeType::N));
    assert_eq!((type_of("tags"), type_of("lines")), (AttributeType::SS, AttributeType::L));
    let account = design.entity("Account").unwrap();
    assert!(
        matches!(&account.attribute("status").unwrap().values, Values::Choice { values, .. } if values.len() == 2)
    );
    assert!(
        matches!(&account.attribute("kind").unwrap().values, Values::Constant { value } if value == "Account")
    );
    let notes = notes_of(&imported);
    assert!(notes.iter().any(|note| note.starts_with("models.Invoice.total.default: ")), "{notes:?}");
    assert!(notes.iter().any(|note| note.starts_with("models.Account.id.validate: ")), "{notes:?}");
    assert_eq!(imported.notes.last(), Some(&FIRST_PATTERNS));
    let report = check(design);
    assert_eq!(report.problems, [], "keys can be made of the attributes");
    let names: Vec<&str> = report.patterns.iter().map(|pattern| pattern.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "One Account",
            "One Invoice",
            "Items with pk account#{accountId}",
            "Items with gs1pk invoice#{number:8}",
            "Items with pk account#{accountId} (ls1)"
        ]
    );
    assert!(report.is_green, "{:?}", report.patterns);
    // Members that a design cannot represent are written again.
    let again: Value = serde_json::from_str(&write("onetable", design)).unwrap();
    assert_eq!(again["version"], "0.1.0");
    assert_eq!(again["params"], json!({ "isoDates": true, "timestamps": true, "typeField": "kind" }));
    assert_eq!(again["indexes"]["gs1"]["follow"], true);
    assert_eq!(again["models"]["Account"]["status"]["default"], "ACTIVE");
    assert_eq!(again["models"]["Invoice"]["created"], json!({ "type": "Date" }));
    assert_eq!(again["models"]["Invoice"]["lines"]["items"]["schema"]["price"]["type"], "Number");
    assert_eq!(again["models"]["Invoice"]["sk"]["value"], "invoice#${number:8:0}");
}

#[test]
fn onetable_gives_the_same_design_again() {
    for (id, design) in designs() {
        let text = write("onetable", &design);
        let imported = read(&text).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!((imported.format, &imported.notes[..]), ("onetable", &[][..]), "{id}");
        assert_eq!(imported.design, design, "{id}");
        assert_eq!(write("onetable", &imported.design), text, "{id}");
    }
}

/// Returns the text without extensions, as another program writes it.
fn without_extensions(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).unwrap();
    let schemas =
        if value.is_array() { value.as_array_mut().unwrap().iter_mut().collect() } else { vec![&mut value] };
    for schema in schemas {
        schema.as_object_mut().unwrap().remove("extensions");
    }
    value
}

#[test]
fn onetable_of_others_is_written_as_it_was_read() {
    for (id, design) in designs() {
        let file = without_extensions(&write("onetable", &design));
        let imported = read(&file.to_string()).unwrap();
        assert_eq!(imported.notes, [FIRST_PATTERNS], "{id}");
        let entities = |design: &Design| design.tables.iter().map(|table| table.items.len()).sum::<usize>();
        assert_eq!(entities(&imported.design), entities(&design), "{id}");
        assert_eq!(without_extensions(&write("onetable", &imported.design)), file, "{id}");
    }
}

#[test]
fn a_changed_onetable_schema_counts() {
    let (_, design) = designs().find(|(id, _)| *id == "shop").unwrap();
    let mut file: Value = serde_json::from_str(&write("onetable", &design)).unwrap();
    file["models"]["Product"]["weight"] = json!({ "type": "number" });
    let imported = read(&file.to_string()).unwrap();
    assert_eq!(imported.notes, [ImportNote::ChangedSince]);
    assert!(imported.design.entity("Product").unwrap().attribute("weight").is_some());
    assert_eq!(imported.design.patterns, design.patterns);
    assert_eq!(imported.design.tables[0].stream, design.tables[0].stream);
    assert_eq!(imported.design.entity("Product").unwrap().count, design.entity("Product").unwrap().count);
}

#[test]
fn onetable_items_are_rows_of_their_models() {
    let text = json!({
        "format": "onetable:1.1.0", "version": "0.0.1",
        "indexes": { "primary": { "hash": "pk", "sort": "sk" } },
        "models": { "User": { "pk": { "type": "string", "value": "user#${id}" }, "sk": { "type": "string", "value": "user#" },
            "id": { "type": "string" }, "age": { "type": "number" } } },
        "items": [ { "_type": "User", "id": "1", "age": 30 }, { "_type": { "S": "User" }, "id": { "S": "2" } }, { "_type": "Other" } ],
    });
    let design = read(&text.to_string()).unwrap().design;
    let user = design.entity("User").unwrap();
    assert_eq!((user.count, user.rows.len()), (2, 2));
    assert_eq!(user.rows[0]["age"], json!({ "N": "30" }));
    assert_eq!(check(&design).problems, []);
    let again: Value = serde_json::from_str(&write("onetable", &design)).unwrap();
    assert_eq!(again["items"][1]["pk"], json!({ "S": "user#2" }));
}

const ELECTRODB: &str = r#"
import { Entity, Service } from "electrodb";
export const Task = new Entity(
  {
    model: { entity: "Task", version: "1", service: "TaskApp" },
    attributes: {
      taskId: { type: "string", required: true, default: () => uuid() },
      project: { type: "string", required: true },
      status: { type: ["open", "closed"] as const, default: "open" },
      points: { type: "number", padding: { length: 4, char: "0" } },
      tags: { type: "set", items: "string" },
      details: { type: "map", properties: { note: { type: "string" } } },
      createdAt: { type: "number", readOnly: true, set: (at) => at ?? Date.now() },
    },
    indexes: {
      byProject: {
        pk: { field: "pk", composite: ["project"] },
        sk: { field: "sk", composite: ["points", "taskId"] },
      },
      assigned: {
        index: "gsi1", collection: "work",
        pk: { field: "gsi1pk", composite: ["status"], casing: "none" },
        sk: { field: "gsi1sk", template: "AT#${taskId}", composite: ["taskId"] },
      },
    },
  },
  { client, table: "tasks" },
);
const Person = new Entity({
  model: { entity: "Person", version: "2", service: "TaskApp" },
  attributes: { id: { type: "string" }, name: "string" },
  indexes: { main: { pk: { field: "pk", facets: ["id"] }, sk: { field: "sk", facets: [] } } },
}, { client, table: "tasks" });
"#;

#[test]
fn electrodb_code_is_read() {
    let imported = read(ELECTRODB).unwrap();
    assert_eq!(imported.format, "electrodb");
    let design = &imported.design;
    let [table] = &design.tables[..] else { panic!("{:?}", design.tables) };
    assert_eq!((table.name.as_str(), table.indexes.len()), ("tasks", 1));
    // ElectroDB writes keys in lower case, with the names of service, entity and attributes.
    for (item, attribute, template) in [
        ("Task", "pk", "$taskapp#project_{project}"),
        ("Task", "sk", "$task_1#points_{points:4}#taskid_{taskId}"),
        ("Task", "gsi1pk", "$TaskApp#status_{status}"),
        ("Task", "gsi1sk", "at#{taskId}"),
        ("Person", "pk", "$taskapp#id_{id}"),
        ("Person", "sk", "$person_2"),
    ] {
        assert_eq!(key(design, 0, item, attribute), template, "{item} {attribute}");
    }
    let task = design.entity("Task").unwrap();
    let type_of = |name: &str| task.attribute(name).unwrap().data_type;
    assert_eq!((type_of("tags"), type_of("details")), (AttributeType::SS, AttributeType::M));
    assert!(
        matches!(&task.attribute("status").unwrap().values, Values::Choice { values, .. } if values.len() == 2)
    );
    assert!(
        matches!(&task.attribute("__edb_e__").unwrap().values, Values::Constant { value } if value == "Task")
    );
    let notes = notes_of(&imported);
    assert!(
        notes
            .iter()
            .any(|note| note.starts_with("Task: a design has no casing of key values, so it was left out.")),
        "{notes:?}"
    );
    assert!(notes.iter().any(|note| note.starts_with("attributes.taskId.default: ")), "{notes:?}");
    assert_eq!(check(design).problems, []);
    let again: Value = serde_json::from_str(&write("electrodb", design)).unwrap();
    assert_eq!(again[0]["model"], json!({ "entity": "Task", "version": "1", "service": "TaskApp" }));
    let assigned = &again[0]["indexes"]["assigned"];
    assert_eq!((&assigned["index"], &assigned["collection"]), (&json!("gsi1"), &json!("work")));
    assert_eq!(again[0]["attributes"]["status"], json!({ "type": ["open", "closed"], "default": "open" }));
    assert_eq!(again[0]["attributes"]["details"]["properties"]["note"]["type"], "string");
    assert_eq!(again[0]["attributes"]["points"]["padding"], json!({ "length": 4, "char": "0" }));
    assert_eq!(
        again[0]["indexes"]["byProject"]["pk"]["casing"], "none",
        "the letters are in the key as they are"
    );
}

#[test]
fn electrodb_gives_the_same_keys_again() {
    for (id, design) in designs() {
        let text = write("electrodb", &design);
        if design.tables.iter().all(|table| table.items.is_empty()) {
            continue;
        }
        let imported = read(&text).unwrap_or_else(|error| panic!("{id}: {error}\n{text}"));
        assert_eq!((imported.format, &imported.notes[..]), ("electrodb", &[FIRST_PATTERNS][..]), "{id}");
        assert_eq!(write("electrodb", &imported.design), text, "{id}");
        for table in &design.tables {
            let Some(again) = imported.design.table(&table.name) else { panic!("{id}: {}", table.name) };
            let names = |keys: Vec<&dynalab_modeling::design::KeyAttribute>| {
                keys.into_iter().map(|key| key.name.clone()).collect::<Vec<_>>()
            };
            assert_eq!(names(again.key().collect()), names(table.key().collect()), "{id}");
            for placement in &table.items {
                let found = again.placement(placement.name()).unwrap();
                for (name, key) in &placement.keys {
                    // The format has no checks of a value's form, and computed parts are attributes.
                    let wanted = key.template.to_string().replace(":iso}", "}").replace(":ulid}", "}");
                    let is_computed =
                        [":shard", ":date", ":month", ":hour"].iter().any(|kind| wanted.contains(kind));
                    if !is_computed && let Some(found) = found.keys.get(name) {
                        assert_eq!(found.template.to_string(), wanted, "{id} {name}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_key_in_the_form_of_electrodb_needs_no_template() {
    let (_, mut design) = designs().find(|(id, _)| *id == "shop").unwrap();
    let item = design.tables[0].items.iter_mut().find(|item| item.name() == "Product").unwrap();
    item.keys.get_mut("PK").unwrap().template =
        dynalab_modeling::Template::parse("$Shop#product_id_{product_id}").unwrap();
    item.keys.get_mut("SK").unwrap().template = dynalab_modeling::Template::parse("$Product_1").unwrap();
    let schemas: Value = serde_json::from_str(&write("electrodb", &design)).unwrap();
    let product =
        schemas.as_array().unwrap().iter().find(|schema| schema["model"]["entity"] == "Product").unwrap();
    assert_eq!(
        product["indexes"]["primary"],
        json!({
            "pk": { "field": "PK", "composite": ["product_id"], "casing": "none" },
            "sk": { "field": "SK", "composite": [], "casing": "none" },
        })
    );
}

#[test]
fn damaged_schemas_are_read_or_refused() {
    let (_, design) = designs().find(|(id, _)| *id == "shop").unwrap();
    let texts =
        [ONETABLE.to_owned(), write("onetable", &design), ELECTRODB.to_owned(), write("electrodb", &design)];
    let (mut has_read, mut refused) = (0, 0);
    for mut chance in cases("schemas", 800) {
        let text = chance.pick(&texts).clone();
        let text = chance.damaged_text(&text);
        for format in ["onetable", "electrodb"] {
            match (find(format).unwrap().read.unwrap())(&text, &dynalab_types::Budget::of_import()) {
                Ok(imported) => {
                    let written = dynalab_modeling::write(&imported.design);
                    assert_eq!(parse(&written), Ok(imported.design));
                    has_read += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(has_read > 50 && refused > 50, "{has_read} were read, {refused} refused");
    let error = read("const s = { models: {}, indexes: { primary: { hash: 'a' } }, x: 'open }").unwrap_err();
    assert_eq!(error, FormatError::Unknown, "a text without a whole schema");
}
