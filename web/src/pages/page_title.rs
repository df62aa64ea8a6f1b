//! The title of the document follows the place and the language.

use gloo::utils::document;
use yew::prelude::*;

#[hook]
pub fn use_page_title(title: String) {
    use_effect_with(title, |title| document().set_title(title));
}
