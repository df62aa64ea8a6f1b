//! Screenshots: reads and writes PNG with reduced colors, and compares pixels.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Cursor;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Maximum difference of a color channel between equal pixels.
const LEVELS: u8 = 32;
/// Colors are rounded to multiples of these numbers, to the first that leaves few enough colors. Files are a third as large,
/// and no pixel counts as different.
const STEPS: [u16; 2] = [8, 16];
const COLOURS_MAX: usize = 256;

type Pixel = [u8; 3];

#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pixels: Vec<Pixel>,
}

/// The difference between two screenshots.
pub struct Difference {
    pub pixels: usize,
    pub of: usize,
    /// A picture with equal pixels in pale colors, and different ones in red.
    pub drawn: Picture,
}

impl Difference {
    pub fn permille(&self) -> f64 {
        self.pixels as f64 * 1000.0 / self.of.max(1) as f64
    }
}

impl Picture {
    pub fn from_png(bytes: &[u8]) -> Result<Picture> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info()?;
        let mut buffer = vec![0; reader.output_buffer_size().context("a picture that fits the memory")?];
        let frame = reader.next_frame(&mut buffer)?;
        let samples = match frame.color_type {
            png::ColorType::Rgb => 3,
            png::ColorType::Rgba => 4,
            other => bail!("a screenshot has colours, and not {other:?}"),
        };
        let pixels = buffer[..frame.buffer_size()].chunks_exact(samples);
        let pixels = pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Ok(Picture { width: frame.width, height: frame.height, pixels })
    }

    pub fn read(file: &Path) -> Result<Picture> {
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        Picture::from_png(&bytes).with_context(|| file.display().to_string())
    }

    pub fn write(&self, file: &Path) -> Result<()> {
        fs::create_dir_all(file.parent().context("a folder")?)?;
        fs::write(file, self.to_png()?).with_context(|| file.display().to_string())
    }

    fn to_png(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_compression(png::Compression::High);
        let fitting = STEPS.iter().map(|step| self.rounded(*step)).find_map(|pixels| {
            let colours: BTreeSet<Pixel> = pixels.iter().copied().collect();
            (colours.len() <= COLOURS_MAX).then_some((pixels, colours))
        });
        let Some((rounded, colours)) = fitting else {
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_filter(png::Filter::Adaptive);
            encoder.write_header()?.write_image_data(self.rounded(STEPS[0]).as_flattened())?;
            return Ok(bytes);
        };
        let places: BTreeMap<Pixel, usize> = colours.into_iter().zip(0..).collect();
        let palette: Vec<Pixel> = places.keys().copied().collect();
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_palette(palette.as_flattened().to_vec());
        let indexes: Vec<u8> = rounded.iter().map(|pixel| places[pixel] as u8).collect();
        encoder.write_header()?.write_image_data(&indexes)?;
        Ok(bytes)
    }

    fn rounded(&self, step: u16) -> Vec<Pixel> {
        let round = |level: u8| ((u16::from(level) + step / 2) / step * step).min(255) as u8;
        self.pixels.iter().map(|pixel| pixel.map(round)).collect()
    }

    /// Returns the difference, or None if the sizes differ.
    pub fn compare(&self, other: &Picture) -> Option<Difference> {
        if (self.width, self.height) != (other.width, other.height) {
            return None;
        }
        let mut pixels = 0;
        let drawn = self.pixels.iter().zip(&other.pixels).map(|(one, other)| {
            if is_another(one, other) {
                pixels += 1;
                return [220, 0, 0];
            }
            let grey = (one.iter().map(|level| u16::from(*level)).sum::<u16>() / 3) as u8;
            [192 + grey / 4; 3]
        });
        let drawn = drawn.collect();
        let drawn = Picture { width: self.width, height: self.height, pixels: drawn };
        Some(Difference { pixels, of: self.pixels.len(), drawn })
    }
}

fn is_another(one: &Pixel, other: &Pixel) -> bool {
    one.iter().zip(other).any(|(one, other)| one.abs_diff(*other) > LEVELS)
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, Picture, STEPS};

    fn painted(paint: impl Fn(u32) -> [u8; 3]) -> Picture {
        Picture { width: 40, height: 10, pixels: (0..400).map(paint).collect() }
    }

    #[test]
    fn a_picture_that_was_kept_is_the_same_one() {
        let few = painted(|place| [(place % 7) as u8, 250, 3]);
        let many =
            painted(|place| [(place * 5 % 256) as u8, (place * 11 % 256) as u8, (place * 3 % 256) as u8]);
        for picture in [few, many] {
            let kept = Picture::from_png(&picture.to_png().expect("a PNG")).expect("a picture");
            assert_eq!((kept.width, kept.height), (40, 10));
            assert_eq!(picture.compare(&kept).map(|difference| difference.pixels), Some(0));
            let nearest = picture.pixels.iter().flatten().zip(kept.pixels.iter().flatten());
            assert!(nearest.into_iter().all(|(one, other)| u16::from(one.abs_diff(*other)) <= STEPS[1] / 2));
        }
    }

    #[test]
    fn pixels_that_differ_are_counted() {
        let white = painted(|_| [255; 3]);
        let spotted =
            painted(|place| if place < 4 { [255, 255, 255 - LEVELS - 1] } else { [255 - LEVELS; 3] });
        let difference = white.compare(&spotted).expect("one size");
        assert_eq!((difference.pixels, difference.of), (4, 400));
        assert!((difference.permille() - 10.0).abs() < 1e-9);
        let small = Picture { width: 20, height: 20, pixels: white.pixels.clone() };
        assert!(white.compare(&small).is_none(), "another size is another picture");
    }
}
