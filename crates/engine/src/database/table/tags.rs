//! Tags of a table or a stream: their order, and the rules of the service that stores them.

use dynalab_types::binary::{Malformed, Reader, Writer};
use serde::{Deserialize, Serialize};

use crate::error::SettingError;

/// The maximum for one resource, and for the keys of one UntagResource.
const TAGS_MAX: usize = 50;
const KEY_LENGTH_MAX: usize = 128;
const VALUE_LENGTH_MAX: usize = 256;
/// The maximum size of all keys and values of one resource.
const SIZE_MAX_BYTES: usize = 10_240;
const RESERVED_PREFIX: &str = "aws:";

/// One tag of a request. A missing member is an error of the tag, not of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedTag {
    pub key: Option<String>,
    pub value: Option<String>,
}

/// The tags of a resource, in the order in which they were added. Each key occurs once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Returns keys and values in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the tags with those of a request. An existing tag keeps its place.
    ///
    /// # Errors
    /// A tag is invalid, or there would be too many.
    pub fn with(mut self, requested: &[RequestedTag]) -> Result<Tags, SettingError> {
        let mut keys = Vec::with_capacity(requested.len());
        for RequestedTag { key, value } in requested {
            let key = fitting_key(key.as_deref())?;
            let value = fitting_value(value.as_deref())?;
            check_key(key, &mut keys)?;
            match self.0.iter_mut().find(|(known, _)| known == key) {
                Some((_, known)) => value.clone_into(known),
                None => self.0.push((key.to_owned(), value.to_owned())),
            }
        }
        if self.0.len() > TAGS_MAX {
            return Err(SettingError::TooManyTags);
        }
        let bytes = self.0.iter().map(|(key, value)| key.len() + value.len()).sum();
        if bytes > SIZE_MAX_BYTES {
            return Err(SettingError::TagsTooLarge { bytes, most: SIZE_MAX_BYTES });
        }
        Ok(self)
    }

    /// Returns the tags without some. A key that no tag has is not an error.
    pub fn without(mut self, keys: &[String]) -> Tags {
        self.0.retain(|(key, _)| !keys.contains(key));
        self
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.unsigned(self.0.len() as u64);
        for (key, value) in &self.0 {
            writer.text(key);
            writer.text(value);
        }
    }

    pub(crate) fn read(reader: &mut Reader) -> Result<Tags, Malformed> {
        let mut tags = Vec::new();
        for _ in 0..reader.count()? {
            tags.push((reader.text()?.to_owned(), reader.text()?.to_owned()));
        }
        Ok(Tags(tags))
    }
}

/// Checks the keys of an UntagResource.
///
/// # Errors
/// A key is invalid, or there are too many.
pub fn check_keys(requested: &[String]) -> Result<(), SettingError> {
    let mut keys = Vec::with_capacity(requested.len());
    for key in requested {
        check_key(fitting_key(Some(key))?, &mut keys)?;
    }
    if requested.len() > TAGS_MAX { Err(SettingError::TooManyTags) } else { Ok(()) }
}

/// Rejects a reserved key, and one that is among those before it.
fn check_key<'a>(key: &'a str, before: &mut Vec<&'a str>) -> Result<(), SettingError> {
    if key.get(..RESERVED_PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(RESERVED_PREFIX)) {
        return Err(SettingError::ReservedTagKey { key: key.to_owned() });
    }
    if before.contains(&key) {
        return Err(SettingError::DuplicateTagKey { key: key.to_owned() });
    }
    before.push(key);
    Ok(())
}

fn fitting_key(key: Option<&str>) -> Result<&str, SettingError> {
    let fitting = key.filter(|key| !key.is_empty() && has_fitting_letters(key, KEY_LENGTH_MAX));
    fitting.ok_or_else(|| SettingError::InvalidTagKey { key: shown(key) })
}

fn fitting_value(value: Option<&str>) -> Result<&str, SettingError> {
    let fitting = value.filter(|value| has_fitting_letters(value, VALUE_LENGTH_MAX));
    fitting.ok_or_else(|| SettingError::InvalidTagValue { value: shown(value) })
}

fn has_fitting_letters(text: &str, most: usize) -> bool {
    let fits =
        |letter: char| letter.is_alphanumeric() || letter.is_whitespace() || "+-=._:/@".contains(letter);
    text.chars().count() <= most && text.chars().all(fits)
}

fn shown(text: Option<&str>) -> String {
    text.unwrap_or("null").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(key: &str, value: &str) -> RequestedTag {
        RequestedTag { key: Some(key.to_owned()), value: Some(value.to_owned()) }
    }

    fn with(tags: &[(&str, &str)]) -> Result<Tags, SettingError> {
        let tags: Vec<RequestedTag> = tags.iter().map(|(key, value)| tag(key, value)).collect();
        Tags::default().with(&tags)
    }

    #[test]
    fn letters_of_any_script_fit_and_signs_outside_the_list_do_not() {
        for text in ["team", "チーム", "a b\u{a0}c\u{3000}d", "+-=._:/@", "١٢٣", "Straße", " x "] {
            assert_eq!(with(&[(text, text)]).map(|tags| tags.iter().count()), Ok(1), "{text}");
        }
        for letter in "#%,'(&*;?|\\<~!\"$)>[]^`{}\u{1f600}".chars() {
            let text = format!("a{letter}");
            assert_eq!(with(&[(&text, "")]), Err(SettingError::InvalidTagKey { key: text.clone() }));
            assert_eq!(with(&[("a", &text)]), Err(SettingError::InvalidTagValue { value: text.clone() }));
            assert_eq!(
                check_keys(std::slice::from_ref(&text)),
                Err(SettingError::InvalidTagKey { key: text })
            );
        }
    }

    #[test]
    fn lengths_count_characters_and_sizes_count_bytes() {
        let long = |letter: &str, count| letter.repeat(count);
        assert!(with(&[(&long("é", 128), &long("語", 256))]).is_ok());
        let key = long("é", 129);
        assert_eq!(with(&[(&key, "")]), Err(SettingError::InvalidTagKey { key: key.clone() }));
        let value = long("x", 257);
        assert_eq!(with(&[("k", &value)]), Err(SettingError::InvalidTagValue { value: value.clone() }));
        assert_eq!(with(&[("", "")]), Err(SettingError::InvalidTagKey { key: String::new() }));
        // 40 tags of 2 + 254 bytes fill the maximum.
        let tags = |count: usize| -> Vec<RequestedTag> {
            (0..count).map(|place| tag(&format!("{place:02}"), &long("x", 254))).collect()
        };
        let full = Tags::default().with(&tags(40)).unwrap();
        let bytes = 10_241;
        let most = 10_240;
        assert_eq!(full.clone().with(&[tag("k", "")]), Err(SettingError::TagsTooLarge { bytes, most }));
        assert!(full.with(&[tag("00", &long("y", 254))]).is_ok());
    }

    #[test]
    fn missing_members_are_shown_as_null() {
        let tags = |key: Option<&str>, value: Option<&str>| {
            let tag = RequestedTag { key: key.map(str::to_owned), value: value.map(str::to_owned) };
            Tags::default().with(&[tag])
        };
        assert_eq!(tags(None, Some("v")), Err(SettingError::InvalidTagKey { key: "null".into() }));
        assert_eq!(tags(Some("k"), None), Err(SettingError::InvalidTagValue { value: "null".into() }));
    }

    #[test]
    fn the_prefix_of_aws_is_reserved_in_any_case() {
        for key in ["aws:x", "Aws:x", "AWS:", "aWs:team"] {
            let reserved = || SettingError::ReservedTagKey { key: key.to_owned() };
            assert_eq!(with(&[(key, "v")]), Err(reserved()));
            assert_eq!(check_keys(&[key.to_owned()]), Err(reserved()));
        }
        for key in ["myaws:x", "aws", " aws:x", "aw:s", "äws:x"] {
            assert!(with(&[(key, "v")]).is_ok(), "{key}");
        }
    }

    #[test]
    fn keys_are_compared_as_they_are_and_keep_their_order() {
        assert_eq!(
            with(&[("b", "1"), ("a", "2"), ("b", "3")]),
            Err(SettingError::DuplicateTagKey { key: "b".into() })
        );
        let tags = with(&[("b", "1"), ("a", "2"), ("B", "3"), (" b", "4")]).unwrap();
        let tags = tags.with(&[tag("c", "5"), tag("a", "6")]).unwrap();
        let shown: Vec<_> = tags.iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(shown, ["b=1", "a=6", "B=3", " b=4", "c=5"]);
        let left = tags.without(&["B".to_owned(), "nothing".to_owned(), "b".to_owned()]);
        assert_eq!(left.iter().map(|(key, _)| key).collect::<Vec<_>>(), ["a", " b", "c"]);
    }

    #[test]
    fn fifty_tags_fit() {
        let tags = |from: usize, to: usize| -> Vec<RequestedTag> {
            (from..to).map(|place| tag(&place.to_string(), "")).collect()
        };
        assert_eq!(Tags::default().with(&tags(0, 51)), Err(SettingError::TooManyTags));
        let fifty = Tags::default().with(&tags(0, 50)).unwrap();
        assert!(fifty.clone().with(&tags(10, 50)).is_ok());
        assert_eq!(fifty.with(&tags(49, 51)), Err(SettingError::TooManyTags));
        let keys = |count: usize| -> Vec<String> { (0..count).map(|place| place.to_string()).collect() };
        assert_eq!(check_keys(&keys(50)), Ok(()));
        assert_eq!(check_keys(&keys(51)), Err(SettingError::TooManyTags));
    }

    #[test]
    fn bytes_come_back() {
        let tags = with(&[("b", "1"), ("a", "")]).unwrap();
        let mut writer = Writer::default();
        tags.write(&mut writer);
        assert_eq!(Tags::read(&mut Reader::new(&writer.bytes)), Ok(tags));
    }
}
