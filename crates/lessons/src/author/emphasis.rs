//! Moves strong emphasis into links. Markdown needs a space or punctuation around `**[a](b)**`, which Japanese text does not
//! have. With the asterisks inside the link, each pair has letters on one side and a bracket on the other.

const OPEN: &str = "**[";
const MIDDLE: &str = "](";
const CLOSE: &str = ")**";

/// Replaces `**[text](target)**` by `[**text**](target)`, except in code.
pub fn with_strong_links(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut in_block = false;
    for line in markdown.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        }
        match in_block {
            true => out.push_str(line),
            // Between backquotes, every second piece is code.
            false => {
                for (place, piece) in line.split('`').enumerate() {
                    out.push_str(if place > 0 { "`" } else { "" });
                    match place % 2 {
                        0 => push_piece(piece, &mut out),
                        _ => out.push_str(piece),
                    }
                }
            }
        }
    }
    out
}

fn push_piece(piece: &str, out: &mut String) {
    let mut rest = piece;
    while let Some((before, after)) = rest.split_once(OPEN) {
        out.push_str(before);
        let link = after.split_once(MIDDLE).and_then(|(text, after)| {
            let (target, after) = after.split_once(CLOSE)?;
            let is_one = !text.contains([']', '[']) && !target.contains([')', '(', ' ']);
            is_one.then_some((text, target, after))
        });
        let Some((text, target, after)) = link else {
            out.push_str(OPEN);
            rest = after;
            continue;
        };
        out.push_str(&format!("[**{text}**]({target})"));
        rest = after;
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::with_strong_links;

    #[test]
    fn strong_links_need_no_spaces() {
        for (written, read) in [
            ("これは**[項目](term:item)**です。", "これは[**項目**](term:item)です。"),
            ("**[a](b)** (RCU), **[c](d)**", "[**a**](b) (RCU), [**c**](d)"),
            ("`**[a](b)**` **c** **[d](e)", "`**[a](b)**` **c** **[d](e)"),
            ("```\n**[a](b)**\n```\n**[a](b)**", "```\n**[a](b)**\n```\n[**a**](b)"),
            ("**[a] (b)**", "**[a] (b)**"),
        ] {
            assert_eq!(with_strong_links(written), read, "{written}");
        }
    }
}
