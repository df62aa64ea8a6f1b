//! Valid links, invalid links, and thousands of damaged links, which must not cause a panic.

use dynalab_types::json::FormError;

use super::*;

const DOCUMENT: &str =
    "{\"format\":\"dynalab\",\"version\":1,\"tables\":[\n{\"create\":{\"TableName\":\"A\"}}]}\n";
const CASES: u64 = 2_000;

fn damage(link: &str) -> Damage {
    match decode(link) {
        Err(LinkError::Damaged { damage }) => damage,
        other => panic!("{link}: {other:?}"),
    }
}

/// SplitMix64: every run has the same cases.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }

    /// Changes, removes or inserts one to four bytes, or truncates the bytes.
    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let place = self.below(bytes.len().max(1));
            match self.below(5) {
                _ if bytes.is_empty() => bytes.push(self.next() as u8),
                0 => bytes[place] ^= 1 << self.below(8),
                1 => bytes[place] = self.next() as u8,
                2 => drop(bytes.remove(place)),
                3 => bytes.insert(place, self.next() as u8),
                _ => bytes.truncate(place),
            }
        }
    }
}

#[test]
fn a_link_opens_however_it_was_copied() {
    let link = encode(DOCUMENT);
    assert!(link.starts_with("d1.z1."));
    let (first, second) = link.split_at(20);
    for copied in [
        link.clone(),
        format!("#{link}"),
        format!("https://dynalab.example/play#{link}"),
        format!(" <https://dynalab.example/#{link}>.\n"),
        format!("{first}\r\n  {second}"),
    ] {
        assert_eq!(decode(&copied).as_deref(), Ok(DOCUMENT), "{copied}");
    }
}

#[test]
fn a_link_that_cannot_be_opened_says_why() {
    let link = encode(DOCUMENT);
    let cut = &link[..link.len() - 8];
    assert_eq!(damage(cut), Damage::CutOff);
    assert_eq!(damage("#d1"), Damage::CutOff);
    assert_eq!(damage("#d1.z1"), Damage::CutOff);
    assert_eq!(damage("#d1.z1.AAAA"), Damage::CutOff);
    assert_eq!(damage(&format!("{}*{}", &link[..10], &link[10..])), Damage::Character { place: 5 });
    assert_eq!(damage(&format!("{link}AAAA")), Damage::Compressed);
    let other = encode(&DOCUMENT.replace("\"A\"", "\"B\""));
    assert_eq!(damage(&format!("{}{}", &link[..10], &other[10..])), Damage::Checksum);
    for text in ["", "#", "https://dynalab.example/play", "#section", "#d0.z1.AAAA", "#dx.z1.AAAA"] {
        assert_eq!(decode(text), Err(LinkError::NotALink), "{text}");
    }
    assert_eq!(decode("#d2.q7.!!!!x"), Err(LinkError::NewerVersion { version: 2 }));
    assert_eq!(decode("#d1.q7.AAAA"), Err(LinkError::UnknownCodec { codec: "q7".to_owned() }));
    let long = format!("#d1.z1.{}", "A".repeat(LINK_MAX_CHARACTERS));
    assert_eq!(decode(&long), Err(LinkError::TooLarge { characters: long.len() }));
}

#[test]
fn what_a_link_holds_is_bounded_and_judged() {
    let bomb = encode(&" ".repeat(16 * 1024 * 1024));
    assert!(bomb.len() < LINK_MAX_CHARACTERS);
    let too_large = DocumentError::TooLarge { bytes: TEXT_MAX_BYTES + 1 };
    assert_eq!(decode(&bomb), Err(LinkError::NotADocument { error: too_large }));
    let deep = document_of(&encode(&"[".repeat(1_000_000)));
    assert!(matches!(
        deep,
        Err(LinkError::NotADocument { error: DocumentError::Form(FormError::NotJson { .. }) })
    ));
    let newer = document_of(&encode("{\"format\":\"dynalab\",\"version\":9}"));
    assert_eq!(newer, Err(LinkError::NewerVersion { version: 9 }));
    assert!(document_of(&encode(DOCUMENT)).is_ok());
}

#[test]
fn each_error_says_what_to_do() {
    for (error, name, sentence) in [
        (
            LinkError::Damaged { damage: Damage::CutOff },
            "cut-off",
            "The link is damaged: its end is missing. Copy it again from where it came, to its very end.",
        ),
        (
            LinkError::Damaged { damage: Damage::Character { place: 3 } },
            "damaged",
            "The link is damaged: character 3 of its last part is none that a link has. Copy it again from where it \
             came, to its very end.",
        ),
        (
            LinkError::NewerVersion { version: 2 },
            "newer-version",
            "The link has version 2, which this page does not read yet. Reload the page to get a newer one.",
        ),
        (
            LinkError::NotADocument { error: DocumentError::NothingInside },
            "not-a-document",
            "What the link holds cannot be opened. The design has neither tables nor commands. Add a table.",
        ),
    ] {
        assert_eq!((error.name(), error.to_string().as_str()), (name, sentence));
    }
}

#[test]
fn every_text_comes_back() {
    let mut random = Random(1);
    for case in 0..CASES / 4 {
        let length = random.below(if case % 50 == 0 { 100_000 } else { 2_000 });
        // The texts are repetitive, contain words of the dictionary, or neither.
        let mut text = String::new();
        while text.len() < length {
            match random.below(4) {
                0 => text.push_str("\"AttributeName\":\"PK\""),
                1 => text.push(char::from(b' ' + random.below(95) as u8)),
                2 => text.extend(char::from_u32(random.below(0x11_0000) as u32)),
                _ => text.push_str("{\"S\":\"ORDER#日本\"}"),
            }
        }
        let link = encode(&text);
        assert_eq!(decode(&link).as_deref(), Ok(text.as_str()));
        assert_eq!(encode(&text), link);
    }
}

/// Opens a link. The result must be a document or an error with a message; a panic fails the test.
fn can_open(link: &str) -> bool {
    match document_of(link) {
        Ok(document) => document.requests().is_ok() && document.canonical().is_ok(),
        Err(error) => {
            assert!(error.to_string().ends_with('.'), "{error}");
            false
        }
    }
}

#[test]
fn broken_links_do_no_harm() {
    let mut random = Random(2);
    let link = encode(include_str!("../../../tests/fixtures/every_part.dynalab.json"));
    let payload = BASE64.decode(&link["d1.z1.".len()..]).unwrap();
    let mut opened = 0;
    for _ in 0..CASES {
        // Damage to the text of the link.
        let mut typed = link.clone().into_bytes();
        random.mutate(&mut typed);
        opened += u64::from(can_open(&String::from_utf8_lossy(&typed)));
        // Damage to the compressed data.
        let mut packed = payload.clone();
        random.mutate(&mut packed);
        opened += u64::from(can_open(&format!("d1.z1.{}", BASE64.encode(packed))));
        // Random data after a valid beginning.
        let length = random.below(300);
        opened += u64::from(can_open(&format!("d1.z1.{}", BASE64.encode(random.bytes(length)))));
    }
    // Some changes have no effect, such as a bracket after the address. So a few links still open.
    assert!(opened < CASES / 100, "{opened} of {CASES} broken links were opened");
}

#[test]
fn broken_documents_do_no_harm() {
    let mut random = Random(3);
    let text = include_str!("../../../tests/fixtures/every_part.dynalab.json");
    for _ in 0..CASES {
        let mut bytes = text.as_bytes().to_vec();
        random.mutate(&mut bytes);
        can_open(&encode(&String::from_utf8_lossy(&bytes)));
    }
}
