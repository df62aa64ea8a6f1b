//! Writes inputs into a link and reads them: `name=value`, joined by "&", without inputs at their initial values. An input of a
//! design has the design's letter before its name: `b.shards=400`.

use super::{Choice, Input, Inputs, Number, Side};
use crate::calculator::hours_text;
use crate::calculator::link_text::{load_of_part, load_part};

const DRAWN: &str = "drawn";
const OFFERED: &str = "offered";

fn sides(input: impl Input) -> &'static [Side] {
    if input.is_shared() { &[Side::A] } else { &Side::ALL }
}

fn name(input: impl Input, name: &str, side: Side) -> String {
    if input.is_shared() { name.to_owned() } else { format!("{}.{name}", side.name()) }
}

/// Returns the name of the part with the load of a side.
fn offered_name(side: Side) -> String {
    format!("{}.{OFFERED}", side.name())
}

impl Inputs {
    /// Writes the link. Empty for the initial inputs.
    pub fn write_link(&self) -> String {
        let start = Inputs::default();
        let mut parts = Vec::new();
        for choice in Choice::ALL {
            for side in sides(*choice).iter().copied() {
                if self.choice(side, *choice) != start.choice(side, *choice) {
                    parts.push(format!(
                        "{}={}",
                        name(*choice, choice.name(), side),
                        self.option(side, *choice)
                    ));
                }
            }
        }
        for number in Number::ALL {
            for side in sides(*number).iter().copied() {
                if self.number(side, *number) != start.number(side, *number) {
                    parts.push(format!(
                        "{}={}",
                        name(*number, number.name(), side),
                        self.number(side, *number)
                    ));
                }
            }
        }
        if self.is(Side::A, Choice::Curve, DRAWN) {
            parts.push(format!("{DRAWN}={}", hours_text::to_part(&self.drawn)));
        }
        for (side, load) in Side::ALL.into_iter().zip(&self.offered) {
            let load = load.as_ref().and_then(|load| load.as_deref().ok());
            parts.extend(load.map(|load| load_part(&offered_name(side), load)));
        }
        parts.join("&")
    }

    /// Reads one part of a link. Ignores an unknown part.
    pub fn read_link_part(&mut self, whole_name: &str, value: &str) {
        if whole_name == DRAWN {
            hours_text::read_part(&mut self.drawn, value);
            return;
        }
        if let Some(side) = Side::ALL.into_iter().find(|side| offered_name(*side) == whole_name) {
            self.offered[side as usize] = Some(load_of_part(value));
            return;
        }
        for number in Number::ALL {
            for side in sides(*number).iter().copied() {
                if name(*number, number.name(), side) == whole_name
                    && let Ok(value) = value.parse()
                {
                    self.set_number(side, *number, value);
                }
            }
        }
        for choice in Choice::ALL {
            for side in sides(*choice).iter().copied() {
                if name(*choice, choice.name(), side) == whole_name {
                    self.choose(side, *choice, value);
                }
            }
        }
    }
}
