//! Declares a calculator page's inputs: numbers with a range and a slider, and choices.

/// How the steps of a slider are spaced: evenly, or wider for larger values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Steps {
    Even,
    Growing,
}

/// The range of a number, its initial value, and its smallest step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub least: f64,
    pub most: f64,
    pub start: f64,
    pub step: f64,
    pub steps: Steps,
}

/// Number of positions that a slider has.
pub const SLIDER_STEPS: f64 = 1_000.0;

impl Range {
    /// Returns the slider position of a value, 0 to [`SLIDER_STEPS`].
    pub fn place_of(&self, value: f64) -> f64 {
        let share = match self.steps {
            Steps::Even => (value - self.least) / (self.most - self.least),
            Steps::Growing => {
                let unit = self.unit();
                let (part, whole) = ((value - self.least) / unit, (self.most - self.least) / unit);
                part.max(0.0).ln_1p() / whole.ln_1p()
            }
        };
        (share * SLIDER_STEPS).round()
    }

    /// Returns a readable value at a slider position. It has two significant digits if the steps grow.
    pub fn value_at(&self, place: f64) -> f64 {
        let share = (place / SLIDER_STEPS).clamp(0.0, 1.0);
        if share >= 1.0 {
            return self.most;
        }
        let value = match self.steps {
            Steps::Even => self.least + share * (self.most - self.least),
            Steps::Growing => {
                let unit = self.unit();
                let whole = ((self.most - self.least) / unit).ln_1p();
                let value = self.least + (share * whole).exp_m1() * unit;
                let digits = 10_f64.powf(value.max(self.step).log10().floor() - 1.0);
                (value / digits).round() * digits
            }
        };
        self.rounded(value)
    }

    /// Returns the nearest value in the range that is a whole number of steps.
    pub fn rounded(&self, value: f64) -> f64 {
        let steps = ((value - self.least) / self.step).round();
        let value = (self.least + steps * self.step).clamp(self.least, self.most);
        (value * 1_000.0).round() / 1_000.0
    }

    /// Returns the value for a slider that a person moved from `value` to `place`. Each move changes the value, although several
    /// positions can have the same readable value.
    pub fn moved(&self, value: f64, place: f64) -> f64 {
        let direction = (place - self.place_of(value)).signum();
        let mut at = place;
        while self.value_at(at) == value
            && (0.0..=SLIDER_STEPS).contains(&(at + direction))
            && place != self.place_of(value)
        {
            at += direction;
        }
        self.value_at(at)
    }

    /// Returns the value below which growing steps are about even.
    fn unit(&self) -> f64 {
        (self.step * 10.0).max(0.1)
    }
}

/// Declares `Number`, the numbers of a page.
macro_rules! numbers {
    ($($variant:ident $name:literal $least:literal to $most:literal from $start:literal by $step:literal $steps:ident,)*) => {
        /// A number that a slider and a field change. The names are those of links and sentences.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Number { $($variant,)* }

        impl Number {
            pub const ALL: &'static [Number] = &[$(Number::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(Number::$variant => $name,)* }
            }

            pub fn range(self) -> $crate::calculator::inputs::Range {
                match self {
                    $(Number::$variant => $crate::calculator::inputs::Range { least: $least, most: $most, start: $start, step: $step, steps: $crate::calculator::inputs::Steps::$steps },)*
                }
            }
        }
    };
}

/// Declares `Choice`, the choices of a page.
macro_rules! choices {
    ($($variant:ident $name:literal $options:expr,)*) => {
        /// A choice between a few options. The first option is the initial one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Choice { $($variant,)* }

        impl Choice {
            pub const ALL: &'static [Choice] = &[$(Choice::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(Choice::$variant => $name,)* }
            }

            pub fn options(self) -> &'static [&'static str] {
                match self { $(Choice::$variant => $options,)* }
            }
        }
    };
}

pub(crate) use {choices, numbers};
