//! Rules that make requests fail: predefined rules, and a custom rule.

use serde_json::{Value, json};

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
    pub fn body(&self, name: &str, table: &str) -> Value {
        let operations: &[&str] = match (self.about.as_str(), self.kind.as_str()) {
            // Only batch operations return unprocessed items.
            (_, "UNPROCESSED") => &["BatchGetItem", "BatchWriteItem"],
            ("reads", _) => READS,
            ("writes", _) => WRITES,
            _ => &[],
        };
        let mut body = json!({ "Name": name, "Kind": self.kind, "RatePermille": self.percent.min(100) * 10 });
        if !operations.is_empty() {
            body["Operations"] = json!(operations);
        }
        if self.this_table {
            body["TableName"] = table.into();
        }
        if self.after_commit && self.kind == "TIMEOUT" {
            body["AfterCommit"] = true.into();
        }
        body
    }

    /// Returns a name that describes the rule.
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.kind.to_lowercase().replace('_', "-"), self.about, self.percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_asked_for_as_the_engine_takes_it() {
        let slow = Rule::ready("slow-answers").body("slow", "Orders");
        assert_eq!(slow["AfterCommit"], true);
        assert_eq!(slow["RatePermille"], 100);
        assert_eq!(slow["Operations"], json!(WRITES));
        let outage = Rule { this_table: false, ..Rule::ready("outage") }.body("outage", "Orders");
        assert_eq!(outage, json!({ "Name": "outage", "Kind": "SERVICE_UNAVAILABLE", "RatePermille": 1000 }));
        let throttle = Rule { after_commit: true, ..Rule::default() };
        assert_eq!(
            throttle.body("t", "Orders").get("AfterCommit"),
            None,
            "only what times out may have happened"
        );
        assert_eq!(throttle.name(), "throttle-writes-20");
    }
}
