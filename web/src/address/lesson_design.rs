//! The key design that a lesson passes to the editor, and the callback for edits. The two parts are fetched separately, so the
//! design is passed as text.

use yew::prelude::*;

#[derive(Clone, PartialEq)]
pub struct LessonDesign {
    /// The initial design. The editor does not change its entities, sample data, rates and expected results.
    pub text: AttrValue,
    /// Receives the whole design after each edit.
    pub on_edit: Callback<String>,
}
