//! The files of a zip: what a project has as one file.

use std::io::Cursor;

use dynalab_design_formats::several::{FILES_MAX, NamedText};
use dynalab_types::charged_read::{ReadError, read_charged};
use dynalab_types::{Bound, Budget};
use zip::ZipArchive;

use super::UnreadReason;

const BEGIN: &[u8] = b"PK\x03\x04";
/// Folders of tools. A person wrote none of their files.
const FOLDERS_OF_TOOLS: [&str; 5] = ["node_modules", "__MACOSX", ".git", ".terraform", ".serverless"];
/// Bytes of the directory's entry of a file, at least.
const ENTRY_BYTES: usize = 46;

/// The texts of a zip, and the names of its files that have none.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Unpacked {
    pub texts: Vec<NamedText>,
    pub unread: Vec<(String, UnreadReason)>,
}

pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGIN)
}

/// Unpacks the files of a zip, in its order, without folders of tools.
///
/// # Errors
/// Returns the reason if the file is no zip, or if its files would become too much.
pub fn unpack(bytes: &[u8], most: Bound) -> Result<Unpacked, UnreadReason> {
    // What the directory becomes is a small multiple of its bytes.
    let entries = bytes.len() / ENTRY_BYTES;
    Bound::Names
        .check(entries.min(declared_entries(bytes)))
        .map_err(|refusal| UnreadReason::TooMuch(refusal.bound))?;
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| UnreadReason::NotZip)?;
    let budget = Budget::of_bytes(most);
    let mut unpacked = Unpacked::default();
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).map_err(|_| UnreadReason::NotZip)?;
        let name = file.name().to_owned();
        if file.is_dir() || is_of_tool(&name) {
            continue;
        }
        if unpacked.texts.len() == FILES_MAX {
            unpacked.unread.push((name, UnreadReason::TooMany));
            continue;
        }
        let mut content = Vec::new();
        match read_charged(&mut file, &budget, &mut content) {
            Ok(()) => match String::from_utf8(content) {
                Ok(text) => unpacked.texts.push(NamedText { name, text }),
                Err(_) => unpacked.unread.push((name, UnreadReason::NotText)),
            },
            Err(ReadError::TooMuch(refusal)) => return Err(UnreadReason::TooMuch(refusal.bound)),
            Err(ReadError::Failed(_)) => unpacked.unread.push((name, UnreadReason::NotZip)),
        }
    }
    Ok(unpacked)
}

/// Returns the number of files that the end of a zip declares.
fn declared_entries(bytes: &[u8]) -> usize {
    const END: [u8; 4] = *b"PK\x05\x06";
    let end = bytes.windows(END.len()).rposition(|window| window == END);
    let count = end.and_then(|end| bytes.get(end + 10..end + 12)?.try_into().ok());
    count.map_or(usize::MAX, |count| usize::from(u16::from_le_bytes(count)))
}

/// Returns true for the path of a file that a tool wrote.
pub fn is_of_tool(name: &str) -> bool {
    name.split('/').any(|part| FOLDERS_OF_TOOLS.contains(&part)) || name.contains("cdk.out/.cache/")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("memory");
            writer.write_all(content).expect("memory");
        }
        writer.finish().expect("memory").into_inner()
    }

    fn names(unpacked: &Unpacked) -> Vec<&str> {
        unpacked.texts.iter().map(|text| text.name.as_str()).collect()
    }

    #[test]
    fn the_texts_of_a_project_are_unpacked() {
        let packed = zip(&[
            ("app/main.tf", b"a"),
            ("app/node_modules/x/index.js", b"b"),
            ("app/picture.png", &[0xff, 0xfe]),
            ("app/modules/dynamo/main.tf", b"c"),
        ]);
        assert!(is_zip(&packed));
        let unpacked = unpack(&packed, Bound::UnpackedFile).expect("it is a zip");
        assert_eq!(names(&unpacked), ["app/main.tf", "app/modules/dynamo/main.tf"]);
        assert_eq!(unpacked.unread, [("app/picture.png".to_owned(), UnreadReason::NotText)]);
    }

    #[test]
    fn a_zip_that_is_damaged_or_becomes_too_much_is_refused() {
        let packed = zip(&[("a.tf", &vec![b'x'; 10_000])]);
        assert_eq!(unpack(&packed, Bound::NameBytes), Err(UnreadReason::TooMuch(Bound::NameBytes)));
        assert_eq!(unpack(&packed[..packed.len() - 10], Bound::UnpackedFile), Err(UnreadReason::NotZip));
        assert_eq!(unpack(b"PK\x03\x04", Bound::UnpackedFile), Err(UnreadReason::NotZip));
        for place in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[place] ^= 0x55;
            drop(unpack(&damaged, Bound::UnpackedFile));
        }
        let bomb = zip(&[("a.tf", &vec![b'x'; 18 << 20]), ("b.tf", b"")]);
        assert!(bomb.len() < 30_000);
        assert_eq!(unpack(&bomb, Bound::UnpackedFile), Err(UnreadReason::TooMuch(Bound::UnpackedFile)));
    }

    #[test]
    fn files_beyond_the_most_are_named() {
        let named: Vec<String> = (0..FILES_MAX + 2).map(|number| format!("{number}.tf")).collect();
        let files: Vec<(&str, &[u8])> = named.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
        let unpacked = unpack(&zip(&files), Bound::UnpackedFile).expect("it is a zip");
        assert_eq!(unpacked.texts.len(), FILES_MAX);
        assert_eq!(unpacked.unread.len(), 2);
    }
}
