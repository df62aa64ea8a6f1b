//! The editor inside a lesson: keys, patterns and items. The person can edit tables and requests; the lesson fixes the rest.

use dynalab_app::design::editor::{Change, Editor};
use dynalab_app::design::templates;
use dynalab_app::session::Step;
use dynalab_modeling::Design;
use yew::prelude::*;

use super::design_context::DesignContext;
use super::{checks, items_panel, keys_panel, patterns_panel};
use crate::address::lesson_design::LessonDesign;
use crate::components::icon::Icon;
use crate::page::reduced::Reduced;
use crate::page::scene::Scene;
use crate::page::sentences::design as words;
use crate::page::session_record;

#[derive(PartialEq, Properties)]
pub struct LessonDeskProps {
    pub scene: Scene,
    pub lesson: LessonDesign,
}

#[component]
pub fn LessonDesk(props: &LessonDeskProps) -> Html {
    let LessonDeskProps { scene, lesson } = props;
    let brief = use_memo(lesson.text.clone(), |text| {
        dynalab_modeling::parse(text).unwrap_or_else(|_| templates::empty())
    });
    let editor = use_reducer(|| {
        session_record::record(|| Step::OpenLessonDesign(Box::new(Design::clone(&brief))));
        let editor = Editor::new(Design::clone(&brief), None);
        Reduced::new(editor, |change| Step::LessonDesign(Box::new(change)))
    });
    let was_refused = use_state_eq(|| false);
    let engine = checks::use_checks(scene, &editor, false);
    super::use_undo_keys(scene, &editor.dispatcher());
    {
        let (on_edit, dispatcher) = (lesson.on_edit.clone(), editor.dispatcher());
        let (was_refused, brief) = (was_refused.setter(), brief.clone());
        use_effect_with(editor.a.design().clone(), move |design| {
            if has_unchanged_brief(design, &brief) {
                on_edit.emit(dynalab_modeling::write(design));
            } else {
                // An undo is used instead of another edit, so that undo cannot restore the rejected state.
                dispatcher.dispatch(Change::Undo);
                was_refused.set(true);
            }
        });
    }
    let dispatcher = editor.dispatcher();
    let desk = DesignContext { scene, editor: &editor, dispatcher: &dispatcher, in_lesson: true };
    html! {
        <div class="design design--lesson" data-testid="lesson-design">
            if *was_refused {
                <p class="finding finding--warn" role="alert" data-testid="lesson-design-refused">
                    { Icon::Warning.draw() }<span>{ desk.text(words::DESIGN_LESSON_KEEPS) }</span>
                </p>
            }
            { checks::view(&desk, &engine) }
            { keys_panel::view(&desk) }
            { patterns_panel::view(&desk) }
            { items_panel::view(&desk) }
            { super::whole(&desk) }
            <p class="visually-hidden" role="status" data-testid="design-spoken">{ super::spoken(&desk) }</p>
        </div>
    }
}

/// Returns true if the design differs from the brief only in tables and requests.
fn has_unchanged_brief(design: &Design, brief: &Design) -> bool {
    let mut rest = design.clone();
    rest.tables = brief.tables.clone();
    for (pattern, given) in rest.patterns.iter_mut().zip(&brief.patterns) {
        pattern.operation = given.operation.clone();
    }
    rest == *brief
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::Design;
    use dynalab_modeling::design::{AccessPattern, Entity, Operation, Table};

    use super::has_unchanged_brief;

    fn brief() -> Design {
        let pattern = AccessPattern { name: "Read".to_owned(), ..AccessPattern::default() };
        Design { patterns: vec![pattern], ..Design::default() }
    }

    #[test]
    fn tables_and_requests_are_the_learners() {
        let mut design = brief();
        design.tables.push(Table::default());
        design.patterns[0].operation = Some(Operation::TransactGet { reads: Vec::new() });
        assert!(has_unchanged_brief(&design, &brief()));
        let edits: [fn(&mut Design); 5] = [
            |design| design.entities.push(Entity::default()),
            |design| design.patterns.clear(),
            |design| design.patterns.push(AccessPattern::default()),
            |design| design.patterns[0].rate.average = 7.0,
            |design| design.seed += 1,
        ];
        for edit in edits {
            let mut edited = design.clone();
            edit(&mut edited);
            assert!(!has_unchanged_brief(&edited, &brief()));
        }
    }
}
