//! A workload as JSON, read and written: the same workload has the same text, and an invalid text gets an error with the reason.

use dynalab_types::json::{self, FormError, Members, Object, Value, write_object};

use super::chance::draw_of;
use super::key_template::{AttributeType, KeyTemplate};
use super::keys::{HotKey, KEYS_MAX, KeyDistribution, Sharded, ShardedKeys, TimeSeries, Zipf};
use super::rate::{DAY_MS, Diurnal, Hours, PER_SECOND_MILLI_MAX, Ramp, Rate, Spike};
use super::{Mix, Span, TRAFFIC_MAX, Traffic, Workload, WorkloadError};
use crate::generator::template::TemplateError;

pub const FORMAT: &str = "dynalab.workload";
pub(super) const VERSION: u64 = 1;
pub(super) const TEXT_MAX_BYTES: usize = 64 * 1024;
const ITEM_MAX_BYTES: u64 = 400 * 1024;
/// The end of the year 9999.
const LAST_MS: u64 = 253_402_300_799_999;
const YEAR_MS: u64 = 366 * DAY_MS;
const ANY_TIME: (u64, u64) = (1, YEAR_MS);
const ANY_RATE: (u64, u64) = (0, PER_SECOND_MILLI_MAX);
const NAME: &str = "a name of up to 255 bytes, and a table's of 3 at the least";
const PERMILLE: (u64, u64) = (0, 1_000);

impl Workload {
    /// Reads and checks a text.
    ///
    /// # Errors
    /// When it is no workload, or one that makes no sense.
    pub fn parse(text: &str) -> Result<Workload, WorkloadError> {
        if text.len() > TEXT_MAX_BYTES {
            return Err(WorkloadError::TooLarge { bytes: text.len() });
        }
        match json::parse(text).map_err(FormError::from)? {
            Value::Object(members) => Workload::of_object(&members),
            _ => Err(WorkloadError::OtherFormat),
        }
    }

    /// The same of an object that has been read already.
    ///
    /// # Errors
    /// As [`parse`](Workload::parse).
    pub fn of_object(map: &Object) -> Result<Workload, WorkloadError> {
        if map.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(WorkloadError::OtherFormat);
        }
        let members = Members::from_object(map, String::new());
        match members.whole("version")? {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(WorkloadError::NewerVersion { version }),
            _ => return Err(members.wrong("version", "1").into()),
        }
        members.only(&["format", "version", "seed", "traffic"])?;
        let traffic = members.objects("traffic")?.iter().map(read_traffic).collect::<Result<_, _>>()?;
        let workload = Workload { seed: whole(&members, "seed")?, traffic };
        workload.check()?;
        Ok(workload)
    }

    /// Its one text.
    pub fn canonical(&self) -> String {
        let mut json = String::new();
        write_object(&self.to_object(), &mut json);
        json
    }

    pub fn to_object(&self) -> Object {
        members([
            ("format", text(FORMAT)),
            ("version", number(VERSION)),
            ("seed", number(self.seed)),
            ("traffic", Value::Array(self.traffic.iter().map(traffic_value).collect())),
        ])
    }

    /// Whether it makes sense.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&self) -> Result<(), WorkloadError> {
        if self.traffic.is_empty() || self.traffic.len() > TRAFFIC_MAX {
            return Err(WorkloadError::TooMuchTraffic { found: self.traffic.len() });
        }
        let mut traffic = self.traffic.iter().enumerate();
        traffic.try_for_each(|(index, traffic)| check_traffic(traffic, &format!("traffic[{index}].")))
    }
}

fn whole(members: &Members<'_>, name: &str) -> Result<u64, FormError> {
    members.whole(name)?.ok_or_else(|| members.missing(name))
}

fn part<'a>(members: &Members<'a>, name: &str) -> Result<Members<'a>, FormError> {
    let map = members.object(name)?.ok_or_else(|| members.missing(name))?;
    Ok(Members::from_object(map, format!("{}.", members.path(name))))
}

fn owned_text(members: &Members<'_>, name: &str) -> Result<String, FormError> {
    Ok(members.text(name)?.ok_or_else(|| members.missing(name))?.to_owned())
}

fn read_traffic(members: &Members<'_>) -> Result<Traffic, FormError> {
    members.only(&[
        "table",
        "partition_key",
        "sort_key",
        "items_per_key",
        "item_bytes",
        "mix",
        "strong_permille",
        "query_limit",
        "keys",
        "rate",
    ])?;
    let item_bytes = part(members, "item_bytes")?;
    item_bytes.only(&["least", "most"])?;
    let mix = part(members, "mix")?;
    mix.only(&["get", "query", "put", "update"])?;
    let of_mix = |name| Ok::<u64, FormError>(mix.whole(name)?.unwrap_or_default());
    Ok(Traffic {
        table: owned_text(members, "table")?,
        partition_key: read_template(&part(members, "partition_key")?)?,
        sort_key: match members.has("sort_key") {
            true => Some(read_template(&part(members, "sort_key")?)?),
            false => None,
        },
        items_per_key: members.whole("items_per_key")?.unwrap_or(1),
        item_bytes: Span { least: whole(&item_bytes, "least")?, most: whole(&item_bytes, "most")? },
        mix: Mix {
            get: of_mix("get")?,
            query: of_mix("query")?,
            put: of_mix("put")?,
            update: of_mix("update")?,
        },
        strong_permille: members.whole("strong_permille")?.unwrap_or_default(),
        query_limit: members.whole("query_limit")?.unwrap_or(100),
        keys: read_keys(&part(members, "keys")?)?,
        rate: read_rate(&part(members, "rate")?)?,
    })
}

fn read_template(members: &Members<'_>) -> Result<KeyTemplate, FormError> {
    members.only(&["name", "type", "template"])?;
    let attribute_type = match members.text("type")? {
        Some("S") => AttributeType::S,
        Some("N") => AttributeType::N,
        _ => return Err(members.wrong("type", "\"S\" or \"N\"")),
    };
    let (name, template) = (owned_text(members, "name")?, owned_text(members, "template")?);
    Ok(KeyTemplate { name, attribute_type, template })
}

fn read_keys(members: &Members<'_>) -> Result<KeyDistribution, FormError> {
    let of = |names: &[&str]| members.only(&[&["kind"], names].concat());
    Ok(match members.text("kind")? {
        Some("uniform") => {
            of(&["count"])?;
            KeyDistribution::Uniform { count: whole(members, "count")? }
        }
        Some("zipf") => {
            of(&["count", "exponent_permille"])?;
            let exponent_permille = whole(members, "exponent_permille")?;
            KeyDistribution::Zipf(Zipf { count: whole(members, "count")?, exponent_permille })
        }
        Some("hot_key") => {
            of(&["count", "hot_permille"])?;
            let hot_permille = whole(members, "hot_permille")?;
            KeyDistribution::HotKey(HotKey { count: whole(members, "count")?, hot_permille })
        }
        Some("time_series") => {
            of(&["period_ms", "shards"])?;
            let shards = whole(members, "shards")?;
            KeyDistribution::TimeSeries(TimeSeries { period_ms: whole(members, "period_ms")?, shards })
        }
        Some("sharded") => {
            of(&["keys", "shards"])?;
            let keys = part(members, "keys")?;
            let keys = match read_keys(&keys)? {
                KeyDistribution::Zipf(zipf) => ShardedKeys::Zipf(zipf),
                KeyDistribution::HotKey(hot) => ShardedKeys::HotKey(hot),
                _ => return Err(keys.wrong("kind", "zipf or hot_key")),
            };
            KeyDistribution::Sharded(Sharded { keys, shards: whole(members, "shards")? })
        }
        _ => return Err(members.wrong("kind", "uniform, zipf, hot_key, time_series or sharded")),
    })
}

fn read_rate(members: &Members<'_>) -> Result<Rate, FormError> {
    let of = |names: &[&str]| members.only(&[&["kind"], names].concat());
    Ok(match members.text("kind")? {
        Some("constant") => {
            of(&["per_second_milli"])?;
            Rate::Constant { per_second_milli: whole(members, "per_second_milli")? }
        }
        Some("diurnal") => {
            of(&["mean_per_second_milli", "swing_permille", "peak_at_minute"])?;
            Rate::Diurnal(Diurnal {
                mean_per_second_milli: whole(members, "mean_per_second_milli")?,
                swing_permille: whole(members, "swing_permille")?,
                peak_at_minute: whole(members, "peak_at_minute")?,
            })
        }
        Some("spike") => {
            of(&["base_per_second_milli", "peak_per_second_milli", "every_ms", "for_ms"])?;
            Rate::Spike(Spike {
                base_per_second_milli: whole(members, "base_per_second_milli")?,
                peak_per_second_milli: whole(members, "peak_per_second_milli")?,
                every_ms: whole(members, "every_ms")?,
                for_ms: whole(members, "for_ms")?,
            })
        }
        Some("ramp") => {
            of(&["from_per_second_milli", "to_per_second_milli", "over_ms"])?;
            Rate::Ramp(Ramp {
                from_per_second_milli: whole(members, "from_per_second_milli")?,
                to_per_second_milli: whole(members, "to_per_second_milli")?,
                over_ms: whole(members, "over_ms")?,
            })
        }
        Some("hours") => {
            of(&["peak_per_second_milli", "percents"])?;
            let percents = members.text("percents")?.and_then(Hours::parse_percents);
            Rate::Hours(Hours {
                peak_per_second_milli: whole(members, "peak_per_second_milli")?,
                percents: percents
                    .ok_or_else(|| members.wrong("percents", "24 percentages with \".\" between them"))?,
            })
        }
        _ => return Err(members.wrong("kind", "constant, diurnal, spike, ramp or hours")),
    })
}

fn number(value: u64) -> Value {
    Value::Number(value.to_string())
}

fn text(value: &str) -> Value {
    Value::String(value.to_owned())
}

fn members<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Object {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn traffic_value(traffic: &Traffic) -> Value {
    let (span, mix) = (traffic.item_bytes, traffic.mix);
    let mix = [("get", mix.get), ("query", mix.query), ("put", mix.put), ("update", mix.update)];
    let mut object = members([
        ("table", text(&traffic.table)),
        ("partition_key", template_value(&traffic.partition_key)),
        ("items_per_key", number(traffic.items_per_key)),
        ("item_bytes", numbers(None, &[("least", span.least), ("most", span.most)])),
        ("mix", numbers(None, &mix)),
        ("strong_permille", number(traffic.strong_permille)),
        ("query_limit", number(traffic.query_limit)),
        ("keys", keys_value(&traffic.keys)),
        ("rate", rate_value(&traffic.rate)),
    ]);
    if let Some(sort) = &traffic.sort_key {
        object.insert("sort_key".to_owned(), template_value(sort));
    }
    Value::Object(object)
}

fn template_value(template: &KeyTemplate) -> Value {
    Value::Object(members([
        ("name", text(&template.name)),
        ("type", text(template.attribute_type.name())),
        ("template", text(&template.template)),
    ]))
}

fn numbers(kind: Option<&str>, of: &[(&str, u64)]) -> Value {
    let mut object: Object = of.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect();
    if let Some(kind) = kind {
        object.insert("kind".to_owned(), text(kind));
    }
    Value::Object(object)
}

fn keys_value(keys: &KeyDistribution) -> Value {
    match *keys {
        KeyDistribution::Uniform { count } => numbers(Some("uniform"), &[("count", count)]),
        KeyDistribution::Zipf(Zipf { count, exponent_permille }) => {
            numbers(Some("zipf"), &[("count", count), ("exponent_permille", exponent_permille)])
        }
        KeyDistribution::HotKey(HotKey { count, hot_permille }) => {
            numbers(Some("hot_key"), &[("count", count), ("hot_permille", hot_permille)])
        }
        KeyDistribution::TimeSeries(TimeSeries { period_ms, shards }) => {
            numbers(Some("time_series"), &[("period_ms", period_ms), ("shards", shards)])
        }
        KeyDistribution::Sharded(Sharded { keys, shards }) => Value::Object(members([
            ("kind", text("sharded")),
            ("shards", number(shards)),
            ("keys", keys_value(&keys.distribution())),
        ])),
    }
}

fn rate_value(rate: &Rate) -> Value {
    match *rate {
        Rate::Constant { per_second_milli } => {
            numbers(Some("constant"), &[("per_second_milli", per_second_milli)])
        }
        Rate::Diurnal(diurnal) => numbers(
            Some("diurnal"),
            &[
                ("mean_per_second_milli", diurnal.mean_per_second_milli),
                ("swing_permille", diurnal.swing_permille),
                ("peak_at_minute", diurnal.peak_at_minute),
            ],
        ),
        Rate::Spike(spike) => numbers(
            Some("spike"),
            &[
                ("base_per_second_milli", spike.base_per_second_milli),
                ("peak_per_second_milli", spike.peak_per_second_milli),
                ("every_ms", spike.every_ms),
                ("for_ms", spike.for_ms),
            ],
        ),
        Rate::Ramp(ramp) => numbers(
            Some("ramp"),
            &[
                ("from_per_second_milli", ramp.from_per_second_milli),
                ("to_per_second_milli", ramp.to_per_second_milli),
                ("over_ms", ramp.over_ms),
            ],
        ),
        Rate::Hours(hours) => Value::Object(members([
            ("kind", text("hours")),
            ("peak_per_second_milli", number(hours.peak_per_second_milli)),
            ("percents", text(&hours.percents_text())),
        ])),
    }
}

fn check_traffic(traffic: &Traffic, way: &str) -> Result<(), WorkloadError> {
    let Traffic { item_bytes, mix, .. } = traffic;
    let sum = [mix.query, mix.put, mix.update].iter().fold(mix.get, |sum, part| sum.saturating_add(*part));
    if sum != 1_000 {
        return Err(WorkloadError::Mix { member: format!("{way}mix"), sum });
    }
    if item_bytes.least > item_bytes.most {
        return Err(WorkloadError::Reversed { member: format!("{way}item_bytes") });
    }
    let items_per_key_max = if traffic.sort_key.is_some() { KEYS_MAX } else { 1 };
    let names =
        [("table", Some(&traffic.table), 3), ("partition_key.name", Some(&traffic.partition_key.name), 1)];
    let of_sort_key = ("sort_key.name", traffic.sort_key.as_ref().map(|sort| &sort.name), 1);
    for (member, name, least) in names.into_iter().chain([of_sort_key]) {
        if name.is_some_and(|name| !(least..=255).contains(&name.len())) {
            return Err(FormError::Wrong { member: format!("{way}{member}"), wanted: NAME }.into());
        }
    }
    let mut ranges = vec![
        ("items_per_key", traffic.items_per_key, (1, items_per_key_max)),
        ("item_bytes.most", item_bytes.most, (1, ITEM_MAX_BYTES)),
        ("strong_permille", traffic.strong_permille, PERMILLE),
        ("query_limit", traffic.query_limit, (1, 10_000)),
    ];
    ranges.extend(ranges_of_keys(&traffic.keys));
    ranges.extend(ranges_of_rate(&traffic.rate));
    for (name, value, (least, most)) in ranges {
        if !(least..=most).contains(&value) {
            return Err(WorkloadError::OutOfRange { member: format!("{way}{name}"), least, most });
        }
    }
    let last = traffic.keys.last_number(LAST_MS);
    if traffic.partition_key.is_drawn().map_err(|error| refused(&traffic.partition_key, error))? {
        return Err(WorkloadError::DrawnPartitionKey { template: traffic.partition_key.template.clone() });
    }
    check_template(&traffic.partition_key, last)?;
    match &traffic.sort_key {
        Some(sort) if traffic.is_time_series() => check_template(sort, LAST_MS),
        Some(sort) => check_template(sort, traffic.items_per_key - 1),
        None => Ok(()),
    }
}

type Range = (&'static str, u64, (u64, u64));

fn ranges_of_keys(keys: &KeyDistribution) -> Vec<Range> {
    let count = ("keys.count", keys.count(), (1, KEYS_MAX));
    match keys {
        KeyDistribution::Uniform { .. } => vec![count],
        KeyDistribution::Zipf(zipf) => {
            vec![count, ("keys.exponent_permille", zipf.exponent_permille, (1, 4_000))]
        }
        KeyDistribution::HotKey(hot) => vec![count, ("keys.hot_permille", hot.hot_permille, PERMILLE)],
        KeyDistribution::TimeSeries(series) => vec![
            ("keys.shards", series.shards, (1, 10_000)),
            ("keys.period_ms", series.period_ms, (1_000, YEAR_MS)),
        ],
        KeyDistribution::Sharded(sharded) => {
            let mut ranges = ranges_of_keys(&sharded.keys.distribution());
            ranges.extend([count, ("keys.shards", sharded.shards, (1, 10_000))]);
            ranges
        }
    }
}

fn ranges_of_rate(rate: &Rate) -> Vec<Range> {
    match rate {
        Rate::Constant { per_second_milli } => vec![("rate.per_second_milli", *per_second_milli, ANY_RATE)],
        Rate::Diurnal(diurnal) => vec![
            ("rate.mean_per_second_milli", diurnal.mean_per_second_milli, ANY_RATE),
            ("rate.swing_permille", diurnal.swing_permille, PERMILLE),
            ("rate.peak_at_minute", diurnal.peak_at_minute, (0, 1_439)),
        ],
        Rate::Spike(spike) => vec![
            ("rate.base_per_second_milli", spike.base_per_second_milli, ANY_RATE),
            ("rate.peak_per_second_milli", spike.peak_per_second_milli, ANY_RATE),
            ("rate.every_ms", spike.every_ms, ANY_TIME),
            ("rate.for_ms", spike.for_ms, ANY_TIME),
        ],
        Rate::Ramp(ramp) => vec![
            ("rate.from_per_second_milli", ramp.from_per_second_milli, ANY_RATE),
            ("rate.to_per_second_milli", ramp.to_per_second_milli, ANY_RATE),
            ("rate.over_ms", ramp.over_ms, ANY_TIME),
        ],
        Rate::Hours(hours) => {
            vec![("rate.peak_per_second_milli", hours.peak_per_second_milli, ANY_RATE)]
        }
    }
}

fn refused(key: &KeyTemplate, error: TemplateError) -> WorkloadError {
    WorkloadError::Template { template: key.template.clone(), error }
}

/// What can go wrong with a template goes wrong with the first number or the last.
fn check_template(key: &KeyTemplate, last: u64) -> Result<(), WorkloadError> {
    for number in [0, last] {
        let value = key.fill(number, &mut draw_of(0, &[])).map_err(|error| refused(key, error))?;
        if key.attribute_type == AttributeType::N && key.hash(&value).is_none() {
            return Err(WorkloadError::NotANumber { template: key.template.clone() });
        }
    }
    Ok(())
}
