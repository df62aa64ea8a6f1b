//! Saves diagrams as files: a complete SVG, and a PNG with double resolution, named by diagram and table.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::page::Page;
use crate::visit::visit;

/// Records the downloads of the page instead of saving them.
const CATCH: &str = "window.caught = []; const made = new Map(); const make = URL.createObjectURL; \
    URL.createObjectURL = blob => { const address = make.call(URL, blob); made.set(address, blob); return address; }; \
    HTMLAnchorElement.prototype.click = function () { const blob = made.get(this.href); if (blob) window.caught.push({name: this.download, blob}); }; return true;";

async fn saved(page: &Page, key: &str, read: &str) -> Result<Value> {
    page.value("(window.caught.length = 0, true)").await?;
    page.click(key).await?;
    page.wait_until("the file", "window.caught.length > 0").await?;
    let script = format!(
        "const [done] = arguments; const {{name, blob}} = window.caught[0]; ({read})(blob).then(value => done({{name, type: blob.type, value}}), error => done({{name, error: String(error)}}));"
    );
    Ok(page.window.execute_async(script, vec![]).await?.json().clone())
}

#[test]
fn pictures_are_saved_as_svg_and_png() {
    visit("picture_files", async |visit| {
        let page = visit.page();
        page.opens_shop_with("partitions").await?;
        page.window.execute(CATCH, vec![]).await?;
        for picture in ["partitions", "compare", "traffic"] {
            page.opens_picture(picture).await?;
            page.shows("export-svg").await?;
            let svg = saved(page, "export-svg", "blob => blob.text()").await?;
            ensure!(svg["name"] == format!("dynalab-{picture}-Shop.svg"), "{}", svg["name"]);
            let text = svg["value"].as_str().context("a text")?;
            let check = "const xml = new DOMParser().parseFromString(arguments[0], 'image/svg+xml'); const root = xml.documentElement; \
                return [xml.querySelector('parsererror') === null, root.localName, root.getAttribute('width'), root.getAttribute('height'), xml.querySelectorAll('[class], style').length, xml.querySelectorAll('text, path, rect, circle').length];";
            let checked = page.run_in_empty_tab(check, text).await?;
            ensure!(checked[0] == true && checked[1] == "svg", "{picture} is well-formed: {checked}");
            ensure!(checked[4] == 0, "nothing is left to a style sheet: {checked}");
            ensure!(checked[5].as_u64() > Some(3), "something is drawn: {checked}");
            ensure!(text.contains("fill=\"rgb"), "colours stand in it");
            let size = |place: usize| checked[place].as_str().and_then(|text| text.parse::<f64>().ok());
            let (width, height) = (size(2).context("a width")?, size(3).context("a height")?);

            let read = "async blob => { const image = await createImageBitmap(blob); const first = new Uint8Array(await blob.slice(0, 4).arrayBuffer()); return [image.width, image.height, ...first]; }";
            let png = saved(page, "export-png", read).await?;
            ensure!(
                png["name"] == format!("dynalab-{picture}-Shop.png") && png["type"] == "image/png",
                "{png}"
            );
            let value = &png["value"];
            ensure!(value[2] == 0x89 && value[3] == 0x50, "it is a PNG: {png}");
            let twice = |place: usize, of: f64| {
                value[place].as_f64().is_some_and(|pixels| (pixels - 2.0 * of).abs() <= 2.0)
            };
            ensure!(twice(0, width) && twice(1, height), "{width} by {height} twice is {png}");
        }
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}
