//! Comma-separated values (RFC 4180), for spreadsheets and for Dynalab's own import.

/// A spreadsheet reads a text that begins with one of these as a formula. The wide forms are those of Japanese keyboards.
const OF_FORMULAS: [char; 11] =
    ['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
/// A field with one of these needs quotes, whichever delimiter its reader expects.
const NEEDS_QUOTES: [char; 9] = [',', '"', '\n', '\r', ';', '\t', '|', ':', '\u{feff}'];

/// Returns true if a spreadsheet could run the text. Spaces before a formula do not stop every program.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches(' ').starts_with(OF_FORMULAS) && !is_number(text)
}

/// Returns true for a plain number: it is no formula, and stays a number.
pub fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (number, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    digits(whole)
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

/// Returns the text as a spreadsheet shows it. An apostrophe marks a text that it would read as a formula.
fn guarded(text: &str) -> String {
    if is_formula(text) || text.starts_with('\'') { format!("'{text}") } else { text.to_owned() }
}

/// Returns the text of a field that [`row`] wrote: without the apostrophe before a formula or before another apostrophe.
pub fn unguarded(field: &str) -> &str {
    match field.strip_prefix('\'') {
        Some(text) if is_formula(text) || text.starts_with('\'') => text,
        _ => field,
    }
}

/// Appends a row without its line end.
pub fn row<'a>(fields: impl IntoIterator<Item = &'a str>, out: &mut String) {
    let start = out.len();
    for (place, field) in fields.into_iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        let field = guarded(field);
        if field.contains(NEEDS_QUOTES) {
            out.extend(["\"", &field.replace('"', "\"\""), "\""]);
        } else {
            out.push_str(&field);
        }
    }
    // An empty line is no row.
    if out.len() == start {
        out.push_str("\"\"");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(text: &str) -> String {
        let mut out = String::new();
        row([text, "x"], &mut out);
        out
    }

    #[test]
    fn formulas_have_an_apostrophe_and_numbers_do_not() {
        for text in ["=1+1", "+cmd", "@SUM(A1)", "-2+3", "  =1", "-", "+5", "\u{ff1d}1", "-inf", "-1e", "- 1"]
        {
            assert_eq!(field(text), format!("'{text},x"));
            assert_eq!(unguarded(&format!("'{text}")), text);
        }
        for text in ["\t=1", "\r=1", "\n=1"] {
            assert_eq!(field(text), format!("\"'{text}\",x"));
        }
        for number in ["-2", "-3.50", "0", "1e5", "-1.5E-7"] {
            assert_eq!(field(number), format!("{number},x"));
        }
        assert_eq!(field("'x"), "''x,x");
        assert_eq!(
            [unguarded("''x"), unguarded("'x"), unguarded("'=x"), unguarded("'")],
            ["'x", "'x", "=x", "'"]
        );
        assert_eq!(field("a;b"), "\"a;b\",x");
        let mut empty = String::new();
        row([""], &mut empty);
        assert_eq!(empty, "\"\"");
    }
}
