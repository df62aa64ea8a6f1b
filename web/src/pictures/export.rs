//! Saves diagrams as files, with the drawing, legend and caption in the present colors and fonts. The format is SVG, or PNG at
//! double resolution.

use dynalab_app::pictures::standalone::{Area, Letters, Piece, Sheet, Word, file_name, lines};
use gloo::utils::{document, window};
use js_sys::encode_uri_component;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Blob, CanvasRenderingContext2d, CssStyleDeclaration, Element, HtmlCanvasElement, HtmlImageElement, Node,
    XmlSerializer,
};
use yew::prelude::*;

use super::{Canvas, of_name};
use crate::browser::download;
use crate::page::messages::Sentence;
use crate::page::sentences;

/// Pixels of the PNG per pixel of the page.
const PNG_SCALE: f64 = 2.0;
/// The parts of a figure that the file contains.
const PARTS: &[&str] = &[":scope > .picture-figure", ":scope > .legend", ":scope > .picture-caption"];
/// The style properties of drawings. Each is also an attribute of SVG.
const PROPERTIES: &[&str] = &[
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "display",
    "visibility",
    "font-family",
    "font-size",
    "font-weight",
    "text-anchor",
    "dominant-baseline",
];

#[derive(Clone, Copy, PartialEq)]
enum Format {
    Svg,
    Png,
}

/// Renders the buttons of a figure. A button finds the figure that contains it.
pub fn keys(canvas: &Canvas) -> Html {
    let key = |format: Format, name: Sentence, label: &'static str| {
        let spoken = canvas.text(name);
        let canvas = canvas.clone();
        let onclick = Callback::from(move |event: MouseEvent| {
            let figure =
                event.target_dyn_into::<Element>().and_then(|key| key.closest("figure").ok().flatten());
            if let Some(figure) = figure {
                save(canvas.clone(), figure, format);
            }
        });
        html! { <button type="button" class="button button--quiet" data-testid={name.name()} aria-label={spoken} {onclick}>{ label }</button> }
    };
    html! {
        <div class="picture-export">
            { key(Format::Svg, sentences::pictures::EXPORT_SVG, "SVG") }{ key(Format::Png, sentences::pictures::EXPORT_PNG, "PNG") }
        </div>
    }
}

fn save(canvas: Canvas, figure: Element, format: Format) {
    spawn_local(async move {
        let picture = of_name(&canvas.place.picture).name();
        let saved = match (sheet_of(&canvas, &figure), format) {
            (Ok(sheet), Format::Svg) => {
                let name = file_name(picture, &canvas.place.table, "svg");
                download::save(&name, &sheet.to_svg(), "image/svg+xml")
            }
            (Ok(sheet), Format::Png) => {
                let name = file_name(picture, &canvas.place.table, "png");
                png_of(&sheet).await.and_then(|blob| download::save_blob(&name, &blob))
            }
            (Err(error), _) => Err(error),
        };
        if saved.is_err() {
            canvas.page.show_failure(canvas.text(sentences::pictures::EXPORT_FAILED));
        }
    });
}

fn sheet_of(canvas: &Canvas, figure: &Element) -> Result<Sheet, JsValue> {
    let style = style_of(figure)?;
    let picture = of_name(&canvas.place.picture).name();
    let name = canvas.text_or(sentences::pictures::picture(picture), picture);
    let mut pieces = Vec::new();
    for part in PARTS {
        if let Some(part) = figure.query_selector(part)? {
            collect(&part, &mut pieces)?;
        }
    }
    Ok(Sheet {
        title: format!("{name}: {}", canvas.place.table),
        language: canvas.place.language.clone(),
        background: background_of(figure)?,
        ink: style.get_property_value("color")?,
        family: style.get_property_value("font-family")?,
        pieces,
    })
}

fn style_of(element: &Element) -> Result<CssStyleDeclaration, JsValue> {
    window().get_computed_style(element)?.ok_or(JsValue::NULL)
}

/// Returns the background color of the nearest element that has one.
fn background_of(element: &Element) -> Result<String, JsValue> {
    let mut next = Some(element.clone());
    while let Some(element) = next {
        let colour = style_of(&element)?.get_property_value("background-color")?;
        if !matches!(colour.as_str(), "transparent" | "rgba(0, 0, 0, 0)") {
            return Ok(colour);
        }
        next = element.parent_element();
    }
    Ok("white".to_owned())
}

fn collect(element: &Element, pieces: &mut Vec<Piece>) -> Result<(), JsValue> {
    if style_of(element)?.get_property_value("display")? == "none" {
        return Ok(());
    }
    if element.tag_name().eq_ignore_ascii_case("svg") {
        pieces.push(drawing_of(element)?);
        return Ok(());
    }
    let nodes = element.child_nodes();
    for place in 0..nodes.length() {
        let Some(node) = nodes.get(place) else { continue };
        match node.node_type() {
            Node::ELEMENT_NODE => collect(node.unchecked_ref(), pieces)?,
            Node::TEXT_NODE => pieces.extend(lines(words_of(&node)?, &letters_of(element)?)),
            _ => {}
        }
    }
    Ok(())
}

fn area_of(element: &Element) -> Area {
    let area = element.get_bounding_client_rect();
    Area { left: area.left(), top: area.top(), width: area.width(), height: area.height() }
}

fn drawing_of(element: &Element) -> Result<Piece, JsValue> {
    let area = area_of(element);
    let copy: Element = element.clone_node_with_deep(true)?.unchecked_into();
    inline(element, &copy)?;
    let children = copy.child_nodes();
    let serializer = XmlSerializer::new()?;
    let mut markup = String::new();
    for place in 0..children.length() {
        if let Some(child) = children.get(place) {
            markup.push_str(&serializer.serialize_to_string(&child)?);
        }
    }
    let view_box = element.get_attribute("viewBox");
    let view_box = view_box.unwrap_or_else(|| format!("0 0 {} {}", area.width, area.height));
    Ok(Piece::Drawing { area, view_box, markup })
}

/// Writes the computed styles of an element and its children into a copy. Removes attributes that only the page uses.
fn inline(shown: &Element, copy: &Element) -> Result<(), JsValue> {
    let style = style_of(shown)?;
    for property in PROPERTIES {
        let value = style.get_property_value(property)?;
        if !value.is_empty() {
            copy.set_attribute(property, &value)?;
        }
    }
    for name in ["class", "style", "tabindex", "data-testid"] {
        copy.remove_attribute(name)?;
    }
    let (from, to) = (shown.children(), copy.children());
    for place in 0..from.length() {
        if let (Some(shown), Some(copy)) = (from.item(place), to.item(place)) {
            inline(&shown, &copy)?;
        }
    }
    Ok(())
}

fn letters_of(element: &Element) -> Result<Letters, JsValue> {
    let style = style_of(element)?;
    let size = style.get_property_value("font-size")?;
    Ok(Letters {
        family: style.get_property_value("font-family")?,
        size: size.trim_end_matches("px").parse().unwrap_or(12.0),
        weight: style.get_property_value("font-weight")?,
        colour: style.get_property_value("color")?,
    })
}

/// Returns the position of each word of a text on the page. A script without spaces can break after any letter.
fn words_of(node: &Node) -> Result<Vec<Word>, JsValue> {
    let text = node.text_content().unwrap_or_default();
    let range = document().create_range()?;
    let mut words = Vec::new();
    let mut from = 0_u32;
    for part in text.split_inclusive(|letter: char| letter.is_whitespace() || letter > '\u{2e7f}') {
        let length = part.encode_utf16().count() as u32;
        let shown = part.trim_end();
        range.set_start(node, from)?;
        range.set_end(node, from + shown.encode_utf16().count() as u32)?;
        from += length;
        let area = range.get_bounding_client_rect();
        if !shown.is_empty() && area.width() > 0.0 {
            let area =
                Area { left: area.left(), top: area.top(), width: area.width(), height: area.height() };
            words.push(Word { area, text: shown.to_owned() });
        }
    }
    Ok(words)
}

async fn png_of(sheet: &Sheet) -> Result<Blob, JsValue> {
    let (width, height) = sheet.size();
    let image = HtmlImageElement::new()?;
    let source = String::from(encode_uri_component(&sheet.to_svg()));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{source}"));
    JsFuture::from(image.decode()).await?;
    let surface: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    surface.set_width((width * PNG_SCALE).ceil() as u32);
    surface.set_height((height * PNG_SCALE).ceil() as u32);
    let context: CanvasRenderingContext2d = surface.get_context("2d")?.ok_or(JsValue::NULL)?.unchecked_into();
    context.draw_image_with_html_image_element_and_dw_and_dh(
        &image,
        0.0,
        0.0,
        width * PNG_SCALE,
        height * PNG_SCALE,
    )?;
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let taken = Closure::once_into_js(move |blob: JsValue| {
            // A function that resolves a promise does not fail.
            let _ = resolve.call1(&JsValue::UNDEFINED, &blob);
        });
        // If this call fails, the promise never resolves, and nothing is saved.
        let _ = surface.to_blob(taken.unchecked_ref());
    });
    JsFuture::from(promise).await?.dyn_into()
}
