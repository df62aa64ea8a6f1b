//! Formats code: a piece that fits stays on one line, otherwise each part has its own line.

const WIDTH: usize = 92;

/// A piece of code.
pub enum Piece {
    Word(String),
    /// A prefix of a piece, such as a name and a colon.
    Led(String, Box<Piece>),
    /// Comma-separated parts in brackets. `open` and `close` include the spaces that one line needs.
    Group {
        open: String,
        parts: Vec<Piece>,
        close: String,
    },
    /// A head and the calls on it.
    Chain {
        head: String,
        calls: Vec<Piece>,
    },
}

impl Piece {
    pub fn word(text: impl Into<String>) -> Piece {
        Piece::Word(text.into())
    }

    pub fn led(lead: impl Into<String>, piece: Piece) -> Piece {
        Piece::Led(lead.into(), Box::new(piece))
    }

    pub fn group(open: impl Into<String>, parts: Vec<Piece>, close: impl Into<String>) -> Piece {
        Piece::Group { open: open.into(), parts, close: close.into() }
    }
}

#[derive(Clone, Copy)]
pub struct Style {
    pub step: &'static str,
    /// The text after the last part if each part has its own line.
    pub last: &'static str,
}

pub fn print(piece: &Piece, style: Style) -> String {
    let mut out = String::new();
    write(piece, style, 0, &mut out);
    out
}

fn write(piece: &Piece, style: Style, level: usize, out: &mut String) {
    let line_start = out.rfind('\n').map_or(0, |newline| newline + 1);
    let used = out[line_start..].chars().count();
    let mut line = String::new();
    if flat(piece, WIDTH.saturating_sub(used), &mut line) {
        out.push_str(&line);
        return;
    }
    match piece {
        Piece::Word(text) => out.push_str(text),
        Piece::Led(lead, piece) => {
            out.push_str(lead);
            write(piece, style, level, out);
        }
        // A single part has no line breaks inside its brackets.
        Piece::Group { open, parts, close } if is_alone(parts) => {
            out.push_str(open.trim_end());
            parts.iter().for_each(|part| write(part, style, level, out));
            out.push_str(close.trim_start());
        }
        Piece::Group { open, parts, close } => {
            out.push_str(open.trim_end());
            for (index, part) in parts.iter().enumerate() {
                new_line(style, level + 1, out);
                write(part, style, level + 1, out);
                out.push_str(if index + 1 < parts.len() { "," } else { style.last });
            }
            if !parts.is_empty() {
                new_line(style, level, out);
            }
            out.push_str(close.trim_start());
        }
        Piece::Chain { head, calls } => {
            out.push_str(head);
            for call in calls {
                new_line(style, level + 1, out);
                write(call, style, level + 1, out);
            }
        }
    }
}

fn is_alone(parts: &[Piece]) -> bool {
    matches!(parts, [Piece::Group { .. } | Piece::Chain { .. }])
}

fn new_line(style: Style, level: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n(style.step, level));
}

/// Writes a piece on one line. Returns false if it does not fit.
fn flat(piece: &Piece, space: usize, out: &mut String) -> bool {
    match piece {
        Piece::Word(text) => out.push_str(text),
        Piece::Led(lead, piece) => {
            out.push_str(lead);
            return flat(piece, space, out);
        }
        Piece::Group { open, parts, close } => {
            out.push_str(if parts.is_empty() { open.trim_end() } else { open });
            for (index, part) in parts.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                if !flat(part, space, out) {
                    return false;
                }
            }
            out.push_str(if parts.is_empty() { close.trim_start() } else { close });
        }
        Piece::Chain { head, calls } => {
            out.push_str(head);
            for call in calls {
                if !flat(call, space, out) {
                    return false;
                }
            }
        }
    }
    out.chars().count() <= space
}
