//! Completions at the cursor: parameters, tables, indexes, attributes, placeholders, values of enumerations.

use std::collections::BTreeSet;

use dynalab_expressions::{ExpressionKind, FUNCTIONS, Function, is_reserved};

use super::code::CodeLanguage;
use super::shapes::{self, MemberShape, Shape};
use super::words::{WordKind, words};
use super::{TextForm, json};

/// A table for completions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownTable {
    pub name: String,
    pub indexes: Vec<String>,
    pub attributes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The range of bytes that an option replaces.
    pub from: usize,
    pub to: usize,
    pub options: Vec<CompletionOption>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CompletionOption {
    pub text: String,
    pub kind: CompletionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    Member,
    Table,
    Index,
    Attribute,
    Placeholder,
    Function,
    Keyword,
    Value,
}

impl CompletionKind {
    /// The name of its message.
    pub fn name(self) -> &'static str {
        match self {
            CompletionKind::Member => "member",
            CompletionKind::Table => "table",
            CompletionKind::Index => "index",
            CompletionKind::Attribute => "attribute",
            CompletionKind::Placeholder => "placeholder",
            CompletionKind::Function => "function",
            CompletionKind::Keyword => "keyword",
            CompletionKind::Value => "value",
        }
    }
}

pub struct CompletionContext<'a> {
    pub form: TextForm,
    pub text: &'a str,
    pub place: usize,
    pub operation: &'a str,
    /// The draft's JSON, with the placeholders that it uses and defines.
    pub body: &'a str,
    pub tables: &'a [KnownTable],
}

const STATEMENT_WORDS: [&str; 22] = [
    "SELECT",
    "FROM",
    "WHERE",
    "AND",
    "OR",
    "NOT",
    "BETWEEN",
    "IN",
    "IS",
    "MISSING",
    "ORDER BY",
    "DESC",
    "INSERT INTO",
    "VALUE",
    "UPDATE",
    "SET",
    "REMOVE",
    "DELETE FROM",
    "RETURNING",
    "ALL NEW *",
    "ALL OLD *",
    "EXISTS",
];

impl CompletionContext<'_> {
    pub fn complete(&self) -> Option<Completion> {
        let from = self.word_start();
        let word = &self.text[from..self.place];
        let mut options = BTreeSet::new();
        let mut add = |kind, texts: Vec<String>| {
            options.extend(texts.into_iter().map(|text| CompletionOption { text, kind }));
        };
        if self.form == TextForm::PartiQl {
            add(CompletionKind::Keyword, STATEMENT_WORDS.map(str::to_owned).into());
            add(CompletionKind::Table, self.tables.iter().map(|table| table.name.clone()).collect());
            add(CompletionKind::Attribute, self.attributes());
            add(CompletionKind::Function, function_names(Function::is_call_in_statements));
        } else {
            match self.member() {
                Some(member) if !self.is_past_value(member.1) => self.of_member(member.0, word, &mut add),
                _ => add(CompletionKind::Member, self.members()),
            }
        }
        options.retain(|option| option.text != word);
        let options: Vec<CompletionOption> = options.into_iter().collect();
        (!options.is_empty()).then_some(Completion { from, to: self.place, options })
    }

    fn word_start(&self) -> usize {
        let is_of_word =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b':' | b'-');
        let before = &self.text.as_bytes()[..self.place];
        let length = before.iter().rev().take_while(|byte| is_of_word(byte)).count();
        // A colon belongs to a word only at its beginning.
        let word = &self.text[self.place - length..self.place];
        let colon = word.rfind(':').filter(|colon| *colon > 0);
        self.place - length + colon.map_or(0, |colon| if colon + 1 == word.len() { colon + 1 } else { colon })
    }

    fn shapes(&self) -> Vec<MemberShape> {
        shapes::operation(self.operation).map_or_else(Vec::new, |operation| operation.members())
    }

    /// Returns the last parameter before the cursor, and the end of its name.
    fn member(&self) -> Option<(MemberShape, usize)> {
        let shapes = self.shapes();
        let is_of_name = |byte: u8| {
            byte.is_ascii_alphanumeric()
                || byte == b'_'
                || (byte == b'-' && self.form == TextForm::CommandLine)
        };
        let bytes = self.text.as_bytes();
        let mut end = self.word_start();
        while end > 0 {
            let is_end = is_of_name(bytes[end - 1]) && bytes.get(end).is_none_or(|next| !is_of_name(*next));
            if is_end {
                let length = bytes[..end].iter().rev().take_while(|byte| is_of_name(**byte)).count();
                let name = &self.text[end - length..end];
                let is_named = match self.form {
                    TextForm::CommandLine => name.starts_with("--"),
                    _ => self.text[end..].trim_start_matches('"').trim_start().starts_with([':', '=', '(']),
                };
                let found = shapes::member_spelled(&shapes, name).filter(|_| is_named);
                if let Some(member) = found {
                    return Some((member, end));
                }
                end -= length;
            } else {
                end -= 1;
            }
        }
        None
    }

    /// Returns true if the value of the parameter, whose name ends here, is complete.
    fn is_past_value(&self, name_end: usize) -> bool {
        let between = &self.text[name_end..self.word_start()];
        let (mut quote, mut depth) = (None, 0_i32);
        // Skips the closing quote of the name.
        let between = between.strip_prefix('"').unwrap_or(between);
        let is_line = self.form == TextForm::CommandLine;
        let is_called = matches!(self.form, TextForm::Code(CodeLanguage::Rust | CodeLanguage::Java));
        for character in between.chars() {
            match (quote, character) {
                (Some(open), _) if open == character => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'' | '`') => quote = Some(character),
                (None, '{' | '[' | '(') => depth += 1,
                (None, '}' | ']' | ')') => depth -= 1,
                (None, ',') if depth <= 0 && !is_line => return true,
                _ => {}
            }
            // A call ends with its parenthesis, any other value with its enclosing bracket.
            if depth < 0 || (is_called && quote.is_none() && depth == 0 && character == ')') {
                return true;
            }
        }
        quote.is_none() && is_line && self.text[self.word_start()..self.place].starts_with("--")
    }

    /// Returns the parameters that the request lacks, as the form spells them.
    fn members(&self) -> Vec<String> {
        let body = json::read(self.body).ok();
        let is_there = |name: &str| body.as_ref().is_some_and(|body| body.get(name).is_some());
        let missing = self.shapes().into_iter().filter(|member| !is_there(member.name));
        missing.map(|member| spelled(self.form, member.name)).collect()
    }

    fn of_member(&self, member: MemberShape, word: &str, add: &mut impl FnMut(CompletionKind, Vec<String>)) {
        match member.name {
            "TableName" => {
                add(CompletionKind::Table, self.tables.iter().map(|table| table.name.clone()).collect())
            }
            "IndexName" => add(
                CompletionKind::Index,
                self.table().map(|table| table.indexes.clone()).unwrap_or_default(),
            ),
            "ExpressionAttributeNames" if word.starts_with('#') => {
                add(CompletionKind::Placeholder, self.used(WordKind::Name))
            }
            "ExpressionAttributeNames" | "Key" | "Item" => {
                add(CompletionKind::Attribute, self.attributes());
                add(
                    CompletionKind::Placeholder,
                    if member.name == "ExpressionAttributeNames" {
                        self.used(WordKind::Name)
                    } else {
                        Vec::new()
                    },
                );
            }
            "ExpressionAttributeValues" => add(CompletionKind::Placeholder, self.used(WordKind::Value)),
            name if name.ends_with("Expression") => {
                // DynamoDB rejects a bare reserved word, so it needs a placeholder.
                let bare = self.attributes().into_iter().filter(|name| !is_reserved(name) && is_plain(name));
                add(CompletionKind::Attribute, bare.collect());
                add(CompletionKind::Placeholder, self.defined());
                if let Some(kind) = ExpressionKind::of_parameter(name) {
                    let functions = function_names(|function| function.is_in_expression(kind));
                    add(CompletionKind::Function, functions);
                }
                let keywords: &[&str] = match name {
                    "UpdateExpression" => &["SET", "REMOVE", "ADD", "DELETE"],
                    "ProjectionExpression" => &[],
                    "KeyConditionExpression" => &["AND", "BETWEEN"],
                    "SearchConditionExpression" => &["AND"],
                    _ => &["AND", "OR", "NOT", "BETWEEN", "IN"],
                };
                add(CompletionKind::Keyword, keywords.iter().map(|name| (*name).to_owned()).collect());
            }
            _ => match member.shape {
                Shape::Boolean if self.form != TextForm::CommandLine => {
                    let words = if self.form == TextForm::Code(CodeLanguage::Python) {
                        ["True", "False"]
                    } else {
                        ["true", "false"]
                    };
                    add(CompletionKind::Value, words.map(str::to_owned).into());
                }
                shape => add(CompletionKind::Value, shape.values().into_iter().map(str::to_owned).collect()),
            },
        }
    }

    fn table(&self) -> Option<&KnownTable> {
        let body = json::read(self.body).ok();
        let name = body.as_ref().and_then(|body| body.text_of("TableName").map(str::to_owned));
        self.tables.iter().find(|table| name.as_deref().is_none_or(|name| table.name == name))
    }

    fn attributes(&self) -> Vec<String> {
        self.table().map(|table| table.attributes.clone()).unwrap_or_default()
    }

    /// Returns the placeholders that expressions use.
    fn used(&self, kind: WordKind) -> Vec<String> {
        let Ok(body) = json::read(self.body) else { return Vec::new() };
        let expressions = body.members().iter().filter(|member| member.name.ends_with("Expression"));
        let texts = expressions.filter_map(|member| member.value.as_text());
        texts
            .flat_map(|text| {
                words(text)
                    .into_iter()
                    .filter(|word| word.kind == kind)
                    .map(|word| text[word.start..word.end].to_owned())
            })
            .collect()
    }

    /// Returns the placeholders that are defined.
    fn defined(&self) -> Vec<String> {
        let Ok(body) = json::read(self.body) else { return Vec::new() };
        let definitions = ["ExpressionAttributeNames", "ExpressionAttributeValues"];
        let members =
            definitions.iter().filter_map(|name| body.get(name)).flat_map(|node| node.members().to_vec());
        members.map(|member| member.name).collect()
    }
}

fn function_names(is_offered: impl Fn(&Function) -> bool) -> Vec<String> {
    let offered = FUNCTIONS.iter().filter(|function| is_offered(function));
    offered.map(|function| function.name.to_owned()).collect()
}

fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
}

fn spelled(form: TextForm, name: &str) -> String {
    match form {
        TextForm::CommandLine => format!("--{}", shapes::spelled_with(name, '-')),
        TextForm::Code(CodeLanguage::Rust) => shapes::spelled_with(name, '_'),
        TextForm::Code(CodeLanguage::Java) => {
            let mut letters = name.chars();
            letters
                .next()
                .map_or(String::new(), |first| format!("{}{}", first.to_ascii_lowercase(), letters.as_str()))
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the completions at the bar.
    fn complete(form: TextForm, operation: &str, text: &str, body: &str) -> Vec<String> {
        let place = text.find('|').expect("a bar");
        let text = text.replacen('|', "", 1);
        let tables = [KnownTable {
            name: "Orders".to_owned(),
            indexes: vec!["ByMail".to_owned()],
            attributes: ["pk", "status", "amount"].map(str::to_owned).into(),
        }];
        let completing = CompletionContext { form, text: &text, place, operation, body, tables: &tables };
        completing
            .complete()
            .map_or_else(Vec::new, |found| found.options.into_iter().map(|option| option.text).collect())
    }

    fn offers(form: TextForm, operation: &str, text: &str, wanted: &str) {
        let found = complete(
            form,
            operation,
            text,
            r##"{"TableName":"Orders","FilterExpression":"#s = :v","ExpressionAttributeNames":{"#s":"status"}}"##,
        );
        assert!(found.iter().any(|option| option == wanted), "{text}: {found:?}");
    }

    #[test]
    fn what_fits_is_offered() {
        use TextForm::{Code, CommandLine, Json, PartiQl};
        offers(Json, "Scan", r#"{"TableName": "O|"}"#, "Orders");
        offers(Json, "Scan", r#"{"TableName": "Orders", "I|"}"#, "IndexName");
        offers(Json, "Scan", r#"{"TableName": "Orders", "IndexName": "|"}"#, "ByMail");
        offers(Json, "Scan", r#"{"FilterExpression": "am|"}"#, "amount");
        offers(Json, "Scan", r#"{"FilterExpression": "a = |"}"#, "#s");
        offers(Json, "Scan", r#"{"FilterExpression": "att|"}"#, "attribute_exists");
        offers(Json, "Scan", r#"{"ExpressionAttributeValues": {":|"}}"#, ":v");
        offers(Json, "Scan", r#"{"Select": "|"}"#, "COUNT");
        offers(Json, "Scan", r#"{"ConsistentRead": |}"#, "true");
        offers(CommandLine, "Scan", "aws dynamodb scan --table-name |", "Orders");
        offers(CommandLine, "Scan", "aws dynamodb scan --table-name Orders --lim|", "--limit");
        offers(Code(CodeLanguage::Rust), "Scan", "client.scan().table_name(\"|\")", "Orders");
        offers(Code(CodeLanguage::Rust), "Scan", "client.scan().table_name(\"Orders\").in|", "index_name");
        offers(Code(CodeLanguage::Python), "Scan", "client.scan(TableName=\"|\")", "Orders");
        offers(PartiQl, "ExecuteStatement", "SELECT * FROM |", "Orders");
    }

    #[test]
    fn reserved_words_are_not_offered_bare() {
        let found =
            complete(TextForm::Json, "Scan", r#"{"FilterExpression": "s|"}"#, r#"{"TableName":"Orders"}"#);
        assert!(!found.contains(&"status".to_owned()), "{found:?}");
    }
}
