//! The bar at the top: the pages, the language, the theme, the storage badge. On phones the pages move to the bottom.

use dynalab_app::state::{Action, Dialog};
use yew::prelude::*;

use crate::address::route::Route;
use crate::components::icon::Icon;
use crate::components::storage_badge;
use crate::page::language;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences;
use crate::page::theme;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let does = |what: fn(&Scene)| {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| what(&scene))
    };
    let theme = messages.text_or(sentences::shell::theme(app.theme().name()), app.theme().name());
    let theme_label = messages.text(sentences::shell::SwitchTheme { theme: theme.as_str().into() });
    let other = app.language().other();
    html! {
        <header class={classes!("topbar", storage_badge::has_warning(app).then_some("topbar--warned"))}>
            { scene.link(Route::Home, "topbar-brand", None, html! { <>{ mark() }{ "Dynalab" }</> }) }
            <nav class="topbar-nav" aria-label={messages.text(sentences::shell::NAVIGATION)}>
                { place(scene, Route::Home, Icon::Home, sentences::shell::PLACE_HOME) }
                { place(scene, Route::Learn, Icon::Book, sentences::shell::PLACE_LEARN) }
                { place(scene, Route::Design, Icon::Key, sentences::shell::PLACE_DESIGN) }
                { place(scene, Route::Play, Icon::Play, sentences::shell::PLACE_PLAY) }
                { place(scene, Route::Capacity, Icon::Capacity, sentences::shell::PLACE_CAPACITY) }
                { place(scene, Route::Scale, Icon::Scale, sentences::shell::NAVIGATION_LAB) }
                { place(scene, Route::About, Icon::About, sentences::shell::PLACE_ABOUT) }
            </nav>
            <div class="topbar-side">
                <button
                    class="button button--quiet" type="button" title="Ctrl / ⌘ K" aria-label={messages.text(sentences::shell::PALETTE)}
                    aria-keyshortcuts="Control+K Meta+K" data-testid="palette-key"
                    onclick={scene.open_dialog_callback(|| Dialog::Palette)}
                >
                    { Icon::Find.draw() }<kbd class="kbd topbar-wide" aria-hidden="true">{ "Ctrl K" }</kbd>
                </button>
                { storage_badge::view(scene) }
                <button class="button button--quiet" type="button" lang={other.code()} data-testid="language-toggle" onclick={does(switch_language)}>
                    { other.own_name() }
                </button>
                <button
                    class="button button--quiet" type="button" title={theme_label.clone()} aria-label={theme_label} data-testid="theme-toggle"
                    data-theme={app.theme().name()} onclick={does(switch_theme)}
                >
                    { Icon::Theme.draw() }<span class="topbar-wide">{ theme }</span>
                </button>
            </div>
        </header>
    }
}

pub fn switch_language(scene: &Scene) {
    let other = scene.app.language().other();
    language::keep(other);
    scene.page.navigator.change_language(other);
}

pub fn switch_theme(scene: &Scene) {
    let theme = scene.now().app.theme().next();
    theme::keep(theme);
    scene.app.dispatch(Action::SetTheme(theme));
}

fn place(scene: &Scene, to: Route, icon: Icon, name: Sentence) -> Html {
    let here = match (&to, &scene.route) {
        (Route::Play, Route::PlayTable { .. }) => true,
        (Route::Learn, Route::Lesson { .. } | Route::LessonBuilder) => true,
        (to, now) => to == now,
    };
    let inside = html! { <>{ icon.draw() }{ scene.text(name) }</> };
    scene.link(to, "topbar-link", here.then_some("page"), inside)
}

pub fn mark() -> Html {
    html! {
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor">
            <path stroke-width="3.5" d="M12 3.5a8.5 8.5 0 0 1 8 5.6M20.3 14A8.5 8.5 0 0 1 5 16.8M3.6 13A8.5 8.5 0 0 1 8.5 4.2" />
            <circle cx="12" cy="12" r="2.5" fill="currentColor" stroke="none" />
        </svg>
    }
}
