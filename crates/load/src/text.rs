//! A load as text, for the link from one page to another. Every version of the text opens forever.

use std::fmt;

use dynalab_types::Bound;

use crate::day::{DAY_MINUTES, Day};
use crate::model::{Load, PatternLoad, RequestLoad, TableLoad};

/// The largest number of a load: more than any table has.
const MOST: f64 = 1e18;

/// The most units per second, and seconds, of auto scaling.
const MOST_SCALED: f64 = 1e12;

/// Why a text is not a load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The text is longer than a load can be.
    TooLong {
        /// The bytes of the text.
        bytes: usize,
    },
    /// The text is not the JSON of a load. Contains the reason.
    Malformed {
        /// The reason, with line and column.
        reason: String,
    },
    /// There are more tables, indexes, patterns or requests than a design can have.
    TooMany {
        /// The member that has too many.
        member: &'static str,
    },
    /// A name is longer than a name in a design can be.
    LongName {
        /// The member with the name.
        member: &'static str,
    },
    /// A number is negative, not finite, or beyond its range.
    Number {
        /// The member with the number.
        member: &'static str,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::TooLong { bytes } => write!(formatter, "a load of {bytes} bytes is too long"),
            LoadError::Malformed { reason } => write!(formatter, "not a load: {reason}"),
            LoadError::TooMany { member } => write!(formatter, "the load has too many {member}"),
            LoadError::LongName { member } => write!(formatter, "the name {member} of the load is too long"),
            LoadError::Number { member } => {
                write!(formatter, "the number {member} of the load is outside its range")
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl Load {
    /// Writes the load as JSON. What is read again is equal, if its numbers are [figures](crate::figure).
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a load from JSON.
    ///
    /// # Errors
    /// If the text is not a load, or its content is outside the bounds of a design: its parts, its names and its numbers.
    pub fn from_text(text: &str) -> Result<Load, LoadError> {
        if text.len() as u64 > Bound::LoadBytes.most() {
            return Err(LoadError::TooLong { bytes: text.len() });
        }
        let load: Load =
            serde_json::from_str(text).map_err(|error| LoadError::Malformed { reason: error.to_string() })?;
        load.check()?;
        Ok(load)
    }

    fn check(&self) -> Result<(), LoadError> {
        let most = |count: usize, bound: Bound, member| match count as u64 > bound.most() {
            true => Err(LoadError::TooMany { member }),
            false => Ok(()),
        };
        named("region", &self.region)?;
        most(self.tables.len(), Bound::Tables, "tables")?;
        most(self.patterns.len(), Bound::Patterns, "patterns")?;
        for table in &self.tables {
            named("tables", &table.name)?;
            most(table.indexes.len(), Bound::Indexes, "indexes")?;
            check_scaling(table)?;
            within("items", table.items, MOST)?;
            within("bytes", table.bytes, MOST)?;
            within("headroom_percent", table.headroom_percent.unwrap_or_default(), MOST)?;
            within("replicas", f64::from(table.replicas), 1_000.0)?;
            for index in &table.indexes {
                named("indexes", &index.name)?;
                within("entries", index.entries, MOST)?;
                within("bytes", index.bytes, MOST)?;
            }
        }
        for pattern in &self.patterns {
            most(pattern.requests.len(), Bound::Requests, "requests")?;
            check_pattern(pattern)?;
        }
        Ok(())
    }
}

/// Checks auto scaling: reads and writes, of the table and of each index.
fn check_scaling(table: &TableLoad) -> Result<(), LoadError> {
    if table.scaling.len() as u64 > 2 * (Bound::Indexes.most() + 1) {
        return Err(LoadError::TooMany { member: "scaling" });
    }
    for scaling in &table.scaling {
        named("scaling", scaling.index.as_deref().unwrap_or_default())?;
        within("target_percent", scaling.target_percent, 1_000_000.0)?;
        within("least", scaling.least as f64, MOST_SCALED)?;
        within("most", scaling.most as f64, MOST_SCALED)?;
        within("scale_in_seconds", scaling.scale_in_seconds as f64, MOST_SCALED)?;
        within("scale_out_seconds", scaling.scale_out_seconds as f64, MOST_SCALED)?;
    }
    Ok(())
}

fn check_pattern(pattern: &PatternLoad) -> Result<(), LoadError> {
    named("patterns", &pattern.name)?;
    within("average", pattern.average, MOST)?;
    within("peak", pattern.peak, MOST)?;
    within("growth", pattern.growth, 1_000_000.0)?;
    within("failed_conditions", pattern.failed_conditions, 1.0)?;
    match pattern.day {
        Day::OnePeak { minutes, at } => {
            within("minutes", f64::from(minutes), DAY_MINUTES as f64)?;
            within("at", f64::from(at), DAY_MINUTES as f64)?;
        }
        Day::Drawn(hours) => {
            hours.iter().try_for_each(|percent| within("drawn", f64::from(*percent), 100.0))?;
        }
        Day::Flat | Day::DayAndNight => {}
    }
    pattern.requests.iter().try_for_each(check_request)
}

fn check_request(request: &RequestLoad) -> Result<(), LoadError> {
    named("table", &request.table)?;
    named("index", request.index.as_deref().unwrap_or_default())?;
    named("template", &request.keys.template)?;
    for (member, value, most) in [
        ("sample_read_units", request.sample_read_units, MOST),
        ("read_units", request.read_units, MOST),
        ("write_units", request.write_units, MOST),
        ("partitions", request.partitions, MOST),
        ("values", request.keys.values, MOST),
        ("busiest_share", request.keys.busiest_share, 1.0),
    ] {
        within(member, value, most)?;
    }
    Ok(())
}

fn named(member: &'static str, name: &str) -> Result<(), LoadError> {
    if name.len() as u64 > Bound::NameBytes.most() { Err(LoadError::LongName { member }) } else { Ok(()) }
}

fn within(member: &'static str, value: f64, most: f64) -> Result<(), LoadError> {
    if (0.0..=most).contains(&value) { Ok(()) } else { Err(LoadError::Number { member }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{IndexLoad, Keys, ScalingLoad, TableLoad};

    /// A load as links of the first version have it. It must open forever.
    const FIRST: &str = r#"{"region":"eu-west-1","tables":[{"name":"Shop","items":1000.0,"bytes":512000.0,"indexes":[{"name":"GSI1","is_local":false,"entries":10.0,"bytes":1000.0}],"is_infrequent_access":false,"headroom_percent":20.0,"replicas":1,"has_strong_replicas":false,"has_recovery":true}],"patterns":[{"name":"Orders \"new\"","average":0.1,"peak":3.3333333333333335,"day":{"one_peak":{"minutes":60,"at":720}},"growth":0.0,"failed_conditions":0.25,"consistency":"transaction","requests":[{"table":"Shop","index":"GSI1","sample_read_units":0.5,"read_units":2.5,"write_units":3.0,"partitions":1.0,"keys":{"values":7.0,"busiest":"A","busiest_share":0.5,"is_time":false}}]}]}"#;

    fn first() -> Load {
        Load {
            region: "eu-west-1".into(),
            tables: vec![TableLoad {
                name: "Shop".into(),
                items: 1_000.0,
                bytes: 512_000.0,
                indexes: vec![IndexLoad {
                    name: "GSI1".into(),
                    is_local: false,
                    entries: 10.0,
                    bytes: 1_000.0,
                }],
                headroom_percent: Some(20.0),
                replicas: 1,
                has_recovery: true,
                ..TableLoad::default()
            }],
            patterns: vec![PatternLoad {
                name: "Orders \"new\"".into(),
                average: 0.1,
                peak: 10.0 / 3.0,
                failed_conditions: 0.25,
                consistency: crate::model::Consistency::Transaction,
                requests: vec![RequestLoad {
                    table: "Shop".into(),
                    index: Some("GSI1".into()),
                    sample_read_units: 0.5,
                    read_units: 2.5,
                    write_units: 3.0,
                    partitions: 1.0,
                    keys: Keys { values: 7.0, busiest: "A".into(), busiest_share: 0.5, ..Keys::default() },
                }],
                ..PatternLoad::default()
            }],
        }
    }

    #[test]
    fn a_text_is_read_as_it_was_written() {
        assert_eq!(Load::from_text(FIRST), Ok(first()));
        let mut load = first();
        load.tables[0].scaling = vec![ScalingLoad {
            index: Some("GSI1".into()),
            is_write: true,
            target_percent: 70.0,
            least: 5,
            most: 100,
            scale_in_seconds: 60,
            scale_out_seconds: 0,
        }];
        assert_eq!(Load::from_text(&load.to_text()), Ok(load.clone()));
        // What is new stands behind what the first version has.
        let without = |text: &str| {
            let (before, rest) = text.split_once(",\"scaling\":[").unwrap_or_default();
            let after = rest.split_once("]}],\"patterns\"").unwrap_or_default().1;
            format!("{before}}}],\"patterns\"{}", after.replacen(",\"template\":\"\"", "", 1))
        };
        assert_eq!(without(&load.to_text()), FIRST);
        load.tables[0].scaling[0].most = 2_000_000_000_000;
        assert_eq!(Load::from_text(&load.to_text()), Err(LoadError::Number { member: "most" }));
        load.tables[0].scaling = vec![ScalingLoad::default(); 203];
        assert_eq!(Load::from_text(&load.to_text()), Err(LoadError::TooMany { member: "scaling" }));
    }

    #[test]
    fn figures_are_read_as_they_were_written() {
        let mut value = 1e-9;
        while value < 1e17 {
            let pattern = PatternLoad { average: crate::figure(value), ..PatternLoad::default() };
            let load = Load { patterns: vec![pattern], ..Load::default() };
            assert_eq!(Load::from_text(&load.to_text()), Ok(load), "{value}");
            value *= 1.037;
        }
        assert_eq!([1_999_999.999_999_999_8, -1.0, f64::NAN].map(crate::figure), [2_000_000.0, 0.0, 0.0]);
    }

    #[test]
    fn a_text_that_is_no_load_says_why() {
        let changed = |from: &str, to: &str| Load::from_text(&FIRST.replacen(from, to, 1));
        for (from, to, member) in [
            ("\"average\":0.1", "\"average\":-0.1", "average"),
            ("\"average\":0.1", "\"average\":1e300", "average"),
            ("\"failed_conditions\":0.25", "\"failed_conditions\":1.5", "failed_conditions"),
            ("\"minutes\":60", "\"minutes\":6000", "minutes"),
            ("\"bytes\":512000.0", "\"bytes\":-1", "bytes"),
            ("\"replicas\":1", "\"replicas\":5000", "replicas"),
        ] {
            assert_eq!(changed(from, to), Err(LoadError::Number { member }), "{to}");
        }
        for text in ["", "{}", "[1]", "null", "\u{1f}"] {
            assert!(matches!(Load::from_text(text), Err(LoadError::Malformed { .. })), "{text}");
        }
        let long = " ".repeat(Bound::LoadBytes.most() as usize + 1);
        assert_eq!(Load::from_text(&long), Err(LoadError::TooLong { bytes: long.len() }));
        for (from, member) in [
            ("eu-west-1", "region"),
            ("\"Shop\",\"items", "tables"),
            ("\"GSI1\",\"is_local", "indexes"),
            ("Orders", "patterns"),
            ("\"Shop\",\"index", "table"),
            ("\"GSI1\",\"sample", "index"),
        ] {
            let (head, rest) = from.strip_prefix('"').map_or(("", from), |rest| ("\"", rest));
            let long = format!("{head}{}{rest}", "x".repeat(4_097));
            assert_eq!(changed(from, &long), Err(LoadError::LongName { member }), "{from}");
        }
        let many = Load { patterns: vec![PatternLoad::default(); 1_001], ..Load::default() };
        assert_eq!(Load::from_text(&many.to_text()), Err(LoadError::TooMany { member: "patterns" }));
    }
}
