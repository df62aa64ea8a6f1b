//! The editor of designs in the page: `dynalab-app` has its state and the changes of it.

use dynalab_app::design::editor::Editor;
use yew::{UseReducerDispatcher, UseReducerHandle};

use crate::page::reduced::Reduced;

pub type EditorHandle = UseReducerHandle<Reduced<Editor>>;
pub type EditorDispatcher = UseReducerDispatcher<Reduced<Editor>>;
