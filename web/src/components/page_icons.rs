//! The icons of the pages, as paths in 16 by 16. The build also draws them in the documents, before the app starts.

pub const HOME: &str = "M2.5 8 8 3l5.500 5M4 7v6h8V7";
pub const LEARN: &str = "M3 3.5h4a2 2 0 0 1 1 .6 2 2 0 0 1 1-.6h4v9H9.500a1.500 1.500 0 0 0-1.500 1 1.500 1.500 0 0 0-1.500-1H3zM8 4.500v8.500";
pub const DESIGN: &str = "M6.2 9.8 2.5 13.5M9 3.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7z";
pub const PLAY: &str = "M2.5 3.5h11v9h-11zM2.5 6.5h11M6 6.5v6";
pub const CAPACITY: &str = "M2.5 13V9M6 13V6M9.5 13V8M13 13V3";
/// Cells of a heat map.
pub const SCALE: &str = "M2.5 2.5h11v11h-11zM2.5 8h11M8 2.5v11M10 10.500h2M10 4.500h2";
pub const ABOUT: &str = "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 7.3v3.7M8 5v.2";
