//! Inputs as text of a link: only those that differ from the start, `name=value`, joined by "&". An input of a design has the design's
//! letter before its name: `b.shards=400`.

use super::{Choice, Input, Inputs, Number, Side};

const DRAWN: &str = "drawn";

fn sides(input: impl Input) -> &'static [Side] {
    if input.is_shared() { &[Side::A] } else { &Side::ALL }
}

fn name(input: impl Input, name: &str, side: Side) -> String {
    if input.is_shared() { name.to_owned() } else { format!("{}.{name}", side.name()) }
}

impl Inputs {
    /// Empty for the inputs at the start.
    pub fn to_link(&self) -> String {
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
            let hours: Vec<String> = self.drawn.iter().map(u8::to_string).collect();
            parts.push(format!("{DRAWN}={}", hours.join(".")));
        }
        parts.join("&")
    }

    /// Parts that mean nothing here are left out.
    pub fn from_link(link: &str) -> Inputs {
        let mut inputs = Inputs::default();
        for part in link.trim_start_matches('#').split('&') {
            if let Some((name, value)) = part.split_once('=') {
                inputs.read(name, value);
            }
        }
        inputs
    }

    fn read(&mut self, whole_name: &str, value: &str) {
        if whole_name == DRAWN {
            for (place, hour) in self.drawn.iter_mut().zip(value.split('.')) {
                *place = hour.parse::<u8>().unwrap_or(0).min(100);
            }
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
