//! Rules that make requests fail: predefined rules, and a custom rule.

use dynalab_service::contract::faults::PutFault;

const READS: &[&str] = &["GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems"];
const WRITES: &[&str] = &["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"];

pub const READY: &[&str] = &["throttled-writes", "slow-answers", "half-batches", "server-errors", "outage"];
pub const KINDS: &[&str] = &["THROTTLE", "UNPROCESSED", "TIMEOUT", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
pub const ABOUT: &[&str] = &["all", "reads", "writes"];

/// A rule in the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub kind: String,
    /// The operations that the rule affects: reads, writes or all.
    pub about: String,
    pub percent: u64,
    pub this_table: bool,
    pub after_commit: bool,
}

impl Default for Rule {
    fn default() -> Rule {
        let (kind, about) = ("THROTTLE".to_owned(), "writes".to_owned());
        Rule { kind, about, percent: 20, this_table: true, after_commit: false }
    }
}

impl Rule {
    pub fn ready(name: &str) -> Rule {
        let rule = |kind: &str, about: &str, percent, after_commit| Rule {
            kind: kind.to_owned(),
            about: about.to_owned(),
            percent,
            this_table: true,
            after_commit,
        };
        match name {
            "slow-answers" => rule("TIMEOUT", "writes", 10, true),
            "half-batches" => rule("UNPROCESSED", "all", 50, false),
            "server-errors" => rule("INTERNAL_ERROR", "all", 2, false),
            "outage" => rule("SERVICE_UNAVAILABLE", "all", 100, false),
            _ => rule("THROTTLE", "writes", 30, false),
        }
    }

    /// Returns the request that adds the rule.
    pub fn put(&self, name: &str, table: &str) -> PutFault {
        let operations: &[&str] = match (self.about.as_str(), self.kind.as_str()) {
            // Only batch operations return unprocessed items.
            (_, "UNPROCESSED") => &["BatchGetItem", "BatchWriteItem"],
            ("reads", _) => READS,
            ("writes", _) => WRITES,
            _ => &[],
        };
        let names = operations.iter().map(|name| (*name).to_owned());
        PutFault {
            name: name.to_owned(),
            operations: (!operations.is_empty()).then(|| names.collect()),
            table_name: self.this_table.then(|| table.to_owned()),
            rate_permille: self.percent.min(100) * 10,
            kind: self.kind.clone(),
            after_commit: (self.after_commit && self.kind == "TIMEOUT").then_some(true),
            ..PutFault::default()
        }
    }

    /// Returns a name that describes the rule.
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.kind.to_lowercase().replace('_', "-"), self.about, self.percent)
    }
}

#[cfg(test)]
mod tests {
    use dynalab_service::contract::Call;

    use super::*;

    #[test]
    fn a_rule_is_asked_for_as_the_engine_takes_it() {
        let slow = Rule::ready("slow-answers").put("slow", "Orders");
        assert_eq!((slow.after_commit, slow.rate_permille), (Some(true), 100));
        assert_eq!(slow.operations, Some(WRITES.iter().map(ToString::to_string).collect()));
        let outage = Rule { this_table: false, ..Rule::ready("outage") }.put("outage", "Orders");
        assert_eq!(outage.body(), r#"{"Name":"outage","RatePermille":1000,"Kind":"SERVICE_UNAVAILABLE"}"#);
        let throttle = Rule { after_commit: true, ..Rule::default() };
        assert_eq!(throttle.put("t", "Orders").after_commit, None, "only what times out may have happened");
        assert_eq!(throttle.name(), "throttle-writes-20");
    }
}
