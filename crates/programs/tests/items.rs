//! The program `files` reads files of items in parts, one text at a time, as an import does.

use std::cell::RefCell;
use std::io::Write as _;
use std::rc::Rc;

use dynalab_playground::message_bytes;
use dynalab_programs::Ask;
use dynalab_programs::files::{
    BeginItems, FileBytes, Files, ItemFile, ItemsError, KeyChoice, LookAtItems, NextItems, OpenItems, Parts,
    ToFiles, UnreadReason, WantedKeys,
};
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::parts::{Intake, ItemsPart};
use dynalab_types::{Bound, ScalarType};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The bytes that a message may have: the largest part, with room for its problems.
const MESSAGE_BYTES_MAX: usize = 1 << 20;

/// A page with its program and the files that a person chose.
struct Page {
    files: Files,
    attached: Rc<Vec<(&'static str, FileBytes)>>,
    /// The places of the files that were read, in order.
    read: Rc<RefCell<Vec<usize>>>,
}

impl Page {
    fn new(attached: Vec<(&'static str, FileBytes)>) -> Page {
        Page { files: Files::default(), attached: Rc::new(attached), read: Rc::default() }
    }

    fn ask<A: Ask<Program = ToFiles>>(&mut self, question: A) -> A::Answer {
        let sent = message_bytes::write(&question.message()).expect("a question has bytes");
        let message = message_bytes::read(&sent).expect("the program reads it");
        let (attached, read) = (self.attached.clone(), self.read.clone());
        let read = move |place: usize, bytes_max: u64| {
            read.borrow_mut().push(place);
            match &attached[place].1 {
                Ok(bytes) if bytes.len() as u64 > bytes_max => Err(UnreadReason::TooLarge),
                bytes => bytes.clone(),
            }
        };
        let answer =
            self.files.reply(message, Box::new(read)).answer(Parts::default()).expect("an answer has bytes");
        assert!(answer.len() < MESSAGE_BYTES_MAX, "{} bytes", answer.len());
        message_bytes::read(&answer).expect("the page reads it")
    }

    fn open(&mut self, keys: Keys) -> <OpenItems as Ask>::Answer {
        let names = self.attached.iter().map(|(name, _)| (*name).to_owned()).collect();
        self.ask(OpenItems { names, keys })
    }

    fn parts(&mut self, file: &ItemFile, keys: Keys) -> Vec<ItemsPart> {
        let intake = Intake { form: file.form.clone(), source: None, keys };
        assert_eq!(self.ask(BeginItems { place: file.place, intake }), Ok(()));
        let mut parts: Vec<ItemsPart> = Vec::new();
        while !parts.last().is_some_and(|part| part.is_last) {
            parts.push(self.ask(NextItems).expect("a part"));
        }
        parts
    }
}

fn bytes(text: &str) -> FileBytes {
    Ok(text.as_bytes().to_vec())
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::fast());
    writer.write_all(text).expect("memory");
    writer.finish().expect("memory")
}

fn rows(count: usize) -> String {
    let rows: Vec<String> = (0..count).map(|row| format!("a,{row},\"note {row}, with a comma\"")).collect();
    format!("pk,sk,note\n{}\nb,none,no number\n", rows.join("\n"))
}

fn keys() -> Keys {
    Keys(vec![("pk".to_owned(), ScalarType::S), ("sk".to_owned(), ScalarType::N)])
}

#[test]
fn files_come_in_parts_and_each_is_in_memory_alone() {
    let lines = "{\"pk\":{\"S\":\"x\"},\"sk\":{\"N\":\"1\"}}\n".repeat(700);
    let mut page = Page::new(vec![
        ("a.csv", bytes(&rows(1_000))),
        ("b.json.gz", Ok(packed(lines.as_bytes()))),
        ("c.bin", Ok(vec![0xff, 0xfe])),
        ("d.json.gz", Ok(b"\x1f\x8b nothing".to_vec())),
    ]);
    let opened = page.open(keys());
    let unread = |name: &str, reason| (name.to_owned(), reason);
    assert_eq!(
        opened.unread,
        [unread("c.bin", UnreadReason::NotText), unread("d.json.gz", UnreadReason::NotGzip)]
    );
    assert_eq!(opened.files.iter().map(|file| file.form.name()).collect::<Vec<_>>(), ["csv", "dynamo-json"]);
    assert_eq!(*page.read.borrow(), [3, 2, 1, 0], "the first file is in memory for the look at it");
    let parts = page.parts(&opened.files[0], keys());
    assert_eq!(parts.iter().map(|part| part.lines.len()).sum::<usize>(), 1_000);
    assert_eq!(parts.iter().map(|part| part.wrong).sum::<u64>(), 1);
    let (line, problem) = &parts.last().expect("a part").problems[0];
    assert_eq!(
        (*line, problem.name.as_str(), problem.details[0].as_str()),
        (1_002, "mistake-not-of-type", "sk")
    );
    assert_eq!(page.read.borrow().len(), 4, "it was still there");
    let parts = page.parts(&opened.files[1], keys());
    assert_eq!(parts.iter().map(|part| part.lines.len()).sum::<usize>(), 700);
    assert_eq!(parts.last().map(|part| part.bytes_read as u64), Some(opened.files[1].bytes));
    assert_eq!(page.read.borrow()[4..], [1]);
    assert_eq!(page.ask(NextItems), Err(ItemsError::NotOpen), "there is no part after the last one");
}

#[test]
fn a_look_shows_the_first_records_and_proposes_a_key() {
    let mut page = Page::new(vec![("a.csv", bytes(&rows(600)))]);
    let opened = page.open(Keys::default());
    let file = &opened.files[0];
    let mut look = |keys: WantedKeys| {
        let question = LookAtItems { place: file.place, form: file.form.clone(), source: None, keys };
        page.ask(question).expect("the file is open")
    };
    let proposed = look(WantedKeys::OfNewTable(KeyChoice::default()));
    assert_eq!(proposed.keys, keys());
    assert_eq!(proposed.candidates.len(), 3);
    assert_eq!((proposed.rows.len(), proposed.rows[0].0), (20, 2));
    let first = proposed.rows[0].1.as_deref().expect("an item");
    assert!(first.contains("note 0, with a comma"), "{first}");
    let other = look(WantedKeys::OfTable(Keys(vec![("id".to_owned(), ScalarType::S)])));
    assert!(
        other.rows.iter().all(|(_, row)| row.as_ref().is_err_and(|why| why.name == "mistake-missing-key"))
    );
    let chosen = KeyChoice { partition: Some("note".to_owned()), sort: Some(String::new()) };
    assert_eq!(look(WantedKeys::OfNewTable(chosen)).keys.0[0].0, "note");
}

#[test]
fn what_is_not_open_is_told() {
    let mut page = Page::new(vec![("a.csv", bytes("a\n1\n"))]);
    assert_eq!(page.ask(NextItems), Err(ItemsError::NotOpen));
    let opened = page.open(Keys::default());
    page.parts(&opened.files[0], Keys::default());
    page.files = Files::default();
    assert_eq!(page.ask(NextItems), Err(ItemsError::NotOpen), "the program was ended");
}

/// A megabyte that would become a gigabyte.
#[test]
fn a_bomb_is_refused_with_its_bound() {
    let member = packed(&vec![0; 1 << 20]);
    let bomb = member.repeat(1_024);
    assert!(bomb.len() < 6 << 20, "{} bytes", bomb.len());
    let mut declared = packed(&vec![b'x'; 300 << 10]);
    let end = declared.len() - 4;
    declared[end..].copy_from_slice(&(300_u32 << 20).to_le_bytes());
    declared.splice(10..10, vec![0; 400 << 10]);
    let mut page = Page::new(vec![("bomb.json.gz", Ok(bomb)), ("declared.json.gz", Ok(declared))]);
    let opened = page.open(Keys::default());
    let refused = |name: &str| (name.to_owned(), UnreadReason::TooMuch(Bound::UnpackedItems));
    assert_eq!(opened.unread, [refused("bomb.json.gz"), refused("declared.json.gz")]);
    assert!(opened.files.is_empty());
}

#[test]
fn answers_stay_small_whatever_a_file_has() {
    let long = "n".repeat(2_000_000);
    let tables: Vec<String> =
        (0..600).map(|table| format!("\"t{table}\":[{{\"PutRequest\":{{\"Item\":{{}}}}}}]")).collect();
    let mut page = Page::new(vec![
        ("header.csv", bytes(&format!("{long},b\n1,2\n"))),
        ("name.json", bytes(&format!("{{\"{long}\":{{\"N\":\"x\"}}}}"))),
        ("tables.json", bytes(&format!("{{{}}}", tables.join(",")))),
        ("value.json", bytes(&format!("{{\"TableName\":\"{long}\",\"Item\":{{\"a\":{{\"S\":\"x\"}}}}}}"))),
    ]);
    let opened = page.open(Keys::default());
    assert_eq!(
        opened.unread.iter().map(|(_, reason)| *reason).collect::<Vec<_>>(),
        [UnreadReason::TooMuch(Bound::NameBytes), UnreadReason::TooMuch(Bound::Tables)]
    );
    assert_eq!(opened.tables, Vec::<String>::new());
    for file in &opened.files {
        let keys = WantedKeys::OfNewTable(KeyChoice::default());
        let question = LookAtItems { place: file.place, form: file.form.clone(), source: None, keys };
        assert_eq!(page.ask(question).expect("the file is open").rows.len(), 1);
        page.parts(file, Keys::default());
    }
}
