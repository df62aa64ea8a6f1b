//! The link of the design as a QR code, for a phone's camera.

use std::fmt::Write as _;

use dynalab_app::design::editor::Change;
use qrcode::{Color, EcLevel, QrCode};
use yew::prelude::*;

use super::design_context::DesignContext;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

/// The width of the light border that a QR reader needs, in squares.
const QUIET_ZONE: usize = 4;

pub fn view(desk: &DesignContext) -> Html {
    if !desk.editor.shows_code {
        return html! {};
    }
    let close = desk.changes(|| Change::ShowCode(false));
    let side = desk.button(words::DESIGN_CLOSE_QR_CODE, Some(Icon::Cross), close);
    let code = desk.editor.link.as_ref().map(|link| Squares::from_text(link));
    let body = match code {
        None => html! { <p class="design-note">{ desk.text(words::DESIGN_QR_CODE_WAITS) }</p> },
        Some(None) => {
            html! {
                <p class="finding finding--warn" data-testid="design-qr-code-too-long">
                    { Icon::Warning.draw() }<span>{ desk.text(words::DESIGN_QR_CODE_TOO_LONG) }</span>
                </p>
            }
        }
        Some(Some(squares)) => html! {
            <>
                <svg
                    class="design-code" viewBox={format!("0 0 {0} {0}", squares.width)} role="img" aria-label={desk.text(words::DESIGN_QR_CODE)}
                    data-testid="design-qr-code" shape-rendering="crispEdges"
                >
                    <path class="design-code-light" d={format!("M0 0h{0}v{0}h-{0}z", squares.width)} />
                    <path class="design-code-dark" d={squares.path} />
                </svg>
                <p class="design-note">{ desk.text(words::DESIGN_QR_CODE_ABOUT) }</p>
            </>
        },
    };
    desk.panel(words::DESIGN_QR_CODE, html! {}, side, html! { <div class="panel-body">{ body }</div> })
}

struct Squares {
    /// The width with the quiet zone on both sides, in squares.
    width: usize,
    /// The SVG path of the dark squares.
    path: String,
}

impl Squares {
    /// Encodes a text. Returns none if it is too long for a QR code. The lowest error correction holds the most characters.
    fn from_text(text: &str) -> Option<Squares> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let (width, colors) = (code.width(), code.to_colors());
        let mut path = String::new();
        for (row, colors) in colors.chunks(width).enumerate() {
            for (column, _) in colors.iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
                // Writing to a `String` cannot fail.
                let _ = write!(path, "M{} {}h1v1h-1z", column + QUIET_ZONE, row + QUIET_ZONE);
            }
        }
        Some(Squares { width: width + 2 * QUIET_ZONE, path })
    }
}

#[cfg(test)]
mod tests {
    use super::Squares;

    #[test]
    fn a_link_becomes_squares_until_it_is_too_long() {
        let short = Squares::from_text("https://example.org/").expect("a code");
        assert_eq!(short.width, 25 + 8, "a code of version 2 in its quiet zone");
        // The finder in the upper left corner begins with seven dark squares.
        assert!(short.path.starts_with("M4 4h1v1h-1zM5 4h1v1h-1z"), "{}", &short.path[..40]);
        assert!(Squares::from_text(&"a".repeat(2_900)).is_some());
        assert!(Squares::from_text(&"a".repeat(3_000)).is_none());
    }
}
