//! The load of a design as text, and the links to the capacity page and to the partition lab that carry it.

use dynalab_app::calculator::link_text::encode;
use dynalab_app::calculator::linked_inputs::LinkedInputs;
use dynalab_app::{capacity, scale};
use dynalab_load::{IndexLoad, Keys, Load, LoadError, PatternLoad, RequestLoad, ScalingLoad, TableLoad};
use dynalab_traffic::lab::DayQuestion;

use super::reader::begin_days;
use super::{Dimension, Reader, Run, dimension, each};

const LOAD: Reader = Reader::Load;
const CAPACITY: Reader = Reader::CapacityLink;
const LAB: Reader = Reader::LabLink;
/// The largest number of a load.
const MOST: f64 = 1e18;

pub const DIMENSIONS: &[Dimension] = &[
    dimension(LOAD, "length of a name", |n| named(n).to_text(), 1_000, 2_000_000),
    dimension(LOAD, "tables", |n| tables(n).to_text(), 50, 50_000),
    dimension(LOAD, "indexes", |n| indexes(n).to_text(), 20, 50_000),
    dimension(LOAD, "patterns", |n| patterns(n).to_text(), 100, 50_000),
    dimension(LOAD, "requests", |n| requests(n).to_text(), 100, 50_000),
    dimension(LOAD, "names", |n| unknown_names(n).to_text(), 100, 50_000),
    dimension(LOAD, "tables with patterns", |n| own_patterns(n).to_text(), 50, 20_000),
    dimension(LOAD, "auto scaling", |n| scaled(n).to_text(), 20, 20_000),
    dimension(LOAD, "largest numbers", |n| largest(n).to_text(), 50, 20_000),
    dimension(LOAD, "power of ten", |n| with_average(&format!("1e{n}")), 4, 4_000),
    dimension(
        LOAD,
        "digits of a number",
        |n| with_average(&format!("0.{}", "7".repeat(n))),
        1_000,
        2_000_000,
    ),
    dimension(
        LOAD,
        "members of no meaning",
        |n| with_more(&each(n, ",", |n| format!("\"a{n}\":1"))),
        100,
        100_000,
    ),
    dimension(
        LOAD,
        "nesting",
        |n| with_more(&format!("\"a\":{}{}", "[".repeat(n), "]".repeat(n))),
        5,
        500_000,
    ),
    dimension(CAPACITY, "length of a name", |n| to_capacity(&named(n)), 1_000, 2_000_000),
    dimension(CAPACITY, "tables", |n| to_capacity(&tables(n)), 20, 50_000),
    dimension(CAPACITY, "patterns", |n| to_capacity(&patterns(n)), 100, 50_000),
    dimension(CAPACITY, "requests", |n| to_capacity(&requests(n)), 100, 50_000),
    dimension(CAPACITY, "tables with patterns", |n| to_capacity(&own_patterns(n)), 20, 3_000),
    dimension(CAPACITY, "largest numbers", |n| to_capacity(&largest(n)), 20, 3_000),
    dimension(CAPACITY, "length of a part", |n| format!("item={}", "%7B".repeat(n)), 1_000, 2_000_000),
    dimension(CAPACITY, "parts", |n| each(n, "&", |_| to_capacity(&tables(1))), 20, 20_000),
    dimension(CAPACITY, "prices", |n| each(n, "&", |n| format!("price=us-east-1:read-hour:{n}")), 50, 50_000),
    dimension(LAB, "length of a name", |n| to_lab(&named(n)), 1_000, 2_000_000),
    dimension(LAB, "tables", |n| to_lab(&tables(n)), 50, 50_000),
    dimension(LAB, "indexes", |n| to_lab(&indexes(n)), 20, 50_000),
    dimension(LAB, "patterns", |n| to_lab(&patterns(n)), 50, 50_000),
    dimension(LAB, "requests", |n| to_lab(&requests(n)), 100, 50_000),
    dimension(LAB, "largest numbers", |n| to_lab(&largest(n)), 20, 3_000),
    dimension(LAB, "parts", |n| each(n, "&", |_| to_lab(&tables(1))), 20, 20_000),
];

/// Reads a load and computes its bill.
pub fn read(text: &str) -> Run {
    match Load::from_text(text) {
        Ok(load) => {
            let inputs = capacity_inputs(&load);
            drop((capacity::load::offered_bill(&inputs), load.to_text()));
            Run::default()
        }
        Err(error @ (LoadError::TooLong { .. } | LoadError::TooMany { .. } | LoadError::LongName { .. })) => {
            Run::too_much(error)
        }
        Err(error) => Run::refused(error),
    }
}

fn capacity_inputs(load: &Load) -> capacity::inputs::Inputs {
    let mut inputs = capacity::inputs::Inputs::default();
    inputs.offered = Some(Ok(load.clone().into()));
    inputs.choose_named(capacity::inputs::Choice::Load, "design");
    inputs
}

/// Opens a link and computes each section of the capacity page that uses the load.
pub fn open_capacity(link: &str) -> Run {
    use capacity::load;
    let inputs = capacity::inputs::Inputs::from_link(link);
    if matches!(inputs.offered, Some(Err(_))) {
        return Run::refused("the load is not read");
    }
    drop((load::load(&inputs), load::offered_bill(&inputs), load::bill_of_constant_peak(&inputs)));
    drop((load::compared_modes(&inputs), [false, true].map(|writes| load::average_use(&inputs, writes))));
    let run = load::scaling_run(&inputs);
    for is_write in [false, true] {
        drop(run.second_day(&load::demand(&inputs, is_write)));
    }
    drop(inputs.to_link());
    Run::default()
}

/// Opens a link to the lab, and simulates half an hour of each side.
pub fn open_lab(link: &str) -> Run {
    let inputs = scale::inputs::Inputs::from_link(link);
    if inputs.offered.iter().any(|load| matches!(load, Some(Err(_)))) {
        return Run::refused("the load is not read");
    }
    for side in scale::inputs::Side::ALL {
        drop(scale::cost::offered_bill(&inputs, side));
    }
    drop(inputs.to_link());
    let DayQuestion::Begin { traffic, designs } = inputs.question() else {
        return Run::refused("no day");
    };
    begin_days(&traffic, &designs)
}

fn to_capacity(load: &Load) -> String {
    format!("load=design&offered={}", encode(&load.to_text()))
}

fn to_lab(load: &Load) -> String {
    let load = encode(&load.to_text());
    format!("a.source=design&b.source=design&a.offered={load}&b.offered={load}")
}

fn table(number: usize) -> TableLoad {
    let headroom_percent = number.is_multiple_of(2).then_some(20.0);
    TableLoad {
        name: format!("T{number}"),
        items: 1e6,
        bytes: 1e9,
        headroom_percent,
        replicas: 1,
        ..TableLoad::default()
    }
}

fn request(table: &str, index: Option<String>) -> RequestLoad {
    RequestLoad {
        table: table.to_owned(),
        index,
        sample_read_units: 1.0,
        read_units: 2.0,
        write_units: 3.0,
        partitions: 1.0,
        keys: Keys { values: 1e5, busiest: "A".to_owned(), busiest_share: 0.01, ..Keys::default() },
    }
}

fn pattern(number: usize, requests: Vec<RequestLoad>) -> PatternLoad {
    let name = format!("pattern {number}");
    PatternLoad { name, average: 10.0, peak: 50.0, requests, ..PatternLoad::default() }
}

fn load(tables: Vec<TableLoad>, patterns: Vec<PatternLoad>) -> Load {
    Load { region: "us-east-1".to_owned(), tables, patterns }
}

fn named(length: usize) -> Load {
    let name = "x".repeat(length);
    let one = request(&name, None);
    load(vec![TableLoad { name, ..table(0) }], vec![pattern(0, vec![one])])
}

fn tables(count: usize) -> Load {
    load((0..count).map(table).collect(), vec![pattern(0, vec![request("T0", None)])])
}

fn indexes(count: usize) -> Load {
    let names: Vec<String> = (0..count).map(|number| format!("GSI{number}")).collect();
    let index = |name: &String| IndexLoad { name: name.clone(), entries: 1e6, bytes: 1e8, is_local: false };
    let table = TableLoad { indexes: names.iter().map(index).collect(), ..table(0) };
    let requests = names.into_iter().map(|name| request("T0", Some(name)));
    load(vec![table], vec![pattern(0, requests.collect())])
}

fn patterns(count: usize) -> Load {
    load(vec![table(0)], (0..count).map(|number| pattern(number, vec![request("T0", None)])).collect())
}

fn requests(count: usize) -> Load {
    load(vec![table(0)], vec![pattern(0, vec![request("T0", None); count])])
}

fn unknown_names(count: usize) -> Load {
    let unknown = |number| request(&format!("no table {number}"), Some(format!("no index {number}")));
    load(vec![table(0)], vec![pattern(0, (0..count).map(unknown).collect())])
}

fn own_patterns(count: usize) -> Load {
    let own = |number| pattern(number, vec![request(&format!("T{number}"), None)]);
    load((0..count).map(table).collect(), (0..count).map(own).collect())
}

/// A table with auto scaling of its writes and of those of each index.
fn scaled(count: usize) -> Load {
    let mut load = indexes(count);
    let scaling = |index: Option<String>| ScalingLoad {
        index,
        is_write: true,
        target_percent: 70.0,
        least: 5,
        most: 1_000_000,
        ..ScalingLoad::default()
    };
    for table in &mut load.tables {
        let names: Vec<String> = table.indexes.iter().map(|index| index.name.clone()).collect();
        table.scaling = names.into_iter().map(Some).chain([None]).map(scaling).collect();
    }
    load
}

/// Each number has its largest value.
fn largest(count: usize) -> Load {
    let table = |number| TableLoad { items: MOST, bytes: MOST, replicas: 1_000, ..table(number) };
    let own = |number| {
        let request = RequestLoad {
            sample_read_units: MOST,
            read_units: MOST,
            write_units: MOST,
            partitions: MOST,
            keys: Keys { values: MOST, busiest_share: 1.0, ..Keys::default() },
            ..request(&format!("T{number}"), None)
        };
        PatternLoad { average: MOST, peak: MOST, growth: 1e6, ..pattern(number, vec![request]) }
    };
    load((0..count).map(table).collect(), (0..count).map(own).collect())
}

fn with_average(number: &str) -> String {
    tables(1).to_text().replace("\"average\":10.0", &format!("\"average\":{number}"))
}

fn with_more(members: &str) -> String {
    tables(1).to_text().replacen('{', &format!("{{{members},"), 1)
}
