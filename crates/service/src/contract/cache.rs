//! The controls of caches in front of the tables.

use super::{Json, NoMembers};

crate::contract! {
    /// Creates a cache in front of the tables, or changes it.
    pub struct PutCache: "Dynalab.PutCache" -> NoMembers {
        /// Letters, digits and hyphens.
        pub name: String,
        /// How long an item is returned. The default is 5 minutes.
        pub item_ttl_ms: Option<u64>,
        /// How long the response of a query is returned. The default is 5 minutes.
        pub query_ttl_ms: Option<u64>,
        /// The maximum number of items.
        pub item_max: Option<u64>,
    }

    /// Deletes a cache with its entries.
    pub struct DeleteCache: "Dynalab.DeleteCache" -> NoMembers {
        pub name: String,
    }

    /// Sends a request through a cache.
    pub struct ThroughCache: "Dynalab.ThroughCache" -> CacheAnswer {
        pub name: String,
        /// An operation of DynamoDB.
        pub operation: String,
        /// The request of the operation.
        pub request: Json,
    }

    /// The response and its source.
    pub struct CacheAnswer {
        /// `ITEM_CACHE`, `QUERY_CACHE` or `TABLE`.
        pub source: String,
        /// The age of the entry.
        pub age_ms: Option<u64>,
        /// The response of the operation.
        pub answer: Json,
    }

    /// Shows the entries, their age, and whether they equal the items.
    pub struct DescribeCache: "Dynalab.DescribeCache" -> CacheDescription {
        pub name: String,
    }

    /// The settings, counters and entries of a cache.
    pub struct CacheDescription {
        pub name: String,
        pub item_ttl_ms: u64,
        pub query_ttl_ms: u64,
        pub item_max: u64,
        pub item_cache_hits: u64,
        pub item_cache_misses: u64,
        pub query_cache_hits: u64,
        pub query_cache_misses: u64,
        /// The number of entries removed to make room.
        pub evicted: u64,
        pub items: Vec<CachedItem>,
        pub queries: Vec<CachedQuery>,
    }

    /// An entry of the item cache.
    pub struct CachedItem {
        pub table_name: String,
        /// Absent if the item did not exist.
        pub item: Option<Json>,
        pub age_ms: u64,
        pub expired: bool,
        /// True if the table has another item now.
        pub differs: bool,
    }

    /// An entry of the query cache.
    pub struct CachedQuery {
        pub operation: String,
        pub request: Json,
        pub age_ms: u64,
        pub expired: bool,
    }
}
