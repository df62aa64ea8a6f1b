//! Says what a text is, before anything reads it as that: requests, a key design in a format of another tool, items, or a link.

use dynalab_design_formats::{ITEMS, format_of};
use dynalab_modeling::formats::{DYNALAB, Look, is_like_design};
use dynalab_request_text::TextForm;
use dynalab_request_text::session::{Draft, Surroundings, pasted, pasted_script, pasted_unreadable};

use super::links::is_link;
use super::{FILE_BOUND, TextKind};

/// Returns what a text is. Texts that are too long for a design or requests are unknown.
pub fn kind_of(text: &str) -> TextKind {
    if FILE_BOUND.check(text.len()).is_err() {
        return TextKind::Unknown;
    }
    if is_link(text) {
        return TextKind::Link;
    }
    // A design with a mistake is one, too: the answer to who opens it has the mistake.
    let look = Look::new(text);
    if is_like_design(&look) {
        return TextKind::Design { format: DYNALAB.id };
    }
    let requests = readable_form(text);
    // Code that declares a schema can call its client too.
    if let Some(form) = requests.filter(|form| !matches!(form, TextForm::Code(_))) {
        return TextKind::Requests { form: form.code() };
    }
    match (format_of(&look), requests.or_else(|| pasted_unreadable(text))) {
        (Some(format), _) if format != ITEMS => TextKind::Design { format },
        (None, Some(form)) => TextKind::Requests { form: form.code() },
        // A sheet has no distinctive words, so code could look like one.
        (Some(_), Some(form)) if requests.is_some() => TextKind::Requests { form: form.code() },
        (Some(_), _) => TextKind::Items,
        (None, None) => TextKind::Unknown,
    }
}

/// Returns the form of a text if at least one request in it can be read.
fn readable_form(text: &str) -> Option<TextForm> {
    let around = Surroundings::default();
    match pasted_script(text, around) {
        Some(script) => Some(script.form),
        None => pasted(text, &Draft::default(), around).map(|(form, _)| form),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::formats::FILE_BYTES_MAX;

    use super::*;

    const SQL: &str = "-- boats\nCREATE TABLE boats (id INT PRIMARY KEY);\nINSERT INTO boats VALUES (1);";
    const TERRAFORM: &str = "resource \"aws_dynamodb_table\" \"a\" {\n  name = \"a\"\n  hash_key = \"id\"\n}";
    const STACK: &str = "Resources:\n  Boats:\n    Type: AWS::DynamoDB::Table\n";
    const SERVICE: &str = "service: rides\nprovider:\n  name: aws\nresources:\n  Resources:\n    R: {Type: AWS::DynamoDB::Table}\n";
    const ONE_TABLE: &str = "const Schema = {indexes: {primary: {hash: 'pk', sort: 'sk'}}, models: {User: {pk: {type: String, value: 'U#${id}'}, id: {type: String}}}}\nawait table.query({pk: 'U#1'})";
    const CDK: &str = "import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';\nnew dynamodb.TableV2(this, 'Boats', { partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });";

    #[test]
    fn key_designs_of_other_tools_are_named_by_their_format() {
        let own = dynalab_modeling::write(&dynalab_modeling::Design::default());
        for (text, format) in [
            (SQL, "sql"),
            (TERRAFORM, "terraform"),
            (STACK, "cloudformation"),
            (r#"{"Resources": {"Boats": {"Type": "AWS::DynamoDB::Table"}}}"#, "cloudformation-json"),
            (SERVICE, "serverless"),
            (ONE_TABLE, "onetable"),
            (CDK, "cdk"),
            (
                r#"{"Table": {"TableName": "T", "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}]}}"#,
                "create-table",
            ),
            (&own, "dynalab"),
        ] {
            assert_eq!(kind_of(text), TextKind::Design { format }, "{text}");
        }
    }

    #[test]
    fn requests_have_the_form_in_which_they_are_written() {
        for (text, form) in [
            ("aws dynamodb list-tables", "cli"),
            ("aws dynamodb scan --table-name a\naws dynamodb scan --table-name b", "cli"),
            ("SELECT * FROM Music", "partiql"),
            ("INSERT INTO Music VALUE {'pk': 'a'}", "partiql"),
            (r#"{"TableName": "T", "Item": {"pk": {"S": "a"}}}"#, "json"),
            ("client.get_item(TableName='T', Key={'pk': {'S': 'a'}})", "python"),
            ("new GetItemCommand({TableName: 'T', Key: {}})", "javascript"),
            // The value is known only at run time, and the text is a request all the same.
            ("table = boto3.resource('dynamodb').Table('T')\ntable.get_item(Key={'pk': user})", "python"),
        ] {
            assert_eq!(kind_of(text), TextKind::Requests { form }, "{text}");
            assert_eq!(TextForm::of_code(form).map(TextForm::code), Some(form));
        }
    }

    #[test]
    fn items_links_and_other_texts_are_told_apart() {
        assert_eq!(kind_of(r#"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#), TextKind::Items);
        assert_eq!(kind_of("id,name\n1,a\n2,b\n"), TextKind::Items);
        assert_eq!(kind_of("https://example.com/design#d1.z1.AAAA"), TextKind::Link);
        for text in ["", "Dear all, this is no design.", "{", "{}", r#"{"S": "a"}"#] {
            assert_eq!(kind_of(text), TextKind::Unknown, "{text}");
        }
        assert_eq!(kind_of(&" ".repeat(FILE_BYTES_MAX + 1)), TextKind::Unknown);
    }
}
