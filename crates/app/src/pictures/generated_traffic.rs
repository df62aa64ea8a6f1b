//! The traffic that a form asks for: its choices, and the workload of them with keys beside those of the person's own items.

use dynalab_service::contract::dynamodb::TableDescription;
use dynalab_traffic::workload::keys::{HotKey, KeyDistribution, TimeSeries, Zipf};
use dynalab_traffic::workload::rate::{Diurnal, Ramp, Rate, Spike};
use dynalab_traffic::workload::{AttributeType, KeyTemplate, Mix, Span, Traffic, Workload};

use crate::table::keys::TableKeys;

/// The choices of the form: how keys are drawn, and how the rate changes.
pub const KEYS: &[&str] = &["hot-key", "uniform", "zipf", "time-series"];
pub const RATES: &[&str] = &["constant", "spike", "ramp", "diurnal"];

const SEED: u64 = 7;
const KEYS_COUNT: u64 = 2_000;
const MINUTE_MS: u64 = 60_000;
const QUERY_LIMIT: u64 = 100;

/// The input of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrafficForm {
    pub keys: String,
    pub rate: String,
    pub per_second: u64,
    pub reads_percent: u64,
}

impl Default for TrafficForm {
    fn default() -> TrafficForm {
        TrafficForm {
            keys: KEYS[0].to_owned(),
            rate: RATES[0].to_owned(),
            per_second: 500,
            reads_percent: 20,
        }
    }
}

impl TrafficForm {
    /// Returns the workload for a table. None for keys that are bytes, which no template makes.
    pub fn workload(&self, table: &TableDescription) -> Option<Workload> {
        let reads = self.reads_percent.min(100) * 10;
        let sort_key = match table.key_schema.len() {
            0 | 1 => None,
            _ => Some(template(table, 1, "ITEM#{n:4}")?),
        };
        let traffic = Traffic {
            table: table.table_name.clone(),
            partition_key: template(table, 0, "TRAFFIC#{n}")?,
            sort_key,
            items_per_key: 1,
            item_bytes: Span { least: 100, most: 900 },
            mix: Mix { get: reads, query: 0, put: 1_000 - reads, update: 0 },
            strong_permille: 0,
            query_limit: QUERY_LIMIT,
            keys: self.keys(),
            rate: self.rate(),
        };
        Some(Workload { seed: SEED, traffic: vec![traffic] })
    }

    fn keys(&self) -> KeyDistribution {
        let count = KEYS_COUNT;
        match self.keys.as_str() {
            "uniform" => KeyDistribution::Uniform { count },
            "zipf" => KeyDistribution::Zipf(Zipf { count, exponent_permille: 1_100 }),
            "time-series" => KeyDistribution::TimeSeries(TimeSeries { period_ms: MINUTE_MS, shards: 1 }),
            _ => KeyDistribution::HotKey(HotKey { count, hot_permille: 900 }),
        }
    }

    fn rate(&self) -> Rate {
        let per_second_milli = self.per_second.saturating_mul(1_000);
        match self.rate.as_str() {
            "spike" => Rate::Spike(Spike {
                base_per_second_milli: per_second_milli / 10,
                peak_per_second_milli: per_second_milli,
                every_ms: MINUTE_MS,
                for_ms: 15_000,
            }),
            "ramp" => Rate::Ramp(Ramp {
                from_per_second_milli: 0,
                to_per_second_milli: per_second_milli,
                over_ms: 10 * MINUTE_MS,
            }),
            "diurnal" => Rate::Diurnal(Diurnal {
                mean_per_second_milli: per_second_milli,
                swing_permille: 800,
                peak_at_minute: 780,
            }),
            _ => Rate::Constant { per_second_milli },
        }
    }
}

/// Returns the template of a key attribute, so that its values stand beside those of the person's own items.
fn template(table: &TableDescription, place: usize, text: &str) -> Option<KeyTemplate> {
    let (name, attribute_type) = table.attribute(place)?;
    let (attribute_type, text) = match attribute_type {
        "S" => (AttributeType::S, text),
        "N" => (AttributeType::N, "{n}"),
        _ => return None,
    };
    Some(KeyTemplate { name: name.to_owned(), attribute_type, template: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use dynalab_service::contract::dynamodb::TableDescription;
    use dynalab_traffic::workload::Workload;

    use super::{KEYS, RATES, TrafficForm};

    fn table(sort_type: &str) -> TableDescription {
        let text = format!(
            r#"{{"TableName":"Votes","TableStatus":"ACTIVE","TableArn":"arn","ItemCount":0,"TableSizeBytes":0,
                "KeySchema":[{{"AttributeName":"pk"}},{{"AttributeName":"sk"}}],
                "AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}},
                    {{"AttributeName":"sk","AttributeType":"{sort_type}"}}]}}"#
        );
        serde_json::from_str(&text).expect("a description")
    }

    #[test]
    fn each_choice_is_a_workload_that_the_engine_accepts() {
        for (keys, rate) in KEYS.iter().flat_map(|keys| RATES.iter().map(move |rate| (*keys, *rate))) {
            let form = TrafficForm { keys: keys.into(), rate: rate.into(), ..TrafficForm::default() };
            let workload = form.workload(&table("N")).expect("keys of texts and numbers");
            assert_eq!(Workload::parse(&workload.canonical()), Ok(workload.clone()), "{keys} {rate}");
            let name = |text: &str| format!("\"{}\"", text.replace('-', "_"));
            let text = workload.canonical();
            assert!(text.contains(&name(keys)) && text.contains(&name(rate)), "{text}");
        }
    }

    #[test]
    fn reads_are_at_most_all_requests_and_bytes_have_no_template() {
        let form = TrafficForm { reads_percent: 250, ..TrafficForm::default() };
        let workload = form.workload(&table("S")).expect("keys of texts");
        assert_eq!(workload.traffic[0].mix.writes_permille(), 0);
        assert_eq!(form.workload(&table("B")), None);
    }
}
