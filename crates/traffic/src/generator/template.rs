//! A string with placeholders.
//!
//! | placeholder | result |
//! |---|---|
//! | `{n}` | the number of the item, from zero |
//! | `{n/10}` `{n%10}` `{n*10}` `{n+1}` | computed from left to right; several steps are allowed |
//! | `{5..90}` | a random integer, both ends included |
//! | `{red|green|blue}` | one of the words |
//! | `{hex:8}` | this number of hexadecimal digits |
//! | `{zipf 1..20}` `{zipf red|green}` | the first is the most frequent, the second half as frequent, the third a third as frequent |
//! | `{date 2026-01-01..2026-04-01}` | a time as ISO 8601 in UTC, from the first to before the second |
//! | `{day …}` `{epoch …}` | its date; its epoch seconds |
//! | `{name}` `{word}` | a first name; a word |
//! | `{=station}` | the value of another attribute of the item, only in generated items |
//! | `{{` `}}` | a brace |
//!
//! `:4` at the end of a number pads it with zeros to four digits.

use std::fmt;

use dynalab_types::iso_time;

use super::{Draw, words};

/// The maximum size of a placeholder's result, and of the whole string.
const TEXT_MAX_BYTES: usize = 4_096;
const WIDTH_MAX: usize = 40;
/// The prefix of a placeholder that is drawn by Zipf's law.
const ZIPF: &str = "zipf ";
/// The number of characters of `2026-01-31`.
const DAY_LENGTH: usize = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateError {
    /// A brace has no matching brace.
    Unclosed,
    /// The placeholder is unknown.
    UnknownGap {
        gap: String,
    },
    /// A division by zero, or a number of more than 63 bits.
    OutOfRange {
        gap: String,
    },
    TooLong,
}

pub(crate) struct Template<'a> {
    pieces: Vec<Piece<'a>>,
}

enum Piece<'a> {
    Text(&'a str),
    Gap(&'a str),
}

impl<'a> Template<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Template<'a>, TemplateError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, brace) = rest.split_at(at);
            pieces.push(Piece::Text(before));
            if brace.starts_with("{{") || brace.starts_with("}}") {
                pieces.push(Piece::Text(&brace[..1]));
                rest = &brace[2..];
                continue;
            }
            let end = brace.find('}').filter(|_| brace.starts_with('{')).ok_or(TemplateError::Unclosed)?;
            pieces.push(Piece::Gap(&brace[1..end]));
            rest = &brace[end + 1..];
        }
        pieces.push(Piece::Text(rest));
        Ok(Template { pieces })
    }

    /// Returns true if the template can have different results for one number.
    pub(crate) fn is_drawn(&self) -> bool {
        let by_chance = |gap: &str| {
            gap.contains('|') || gap.contains("..") || gap.starts_with("hex") || words::list(gap).is_some()
        };
        self.pieces.iter().any(|piece| matches!(piece, Piece::Gap(gap) if by_chance(gap)))
    }

    pub(crate) fn fill(&self, number: u64, draw: &mut Draw) -> Result<String, TemplateError> {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Gap(gap) => fill_gap(gap, number, draw, &mut text)?,
            }
            if text.len() > TEXT_MAX_BYTES {
                return Err(TemplateError::TooLong);
            }
        }
        Ok(text)
    }
}

fn fill_gap(gap: &str, number: u64, draw: &mut Draw, text: &mut String) -> Result<(), TemplateError> {
    let unknown = || TemplateError::UnknownGap { gap: gap.to_owned() };
    if let Some((kind, range)) = gap.split_once(' ')
        && let Some(kind) = TimeKind::of_name(kind)
    {
        return fill_time(gap, kind, range, draw, text);
    }
    if let Some(words) = words::list(gap) {
        text.push_str(words[draw.below(words.len() as u64) as usize]);
        return Ok(());
    }
    let (pick, gap): (fn(&mut Draw, u64) -> u64, &str) = match gap.strip_prefix(ZIPF) {
        Some(rest) => (Draw::below_by_zipf, rest),
        None => (Draw::below, gap),
    };
    if gap.contains('|') {
        let choices = gap.split('|');
        let chosen = pick(draw, choices.clone().count() as u64) as usize;
        text.push_str(choices.into_iter().nth(chosen).unwrap_or_default());
        return Ok(());
    }
    let (what, width) = match gap.rsplit_once(':') {
        None => (gap, 0),
        Some((what, width)) => {
            let width = whole(width).and_then(|width| usize::try_from(width).ok());
            (what, width.filter(|width| *width <= WIDTH_MAX).ok_or_else(unknown)?)
        }
    };
    if what == "hex" && width > 0 {
        (0..width).for_each(|_| text.push(char::from(b"0123456789abcdef"[draw.below(16) as usize])));
        return Ok(());
    }
    let value = if let Some((first, last)) = what.split_once("..") {
        let (first, last) = (signed(first).ok_or_else(unknown)?, signed(last).ok_or_else(unknown)?);
        let span = last.checked_sub(first).filter(|span| *span >= 0 && *span < i64::MAX);
        let span = span.ok_or_else(|| TemplateError::OutOfRange { gap: gap.to_owned() })?;
        first + pick(draw, span as u64 + 1) as i64
    } else {
        let steps = what.strip_prefix('n').ok_or_else(unknown)?;
        reckon(number, steps, gap)?
    };
    write_filled(value, width, text);
    Ok(())
}

#[derive(Clone, Copy)]
enum TimeKind {
    /// `2026-01-31T09:00:00Z`.
    DateTime,
    /// `2026-01-31`.
    Day,
    /// Seconds since 1970.
    Epoch,
}

impl TimeKind {
    fn of_name(name: &str) -> Option<TimeKind> {
        Some(match name {
            "date" => TimeKind::DateTime,
            "day" => TimeKind::Day,
            "epoch" => TimeKind::Epoch,
            _ => return None,
        })
    }
}

fn fill_time(
    gap: &str,
    kind: TimeKind,
    range: &str,
    draw: &mut Draw,
    text: &mut String,
) -> Result<(), TemplateError> {
    let ends = range
        .split_once("..")
        .and_then(|(first, end)| Some((iso_time::parse(first)?, iso_time::parse(end)?)));
    let (first, end) = ends.ok_or_else(|| TemplateError::UnknownGap { gap: gap.to_owned() })?;
    let span = u64::try_from(end - first).ok().filter(|span| *span > 0);
    let span = span.ok_or_else(|| TemplateError::OutOfRange { gap: gap.to_owned() })?;
    let seconds = first + draw.below(span) as i64;
    match kind {
        TimeKind::DateTime => text.push_str(&iso_time::print(seconds)),
        TimeKind::Day => text.push_str(&iso_time::print(seconds)[..DAY_LENGTH]),
        TimeKind::Epoch => text.push_str(&seconds.to_string()),
    }
    Ok(())
}

/// Returns the item's number after steps such as `/10%7`.
fn reckon(number: u64, steps: &str, gap: &str) -> Result<i64, TemplateError> {
    let mut value = i64::try_from(number).ok();
    let mut rest = steps;
    while let Some(step) = rest.chars().next() {
        let behind = &rest[step.len_utf8()..];
        let digits = behind.len() - behind.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let operand =
            whole(&behind[..digits]).ok_or_else(|| TemplateError::UnknownGap { gap: gap.to_owned() })?;
        value = match step {
            '+' => value.and_then(|value| value.checked_add(operand)),
            '*' => value.and_then(|value| value.checked_mul(operand)),
            '/' => value.and_then(|value| value.checked_div(operand)),
            '%' => value.and_then(|value| value.checked_rem(operand)),
            _ => return Err(TemplateError::UnknownGap { gap: gap.to_owned() }),
        };
        rest = &behind[digits..];
    }
    value.ok_or_else(|| TemplateError::OutOfRange { gap: gap.to_owned() })
}

fn whole(text: &str) -> Option<i64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn signed(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(digits) => whole(digits).map(|value| -value),
        None => whole(text),
    }
}

fn write_filled(value: i64, width: usize, text: &mut String) {
    let digits = value.unsigned_abs().to_string();
    text.push_str(if value < 0 { "-" } else { "" });
    (digits.len()..width).for_each(|_| text.push('0'));
    text.push_str(&digits);
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TemplateError::Unclosed => {
                formatter.write_str("a brace has no other half. Close it, or write it twice.")
            }
            TemplateError::UnknownGap { gap } => write!(
                formatter,
                "there is no gap {{{gap}}}. There are {{n}}, {{n/10}}, {{n%10:4}}, {{1..9}}, {{a|b}}, {{hex:8}}, {{zipf 1..9}}, {{date 2026-01-01..2026-02-01}}, {{day …}}, {{epoch …}}, {{name}} and {{word}}."
            ),
            TemplateError::OutOfRange { gap } => {
                write!(formatter, "{{{gap}}} is no number. Choose smaller numbers, and no division by zero.")
            }
            TemplateError::TooLong => {
                write!(formatter, "it makes more than {TEXT_MAX_BYTES} bytes. Shorten it.")
            }
        }
    }
}
