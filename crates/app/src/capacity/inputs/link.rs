//! Writes inputs into a link and reads them. A link has only inputs that differ from their initial values: `name=value`, joined by "&".

use dynalab_pricing::{PriceName, Region};

use super::{Choice, Inputs, Number, RegionPlace};
use crate::calculator::hours_text;
use crate::calculator::link_text::{decode, encode, load_of_part, load_part};

const ITEM: &str = "item";
const VECTORS: &str = "vectors";
const DRAWN: &str = "drawn";
const OFFERED: &str = "offered";
const PRICE: &str = "price";
const NO_PRICE: &str = "none";

impl Inputs {
    /// Writes the link. Empty for the initial inputs.
    pub fn write_link(&self) -> String {
        let start = Inputs::default();
        let mut parts = Vec::new();
        for choice in Choice::ALL {
            if self.choice(*choice) != start.choice(*choice) {
                parts.push(format!("{}={}", choice.name(), self.option(*choice)));
            }
        }
        for number in Number::ALL {
            if self.number(*number) != start.number(*number) {
                parts.push(format!("{}={}", number.name(), self.number(*number)));
            }
        }
        if self.is(Choice::Shape, "drawn") {
            parts.push(format!("{DRAWN}={}", hours_text::to_part(&self.drawn)));
        }
        for ((region, name), usd) in &self.edited {
            let region = Region::ALL[usize::from(*region).min(Region::ALL.len() - 1)].name();
            let usd = usd.map_or_else(|| NO_PRICE.to_owned(), |usd| usd.to_string());
            parts.push(format!("{PRICE}={region}:{}:{usd}", name.name()));
        }
        let load = self.offered.as_ref().and_then(|load| load.as_deref().ok());
        parts.extend(load.map(|load| load_part(OFFERED, load)));
        for (name, text, at_start) in
            [(VECTORS, &self.vectors, &start.vectors), (ITEM, &self.item, &start.item)]
        {
            if text != at_start {
                parts.push(format!("{name}={}", encode(text)));
            }
        }
        parts.join("&")
    }

    /// Reads one part of a link. Ignores an unknown part.
    pub fn read_link_part(&mut self, name: &str, value: &str) {
        if let Some(choice) = Choice::ALL.iter().find(|choice| choice.name() == name) {
            if let Some(option) = choice.options().iter().position(|option| *option == value) {
                self.choices[*choice as usize] = option;
            }
        } else if let Some(number) = Number::ALL.iter().find(|number| number.name() == name) {
            if let Ok(value) = value.parse() {
                self.set_number(*number, value);
            }
        } else {
            match name {
                ITEM => self.item = decode(value),
                VECTORS => self.vectors = decode(value),
                DRAWN => hours_text::read_part(&mut self.drawn, value),
                OFFERED => self.offered = Some(load_of_part(value)),
                PRICE => self.read_price(value),
                _ => {}
            }
        }
    }

    fn read_price(&mut self, value: &str) {
        let mut parts = value.split(':');
        let (Some(region), Some(name), Some(usd)) = (parts.next(), parts.next(), parts.next()) else {
            return;
        };
        let region = Region::ALL.iter().position(|known| known.name() == region);
        let (Some(region), Some(name)) = (region, PriceName::of_name(name)) else { return };
        let usd = match usd {
            NO_PRICE => None,
            usd => match usd.parse::<f64>() {
                Ok(usd) if usd.is_finite() && usd >= 0.0 => Some(usd),
                _ => return,
            },
        };
        self.edited.insert((region as RegionPlace, name), usd);
    }
}
