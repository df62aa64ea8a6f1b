//! Plain explanations of DynamoDB's errors.

use dynalab_messages::Sentence;

use crate::sentences;

/// Returns the plain explanation of an error, or none if its own message is clear.
pub fn of_error(name: &str, message: &str) -> Option<Sentence> {
    if name == "ValidationException" {
        return of_validation(message);
    }
    Some(match name {
        "ConditionalCheckFailedException" => sentences::shell::EXPLAIN_CONDITION_FAILED,
        "ResourceNotFoundException" if message.contains("Global table with name") => {
            sentences::shell::EXPLAIN_SCALING_PROVISIONED
        }
        "ResourceNotFoundException" if message.starts_with("Requested resource not found: Stream: ") => {
            sentences::shell::EXPLAIN_STREAM_NOT_FOUND
        }
        "ResourceNotFoundException" => sentences::shell::EXPLAIN_NOT_FOUND,
        "AccessDeniedException" if message == "Access is denied" => sentences::shell::EXPLAIN_OTHER_ACCOUNT,
        "ResourceInUseException" => sentences::shell::EXPLAIN_IN_USE,
        "TransactionCanceledException" => sentences::shell::EXPLAIN_TRANSACTION_CANCELLED,
        "TransactionConflictException" => sentences::shell::EXPLAIN_TRANSACTION_CONFLICT,
        "SerializationException" => sentences::shell::EXPLAIN_SERIALIZATION,
        "UnknownOperationException" => sentences::shell::EXPLAIN_UNKNOWN_OPERATION,
        "ProvisionedThroughputExceededException" | "ThrottlingException" => {
            sentences::shell::EXPLAIN_THROTTLED
        }
        "LimitExceededException" => sentences::shell::EXPLAIN_LIMIT,
        "ItemCollectionSizeLimitExceededException" => sentences::shell::EXPLAIN_COLLECTION_SIZE,
        _ => return None,
    })
}

fn of_validation(message: &str) -> Option<Sentence> {
    const SIGNS: [(&str, Sentence); 14] = [
        ("reserved keyword", sentences::shell::EXPLAIN_RESERVED_WORD),
        ("unused in expressions", sentences::shell::EXPLAIN_UNUSED_PLACEHOLDER),
        ("attribute value used in expression is not defined", sentences::shell::EXPLAIN_UNDEFINED_VALUE),
        ("attribute name used in the document path is not defined", sentences::shell::EXPLAIN_UNDEFINED_NAME),
        ("Query condition missed key schema element", sentences::shell::EXPLAIN_QUERY_NEEDS_PARTITION_KEY),
        ("HASH key attributes", sentences::shell::EXPLAIN_QUERY_NEEDS_PARTITION_KEY),
        ("Query key condition not supported", sentences::shell::EXPLAIN_QUERY_NEEDS_PARTITION_KEY),
        ("provided key element does not match the schema", sentences::shell::EXPLAIN_KEY_SCHEMA),
        ("number of conditions on the keys is invalid", sentences::shell::EXPLAIN_KEY_SCHEMA),
        ("Missing the key", sentences::shell::EXPLAIN_KEY_MISSING),
        ("Type mismatch for key", sentences::shell::EXPLAIN_KEY_TYPE),
        ("empty string value", sentences::shell::EXPLAIN_EMPTY_KEY),
        ("Item size", sentences::shell::EXPLAIN_ITEM_SIZE),
        (
            "Filter Expression can only contain non-primary key attributes",
            sentences::shell::EXPLAIN_FILTER_ON_KEY,
        ),
    ];
    SIGNS.iter().find(|(sign, _)| message.contains(sign)).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::of_error;
    use crate::sentences;

    #[test]
    fn known_errors_have_an_explanation() {
        let reserved =
            "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: status";
        assert_eq!(of_error("ValidationException", reserved), Some(sentences::shell::EXPLAIN_RESERVED_WORD));
        assert_eq!(
            of_error("ConditionalCheckFailedException", ""),
            Some(sentences::shell::EXPLAIN_CONDITION_FAILED)
        );
        assert_eq!(of_error("ValidationException", "something new"), None);
        let not_found = |message: &str| of_error("ResourceNotFoundException", message);
        assert_eq!(
            not_found("Global table with name: 'T' does not exist."),
            Some(sentences::shell::EXPLAIN_SCALING_PROVISIONED)
        );
        assert_eq!(
            not_found("Requested resource not found: Stream: arn:x not found"),
            Some(sentences::shell::EXPLAIN_STREAM_NOT_FOUND)
        );
        assert_eq!(not_found("Requested resource not found"), Some(sentences::shell::EXPLAIN_NOT_FOUND));
        assert_eq!(
            of_error("AccessDeniedException", "Access is denied"),
            Some(sentences::shell::EXPLAIN_OTHER_ACCOUNT)
        );
        assert_eq!(of_error("AccessDeniedException", "User: arn:x is not authorized"), None);
    }
}
