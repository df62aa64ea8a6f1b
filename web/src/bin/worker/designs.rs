//! The check of a key design, on a scratch engine. The workspace is not part of it.

use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage};

pub fn check(id: u32, design: &[u8]) -> ToPage {
    let began_ms = js_sys::Date::now();
    let design = std::str::from_utf8(design).map_err(|error| error.to_string());
    let design = design.and_then(|text| dynalab_modeling::parse(text).map_err(|error| error.to_string()));
    let report = design.map(|design| message_bytes::write(&dynalab_modeling::check(&design)));
    match report {
        Ok(Some(report)) => ToPage::DesignChecked { id, report, took_ms: js_sys::Date::now() - began_ms },
        Ok(None) => refused(id, "the report cannot be written as bytes".to_owned()),
        Err(detail) => refused(id, detail),
    }
}

fn refused(id: u32, detail: String) -> ToPage {
    ToPage::Refused { id, refusal: Refusal::BadRequest { detail } }
}
