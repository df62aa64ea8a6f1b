//! Reads numbers as a person writes them.

/// Returns a number that a person wrote as programs read it: with a decimal point, without commas between thousands, and in
/// ordinary digits. Returns any other text unchanged.
pub fn plain_number(answer: &str) -> String {
    let folded = answer.chars().map(|letter| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '、' | '،' => ',',
        '。' => '.',
        _ => letter,
    });
    let answer: String = folded.collect();
    let is_number = answer.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, ',' | '.' | '-'));
    let parts: Vec<&str> = answer.split(',').collect();
    let is_group = |part: &&str| part.split('.').next().is_some_and(|digits| digits.len() == 3);
    match parts.as_slice() {
        _ if !is_number => answer,
        // A comma before three digits is between thousands, unless it stands behind a zero.
        [whole, groups @ ..]
            if !groups.is_empty() && !matches!(*whole, "0" | "-0") && groups.iter().all(is_group) =>
        {
            answer.replace(',', "")
        }
        [whole, rest] if !rest.contains('.') => format!("{whole}.{rest}"),
        _ => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_comma_is_a_decimal_point() {
        for (written, number) in [
            ("0,5", "0.5"),
            ("12,25", "12.25"),
            ("0,125", "0.125"),
            ("１２．５", "12.5"),
            ("1,000", "1000"),
            ("12,345,678", "12345678"),
            ("1,234.5", "1234.5"),
            ("-0,5", "-0.5"),
            ("0.5", "0.5"),
            ("a,b", "a,b"),
            ("1,5.2", "1,5.2"),
        ] {
            assert_eq!(plain_number(written), number, "{written}");
        }
    }
}
