//! Key designs as files and links.

use dynalab_modeling::design::table::{ExpiredRecords, Mode, Projection, ReplicaConsistency, TableClass};
use dynalab_modeling::design::{Operation, Skew};
use dynalab_modeling::report::Verdict;
use dynalab_modeling::{Design, check, parse, write};
use dynalab_playground::share::link;

use crate::{Fixtures, all_versions};

const ENDING: &str = ".design.json";

/// Returns each design as a file and as the fragment of its link.
pub fn written(newest: &Fixtures) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (name, text) in newest.ending(ENDING) {
        let text = write(&parse(text).unwrap());
        files.push((format!("{name}.design.link"), (link::encode(&text) + "\n").into_bytes()));
        files.push((format!("{name}{ENDING}"), text.into_bytes()));
    }
    files
}

/// Returns the design of each version, read from the file and from the link.
fn designs(name: &str) -> Vec<(String, Design)> {
    let mut designs = Vec::new();
    for fixtures in all_versions() {
        let of_file = parse(fixtures.text(&format!("{name}{ENDING}"))).unwrap();
        let of_link = link::decode(fixtures.text(&format!("{name}.design.link"))).unwrap();
        assert_eq!(parse(&of_link).unwrap(), of_file, "{}", fixtures.version);
        designs.push((fixtures.version, of_file));
    }
    designs
}

#[test]
fn a_design_of_each_version_is_still_green() {
    for (version, design) in designs("shop") {
        let names: Vec<&str> = design.entities.iter().map(|entity| entity.name.as_str()).collect();
        assert!(names.contains(&"User") && names.contains(&"Order"), "{version}: {names:?}");
        assert_eq!(design.patterns.len(), 12, "{version}");
        let report = check(&design);
        assert!(report.problems.is_empty(), "{version}: {:?}", report.problems);
        for pattern in &report.patterns {
            assert!(!matches!(pattern.verdict, Verdict::Red(_)), "{version}: {}", pattern.name);
        }
        assert!(report.totals.usd_per_month > 0.0, "{version}");
    }
}

#[test]
fn each_member_of_each_version_is_read() {
    for (version, design) in designs("every-member") {
        assert_eq!((design.name.as_str(), design.seed), ("Every member 全部", 42), "{version}");
        assert_eq!(design.region, "ap-northeast-1");
        let reader = design.entity("Reader").unwrap();
        assert_eq!((reader.count, reader.sample, reader.attributes.len()), (1000, Some(20), 20));
        assert_eq!((reader.growth_per_month, reader.retention_days), (10.5, Some(90.5)));
        assert_eq!(design.relations[0].skew, Skew::Zipf);
        let table = design.table("Library").unwrap();
        assert_eq!(table.mode, Mode::Provisioned { headroom_percent: 42.5 });
        assert_eq!(table.class, TableClass::InfrequentAccess);
        assert_eq!(table.replica_consistency, ReplicaConsistency::Strong);
        assert_eq!(table.ttl.as_deref(), Some("ends"));
        assert_eq!(table.indexes[0].projection, Projection::Include(vec!["name".into(), "email".into()]));
        assert_eq!((table.vector_indexes[0].dimensions, table.scaling[0].most), (3, 500));
        assert_eq!(table.alarms[0].missing.as_deref(), Some("notBreaching"));
        let stream = table.stream.as_ref().unwrap();
        assert_eq!(stream.readers[0].expired, Some(ExpiredRecords::Processed));
        let when = table.items[0].keys["GSI1PK"].when.as_ref().unwrap();
        assert_eq!((when.attribute.as_str(), when.is.len()), ("active", 1));
        let of_kind = |is: fn(&Operation) -> bool| {
            design
                .patterns
                .iter()
                .filter_map(|pattern| pattern.operation.as_ref())
                .filter(|one| is(one))
                .count()
        };
        assert_eq!(of_kind(|one| matches!(one, Operation::Query(_))), 5);
        assert_eq!(of_kind(Operation::is_write), 5);
        assert_eq!(of_kind(|one| matches!(one, Operation::SearchVectors(_))), 1);
        assert!(design.extra.contains_key("x_tool"), "{version}: what another tool wrote is kept");
    }
}

/// A member that the code knows and no fixture has could change without a fault.
#[test]
fn the_newest_design_has_every_member() {
    let newest = all_versions().pop().unwrap();
    let text = newest.text("every-member.design.json");
    let folder = crate::folder().join("../../crates/modeling/src/design");
    let mut members = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let code = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut renamed = None;
        for line in code.lines().map(str::trim) {
            if let Some(name) =
                line.strip_prefix("#[serde(rename = \"").and_then(|rest| rest.split('"').next())
            {
                renamed = Some(name.to_owned());
            }
            let Some(name) = line.strip_prefix("pub ").and_then(|rest| rest.split_once(": ")) else {
                continue;
            };
            let name = renamed.take().unwrap_or_else(|| name.0.to_owned());
            // A key's template and its condition may stand alone, and unknown members have names of their own.
            if name.contains(['(', ' ']) || ["extra"].contains(&name.as_str()) {
                continue;
            }
            assert!(text.contains(&format!("\"{name}\": ")), "no fixture of a design has the member {name}");
            members += 1;
        }
    }
    assert!(members > 100, "only {members} members were found");
}
