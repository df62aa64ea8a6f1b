//! The steps of a test on a page: open an address, wait for a condition, click, send requests.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use thirtyfour::{By, WebDriver, WebElement};
use tokio::time::{sleep, timeout};

/// Long enough for any browser on a busy machine. WebKit has taken more than 30 seconds to start the app there.
pub const PATIENCE: Duration = Duration::from_secs(90);
pub const SCRIPT_TIMEOUT: Duration = Duration::from_secs(60);
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);
const CLICKS_MAX: u32 = 40;

/// The device that shows the page. A phone has touch, and three device pixels for a CSS pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Desktop,
    Phone,
}

pub struct Page {
    pub window: WebDriver,
    /// The address with the base of the site, without a slash at its end.
    origin: String,
}

/// The value that `window.dynalab.execute` resolved to.
#[derive(Debug)]
pub struct Answer {
    pub status: u64,
    pub body: Value,
    pub refusal: Option<String>,
}

impl Page {
    pub fn new(window: WebDriver, origin: &str) -> Page {
        Page { window, origin: origin.to_owned() }
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Opens a page by its path ("/play/Shop") and waits for the engine.
    pub async fn open(&self, path: &str) -> Result<()> {
        self.window.goto(format!("{}{path}", self.origin)).await?;
        self.ready().await
    }

    pub async fn reload(&self) -> Result<()> {
        self.window.refresh().await?;
        self.ready().await
    }

    /// Leaves the app and deletes all its stored data. Workers that still use the data end with the previous page.
    pub async fn leave_and_forget(&self) -> Result<()> {
        self.window.goto(format!("{}/robots.txt", self.origin)).await?;
        let script = "const [done] = arguments;
            const deleted = name => new Promise((resolve, reject) => {
                const request = indexedDB.deleteDatabase(name);
                request.onsuccess = resolve;
                request.onerror = () => reject(request.error);
            });
            indexedDB.databases().then(all => Promise.all(all.map(({name}) => deleted(name))))
                .then(() => done(null), error => done(String(error)));";
        let failed = self.window.execute_async(script, Vec::new()).await?.json().clone();
        ensure!(failed.is_null(), "what is stored cannot be deleted: {failed}");
        Ok(())
    }

    pub async fn ready(&self) -> Result<()> {
        let ready = "document.querySelector('#app [data-testid=ready][data-ready=true]') && window.dynalab";
        self.wait_until("the app to start and the engine to be ready", ready).await?;
        Ok(())
    }

    pub async fn path(&self) -> Result<String> {
        Ok(self.window.current_url().await?.path().to_owned())
    }

    /// Returns the value of a JavaScript expression in the page.
    pub async fn value(&self, expression: &str) -> Result<Value> {
        let script = format!("return ({expression});");
        let returned =
            self.window.execute(script, Vec::new()).await.with_context(|| expression.to_owned())?;
        Ok(returned.json().clone())
    }

    /// Runs a script on a text in an empty tab, because the policy of the app lets nothing parse a text as a document.
    pub async fn run_in_empty_tab(&self, script: &str, text: &str) -> Result<Value> {
        let app = self.window.window().await?;
        let empty = self.window.new_tab().await?;
        self.window.switch_to_window(empty).await?;
        let found = self.window.execute(script, vec![Value::from(text)]).await?.json().clone();
        self.window.close_window().await?;
        self.window.switch_to_window(app).await?;
        Ok(found)
    }

    /// Waits until an expression is true, and returns its value.
    pub async fn wait_until(&self, what: &str, expression: &str) -> Result<Value> {
        let wanted = format!("(() => {{ const value = {expression}; return value ? value : null; }})()");
        let mut last_error = None;
        let waiting = timeout(PATIENCE, async {
            loop {
                // A page that is being replaced does not respond yet.
                match self.window.execute(format!("return {wanted};"), Vec::new()).await {
                    Ok(returned) if !returned.json().is_null() => return returned.json().clone(),
                    Ok(_) => last_error = None,
                    Err(error) => last_error = Some(error),
                }
                sleep(BETWEEN_LOOKS).await;
            }
        });
        match (waiting.await, last_error) {
            (Ok(value), _) => Ok(value),
            (Err(_), None) => bail!("waited {PATIENCE:?} for {what}; still false: {expression}"),
            (Err(_), Some(error)) => bail!("waited {PATIENCE:?} for {what}; {expression}: {error}"),
        }
    }

    /// Opens the workbench and loads the sample shop.
    pub async fn opens_shop(&self) -> Result<()> {
        self.open("/play").await?;
        self.waits_for_role("writer").await?;
        self.loads_shop().await
    }

    /// Loads the sample shop from the page that offers it.
    pub async fn loads_shop(&self) -> Result<()> {
        self.click("sample-shop").await?;
        self.shows("table-Shop").await
    }

    /// Opens the workbench with the sample shop and a diagram.
    pub async fn opens_shop_with(&self, picture: &str) -> Result<()> {
        self.opens_shop().await?;
        self.click("pictures-key").await?;
        self.opens_picture(picture).await
    }

    /// Opens another diagram by its address.
    pub async fn opens_picture(&self, picture: &str) -> Result<()> {
        let script = format!(
            "const address = new URL(location.href); address.searchParams.set('picture', '{picture}'); history.pushState(null, '', address); window.dispatchEvent(new Event('popstate')); return true;"
        );
        self.window.execute(script, vec![]).await?;
        self.shows(&format!("picture-{picture}")).await
    }

    /// Waits for an element by its test id.
    pub async fn shows(&self, test_id: &str) -> Result<()> {
        let shown = format!("document.querySelector('{}')?.checkVisibility()", selector(test_id));
        self.wait_until(&format!("{test_id} to be shown"), &shown).await?;
        Ok(())
    }

    pub async fn shows_no(&self, test_id: &str) -> Result<()> {
        let gone = format!("!document.querySelector('{}')?.checkVisibility()", selector(test_id));
        self.wait_until(&format!("{test_id} to be gone"), &gone).await?;
        Ok(())
    }

    pub async fn element(&self, test_id: &str) -> Result<WebElement> {
        self.shows(test_id).await?;
        let element = self.window.find(By::Css(selector(test_id))).await;
        element.with_context(|| format!("{test_id} was there and is gone"))
    }

    /// Sets the file of a file field, which may be in a closed menu.
    pub async fn choose_file(&self, test_id: &str, file: &Path) -> Result<()> {
        let field = self.window.find(By::Css(selector(test_id))).await;
        field.with_context(|| format!("{test_id} is not there"))?.send_keys(file.to_string_lossy()).await?;
        Ok(())
    }

    /// Sets the size of the window, in CSS pixels, and the device.
    pub async fn set_size(&self, width: u32, height: u32, kind: Screen) -> Result<()> {
        let (scale, is_mobile) = match kind {
            Screen::Desktop => (1, false),
            Screen::Phone => (3, true),
        };
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_mobile});
        self.window.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
        Ok(())
    }

    /// Clicks as a person does: an element that is covered or not clickable is an error.
    pub async fn click(&self, test_id: &str) -> Result<()> {
        let enabled = format!(
            "(e => e && e.checkVisibility() && !e.disabled)(document.querySelector('{}'))",
            selector(test_id)
        );
        self.wait_until(&format!("{test_id} to be there for a click"), &enabled).await?;
        // Scroll the element out from behind fixed bars. Repeat this if the page grows meanwhile.
        let into_view = format!(
            "document.querySelector('{}').scrollIntoView({{block: 'nearest', inline: 'nearest'}})",
            selector(test_id)
        );
        let mut clicked = Ok(());
        for _ in 0..CLICKS_MAX {
            self.value(&into_view).await?;
            clicked = self.element(test_id).await?.click().await;
            if clicked.is_ok() {
                break;
            }
            sleep(BETWEEN_LOOKS).await;
        }
        clicked.with_context(|| format!("{test_id} cannot be clicked"))
    }

    pub async fn text(&self, test_id: &str) -> Result<String> {
        Ok(self.element(test_id).await?.text().await?)
    }

    /// Returns the text of the request editor.
    pub async fn editor_text(&self) -> Result<String> {
        self.wait_until("the editor", EDITOR_IS_THERE).await?;
        let text = self
            .value(
                "(() => { const plain = document.querySelector('[data-testid=editor-plain]'); if (plain) return plain.value; \
                 const lines = document.querySelector('[data-testid=editor-host]').shadowRoot.querySelectorAll('.cm-line'); \
                 return [...lines].map((line) => line.textContent).join('\\n'); })()",
            )
            .await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Pastes a text over the whole content of the request editor.
    pub async fn writes(&self, text: &str) -> Result<()> {
        self.wait_until("the editor", EDITOR_IS_THERE).await?;
        let text = Value::from(text);
        let pasted = format!(
            "(() => {{ const text = {text}; const data = new DataTransfer(); data.setData('text/plain', text); \
             const event = new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }}); \
             const plain = document.querySelector('[data-testid=editor-plain]'); \
             const field = plain ?? document.querySelector('[data-testid=editor-host]').shadowRoot.querySelector('.cm-content'); \
             field.focus(); \
             field.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'a', code: 'KeyA', keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true }})); \
             if (field.dispatchEvent(event) && plain) {{ plain.value = text; plain.dispatchEvent(new InputEvent('input', {{ bubbles: true }})); }} \
             return true; }})()"
        );
        self.value(&pasted).await?;
        Ok(())
    }

    pub async fn waits_for_role(&self, role: &str) -> Result<()> {
        let held = format!("document.querySelector('[data-testid=role][data-role={role}]')");
        self.wait_until(&format!("the role {role}"), &held).await?;
        Ok(())
    }

    /// Sends a request through `window.dynalab`, as the console does.
    pub async fn execute(&self, operation: &str, body: Value) -> Result<Answer> {
        self.execute_text(operation, &body.to_string()).await
    }

    pub async fn execute_text(&self, operation: &str, body: &str) -> Result<Answer> {
        let script = "const [operation, body, done] = arguments;
            dynalab.execute(operation, body).then(done, error => done({status: -1, body: String(error)}));";
        let returned = self.window.execute_async(script, vec![json!(operation), json!(body)]).await;
        let returned = returned.with_context(|| format!("{operation} got no answer"))?.json().clone();
        let text = returned["body"].as_str().unwrap_or_default();
        Ok(Answer {
            status: returned["status"].as_f64().unwrap_or_default() as u64,
            body: serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
            refusal: returned["refusal"].as_str().map(str::to_owned),
        })
    }

    /// Sends a request that must succeed, and returns the response.
    pub async fn succeeds(&self, operation: &str, body: Value) -> Result<Value> {
        let answer = self.execute(operation, body).await?;
        ensure!(answer.status == 200, "{operation} should succeed, and it was: {answer:?}");
        Ok(answer.body)
    }

    /// Returns the errors of the browser's console since the last call: exceptions, failed fetches, policy violations.
    pub async fn new_console_errors(&self) -> Result<Vec<String>> {
        let log = self.window.browser_log().await?;
        let errors = log.into_iter().filter(|entry| entry.level == "SEVERE");
        Ok(errors.map(|entry| entry.message).collect())
    }
}

pub fn selector(test_id: &str) -> String {
    format!("[data-testid=\"{test_id}\"]")
}

/// CodeMirror, or the plain field if the site was built without it. It is fetched when its place is in view.
const EDITOR_IS_THERE: &str =
    "(document.querySelector('[data-testid=editor-waiting]')?.scrollIntoView({block: 'center'}),
      ['code-mirror', 'plain'].includes(document.querySelector('[data-testid=editor]')?.dataset.field))";
