//! The view model of a cache: its entries for a table, their age relative to the TTL, and whether they match the table. Computed
//! from the response of `Dynalab.DescribeCache`.

use serde::Deserialize;

/// A request or an item as JSON. The caller decides how to decode it.
pub trait Json: for<'de> Deserialize<'de> {}
impl<T: for<'de> Deserialize<'de>> Json for T {}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "Body: Json")]
pub struct Cache<Body> {
    pub item_ttl_ms: u64,
    pub query_ttl_ms: u64,
    pub item_cache_hits: u64,
    pub item_cache_misses: u64,
    pub query_cache_hits: u64,
    pub query_cache_misses: u64,
    pub evicted: u64,
    items: Vec<CachedItem<Body>>,
    queries: Vec<CachedQuery<Body>>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "Body: Json")]
struct CachedItem<Body> {
    table_name: String,
    /// `None` if the item did not exist.
    item: Option<Body>,
    age_ms: u64,
    expired: bool,
    differs: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "Body: Json")]
struct CachedQuery<Body> {
    operation: String,
    request: Body,
    age_ms: u64,
    expired: bool,
}

/// The state of an entry compared with the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Freshness {
    /// The entry matches the table.
    Same,
    /// The entry was not compared: a query result is only comparable as a whole.
    Unknown,
    /// The entry has old data.
    Stale,
    /// The TTL has ended, so the cache does not return the entry.
    Expired,
}

/// One entry of the item cache or the query cache.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<Body> {
    /// The operation of a query result; empty for an item.
    pub operation: String,
    /// `None` for an item that did not exist.
    pub body: Option<Body>,
    pub age_ms: u64,
    /// The age as a fraction of the TTL, 0 to 1; 0 if there is no TTL.
    pub lived: f64,
    pub freshness: Freshness,
}

impl<Body: Clone> Cache<Body> {
    /// Returns the cached items of a table, the youngest first.
    pub fn items(&self, table: &str) -> Vec<Entry<Body>> {
        let of_table = self.items.iter().filter(|cached| cached.table_name == table);
        sorted(of_table.map(|cached| Entry {
            operation: String::new(),
            body: cached.item.clone(),
            age_ms: cached.age_ms,
            lived: lived(cached.age_ms, self.item_ttl_ms),
            freshness: match (cached.expired, cached.differs) {
                (true, _) => Freshness::Expired,
                (false, true) => Freshness::Stale,
                (false, false) => Freshness::Same,
            },
        }))
    }

    /// Returns the query results of a table, the youngest first. `is_its` decides whether a request belongs to the table.
    pub fn queries(&self, is_its: impl Fn(&Body) -> bool) -> Vec<Entry<Body>> {
        let of_table = self.queries.iter().filter(|cached| is_its(&cached.request));
        sorted(of_table.map(|cached| Entry {
            operation: cached.operation.clone(),
            body: Some(cached.request.clone()),
            age_ms: cached.age_ms,
            lived: lived(cached.age_ms, self.query_ttl_ms),
            freshness: if cached.expired { Freshness::Expired } else { Freshness::Unknown },
        }))
    }
}

fn lived(age_ms: u64, ttl_ms: u64) -> f64 {
    if ttl_ms == 0 { 0.0 } else { (age_ms as f64 / ttl_ms as f64).min(1.0) }
}

fn sorted<Body>(entries: impl Iterator<Item = Entry<Body>>) -> Vec<Entry<Body>> {
    let mut entries: Vec<Entry<Body>> = entries.collect();
    entries.sort_by_key(|entry| entry.age_ms);
    entries
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

    use super::*;

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Body {
        Request {
            #[serde(rename = "TableName")]
            table: String,
        },
        Item {},
    }

    const TOLD: &str = r#"{"Name":"dax","ItemTtlMs":1000,"QueryTtlMs":0,"ItemMax":1000,"ItemCacheHits":3,"ItemCacheMisses":2,"QueryCacheHits":0,"QueryCacheMisses":1,"Evicted":0,
        "Items":[{"TableName":"T","Item":{"id":{"S":"a"}},"AgeMs":900,"Expired":false,"Differs":true},
            {"TableName":"Other","Item":{},"AgeMs":1,"Expired":false,"Differs":false},
            {"TableName":"T","AgeMs":250,"Expired":false,"Differs":false},
            {"TableName":"T","Item":{},"AgeMs":4000,"Expired":true,"Differs":true}],
        "Queries":[{"Operation":"Query","Request":{"TableName":"T"},"AgeMs":5,"Expired":false},{"Operation":"Scan","Request":{"TableName":"Other"},"AgeMs":5,"Expired":false}]}"#;

    #[test]
    fn entries_of_a_table_are_in_the_order_of_their_age() {
        let cache: Cache<Body> = serde_json::from_str(TOLD).unwrap();
        let items = cache.items("T");
        let told: Vec<(u64, f64, Freshness)> =
            items.iter().map(|entry| (entry.age_ms, entry.lived, entry.freshness)).collect();
        assert_eq!(
            told,
            [(250, 0.25, Freshness::Same), (900, 0.9, Freshness::Stale), (4000, 1.0, Freshness::Expired)]
        );
        assert_eq!(items[0].body, None, "an item that was not there is known too");
        let queries = cache.queries(|body| matches!(body, Body::Request { table } if table == "T"));
        assert_eq!(queries.len(), 1);
        let query = &queries[0];
        let (operation, lived) = (query.operation.as_str(), query.lived);
        assert_eq!((operation, lived, query.freshness), ("Query", 0.0, Freshness::Unknown));
    }
}
