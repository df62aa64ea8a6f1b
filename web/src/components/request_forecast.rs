//! A forecast of what the request will read and consume. Dynalab executes the request and reverts it; the history does not change.

use dynalab_app::request::answer::{AnswerSummary, CapacityUnit};
use dynalab_app::state::EngineStatus;
use gloo::timers::callback::Timeout;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::figures;
use crate::components::request_panel::can_run;
use crate::page::messages::Messages;
use crate::page::scene::{StillScene, use_own_scene};
use crate::page::sentences::workbench;

/// Milliseconds after the last key press before the forecast is requested.
const WAIT_MS: u32 = 400;
/// Data operations, which have a forecast. The other operations consume no capacity.
const FORECAST: [&str; 10] = [
    "GetItem",
    "Query",
    "Scan",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "BatchGetItem",
    "BatchWriteItem",
    "TransactGetItems",
    "TransactWriteItems",
];

#[derive(PartialEq, Properties)]
pub struct RequestForecastProps {
    pub scene: StillScene,
    /// Whether the person is editing the request, so that its error is shown.
    pub is_written: bool,
}

#[component]
pub fn RequestForecast(props: &RequestForecastProps) -> Html {
    let scene = use_own_scene(&props.scene);
    let app = &scene.app;
    let told = use_state_eq(|| None::<String>);
    // A forecast for a draft that has changed since is dropped.
    let newest = use_mut_ref(|| 0_u64);
    let draft = (app.draft().operation.clone(), app.draft().body.clone());
    let may = can_run(app) && *app.status() == EngineStatus::Ready && FORECAST.contains(&draft.0.as_str());
    let is_written = props.is_written;
    let asked = (draft, may, *app.revision(), app.looked_at(), app.language(), is_written);
    let (engine, messages) = (scene.page.engine.clone(), *app.messages());
    {
        let told = told.setter();
        use_effect_with(asked, move |((operation, body), may, ..)| {
            *newest.borrow_mut() += 1;
            let number = *newest.borrow();
            let question = may.then(|| measured(body)).flatten().map(|body| (operation.clone(), body));
            let timer = match question {
                None => {
                    told.set(None);
                    None
                }
                Some((operation, body)) => Some(Timeout::new(WAIT_MS, move || {
                    spawn_local(async move {
                        let answer = engine.look_at(operation.clone(), body.clone()).await;
                        if *newest.borrow() == number {
                            let answer = answer.ok();
                            let unit = CapacityUnit::from_request(&operation, &body);
                            told.set(answer.filter(|(status, _)| is_written || *status < 400).and_then(
                                |(status, answer)| match status >= 400 && has_blank(&body) {
                                    true => Some(messages.text(workbench::FORECAST_BLANK)),
                                    false => sentence(unit, status, &answer, &messages),
                                },
                            ));
                        }
                    });
                })),
            };
            move || drop(timer)
        });
    }
    html! { <span class="request-forecast" data-testid="forecast">{ (*told).clone().unwrap_or_default() }</span> }
}

/// Returns the request with `ReturnConsumedCapacity`, or none if it is not a JSON object.
fn measured(body: &str) -> Option<String> {
    let mut body: Value = serde_json::from_str(body).ok()?;
    body.as_object_mut()?.insert("ReturnConsumedCapacity".to_owned(), "TOTAL".into());
    Some(body.to_string())
}

/// Returns true if a key or a placeholder has no value yet, as in a form that a person begins to fill in.
fn has_blank(body: &str) -> bool {
    let Ok(body) = serde_json::from_str::<Value>(body) else { return false };
    let blank = |value: &Value| ["S", "N", "B"].iter().any(|kind| value[*kind].as_str() == Some(""));
    let members = ["Key", "ExpressionAttributeValues"].map(|name| body[name].as_object().cloned());
    let condition = body["KeyConditionExpression"].as_str().unwrap_or_default();
    let is_undefined =
        |part: &str| part.starts_with(':') && body["ExpressionAttributeValues"].get(part).is_none();
    members.into_iter().flatten().any(|member| member.values().any(blank))
        || condition
            .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | '=' | '<' | '>'))
            .any(is_undefined)
}

fn sentence(unit: CapacityUnit, status: u16, answer: &str, messages: &Messages) -> Option<String> {
    let summary = AnswerSummary::read(status, answer);
    if let Some(error) = summary.error {
        return Some(messages.text(workbench::ForecastError { name: error.name.as_str().into() }));
    }
    let units = format!("{} {}", figures::grouped_decimal(summary.units_total()?), unit.name());
    let units = units.as_str().into();
    Some(match summary.scanned_count {
        Some(read) => messages.text(workbench::ForecastRead { read: read.into(), units }),
        None => messages.text(workbench::Forecast { units }),
    })
}

#[cfg(test)]
mod tests {
    use super::{has_blank, measured, sentence};
    use crate::page::language::Language;
    use crate::page::messages::Messages;
    use dynalab_app::request::answer::CapacityUnit;

    #[test]
    fn a_form_without_its_key_is_not_an_error_yet() {
        assert!(has_blank(r#"{"TableName":"T","Key":{"id":{"S":""}}}"#));
        assert!(has_blank(r#"{"ExpressionAttributeValues":{":a":{"S":"x"},":b":{"N":""}}}"#));
        assert!(!has_blank(r#"{"TableName":"T","Key":{"id":{"S":"a"}},"ExpressionAttributeValues":{}}"#));
        assert!(has_blank(
            r##"{"KeyConditionExpression":"#k = :k","ExpressionAttributeNames":{"#k":"id"}}"##
        ));
        assert!(!has_blank(
            r##"{"KeyConditionExpression":"#k = :k","ExpressionAttributeValues":{":k":{"S":"a"}}}"##
        ));
        assert!(!has_blank("{"));
    }

    #[test]
    fn the_units_are_asked_for_whatever_the_request_says() {
        let body = measured(r#"{"TableName":"T","ReturnConsumedCapacity":"NONE"}"#).expect("an object");
        assert!(body.contains(r#""ReturnConsumedCapacity":"TOTAL""#) && !body.contains("NONE"), "{body}");
        assert_eq!(measured("[]"), None);
        assert_eq!(measured("{"), None);
    }

    #[test]
    fn a_forecast_names_items_units_or_the_error() {
        let messages = Messages::new(Language::English);
        let of = |unit, status, answer: &str| sentence(unit, status, answer, &messages);
        let query =
            r#"{"Count":3,"ScannedCount":214,"ConsumedCapacity":{"TableName":"T","CapacityUnits":3.5}}"#;
        assert_eq!(
            of(CapacityUnit::Read, 200, query).as_deref(),
            Some("Before you run it: reads 214 items, consumes 3.5 RCU.")
        );
        let put = r#"{"ConsumedCapacity":{"TableName":"T","CapacityUnits":2}}"#;
        assert_eq!(of(CapacityUnit::Write, 200, put).as_deref(), Some("Before you run it: consumes 2 WCU."));
        let error = r#"{"__type":"x#ValidationException","message":"no"}"#;
        assert_eq!(
            of(CapacityUnit::Read, 400, error).as_deref(),
            Some("This request would fail: ValidationException.")
        );
        assert_eq!(of(CapacityUnit::Read, 200, "{}"), None);
    }
}
