//! The vector search that a person chose in the diagram, and the same search as a request of the API.

use dynalab_playground::views::vectors::NearestEntries;
use dynalab_service::contract::vectors::DescribeVectorSearch;
use serde_json::{Value, json};

use crate::request::call_result::json_of;

const TOP_K_USUAL: u64 = 5;

/// The search that the person chose. None means the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChosenSearch {
    pub index: Option<String>,
    pub key: Option<Value>,
    pub top_k: Option<u64>,
}

impl ChosenSearch {
    /// Returns the number of entries to find.
    pub fn top_k(&self) -> u64 {
        self.top_k.unwrap_or(TOP_K_USUAL)
    }

    /// Returns the control that runs the search and tells what it examined.
    pub fn question(&self, table: &str) -> DescribeVectorSearch {
        DescribeVectorSearch {
            table_name: table.to_owned(),
            index_name: self.index.clone(),
            key: self.key.as_ref().map(json_of),
            top_k: Some(self.top_k()),
            ..DescribeVectorSearch::default()
        }
    }
}

/// Returns the search as an API request.
pub fn request_of(table: &str, found: &NearestEntries<Value>) -> Value {
    let vector: Vec<Value> =
        found.search_vector.iter().map(|number| json!({ "N": number.to_string() })).collect();
    let mut request = json!({
        "TableName": table, "IndexName": found.index_name, "SearchVector": vector, "TopK": found.top_k,
        "ReturnConsumedCapacity": "INDEXES",
    });
    let hash = found.hash.as_ref().and_then(|hash| hash.as_object()?.iter().next());
    if let Some((name, value)) = hash {
        request["SearchConditionExpression"] = json!("#hash = :hash");
        request["ExpressionAttributeNames"] = json!({ "#hash": name });
        request["ExpressionAttributeValues"] = json!({ ":hash": value });
    }
    request
}

#[cfg(test)]
mod tests {
    use dynalab_playground::views::vectors::VectorSearch;
    use dynalab_service::contract::Call;

    use super::*;

    #[test]
    fn a_search_in_one_partition_names_its_value() {
        let told = json!({
            "Indexes": ["InCourse"], "IndexName": "InCourse", "DistanceFunction": "COSINE", "Dimensions": 2,
            "Hash": { "course": { "S": "main" } }, "SearchVector": [0.5, 0], "TopK": 3, "Indexed": 3, "Examined": 2,
            "Candidates": [], "Entries": [], "Projections": [],
        });
        let found = serde_json::from_value::<VectorSearch<Value>>(told).unwrap().found.unwrap();
        let request = request_of("Dishes", &found);
        assert_eq!(request["SearchVector"], json!([{ "N": "0.5" }, { "N": "0" }]));
        assert_eq!(request["ExpressionAttributeNames"], json!({ "#hash": "course" }));
        assert_eq!(request["ExpressionAttributeValues"], json!({ ":hash": { "S": "main" } }));
        let everywhere = NearestEntries { hash: None, ..found };
        assert_eq!(request_of("Dishes", &everywhere).get("SearchConditionExpression"), None);
    }

    #[test]
    fn what_nobody_chose_is_left_to_the_engine() {
        let body = ChosenSearch::default().question("T").body();
        assert_eq!(body, r#"{"TableName":"T","TopK":5}"#);
    }
}
