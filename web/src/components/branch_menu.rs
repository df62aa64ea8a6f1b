//! The menu of branches: the current branch, switching, names of branches and history entries, and the length of the history.

use dynalab_app::state::{Action, Dialog, NamePurpose};
use dynalab_playground::protocol::{Role, Travel};
use dynalab_playground::views::timeline::{BranchView, TimelineView};
use yew::prelude::*;

use crate::browser::figures;
use crate::components::dialog::danger_foot;
use crate::components::icon::Icon;
use crate::components::menu;
use crate::engine::time_travel;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

const MENU: &str = "branch-popover";

pub fn view(scene: &Scene, timeline: &TimelineView) -> Html {
    let messages = scene.messages();
    let current = timeline.branches.iter().find(|branch| branch.current);
    let title = current.map(|branch| title(branch, messages)).unwrap_or_default();
    let label = messages.text(sentences::workbench::BranchButton { name: title.as_str().into() });
    html! {
        <>
            <button
                class="button timebar-branch" type="button" popovertarget={MENU} aria-label={label} data-testid="branch-menu"
                disabled={scene.app.timeline().is_none()}
            >
                { Icon::Branch.draw() }<span class="timebar-branch-name" title={title.clone()}>{ title }</span>
            </button>
            <div class="menu menu--above" id={MENU} popover="auto">
                <h2 class="menu-heading">{ messages.text(sentences::workbench::BRANCHES) }</h2>
                <ul>{ for timeline.branches.iter().map(|branch| one(scene, branch)) }</ul>
                if *scene.app.role() != Some(Role::Follower) {
                    <div class="menu-actions">{ actions(scene, timeline) }</div>
                }
                <p class="menu-note">{ window(timeline, messages) }</p>
            </div>
        </>
    }
}

/// Returns the branch's name, or its number if it has no name.
pub fn title(branch: &BranchView, messages: &Messages) -> String {
    match &branch.name {
        Some(name) => name.clone(),
        None => messages.text(sentences::workbench::BranchNumber { number: u64::from(branch.number).into() }),
    }
}

fn one(scene: &Scene, branch: &BranchView) -> Html {
    let messages = scene.messages();
    let (number, current) = (branch.number, branch.current);
    let onclick = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| {
            if !current {
                time_travel::go(&scene.page, Travel::SwitchTo { branch: number });
            }
        })
    };
    let newest = figures::grouped(u64::from(branch.newest));
    let leaves_at = figures::grouped(u64::from(branch.leaves_at));
    let facts = match current {
        true => messages.text(sentences::workbench::BranchCurrent { newest: newest.as_str().into() }),
        false => messages.text(sentences::workbench::BranchOther {
            newest: newest.as_str().into(),
            leaves: leaves_at.as_str().into(),
        }),
    };
    let title = title(branch, messages);
    let inside = html! {
        <>
            <span class="menu-mark">if current { { Icon::Check.draw() } }</span>
            <span class="menu-name" title={title.clone()}>{ title }</span>
            <span class="menu-side">{ facts }</span>
        </>
    };
    html! { <li key={number}>{ menu::entry(MENU, format!("branch-{number}"), current, onclick, inside) }</li> }
}

fn actions(scene: &Scene, timeline: &TimelineView) -> Html {
    let act = |test_id: &str, icon: Icon, text: String, dialog: Dialog| {
        let inside = html! { <>{ icon.draw() }{ text }</> };
        menu::entry(MENU, test_id.to_owned(), false, menu::open_dialog_callback(scene, dialog), inside)
    };
    let current = timeline.branches.iter().find(|branch| branch.current);
    let step = timeline.steps.iter().find(|step| step.id == timeline.shown_id);
    html! {
        <>
            if let Some(step) = step {
                { act(
                    "name-entry", Icon::Pen, scene.text(sentences::workbench::NAME_ENTRY),
                    Dialog::Name { purpose: NamePurpose::Entry(step.id), name: step.name.clone().unwrap_or_default() },
                ) }
            }
            if let Some(branch) = current {
                { act(
                    "rename-branch", Icon::Pen, scene.text(sentences::workbench::NAME_BRANCH),
                    Dialog::Name { purpose: NamePurpose::Branch(branch.number), name: branch.name.clone().unwrap_or_default() },
                ) }
            }
            { for timeline.branches.iter().filter(|branch| !branch.current).map(|branch| {
                let text = scene.messages().text(sentences::workbench::BranchDelete { name: title(branch, scene.messages()).as_str().into() });
                act("delete-branch", Icon::Bin, text, Dialog::DeleteBranch(branch.number))
            }) }
        </>
    }
}

fn window(timeline: &TimelineView, messages: &Messages) -> String {
    let figure = |value: u32| figures::grouped(u64::from(value));
    messages.text(sentences::workbench::TimeWindow {
        requests: figure(timeline.entries_max).as_str().into(),
        megabytes: figure(timeline.megabytes_max).as_str().into(),
        kept: figure(timeline.kept_entries).as_str().into(),
        keptmegabytes: figure(timeline.kept_megabytes).as_str().into(),
    })
}

/// Renders the confirmation before a branch is deleted.
pub fn delete_view(scene: &Scene, number: u32) -> Html {
    let delete = {
        let scene = scene.clone();
        Callback::from(move |_| {
            scene.app.dispatch(Action::CloseDialog);
            time_travel::go(&scene.page, Travel::DeleteBranch { branch: number });
        })
    };
    html! {
        <>
            <p>{ scene.text(sentences::workbench::BRANCH_DELETE_QUESTION) }</p>
            { danger_foot(scene, sentences::workbench::BRANCH_DELETE_YES, delete) }
        </>
    }
}
