//! An address that names no place.

use yew::prelude::*;
use yew_router::prelude::*;

use crate::app_context::use_app;
use crate::pages::page_title::use_page_title;
use crate::route::Route;

#[component]
pub fn NotFound() -> Html {
    let app = use_app();
    let messages = &app.messages;
    use_page_title(messages.text("title-not-found"));
    html! {
        <div class="page">
            <h1 class="page-title">{ messages.text("not-found-title") }</h1>
            <p class="page-lead">{ messages.text("not-found-lead") }</p>
            <p class="page-gap">
                <Link<Route> classes="button button--large button--go" to={Route::Home}>{ messages.text("not-found-home") }</Link<Route>>
            </p>
        </div>
    }
}
