//! The parameters of an access pattern: an attribute of a row of the sample, of the new row, or a value.

use dynalab_app::design::edit::PatternEdit;
use dynalab_app::design::parameters;
use dynalab_modeling::design::AccessPattern;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use crate::page::sentences::design as words;

/// Renders a field for each parameter.
pub fn view(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let fields = pattern.parameters.iter().map(|(name, parameter)| {
        let label = desk.text(words::DesignParameter { name: name.as_str().into() });
        let field = Field {
            placeholder: Some(desk.text(words::DESIGN_PARAMETER_HINT)),
            ..Field::new(format!("design-parameter-{name}"), label, parameters::text(parameter))
        };
        let name = name.clone();
        desk.field(&field, move |design, text| {
            let parameter = parameters::read(design, text);
            Ok(PatternEdit::SetParameter { name: name.clone(), parameter }.of(number))
        })
    });
    html! { { for fields } }
}
