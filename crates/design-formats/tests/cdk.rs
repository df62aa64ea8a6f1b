//! The source code of CDK: what Dynalab writes is read again, and what only a run of the program knows is named.

use dynalab_design_formats::{FormatError, GivenValues, ImportNote, read, read_given, write};
use dynalab_modeling::formats::Found;
use dynalab_modeling::{Design, Language, check, parse, templates};

fn written(design: &Design) -> String {
    write("cdk", design, &check(design), Language::English).expect("the format is written").text
}

#[test]
fn the_tables_of_a_written_stack_are_read_again() {
    for template in templates::ALL {
        let design = parse(template.text).expect("a template");
        let text = written(&design);
        let imported = read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!((imported.format, imported.design.tables.len()), ("cdk", design.tables.len()));
        for (found, table) in imported.design.tables.iter().zip(&design.tables) {
            let keys = |table: &dynalab_modeling::design::Table| {
                let own = (table.name.clone(), table.partition_key.clone(), table.sort_key.clone());
                let indexes = table.indexes.iter().map(|index| {
                    (
                        index.name.clone(),
                        index.kind,
                        index.partition_key.clone(),
                        index.sort_key.clone(),
                        index.projection.clone(),
                    )
                });
                let settings = (table.ttl.clone(), table.recovery, table.class, table.deletion_protection);
                let stream = table.stream.as_ref().map(|stream| stream.view.clone());
                (own, indexes.collect::<Vec<_>>(), settings, stream, table.replicas.clone())
            };
            assert_eq!(keys(found), keys(table), "{text}");
        }
    }
}

#[test]
fn units_and_auto_scaling_are_those_of_the_source() {
    let design = read(include_str!("corpus/cdk/table_v2.ts")).unwrap().design;
    let table = &design.tables[0];
    let scaling: Vec<(u64, u64, f64)> =
        table.scaling.iter().map(|scaling| (scaling.least, scaling.most, scaling.target_percent)).collect();
    assert_eq!((table.capacity.units.read, scaling), (Some(20), vec![(5, 50, 60.0)]));
    assert_eq!(table.indexes[0].capacity.units.read, Some(7));
    let replicas: Vec<&str> = table.replicas.iter().map(|replica| replica.region.as_str()).collect();
    assert_eq!(replicas, ["eu-west-1", "eu-central-1"]);
    let design = read(include_str!("corpus/cdk/stack.py")).unwrap().design;
    let parcels = design.table("parcels").unwrap();
    assert_eq!(parcels.capacity.units.read, Some(8));
    assert_eq!((parcels.recovery, parcels.settings.recovery_days), (true, Some(7)));
    assert!(parcels.deletion_protection);
    assert_eq!((parcels.scaling[0].most, parcels.scaling[0].target_percent), (40, 75.0));
    let routes = design.tables.iter().find(|table| table.name.starts_with("routes")).unwrap();
    assert_eq!(routes.capacity.maximum.read, Some(100));
}

#[test]
fn a_value_that_only_the_program_knows_can_be_given() {
    let text = "import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';\nnew dynamodb.Table(this, 'T', { tableName: `gates-${props.stage}`, partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });";
    let imported = read(text).unwrap();
    assert_eq!(imported.design.tables[0].name, "gates-props.stage");
    let note = ImportNote::Placeholder { name: "props.stage".to_owned(), shown: "props.stage".to_owned() };
    assert!(
        imported.notes.contains(&note) && imported.notes.contains(&ImportNote::OfProgram),
        "{:?}",
        imported.notes
    );
    let imported =
        read_given(text, &GivenValues::from([("props.stage".to_owned(), "prod".to_owned())])).unwrap();
    assert_eq!(imported.design.tables[0].name, "gates-prod");
    assert!(!imported.notes.contains(&ImportNote::OfProgram), "{:?}", imported.notes);
}

#[test]
fn source_without_a_literal_key_says_what_to_open() {
    for arguments in ["props", "{ ...shared }", "{ tableName: 'a' }", "{ partitionKey: key }"] {
        let text =
            format!("import * as d from 'aws-cdk-lib/aws-dynamodb';\nnew d.Table(this, 'T', {arguments});");
        let found = FormatError::Other { found: Found::CdkCode };
        assert_eq!(read(&text), Err(found), "{arguments}");
    }
}

#[test]
fn damaged_source_ends() {
    let text = written(&parse(templates::ALL[0].text).expect("a template"));
    for end in (0..text.len()).step_by(7) {
        if let Some(cut) = text.get(..end) {
            drop(read(cut));
        }
    }
    let start = "import 'aws-cdk-lib';\n";
    for piece in [
        "new Table(",
        "new Table(this, 'T', {",
        "a.addReplica(",
        "f().addReplica(",
        "const a = '",
        "`${",
        "new Table(this, 'T', {a: b(",
    ] {
        drop(read(&format!("{start}{}", piece.repeat(20_000))));
    }
}
