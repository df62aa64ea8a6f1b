//! The icons: 16 by 16, drawn in the color of the adjacent text.

use yew::prelude::*;

use crate::components::page_icons;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    About,
    Arrow,
    Back,
    Bin,
    Book,
    Branch,
    Bucket,
    Capacity,
    Check,
    Clock,
    Copy,
    Cross,
    Disk,
    Expand,
    File,
    Find,
    Fold,
    Home,
    Key,
    Pause,
    Pen,
    Play,
    Plus,
    Redo,
    Reset,
    Run,
    Scale,
    Share,
    Stack,
    Step,
    Table,
    Theme,
    Undo,
    Warning,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Icon::About => page_icons::ABOUT,
            Icon::Arrow => "M3 8h10M9.5 4.5 13 8l-3.500 3.500",
            Icon::Back => "M12 3.5v9L5 8zM4 3.5v9",
            Icon::Bin => "M3 4.5h10M6.500 4.500v-1.500h3v1.500M4.500 4.500l.6 8.500h5.800l.6-8.500",
            Icon::Book => page_icons::LEARN,
            Icon::Branch => "M5 3v10M5 9c0-3 6-1.5 6-5M11 4.5V3.5",
            Icon::Bucket => "M2.5 4.500h11l-1.500 9H4zM2.500 4.500c0-2.700 11-2.700 11 0",
            Icon::Capacity => page_icons::CAPACITY,
            Icon::Check => "M3.5 8.5 6.5 11.5 12.5 4.5",
            Icon::Clock => "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 5v3.200l2.200 1.300",
            Icon::Copy => "M5.500 5.500h8v8h-8zM2.500 10.500v-8h8",
            Icon::Cross => "M4 4l8 8M12 4l-8 8",
            Icon::Disk => "M3 3h8l2 2v8H3zM5.500 3v3.500h4.500V3M5.500 13V9.500h5V13",
            Icon::Expand => "M9.500 3h3.500v3.500M13 3 9 7M6.500 13H3V9.500M3 13l4-4",
            Icon::File => "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
            Icon::Find => "M7 3a4 4 0 1 1 0 8a4 4 0 0 1 0-8M10 10l3.500 3.500",
            Icon::Fold => "M4 6.5 8 10.5 12 6.5",
            Icon::Home => page_icons::HOME,
            Icon::Key => page_icons::DESIGN,
            Icon::Pause => "M5.5 3.5v9M10.5 3.5v9",
            Icon::Pen => "M3 13l.6-2.900L11 2.700l2.300 2.300L5.900 12.400zM9.500 4.200l2.300 2.300",
            Icon::Play => page_icons::PLAY,
            Icon::Plus => "M8 3.5v9M3.5 8h9",
            Icon::Redo => "M13 6.500H6.500a3.250 3.250 0 0 0 0 6.500H10M10 3.500l3 3-3 3",
            Icon::Reset => "M3 8a5 5 0 1 0 1.700-3.800M3 3v2.500h2.500",
            Icon::Run => "M5 3.5v9l7-4.5z",
            Icon::Scale => page_icons::SCALE,
            Icon::Share => "M8 9.5v-7M5.2 5 8 2.3 10.8 5M3 8.5v5h10v-5",
            Icon::Stack => "M8 2.500 14 5.500 8 8.500 2 5.500zM2 8.500l6 3 6-3M2 11.200l6 3 6-3",
            Icon::Step => "M4 3.5v9L11 8zM12 3.5v9",
            Icon::Table => "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6 3.5v9",
            Icon::Theme => "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 1 1 0 11",
            Icon::Undo => "M3 6.500h6.500a3.250 3.250 0 0 1 0 6.500H6M6 3.500l-3 3 3 3",
            Icon::Warning => "M8 2.5 14 13H2zM8 6.5v3M8 11.3v.2",
        }
    }

    pub fn draw(self) -> Html {
        html! {
            <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d={self.path()} /></svg>
        }
    }
}
