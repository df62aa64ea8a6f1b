//! The key design of a lesson: what the lesson gives to the editor of key designs, and where it hears of each edit. Both are fetched
//! apart from each other, so designs pass between them as text.

use yew::prelude::*;

#[derive(Clone, PartialEq)]
pub struct LessonDesign {
    /// The design to begin with. Entities, sample data, rates and expected results stay as they are there.
    pub text: AttrValue,
    /// Hears the whole design when it was edited.
    pub on_edit: Callback<String>,
}
