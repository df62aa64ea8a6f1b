//! The control of vector indexes.

use super::{Digits, Json};

crate::contract! {
    /// Shows the entries of a vector index nearest to a vector or an item.
    pub struct DescribeVectorSearch: "Dynalab.DescribeVectorSearch" -> VectorSearchDescription {
        /// The name or ARN of the table.
        pub table_name: String,
        /// Without it, the first vector index of the table is searched.
        pub index_name: Option<String>,
        /// The vector to search for: numbers in DynamoDB JSON.
        pub search_vector: Option<Vec<Json>>,
        /// The primary key of the item whose vector is searched for. Without a key and a vector, it is the first item.
        pub key: Option<Json>,
        /// The number of results.
        pub top_k: Option<u64>,
    }

    /// A vector search. Without entries, only `Indexes` is there.
    pub struct VectorSearchDescription {
        /// The names of the table's vector indexes.
        pub indexes: Vec<String>,
        pub index_name: Option<String>,
        /// `COSINE`, `EUCLIDEAN` or `DOT_PRODUCT`.
        pub distance_function: Option<String>,
        pub dimensions: Option<u64>,
        /// The primary key of the item whose vector is searched for.
        pub key: Option<Json>,
        /// The HASH attribute that the search is limited to, with its value.
        pub hash: Option<Json>,
        pub search_vector: Option<Vec<f32>>,
        pub top_k: Option<u64>,
        /// The number of entries of the index.
        pub indexed: Option<u64>,
        /// The number of entries that were compared.
        pub examined: Option<u64>,
        /// Items whose vector can be searched for.
        pub candidates: Option<Vec<VectorCandidate>>,
        /// The nearest entries, the nearest first. The first `TopK` are the results.
        pub entries: Option<Vec<VectorEntry>>,
        /// The size of the entries with each kind of projection.
        pub projections: Option<Vec<VectorProjection>>,
    }

    /// An item whose vector can be searched for.
    pub struct VectorCandidate {
        /// The primary key in DynamoDB JSON.
        pub key: Json,
    }

    /// An entry of the index near the vector.
    pub struct VectorEntry {
        /// The primary key in DynamoDB JSON.
        pub key: Json,
        pub score: Digits,
        pub size_bytes: u64,
        pub vector: Vec<f32>,
    }

    /// The size of the entries with one kind of projection.
    pub struct VectorProjection {
        /// `KEYS_ONLY`, `INCLUDE` or `ALL`.
        pub projection_type: String,
        /// True for the projection of the index.
        pub current: bool,
        /// The size of all listed entries.
        pub entry_bytes: u64,
        /// The size of the results.
        pub returned_bytes: u64,
        /// The bytes that the search consumes.
        pub search_bytes: u64,
    }
}
