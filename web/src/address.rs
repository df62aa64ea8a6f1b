//! Where the page is and how it got there: routes, the address bar, links, and what one page hands to another.

pub mod arrival;
pub mod bar;
pub mod design_formats;
pub mod formats;
pub mod handed_text;
pub mod lesson_design;
pub mod route;
pub mod share_form;
pub mod site;
