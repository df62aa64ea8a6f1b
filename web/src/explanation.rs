//! Which plain sentence explains an error of the service, where we have one; and where more is said of it.

use crate::language::Language;

/// The page that says more of an error.
pub fn page_of(name: &str, language: Language) -> String {
    let japanese = if language == Language::Japanese { "ja/" } else { "" };
    format!("/errors/{name}/{japanese}")
}

/// The name of a message, or none when the error speaks for itself.
pub fn of_error(name: &str, message: &str) -> Option<&'static str> {
    if name == "ValidationException" {
        return of_validation(message);
    }
    Some(match name {
        "ConditionalCheckFailedException" => "explain-condition-failed",
        "ResourceNotFoundException" => "explain-not-found",
        "ResourceInUseException" => "explain-in-use",
        "TransactionCanceledException" => "explain-transaction-cancelled",
        "TransactionConflictException" => "explain-transaction-conflict",
        "SerializationException" => "explain-serialization",
        "UnknownOperationException" => "explain-unknown-operation",
        "ProvisionedThroughputExceededException" | "ThrottlingException" => "explain-throttled",
        "LimitExceededException" => "explain-limit",
        "ItemCollectionSizeLimitExceededException" => "explain-collection-size",
        _ => return None,
    })
}

fn of_validation(message: &str) -> Option<&'static str> {
    const SIGNS: [(&str, &str); 13] = [
        ("reserved keyword", "explain-reserved-word"),
        ("unused in expressions", "explain-unused-placeholder"),
        ("attribute value used in expression is not defined", "explain-undefined-value"),
        ("attribute name used in the document path is not defined", "explain-undefined-name"),
        ("Query condition missed key schema element", "explain-query-needs-partition-key"),
        ("Query key condition not supported", "explain-query-needs-partition-key"),
        ("provided key element does not match the schema", "explain-key-schema"),
        ("number of conditions on the keys is invalid", "explain-key-schema"),
        ("Missing the key", "explain-key-missing"),
        ("Type mismatch for key", "explain-key-type"),
        ("empty string value", "explain-empty-key"),
        ("Item size", "explain-item-size"),
        ("Filter Expression can only contain non-primary key attributes", "explain-filter-on-key"),
    ];
    SIGNS.iter().find(|(sign, _)| message.contains(sign)).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::of_error;

    #[test]
    fn known_errors_have_an_explanation() {
        let reserved =
            "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: status";
        assert_eq!(of_error("ValidationException", reserved), Some("explain-reserved-word"));
        assert_eq!(of_error("ConditionalCheckFailedException", ""), Some("explain-condition-failed"));
        assert_eq!(of_error("ValidationException", "something new"), None);
    }
}
