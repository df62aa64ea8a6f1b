//! The view model of a request path: partitions, items, and consumed capacity of one request. Computed from the trace.

use crate::views::trace::{Charge, TraceLine};

/// The maximum number of dots per place. Further items are counted.
pub const DOTS_MAX: usize = 60;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestView {
    /// In the order in which the request used them.
    pub places: Vec<Place>,
    /// Owner, units and unit. Charges of one owner and unit are added.
    pub charges: Vec<(String, f64, String)>,
    /// The conditions, and whether the item met them.
    pub conditions: Vec<(String, bool)>,
    /// The error's name and message.
    pub rejected: Option<(String, String)>,
    pub read: u64,
    pub thrown_away: u64,
    pub written: u64,
}

/// A partition of a table, or an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// `Shop`, or `Shop.GSI1`.
    pub source: String,
    pub partition: Option<String>,
    /// The beginning of the hash that determines the partition.
    pub hash: Option<String>,
    pub is_index: bool,
    /// The delay in milliseconds of a write that arrives after the response, if known.
    pub later_ms: Option<u64>,
    pub dots: Vec<Dot>,
    /// The number of items without a dot.
    pub more: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    pub key: String,
    pub size_bytes: Option<u64>,
    pub fate: ItemOutcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemOutcome {
    Read,
    /// Read and charged, but filtered out.
    ThrownAway,
    /// The item does not exist.
    Missing,
    Written,
    Deleted,
    /// A transaction locks the item, or conflicts with another that locks it.
    Held,
    Conflict,
}

impl RequestView {
    pub fn from_trace(trace: &[TraceLine]) -> RequestView {
        let mut view = RequestView::default();
        for line in trace {
            view.take(line);
        }
        view
    }

    fn take(&mut self, line: &TraceLine) {
        let key = || line.value("key").to_owned();
        match line.code.as_str() {
            "trace-routed" => {
                let (partition, hash) = (line.value("partition"), line.value("hash"));
                self.place(line.value("table"), Some(partition), false).hash =
                    Some(hash.chars().take(8).collect());
            }
            "trace-read" => {
                self.read += 1;
                self.put_last(line.value("source"), key(), number(line, "size"), ItemOutcome::Read);
            }
            "trace-read-missing" => self.put_last(line.value("source"), key(), None, ItemOutcome::Missing),
            "trace-filtered-out" => {
                self.thrown_away += 1;
                self.throw_away(&key());
            }
            "trace-wrote-new" | "trace-wrote-changed" => {
                self.written += 1;
                let size = number(line, "size").or(number(line, "after"));
                self.put_last(line.value("table"), key(), size, ItemOutcome::Written);
            }
            "trace-deleted" => {
                self.written += 1;
                self.put_last(line.value("table"), key(), number(line, "size"), ItemOutcome::Deleted);
            }
            "trace-index-put" => self.put_index(line, ItemOutcome::Written),
            "trace-index-deleted" => self.put_index(line, ItemOutcome::Deleted),
            "trace-indexes-scheduled" => {
                let (table, later_ms) = (line.value("table"), number(line, "delay"));
                let is_of_table = |place: &Place| {
                    place.source.strip_prefix(table).is_some_and(|index| index.starts_with('.'))
                };
                self.places
                    .iter_mut()
                    .filter(|place| place.is_index && is_of_table(place))
                    .for_each(|place| place.later_ms = later_ms);
            }
            "trace-transaction-prepared" => {
                self.put_last(line.value("table"), key(), None, ItemOutcome::Held)
            }
            "trace-transaction-conflict" => {
                self.put_last(line.value("table"), key(), None, ItemOutcome::Conflict)
            }
            "trace-condition-held" => self.conditions.push((line.value("condition").to_owned(), true)),
            "trace-condition-failed" => self.conditions.push((line.value("condition").to_owned(), false)),
            "trace-charged" => line.charge().into_iter().for_each(|charge| self.charge(charge)),
            "trace-rejected" => {
                self.rejected = Some((line.value("error").to_owned(), line.value("message").to_owned()));
            }
            _ => {}
        }
    }

    fn place(&mut self, source: &str, partition: Option<&str>, is_index: bool) -> &mut Place {
        let same = |place: &Place| place.source == source && place.partition.as_deref() == partition;
        let found = self.places.iter().position(same);
        // The latest place is last, because the next events refer to it.
        let place = match found {
            Some(found) => self.places.remove(found),
            None => Place {
                source: source.to_owned(),
                partition: partition.map(str::to_owned),
                hash: None,
                is_index,
                later_ms: None,
                dots: Vec::new(),
                more: 0,
            },
        };
        self.places.push(place);
        let last = self.places.len() - 1;
        &mut self.places[last]
    }

    /// Adds the item to the latest place of the source. An index query or a scan has no routing event.
    fn put_last(&mut self, source: &str, key: String, size_bytes: Option<u64>, fate: ItemOutcome) {
        let found = self.places.iter_mut().rev().find(|place| place.source == source);
        match found {
            Some(place) => place.put(key, size_bytes, fate),
            None => {
                let is_index = source.contains('.');
                self.place(source, None, is_index).put(key, size_bytes, fate);
            }
        }
    }

    fn put_index(&mut self, line: &TraceLine, fate: ItemOutcome) {
        let key = line.value("key").to_owned();
        let size = number(line, "size");
        self.place(line.value("index"), None, true).put(key, size, fate);
    }

    /// Marks the item, which was read before, as filtered out.
    fn throw_away(&mut self, key: &str) {
        let dots = self.places.iter_mut().rev().flat_map(|place| place.dots.iter_mut().rev());
        for dot in dots {
            if dot.key == key && dot.fate == ItemOutcome::Read {
                dot.fate = ItemOutcome::ThrownAway;
                return;
            }
        }
    }

    fn charge(&mut self, Charge { owner, units, unit }: Charge<'_>) {
        match self.charges.iter_mut().find(|(known, _, kind)| known == owner && kind == unit) {
            Some((_, sum, _)) => *sum += units,
            None => self.charges.push((owner.to_owned(), units, unit.to_owned())),
        }
    }
}

impl Place {
    fn put(&mut self, key: String, size_bytes: Option<u64>, fate: ItemOutcome) {
        // An item that is read and then written is one dot.
        if let Some(dot) = self.dots.iter_mut().rev().find(|dot| dot.key == key) {
            (dot.fate, dot.size_bytes) = (fate, size_bytes.or(dot.size_bytes));
        } else if self.dots.len() < DOTS_MAX {
            self.dots.push(Dot { key, size_bytes, fate });
        } else {
            self.more += 1;
        }
    }
}

fn number(line: &TraceLine, name: &str) -> Option<u64> {
    line.value(name).parse().ok()
}

#[cfg(test)]
mod tests {
    use dynalab_engine::{EngineConfig, TraceLevel};
    use dynalab_service::{Command, Complete, Engine, Request};
    use dynalab_types::Timestamp;

    use super::*;
    use crate::views::trace::trace_lines;

    fn ask(engine: &mut Engine, operation: &str, body: &str) -> RequestView {
        let request = Request::parse(operation, body).expect("a request");
        let at = Timestamp::from_epoch_ms(1_790_000_000_000);
        RequestView::from_trace(&trace_lines::<Complete>(
            &engine.execute(Command { at, request }, TraceLevel::Full).trace,
        ))
    }

    fn shop() -> Engine {
        let mut engine = Engine::new(1, EngineConfig::instant());
        let table = r#"{"TableName":"Shop","KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
            "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"},{"AttributeName":"G","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST",
            "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"G","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]}"#;
        ask(&mut engine, "CreateTable", table);
        engine
    }

    #[test]
    fn a_write_goes_to_a_partition_and_to_the_indexes() {
        let mut engine = shop();
        let put = r#"{"TableName":"Shop","Item":{"PK":{"S":"u"},"SK":{"S":"p"},"G":{"S":"g"}}}"#;
        let view = ask(&mut engine, "PutItem", put);
        let places: Vec<_> =
            view.places.iter().map(|place| (place.source.as_str(), place.is_index)).collect();
        assert_eq!(places, [("Shop", false), ("ByG", true)]);
        assert_eq!(view.places[0].dots[0].fate, ItemOutcome::Written);
        assert!(view.places[0].partition.is_some() && view.places[0].hash.is_some());
        assert_eq!(view.charges.len(), 2);
        assert_eq!((view.read, view.written), (0, 1));
    }

    #[test]
    fn what_a_filter_throws_away_is_read_all_the_same() {
        let mut engine = shop();
        for number in 0..80 {
            let put = format!(
                r#"{{"TableName":"Shop","Item":{{"PK":{{"S":"u"}},"SK":{{"S":"{number:02}"}},"n":{{"N":"{number}"}}}}}}"#
            );
            ask(&mut engine, "PutItem", &put);
        }
        let query = r#"{"TableName":"Shop","KeyConditionExpression":"PK = :u","FilterExpression":"n < :n","ExpressionAttributeValues":{":u":{"S":"u"},":n":{"N":"3"}}}"#;
        let view = ask(&mut engine, "Query", query);
        assert_eq!((view.read, view.thrown_away), (80, 77));
        let dots = &view.places[0].dots;
        assert_eq!((dots.len(), view.places[0].more), (DOTS_MAX, 20));
        assert_eq!(dots.iter().filter(|dot| dot.fate == ItemOutcome::Read).count(), 3);
    }

    #[test]
    fn a_refusal_has_its_sentence() {
        let mut engine = shop();
        let put = r#"{"TableName":"Shop","Item":{"PK":{"S":"u"},"SK":{"S":"p"}},"ConditionExpression":"attribute_exists(PK)"}"#;
        let view = ask(&mut engine, "PutItem", put);
        assert_eq!(view.conditions, [("attribute_exists(PK)".to_owned(), false)]);
        assert_eq!(view.rejected.map(|(name, _)| name).as_deref(), Some("ConditionalCheckFailedException"));
    }
}
