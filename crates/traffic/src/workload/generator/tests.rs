//! What is generated: the same from the same seed, in order, as often and as mixed as the description says.

use super::*;
use crate::workload::KeyDistribution;

pub(crate) const VOTES: &str = r#"{"format":"dynalab.workload","version":1,"seed":7,"traffic":[{"table":"Votes",
    "partition_key":{"name":"candidate","type":"S","template":"CANDIDATE#{n:3}"},
    "sort_key":{"name":"minute","type":"N","template":"{n}"},"items_per_key":60,
    "item_bytes":{"least":120,"most":400},"mix":{"get":500,"query":100,"put":200,"update":200},
    "strong_permille":250,"query_limit":10,"keys":{"kind":"zipf","count":200,"exponent_permille":990},
    "rate":{"kind":"constant","per_second_milli":400000}}]}"#;
const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_050);

fn generator() -> Generator {
    Generator::new(Workload::parse(VOTES).unwrap(), START).unwrap()
}

#[test]
fn a_stretch_is_the_sum_of_its_parts() {
    let generator = generator();
    let whole: Vec<GeneratedRequest> = generator.requests(START, START.plus_ms(3_000)).collect();
    let mut parts = Vec::new();
    for (from, until) in [(0, 7), (7, 950), (950, 951), (951, 3_000)] {
        parts.extend(generator.requests(START.plus_ms(from), START.plus_ms(until)));
    }
    assert_eq!(whole, parts);
    assert!(whole.is_sorted_by_key(|request| request.at_ms));
    assert!(whole.iter().all(|request| request.at_ms >= START.epoch_ms));
    let other = Workload { seed: 8, ..generator.workload().clone() };
    let other = Generator::new(other, START).unwrap();
    assert_ne!(whole, other.requests(START, START.plus_ms(3_000)).collect::<Vec<_>>());
}

#[test]
fn as_many_as_the_rate_says_and_mixed_as_they_should_be() {
    let requests: Vec<GeneratedRequest> = generator().requests(START, START.plus_ms(100_000)).collect();
    let all = requests.len() as f64;
    assert!((all - 40_000.0).abs() < 4.0 * 40_000_f64.sqrt(), "{all}");
    for (operation, share) in [("GetItem", 0.5), ("Query", 0.1), ("PutItem", 0.2), ("UpdateItem", 0.2)] {
        let found = requests.iter().filter(|request| request.operation == operation).count() as f64;
        assert!((found / all - share).abs() < 0.01, "{operation}: {found} of {all}");
    }
    let strong = requests.iter().filter(|request| request.body.contains("ConsistentRead")).count() as f64;
    assert!((strong / (all * 0.6) - 0.25).abs() < 0.02, "{strong}");
}

/// The seconds of an hour of many requests vary as chance does, and not more.
#[test]
fn seconds_vary_as_chance_does() {
    for per_second_milli in [30_000, 12_000_000] {
        let mut workload = generator().workload().clone();
        workload.traffic[0].rate = crate::workload::Rate::Constant { per_second_milli };
        let generator = Generator::new(workload, START).unwrap();
        let expected = per_second_milli as f64 / 1_000.0;
        let seconds = if per_second_milli > 1_000_000 { 60 } else { 1_000 };
        let of_second = |second: u64| {
            let from = START.plus_ms(second * 1_000);
            let found = generator.arrivals(from, from.plus_ms(1_000)).len() as f64;
            (found - expected) * (found - expected) / expected
        };
        let chi_squared: f64 = (0..seconds).map(of_second).sum();
        let deviation = (2.0 * seconds as f64).sqrt();
        assert!((chi_squared - seconds as f64).abs() < 5.0 * deviation, "{chi_squared} of {seconds}");
    }
}

#[test]
fn a_description_has_one_text() {
    let workload = Workload::parse(VOTES).unwrap();
    let text = workload.canonical();
    assert_eq!(Workload::parse(&text), Ok(workload.clone()));
    assert_eq!(Workload::parse(&text).unwrap().canonical(), text);
    for keys in [
        r#"{"kind":"uniform","count":5}"#,
        r#"{"kind":"hot_key","count":5,"hot_permille":300}"#,
        r#"{"kind":"time_series","period_ms":86400000,"shards":2}"#,
    ] {
        for rate in [
            r#"{"kind":"diurnal","mean_per_second_milli":5,"swing_permille":900,"peak_at_minute":1200}"#,
            r#"{"kind":"spike","base_per_second_milli":5,"peak_per_second_milli":9,"every_ms":60000,"for_ms":1000}"#,
            r#"{"kind":"ramp","from_per_second_milli":5,"to_per_second_milli":9,"over_ms":60000}"#,
        ] {
            let zipf = r#"{"kind":"zipf","count":200,"exponent_permille":990}"#;
            let constant = r#"{"kind":"constant","per_second_milli":400000}"#;
            let workload = Workload::parse(&VOTES.replace(zipf, keys).replace(constant, rate)).unwrap();
            assert_ne!(workload.traffic[0].keys, KeyDistribution::Uniform { count: 200 });
            assert_eq!(Workload::parse(&workload.canonical()), Ok(workload));
        }
    }
}

#[test]
fn rejects_invalid_workloads_with_a_reason() {
    let table = [
        ("\"seed\":7", "\"sed\":7", "\"sed\" means nothing here. Correct its name, or leave it out."),
        (
            "\"count\":200",
            "\"count\":0",
            "\"traffic[0].keys.count\" should be a number from 1 to 1000000000000. Correct it.",
        ),
        (
            "\"get\":500",
            "\"get\":600",
            "The parts of \"traffic[0].mix\" are 1100 together and should be 1000. Correct one of them.",
        ),
        (
            "\"least\":120",
            "\"least\":500",
            "The least of \"traffic[0].item_bytes\" is more than the most. Exchange them.",
        ),
        (
            "CANDIDATE#{n:3}",
            "CANDIDATE#{1..9}",
            "The template \"CANDIDATE#{1..9}\" draws, and the key of a number must always be the same. Use {n} and what can be reckoned from it.",
        ),
        (
            "\"template\":\"{n}\"",
            "\"template\":\"at {n}\"",
            "The template \"at {n}\" should make numbers. Correct it, or its type.",
        ),
        (
            "{n:3}",
            "{n%0}",
            "The template \"CANDIDATE#{n%0}\" cannot be read: {n%0} is no number. Choose smaller numbers, and no division by zero.",
        ),
        (
            "\"zipf\"",
            "\"zip\"",
            "\"traffic[0].keys.kind\" should be uniform, zipf, hot_key, time_series or sharded. Correct it.",
        ),
        (
            "\"Votes\"",
            "\"Vo\"",
            "\"traffic[0].table\" should be a name of up to 255 bytes, and a table's of 3 at the least. Correct it.",
        ),
    ];
    for (right, wrong, sentence) in table {
        let text = VOTES.replace(right, wrong);
        assert_ne!(text, VOTES, "{right}");
        assert_eq!(Workload::parse(&text).unwrap_err().to_string(), sentence);
    }
}
