//! Generators and their items, and rejected generators.

use serde_json::json;

use super::*;

fn object(json: &serde_json::Value) -> Object {
    match dynalab_types::json::parse(&json.to_string()) {
        Ok(Value::Object(object)) => object,
        other => panic!("{json}: {other:?}"),
    }
}

fn generator(count: usize, seed: u64, item: serde_json::Value) -> Generator {
    Generator { count, seed, item: object(&item) }
}

fn filled(template: &str, number: u64) -> Result<String, TemplateError> {
    Template::parse(template).and_then(|template| template.fill(number, &mut Draw { state: 7 }))
}

#[test]
fn the_same_recipe_makes_the_same_items_for_ever() {
    let recipe = generator(
        3,
        42,
        json!({
            "SK": {"S": "ORDER#{n:5}"}, "PK": {"S": "USER#{n/2}"}, "total": {"N": "{100..9999}"},
            "tags": {"SS": ["{red|green|blue}", "all"]}, "paid": {"BOOL": true}, "code": {"S": "{hex:6}"}
        }),
    );
    let expected = [
        ("USER#0", "ORDER#00000", "c0c667", "blue", "5922"),
        ("USER#0", "ORDER#00001", "dd79c6", "green", "8977"),
        ("USER#1", "ORDER#00002", "1a7176", "red", "9813"),
    ];
    let expected = expected.map(|(user, order, code, tag, total)| {
        object(&json!({
            "PK": {"S": user}, "SK": {"S": order}, "code": {"S": code}, "paid": {"BOOL": true},
            "tags": {"SS": [tag, "all"]}, "total": {"N": total}
        }))
    });
    assert_eq!(recipe.items().unwrap(), expected);
}

#[test]
fn a_larger_count_begins_with_the_same_items() {
    let recipe = |count| generator(count, 1, json!({"a": {"N": "{0..1000000}"}})).items().unwrap();
    assert_eq!(recipe(10)[..4], recipe(4)[..]);
    assert_ne!(recipe(10)[0], recipe(10)[1]);
}

#[test]
fn gaps_are_filled() {
    for (template, expected) in [
        ("plain", "plain"),
        ("{{{n}}}", "{25}"),
        ("{n/10}-{n%10}-{n*2+1:5}", "2-5-00051"),
        ("{n/10%2}", "0"),
        ("{3..3}", "3"),
        ("{-5..-5:3}", "-005"),
        ("日本{n}", "日本25"),
    ] {
        assert_eq!(filled(template, 25), Ok(expected.to_owned()), "{template}");
    }
    let drawn: Vec<u64> = (0..200).map(|number| filled("{1..6}", number).unwrap().parse().unwrap()).collect();
    assert!(drawn.iter().all(|value| (1..=6).contains(value)));
}

#[test]
fn a_template_that_means_nothing_is_refused() {
    let unknown = |gap: &str| Err(TemplateError::UnknownGap { gap: gap.to_owned() });
    let range = |gap: &str| Err(TemplateError::OutOfRange { gap: gap.to_owned() });
    for (template, expected) in [
        ("{n", Err(TemplateError::Unclosed)),
        ("n}", Err(TemplateError::Unclosed)),
        ("{}", unknown("")),
        ("{x}", unknown("x")),
        ("{n-1}", unknown("n-1")),
        ("{n/}", unknown("n/")),
        ("{n日}", unknown("n日")),
        ("{n:999}", unknown("n:999")),
        ("{hex}", unknown("hex")),
        ("{1..}", unknown("1..")),
        ("{n/0}", range("n/0")),
        ("{n*9223372036854775807}", range("n*9223372036854775807")),
        ("{2..1}", range("2..1")),
        ("{-9223372036854775807..9223372036854775807}", range("-9223372036854775807..9223372036854775807")),
    ] {
        assert_eq!(filled(template, 2), expected, "{template}");
    }
    assert_eq!(filled(&"{hex:40}".repeat(200), 0), Err(TemplateError::TooLong));
}

#[test]
fn a_count_is_bounded() {
    let refused = generator(10_001, 1, json!({})).items();
    let error = GeneratorError::TooMany { found: 10_001 };
    assert_eq!(refused, Err(error.clone()));
    assert_eq!(error.to_string(), "10001 items are generated, and 10000 is the most. Lower the count.");
}

#[test]
fn a_short_recipe_that_makes_too_much_is_refused() {
    let template = "{a|b}".repeat(800);
    let members: serde_json::Map<String, serde_json::Value> =
        (0..20).map(|n| (format!("a{n}"), json!({ "S": template }))).collect();
    let refused = generator(10_000, 1, members.into()).items();
    assert!(matches!(refused, Err(GeneratorError::TooLarge { bytes }) if bytes < 2 * TEXT_MAX_BYTES));
}

/// The placeholders for times, words and Zipf's law must never change their results.
#[test]
fn times_words_and_skew_are_drawn_from_the_seed() {
    for (template, expected) in [
        ("{date 2026-01-01..2026-04-01}", DATE),
        ("{day 2026-01-01..2026-04-01}", DAY),
        ("{epoch 2026-01-01..2026-01-02}", EPOCH),
        ("{name}", NAME),
        ("{word}", WORD),
        ("{zipf 1..20:3}", ZIPF),
    ] {
        assert_eq!(filled(template, 25), Ok(expected.to_owned()), "{template}");
    }
    for template in ["{date 2026-01-01}", "{date x..y}", "{date}", "{zipf}", "{zipf 1}", "{names}"] {
        assert!(matches!(filled(template, 1), Err(TemplateError::UnknownGap { .. })), "{template}");
    }
    let backwards = filled("{day 2026-01-02..2026-01-01}", 1);
    assert!(matches!(backwards, Err(TemplateError::OutOfRange { .. })), "{backwards:?}");
}

#[test]
fn the_first_of_a_skewed_draw_is_the_most_frequent() {
    let mut draw = Draw { state: 3 };
    let mut counts = [0_u32; 10];
    (0..29_290).for_each(|_| counts[draw.below_by_zipf(10) as usize] += 1);
    // The sum of 1, 1/2, … 1/10 is 2.929.
    for (place, count) in counts.iter().enumerate() {
        let expected = 10_000.0 / (place as f64 + 1.0);
        assert!((f64::from(*count) - expected).abs() < expected * 0.12, "{place}: {count} of {expected}");
    }
    let mut large = Draw { state: 9 };
    assert!((0..10_000).all(|_| large.below_by_zipf(1_000_000) < 1_000_000));
    assert_eq!(Draw { state: 1 }.below_by_zipf(1), 0);
}

const DATE: &str = "2026-02-05T02:01:56Z";
const DAY: &str = "2026-02-05";
const EPOCH: &str = "1767259281";
const NAME: &str = "Ines";
const WORD: &str = "juniper";
const ZIPF: &str = "002";

#[test]
fn one_attribute_has_the_value_of_another() {
    let ride = generator(
        4,
        1,
        json!({
            "started": {"S": "{date 2026-01-01..2026-04-01}"}, "station": {"N": "{1..30}"},
            "SK": {"S": "RIDE#{=started}#{n}"}, "GSI1PK": {"S": "STATION#{=station}"}, "tags": {"SS": ["at {=station}"]},
            "braces": {"S": "{{=station}}"}
        }),
    );
    for (number, item) in ride.items().expect("items").into_iter().enumerate() {
        let text = |name: &str, kind: &str| match &item[name] {
            Value::Object(value) => value[kind].clone(),
            other => panic!("{other:?}"),
        };
        let (Value::String(started), Value::String(station)) = (text("started", "S"), text("station", "N"))
        else {
            panic!("{item:?}")
        };
        assert_eq!(text("SK", "S"), Value::String(format!("RIDE#{started}#{number}")));
        assert_eq!(text("GSI1PK", "S"), Value::String(format!("STATION#{station}")));
        assert_eq!(text("tags", "SS"), Value::Array(vec![Value::String(format!("at {station}"))]));
        assert_eq!(text("braces", "S"), Value::String("{=station}".to_owned()));
    }
    for item in [
        json!({"a": {"S": "{=b}"}}),
        json!({"a": {"S": "{=b}"}, "b": {"S": "{=a}"}}),
        json!({"a": {"S": "{=b"}, "b": {"S": "x"}}),
    ] {
        assert!(
            matches!(generator(1, 1, item.clone()).items(), Err(GeneratorError::Template { .. })),
            "{item}"
        );
    }
}
