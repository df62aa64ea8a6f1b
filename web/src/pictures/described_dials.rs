//! Reads settings of the simulation.

use dynalab_app::request::call_result::CallResult;
use dynalab_service::contract::clock::{DescribeDials, DialsDescription};

use crate::page::context::PageContext;

/// Reads the settings.
///
/// # Errors
/// Returns the errors of [`PageContext::look`].
pub async fn fetch_dials(page: &PageContext) -> CallResult<DialsDescription> {
    page.look(&DescribeDials {}).await
}

/// Returns the value of a setting, or zero for an unknown name.
pub fn value_of(dials: &DialsDescription, name: &str) -> u64 {
    dials.dials.iter().find(|dial| dial.name == name).map_or(0, |dial| dial.value)
}
