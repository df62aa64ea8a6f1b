//! The bar at the top: the places that exist, the language, the theme, the state of the storage. On phones the places
//! move to the bottom.

use yew::prelude::*;
use yew_router::prelude::*;

use crate::app_context::use_app;
use crate::components::icon::Icon;
use crate::components::storage_badge::StorageBadge;
use crate::route::Route;
use crate::state::Action;

#[component]
pub fn TopBar() -> Html {
    let app = use_app();
    let messages = &app.messages;
    let route = use_route::<Route>().unwrap_or(Route::NotFound);
    let switch_language = {
        let app = app.clone();
        Callback::from(move |_| {
            let language = app.language().other();
            language.keep();
            app.dispatch(Action::SetLanguage(language));
        })
    };
    let switch_theme = {
        let app = app.clone();
        Callback::from(move |_| {
            let theme = app.theme.next();
            theme.keep();
            app.dispatch(Action::SetTheme(theme));
        })
    };
    let theme = messages.text(&format!("theme-{}", app.theme.name()));
    let theme_label = messages.fill("theme-switch", [("theme", theme.as_str().into())]);
    let other = app.language().other();
    html! {
        <header class="topbar">
            <Link<Route> classes="topbar-brand" to={Route::Home}>{ mark() }{ "Dynalab" }</Link<Route>>
            <nav class="topbar-nav" aria-label={messages.text("navigation")}>
                { place(Route::Home, Icon::Home, messages.text("place-home"), &route) }
                { place(Route::Play, Icon::Play, messages.text("place-play"), &route) }
                { place(Route::About, Icon::About, messages.text("place-about"), &route) }
            </nav>
            <div class="topbar-side">
                <StorageBadge />
                <button class="button button--quiet" type="button" lang={other.code()} data-testid="language-toggle" onclick={switch_language}>
                    { other.own_name() }
                </button>
                <button class="button button--quiet" type="button" title={theme_label.clone()} aria-label={theme_label} data-testid="theme-toggle" data-theme={app.theme.name()} onclick={switch_theme}>
                    { Icon::Theme.draw() }<span class="topbar-wide">{ theme }</span>
                </button>
            </div>
        </header>
    }
}

fn place(to: Route, icon: Icon, label: String, now: &Route) -> Html {
    let here = match (&to, now) {
        (Route::Play, Route::PlayTable { .. }) => true,
        (to, now) => to == now,
    };
    let navigate = to.to_path();
    html! {
        <PlaceLink {to} {here} path={navigate}>{ icon.draw() }{ label }</PlaceLink>
    }
}

#[derive(PartialEq, Properties)]
struct PlaceLinkProps {
    to: Route,
    path: String,
    here: bool,
    children: Html,
}

/// A router link that can say that it is the current page; the router's own cannot.
#[component]
fn PlaceLink(props: &PlaceLinkProps) -> Html {
    let navigator = use_navigator();
    let onclick = {
        let (to, navigator) = (props.to.clone(), navigator);
        Callback::from(move |event: MouseEvent| {
            let opens_elsewhere =
                event.meta_key() || event.ctrl_key() || event.shift_key() || event.alt_key();
            if let (false, Some(navigator)) = (opens_elsewhere, &navigator) {
                event.prevent_default();
                navigator.push(&to);
            }
        })
    };
    let current = props.here.then_some("page");
    html! {
        <a class="topbar-link" href={props.path.clone()} aria-current={current} {onclick}>{ props.children.clone() }</a>
    }
}

fn mark() -> Html {
    html! {
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor">
            <path stroke-width="3.5" d="M12 3.5a8.5 8.5 0 0 1 8 5.6M20.3 14A8.5 8.5 0 0 1 5 16.8M3.6 13A8.5 8.5 0 0 1 8.5 4.2" />
            <circle cx="12" cy="12" r="2.5" fill="currentColor" stroke="none" />
        </svg>
    }
}
