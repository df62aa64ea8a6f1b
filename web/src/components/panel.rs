//! A part of the screen that is drawn again only when something that it shows changed: a field of the state that it read, the page or the place.

use yew::prelude::*;

use crate::page::renderings;
use crate::page::scene::{Scene, use_own_scene};

#[derive(Properties)]
pub struct PanelProps {
    /// Its name, for the counts of renderings.
    pub name: &'static str,
    pub view: fn(&Scene) -> Html,
    pub scene: Scene,
}

impl PartialEq for PanelProps {
    /// The state does not count: the panel reads the newest one itself.
    fn eq(&self, other: &PanelProps) -> bool {
        self.name == other.name && self.scene.is_same_place(&other.scene)
    }
}

#[component]
pub fn Panel(props: &PanelProps) -> Html {
    renderings::count(props.name);
    let scene = use_own_scene(&props.scene);
    (props.view)(&scene)
}

/// Returns a panel with a view.
pub fn panel(name: &'static str, view: fn(&Scene) -> Html, scene: &Scene) -> Html {
    html! { <Panel {name} {view} scene={scene.clone()} /> }
}
