//! The state of the app in the page: `dynalab-app` has the state and the actions that change it.

use dynalab_app::state::AppState;
use yew::{UseReducerDispatcher, UseReducerHandle};

use crate::page::reduced::Reduced;

pub type AppContext = UseReducerHandle<Reduced<AppState>>;
pub type AppDispatcher = UseReducerDispatcher<Reduced<AppState>>;
