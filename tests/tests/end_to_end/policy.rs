//! The Content Security Policy works, and opening every page causes no message in the console.

use anyhow::{Result, ensure};
use serde_json::Value;

use crate::page::Page;
use crate::visit::visit;

/// Addresses, each with an element that only this page has.
const PLACES: [(&str, &str); 4] = [
    ("/", "[data-testid=stage]"),
    ("/play", ".workbench"),
    ("/play/Shop", ".workbench [data-testid=items]"),
    ("/about", "table.sheet kbd"),
];

/// Attempts an injection. Returns the scripts that ran and the violated directives.
const INJECTION: &str = "
    const done = arguments[0];
    const violated = new Set();
    addEventListener('securitypolicyviolation', event => violated.add(event.effectiveDirective));
    const tries = [
        () => {
            const script = document.createElement('script');
            document.body.append(script);
            script.textContent = 'window.injected = true';
        },
        () => {
            const script = document.createElement('script');
            script.append('window.injected = true');
            document.body.append(script);
        },
        () => {
            const handler = document.createElement('div');
            document.body.append(handler);
            handler.setAttribute('onclick', 'window.handled = true');
            handler.click();
        },
    ];
    for (const go of tries) { try { go(); } catch { /* it was refused at once */ } }
    fetch('https://example.com/').then(() => 'reached', () => 'stopped').then(reached => setTimeout(() => done({
        injected: window.injected ?? false,
        handled: window.handled ?? false,
        reached,
        violated: [...violated].sort(),
    }), 0));";

/// Tries to make HTML and scripts of texts. Returns the result of each try.
const FROM_TEXT: &str = "
    const tries = {
        html: () => document.createElement('div').innerHTML = '<b>text</b>',
        parser: () => new DOMParser().parseFromString('<b>text</b>', 'text/html'),
        script: () => document.createElement('script').src = '/boot.js',
        worker: () => new Worker('/offline-worker.js'),
        policy: () => trustedTypes.createPolicy('other', { createHTML: text => text }),
        same: () => trustedTypes.createPolicy('dynalab', { createHTML: text => text }),
        element: () => dynalabTrusted.html('<p>text<img src=x></p>'),
        handler: () => dynalabTrusted.html('<p onclick=\"x\">text</p>'),
        address: () => dynalabTrusted.html('<a href=\"javascript:x\">text</a>'),
        open: () => dynalabTrusted.html('<p>text<'),
        far: () => dynalabTrusted.script('https://example.com/app/worker.js'),
        other: () => dynalabTrusted.script('/boot.js'),
        replaced: () => { 'use strict'; window.dynalabTrusted = {}; },
    };
    const came = {};
    for (const [name, go] of Object.entries(tries)) {
        try { go(); came[name] = 'done'; } catch (error) { came[name] = error.name; }
    }
    return came;";

/// Places whose content, workers or editor need the policy, each with an element that only this place has.
const NEED_POLICY: [(&str, &str); 5] = [
    ("/learn", "[data-testid=learn-course]"),
    ("/learn/a-table-in-this-tab", ".learn-body p"),
    ("/design", "main [data-testid]"),
    ("/scale", "main [data-testid]"),
    ("/play/Shop?picture=partitions", ".workbench .picture-figure"),
];

#[test]
fn a_text_becomes_html_or_a_script_only_through_the_policy() {
    visit("trusted_types", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        for path in ["/", "/play/Shop", "/errors/ValidationException/"] {
            page.window.goto(format!("{}{path}", page.origin())).await?;
            let came = page.window.execute(FROM_TEXT, Vec::new()).await?.json().clone();
            let came = came.as_object().cloned().unwrap_or_default();
            ensure!(came.len() == 13, "{path}: {came:?}");
            for (name, came) in came {
                // A page without the app has no policy at all.
                let is_refused =
                    came == "TypeError" || (path.starts_with("/errors") && came == "ReferenceError");
                let has_none = path.starts_with("/errors") && name == "replaced";
                ensure!(is_refused || has_none, "{name} on {path}: {came}");
            }
        }
        page.new_console_errors().await?;
        for (path, seen) in NEED_POLICY {
            page.open(path).await?;
            page.wait_until(&format!("{path} with {seen}"), &format!("document.querySelector(\"{seen}\")"))
                .await?;
        }
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the pages keep to the policy, and the console has: {errors:#?}");
        Ok(())
    });
}

#[test]
fn the_policy_is_in_force_and_a_tour_of_every_place_is_quiet() {
    visit("policy", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        tour(page).await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "a tour leaves no errors in the console, and there are: {errors:#?}");

        let outcome = page.window.execute_async(INJECTION, Vec::new()).await?.json().clone();
        let expected = serde_json::json!({
            "injected": false,
            "handled": false,
            "reached": "stopped",
            "violated": ["connect-src", "require-trusted-types-for"],
        });
        ensure!(outcome == expected, "the policy stops injections: {outcome}\nand expected is {expected}");
        let errors = page.new_console_errors().await?;
        ensure!(errors.len() >= 3, "violations reach the console, where this test looks: {errors:?}");
        Ok(())
    });
}

async fn tour(page: &Page) -> Result<()> {
    for (path, seen) in PLACES {
        page.open(path).await?;
        is_at(page, path, seen).await?;
        page.reload().await?;
        is_at(page, path, seen).await?;
    }
    // Click from page to page without loading a document.
    for path in ["/", "/play", "/about"] {
        page.window.find(thirtyfour::By::Css(format!("nav a[href='{path}']"))).await?.click().await?;
        let here = format!("document.querySelector('nav a[href=\"{path}\"][aria-current=page]')");
        page.wait_until(&format!("{path} to be the current place"), &here).await?;
    }
    page.window.back().await?;
    page.wait_until("the way back to the workbench", "location.pathname === '/play/Shop'").await?;
    for path in ["/no-such-place", "/play/Shop/too/deep"] {
        page.open(path).await?;
        let title: Value = page.value("document.querySelector('h1')?.innerText").await?;
        ensure!(title == "Page not found", "{path} shows {title}");
    }
    Ok(())
}

async fn is_at(page: &Page, path: &str, seen: &str) -> Result<()> {
    // The workbench without a table opens the first table.
    let expected = if path == "/play" { "/play/Shop" } else { path };
    let there = format!("location.pathname === '{expected}' && document.querySelector('{seen}')");
    page.wait_until(&format!("{path} with {seen}"), &there).await?;
    Ok(())
}
