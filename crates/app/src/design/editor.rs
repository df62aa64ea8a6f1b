//! The state of the editor: one design, or two side by side, with their edits and their last checks.

use dynalab_design_formats::several::OpenedFile;
use dynalab_modeling::cures::trials_max;
use dynalab_modeling::report::{Cure, Finding};
use dynalab_modeling::{Design, Report};
use dynalab_programs::files::Problem;
use serde::{Deserialize, Serialize};

use super::edit::Edit;
use super::edit_history::EditHistory;
use crate::reduce::Reduce;
use crate::shared::Shared;

/// A design whose check took longer is not tried unasked, in milliseconds: a trial is up to three checks, and the check after an edit
/// would wait for it.
const TRIED_WITHIN_MS: f64 = 1_500.0;

/// The two designs of the editor. A is the design, B is a branch of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    A,
    B,
}

impl Side {
    pub fn name(self) -> &'static str {
        match self {
            Side::A => "a",
            Side::B => "b",
        }
    }
}

/// A design with its edits and its last check.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub history: EditHistory<Shared<Design>>,
    pub checked: CheckResult,
}

/// The result of the last check. It remains visible until the next check is done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckResult {
    pub report: Option<Shared<Report>>,
    /// The design that was checked.
    pub design: Option<Shared<Design>>,
    /// The report of the check before, which was of another design.
    pub before: Option<Shared<Report>>,
    pub took_ms: f64,
    /// Number of findings, from the first on, whose fixes need no further trial.
    pub tried: usize,
    /// Why the engine could not check the design.
    pub failed: Option<String>,
}

impl Variant {
    fn new(design: Design) -> Variant {
        Variant { history: EditHistory::new(Shared::new(design)), checked: CheckResult::default() }
    }

    pub fn design(&self) -> &Shared<Design> {
        self.history.now()
    }

    pub fn report(&self) -> Option<&Shared<Report>> {
        self.checked.report.as_ref()
    }

    /// Returns true for the design of this variant. A replayed session has a copy of it.
    fn has_design(&self, design: &Shared<Design>) -> bool {
        self.design() == design || **self.design() == **design
    }

    pub fn is_current(&self) -> bool {
        self.checked.design.as_ref() == Some(self.design())
    }

    /// Returns the next finding whose fix can be tried, with its position in the report.
    pub fn next_trial(&self) -> Option<(usize, &Finding)> {
        if self.checked.took_ms > TRIED_WITHIN_MS {
            return None;
        }
        let can_be_tried =
            self.report()?.findings.iter().enumerate().filter(|(_, finding)| finding.can_apply);
        can_be_tried.take(trials_max(self.design())).find(|(number, _)| *number >= self.checked.tried)
    }
}

/// The thing whose form is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpenForm {
    Entity(usize),
    Table(usize),
    Pattern(usize),
    Relation(usize),
    /// The question which two entities a new relation is between: the parent, once it is chosen.
    NewRelation(Option<String>),
    /// A key template, by table, kind of item, and key attribute.
    Key(usize, usize, String),
}

/// A field with invalid text. The design keeps its earlier value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldProblem {
    pub field: String,
    pub sentence: String,
}

/// What happened to each opened file. It is shown until the person closes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportNotes {
    pub files: Vec<OpenedFile>,
    /// Files that the browser could not read.
    pub unread: Vec<(String, Problem)>,
    /// True if no file could be opened, so the design is the one before.
    pub is_unchanged: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Editor {
    pub a: Variant,
    pub b: Option<Variant>,
    pub edited: Side,
    pub opened: Option<OpenForm>,
    /// The thing that was just added, whose form takes the focus.
    pub added: Option<OpenForm>,
    pub problem: Option<FieldProblem>,
    /// Why a link or file could not be opened.
    pub not_opened: Option<Problem>,
    /// The text of a stored design that cannot be read.
    pub unreadable: Option<String>,
    /// The notes on the last imported file.
    pub imported: Option<ImportNotes>,
    /// Whether the browser failed to store the designs.
    pub is_not_kept: bool,
    /// A check was stopped or did not end, so none begins until the person asks for it.
    pub is_held: bool,
    /// Whether a check takes long.
    pub is_slow: bool,
    /// The table and the index that the items panel shows.
    pub shown: (usize, Option<usize>),
    /// The address that opens the design, once it has been written.
    pub link: Option<String>,
    /// Whether the link is shown as a QR code.
    pub shows_code: bool,
}

/// The report and the duration of the check in milliseconds, or why the check failed.
pub type CheckOutcome = Result<(Box<Report>, f64), String>;

/// What happens to the editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// Edits the design. `field` names the field that the person edits.
    Edit {
        field: Option<String>,
        edit: Edit,
    },
    LeaveField,
    Undo,
    Redo,
    /// Replaces A with another design. Undo restores it.
    Replace(Box<Design>),
    /// Adds a branch B, a copy of A.
    Branch(Box<Design>),
    TakeBranch,
    DropBranch,
    EditSide(Side),
    Checked {
        side: Side,
        design: Shared<Design>,
        outcome: CheckOutcome,
    },
    /// The trial of a fix. `tried` is the number of findings that need no further trial.
    Cured {
        side: Side,
        design: Shared<Design>,
        tried: usize,
        cure: Option<Box<Cure>>,
    },
    /// Holds checks back, or lets them begin.
    Hold(bool),
    Slow(bool),
    Open(Option<OpenForm>),
    /// Opens the form of a thing that was just added.
    OpenAdded(OpenForm),
    Problem(Option<FieldProblem>),
    NotOpened(Option<Problem>),
    Unreadable(Option<String>),
    Imported(Option<ImportNotes>),
    NotKept(bool),
    Show(usize, Option<usize>),
    Link(Option<String>),
    ShowCode(bool),
}

impl Editor {
    pub fn new(a: Design, b: Option<Design>) -> Editor {
        Editor {
            a: Variant::new(a),
            b: b.map(Variant::new),
            edited: Side::A,
            opened: None,
            added: None,
            problem: None,
            not_opened: None,
            unreadable: None,
            imported: None,
            is_not_kept: false,
            is_held: false,
            is_slow: false,
            shown: (0, None),
            link: None,
            shows_code: false,
        }
    }

    pub fn side(&self, side: Side) -> Option<&Variant> {
        match side {
            Side::A => Some(&self.a),
            Side::B => self.b.as_ref(),
        }
    }

    /// Returns the edited design.
    pub fn now(&self) -> &Variant {
        match (self.edited, &self.b) {
            (Side::B, Some(b)) => b,
            _ => &self.a,
        }
    }

    fn now_mut(&mut self) -> &mut Variant {
        match (self.edited, &mut self.b) {
            (Side::B, Some(b)) => b,
            _ => &mut self.a,
        }
    }

    fn edit(&mut self, field: Option<&str>, edit: Edit) {
        let variant = self.now_mut();
        let mut next = Design::clone(variant.design());
        edit.apply(&mut next);
        if next != **variant.design() {
            variant.history.edit(Shared::new(next), field);
        }
        self.problem = None;
    }

    fn side_mut(&mut self, side: Side) -> Option<&mut Variant> {
        match side {
            Side::A => Some(&mut self.a),
            Side::B => self.b.as_mut(),
        }
    }

    /// Adds a cure to the finding before `tried`. It is dropped if the design was edited meanwhile.
    fn take_cure(&mut self, side: Side, design: &Shared<Design>, tried: usize, cure: Option<Box<Cure>>) {
        let Some(variant) = self.side_mut(side) else { return };
        if !variant.has_design(design) || !variant.is_current() {
            return;
        }
        variant.checked.tried = tried;
        let Some((cure, report)) = cure.zip(variant.checked.report.as_mut()) else { return };
        let mut changed = Report::clone(report);
        if let Some(finding) = tried.checked_sub(1).and_then(|number| changed.findings.get_mut(number)) {
            finding.cure = Some(*cure);
            *report = Shared::new(changed);
        }
    }

    fn take_check(&mut self, side: Side, design: Shared<Design>, outcome: CheckOutcome) {
        let Some(variant) = self.side_mut(side) else { return };
        // The result is dropped if the design was edited meanwhile.
        if !variant.has_design(&design) {
            return;
        }
        let design = variant.design().clone();
        let checked = &mut variant.checked;
        match outcome {
            Ok((report, took_ms)) => {
                checked.took_ms = took_ms;
                checked.tried = 0;
                checked.before = checked.report.replace(Shared::new(*report));
                checked.failed = None;
            }
            Err(sentence) => checked.failed = Some(sentence),
        }
        checked.design = Some(design);
    }
}

impl Reduce for Editor {
    type Action = Change;

    fn apply(&mut self, change: Change) {
        match change {
            Change::Edit { field, edit } => self.edit(field.as_deref(), edit),
            Change::LeaveField => {
                self.now_mut().history.leave_field();
                self.problem = None;
            }
            Change::Undo => {
                self.now_mut().history.undo();
                self.problem = None;
            }
            Change::Redo => {
                self.now_mut().history.redo();
                self.problem = None;
            }
            Change::Replace(design) => {
                self.is_held = false;
                self.b = None;
                self.edited = Side::A;
                self.a.history.edit(Shared::new(*design), None);
                self.a.checked.before = None;
                (self.opened, self.problem, self.not_opened, self.shown) = (None, None, None, (0, None));
                self.imported = None;
            }
            Change::Branch(design) => {
                self.b = Some(Variant::new(*design));
                self.edited = Side::B;
                self.opened = None;
            }
            Change::TakeBranch => {
                if let Some(b) = self.b.take() {
                    self.a.history.edit(b.design().clone(), None);
                    self.a.checked = b.checked;
                }
                self.edited = Side::A;
            }
            Change::DropBranch => {
                self.b = None;
                self.edited = Side::A;
            }
            Change::EditSide(side) => {
                self.edited = side;
                (self.opened, self.problem) = (None, None);
            }
            Change::Checked { side, design, outcome } => self.take_check(side, design, outcome),
            Change::Cured { side, design, tried, cure } => self.take_cure(side, &design, tried, cure),
            Change::Open(opened) => {
                self.now_mut().history.leave_field();
                (self.opened, self.added, self.problem) = (opened, None, None);
            }
            Change::OpenAdded(opened) => {
                self.now_mut().history.leave_field();
                self.added = Some(opened.clone());
                (self.opened, self.problem) = (Some(opened), None);
            }
            Change::Problem(problem) => self.problem = problem,
            Change::NotOpened(problem) => self.not_opened = problem,
            Change::Unreadable(text) => self.unreadable = text,
            Change::Imported(notes) => self.imported = notes,
            Change::NotKept(is_not_kept) => self.is_not_kept = is_not_kept,
            Change::Hold(is_held) => self.is_held = is_held,
            Change::Slow(is_slow) => self.is_slow = is_slow,
            Change::Show(table, index) => self.shown = (table, index),
            Change::Link(link) => self.link = link,
            Change::ShowCode(shows_code) => self.shows_code = shows_code,
        }
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::report::{Finding, Fix, Place, Rule, Severity};
    use dynalab_modeling::{Design, Report};

    use super::{Change, Editor, Side};
    use crate::design::edit::Edit;
    use crate::reduce::Reduce;

    fn named(name: &str) -> Design {
        Design { name: name.to_owned(), ..Design::default() }
    }

    fn rename(name: &'static str) -> Change {
        Change::Edit { field: None, edit: Edit::SetName(name.to_owned()) }
    }

    #[test]
    fn checks_are_held_until_the_person_asks_or_opens_another_design() {
        let mut editor = Editor::new(named("one"), None);
        editor.apply(Change::Hold(true));
        editor.apply(rename("still the one that was stopped"));
        assert!(editor.is_held);
        editor.apply(Change::Hold(false));
        assert!(!editor.is_held);
        editor.apply(Change::Hold(true));
        editor.apply(Change::Replace(Box::new(named("another"))));
        assert!(!editor.is_held);
    }

    #[test]
    fn edits_of_a_branch_leave_the_design_as_it_is() {
        let mut editor = Editor::new(named("one"), None);
        editor.apply(Change::Branch(Box::new(named("two"))));
        editor.apply(rename("three"));
        assert_eq!((editor.a.design().name.as_str(), editor.now().design().name.as_str()), ("one", "three"));
        editor.apply(Change::TakeBranch);
        assert_eq!((editor.a.design().name.as_str(), editor.b.is_some()), ("three", false));
        editor.apply(Change::Undo);
        assert_eq!(editor.a.design().name, "one");
    }

    #[test]
    fn another_design_can_be_undone() {
        let mut editor = Editor::new(named("mine"), Some(named("branch")));
        editor.apply(Change::Replace(Box::new(named("template"))));
        assert!(editor.b.is_none());
        editor.apply(Change::Undo);
        assert_eq!(editor.a.design().name, "mine");
    }

    #[test]
    fn a_check_of_an_edited_design_is_not_shown() {
        let mut editor = Editor::new(named("one"), None);
        let asked = editor.a.design().clone();
        editor.apply(rename("two"));
        let check =
            |design| Change::Checked { side: Side::A, design, outcome: Ok((Box::<Report>::default(), 1.0)) };
        editor.apply(check(asked));
        assert!(editor.a.report().is_none());
        let asked = editor.a.design().clone();
        editor.apply(check(asked));
        assert!(editor.a.report().is_some() && editor.a.is_current());
    }

    #[test]
    fn a_trial_of_a_fix_is_shown_with_its_finding_until_the_design_changes() {
        let finding = |can_apply| Finding {
            rule: Rule::NoRate,
            severity: Severity::Advice,
            place: Place::default(),
            fix: Fix::WriteRate,
            can_apply,
            cure: None,
        };
        let report = Report { findings: vec![finding(false), finding(true)], ..Report::default() };
        let mut editor = Editor::new(named("one"), None);
        let design = editor.a.design().clone();
        let outcome = Ok((Box::new(report), 1.0));
        editor.apply(Change::Checked { side: Side::A, design: design.clone(), outcome });
        let number = editor.a.next_trial().map(|(number, _)| number);
        assert_eq!(number, Some(1));
        let cured = |design| Change::Cured { side: Side::A, design, tried: 2, cure: Some(Box::default()) };
        editor.apply(cured(design.clone()));
        assert!(editor.a.next_trial().is_none());
        let cures = |editor: &Editor| {
            editor.a.report().map(|report| report.findings.iter().filter(|one| one.cure.is_some()).count())
        };
        assert_eq!(cures(&editor), Some(1));
        let mut slow = Editor::new(named("one"), None);
        let of_slow = slow.a.design().clone();
        let report = Report { findings: vec![finding(true)], ..Report::default() };
        let outcome = Ok((Box::new(report), 2_000.0));
        slow.apply(Change::Checked { side: Side::A, design: of_slow, outcome });
        assert!(slow.a.next_trial().is_none(), "the check after an edit would wait");
        let mut other = Editor::new(named("one"), None);
        other.apply(rename("two"));
        other.apply(cured(design));
        assert_eq!(cures(&other), None);
    }

    #[test]
    fn an_edit_that_changes_nothing_is_no_step() {
        let mut editor = Editor::new(named("one"), None);
        editor.apply(rename("one"));
        assert!(!editor.a.history.can_undo());
    }
}
