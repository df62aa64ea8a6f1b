//! How a component reaches the state and the engine.

use yew::prelude::*;

use crate::engine_handle::EngineHandle;
use crate::state::AppContext;

#[hook]
pub fn use_app() -> AppContext {
    use_context::<AppContext>().expect("every component is inside the provider of `app`")
}

#[hook]
pub fn use_engine() -> EngineHandle {
    use_context::<EngineHandle>().expect("every component is inside the provider of `app`")
}
