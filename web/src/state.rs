//! The state of the app in the page: `dynalab-app` has the state and the actions that change it.

use std::ops::Deref;
use std::rc::Rc;

use dynalab_app::state::{Action, AppState};
use yew::{Reducible, UseReducerDispatcher, UseReducerHandle};

pub type AppContext = UseReducerHandle<PageState>;
pub type AppDispatcher = UseReducerDispatcher<PageState>;

#[derive(Clone, PartialEq)]
pub struct PageState(pub AppState);

impl Deref for PageState {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl Reducible for PageState {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = self.0.clone();
        next.apply(action);
        Rc::new(PageState(next))
    }
}
