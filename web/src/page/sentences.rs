//! The sentences of the page, which the crate `dynalab-app` generates.

pub use dynalab_app::sentences::*;
