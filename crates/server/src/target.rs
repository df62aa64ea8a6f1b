//! X-Amz-Target: the name of the API, a dot, the name of the operation.

use dynalab_service::Request;
use hyper::HeaderMap;

const TABLES: &str = "DynamoDB_20120810";
const STREAMS: &str = "DynamoDBStreams_20120810";
/// The API name of operations that control the simulation. They keep their whole name.
const CONTROLS: &str = "Dynalab";
const OPERATIONS_OF_STREAMS: &[&str] = &["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];

/// Returns the operation, if the API has an operation of that name.
pub fn operation_of(headers: &HeaderMap) -> Option<&str> {
    let target = headers.get("x-amz-target")?.to_str().ok()?;
    let (api, operation) = target.split_once('.')?;
    if api == CONTROLS {
        return Request::CONTROLS.contains(&target).then_some(target);
    }
    let own_api = if OPERATIONS_OF_STREAMS.contains(&operation) { STREAMS } else { TABLES };
    (api == own_api && Request::ALL.contains(&operation)).then_some(operation)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(target: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert("x-amz-target", target.parse().unwrap());
        operation_of(&headers).map(str::to_owned)
    }

    #[test]
    fn an_operation_belongs_to_one_api() {
        assert_eq!(operation("DynamoDB_20120810.PutItem").as_deref(), Some("PutItem"));
        assert_eq!(operation("DynamoDBStreams_20120810.PutItem"), None);
        assert_eq!(operation("DynamoDB_20120810.GetRecords"), None);
        assert_eq!(operation("DynamoDB_20111205.PutItem"), None);
        assert_eq!(operation("DynamoDB_20120810.putItem"), None);
        assert_eq!(operation("DynamoDB_20120810.PutItem.GetItem"), None);
        assert_eq!(operation("PutItem"), None);
        assert_eq!(operation("Dynalab.SetDials").as_deref(), Some("Dynalab.SetDials"));
        assert_eq!(operation("DynamoDB_20120810.Dynalab.SetDials"), None);
        assert_eq!(operation("Dynalab.PutItem"), None);
        assert_eq!(operation_of(&HeaderMap::new()), None);
    }
}
