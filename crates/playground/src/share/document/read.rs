//! Reads a document from its text, with all checks that need no engine.

use dynalab_traffic::generator::Generator;
use dynalab_types::Timestamp;
use dynalab_types::json::{self, FormError, Members, Object, Value, object};

use super::{
    CountedPart, Document, DocumentError, FORMAT, LoggedCommand, Question, Sentence, Show, TEXT_MAX_BYTES,
    TableData, TableDocument, VERSION,
};

impl Document {
    pub fn parse(text: &str) -> Result<Document, DocumentError> {
        if text.len() > TEXT_MAX_BYTES {
            return Err(DocumentError::TooLarge { bytes: text.len() });
        }
        let file = json::parse(text).map_err(FormError::from)?;
        let members = match object(&file) {
            Some(map) if map.get("format").and_then(Value::as_str) == Some(FORMAT) => map,
            _ => return Err(DocumentError::OtherFormat),
        };
        let members = Members::from_object(members, String::new());
        match members.whole("version")? {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(DocumentError::NewerVersion { version }),
            _ => return Err(members.wrong("version", "1").into()),
        }
        members.only(&[
            "format",
            "version",
            "title",
            "description",
            "seed",
            "clock",
            "tables",
            "commands",
            "questions",
            "show",
        ])?;
        let document = Document {
            title: sentence(&members, "title")?,
            description: sentence(&members, "description")?,
            seed: members.whole("seed")?,
            clock: members.time("clock")?,
            tables: members.objects("tables")?.iter().map(table).collect::<Result<_, _>>()?,
            commands: members.objects("commands")?.iter().map(command).collect::<Result<_, _>>()?,
            questions: members.objects("questions")?.iter().map(question).collect::<Result<_, _>>()?,
            show: members
                .object("show")?
                .map_or(Ok(Show::default()), |map| show(&Members::from_object(map, "show.".to_owned())))?,
        };
        document.check()?;
        Ok(document)
    }

    fn check(&self) -> Result<(), DocumentError> {
        if self.tables.is_empty() && self.commands.is_empty() {
            return Err(DocumentError::NothingInside);
        }
        let items = self.tables.iter().fold(0, |sum, table| table.data.item_count().saturating_add(sum));
        for (what, found) in [
            (CountedPart::Tables, self.tables.len()),
            (CountedPart::Items, items),
            (CountedPart::Commands, self.commands.len()),
            (CountedPart::Questions, self.questions.len()),
        ] {
            if found > what.at_most() {
                return Err(DocumentError::TooMany { what, found });
            }
        }
        for (index, table) in self.tables.iter().enumerate() {
            if self.tables[..index].iter().any(|other| other.name() == table.name()) {
                return Err(DocumentError::TableTwice { table: table.name().to_owned() });
            }
        }
        let mut before = self.clock.unwrap_or(Timestamp { epoch_ms: 0 });
        for (index, command) in self.commands.iter().enumerate() {
            if command.at < before {
                return Err(DocumentError::CommandTooEarly { place: index + 1 });
            }
            before = command.at;
        }
        Ok(())
    }
}

fn sentence(members: &Members, name: &str) -> Result<Sentence, FormError> {
    let mut sentence = Sentence::new();
    for (language, text) in members.object(name)?.into_iter().flatten() {
        let text = text.as_str().ok_or_else(|| members.wrong(name, "a text for each language"))?;
        sentence.insert(language.clone(), text.to_owned());
    }
    Ok(sentence)
}

fn table(members: &Members) -> Result<TableDocument, FormError> {
    members.only(&["create", "items", "generate"])?;
    let create = members.object("create")?.ok_or_else(|| members.missing("create"))?;
    let named = create.get("TableName").and_then(Value::as_str).is_some_and(|name| !name.is_empty());
    if !named {
        return Err(members.missing("create.TableName"));
    }
    let generate = members.object("generate")?;
    let data = match generate {
        Some(_) if members.has("items") => return Err(members.wrong("items", "left out beside \"generate\"")),
        Some(map) => TableData::Generated(generator(&Members::from_object(map, members.path("generate.")))?),
        None => TableData::Items(items(members)?),
    };
    Ok(TableDocument { create: create.clone(), data })
}

fn items(members: &Members) -> Result<Vec<Object>, FormError> {
    let mut items = Vec::new();
    for item in members.list("items")? {
        let item = object(item).ok_or_else(|| members.wrong("items", "a list of objects"))?;
        items.push(item.clone());
    }
    Ok(items)
}

fn generator(members: &Members) -> Result<Generator, FormError> {
    members.only(&["count", "seed", "item"])?;
    let count = members.whole("count")?.ok_or_else(|| members.missing("count"))?;
    Ok(Generator {
        count: usize::try_from(count).unwrap_or(usize::MAX),
        seed: members.whole("seed")?.unwrap_or_default(),
        item: members.object("item")?.ok_or_else(|| members.missing("item"))?.clone(),
    })
}

fn command(members: &Members) -> Result<LoggedCommand, FormError> {
    members.only(&["at", "operation", "body", "continues"])?;
    Ok(LoggedCommand {
        at: members.time("at")?.ok_or_else(|| members.missing("at"))?,
        operation: required(members, "operation")?,
        body: required(members, "body")?,
        continues: members.flag("continues")?,
    })
}

fn question(members: &Members) -> Result<Question, FormError> {
    members.only(&["title", "why", "operation", "request", "expect_count", "expect_error"])?;
    Ok(Question {
        title: sentence(members, "title")?,
        why: sentence(members, "why")?,
        operation: required(members, "operation")?,
        request: members.object("request")?.ok_or_else(|| members.missing("request"))?.clone(),
        expect_count: members.whole("expect_count")?,
        expect_error: members.text("expect_error")?.map(str::to_owned),
    })
}

fn show(members: &Members) -> Result<Show, FormError> {
    members.only(&["table", "index", "request", "result", "command"])?;
    Ok(Show {
        table: name(members, "table")?,
        index: name(members, "index")?,
        request: name(members, "request")?,
        result: name(members, "result")?,
        command: members.whole("command")?,
    })
}

/// Reads a name of letters, digits, "-", "_" and ".", which need no encoding in an address.
fn name(members: &Members, name: &str) -> Result<Option<String>, FormError> {
    let Some(text) = members.text(name)? else { return Ok(None) };
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if (1..=255).contains(&text.len()) && text.bytes().all(fits) {
        Ok(Some(text.to_owned()))
    } else {
        Err(members.wrong(name, "a name of letters, digits, \"-\", \"_\" and \".\""))
    }
}

fn required(members: &Members, name: &str) -> Result<String, FormError> {
    Ok(members.text(name)?.ok_or_else(|| members.missing(name))?.to_owned())
}
