//! Templates that a design is saved as: cfn-lint finds no error in CloudFormation, and python-hcl2 parses Terraform.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use dynalab_modeling::design::{
    Alarm, Dimension, ExpiredRecords, Mode, Replica, ReplicaConsistency, Scaling,
};
use dynalab_modeling::{Design, check, parse, templates};

/// Returns every template, and a design with features that no template has: replicas, provisioned throughput, a table class.
fn designs() -> Vec<(String, Design)> {
    let of_templates =
        templates::ALL.iter().map(|template| (template.id.to_owned(), parse(template.text).unwrap()));
    let mut designs: Vec<(String, Design)> = of_templates.collect();
    let mut two_regions = designs[0].1.clone();
    for table in &mut two_regions.tables {
        table.mode = Mode::Provisioned { headroom_percent: 20.0 };
        table.replicas = vec![Replica { region: "eu-west-1".to_owned(), ..Replica::default() }];
        table.recovery = true;
        table.deletion_protection = true;
    }
    let mut strong = two_regions.clone();
    for table in &mut strong.tables {
        table.mode = Mode::OnDemand;
        table.replica_consistency = ReplicaConsistency::Strong;
        table.replicas.push(Replica { region: "eu-central-1".to_owned(), ..Replica::default() });
    }
    let mut operated = designs[0].1.clone();
    for table in &mut operated.tables {
        table.mode = Mode::Provisioned { headroom_percent: 20.0 };
        let index = table.indexes.first().map(|index| index.name.clone());
        for (index, units) in
            [(None, Dimension::Read), (None, Dimension::Write), (index.clone(), Dimension::Read)]
        {
            let scale_in_seconds = Some(60);
            table.scaling.push(Scaling { index, units, scale_in_seconds, ..Scaling::default() });
        }
        table.alarms.push(Alarm {
            name: "throttled reads".to_owned(),
            metric: "ReadThrottleEvents".to_owned(),
            index,
            statistic: "Sum".to_owned(),
            period_seconds: 60,
            threshold: 1.0,
            comparison: "GreaterThanOrEqualToThreshold".to_owned(),
            periods: 3,
            missing: Some("notBreaching".to_owned()),
            ..Alarm::default()
        });
        for reader in table.stream.iter_mut().flat_map(|stream| &mut stream.readers) {
            reader.expired = Some(ExpiredRecords::Filtered);
            reader.mapping.insert("BatchSize".to_owned(), 10.into());
        }
    }
    designs.push(("operated".to_owned(), operated));
    designs.push(("two_regions".to_owned(), two_regions));
    designs.push(("strong_regions".to_owned(), strong));
    designs
}

/// Writes a file for each design and returns the paths.
fn written(format: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("infrastructure");
    fs::create_dir_all(&folder).unwrap();
    let write = dynalab_design_formats::find(format).and_then(|format| format.write).unwrap();
    let file = |(name, design): (String, Design)| {
        let path = folder.join(format!("{name}.{extension}"));
        fs::write(&path, write(&design, &check(&design), dynalab_modeling::Language::English).text).unwrap();
        path
    };
    designs().into_iter().map(file).collect()
}

fn accepts(command: &mut Command) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
}

pub fn cfn_lint_finds_no_error(programs: &Path) {
    for (format, extension) in [("cloudformation", "yaml"), ("cloudformation-json", "template.json")] {
        // Warnings of cfn-lint are advice for whole stacks.
        let mut lint = Command::new(programs.join("cfn-lint"));
        lint.args(["--non-zero-exit-code", "error", "--regions", "us-east-1", "--template"]);
        accepts(lint.args(written(format, extension)));
    }
}

pub fn python_reads_terraform(programs: &Path) {
    let read = "import sys, hcl2\nfor name in sys.argv[1:]:\n    with open(name) as file:\n        assert hcl2.load(file)['resource'], name";
    accepts(Command::new(programs.join("python")).args(["-c", read]).args(written("terraform", "tf")));
}
