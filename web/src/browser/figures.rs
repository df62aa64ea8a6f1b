//! Formats times with the help of the browser. `dynalab_messages` formats numbers.

pub use dynalab_messages::figures::{grouped, grouped_decimal, milliseconds, size};
use js_sys::Date;
use wasm_bindgen::JsValue;

/// Returns the date and time in the device's time zone: "2026-11-21" and "20:40:00". Only for what a person did, such as opening a
/// table. Times of the simulation are UTC (`dynalab_playground::utc`).
pub fn local_day_and_time(at_ms: u64) -> (String, String) {
    let at = Date::new(&JsValue::from_f64(at_ms as f64));
    let day = format!("{}-{:02}-{:02}", at.get_full_year(), at.get_month() + 1, at.get_date());
    let time = format!("{:02}:{:02}:{:02}", at.get_hours(), at.get_minutes(), at.get_seconds());
    (day, time)
}
