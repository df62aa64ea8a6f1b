//! The program `files` reads links and files as the libraries below it do, through the bytes of the messages.

use std::collections::BTreeMap;

use dynalab_design_formats::several::{self, NamedText, Outcome};
use dynalab_lessons::lesson::Figures;
use dynalab_lessons::{LessonId, Progress};
use dynalab_modeling::{Design, templates};
use dynalab_playground::message_bytes;
use dynalab_playground::share::document::Document;
use dynalab_playground::share::link;
use dynalab_programs::Ask;
use dynalab_programs::files::{
    DecodeLink, FILE_BOUND, FileBytes, FileProblem, Files, OpenDesignFiles, OpenDesignLink, OpenDocument,
    OpenProgress, PROGRESS_BYTES_MAX, Parts, ProgressProblem, ToFiles, UnreadReason,
};

const SHOP: &str = include_str!("../../../static/samples/shop.json");
const TERRAFORM: &str = r#"
resource "aws_dynamodb_table" "orders" {
  name     = "Orders"
  hash_key = "id"
  attribute {
    name = "id"
    type = "S"
  }
}"#;

/// Asks as the page does: the question and the answer pass as bytes.
fn ask<A: Ask<Program = ToFiles>>(question: A, attached: Vec<FileBytes>) -> A::Answer {
    let sent = message_bytes::write(&question.message()).expect("a question has bytes");
    let message: ToFiles = message_bytes::read(&sent).expect("the program reads it");
    let read =
        move |place: usize, _: u64| attached.get(place).cloned().unwrap_or(Err(UnreadReason::Unreadable));
    let answer = Files::default().reply(message, Box::new(read)).answer(Parts::all());
    let answer = answer.expect("an answer has bytes");
    message_bytes::read(&answer).expect("the page reads it")
}

fn opened(files: &[(&str, FileBytes)]) -> <OpenDesignFiles as Ask>::Answer {
    let names = files.iter().map(|(name, _)| (*name).to_owned()).collect();
    ask(
        OpenDesignFiles { names, given: BTreeMap::new() },
        files.iter().map(|(_, bytes)| bytes.clone()).collect(),
    )
}

fn bytes(text: &str) -> FileBytes {
    Ok(text.as_bytes().to_vec())
}

fn template(place: usize) -> (String, Design) {
    let text = templates::ALL[place].text;
    (text.to_owned(), dynalab_modeling::parse(text).expect("a template"))
}

#[test]
fn a_document_is_the_same_from_a_link_and_from_a_file() {
    let open = |text: &str| ask(OpenDocument { text: text.to_owned() }, Vec::new());
    let of_file = open(SHOP).expect("a document");
    let expected = Document::parse(SHOP).expect("a document");
    assert_eq!(Ok(of_file.document.clone()), expected.canonical());
    assert_eq!(of_file.has_requests, !expected.commands.is_empty());
    assert_eq!(of_file.shown.table, expected.show.table);
    assert_eq!(of_file.title.get("en"), expected.title.get("en"));
    let address = format!("https://example.com/play#{}", link::encode(SHOP));
    assert_eq!(open(&address), Ok(of_file));
}

#[test]
fn a_text_that_is_no_design_has_a_name_for_why() {
    let problem = |text: &str| {
        ask(OpenDocument { text: text.to_owned() }, Vec::new()).map_err(|problem| problem.name).err()
    };
    assert_eq!(problem("{").as_deref(), Some("not-a-document"));
    assert_eq!(problem("#d1.z9.AAAA").as_deref(), Some("unknown-codec"));
    assert_eq!(problem("words").as_deref(), Some("not-a-link"));
}

#[test]
fn links_have_texts_and_designs() {
    let text = "=== lesson 9.1-a\n日本語";
    let decode = |link: String| ask(DecodeLink { link }, Vec::new());
    assert_eq!(decode(link::encode(text)), Ok(text.to_owned()));
    let cut = link::encode(text).replace("d1.z1.", "d1.z1");
    assert!(decode(cut).is_err());
    let (document, design) = template(0);
    let open = |text: &str| ask(OpenDesignLink { link: link::encode(text) }, Vec::new());
    assert_eq!(open(&document).map(|read| read.design), Ok(design));
    let newer = open(r#"{"version": 9, "name": "x"}"#).map_err(|problem| problem.name).err();
    assert_eq!(newer.as_deref(), Some("newer-version"));
}

#[test]
fn one_file_is_a_design_in_any_format() {
    let (document, design) = template(1);
    let own = opened(&[("a.json", bytes(&document))]).expect("a design");
    assert_eq!(own.opened.design, Some(design.clone()));
    assert_eq!(own.opened.files[0].outcome.format(), Some("dynalab"));
    let as_link = opened(&[("a.txt", bytes(&link::encode(&document)))]).expect("a design");
    assert_eq!(as_link.opened.design, Some(design));
    let terraform = opened(&[("main.tf", bytes(TERRAFORM))]).expect("a design");
    assert_eq!(terraform.opened.files[0].outcome.format(), Some("terraform"));
    let expected = dynalab_design_formats::read(TERRAFORM).expect("a design");
    assert_eq!(terraform.opened.design, Some(expected.design));
    assert_eq!(terraform.opened.files[0].outcome.notes(), expected.notes);
}

#[test]
fn several_files_are_one_design_and_each_is_told() {
    let (document, _) = template(0);
    let texts =
        [("a.json", document.as_str()), ("main.tf", TERRAFORM), ("b.txt", "neither"), ("c.sql", "CREATE")];
    let mut files: Vec<(&str, FileBytes)> = texts.iter().map(|(name, text)| (*name, bytes(text))).collect();
    files.push(("gone.json", Err(UnreadReason::Unreadable)));
    files.push(("image.png", Ok(vec![0xff, 0xfe])));
    let several = opened(&files).expect("a design");
    let named = texts.map(|(name, text)| NamedText { name: name.to_owned(), text: text.to_owned() });
    assert_eq!(several.opened, several::open(&named));
    assert!(several.opened.files.iter().any(|file| matches!(file.outcome, Outcome::Refused(_))));
    let unread = |name: &str, reason| (name.to_owned(), FileProblem::Unread(reason));
    assert_eq!(
        several.unread,
        [unread("gone.json", UnreadReason::Unreadable), unread("image.png", UnreadReason::NotText)]
    );
}

#[test]
fn a_file_that_is_alone_is_refused_with_its_reason() {
    let refused = |bytes: FileBytes| opened(&[("a", bytes)]).err();
    let unread = |reason| Some(FileProblem::Unread(reason));
    assert_eq!(refused(Err(UnreadReason::TooLarge)), unread(UnreadReason::TooLarge));
    let most = usize::try_from(FILE_BOUND.most()).expect("small");
    assert_eq!(refused(Ok(vec![b' '; most + 1])), unread(UnreadReason::TooLarge));
    // A file can declare what it never becomes.
    let declares_two_gb = vec![0x1f, 0x8b, 8, 0, 0xff, 0xff, 0xff, 0x7f];
    assert_eq!(refused(Ok(declares_two_gb)), unread(UnreadReason::NotGzip));
    let declares_twenty_mb =
        [vec![0x1f, 0x8b, 8, 0], vec![0; 24_000], (20_u32 << 20).to_le_bytes().to_vec()].concat();
    assert_eq!(refused(Ok(declares_twenty_mb)), unread(UnreadReason::TooMuch(FILE_BOUND)));
    assert_eq!(refused(Ok(vec![0x1f, 0x8b, 0, 0, 0, 0])), unread(UnreadReason::NotGzip));
    match refused(bytes("words")) {
        Some(FileProblem::Refused(error)) => assert!(error.to_string().starts_with("The text has no format")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_progress_file_is_read_and_others_are_refused() {
    let open = |text: &str| ask(OpenProgress, vec![bytes(text)]);
    let mut progress = Progress::default();
    progress.record_solved(LessonId::lesson(1, 2), 1, Figures { requests: 3, ..Figures::default() }, 7);
    let text = serde_json::to_string(&progress).expect("JSON");
    assert_eq!(open(&text), Ok(progress));
    let deep =
        format!("{{\"format\":1,\"lessons\":{{\"1.1\":{{\"design\":{{\"tables\":[{0}", "[".repeat(400_000));
    for text in ["", "{}", "[]", "{\"format\":0,\"lessons\":{}}", "{\"format\":1,\"lessons\":7}", &deep] {
        let start: String = text.chars().take(60).collect();
        assert_eq!(open(text), Err(ProgressProblem::Unreadable), "{start}");
    }
    assert_eq!(open("{\"format\":2,\"lessons\":{},\"more\":1}"), Err(ProgressProblem::Newer));
    assert_eq!(ask(OpenProgress, Vec::new()), Err(ProgressProblem::Unreadable));
    assert_eq!(PROGRESS_BYTES_MAX, 1_000_000);
}
