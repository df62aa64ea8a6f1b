//! Where the program can be split: each of these functions, and what only it reaches, is fetched when it is first called. Built
//! without `split`, they are plain functions of one program.

use dynalab_web::address::design_formats::DesignFormats;
use dynalab_web::address::formats::Formats;
use dynalab_web::design::DesignPage;
use dynalab_web::dialogs::Dialogs;
use dynalab_web::editor::Editor;
use dynalab_web::learn::Learn;
use dynalab_web::page::part_fetch::PartError;
use dynalab_web::page::parts::{Fetches, View};
use dynalab_web::pages::capacity::CapacityPage;
use dynalab_web::pages::play::Play;
use dynalab_web::pages::scale::ScalePage;
use dynalab_web::pictures::Pictures;
#[cfg(feature = "split")]
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::html;

/// What is here already cannot fail to arrive.
#[cfg(not(feature = "split"))]
type SplitLoaderError = std::convert::Infallible;

/// A split function is async, whatever it was written as.
#[cfg(feature = "split")]
macro_rules! fetch {
    ($part:ident) => {
        || Box::pin(async { $part().await.map_err(|_| PartError) })
    };
}
#[cfg(not(feature = "split"))]
macro_rules! fetch {
    ($part:ident) => {
        || Box::pin(async { $part().map_err(|_| PartError) })
    };
}

pub static FETCHES: Fetches = Fetches {
    workbench: fetch!(workbench),
    learn: fetch!(learn),
    design: fetch!(design),
    capacity: fetch!(capacity),
    scale: fetch!(scale),
    pictures: fetch!(pictures),
    editor: fetch!(editor),
    dialogs: fetch!(dialogs),
    formats: fetch!(formats),
    design_formats: fetch!(design_formats),
};

#[cfg_attr(feature = "split", wasm_split(workbench, fallible))]
fn workbench() -> Result<View, SplitLoaderError> {
    Ok(|scene| html! { <Play scene={scene.still()} /> })
}

#[cfg_attr(feature = "split", wasm_split(learn, fallible))]
fn learn() -> Result<View, SplitLoaderError> {
    Ok(|scene| html! { <Learn scene={scene.clone()} /> })
}

#[cfg_attr(feature = "split", wasm_split(design, fallible))]
fn design() -> Result<View, SplitLoaderError> {
    Ok(|scene| html! { <DesignPage scene={scene.clone()} /> })
}

#[cfg_attr(feature = "split", wasm_split(capacity, fallible))]
fn capacity() -> Result<View, SplitLoaderError> {
    Ok(|scene| html! { <CapacityPage scene={scene.clone()} /> })
}

#[cfg_attr(feature = "split", wasm_split(scale, fallible))]
fn scale() -> Result<View, SplitLoaderError> {
    Ok(|scene| html! { <ScalePage scene={scene.clone()} /> })
}

#[cfg_attr(feature = "split", wasm_split(pictures, fallible))]
fn pictures() -> Result<View, SplitLoaderError> {
    Ok(|scene| html! { <Pictures scene={scene.clone()} /> })
}

#[cfg_attr(feature = "split", wasm_split(editor, fallible))]
fn editor() -> Result<View, SplitLoaderError> {
    Ok(|scene| html! { <Editor scene={scene.clone()} /> })
}

#[cfg_attr(feature = "split", wasm_split(dialogs, fallible))]
fn dialogs() -> Result<View, SplitLoaderError> {
    Ok(|scene| html! { <Dialogs scene={scene.clone()} /> })
}

#[cfg_attr(feature = "split", wasm_split(formats, fallible))]
fn formats() -> Result<Formats, SplitLoaderError> {
    Ok(Formats::here())
}

#[cfg_attr(feature = "split", wasm_split(design_formats, fallible))]
fn design_formats() -> Result<DesignFormats, SplitLoaderError> {
    Ok(DesignFormats::here())
}
