//! The check of a key design and the migration to another, on scratch engines. The workspace is not part of it.

use dynalab_modeling::migrate::run::{Run, StepResult};
use dynalab_modeling::{Design, TestBench};
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage};

pub fn check(id: u32, design: &[u8], bench: &mut TestBench) -> ToPage {
    let began_ms = js_sys::Date::now();
    let design = read(design);
    let report = design.map(|design| message_bytes::write(&bench.check(design)));
    match report {
        Ok(Some(report)) => ToPage::DesignChecked { id, report, took_ms: js_sys::Date::now() - began_ms },
        Ok(None) => refused(id, "the report cannot be written as bytes".to_owned()),
        Err(detail) => refused(id, detail),
    }
}

pub fn migrate(id: u32, from: &[u8], to: &[u8]) -> ToPage {
    let run = read(from).and_then(|from| {
        let to = read(to)?;
        let mut run = Run::new(&from, &to, &dynalab_modeling::migrate(&from, &to));
        let results: Vec<StepResult> = std::iter::from_fn(|| run.step()).collect();
        Ok(message_bytes::write(&results))
    });
    match run {
        Ok(Some(results)) => ToPage::MigrationRun { id, results },
        Ok(None) => refused(id, "the results cannot be written as bytes".to_owned()),
        Err(detail) => refused(id, detail),
    }
}

fn read(design: &[u8]) -> Result<Design, String> {
    let text = std::str::from_utf8(design).map_err(|error| error.to_string())?;
    dynalab_modeling::parse(text).map_err(|error| error.to_string())
}

fn refused(id: u32, detail: String) -> ToPage {
    ToPage::Refused { id, refusal: Refusal::BadRequest { detail } }
}
