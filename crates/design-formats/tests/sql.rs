//! Tests of scripts and dumps of SQL: whatever stands between the tables, they are read, and the rest is named.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use std::collections::BTreeMap;

use damage::cases;
use dynalab_design_formats::{FormatError, ImportNote, read};
use dynalab_modeling::check;

const TABLES: [&str; 4] = [
    "CREATE TABLE boats (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, kind VARCHAR(9));",
    "CREATE TABLE crews (id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boats (id));",
    "CREATE INDEX by_kind ON boats (kind);",
    "ALTER TABLE crews ADD CONSTRAINT named UNIQUE (boat_id);",
];

/// Statements that make no table: of all dialects, then of each one, with the kind by which they are counted. Each ends itself.
const OTHERS: [&[(&str, &str)]; 5] = [
    &[
        ("INSERT INTO boats VALUES (2,'it''s; CREATE TABLE x (id int);'), (3, ');');", "INSERT"),
        ("CREATE VIEW v AS SELECT ';' FROM boats;", "CREATE VIEW"),
        ("GRANT SELECT ON boats TO \"a;b\";", "GRANT"),
        ("SET @old = /* ; */ 1; -- CREATE TABLE c (id int);\n", "SET"),
        ("UPDATE boats SET name = 'a -- b';", "UPDATE"),
    ],
    &[
        ("INSERT INTO `boats` VALUES (2,'O\\'Hara;'),(4,'a\\\\');", "INSERT"),
        ("/*!40000 ALTER TABLE `boats` DISABLE KEYS */;", "ALTER TABLE"),
        ("# it's; a comment\nLOCK TABLES `boats` WRITE;", "LOCK"),
        (
            "DELIMITER //\nCREATE TRIGGER t BEFORE INSERT ON boats FOR EACH ROW BEGIN SET @a = 1; END//\nDELIMITER ;\n",
            "CREATE TRIGGER",
        ),
        ("source load_boats.dump ;", "SOURCE"),
    ],
    &[
        ("\\connect harbour\n", "\\connect"),
        ("\\restrict x\n", "\\restrict"),
        ("COPY boats (id) FROM stdin;\n1\tit's\n2\tCREATE TABLE y (id int);\n\\.\n", "COPY"),
        (
            "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $a$ SELECT 1; CREATE TABLE z (id int); $a$;",
            "CREATE FUNCTION",
        ),
        ("ALTER TABLE boats OWNER TO ann;", "ALTER TABLE"),
        ("COMMENT ON TABLE boats IS E'a \\' ; -- b';", "COMMENT"),
    ],
    &[
        ("PRAGMA foreign_keys=off;", "PRAGMA"),
        ("INSERT INTO boats VALUES (2,'C:\\'),(3,'\\');", "INSERT"),
        (
            "CREATE TRIGGER u AFTER INSERT ON boats BEGIN UPDATE boats SET name = CASE WHEN 1 THEN 'a' END; END;",
            "CREATE TRIGGER",
        ),
    ],
    &[
        ("USE [harbour]\nGO\n", "USE"),
        ("EXEC sp_rename N'a;', N'b'\ngo\n", "EXEC"),
        ("INSERT [dbo].[boats] ([id]) VALUES (N'C:\\')\nGO\n", "INSERT"),
        (
            "CREATE PROCEDURE [dbo].[p] AS BEGIN SELECT 1; CREATE TABLE #t (id int); END\nGO\n",
            "CREATE PROCEDURE",
        ),
    ],
];

#[test]
fn other_statements_change_nothing_and_each_is_named() {
    let plain = read(&TABLES.join("\n")).unwrap();
    assert_eq!(check(&plain.design).totals.red, 0);
    for mut chance in cases("other statements", 300) {
        let dialect = 1 + chance.below(4);
        let mut text = String::new();
        let mut wanted: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for table in TABLES {
            while chance.below(3) > 0 {
                let statements = if chance.below(2) == 0 { OTHERS[0] } else { OTHERS[dialect] };
                let (statement, kind) = *chance.pick(statements);
                // The statement itself begins in the second line.
                let is_below = statement.starts_with("DELIMITER") || statement.starts_with('#');
                let line = text.matches('\n').count() + 1 + usize::from(is_below);
                wanted.entry(kind).or_insert((0, line)).0 += 1;
                text.push_str(statement);
                text.push('\n');
            }
            text.push_str(table);
            text.push('\n');
        }
        let imported = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(imported.design, plain.design, "{text}");
        let skipped = imported.notes.iter().filter_map(|note| match note {
            ImportNote::Skipped { kind, count, line } => Some((kind.as_str(), (*count, *line))),
            _ => None,
        });
        assert_eq!(skipped.collect::<BTreeMap<&str, (usize, usize)>>(), wanted, "{text}");
    }
}

#[test]
fn a_table_that_is_refused_costs_no_other() {
    for bad in [
        "CREATE TABLE bad (id INT, what WHAT EVER IS THIS);",
        "CREATE TABLE bad (id INT,\n",
        "CREATE TABLE bad (id INT CHECK (((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))));",
    ] {
        let text = format!("{}\n\n{bad}\n;{}\n{}", TABLES[0], TABLES[1], TABLES[2]);
        let imported = read(&text).unwrap_or_else(|error| panic!("{error}: {bad}"));
        let names: Vec<&str> = imported.design.tables.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["boats", "crews"], "{bad}");
        let ImportNote::NotParsed { statement, line, reason } = &imported.notes[0] else {
            panic!("{:?}", imported.notes)
        };
        assert_eq!(statement, "CREATE TABLE bad");
        assert!((3..=5).contains(line) && !reason.is_empty(), "{line}: {reason}");
    }
}

#[test]
fn a_text_without_a_table_says_what_it_has() {
    let text = "-- create the table elsewhere: create table\nINSERT INTO a VALUES (1);\nINSERT INTO a VALUES (2);\nDROP TABLE b;";
    let error = read(text).unwrap_err();
    assert_eq!(error, FormatError::OtherStatements { found: "DROP TABLE (1), INSERT (2)".into() });
    assert!(error.to_string().contains("INSERT (2)"), "{error}");
}

#[test]
fn damaged_scripts_are_read_or_refused() {
    let dump = include_str!("corpus/sql/mariadb_databases_routines.sql");
    let texts = [
        dump.to_owned(),
        include_str!("corpus/sql/pg_dump_whole.sql").to_owned(),
        OTHERS.concat().iter().map(|(text, _)| *text).collect::<Vec<_>>().join("\n") + &TABLES.join("\n"),
    ];
    let (mut has_read, mut refused) = (0, 0);
    for mut chance in cases("damaged sql", 200) {
        let text = chance.pick(&texts).clone();
        let text = chance.damaged_text(&text);
        match read(&text) {
            Ok(imported) => {
                let written = dynalab_modeling::write(&imported.design);
                assert_eq!(dynalab_modeling::parse(&written).as_ref(), Ok(&imported.design));
                has_read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(has_read > 50, "{has_read} were read, {refused} refused");
}

#[test]
fn keys_without_a_primary_key_and_circles_are_read() {
    let text = "CREATE TABLE a (b_id INT REFERENCES b(id), name TEXT);
        CREATE TABLE b (id INT PRIMARY KEY, a_id INT, self INT REFERENCES b(id), FOREIGN KEY (a_id) REFERENCES a(b_id));
        CREATE TABLE link (l INT, r INT, PRIMARY KEY (l, r), FOREIGN KEY (l) REFERENCES b(id), FOREIGN KEY (r) REFERENCES b(id));";
    let imported = read(text).unwrap();
    assert!(imported.notes.contains(&ImportNote::NoPrimaryKey { table: "a".into(), added: "id".into() }));
    let report = check(&imported.design);
    assert_eq!(report.problems, []);
    let names: Vec<&str> = imported.design.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["a-table", "b-table", "link"], "DynamoDB wants three characters");
    assert_eq!(imported.design.relations.iter().filter(|relation| relation.child == "b").count(), 0);
    assert!(report.patterns.iter().any(|pattern| pattern.name == "One of link"));
}
