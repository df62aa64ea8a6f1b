//! The matrix of principals and operations: allowed, denied, or not allowed by any statement. A cell opens the tried request.

use crate::page::messages::Sentence;
use crate::page::sentences;
use dynalab_app::pictures::access::permissions::{Row, decider};
use dynalab_service::contract::access::PolicyEvaluation;
use yew::prelude::*;

use super::View;

/// Returns the sign, the class and the name of a decision.
pub fn decision(evaluated: &PolicyEvaluation) -> (&'static str, &'static str, Sentence) {
    match evaluated.eval_decision.as_str() {
        "allowed" => ("✓", "access-cell access-cell--ok", sentences::pictures::ACCESS_ALLOWED),
        "implicitDeny" => ("–", "access-cell", sentences::pictures::ACCESS_IMPLICIT),
        _ => ("✕", "access-cell access-cell--bad", sentences::pictures::ACCESS_DENIED),
    }
}

impl View<'_> {
    pub fn matrix(&self, rows: &[Row]) -> Html {
        let canvas = self.canvas;
        let legend = |mark: &'static str, name: Sentence| html! { <span class="legend-entry"><b>{ mark }</b>{ " " }{ canvas.text(name) }</span> };
        html! {
            <figure class="picture">
                <div class="scroll operations-matrix" tabindex="0" role="region" aria-label={canvas.text(sentences::pictures::ACCESS_MATRIX)}>
                    <table class="sheet" data-testid="access-matrix">
                        <caption>{ canvas.text(sentences::pictures::ACCESS_MATRIX) }</caption>
                        <thead>
                            <tr>
                                <th scope="col">{ canvas.text(sentences::pictures::ACCESS_PRINCIPAL) }</th>
                                { for self.requests.iter().map(|(operation, _)| html! { <th scope="col">{ *operation }</th> }) }
                            </tr>
                        </thead>
                        <tbody>{ for rows.iter().map(|row| self.row(row)) }</tbody>
                    </table>
                </div>
                <div class="legend">
                    { legend("✓", sentences::pictures::ACCESS_ALLOWED) } { legend("✕", sentences::pictures::ACCESS_DENIED) }
                    { legend("–", sentences::pictures::ACCESS_IMPLICIT) }
                </div>
                <figcaption class="picture-caption">{ canvas.text(sentences::pictures::ACCESS_ABOUT_MATRIX) }</figcaption>
            </figure>
        }
    }

    fn row(&self, row: &Row) -> Html {
        html! {
            <tr key={row.name.clone()}>
                <th scope="row">{ &row.name }</th>
                { for self.requests.iter().zip(&row.cells).map(|((operation, _), evaluated)| self.cell(&row.name, operation, evaluated)) }
            </tr>
        }
    }

    fn cell(&self, name: &str, operation: &'static str, evaluated: &PolicyEvaluation) -> Html {
        let (mark, class, told) = decision(evaluated);
        let told = self.canvas.text(told);
        let title = decider(evaluated).map_or_else(|| told.clone(), |decider| format!("{told}: {decider}"));
        let onclick = self.try_callback(name, operation);
        html! {
            <td>
                <button
                    type="button" {class} title={title.clone()} aria-label={format!("{name}, {operation}: {title}")}
                    data-testid={format!("access-{name}-{operation}")}
                    data-decision={evaluated.eval_decision.clone()} {onclick}
                >
                    { mark }
                </button>
            </td>
        }
    }
}
