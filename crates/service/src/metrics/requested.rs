//! A metric in a request: namespace, name, dimensions and statistic.

use dynalab_engine::error::violation::ValueDisplay;
use dynalab_engine::error::{Constraint, ControlError};
use dynalab_engine::request::fields::Fields;

use crate::metrics::points::Statistic;
use crate::metrics::{Dimension, Metric, NAMESPACE, Series};

#[derive(Clone, Debug)]
pub(crate) struct RequestedMetric {
    name: String,
    dimensions: Vec<(String, String)>,
    pub statistic: Statistic,
    pub period_ms: u64,
}

/// The maximum period is one day, because minutes are kept for three hours only.
const PERIOD_MAX_S: i64 = 24 * 60 * 60;
const MINUTE_S: i64 = 60;

impl RequestedMetric {
    /// Reads the members that name a metric.
    pub fn decode(fields: &mut Fields) -> RequestedMetric {
        ["MetricName", "Period", "Statistic"].into_iter().for_each(|member| fields.require(member));
        fields.enumeration("Namespace", &[NAMESPACE], &[(NAMESPACE, ())]);
        let dimensions = fields.list("Dimensions", |dimension| {
            ["Name", "Value"].into_iter().for_each(|member| dimension.require(member));
            let name = dimension.text("Name").unwrap_or_default();
            (name, dimension.text("Value").unwrap_or_default())
        });
        let known = Statistic::ALL.map(|statistic| (statistic.name(), statistic));
        let statistic = fields.enumeration("Statistic", Statistic::NAMES, &known);
        let period_s = fields.integer_between("Period", "Integer", MINUTE_S, Some(PERIOD_MAX_S));
        if let Some(period_s) = period_s.filter(|period_s| period_s % MINUTE_S != 0) {
            let shown = ValueDisplay::Text(period_s.to_string());
            fields.violation("Period", shown, Constraint::Pattern("a multiple of 60"));
        }
        RequestedMetric {
            name: fields.text("MetricName").unwrap_or_default(),
            dimensions: dimensions.unwrap_or_default(),
            statistic: statistic.unwrap_or(Statistic::Sum),
            period_ms: (period_s.unwrap_or(MINUTE_S).max(0) as u64).saturating_mul(1000),
        }
    }

    /// Returns the series of the request.
    ///
    /// # Errors
    /// No metric has the name, or it does not have these dimensions.
    pub fn series(&self) -> Result<Series, ControlError> {
        let metric = Metric::ALL.iter().find(|metric| metric.name() == self.name);
        let metric = metric.ok_or_else(|| ControlError::NoSuchMetric { name: self.name.clone() })?;
        let mut dimensions = Vec::new();
        for (name, value) in &self.dimensions {
            let found = Dimension::ALL.into_iter().find(|dimension| dimension.name() == name);
            let dimension = found.ok_or_else(|| ControlError::NoSuchDimension { name: name.clone() })?;
            dimensions.push((dimension, value.as_str()));
        }
        Ok(Series::new(*metric, &dimensions))
    }
}
